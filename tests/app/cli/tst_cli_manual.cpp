// SPDX-License-Identifier: GPL-3.0-or-later
// Help, manual pages and completions say what the parser says: every verb and option occurs in each of them,
// the tools that read them accept them, what bash completes is right, and every example runs.
#include "app/cli/parser.h"
#include "app/manual/closest.h"
#include "app/manual/help.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <ranges>

namespace tst_cli_manual {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

Ended run(const QString& program, const QStringList& arguments, const QString& folder = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    process.write("drive.log\n"); // for whatever reads a list of recordings
    process.closeWriteChannel();
    if (!process.waitForFinished(20'000))
        return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

/// A program that stays until it is told to go, which is as soon as it has said something.
Ended begun(const QString& program, const QStringList& arguments, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForReadyRead(20'000))
        return {};
    process.terminate();
    if (!process.waitForFinished(20'000))
        return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

QString page(const QString& path) { return QStringLiteral(GHOSTLINE_SHARE "/") + path; }

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const model::CodecRegistry& noCodecs()
{
    static const model::CodecRegistry none{QStringList{}};
    return none;
}

/// Runs nothing: only what the parser takes is looked at.
const app::Parser& parser()
{
    static const app::Session session{{}, noCodecs(), {}, {}};
    static const app::Parser real(session);
    return real;
}

QStringList verbs()
{
    QStringList names;
    for (const CLI::App* verb : parser().app().get_subcommands({}))
        names << QString::fromStdString(verb->get_name());
    return names;
}

QStringList optionsOf(const CLI::App& app)
{
    QStringList names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names << u"--"_s + QString::fromStdString(name);
    }
    for (const CLI::App* group : app.get_subcommands({})) {
        if (group->get_name().empty())
            names += optionsOf(*group);
    }
    return names;
}

/// Of the whole command line tool.
QStringList words()
{
    QStringList all = verbs() + optionsOf(parser().app());
    for (const CLI::App* verb : parser().app().get_subcommands({}))
        all += optionsOf(*verb);
    for (const QStringList& choices : parser().notes().choices | std::views::values)
        all += choices;
    all.removeDuplicates();
    return all;
}

/// As each page spells an option's or verb's name.
QString spelled(const QString& word, const QString& path)
{
    if (path.startsWith(u"man/"))
        return QString(word).replace(u'-', u"\\-"_s);
    if (path.endsWith(u".fish") && word.startsWith(u"--"))
        return u"-l "_s + word.mid(2);
    return word;
}

bool hasWord(const QByteArray& text, const QString& word)
{
    return QRegularExpression(u"(?<![\\w-])%1(?![\\w-])"_s.arg(QRegularExpression::escape(word)))
        .match(QString::fromUtf8(text))
        .hasMatch();
}

QStringList programs()
{
#ifdef GHOSTLINE_WINDOW
    return {u"ghostline-cli"_s, u"ghostline"_s};
#else
    return {u"ghostline-cli"_s};
#endif
}

QStringList pagesOf(const QString& program)
{
    return {u"man/man1/%1.1"_s.arg(program), u"bash-completion/completions/%1"_s.arg(program),
            u"zsh/site-functions/_%1"_s.arg(program), u"fish/vendor_completions.d/%1.fish"_s.arg(program)};
}

} // namespace

class TestCliManual : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// What bash offers for the last word of `line`; "default" is what it would look for by itself.
    QStringList completed(const QString& program, const QStringList& line)
    {
        const QString script =
            u"compopt() { [[ \"$*\" == '-o default' ]] && printf 'default\\n'; return 0; }\n"
            "source %1\nprogram=$1\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\n"
            "_${program//-/_}\n((${#COMPREPLY[@]})) && printf '%s\\n' \"${COMPREPLY[@]}\"\n"_s.arg(
                page(u"bash-completion/completions/"_s + program));
        const Ended ended =
            run(u"bash"_s, QStringList{u"-c"_s, script, u"bash"_s, program} + line, m_folder.path());
        if (!ended.err.isEmpty())
            qWarning("%s", ended.err.constData());
        QStringList offered = QString::fromUtf8(ended.out).split(u'\n', Qt::SkipEmptyParts);
        offered.sort();
        return offered;
    }
    void copySample(const QString& sample, const QString& name)
    {
        QDir(m_folder.path()).mkpath(QFileInfo(m_folder.filePath(name)).path());
        QVERIFY(QFile::copy(QStringLiteral(GHOSTLINE_SAMPLES "/") + sample, m_folder.filePath(name)));
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // where a library is
        for (const char* name : {"drive.log", "slow.log", "fast.log", "damaged.log", "recordings/one.log"})
            copySample(u"sample-town.log"_s, QString::fromLatin1(name));
        // `bench` steps through it at a pace of its own.
        const Ended cut =
            run(QStringLiteral(GHOSTLINE_CLI),
                {u"convert"_s, u"drive.log"_s, u"short.log"_s, u"--to"_s, u"5"_s}, m_folder.path());
        QVERIFY2(cut.code == 0, cut.err.constData());
        copySample(u"sample-run.hcrp"_s, u"runs/4711"_s);
        QVERIFY(QDir(m_folder.path()).mkpath(u"small"_s));
        QVERIFY(QDir(m_folder.path()).mkpath(u"theirs"_s)); // of another reviewer
        QFile season(m_folder.filePath(u"season.json"_s));
        QVERIFY(season.open(QIODevice::WriteOnly) && season.write("{\"season\":3}") > 0);
        QFile marks(m_folder.filePath(u"marks.csv"_s));
        QVERIFY(marks.open(QIODevice::WriteOnly) && marks.write("start,tags\n2.5,overtaking\n") > 0);
        QFile notes(m_folder.filePath(u"notes with blanks.txt"_s));
        QVERIFY(notes.open(QIODevice::WriteOnly));
    }

    void everyWordIsOnThePage_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("expected");
        for (const QString& path : pagesOf(u"ghostline-cli"_s))
            QTest::newRow(qPrintable(path)) << path << words();
#ifdef GHOSTLINE_WINDOW
        const Ended help = run(QStringLiteral(GHOSTLINE_WINDOW), {u"--help"_s});
        QStringList options;
        for (auto it = QRegularExpression(u"^  (?:-\\w, )?(--[a-z]+)"_s, QRegularExpression::MultilineOption)
                           .globalMatch(QString::fromUtf8(help.out));
             it.hasNext();)
            options << it.next().captured(1);
        QVERIFY2(options.size() > 10, help.out + help.err);
        for (const QString& path : pagesOf(u"ghostline"_s))
            QTest::newRow(qPrintable(path)) << path << options;
#endif
    }
    void everyWordIsOnThePage()
    {
        QFETCH(QString, path);
        QFETCH(QStringList, expected);
        QByteArray text = contentOf(page(path));
        QVERIFY2(!text.isEmpty(), "the build wrote no such page");
        for (const char* font : {"\\fB", "\\fI", "\\fR"})
            text.replace(font, " ");
        for (const QString& word : expected)
            QVERIFY2(hasWord(text, spelled(word, path)), qPrintable(word));
    }
    void pagesAreTheSameEachTime()
    {
        QTemporaryDir again;
        const Ended ended = run(QStringLiteral(GHOSTLINE_CLI_MANUAL), {again.path()});
        QVERIFY2(ended.code == 0, ended.err.constData());
        for (const QString& path : pagesOf(u"ghostline-cli"_s))
            QCOMPARE(contentOf(again.filePath(path)), contentOf(page(path)));
    }
    void writerSaysWhatItCannotWrite()
    {
        const Ended ended = run(QStringLiteral(GHOSTLINE_CLI_MANUAL), {m_folder.filePath(u"drive.log"_s)});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains("ghostline-cli.1: "), ended.err.constData());
        QCOMPARE(run(QStringLiteral(GHOSTLINE_CLI_MANUAL), {}).code, 2);
    }

    void toolsAcceptThePage_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QStringList>("arguments");
        for (const QString& program : programs()) {
            const QStringList pages = pagesOf(program);
            const auto row = [&program](const char* tool, const QStringList& arguments) {
                QTest::addRow("%s %s", tool, qPrintable(program)) << QString::fromLatin1(tool) << arguments;
            };
            row("groff", {u"-man"_s, u"-ww"_s, u"-z"_s, u"-Tutf8"_s, page(pages[0])});
            // A page without a date is on purpose.
            row("mandoc", {u"-Tlint"_s, u"-Werror"_s, page(pages[0])});
            row("bash", {u"-n"_s, page(pages[1])});
            row("zsh", {u"-n"_s, page(pages[2])});
            row("fish", {u"-n"_s, page(pages[3])});
        }
    }
    void toolsAcceptThePage()
    {
        QFETCH(QString, tool);
        QFETCH(QStringList, arguments);
        if (QStandardPaths::findExecutable(tool).isEmpty())
            QSKIP(qPrintable(tool + u" is not there"_s));
        const Ended ended = run(tool, arguments);
        QVERIFY2(ended.code == 0 && ended.err.isEmpty(), (ended.out + ended.err).constData());
    }

    void bashCompletes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("offered");
        const auto row = [](const char* line, const QStringList& offered) {
            QTest::newRow(line) << QString::fromLatin1(line) << offered;
        };
        const QStringList folders{u"recordings"_s, u"runs"_s, u"small"_s, u"theirs"_s};
        const QStringList recordings{u"damaged.log"_s, u"drive.log"_s, u"fast.log"_s, u"short.log"_s,
                                     u"slow.log"_s};
        row("--json ", verbs());
        row("com", {u"compact"_s, u"compare"_s});
        row("--ver", {u"--version"_s});
        row("nonsense ", {});
        row("info ", recordings + folders);
        row("info d", {u"damaged.log"_s, u"drive.log"_s});
        row("info recordings/", {u"recordings/one.log"_s});
        row("info small/", {u"default"_s});
        row("info drive.log ", {});
        row("--help info d", {u"damaged.log"_s, u"drive.log"_s});
        row("check drive.log r", {u"default"_s});
        row("convert drive.log ", {u"default"_s});
        row("state --fr", {u"--frame"_s});
        row("state --re", {u"--reported"_s});
        row("state --at ", {});
        row("state --at 1 d", {u"damaged.log"_s, u"drive.log"_s});
        row("state --at = 1 : 30 d", {u"damaged.log"_s, u"drive.log"_s});
        row("state --at = 1 : ", {});
        row("state drive.log --scene ", {u"default"_s});
        row("state drive.log --scene = ", {u"default"_s});
        row("flags --severity ", {u"0"_s, u"1"_s, u"2"_s, u"3"_s});
        row("compare --align ", {u"checkpoint"_s, u"progress"_s, u"start"_s, u"tick"_s});
        row("compare --align = p", {u"progress"_s});
        row("compare --align =", {u"checkpoint"_s, u"progress"_s, u"start"_s, u"tick"_s});
        row("compare slow.log f", {u"fast.log"_s});
        row("analyse drive.log ", {u"contacts"_s, u"limits"_s, u"proximity"_s, u"zones"_s});
    }
    void bashCompletes()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, offered);
        offered.sort();
        if (QStandardPaths::findExecutable(u"bash"_s).isEmpty())
            QSKIP("bash is not there");
        QCOMPARE(completed(u"ghostline-cli"_s, line.split(u' ')), offered);
    }
