// SPDX-License-Identifier: GPL-3.0-or-later
// The real window and files: opening, dropping, cancelling, what is remembered, what is said when it fails.
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/shell/start_up.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/load_bar.h"
#include "render/flat/top_down_widget.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QMimeData>
#include <QSignalSpy>
#include <QTreeWidget>

#include <semaphore>
#include <stop_token>

namespace tst_window_files {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

class TestWindowFiles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void welcomeIsNeverEmpty();
    void sampleOpensAndPlays();
    void garbageIsRefusedWithPlaceAndAdvice();
    void missingFileIsRefused();
    void damagedFileOpensWithABanner();
    void slowOpeningCanBeCancelled();
    void quickOpeningShowsNoBar();
    void surroundingsComeUnasked();
    void droppedFileOpens();
    void recentFilesAreKept();
    void startsAtATime();
    void themesChangeAtOnce();
    void keyListNamesEveryKey();
    void aVerbAskedTwiceShowsOneDialog_data();
    void aVerbAskedTwiceShowsOneDialog();
    void settingsAreKept();
    void exportedPictureHasItsSize();
    void flatMapStandsIn();

private:
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowFiles::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowFiles::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowFiles::welcomeIsNeverEmpty()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    for (const char* name : {"welcomeOpen", "welcomeSample", "formats"}) {
        auto* part = w.window->findChild<QWidget*>(QLatin1String(name));
        QVERIFY2(part != nullptr && part->isVisible(), name);
    }
    QVERIFY(!w.window->findChild<QLabel*>(QStringLiteral("formats"))->text().isEmpty());
    for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
        QVERIFY(!dock->isVisible());
}

void TestWindowFiles::sampleOpensAndPlays()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    const QString sample = app::findSample(*setup.registry);
    if (sample.isEmpty())
        QSKIP("the sample was not built");
    // A copy: nothing is written beside the bundled one.
    const QString copy = m_place->folder.filePath(QFileInfo(sample).fileName());
    QVERIFY(QFile::copy(sample, copy));
    MainWindow window(std::move(setup));
    QVERIFY(bringUp(window));
    QVERIFY(openAndWait(window, copy));
    QTest::keyClick(&window, Qt::Key_Space);
    QTRY_VERIFY(window.session()->playback()->state().at.frame > 2);
    QTest::keyClick(&window, Qt::Key_J);
    const model::FrameNumber turned = window.session()->playhead().at().frame;
    QTRY_VERIFY(window.session()->playback()->state().at.frame < turned ||
                window.session()->playhead().at().frame == 0);
}

void TestWindowFiles::garbageIsRefusedWithPlaceAndAdvice()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    MainWindow window(std::move(setup));
    window.show();
    QSignalSpy failed(&window, &MainWindow::replayFailed);
    window.openFile(m_place->file(QStringLiteral("holiday.jpg"), QByteArray(2000, '\xd8')));
    QTRY_COMPARE(failed.count(), 1);
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("errorDialog"));
    QVERIFY(dialog != nullptr && dialog->isVisible() && !dialog->isModal());
    QCOMPARE(dialog->height(), dialog->layout()->totalHeightForWidth(dialog->width()));
    for (const char* part : {"errorReason", "errorAdvice"})
        QVERIFY2(!dialog->findChild<QLabel*>(QLatin1String(part))->text().isEmpty(), part);
    QVERIFY(window.session() == nullptr);

    model::Error error{model::ErrorCode::Damaged, QStringLiteral("too short"), {}, {}, {}};
    error.where.offset = 1234;
    QDialog* placed = app::showErrorDialog(&window, QStringLiteral("x"), error);
    QCOMPARE(placed->findChild<QLabel*>(QStringLiteral("errorPlace"))->text(), QStringLiteral("byte 1,234"));
}

void TestWindowFiles::missingFileIsRefused()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    MainWindow window(std::move(setup));
    QSignalSpy failed(&window, &MainWindow::replayFailed);
    window.openFile(m_place->folder.filePath(QStringLiteral("nowhere.log")));
    QTRY_COMPARE(failed.count(), 1);
}

void TestWindowFiles::damagedFileOpensWithABanner()
{
    FakeReplayOptions options;
    model::Diagnostic cut;
    cut.severity = model::Severity::Error;
    cut.code = QStringLiteral("truncated");
    cut.message = QStringLiteral("the file ends in the middle of a frame");
    cut.where.offset = 4096;
    options.diagnostics = {cut};
    options.lost = {{.frames = {900, 1000}, .reason = QStringLiteral("cut")}};
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const app::Banner* banner = w.window->area().banner();
    QVERIFY(banner->isVisible());
    for (const char* words : {"middle of a frame", "byte 4,096", "100 of 1,000"})
        QVERIFY2(banner->text().contains(QLatin1String(words)), qPrintable(banner->text()));
}

