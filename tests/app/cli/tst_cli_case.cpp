// SPDX-License-Identifier: GPL-3.0-or-later
// `case` and `verify` as they are typed, on a run that somebody recorded: equal, another byte, a changed
// page, no names.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_case {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

/// Two seconds on; the check "speed" accuses at tick 10, "reach" at tick 30.
void record(const QString& path)
{
    auto recorder = recording::LoneRecorder::create(recording::RecorderHead());
    QVERIFY(recorder);
    recording::TickBuilder tick(*recorder);
    while (recorder->nextTick() < 40) {
        const int at = recorder->nextTick();
        tick.move(0, {{0.01 * at * at, 65.0, 0.1 * at}, 0.0F, 0.0F});
        if (at == 10)
            tick.flag("speed", 2, 0.5F, "6.4 blocks/s, at most 5.6 expected");
        if (at == 30)
            tick.flag("reach", 3, 0.75F, "4.5 blocks");
        QVERIFY(tick.commit());
    }
    QVERIFY(recorder->save(path, u"finish"_s));
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class TestCliCase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        record(m_run);
        const CliOutcome made =
            runCli({u"case"_s, m_run, u"--flag"_s, u"2"_s, u"-o"_s, m_page, u"--without-pictures"_s});
        QVERIFY2(made.code == 0, made.err);
    }

    void equal()
    {
        const CliOutcome text = runCli({u"verify"_s, m_page, m_run});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.startsWith("equal: "), text.out);
        const CliOutcome json = runCli({u"verify"_s, m_page, m_run, u"--json"_s});
        QCOMPARE(json.code, 0);
        QVERIFY(json.json()[u"equal"_s].toBool());
        // The flag as another verb has it.
        const QJsonObject flag =
            QJsonDocument::fromJson(runCli({u"flags"_s, m_run, u"--severity"_s, u"3"_s}).out).object();
        const QJsonObject told = runCli({u"case"_s, m_run, u"--flag"_s, u"2"_s, u"--json"_s}).json();
        const QJsonObject own = told[u"figures"_s][u"flag"_s].toObject();
        for (const QString& key :
             {u"time_s"_s, u"frame"_s, u"check"_s, u"severity"_s, u"score"_s, u"detail"_s})
            QCOMPARE(own[key], flag[key]);
        QCOMPARE(told[u"figures"_s][u"recording"_s][u"sha256"_s], flag[u"sha256"_s]);
    }

    void anotherByte()
    {
        const QString other = m_folder.filePath(u"other.hcrp"_s);
        write(other, bytesOf(m_run) + '\0');
        const CliOutcome found = runCli({u"verify"_s, m_page, other, u"--json"_s});
        QCOMPARE(found.code, 3);
        QVERIFY(found.json()[u"content_differs"_s].toBool());
        QVERIFY(!found.json()[u"page_differs"_s].toBool());
    }

    void changedPage()
    {
        const QString other = m_folder.filePath(u"other.html"_s);
        QByteArray page = bytesOf(m_page);
        page.replace("4.5 blocks", "9.5 blocks");
        write(other, page);
        const CliOutcome found = runCli({u"verify"_s, other, m_run});
        QCOMPARE(found.code, 3);
        QVERIFY2(found.out.contains("flag/detail") && found.out.contains("9.5 blocks"), found.out);
    }

    /// Figures by a page's name: a browser shows whatever markup stands in their texts.
    void figuresThatLookLikeAPage()
    {
        const QByteArray json = runCli({u"case"_s, m_run, u"--flag"_s, u"2"_s, u"--json"_s}).out;
        const QString page = m_folder.filePath(u"figures.html"_s);
        write(page, json);
        QCOMPARE(runCli({u"verify"_s, page, m_run}).code, 3);
        const QString figures = m_folder.filePath(u"figures.json"_s);
        write(figures, json);
        const CliOutcome alone = runCli({u"verify"_s, figures, m_run});
        QCOMPARE(alone.code, 0);
        QVERIFY2(alone.out.contains("no page was looked at"), alone.out);
    }

    void anonymous()
    {
        const QString named = m_folder.filePath(u"Mallory.hcrp"_s);
        write(named, bytesOf(m_run));
        const QString page = m_folder.filePath(u"anonymous.html"_s);
        QCOMPARE(runCli({u"case"_s, named, u"-o"_s, page, u"--anonymous"_s, u"--without-pictures"_s}).code,
                 0);
        QVERIFY(!bytesOf(page).toLower().contains("mallory"));
        QCOMPARE(runCli({u"verify"_s, page, named}).code, 0);
    }

#ifdef GHOSTLINE_WINDOW
    /// Drawn by the program beside this one, as on a server: without a window, a display and OpenGL.
    void pictures()
    {
        qunsetenv("DISPLAY");
        qunsetenv("WAYLAND_DISPLAY");
        const QString page = m_folder.filePath(u"pictures.html"_s);
        const CliOutcome made =
            runCli({u"case"_s, m_run, u"-o"_s, page, u"--margin"_s, u"0.1"_s, u"--json"_s});
        QVERIFY2(made.code == 0, made.err);
        const QJsonObject told = made.json()[u"statements"_s][u"pictures"_s].toObject();
        QVERIFY2(!told.isEmpty(), made.err);
        QCOMPARE(told[u"first_frame"_s].toInteger(), 8); // accused at tick 10, 20 ticks a second
        QCOMPARE(told[u"frames"_s].toInteger(), 5);
        const QJsonArray cameras = told[u"cameras"_s].toArray();
        QCOMPARE(cameras.size(), 2);
        QSet<QByteArray> different;
        for (const QJsonValue camera : cameras) {
            for (const QJsonValue jpeg : camera[u"jpegs"_s].toArray()) {
                const QByteArray bytes = QByteArray::fromBase64(jpeg.toString().toLatin1());
                QVERIFY(bytes.startsWith("\xff\xd8\xff"));
                different.insert(bytes);
            }
        }
        QCOMPARE(different.size(), 10);
        QCOMPARE(runCli({u"verify"_s, page, m_run}).code, 0);
    }
#endif

    void refused_data()
    {
        QTest::addColumn<QStringList>("line");
        const QString foreign = m_folder.filePath(u"foreign.html"_s);
        write(foreign, "<html></html>");
        QTest::newRow("no such flag") << QStringList{u"case"_s, m_run, u"--flag"_s, u"3"_s, u"--json"_s};
        QTest::newRow("nowhere to write") << QStringList{u"case"_s, m_run};
        QTest::newRow("no page by its name") << QStringList{u"case"_s, m_run, u"-o"_s, u"case.pdf"_s};
        QTest::newRow("the page is there") << QStringList{u"case"_s, m_run, u"-o"_s, m_page};
        QTest::newRow("another page") << QStringList{u"verify"_s, foreign, m_run};
        QTest::newRow("no page") << QStringList{u"verify"_s, m_folder.filePath(u"none.html"_s), m_run};
        QTest::newRow("no recording") << QStringList{u"verify"_s, m_page, m_page};
    }
    void refused()
    {
        QFETCH(QStringList, line);
        const CliOutcome outcome = runCli(line);
        QCOMPARE(outcome.code, 2);
        QVERIFY(!outcome.err.isEmpty());
    }

private:
    QTemporaryDir m_folder;
    QString m_run = m_folder.filePath(u"run.hcrp"_s);
    QString m_page = m_folder.filePath(u"case.html"_s);
};

} // namespace tst_cli_case

GHOSTLINE_TEST(tst_cli_case, TestCliCase)
#include "tst_cli_case.moc"
