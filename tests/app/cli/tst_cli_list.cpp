// SPDX-License-Identifier: GPL-3.0-or-later
// `check`, `flags` and `metrics` over a list on standard input: a line for each recording, in its order, as
// soon as it can be, whatever is wrong with one of them.
#include "app/cli/command_line.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <sys/stat.h>

namespace tst_cli_list {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

constexpr auto Long = std::chrono::seconds(30);

QString sample(const char* name) { return QStringLiteral(GHOSTLINE_SAMPLES "/") + QLatin1String(name); }

QList<QJsonObject> linesOf(const QByteArray& out)
{
    QList<QJsonObject> lines;
    for (const QByteArray& line : out.split('\n')) {
        if (!line.isEmpty())
            lines += QJsonDocument::fromJson(line).object();
    }
    return lines;
}

QStringList filesOf(const QByteArray& out)
{
    QStringList files;
    for (const QJsonObject& line : linesOf(out))
        files += line["file"_L1].toString();
    return files;
}

/// The program, with a list to read.
test::CliOutcome run(const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    process.start(QStringLiteral(GHOSTLINE_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

/// One run in process: input comes in the pieces that `read` gives, recordings are made up.
class Run
{
public:
    std::vector<QByteArray> pieces;
    /// How many lines are to be there before the piece is given.
    std::vector<int> after;
    std::optional<model::Error> failure; ///< instead of the end
    std::function<void(const QString& file)> beforeOpening = [](const QString&) {};
    QByteArray out;
    QByteArray err;
    bool waited = true;

    int operator()(const QStringList& arguments)
    {
        static const model::CodecRegistry none{QStringList{}};
        const app::Console console{[this](QByteArrayView text) {
                                       const std::scoped_lock lock(m_mutex);
                                       out += text;
                                   },
                                   [this](QByteArrayView text) {
                                       const std::scoped_lock lock(m_mutex);
                                       err += text;
                                   },
                                   [this] { m_flushed.notify_all(); },
                                   [this](const std::stop_token&) { return read(); }};
        const model::Opener open =
            [this](const QString& path,
                   const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            beforeOpening(path);
            if (path.startsWith(u"bad"_s))
                return model::fail(model::ErrorCode::NotReadable, u"it is bad"_s);
            test::FakeReplayOptions options;
            options.frames = 10;
            return std::make_unique<test::FakeReplay>(options);
        };
        const app::Session session{console, none, open, {}};
        return app::runCommandLine(arguments, session);
    }
    /// Until so many lines were handed on.
    void waitForLines(int lines)
    {
        std::unique_lock lock(m_mutex);
        waited = m_flushed.wait_for(lock, Long, [&] { return out.count('\n') >= lines; }) && waited;
    }

private:
    model::Result<QByteArray> read()
    {
        if (m_next >= pieces.size()) {
            if (failure)
                return tl::unexpected(*failure);
            return QByteArray();
        }
        if (m_next < after.size())
            waitForLines(after[m_next]);
        return pieces[m_next++];
    }

    std::size_t m_next = 0;
    std::mutex m_mutex;
    std::condition_variable m_flushed;
};

} // namespace

class TestCliList : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void namesOfTheInput_data()
    {
        QTest::addColumn<QByteArrayList>("pieces");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QStringList>("files");
        const QStringList none;
        QTest::newRow("none") << QByteArrayList{} << none << none;
        QTest::newRow("blank lines") << QByteArrayList{"\n\na\n \t\n\nb\n\n"} << none
                                     << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("no end behind the last")
            << QByteArrayList{"a\nb"} << none << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("cut anywhere") << QByteArrayList{"fi", "rst\nse", "cond", "\n", "th ird\n"} << none
                                      << QStringList{u"first"_s, u"second"_s, u"th ird"_s};
        QTest::newRow("zero bytes") << QByteArrayList{QByteArray("a\nb\0c", 5), QByteArray("\0\0", 2)}
                                    << QStringList{u"-0"_s} << QStringList{u"a\nb"_s, u"c"_s};
        QTest::newRow("zero bytes, long option") << QByteArrayList{QByteArray("a\0c\0", 4)}
                                                 << QStringList{u"--null"_s} << QStringList{u"a"_s, u"c"_s};
        QTest::newRow("no UTF-8") << QByteArrayList{"caf\xe9\n"} << none << QStringList{u"caf?"_s};
        QTest::newRow("a password") << QByteArrayList{"http://me:secret@h/x\n"} << none
                                    << QStringList{u"http://h/x"_s};
        QTest::newRow("among others")
            << QByteArrayList{"b\n"} << QStringList{u"c"_s, u"-"_s} << QStringList{u"b"_s, u"c"_s};
    }
    void namesOfTheInput()
    {
        QFETCH(QByteArrayList, pieces);
        QFETCH(QStringList, more);
        QFETCH(QStringList, files);
        for (const QString& verb : {u"check"_s, u"flags"_s, u"metrics"_s}) {
            Run run;
            run.pieces.assign(pieces.begin(), pieces.end());
            QCOMPARE(run(QStringList{verb, u"-"_s} + more), 0);
            QCOMPARE(filesOf(run.out), files);
            QCOMPARE(run.out.count('\n'), files.size());
            for (const QJsonObject& line : linesOf(run.out))
                QCOMPARE(line["verb"_L1].toString(), verb);
        }
    }

    /// An input without any line end is as long as it likes, and costs nothing.
    void aNameThatIsTooLong()
    {
        Run run;
        run.pieces = {"a\n", QByteArray(70'000, 'x'), QByteArray(70'000, 'y'), "z\nb\n",
                      QByteArray(65'537, 'w')};
        QCOMPARE(run({u"check"_s, u"-"_s}), 2);
        const QList<QJsonObject> lines = linesOf(run.out);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(filesOf(run.out), (QStringList{u"a"_s, QString(100, u'x'), u"b"_s, QString(100, u'w')}));
        QCOMPARE(lines[1]["status"_L1].toString(), u"unreadable"_s);
        QVERIFY(lines[1]["error"_L1]["message"_L1].toString().contains(u"more than 65536 bytes"));
        QCOMPARE(lines[2]["status"_L1].toString(), u"ok"_s);
    }

    void anInputThatBreaksOff()
    {
        Run run;
        run.pieces = {"a\n"};
        run.failure = model::Error{model::ErrorCode::NotReadable, u"standard input cannot be read: EIO"_s};
        QCOMPARE(run({u"check"_s, u"-"_s}), 2);
        const QList<QJsonObject> lines = linesOf(run.out);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[1]["error"_L1]["message"_L1].toString(), run.failure->message);
    }

    void answersWhileTheListComesIn_data()
    {
        QTest::addColumn<QStringList>("jobs");
        QTest::newRow("one at a time") << QStringList{u"--jobs"_s, u"1"_s};
        QTest::newRow("several") << QStringList{u"--jobs"_s, u"3"_s};
        QTest::newRow("as it likes") << QStringList{};
    }
    void answersWhileTheListComesIn()
    {
        QFETCH(QStringList, jobs);
        Run run;
        run.pieces = {"a\n", "bad\n", "c\nd\n", "e\n"};
        run.after = {0, 1, 2, 4};
        QCOMPARE(run(QStringList{u"check"_s, u"-"_s} + jobs), 2);
        QVERIFY(run.waited);
        QCOMPARE(filesOf(run.out), (QStringList{u"a"_s, u"bad"_s, u"c"_s, u"d"_s, u"e"_s}));
    }

    /// The first waits until the others were opened, however many: it holds nobody up and comes first all the
    /// same.
    void inTheOrderOfTheList()
    {
        constexpr int Others = 500;
        Run run;
        std::mutex mutex;
        std::condition_variable opened;
        int others = 0;
        QStringList names{u"first"_s};
        for (int i = 0; i < Others; ++i)
            names += u"bad%1"_s.arg(i);
        run.pieces = {names.join(u'\n').toUtf8()};
        run.beforeOpening = [&](const QString& file) {
            std::unique_lock lock(mutex);
            if (file != u"first"_s) {
                ++others;
                opened.notify_all();
            } else if (!opened.wait_for(lock, Long, [&] { return others == Others; })) {
                others = -Others;
            }
        };
        QCOMPARE(run({u"flags"_s, u"-"_s, u"--jobs"_s, u"2"_s}), 2);
        QCOMPARE(others, Others);
        QCOMPARE(filesOf(run.out), names);
        QVERIFY(run.err.indexOf("bad1:") < run.err.indexOf("bad2:"));
    }

    /// What waits for its turn is bounded: nobody begins another recording when it is too much.
    void whatWaitsStaysLittle()
    {
        constexpr int Others = 400;
        Run run;
        std::mutex mutex;
        std::condition_variable opened;
        int others = 0;
        QByteArray list = "first\n";
        for (int i = 0; i < Others; ++i) // each name, in the line and on stderr, is 60 kB
            list += "bad" + QByteArray(60'000, 'x') + QByteArray::number(i) + '\n';
        run.pieces = {list};
        run.beforeOpening = [&](const QString& file) {
            std::unique_lock lock(mutex);
            if (file != u"first"_s) {
                ++others;
                opened.notify_all();
            } else {
                // 16 MiB are 139 of them; more than that never come.
                opened.wait_for(lock, Long, [&] { return others >= 100; });
                opened.wait_for(lock, std::chrono::milliseconds(500), [&] { return others > 200; });
                if (others < 100 || others > 200)
                    others = -Others;
            }
        };
        QCOMPARE(run({u"flags"_s, u"-"_s, u"--jobs"_s, u"2"_s}), 2);
        QCOMPARE(others, Others);
        QCOMPARE(filesOf(run.out).size(), Others + 1);
    }

    /// The same as --json says of one.
    void theAnswerOfOne()
    {
        for (const char* name : {"sample-town.log", "sample-run.hcrp", "sample-match.butter"}) {
            const QString file = sample(name);
            QJsonObject line = linesOf(run({u"check"_s, u"-"_s}, file.toUtf8()).out).value(0);
            QJsonObject alone =
                test::runCli({u"check"_s, file, u"--json"_s}).json()["files"_L1][0].toObject();
            QCOMPARE(line.take("verb"_L1).toString(), u"check"_s);
            QCOMPARE(line.take("exit_code"_L1).toInt(), 0);
            QCOMPARE(line, alone);

            line = linesOf(run({u"metrics"_s, u"-"_s}, file.toUtf8()).out).value(0);
            alone = test::runCli({u"metrics"_s, file, u"--json"_s}).json();
            QVERIFY(!alone["rows"_L1].toArray().isEmpty());
            QCOMPARE(line["columns"_L1], alone["columns"_L1]);
            QCOMPARE(line["rows"_L1], alone["rows"_L1]);
            line = linesOf(run({u"metrics"_s, u"-"_s, u"--list"_s}, file.toUtf8()).out).value(0);
            QCOMPARE(line["metrics"_L1],
                     test::runCli({u"metrics"_s, file, u"--list"_s, u"--json"_s}).json()["metrics"_L1]);

            const test::CliOutcome flags = test::runCli({u"flags"_s, file, u"--severity"_s, u"0"_s});
            const test::CliOutcome listed = run({u"flags"_s, u"-"_s, u"--severity"_s, u"0"_s}, file.toUtf8());
            QCOMPARE(listed.code, flags.code);
            line = linesOf(listed.out).value(0);
            QCOMPARE(line["exit_code"_L1].toInt(), flags.code);
            QJsonArray each;
            for (const QJsonObject& flag : linesOf(flags.out)) {
                QJsonObject own = flag;
                QCOMPARE(own.take("file"_L1).toString(), file);
                QCOMPARE(own.take("sha256"_L1), line["sha256"_L1]);
                each += own;
            }
            QCOMPARE(line["flags"_L1].toArray(), each);
        }
    }

    void exitCodes_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<QString>("verb");
        QTest::addColumn<int>("code");
        QTest::addColumn<QStringList>("statuses");
        const QByteArray town = sample("sample-town.log").toUtf8() + '\n'; // has collisions
        const QByteArray run = sample("sample-run.hcrp").toUtf8() + '\n';
        const QByteArray part = torn().toUtf8() + '\n';
        const QByteArray none = "/nowhere/at.all\n";
        QTest::newRow("fine") << run << u"check"_s << 0 << QStringList{u"ok"_s};
        QTest::newRow("lost") << run + part + run << u"check"_s << 1
                              << QStringList{u"ok"_s, u"damaged"_s, u"ok"_s};
        QTest::newRow("not there") << part + none + run << u"check"_s << 2
                                   << QStringList{u"damaged"_s, u"unreadable"_s, u"ok"_s};
        QTest::newRow("flagged") << town + part << u"flags"_s << 3 << QStringList{u"ok"_s, u"damaged"_s};
        QTest::newRow("flagged, not there")
            << town + none << u"flags"_s << 2 << QStringList{u"ok"_s, u"unreadable"_s};
        QTest::newRow("numbers of what is lost")
            << part + run << u"metrics"_s << 1 << QStringList{u"damaged"_s, u"ok"_s};
        QTest::newRow("a pipe") << pipe().toUtf8() + '\n' + run << u"check"_s << 2
                                << QStringList{u"unreadable"_s, u"ok"_s};
        QTest::newRow("a server that is not there")
            << "http://127.0.0.1:1/x.log\n" + run << u"check"_s << 2 << QStringList{u"unreadable"_s, u"ok"_s};
        QTest::newRow("a folder") << m_folder.path().toUtf8() << u"check"_s << 1 << QStringList{u"damaged"_s};
    }
    void exitCodes()
    {
        QFETCH(QByteArray, list);
        QFETCH(QString, verb);
        QFETCH(int, code);
        QFETCH(QStringList, statuses);
        const test::CliOutcome o = run({verb, u"-"_s}, list);
        QStringList found;
        for (const QJsonObject& line : linesOf(o.out)) {
            found += line["status"_L1].toString();
            QCOMPARE(line["error"_L1].isNull(), found.back() != u"unreadable"_s);
        }
        QCOMPARE(found, statuses);
        QCOMPARE(o.code, code);
        QCOMPARE(o.out.count('\n'), statuses.size());
    }

    /// Whatever it hangs in.
    void whatNeverEndsIsGivenUp_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QByteArray>("step");
        for (const char* step : {"open", "index", "decode", "sample", "verify"})
            QTest::addRow("check, %s", step) << u"check"_s << QByteArray(step);
        for (const char* step : {"open", "index"})
            QTest::addRow("flags, %s", step) << u"flags"_s << QByteArray(step);
        for (const char* step : {"open", "index", "decode"})
            QTest::addRow("metrics, %s", step) << u"metrics"_s << QByteArray(step);
    }
    void whatNeverEndsIsGivenUp()
    {
        QFETCH(QString, verb);
        QFETCH(QByteArray, step);
        const QTemporaryDir folder;
        const QString endless = folder.filePath(u"endless.slow"_s);
        QFile file(endless);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("SLOW " + step) > 0);
        file.close();
        qputenv("GHOSTLINE_CODEC_PATH", SLOW_CODECS);
        const QByteArray whole = sample("sample-run.hcrp").toUtf8();
        const auto o = run({verb, u"-"_s, u"--timeout"_s, u"0.5"_s},
                           whole + '\n' + endless.toUtf8() + '\n' + "/nowhere\n");
        qunsetenv("GHOSTLINE_CODEC_PATH");
        QCOMPARE(o.code, 2);
        const QList<QJsonObject> lines = linesOf(o.out);
        QCOMPARE(filesOf(o.out), (QStringList{sample("sample-run.hcrp"), endless, u"/nowhere"_s}));
        QCOMPARE(lines[1]["status"_L1].toString(), u"given up"_s);
        QCOMPARE(lines[1]["exit_code"_L1].toInt(), 2);
        QCOMPARE(lines[1]["error"_L1]["message"_L1].toString(), u"given up after 0.5 s"_s);
        QVERIFY2(o.err.contains("endless.slow: given up after 0.5 s"), o.err.constData());
        QCOMPARE(lines[2]["status"_L1].toString(), u"unreadable"_s);
    }

    /// The whole of it would take a minute to read.
    void aHugeFileIsGivenUp()
    {
        const QTemporaryDir folder;
        const QString huge = folder.filePath(u"huge.log"_s);
        QVERIFY(QFile::copy(sample("sample-town.log"), huge));
        QFile file(huge);
        if (!file.open(QIODevice::ReadWrite) || !file.resize(qint64{64} << 30))
            QSKIP("no file of 64 GiB can be made here");
        file.close();
        const QByteArray whole = sample("sample-run.hcrp").toUtf8();
        const auto o = run({u"check"_s, u"-"_s, u"--timeout"_s, u"2"_s}, huge.toUtf8() + '\n' + whole);
        QCOMPARE(o.code, 2);
        const QList<QJsonObject> lines = linesOf(o.out);
        QCOMPARE(filesOf(o.out), (QStringList{huge, sample("sample-run.hcrp")}));
        QCOMPARE(lines[0]["status"_L1].toString(), u"given up"_s);
        QCOMPARE(lines[1]["status"_L1].toString(), u"ok"_s);
    }

    void interruptedWhileTheListIsOpen()
    {
        QProcess process;
        process.start(QStringLiteral(GHOSTLINE_CLI), {u"check"_s, u"-"_s});
        process.write(sample("sample-run.hcrp").toUtf8() + '\n');
        QVERIFY(process.waitForReadyRead(60'000));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(5'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("stopped before the list was done"));
        QCOMPARE(process.readAllStandardOutput().count('\n'), 1);
    }

    void filesInTheCommandLine()
    {
        const QString town = sample("sample-town.log");
        const auto o = test::runCli({u"metrics"_s, town, town, u"--jsonl"_s, u"--metric"_s, u"speed"_s});
        QCOMPARE(o.code, 0);
        QCOMPARE(filesOf(o.out), (QStringList{town, town}));
    }

    void wrongArguments_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("two without a list")
            << u"metrics a b"_s << QByteArray("several recordings need --jsonl");
        QTest::newRow("a limit without a list") << u"check a --timeout 3"_s << QByteArray("--jsonl");
        QTest::newRow("jobs without a list") << u"flags a --jobs 3"_s << QByteArray("--jsonl");
        QTest::newRow("zero bytes without a list") << u"metrics a -0"_s << QByteArray("--jsonl");
        QTest::newRow("CSV of a list") << u"metrics - --csv"_s << QByteArray("--csv");
        QTest::newRow("no time at all") << u"check - --timeout 0"_s << QByteArray("--timeout");
        QTest::newRow("no jobs at all") << u"check - --jobs 0"_s << QByteArray("--jobs");
        QTest::newRow("an option without value") << u"check - --option x"_s << QByteArray("NAME=VALUE");
    }
    void wrongArguments()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        Run run;
        QCOMPARE(run(line.split(u' ')), 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }

private:
    /// The sample's run without its end.
    QString torn() const
    {
        const QString path = m_folder.filePath(u"torn.hcrp"_s);
        QFile whole(sample("sample-run.hcrp"));
        QFile part(path);
        if (whole.open(QIODevice::ReadOnly) && part.open(QIODevice::WriteOnly))
            part.write(whole.read(whole.size() * 2 / 3));
        return path;
    }
    /// Nobody ever writes into it.
    QString pipe() const
    {
        const QString path = m_folder.filePath(u"pipe.log"_s);
        ::mkfifo(QFile::encodeName(path).constData(), 0600);
        return path;
    }
};

} // namespace tst_cli_list

GHOSTLINE_TEST(tst_cli_list, TestCliList)
#include "tst_cli_list.moc"
