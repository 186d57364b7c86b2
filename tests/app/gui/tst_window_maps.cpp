// SPDX-License-Identifier: GPL-3.0-or-later
// Maps in the window: dropped, chosen, offered in the menu, remembered, taken back; and where they are looked
// for.
#include "app/gui/review/review_settings.h"
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_strip.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeWidget>

namespace tst_window_maps {

using namespace ghostline;
using namespace ghostline::test;
using app::ReplayLoader;

namespace {

void drop(OpenWindow& w, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({200, 200}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &enter); // who was not entered is dropped nothing on
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &event);
}

QString sceneName(const OpenWindow& w) { return w.window->area().views().content().scene->name; }

QAction* candidate(const OpenWindow& w)
{
    return w.window->findChild<QAction*>(QStringLiteral("mapCandidate0"));
}

} // namespace

class TestWindowMaps : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void droppedOntoARecording();
    void droppedOntoNothing();
    void foldersAreAskedBesideTheWindow_data();
    void foldersAreAskedBesideTheWindow();
    void remembered();
    void othersAreOffered();
    void whereTheyAreLookedFor();
    void placesOfEachGame();
    void whatIsKnownOfTheMap();

private:
    OpenWindow window(const QString& scene = {}) const
    {
        FakeReplayOptions options;
        options.surroundings.name = QStringLiteral("own");
        return OpenWindow(*m_place, options, scene, {QStringLiteral(FAKE_CODECS)});
    }
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowMaps::droppedOntoARecording()
{
    OpenWindow w = window();
    QVERIFY(w.show());
    QVERIFY(w.open());
    QTRY_COMPARE(sceneName(w), QStringLiteral("own"));
    QVERIFY(w.window->actions().get(QStringLiteral("view.ownMap"))->isChecked());
    drop(w, m_place->file(QStringLiteral("far.fakemap"), "elsewhere"));
    QTRY_COMPARE(sceneName(w), QStringLiteral("far.fakemap"));
    QVERIFY(w.session().path().endsWith(QLatin1String("replay.bin")));
    QVERIFY(!w.window->actions().get(QStringLiteral("view.ownMap"))->isChecked());
    // It is shown, and said that it may be another's.
    const auto* note = w.window->area().strip()->findChild<QLabel*>(QStringLiteral("sceneNote"));
    QVERIFY(note->toolTip().contains(QLatin1String("nothing fits")));
    QCOMPARE(note->foregroundRole(), QPalette::WindowText);
    w.window->actions().get(QStringLiteral("view.ownMap"))->trigger();
    QTRY_COMPARE(sceneName(w), QStringLiteral("own"));
    QCOMPARE(note->foregroundRole(), QPalette::PlaceholderText);
    QVERIFY(w.window->actions().get(QStringLiteral("view.ownMap"))->isChecked());
}

void TestWindowMaps::droppedOntoNothing()
{
    OpenWindow w = window();
    QVERIFY(w.show());
    drop(w, m_place->file(QStringLiteral("a.fakemap")));
    auto* box = w.window->findChild<QDialog*>(QStringLiteral("mapAloneDialog"));
    QVERIFY(box != nullptr && box->isVisible());
    QVERIFY(!w.window->loader().busy());
    QVERIFY(w.window->session() == nullptr);
}

void TestWindowMaps::foldersAreAskedBesideTheWindow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("entry"); // a file in it
    QTest::addColumn<QString>("is");
    QTest::newRow("a map") << QStringLiteral("world.fakemap") << QStringLiteral("a.txt")
                           << QStringLiteral("map");
    QTest::newRow("a recording") << QStringLiteral("run.fakemap") << QStringLiteral("head.part")
                                 << QStringLiteral("recording");
    QTest::newRow("recordings") << QStringLiteral("runs") << QStringLiteral("a.txt")
                                << QStringLiteral("recordings");
}