void TestWindowFiles::slowOpeningCanBeCancelled()
{
    OpenWindow w(*m_place);
    auto stopped = std::make_shared<std::atomic<bool>>(false);
    w.window->loader().setOpener([stopped](const QString&, const model::OpenOptions& options) {
        options.progress(0.25);
        std::binary_semaphore told{0};
        const std::stop_callback tell(options.stop, [&told] { told.release(); });
        told.acquire();
        stopped->store(true);
        return model::Result<std::unique_ptr<model::ReplaySource>>(
            model::fail(model::ErrorCode::Cancelled, QStringLiteral("stopped")));
    });
    QVERIFY(w.show());
    w.window->openFile(m_place->file(QStringLiteral("slow.bin")));
    QVERIFY2(!w.window->findChild<app::LoadBar*>()->isVisible(), "nothing flashes up at once");
    QTRY_VERIFY(w.window->findChild<app::LoadBar*>()->isVisible());
    auto* cancel = w.window->findChild<app::LoadBar*>()->findChild<QWidget*>(QStringLiteral("cancelLoad"));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!w.window->loader().busy());
    QVERIFY(!w.window->findChild<app::LoadBar*>()->isVisible());
    QTRY_VERIFY(stopped->load());
    QVERIFY(w.window->session() == nullptr);
    QVERIFY(w.window->findChild<QDialog*>(QStringLiteral("errorDialog")) == nullptr);
}

void TestWindowFiles::surroundingsComeUnasked()
{
    // The very first recording of a fresh window, paused, and no hand on mouse or keyboard.
    OpenWindow w(*m_place);
    QSignalSpy loaded(&w.window->loader(), &app::ReplayLoader::sceneLoaded);
    QSignalSpy failed(&w.window->loader(), &app::ReplayLoader::sceneFailed);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QTRY_VERIFY(loaded.size() + failed.size() > 0);
}

void TestWindowFiles::quickOpeningShowsNoBar()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QVERIFY2(!w.window->findChild<app::LoadBar*>()->running(), "neither there nor about to come");
}

void TestWindowFiles::droppedFileOpens()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_place->file(QStringLiteral("dropped.bin")))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &drop);
    QTRY_VERIFY(w.window->session() != nullptr);
    QVERIFY(w.session().path().endsWith(QLatin1String("dropped.bin")));
    // Onto the 3D view, which is a window of its own.
    data.setUrls({QUrl::fromLocalFile(m_place->file(QStringLiteral("second.bin")))});
    QDragEnterEvent over(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window->area().viewport(), &over);
    QVERIFY(over.isAccepted());
    QDropEvent again(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window->area().viewport(), &again);
    QTRY_VERIFY(w.window->session() != nullptr && w.session().path().endsWith(QLatin1String("second.bin")));
    QMimeData text;
    text.setText(QStringLiteral("not a file"));
    QDragEnterEvent refused(QPoint(200, 200), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    refused.ignore();
    QCoreApplication::sendEvent(w.window.get(), &refused);
    QVERIFY(!refused.isAccepted());
}

void TestWindowFiles::recentFilesAreKept()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open(QStringLiteral("first.bin")));
    QVERIFY(w.open(QStringLiteral("second.bin")));
    QTRY_COMPARE(app::loadRecent().size(), 2);
    const auto recent = app::loadRecent();
    QVERIFY(recent[0].path.endsWith(QLatin1String("second.bin")));
    QCOMPARE(recent[0].duration, fakeTime({}, 999));
    w.key(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(w.window->session() == nullptr);
    auto* list = w.window->findChild<QListWidget*>(QStringLiteral("recentList"));
    QVERIFY(list->isVisible());
    QCOMPARE(list->count(), 2);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
    QTRY_VERIFY(w.window->session() != nullptr && w.session().path().endsWith(QLatin1String("first.bin")));
}

void TestWindowFiles::startsAtATime()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    w.window->openFile(m_place->file(QStringLiteral("a.bin")), {.at = QStringLiteral("#123")});
    QTRY_VERIFY(w.window->session() != nullptr);
    QTRY_COMPARE(w.session().playback()->state().at.frame, model::FrameNumber(123));
}

void TestWindowFiles::themesChangeAtOnce()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    for (const auto choice : {app::ThemeChoice::Light, app::ThemeChoice::Dark}) {
        app::Settings settings = w.window->settings();
        settings.theme = choice;
        w.window->applySettings(settings);
        const render::Theme& theme =
            choice == app::ThemeChoice::Light ? render::Theme::light() : render::Theme::dark();
        QCOMPARE(w.window->palette().color(QPalette::Window), theme.base);
        const QColor top = w.window->area().capture({200, 120}).pixelColor(100, 2);
        QVERIFY2((top.lightness() > 128) == (choice == app::ThemeChoice::Light), qPrintable(top.name()));
    }
}

