// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette in the real window, and that nothing in it is out of a keyboard's or a screen reader's
// reach.
#include "app/gui/commands/command_palette.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTabWidget>

namespace tst_window_commands {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// Controls that Qt makes inside others and names by them, tabs, which are read out one by one, and labels,
/// whose text is their name.
bool isNamedOtherwise(const QWidget* widget)
{
    return widget->objectName().startsWith(QLatin1String("qt_")) ||
           qobject_cast<const QScrollBar*>(widget) != nullptr ||
           qobject_cast<const QTabBar*>(widget) != nullptr ||
           qobject_cast<const QTabWidget*>(widget) != nullptr ||
           qobject_cast<const QLabel*>(widget) != nullptr;
}

QString describe(const QWidget* widget)
{
    QStringList path;
    for (const QWidget* w = widget; w != nullptr && path.size() < 4; w = w->parentWidget())
        path.prepend(
            QStringLiteral("%1(%2)").arg(QLatin1String(w->metaObject()->className()), w->objectName()));
    return path.join(QLatin1Char('/'));
}

} // namespace

class TestWindowCommands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void whatWasChangedIsTakenBack()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        const QAction* undo = w.window->actions().get(QStringLiteral("edit.undo"));
        const QAction* redo = w.window->actions().get(QStringLiteral("edit.redo"));
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
        w.key(Qt::Key_B);
        QCOMPARE(undo->text(), QStringLiteral("Undo: Add bookmark"));
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(w.session().notes()->sidecar().bookmarks.empty());
        QVERIFY(!undo->isEnabled() && redo->isEnabled());
        w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(w.session().notes()->sidecar().bookmarks.size(), std::size_t{1});
        w.window->closeReplay();
        QVERIFY(!undo->isEnabled());
        QCOMPARE(undo->text(), QStringLiteral("Undo"));
    }

    void paletteRunsWhatWasTyped()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        auto* palette = w.window->findChild<app::CommandPalette*>();
        QVERIFY(palette != nullptr && !palette->isVisible());
        const QAction* trails = w.window->actions().get(QStringLiteral("view.trails"));
        const bool before = trails->isChecked();
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette->isVisible());
        auto* field = palette->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("vitrails"));
        auto* list = palette->findChild<QListView*>();
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("View: Trails"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(trails->isChecked(), !before);

        // Opened again, the verb used last stands first, and nothing is typed.
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(field->text().isEmpty());
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("View: Trails"));
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(list->currentIndex().row() == 1);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
        QCOMPARE(trails->isChecked(), !before);
    }

    void themesByPalette_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<render::Ground>("ground");
        QTest::newRow("light") << QStringLiteral("theme light") << render::Ground::Light;
        QTest::newRow("dark") << QStringLiteral("theme dark") << render::Ground::Dark;
    }
    void themesByPalette()
    {
        QFETCH(QString, typed);
        QFETCH(render::Ground, ground);
        app::WindowSetup setup;
        setup.registry = std::make_shared<model::CodecRegistry>();
        setup.theme = ground == render::Ground::Dark ? app::ThemeChoice::Light : app::ThemeChoice::Dark;
        app::MainWindow window(std::move(setup));
        QVERIFY(bringUp(window));
        QVERIFY(window.themes().theme().ground != ground);
        window.actions().get(QStringLiteral("help.palette"))->trigger();
        auto* palette = window.findChild<app::CommandPalette*>();
        auto* field = palette->findChild<QLineEdit*>();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window.themes().theme().ground, ground);
    }

    void nothingFoundIsSaid()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        w.window->actions().get(QStringLiteral("help.palette"))->trigger();
        auto* palette = w.window->findChild<app::CommandPalette*>();
        auto* said = palette->findChild<QListView*>()->findChild<QLabel*>();
        QVERIFY(!said->isVisible());
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("qqqq"));
        QVERIFY(said->isVisible() && !said->text().isEmpty());
    }

    void whatCannotBeDoneIsGreyAndDoesNothing()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        w.window->actions().get(QStringLiteral("help.palette"))->trigger();
        auto* palette = w.window->findChild<app::CommandPalette*>();
        auto* field = palette->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("fit all"));
        auto* list = palette->findChild<QListView*>();
        const QModelIndex first = list->model()->index(0, 0);
        QCOMPARE(first.data().toString(), QStringLiteral("Camera: Fit all"));
        QVERIFY(!(first.flags() & Qt::ItemIsEnabled));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(palette->isVisible());
    }

    /// Whatever can be clicked can be reached from a menu, and so by keyboard.
    void everyVerbIsInAMenu()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show());
        QStringList listed;
        for (const app::PaletteEntry& entry : app::entriesOf(*w.window->menuBar()))
            listed << entry.id;
        // Lists of their own: what was opened before, whose eyes and which of the scene's cameras there are.
        const QStringList lists{QStringLiteral("View/Perspective"), QStringLiteral("Camera/Scene cameras")};
        for (const app::ActionSpec& spec : app::Actions::table()) {
            const bool ownList = spec.id == QLatin1String("file.recent") || lists.contains(spec.menu);
            QVERIFY2(ownList || listed.contains(spec.id), qPrintable(spec.id));
        }
    }

    void everyControlHasANameAndItsTurn()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
            dock->show();
        QSet<const QWidget*> inTurn;
        const QWidget* at = w.window.get();
        do {
            inTurn.insert(at);
            at = at->nextInFocusChain();
        } while (at != w.window.get() && inTurn.size() < 10'000);
        QStringList nameless;
        int controls = 0;
        for (QWidget* widget : w.window->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || isNamedOtherwise(widget) ||
                widget->window() != w.window.get())
                continue;
            ++controls;
            QVERIFY2(inTurn.contains(widget), qPrintable(describe(widget)));
            const QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
            if (access == nullptr || access->text(QAccessible::Name).isEmpty())
                nameless << describe(widget);
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
        QVERIFY(controls > 40);
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_window_commands

GHOSTLINE_TEST(tst_window_commands, TestWindowCommands, ghostline::test::GraphicsApplication)
#include "tst_window_commands.moc"