void TestWindowMaps::foldersAreAskedBesideTheWindow()
{
    QFETCH(QString, name);
    QFETCH(QString, entry);
    QFETCH(QString, is);
    QVERIFY(QDir(m_place->folder.path()).mkdir(name));
    m_place->file(name + QLatin1Char('/') + entry);
    const QString folder = m_place->folder.filePath(name);
    OpenWindow w = window();
    QVERIFY(w.show());
    QVERIFY(w.open());
    const auto known = [&w, folder] {
        if (app::loadChosenMap(w.session().path()) == folder)
            return QStringLiteral("map");
        if (w.session().path() == folder)
            return QStringLiteral("recording");
        return app::loadReviewSettings().folder == folder ? QStringLiteral("recordings") : QString();
    };
    drop(w, folder);
    QCOMPARE(known(), QString()); // not while the window waits
    QTRY_COMPARE(known(), is);
}

void TestWindowMaps::remembered()
{
    const QString map = m_place->file(QStringLiteral("mine.fakemap"));
    {
        OpenWindow w = window();
        QVERIFY(w.show());
        QVERIFY(w.open());
        drop(w, map);
        QTRY_COMPARE(sceneName(w), QStringLiteral("mine.fakemap"));
    }
    OpenWindow again = window();
    QVERIFY(again.show());
    QVERIFY(again.open());
    QTRY_COMPARE(sceneName(again), QStringLiteral("mine.fakemap"));
    QVERIFY(again.open(QStringLiteral("other.bin")));
    QTRY_COMPARE(sceneName(again), QStringLiteral("own"));
    // One that is gone is not asked for.
    QVERIFY(QFile::remove(map));
    QVERIFY(again.open());
    QTRY_COMPARE(sceneName(again), QStringLiteral("own"));
    // Nor is one that was taken back.
    app::saveChosenMap(again.session().path(), {});
    QVERIFY(app::loadChosenMap(again.session().path()).isEmpty());
    for (int i = 0; i < 120; ++i)
        app::saveChosenMap(QStringLiteral("/recording %1").arg(i), QStringLiteral("/map"));
    QVERIFY(app::loadChosenMap(QStringLiteral("/recording 0")).isEmpty());
    QVERIFY(!app::loadChosenMap(QStringLiteral("/recording 119")).isEmpty());
}

void TestWindowMaps::othersAreOffered()
{
    m_place->file(QStringLiteral("maybe.fakemap"));
    OpenWindow w = window();
    QVERIFY(w.show());
    QVERIFY(w.open());
    QTRY_COMPARE(sceneName(w), QStringLiteral("own"));
    QVERIFY(candidate(w) == nullptr);
    app::Settings settings = w.window->settings();
    settings.sceneFolders = {m_place->folder.path()};
    w.window->applySettings(settings); // is looked in at once
    QTRY_VERIFY(candidate(w) != nullptr);
    QVERIFY(candidate(w)->toolTip().contains(QLatin1String("by its name")));
    QCOMPARE(sceneName(w), QStringLiteral("own"));
    candidate(w)->trigger();
    QTRY_COMPARE(sceneName(w), QStringLiteral("maybe.fakemap"));
    QTRY_VERIFY(candidate(w) == nullptr);
    // What was put there meanwhile is found when somebody looks again.
    w.window->actions().get(QStringLiteral("view.ownMap"))->trigger();
    QTRY_COMPARE(sceneName(w), QStringLiteral("own"));
    m_place->file(QStringLiteral("home.fakemap"));
    w.window->actions().get(QStringLiteral("view.findMap"))->trigger();
    QTRY_COMPARE(sceneName(w), QStringLiteral("home.fakemap"));
    w.window->closeReplay();
    QVERIFY(candidate(w) == nullptr);
}

void TestWindowMaps::whereTheyAreLookedFor()
{
    OpenWindow w = window();
    QVERIFY(w.show());
    w.window->actions().get(QStringLiteral("view.mapFolders"))->trigger();
    auto* dialog = w.window->findChild<QDialog*>(QStringLiteral("settingsDialog"));
    QVERIFY(dialog != nullptr);
    auto* pages = dialog->findChild<QTabWidget*>();
    QCOMPARE(pages->currentIndex(), static_cast<int>(app::SettingsPage::Maps));
    auto* radius = dialog->findChild<QSpinBox*>(QStringLiteral("mapRadius"));
    auto* folders = dialog->findChild<QListWidget*>(QStringLiteral("mapFolders"));
    QVERIFY(radius->isVisible() && folders->isVisible());
    radius->setValue(300);
    folders->addItem(QStringLiteral("/maps"));
    w.window->actions().get(QStringLiteral("file.settings"))->trigger();
    QCOMPARE(pages->currentIndex(), static_cast<int>(app::SettingsPage::General));
    dialog->reject();
    QCOMPARE(w.window->settings().sceneRadius, app::Settings{}.sceneRadius);
    app::Settings settings = w.window->settings();
    settings.sceneRadius = 300;
    settings.sceneFolders = {QStringLiteral("/maps")};
    w.window->applySettings(settings);
    QVERIFY(w.open());
    const model::SceneChoice& choice = w.window->loader().sceneChoice();
    QCOMPARE(choice.radius, 300.0);
    QCOMPARE(choice.folders, settings.sceneFolders);
    QVERIFY(choice.path.isEmpty());
}