#ifdef GHOSTLINE_WINDOW
    void bashCompletesTheWindow_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("offered");
        QTest::newRow("recording") << u"d"_s << QStringList{u"damaged.log"_s, u"drive.log"_s};
        QTest::newRow("ghost") << u"slow.log --ghost f"_s << QStringList{u"fast.log"_s};
        QTest::newRow("host") << u"--host d"_s << QStringList{u"damaged.log"_s, u"drive.log"_s};
        QTest::newRow("theme") << u"--theme "_s << QStringList{u"dark"_s, u"light"_s, u"system"_s};
        QTest::newRow("camera") << u"--camera fo"_s << QStringList{u"follow"_s};
    }
    void bashCompletesTheWindow()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, offered);
        if (QStandardPaths::findExecutable(u"bash"_s).isEmpty())
            QSKIP("bash is not there");
        QCOMPARE(completed(u"ghostline"_s, line.split(u' ')), offered);
    }
#endif

    void helpIsReadable_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("ghostline-cli") << QStringLiteral(GHOSTLINE_CLI) << QStringList{u"--help"_s};
        for (const QString& verb : verbs())
            QTest::newRow(qPrintable(verb))
                << QStringLiteral(GHOSTLINE_CLI) << QStringList{verb, u"--help"_s};
#ifdef GHOSTLINE_WINDOW
        QTest::newRow("ghostline") << QStringLiteral(GHOSTLINE_WINDOW) << QStringList{u"--help"_s};
