// SPDX-License-Identifier: GPL-3.0-or-later
// `flags` over a thousand recordings: all cores, a line as soon as it is known, and one broken file stops
// nothing.
#include "app/cli/command_line.h"
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "model/review/flag.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>

namespace tst_cli_flags {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

constexpr int Files = 1000;
constexpr int Distinct = 20;
constexpr int Broken = 617;

/// A run of two seconds; the check "speed" accuses at tick 10 and, of every second run, "reach" at tick 30.
void record(const QString& path, int number)
{
    auto recorder = recording::LoneRecorder::create(recording::RecorderHead());
    QVERIFY(recorder);
    recording::TickBuilder tick(*recorder);
    while (recorder->nextTick() < 40) {
        const int at = recorder->nextTick();
        tick.move(0, {{0.1 * at, 65.0, 0.1 * number}, 0.0F, 0.0F});
        if (at == 10)
            tick.flag("speed", static_cast<std::uint8_t>(number % 4), 0.5F, "6 blocks/s");
        if (at == 30 && number % 2 == 0)
            tick.flag("reach", 3, 0.75F, "4.5 blocks");
        QVERIFY(tick.commit());
    }
    QVERIFY(recorder->save(path, u"finish"_s));
}

QList<QJsonObject> linesOf(const QByteArray& out)
{
    QList<QJsonObject> lines;
    for (const QByteArray& line : out.split('\n')) {
        if (!line.isEmpty())
            lines += QJsonDocument::fromJson(line).object();
    }
    return lines;
}

/// What a run of `flags` did, besides what it said.
class Watched
{
public:
    explicit Watched(std::size_t wantedThreads = 0) : m_wanted(wantedThreads) {}

    model::Opener opener(const model::Opener& open)
    {
        return [this, open](const QString& path, const model::OpenOptions& options) {
            gather();
            ++opened;
            return open(path, options);
        };
    }
    std::size_t threads() const { return m_threads.size(); }

    std::atomic<int> opened{0};
    int openedAtFirstLine = -1;
    int openedAtFirstFlush = -1;
    std::stop_source stop;
    bool stopAtFirstLine = false;

private:
    /// Nobody opens anything before so many threads want to.
    void gather()
    {
        std::unique_lock lock(m_mutex);
        m_threads.insert(std::this_thread::get_id());
        m_changed.notify_all();
        m_changed.wait_for(lock, std::chrono::seconds(30), [this] { return m_threads.size() >= m_wanted; });
    }

    std::size_t m_wanted;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::set<std::thread::id> m_threads;
};

test::CliOutcome flags(const QStringList& arguments, const model::CodecRegistry& registry,
                       const model::Opener& open, Watched& watched)
{
    test::CliOutcome outcome;
    const app::Console console{[&](QByteArrayView text) {
                                   outcome.out += text;
                                   if (watched.openedAtFirstLine < 0)
                                       watched.openedAtFirstLine = watched.opened;
                                   if (watched.stopAtFirstLine)
                                       watched.stop.request_stop();
                               },
                               [&](QByteArrayView text) { outcome.err += text; },
                               [&] {
                                   if (watched.openedAtFirstFlush < 0 && !outcome.out.isEmpty())
                                       watched.openedAtFirstFlush = watched.opened;
                               }};
    const app::Session session{console, registry, watched.opener(open), watched.stop.get_token()};
    outcome.code = app::runCommandLine(QStringList{u"flags"_s} + arguments, session);
    return outcome;
}

} // namespace