void TestWindowMaps::placesOfEachGame()
{
    OpenWindow w = window();
    QVERIFY(w.show());
    app::Settings settings = w.window->settings();
    settings.sceneFolders = {m_place->folder.path(), QStringLiteral("/nowhere/mine")};
    w.window->applySettings(settings);
    w.window->actions().get(QStringLiteral("file.settings"))->trigger();
    auto* dialog = w.window->findChild<QDialog*>(QStringLiteral("settingsDialog"));
    QVERIFY(dialog != nullptr);
    auto* places = dialog->findChild<QTreeWidget*>(QStringLiteral("mapPlaces"));
    auto* folders = dialog->findChild<QListWidget*>(QStringLiteral("mapFolders"));
    QVERIFY(places != nullptr && folders != nullptr);
    QCOMPARE(places->topLevelItemCount(), 0); // nobody has looked
    dialog->findChild<QTabWidget*>()->setCurrentIndex(static_cast<int>(app::SettingsPage::Maps));
    QCOMPARE(places->topLevelItemCount(), 1);
    const QTreeWidgetItem* format = places->topLevelItem(0);
    QVERIFY(format->isExpanded());
    QCOMPARE(format->childCount(), 3);
    QCOMPARE(format->child(0)->text(0), QStringLiteral("beside the recording"));
    QCOMPARE(format->child(1)->text(0), QDir::toNativeSeparators(QDir::rootPath()));
    const auto isGrey = [](const QBrush& brush, const QWidget& widget) {
        return brush.style() != Qt::NoBrush &&
               brush.color() == widget.palette().color(QPalette::Active, QPalette::PlaceholderText);
    };
    QVERIFY(!isGrey(format->child(1)->foreground(0), *places));
    QVERIFY(isGrey(format->child(2)->foreground(0), *places));
    QVERIFY(format->child(2)->toolTip(0).contains(QStringLiteral("no such folder")));
    // Folders of the user, those that are added now, too.
    QCOMPARE(folders->count(), 2);
    QVERIFY(!isGrey(folders->item(0)->foreground(), *folders));
    QVERIFY(isGrey(folders->item(1)->foreground(), *folders));
    folders->addItem(QStringLiteral("/nowhere/else"));
    QVERIFY(isGrey(folders->item(2)->foreground(), *folders));
    QVERIFY(folders->item(2)->toolTip().contains(QStringLiteral("no such folder")));
    dialog->reject();
}

void TestWindowMaps::whatIsKnownOfTheMap()
{
    OpenWindow w = window();
    QVERIFY(w.show());
    QVERIFY(w.open());
    QTRY_VERIFY(w.session().scene() != nullptr);
    QCOMPARE(w.session().scene()->name, QStringLiteral("own"));
    const QString map = m_place->file(QStringLiteral("mine.fakemap"));
    drop(w, map);
    QTRY_COMPARE(w.session().scene()->path, map);
    QCOMPARE(w.session().scene()->facts.size(), std::size_t{1});
    QVERIFY(w.session().scene() == w.window->area().views().content().scene.pointer());
    // No blocks: the verbs for them say so.
    for (const char* verb : {"view.edits", "view.barriers"}) {
        const QAction* action = w.window->actions().get(QLatin1String(verb));
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->toolTip().contains(QLatin1String("blocks")), qPrintable(action->toolTip()));
        QVERIFY(!w.window->actions().whyNot(QLatin1String(verb)).isEmpty());
    }
}

} // namespace tst_window_maps

GHOSTLINE_TEST(tst_window_maps, TestWindowMaps, ghostline::test::GraphicsApplication)
#include "tst_window_maps.moc"