#endif
    }
    void helpIsReadable()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        const Ended ended = run(program, arguments);
        QVERIFY2(ended.code == 0, ended.err.constData());
        const QString text = QString::fromUtf8(ended.out);
        for (const QString& line : text.split(u'\n'))
            QVERIFY2(line.size() <= manual::HelpWidth && !line.endsWith(u' '), qPrintable(line));
        for (const QString& ugly :
             {u"REQUIRED"_s, u"INT in"_s, u"FILE:FILE"_s, u"[Option Group"_s, u"\n\n\n"_s})
            QVERIFY2(!text.contains(ugly), qPrintable(ugly));
        QVERIFY2(text.section(u"\nExamples:\n"_s, 1).contains(u"  ghostline"_s), qPrintable(text));
    }
    void examplesRun_data()
    {
        QTest::addColumn<QString>("line");
        const auto rows = [](const CLI::App* app) {
            const auto at = parser().notes().examples.find(app);
            QVERIFY2(at != parser().notes().examples.end(), app->get_name().c_str());
            for (const manual::Example& example : at->second)
                QTest::addRow("%s: %s", app->get_name().c_str(), qPrintable(example.line)) << example.line;
        };
        rows(&parser().app());
        for (const CLI::App* verb : parser().app().get_subcommands({}))
            rows(verb);
    }
    void examplesRun()
    {
        QFETCH(QString, line);
        const bool stays = line.startsWith(u"host ");
        const Ended ended = stays ? begun(QStringLiteral(GHOSTLINE_CLI), line.split(u' '), m_folder.path())
                                  : run(QStringLiteral(GHOSTLINE_CLI), line.split(u' '), m_folder.path());
        if (line.startsWith(u"record ")) { // no game runs here: it is understood, and that is all
            QVERIFY2(ended.err.contains("no game could be watched"), ended.err.constData());
            return;
        }
        QVERIFY2(ended.code == 0, ended.err.constData());
        QVERIFY2(!ended.out.isEmpty() || line.startsWith(u"flags"), "an example shows something");
    }

    void mistypedWords_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("verb") << u"sate drive.log"_s
                              << QByteArray("there is no verb \"sate\"; did you mean state?");
        QTest::newRow("nothing near")
            << u"sing drive.log"_s << QByteArray("there is no verb \"sing\"; ghost");
        QTest::newRow("option") << u"info drive.log --jsno"_s
                                << QByteArray("`info` has no option --jsno; did you mean --json?");
        QTest::newRow("with a value") << u"flags recordings --sevrity=2"_s
                                      << QByteArray("no option --sevrity; did you mean --severity?");
        QTest::newRow("in a group") << u"state drive.log --fram 3"_s
                                    << QByteArray("no option --fram; did you mean --frame?");
        QTest::newRow("a choice") << u"flags recordings --severity 4"_s
                                  << QByteArray("--severity: 4 not in {");
        QTest::newRow("an argument") << u"analyse drive.log zone"_s << QByteArray("WHAT: zone not in {");
    }
    void mistypedWords()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        const Ended ended = run(QStringLiteral(GHOSTLINE_CLI), line.split(u' '), m_folder.path());
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains(says), ended.err.constData());
    }
#ifdef GHOSTLINE_WINDOW
    void mistypedOptionOfTheWindow()
    {
        const Ended ended = run(QStringLiteral(GHOSTLINE_WINDOW), {u"--teme"_s, u"dark"_s});
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.contains("no option --teme; did you mean --theme?"), ended.err.constData());
    }
#endif
};

} // namespace tst_cli_manual

GHOSTLINE_TEST(tst_cli_manual, TestCliManual)
#include "tst_cli_manual.moc"
