// SPDX-License-Identifier: GPL-3.0-or-later
// `--render`: a picture without a window, of what was asked for or none.
#include "app/gui/shell/still_command.h"
#include "model/base/error_text.h"
#include "model/clips/play_list.h"
#include "model/sidecar/sidecar.h"
#include "tests/app/gui/race_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTemporaryFile>

#include <cstdio>
#include <unistd.h>

namespace tst_still_command {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// What is written to standard error meanwhile.
class StandardError
{
public:
    StandardError() : m_before(dup(STDERR_FILENO))
    {
        m_file.open();
        std::fflush(stderr);
        dup2(m_file.handle(), STDERR_FILENO);
    }
    ~StandardError() { giveBack(); }
    Q_DISABLE_COPY_MOVE(StandardError)

    QByteArray text()
    {
        giveBack();
        m_file.seek(0);
        return m_file.readAll();
    }

private:
    void giveBack()
    {
        std::fflush(stderr);
        if (m_before >= 0) {
            dup2(m_before, STDERR_FILENO);
            close(m_before);
        }
        m_before = -1;
    }

    QTemporaryFile m_file;
    int m_before;
};

/// Two seconds; not there when it could not be written.
QString madeRun(const WindowPlace& place)
{
    const QString file = place.folder.filePath(QStringLiteral("run.hcrp"));
    runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN),
             {QStringLiteral("--out"), file, QStringLiteral("--ticks"), QStringLiteral("40")});
    return file;
}

app::WindowSetup flatSetup()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = QStringLiteral("a flat map will do");
    return setup;
}

/// A picture of the slow run with what else is on the line; null where there is none.
QImage pictureOfRace(const WindowPlace& place, const QStringList& arguments)
{
    const QString out = place.folder.filePath(QStringLiteral("race.png"));
    const auto line = app::parseCommandLine(QStringList{QStringLiteral("ghostline"), pathOf(place, Slow),
                                                        QStringLiteral("--render"), out,
                                                        QStringLiteral("--at"), QStringLiteral("6"),
                                                        QStringLiteral("--size"), QStringLiteral("640x360")} +
                                            arguments);
    return line && app::renderCommand(*line, flatSetup()) ? QImage(out) : QImage();
}

} // namespace

class TestStillCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void surroundingsThatWereNamed_data()
    {
        QTest::addColumn<QString>("scene");
        QTest::addColumn<QString>("complaint"); // a part of it; empty = drawn
        const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
        QTest::newRow("none named") << QString() << QString();
        QTest::newRow("not there") << text("absent.xodr") << text("absent.xodr");
        QTest::newRow("nor that") << text("town.osm") << text("town.osm");
    }
    void surroundingsThatWereNamed()
    {
        QFETCH(QString, scene);
        QFETCH(QString, complaint);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        if (!scene.isEmpty())
            line.scene.path = place.folder.filePath(scene);
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        const auto drawn = app::renderCommand(line, setup);
        QCOMPARE(drawn.has_value(), complaint.isEmpty());
        QVERIFY(drawn || model::errorText(drawn.error()).contains(complaint));
        QCOMPARE(QFile::exists(line.renderPath), complaint.isEmpty());
    }

    void whomTheCameraKeepsTo_data()
    {
        QTest::addColumn<QString>("camera");
        QTest::addColumn<QString>("complaint"); // a part of it; empty = drawn
        const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
        QTest::newRow("a mode") << text("follow") << QString();
        QTest::newRow("somebody") << text("follow:0") << QString();
        QTest::newRow("nobody") << text("follow:nobody") << text("no actor \"nobody\"");
        QTest::newRow("a mode that keeps to nobody") << text("orbit:0") << text("no camera \"orbit:0\"");
    }
    void whomTheCameraKeepsTo()
    {
        QFETCH(QString, camera);
        QFETCH(QString, complaint);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        line.place.at = QStringLiteral("1");
        line.place.camera = camera;
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        const auto drawn = app::renderCommand(line, setup);
        QVERIFY2(drawn.has_value() == complaint.isEmpty(),
                 drawn ? "drawn" : qPrintable(drawn.error().message));
        QVERIFY(drawn || model::errorText(drawn.error()).contains(complaint));
    }

    void aPlaceBehindTheEndIsTold_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<bool>("told");
        QTest::newRow("within") << QStringLiteral("1.5") << false;
        QTest::newRow("behind") << QStringLiteral("9:00") << true;
    }
    void aPlaceBehindTheEndIsTold()
    {
        QFETCH(QString, at);
        QFETCH(bool, told);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        line.place.at = at;
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        StandardError said;
        QVERIFY(app::renderCommand(line, setup));
        const QByteArray text = said.text();
        QVERIFY2(text.contains("9:00 lies behind the end") == told, text.constData());
    }

    void drawingsOfAnotherRecordingAreTold_data()
    {
        QTest::addColumn<QByteArray>("hash");
        QTest::addColumn<bool>("drawings");
        QTest::addColumn<bool>("told");
        QTest::newRow("of nobody knows which") << QByteArray() << true << false;
        QTest::newRow("of another") << QByteArray(64, 'a') << true << true;
        QTest::newRow("of another, not drawn") << QByteArray(64, 'a') << false << false;
    }
    void drawingsOfAnotherRecordingAreTold()
    {
        QFETCH(QByteArray, hash);
        QFETCH(bool, drawings);
        QFETCH(bool, told);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        model::Sidecar notes;
        notes.replayHash = hash;
        notes.add(model::Drawing{.id = QStringLiteral("line"), .points = {{0, 64, 0}, {4, 64, 4}}});
        QVERIFY(model::saveSidecar(line.file, notes));
        line.clip.drawings = drawings;
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        StandardError said;
        QVERIFY(app::renderCommand(line, setup));
        const QByteArray text = said.text();
        QVERIFY2(text.contains("the drawings were made for another recording") == told, text.constData());
    }
    void damagedNotesAreTold()
    {
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QFile notes(model::sidecarPath(line.file));
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("{\"bookmarks\": [") > 0);
        notes.close();
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        StandardError said;
        QVERIFY(app::renderCommand(line, setup));
        const QByteArray text = said.text();
        QVERIFY2(text.contains("the drawings are left out"), text.constData());
    }

    /// One video of a whole list, from several files.
    void aPlayListBecomesAReel()
    {
        const WindowPlace place;
        const QString run = madeRun(place);
        const QString other = place.folder.filePath(QStringLiteral("other.hcrp"));
        QVERIFY(QFile::copy(run, other));
        model::PlayList list;
        for (const QString& recording : {run, other}) {
            model::PlayListEntry entry;
            entry.clip.recording = recording;
            entry.clip.from = model::fromSeconds(0.5);
            entry.clip.to = model::fromSeconds(1.0);
            list.entries.push_back(entry);
        }
        app::CommandLine line;
        line.file = place.folder.filePath(QStringLiteral("two.ghostline-list.json"));
        QVERIFY(model::savePlayList(list, line.file));
        line.renderPath = place.folder.filePath(QStringLiteral("reel/"));
        line.size = QSize(160, 90);
        line.clip.video = true;
        line.clip.fps = 10.0;
        const app::WindowSetup setup = flatSetup();
        QVERIFY(app::renderCommand(line, setup));
        QCOMPARE(QDir(line.renderPath).entryList(QDir::Files).size(), 10);

        list.entries[1].clip.recording = place.folder.filePath(QStringLiteral("gone.hcrp"));
        QVERIFY(model::savePlayList(list, line.file));
        line.renderPath = place.folder.filePath(QStringLiteral("again/"));
        const auto refused = app::renderCommand(line, setup);
        QVERIFY(!refused);
        QVERIFY(refused.error().file.endsWith(QLatin1String("gone.hcrp")));
        QVERIFY(!QFileInfo::exists(line.renderPath));
        line.clip.video = false; // one picture of a list is of what?
        QVERIFY(!app::renderCommand(line, setup));
    }

    void refusedOptions_data()
    {
        QTest::addColumn<QString>("arguments"); // apart by blanks
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* arguments, const char* says) {
            QTest::newRow(name) << QString::fromLatin1(arguments) << QString::fromLatin1(says);
        };
        row("an unknown kind of video", "--render a.avi --from 1", "--render writes no .avi");
        row("a title of nothing", "--caption Lesson", "--caption wants --render");
        row("a margin without a flag", "--render a.json --margin 2", "--margin wants --flag and --render");
        row("a margin of one picture", "--flag 1 --render a.png --margin 2", "a flag is shown in the window");
        row("nobody's names", "--render a.png --anonymous", "--anonymous wants --flag and --render");
        row("a margin that is too wide", "--flag 1 --render a.json --margin 31", "--margin");
        row("a range of a case", "--flag 1 --render a.JSON --from 1", "--from changes nothing");
        row("a camera of a case", "--flag 1 --render a.json --camera top", "--camera changes nothing");
        row("a size of a case", "--flag 1 --render a.json --size 64x64", "--size changes nothing");
        row("an overlay of a case", "--flag 1 --render a.json --overlay none", "--overlay changes nothing");
    }
    void refusedOptions()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, says);
        const auto line = app::parseCommandLine(
            QStringList{QStringLiteral("ghostline"), QStringLiteral("run.hcrp")} + arguments.split(u' '));
        QVERIFY(!line);
        QVERIFY2(line.error().message.contains(says), qPrintable(line.error().message));
    }

    void overlays_data()
    {
        QTest::addColumn<QStringList>("named");
        QTest::addColumn<QStringList>("shown");
        const auto words = [](const char* latin) { return QString::fromLatin1(latin).split(u' '); };
        QTest::newRow("by itself") << QStringList() << words("delta labels drawings grid");
        QTest::newRow("only those named") << words("clock drawings") << words("clock drawings");
        QTest::newRow("none") << words("none") << QStringList();
        QTest::newRow("all") << words("scoreboard title clock speed delta labels drawings grid")
                             << words("scoreboard title clock speed delta labels drawings grid");
    }
    void overlays()
    {
        QFETCH(QStringList, named);
        QFETCH(QStringList, shown);
        QStringList arguments{QStringLiteral("ghostline"), QStringLiteral("run.hcrp"),
                              QStringLiteral("--render"), QStringLiteral("a.mp4")};
        for (const QString& name : named)
            arguments << QStringLiteral("--overlay") << name;
        const auto line = app::parseCommandLine(arguments);
        QVERIFY(line);
        const app::ClipArguments& clip = line->clip;
        const std::pair<const char*, bool> all[] = {{"scoreboard", clip.overlays.scoreboard},
                                                    {"title", clip.overlays.title},
                                                    {"clock", clip.overlays.clock},
                                                    {"speed", clip.overlays.speed},
                                                    {"delta", clip.overlays.delta},
                                                    {"labels", clip.labels},
                                                    {"drawings", clip.drawings},
                                                    {"grid", clip.grid}};
        QStringList found;
        for (const auto& [word, wanted] : all) {
            if (wanted)
                found << QString::fromLatin1(word);
        }
        QCOMPARE(found, shown);
    }
    void anOverlayThatThereIsNot()
    {
        const auto line = app::parseCommandLine({QStringLiteral("ghostline"), QStringLiteral("run.hcrp"),
                                                 QStringLiteral("--render"), QStringLiteral("a.png"),
                                                 QStringLiteral("--overlay"), QStringLiteral("score")});
        QVERIFY(!line);
        QCOMPARE(line.error().message,
                 QStringLiteral("there is no overlay \"score\"; --overlay wants one of: scoreboard, title, "
                                "clock, speed, delta, labels, drawings, grid, none"));
    }

    void ghostsAreDrawn()
    {
        const WindowPlace place;
        QVERIFY(record(pathOf(place, Slow), Slow) && record(pathOf(place, Fast), Fast));
        const QString none = QStringLiteral("none");
        const QString overlay = QStringLiteral("--overlay");
        const QStringList ghost{QStringLiteral("--ghost"), pathOf(place, Fast)};
        const QImage alone = pictureOfRace(place, {overlay, none});
        const QImage raced = pictureOfRace(place, ghost + QStringList{overlay, none});
        const QImage told = pictureOfRace(place, ghost + QStringList{overlay, QStringLiteral("delta")});
        QCOMPARE(alone.size(), QSize(640, 360));
        QCOMPARE(raced.size(), alone.size());
        QVERIFY(raced != alone);
        // The gap stands in the corner at the lower right.
        const QRect corner(440, 300, 200, 60);
        QCOMPARE(told.size(), alone.size());
        QVERIFY(told.copy(corner) != raced.copy(corner));
    }
    void aTitleIsDrawn()
    {
        const WindowPlace place;
        QVERIFY(record(pathOf(place, Slow), Slow));
        const QStringList title{QStringLiteral("--overlay"), QStringLiteral("title")};
        const QImage without = pictureOfRace(place, {QStringLiteral("--overlay"), QStringLiteral("none")});
        const QImage named = pictureOfRace(place, title);
        const QImage worded = pictureOfRace(
            place, title + QStringList{QStringLiteral("--caption"), QStringLiteral("The last turn")});
        QVERIFY(!without.isNull() && !named.isNull() && !worded.isNull());
        QVERIFY(named != without);
        QVERIFY(worded != named);
    }
    void ghostsThatCannotRace_data()
    {
        QTest::addColumn<QString>("ghost");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("of another world")
            << QString::fromLatin1(Other.name) << QStringLiteral("recorded in another world");
        QTest::newRow("not there") << QStringLiteral("absent.hcrp") << QStringLiteral("absent.hcrp");
    }
    void ghostsThatCannotRace()
    {
        QFETCH(QString, ghost);
        QFETCH(QString, complaint);
        const WindowPlace place;
        QVERIFY(record(pathOf(place, Slow), Slow) && record(pathOf(place, Other), Other));
        app::CommandLine line;
        line.file = pathOf(place, Slow);
        line.ghosts = {place.folder.filePath(ghost)};
        line.renderPath = place.folder.filePath(QStringLiteral("race.png"));
        const auto drawn = app::renderCommand(line, flatSetup());
        QVERIFY(!drawn);
        const QString said = model::errorText(drawn.error());
        QVERIFY2(said.contains(complaint) && said.contains(ghost), qPrintable(said));
        QVERIFY(!QFile::exists(line.renderPath));
    }
};

} // namespace tst_still_command

GHOSTLINE_TEST(tst_still_command, TestStillCommand, QApplication)
#include "tst_still_command.moc"
