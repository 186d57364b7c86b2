// SPDX-License-Identifier: GPL-3.0-or-later
// Hosting and joining from the command line, and by a link that the desktop hands over.
#include "app/gui/shell/command_line.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_together_command_line {

using namespace ghostline;

namespace {

const QString Line = QStringLiteral("ghostline://192.0.2.7:4000/ABCDE-FGHJK");

auto parsed(const QStringList& words)
{
    return app::parseCommandLine(QStringList{QStringLiteral("ghostline")} + words);
}

} // namespace

class TestTogetherCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hosts_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("port"); // 0 = does not host
        const int usual = together::DefaultPort;
        const auto row = [](const char* words, const char* file, int port) {
            QTest::newRow(words) << QString::fromLatin1(words) << QString::fromLatin1(file) << port;
        };
        row("a.rec", "a.rec", 0);
        row("a.rec --host", "a.rec", usual);
        row("--host a.rec", "a.rec", usual);
        row("a.rec --host 4000", "a.rec", 4000);
        row("--host 4000 a.rec", "a.rec", 4000);
        row("--host=4000 a.rec", "a.rec", 4000);
        row("a.rec --host=65535 --at 12", "a.rec", 65535);
        row("a.rec --host --at 12", "a.rec", usual);
        row("--at 12 a.rec", "a.rec", 0);
        row("--caption --host a.rec --render a.png", "a.rec", 0); // is the title's text
        row("--host -- 4000", "4000", usual);
        row("-- --host", "--host", 0);
    }
    void hosts()
    {
        QFETCH(QString, words);
        QFETCH(QString, file);
        QFETCH(int, port);
        const auto line = parsed(words.split(u' '));
        QVERIFY2(line, qPrintable(line ? QString() : line.error().message));
        QCOMPARE(line->file, file);
        QCOMPARE(line->hostPort.has_value(), port != 0);
        QCOMPARE(int{line->hostPort.value_or(0)}, port);
        QVERIFY(!line->join);
    }

    void joins_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("file");
        const QString join = QStringLiteral("--join");
        const QString file = QStringLiteral("a.rec");
        QTest::newRow("option") << QStringList{join, Line} << QString();
        QTest::newRow("assigned") << QStringList{join + u'=' + Line} << QString();
        QTest::newRow("a link") << QStringList{Line} << QString();
        QTest::newRow("with the recording") << QStringList{file, join, Line} << file;
        QTest::newRow("a link with the recording") << QStringList{Line, file} << file;
    }
    void joins()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, file);
        const auto line = parsed(words);
        QVERIFY2(line, qPrintable(line ? QString() : line.error().message));
        QVERIFY(line->join);
        QCOMPARE(line->join->text(), Line);
        QCOMPARE(line->file, file);
        QVERIFY(!line->hostPort);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        const QString host = QStringLiteral("--host");
        const QString join = QStringLiteral("--join");
        const QString file = QStringLiteral("a.rec");
        const QString port = QStringLiteral("--host wants a port from 1 to 65535");
        QTest::newRow("nothing to host") << QStringList{host} << QStringLiteral("--host wants a recording");
        QTest::newRow("a port is no recording")
            << QStringList{host, QStringLiteral("4000")} << QStringLiteral("--host wants a recording");
        QTest::newRow("port 0") << QStringList{file, host, QStringLiteral("0")} << port;
        QTest::newRow("port too large") << QStringList{file, QStringLiteral("--host=65536")} << port;
        QTest::newRow("port of words") << QStringList{file, QStringLiteral("--host=all")} << port;
        QTest::newRow("empty port") << QStringList{file, QStringLiteral("--host=")} << port;
        QTest::newRow("both") << QStringList{file, host, join, Line} << QStringLiteral("not both");
        QTest::newRow("host and link") << QStringList{file, host, Line} << QStringLiteral("not both");
        QTest::newRow("two lines") << QStringList{join, Line, Line} << QStringLiteral("only one");
        QTest::newRow("two recordings") << QStringList{file, file, Line} << QStringLiteral("not 2");
        QTest::newRow("no line") << QStringList{join, file}
                                 << QStringLiteral("an invitation begins with ghostline://");
        QTest::newRow("a bad link") << QStringList{QStringLiteral("ghostline://192.0.2.7/ABC")}
                                    << QStringLiteral("the code in the invitation is none");
        QTest::newRow("without the window")
            << QStringList{file, host, QStringLiteral("--render"), QStringLiteral("a.png")}
            << QStringLiteral("want the window");
    }
    void refuses()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const auto line = parsed(words);
        QVERIFY(!line);
        QCOMPARE(line.error().code, model::ErrorCode::InvalidArgument);
        QVERIFY2(line.error().message.contains(says), qPrintable(line.error().message));
    }

    void filesOfTheDesktop_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("file");
        const auto row = [](const char* word, const char* file) {
            QTest::newRow(word) << QString::fromUtf8(word) << QString::fromUtf8(file);
        };
        row("file:///home/me/a%20run%231.rec", "/home/me/a run#1.rec");
        row("/home/me/a%20run.rec", "/home/me/a%20run.rec");
        row("https://example.org/a%20run.rec", "https://example.org/a%20run.rec");
    }
    void filesOfTheDesktop()
    {
        QFETCH(QString, word);
        const auto line = parsed({word});
        QVERIFY(line);
        QTEST(line->file, "file");
    }

    void theManualSaysThePort()
    {
        const manual::Program program = app::commandLineManual();
        const auto host = std::ranges::find_if(program.self.options, [](const manual::Option& option) {
            return option.names.contains(QStringLiteral("--host"));
        });
        QVERIFY(host != program.self.options.end());
        QVERIFY(host->description.contains(QString::number(together::DefaultPort)));
    }
};

} // namespace tst_together_command_line

GHOSTLINE_TEST(tst_together_command_line, TestTogetherCommandLine)
#include "tst_together_command_line.moc"