class TestCliFlags : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    model::CodecRegistry m_registry;
    model::Opener m_open = [this](const QString& path, const model::OpenOptions& options) {
        return m_registry.open(path, options);
    };

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString one(int number) const { return path(u"one/%1.hcrp"_s.arg(number)); }
    static void write(const QString& path, const QByteArray& content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    static void review(const QString& recording, int frame, const QString& check, model::FlagVerdict verdict)
    {
        auto sidecar = model::loadNotes(recording);
        QVERIFY(sidecar);
        model::FlagReview review;
        review.frame = frame;
        review.check = check;
        review.verdict = verdict;
        review.reviewer = u"Ana"_s;
        review.note = u"seen twice"_s;
        sidecar->sidecar.add(review);
        QVERIFY(model::saveSidecar(recording, sidecar->sidecar));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"one"_s) && QDir(m_folder.path()).mkdir(u"many"_s));
        for (int i = 0; i < Distinct; ++i)
            record(one(i), i);
        for (int i = 0; i < Files; ++i) {
            const QString name = path(u"many/%1.hcrp"_s.arg(i, 4, 10, QChar(u'0')));
            if (i == Broken)
                write(name, "HCRP, or so it says");
            else
                QCOMPARE(::link(QFile::encodeName(one(i % Distinct)).constData(),
                                QFile::encodeName(name).constData()),
                         0);
        }
    }

    void aThousandFiles_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::newRow("plain") << QStringList();
        QTest::newRow("--json, too") << QStringList{u"--json"_s};
    }
    void aThousandFiles()
    {
        QFETCH(QStringList, more);
        // Two for each core: whoever opens a file waits while it is indexed.
        const std::size_t openers = 2 * std::max<std::size_t>(1, std::thread::hardware_concurrency());
        Watched watched(openers);
        const auto o = flags(QStringList{path(u"many"_s)} + more, m_registry, m_open, watched);
        QCOMPARE(o.code, 2); // one cannot be opened, and that comes first
        QCOMPARE(o.err.count('\n'), 1);
        QVERIFY2(o.err.contains("0617.hcrp: "), o.err.constData());
        QCOMPARE(watched.opened.load(), Files);
        QCOMPARE(watched.threads(), openers);
        QVERIFY(watched.openedAtFirstLine < Files);
        QVERIFY(watched.openedAtFirstFlush < Files);

        // Of twenty runs ten have a "speed" of severity 2 or more, ten a "reach"; the broken one has none.
        const QList<QJsonObject> lines = linesOf(o.out);
        QCOMPARE(lines.size(), Files / Distinct * 20);
        QStringList files;
        for (const QJsonObject& line : lines)
            files += line["file"_L1].toString();
        QVERIFY(std::is_sorted(files.begin(), files.end()));
        const QJsonObject last = lines.back();
        QCOMPARE(last["file"_L1].toString(), path(u"many/0999.hcrp"_s));
        QCOMPARE(last["check"_L1].toString(), u"speed"_s);
        QCOMPARE(last["frame"_L1].toInt(), 10);
        QCOMPARE(last["time_s"_L1].toDouble(), 0.5);
        QCOMPARE(last["severity"_L1].toInt(), 3);
        QCOMPARE(last["score"_L1].toDouble(), 0.5);
        QCOMPARE(last["detail"_L1].toString(), u"6 blocks/s"_s);
        QCOMPARE(last["source"_L1].toString(), u"server"_s);
        QVERIFY(last["verdict"_L1].isNull() && !last.contains("reviewer"_L1) && !last.contains("note"_L1));
    }

    void theProgramItself()
    {
        const test::CliOutcome o = test::runCli({u"flags"_s, path(u"many"_s), u"--severity"_s, u"3"_s});
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains("0617.hcrp: "), o.err.constData());
        QCOMPARE(o.out.count('\n'), Files / Distinct * 15);
    }

    void stopsAtOnce()
    {
        Watched watched;
        watched.stopAtFirstLine = true;
        const auto o = flags({path(u"many"_s)}, m_registry, m_open, watched);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains("stopped"), o.err.constData());
        QVERIFY(watched.opened < Files);
        QVERIFY(linesOf(o.out).size() < 5);
    }

    void whatReviewersSaid()
    {
        const QString run = path(u"reviewed.hcrp"_s);
        record(run, 2); // "speed" of severity 2 and "reach" of severity 3
        Watched watched;
        const auto said = [&] { return flags({run}, m_registry, m_open, watched); };
        QCOMPARE(said().code, 3);
        review(run, 10, u"speed"_s, model::FlagVerdict::Confirmed);
        QCOMPARE(said().code, 3);
        review(run, 30, u"reach"_s, model::FlagVerdict::Unsure);
        const auto all = said();
        QCOMPARE(all.code, 0);
        const QList<QJsonObject> lines = linesOf(all.out);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0]["verdict"_L1].toString(), u"confirmed"_s);
        QCOMPARE(lines[0]["reviewer"_L1].toString(), u"Ana"_s);
        QCOMPARE(lines[0]["note"_L1].toString(), u"seen twice"_s);
        QCOMPARE(lines[1]["verdict"_L1].toString(), u"unsure"_s);
        review(run, 10, u"speed"_s, model::FlagVerdict::None);
        QCOMPARE(said().code, 3);
        QVERIFY(linesOf(said().out)[0]["verdict"_L1].isNull());
        QCOMPARE(flags({run, u"--severity"_s, u"3"_s}, m_registry, m_open, watched).code, 0);
    }

    void openAsReviewersLeaveIt_data()
    {
        QTest::addColumn<QStringList>("said"); // by Ana, then by Ben
        QTest::addColumn<bool>("open");
        QTest::newRow("nobody") << QStringList() << true;
        QTest::newRow("confirmed") << QStringList{u"confirmed"_s} << false;
        QTest::newRow("rejected") << QStringList{u"rejected"_s} << false;
        QTest::newRow("unsure") << QStringList{u"unsure"_s} << false;
        QTest::newRow("needs more") << QStringList{u"needs_more"_s} << true;
        QTest::newRow("both alike") << QStringList{u"confirmed"_s, u"confirmed"_s} << false;
        QTest::newRow("they differ") << QStringList{u"confirmed"_s, u"rejected"_s} << true;
        QTest::newRow("one wants more") << QStringList{u"confirmed"_s, u"needs_more"_s} << true;
        QTest::newRow("taken back") << QStringList{QString()} << true;
    }
    void openAsReviewersLeaveIt()
    {
        QFETCH(QStringList, said);
        QFETCH(bool, open);
        const QString run = path(u"open.hcrp"_s);
        record(run, 3); // "speed" alone, of severity 3
        QFile::remove(model::sidecarPath(run));
        model::Sidecar notes;
        for (qsizetype i = 0; i < said.size(); ++i)
            notes.add(model::FlagReview{.id = {},
                                        .frame = 10,
                                        .check = u"speed"_s,
                                        .verdict = model::flagVerdictNamed(said[i]),
                                        .reviewer = i == 0 ? u"Ana"_s : u"Ben"_s});
        QVERIFY(model::saveSidecar(run, notes));
        Watched watched;
        const auto o = flags({run, u"--json"_s}, m_registry, m_open, watched);
        QCOMPARE(linesOf(o.out).size(), 1);
        QVERIFY(linesOf(o.out)[0]["open"_L1].isBool());
        QCOMPARE(linesOf(o.out)[0]["open"_L1].toBool(), open);
        QCOMPARE(o.code, open ? 3 : 0);
    }

    void howOftenChecksWereRight()
    {
        const QString folder = path(u"judged"_s);
        QVERIFY(QDir().mkpath(folder));
        const auto said = [this, &folder](const QStringList& more) {
            Watched watched;
            return flags(QStringList{folder, u"--precision"_s} + more, m_registry, m_open, watched);
        };
        using enum model::FlagVerdict;
        for (const int number : {2, 6, 10, 14}) { // "speed" of severity 2 and "reach" of severity 3
            const QString run = u"%1/%2.hcrp"_s.arg(folder).arg(number);
            record(run, number);
            if (number != 14)
                review(run, 10, u"speed"_s, number == 10 ? Rejected : Confirmed);
        }
        const auto json = said({u"--json"_s});
        QCOMPARE(json.code, 0);
        const QJsonObject all = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(all["recordings"_L1].toInt(), 4);
        QVERIFY(all["reviewer"_L1].isNull());
        QCOMPARE(all["checks"_L1].toArray().size(), 2);
        const QJsonObject speed = all["checks"_L1][1].toObject();
        QCOMPARE(speed["check"_L1].toString(), u"speed"_s);
        QCOMPARE(speed["flags"_L1].toInt(), 4);
        QCOMPARE(speed["judged"_L1].toInt(), 3);
        QCOMPARE(speed["confirmed"_L1].toInt(), 2);
        QCOMPARE(speed["open"_L1].toInt(), 1);
        QVERIFY(std::abs(speed["precision"_L1].toDouble() - 2.0 / 3.0) < 1e-9);
        QVERIFY(std::abs(speed["precision_least"_L1].toDouble() - 0.2077) < 5e-5);
        QVERIFY(std::abs(speed["precision_most"_L1].toDouble() - 0.9385) < 5e-5);
        const QJsonObject reach = all["checks"_L1][0].toObject();
        QCOMPARE(reach["judged"_L1].toInt(), 0);
        QVERIFY(reach["precision"_L1].isNull());

        const QByteArray csv = said({u"--csv"_s}).out;
        QVERIFY2(csv.startsWith("check,source,flags,judged,confirmed,"), csv.constData());
        QVERIFY2(csv.contains("\nspeed,") && csv.contains(",4,3,2,1,0,0,0,0,1,0.666"), csv.constData());
        const QByteArray text = said({}).out;
        QVERIFY2(text.contains("4 recordings, flags from severity 2 on") && text.contains("20.8 to 93.9"),
                 text.constData());
        QVERIFY(!said({u"--severity"_s, u"3"_s}).out.contains("speed"));
        // Nothing of what Ana says counts for Ben.
        const QByteArray blind = said({u"--reviewer"_s, u"Ben"_s, u"--json"_s}).out;
        QCOMPARE(QJsonDocument::fromJson(blind)["checks"_L1][1]["judged"_L1].toInt(), 0);
    }

    void precisionGoesWithItsOwnOptions_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("CSV of flags") << QStringList{u"--csv"_s} << QByteArray("--precision");
        QTest::newRow("reviewer of flags")
            << QStringList{u"--reviewer"_s, u"Ana"_s} << QByteArray("--precision");
        QTest::newRow("a list") << QStringList{u"--precision"_s, u"--jsonl"_s} << QByteArray("list");
        QTest::newRow("two forms") << QStringList{u"--precision"_s, u"--csv"_s, u"--json"_s}
                                   << QByteArray("--json");
    }
    void precisionGoesWithItsOwnOptions()
    {
        QFETCH(QStringList, more);
        QFETCH(QByteArray, says);
        Watched watched;
        const auto o = flags(QStringList{one(2)} + more, m_registry, m_open, watched);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.out.isEmpty() && o.err.contains(says), o.err.constData());
    }

    /// A byte more, and what was said of the file is said of another one.
    void verdictsAreOfTheContent()
    {
        const QString run = path(u"bound.hcrp"_s);
        record(run, 3); // "speed" alone, of severity 3
        Watched watched;
        const auto said = [&] { return flags({run}, m_registry, m_open, watched); };
        auto notes = model::loadNotes(run);
        QVERIFY(notes);
        model::FlagReview review;
        review.frame = 10;
        review.check = u"speed"_s;
        review.verdict = model::FlagVerdict::Confirmed;
        review.content = *model::contentOf(run);
        notes->sidecar.add(review);
        QVERIFY(model::saveSidecar(run, notes->sidecar));
        const auto before = said();
        QCOMPARE(before.code, 0);
        QCOMPARE(linesOf(before.out)[0]["verdict"_L1].toString(), u"confirmed"_s);
        QCOMPARE(linesOf(before.out)[0]["sha256"_L1].toString().toLatin1(), review.content.sha256);

        QFile file(run);
        QVERIFY(file.open(QIODevice::Append) && file.write("x") == 1);
        file.close();
        const auto after = said();
        QCOMPARE(after.code, 3);
        QVERIFY(linesOf(after.out)[0]["verdict"_L1].isNull());
        QCOMPARE(linesOf(after.out)[0]["verdicts_on_other_content"_L1].toInt(), 1);
        QCOMPARE(linesOf(after.out)[0]["sha256"_L1].toString().toLatin1(), model::contentOf(run)->sha256);
        QVERIFY2(after.err.contains("1 verdict given on other content"), after.err.constData());
        const auto checked = test::runCli({u"check"_s, run, u"--json"_s}).json();
        QCOMPARE(checked["files"_L1][0]["verdicts_on_other_content"_L1].toInt(), 1);
        const auto info = test::runCli({u"info"_s, run, u"--json"_s}).json();
        QCOMPARE(info["sha256"_L1].toString().toLatin1(), model::contentOf(run)->sha256);
    }

    void exitCodes_data()
    {
        QTest::addColumn<QString>("paths");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("lines");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("below the severity") << u"1"_s << 0 << 0 << QByteArray();
        QTest::newRow("at the severity") << u"2"_s << 3 << 2 << QByteArray();
        QTest::newRow("frames are lost") << u"lost"_s << 1 << 0 << QByteArray("it breaks off");
        QTest::newRow("lost and unreviewed") << u"lost 3"_s << 3 << 1 << QByteArray("it breaks off");
        QTest::newRow("nothing there") << u"absent"_s << 2 << 0 << QByteArray("no such file");
        QTest::newRow("nothing there and unreviewed")
            << u"3 absent 2"_s << 2 << 3 << QByteArray("no such file");
        QTest::newRow("notes that cannot be read") << u"7"_s << 2 << 1 << QByteArray("7.hcrp.ghostline.json");
    }
    void exitCodes()
    {
        QFETCH(QString, paths);
        write(model::sidecarPath(one(7)), "{");
        const model::Opener open = [this](const QString& path, const model::OpenOptions& options) {
            return path == "lost"_L1 ? lost() : m_open(path, options);
        };
        QStringList arguments;
        for (const QString& name : paths.split(u' '))
            arguments += name.front().isDigit() ? one(name.toInt()) : name;
        Watched watched;
        const auto o = flags(arguments, m_registry, open, watched);
        QVERIFY(QFile::remove(model::sidecarPath(one(7))));
        QTEST(o.code, "code");
        QTEST(int(linesOf(o.out).size()), "lines");
        QFETCH(QByteArray, says);
        QVERIFY2(o.err.contains(says) && o.err.isEmpty() == says.isEmpty(), o.err.constData());
    }

private:
    static model::Result<std::unique_ptr<model::ReplaySource>> lost()
    {
        test::FakeReplayOptions options;
        options.lost = {{{10, 20}, u"it breaks off"_s}};
        return std::make_unique<test::FakeReplay>(options);
    }
};

} // namespace tst_cli_flags

GHOSTLINE_TEST(tst_cli_flags, TestCliFlags)
#include "tst_cli_flags.moc"
