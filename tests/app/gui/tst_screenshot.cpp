// SPDX-License-Identifier: GPL-3.0-or-later
// `--screenshot` comes neither too early nor never: what it waits for, and what it says when that fails.
#include "app/gui/shell/screenshot_command.h"
#include "app/gui/view/view_camera.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>

#include <semaphore>

namespace tst_screenshot {

using namespace ghostline;
using namespace ghostline::test;
using app::ScreenshotCommand;

class TestScreenshot : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void welcomePageNeedsNoRecording();
    void waitsForTheWholeAndItsSurroundings();
    void playsFirst();
    void errorIsInThePicture();
    void namedSurroundingsMustBeThere();
    void nobodyOnTheFlatMap_data();
    void nobodyOnTheFlatMap();
    void whoIsToBeFollowedMustBeThere();
    void complainsAtTheLimit();
    void complainsWhereItCannotWrite();

private:
    QString picture() const { return m_place->folder.filePath(QStringLiteral("window.png")); }
    ScreenshotCommand::Request request(double playSeconds = 0.0) const
    {
        return {.path = picture(), .playSeconds = playSeconds, .betweenLooks = LookInterval};
    }

    static constexpr std::chrono::milliseconds LookInterval{20};
    std::unique_ptr<WindowPlace> m_place;
};

namespace {

QString complaintOf(const QSignalSpy& finished) { return finished.first().first().toString(); }

} // namespace

void TestScreenshot::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestScreenshot::welcomePageNeedsNoRecording()
{
    OpenWindow w(*m_place);
    ScreenshotCommand command(*w.window, request());
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    QVERIFY(w.show());
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(complaintOf(finished), QString());
    QCOMPARE(QImage(picture()).size(), w.window->size() * w.window->devicePixelRatioF());
}

/// However long opening takes, and although the picture of the first part is there at once.
void TestScreenshot::waitsForTheWholeAndItsSurroundings()
{
    OpenWindow w(*m_place);
    auto mayOpen = std::make_shared<std::binary_semaphore>(0);
    FakeReplay* replay = nullptr; // read once it is open
    w.window->loader().setOpener([mayOpen, &replay](const QString&, const model::OpenOptions&) {
        mayOpen->acquire();
        FakeReplayOptions options;
        options.published = 200;
        auto made = std::make_unique<FakeReplay>(options);
        replay = made.get();
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::move(made));
    });
    ScreenshotCommand command(*w.window, request());
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    QSignalSpy surroundings(&w.window->loader(), &app::ReplayLoader::sceneLoaded);
    constexpr int LongerThanItLooks = 300;
    QVERIFY(w.show());
    w.window->openFile(m_place->file(QStringLiteral("slow.bin")));
    QVERIFY2(!finished.wait(LongerThanItLooks), "nothing is open yet");
    mayOpen->release();
    QTRY_COMPARE(surroundings.size(), 1);
    QVERIFY2(!finished.wait(LongerThanItLooks), "the rest is still to be read");
    replay->publish(replay->options().frames, true);
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(complaintOf(finished), QString());
    QCOMPARE(surroundings.size(), 2); // those of the whole recording
    QVERIFY(!QImage(picture()).isNull());
}

void TestScreenshot::playsFirst()
{
    OpenWindow w(*m_place);
    ScreenshotCommand command(*w.window, request(0.3));
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(w.session().playhead().playing());
    QVERIFY(w.frame() > 0);
}

void TestScreenshot::errorIsInThePicture()
{
    OpenWindow w(*m_place);
    w.window->loader().setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(
            model::fail(model::ErrorCode::Damaged, QStringLiteral("it is torn")));
    });
    QVERIFY(w.show());
    const QImage before = app::screenshotOf(*w.window);
    ScreenshotCommand command(*w.window, request());
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    w.window->openFile(m_place->file(QStringLiteral("torn.bin")));
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY2(complaintOf(finished).endsWith(QLatin1String("it is torn")), qPrintable(complaintOf(finished)));
    QVERIFY2(QImage(picture()).convertToFormat(before.format()) != before, "the dialog is not in it");
}

void TestScreenshot::namedSurroundingsMustBeThere()
{
    OpenWindow w(*m_place, {}, QStringLiteral("town.osm"));
    QVERIFY(w.show());
    ScreenshotCommand::Request wanted = request();
    wanted.scenePath = QStringLiteral("town.osm");
    ScreenshotCommand command(*w.window, wanted);
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    w.window->openFile(m_place->file(QStringLiteral("replay.bin")));
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY2(complaintOf(finished).contains(QLatin1String("town.osm")), qPrintable(complaintOf(finished)));
}

void TestScreenshot::nobodyOnTheFlatMap_data()
{
    QTest::addColumn<int>("frames");
    QTest::newRow("no actors") << 10;
    QTest::newRow("no frames") << 0;
}

/// Its first picture is not that of the first who comes.
void TestScreenshot::nobodyOnTheFlatMap()
{
    QFETCH(int, frames);
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = QStringLiteral("no driver");
    app::MainWindow window(std::move(setup));
    window.loader().setOpener([frames](const QString&, const model::OpenOptions&) {
        FakeReplayOptions options;
        options.frames = frames;
        options.actors = 0;
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(options));
    });
    QVERIFY(bringUp(window));
    ScreenshotCommand command(window, request());
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    window.openFile(m_place->file(QStringLiteral("replay.bin")));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(complaintOf(finished), QString());
}

void TestScreenshot::whoIsToBeFollowedMustBeThere()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    ScreenshotCommand command(*w.window, request());
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    app::ViewArea& area = w.window->area();
    connect(&area, &app::ViewArea::firstPicture, this,
            [&area] { area.camera().require(QStringLiteral("follow:nobody")); });
    w.window->openFile(m_place->file(QStringLiteral("replay.bin")));
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY2(complaintOf(finished).contains(QLatin1String("no actor \"nobody\"")),
             qPrintable(complaintOf(finished)));
}

void TestScreenshot::complainsAtTheLimit()
{
    OpenWindow w(*m_place);
    ScreenshotCommand command(*w.window, {.path = picture(), .limit = std::chrono::milliseconds(50)});
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    QVERIFY(w.show());
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY2(complaintOf(finished).contains(QLatin1String("0.05 s")), qPrintable(complaintOf(finished)));
    QVERIFY(!QImage(picture()).isNull());
    QCoreApplication::processEvents();
    QCOMPARE(finished.size(), 1);
}

void TestScreenshot::complainsWhereItCannotWrite()
{
    OpenWindow w(*m_place);
    ScreenshotCommand command(*w.window, {.path = m_place->folder.filePath(QStringLiteral("none/a.png"))});
    QSignalSpy finished(&command, &ScreenshotCommand::finished);
    QVERIFY(w.show());
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(complaintOf(finished).contains(QLatin1String("cannot be written")));
}

} // namespace tst_screenshot

GHOSTLINE_TEST(tst_screenshot, TestScreenshot, ghostline::test::GraphicsApplication)
#include "tst_screenshot.moc"