void TestWindowFiles::keyListNamesEveryKey()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    w.key(Qt::Key_F1);
    auto* dialog = w.window->findChild<QDialog*>(QStringLiteral("keysDialog"));
    QVERIFY(dialog != nullptr && dialog->isVisible() && !dialog->isModal());
    auto* tree = dialog->findChild<QTreeWidget*>();
    for (const app::ActionSpec& spec : app::Actions::table()) {
        for (const QKeySequence& key : spec.keys) {
            const QString text = key.toString(QKeySequence::NativeText);
            const auto found = tree->findItems(text, Qt::MatchContains | Qt::MatchRecursive, 1);
            QVERIFY2(!found.isEmpty(), qPrintable(text));
        }
    }
}

void TestWindowFiles::aVerbAskedTwiceShowsOneDialog_data()
{
    QTest::addColumn<QString>("verb");
    for (const char* verb :
         {"file.open", "file.openFolder", "file.openAddress", "file.settings", "help.keys", "help.about"})
        QTest::newRow(verb) << QString::fromLatin1(verb);
}

void TestWindowFiles::aVerbAskedTwiceShowsOneDialog()
{
    QFETCH(QString, verb);
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    const auto shown = [&w] {
        QList<QDialog*> dialogs = w.window->findChildren<QDialog*>(Qt::FindDirectChildrenOnly);
        dialogs.removeIf([](const QDialog* dialog) { return !dialog->isVisible(); });
        return dialogs;
    };
    for (int i = 0; i < 3; ++i)
        w.window->actions().get(verb)->trigger();
    QCOMPARE(shown().size(), 1);
    // What was closed comes again.
    shown().first()->close();
    w.window->actions().get(verb)->trigger();
    QCOMPARE(shown().size(), 1);
}

void TestWindowFiles::settingsAreKept()
{
    app::Settings settings;
    settings.memoryMb = 512;
    settings.theme = app::ThemeChoice::Light;
    settings.sceneFolders = {QStringLiteral("/maps"), QStringLiteral("/more maps")};
    settings.sceneRadius = 256;
    settings.trailSeconds = 12.5;
    settings.reducedMotion = true;
    app::saveSettings(settings);
    QCOMPARE(app::loadSettings(), settings);
    app::openStore()->setValue(QStringLiteral("settings/memory_mb"), QStringLiteral("a lot"));
    app::openStore()->setValue(QStringLiteral("settings/scene_radius"), 1'000'000);
    app::openStore()->setValue(QStringLiteral("settings/trail_seconds"), 1e9);
    QCOMPARE(app::loadSettings().memoryMb, app::Settings{}.memoryMb);
    QCOMPARE(app::loadSettings().sceneRadius, app::Settings::MaxSceneRadius);
    QCOMPARE(app::loadSettings().trailSeconds, 60.0);
}

void TestWindowFiles::exportedPictureHasItsSize()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const QString path = m_place->folder.filePath(QStringLiteral("shot.png"));
    QVERIFY(app::savePicture(w.window->area().capture({640, 360}), path));
    QCOMPARE(QImage(path).size(), QSize(640, 360));
    QVERIFY(!app::savePicture(QImage(), path));
    QCOMPARE(QImage(path).size(), QSize(640, 360));
    QVERIFY(!app::savePicture(QImage(path), m_place->folder.filePath(QStringLiteral("no/such/folder.png"))));
}

void TestWindowFiles::flatMapStandsIn()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = QStringLiteral("no driver");
    MainWindow window(std::move(setup));
    window.loader().setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(
            std::make_unique<FakeReplay>(FakeReplayOptions{}));
    });
    window.show();
    window.openFile(m_place->file(QStringLiteral("flat.bin")));
    QTRY_VERIFY(window.session() != nullptr && window.session()->playback()->state().size() > 0);
    QVERIFY(!window.area().has3D());
    QVERIFY(window.area().flatMap()->isVisible());
    bool said = false;
    for (const app::Banner* banner : window.findChildren<app::Banner*>())
        said = said || (banner->isVisible() && banner->text().contains(QLatin1String("no driver")));
    QVERIFY(said);
    window.session()->playhead().play();
    QTRY_VERIFY(window.session()->playback()->state().at.frame > 2);
}

} // namespace tst_window_files

GHOSTLINE_TEST(tst_window_files, TestWindowFiles, ghostline::test::GraphicsApplication)
#include "tst_window_files.moc"
