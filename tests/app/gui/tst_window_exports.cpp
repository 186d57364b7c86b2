// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever table the window shows goes out as CSV: each offers it by its own menu, proposes a name that says
// of which recording and what it is, and remembers the folder.
#include "app/gui/match/line_up.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/panels/metrics_panel.h"
#include "app/gui/settings/settings.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QPointer>
#include <QStandardItemModel>
#include <QTableView>

namespace tst_window_exports {

using namespace ghostline;
using namespace ghostline::test;
using app::TableMenu;

class TestWindowExports : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everyTableIsOffered();
    void namedAfterRecordingAndTable();
    void lineUpIsATable();
    void folderIsRemembered();
    void namesAreHarmless_data();
    void namesAreHarmless();
    void cellsAreHarmless();

private:
    QFileDialog* dialog() const
    {
        return m_open->window->findChild<QFileDialog*>(QStringLiteral("exportFileDialog"));
    }
    /// What the open dialog proposes; closes it.
    QString proposed();
    QList<QAbstractItemView*> tables() const;

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<OpenWindow> m_open;
};

/// Something for every panel.
FakeReplayOptions everything()
{
    FakeReplayOptions options;
    options.players = true;
    options.match = true;
    options.lineUp = true;
    options.census = true;
    options.observer = true;
    options.tables = true;
    options.events = 30;
    options.orders = 40;
    options.bands = 10;
    return options;
}

/// The menu that is asked for in the middle of a view; null where none comes.
QMenu* menuOf(QAbstractItemView& view)
{
    const QPoint at = view.viewport()->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

QString describe(const QAbstractItemView& view)
{
    return QStringLiteral("%1 in %2")
        .arg(view.accessibleName(), QLatin1String(view.parentWidget()->metaObject()->className()));
}

void TestWindowExports::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowExports::init()
{
    m_place = std::make_unique<WindowPlace>();
    m_open = std::make_unique<OpenWindow>(*m_place, everything());
    QVERIFY(m_open->show());
    QVERIFY(m_open->open(QStringLiteral("Cup final.bin")));
}

void TestWindowExports::cleanup()
{
    m_open.reset();
    m_place.reset();
}

QString TestWindowExports::proposed()
{
    if (dialog() == nullptr)
        return {};
    const QStringList files = dialog()->selectedFiles();
    const QPointer<QDialog> asked = dialog();
    asked->reject();
    if (!QTest::qWaitFor([&asked] { return asked == nullptr; }))
        return {};
    return files.isEmpty() ? QString() : QFileInfo(files.first()).fileName();
}

/// All views with columns, but the second view that keeps a first column in sight.
QList<QAbstractItemView*> TestWindowExports::tables() const
{
    QList<QAbstractItemView*> found = m_open->window->findChildren<QAbstractItemView*>();
    found.removeIf([](const QAbstractItemView* view) {
        return app::headerOf(*view) == nullptr ||
               qobject_cast<const QAbstractItemView*>(view->parentWidget()) != nullptr;
    });
    return found;
}

void TestWindowExports::everyTableIsOffered()
{
    const QList<QAbstractItemView*> views = tables();
    QVERIFY2(views.size() >= 15, qPrintable(QString::number(views.size())));
    for (QAbstractItemView* view : views) {
        const TableMenu* table = TableMenu::of(view);
        QVERIFY2(table != nullptr, qPrintable(describe(*view)));
        const QPointer<QMenu> menu = menuOf(*view);
        QVERIFY2(menu != nullptr, qPrintable(describe(*view)));
        QVERIFY2(menu->actions().contains(table->exportVerb()), qPrintable(describe(*view)));
        menu->close();
        QTRY_VERIFY(menu == nullptr);

        table->exportVerb()->trigger();
        QVERIFY2(dialog() != nullptr, qPrintable(describe(*view)));
        const QString name = proposed();
        QVERIFY2(name.startsWith(u"Cup final-") && name.endsWith(u".csv"), qPrintable(name));
        QVERIFY2(name.size() > 15, qPrintable(describe(*view) + name)); // it says which table
    }
}

void TestWindowExports::namedAfterRecordingAndTable()
{
    const auto nameIn = [this](const auto* panel) {
        TableMenu::of(panel->template findChild<QTableView*>())->exportVerb()->trigger();
        return proposed();
    };
    auto* events = m_open->window->findChild<app::EventsPanel*>();
    QCOMPARE(nameIn(events), QStringLiteral("Cup final-events.csv"));
    // One panel, several tables: the one that is shown.
    auto* orders = m_open->window->findChild<QTableView*>(QStringLiteral("eventColumns"));
    if (orders != nullptr) {
        TableMenu::of(orders)->exportVerb()->trigger();
        QCOMPARE(proposed(), QStringLiteral("Cup final-orders.csv"));
    }
    // In a window of its own it is still that recording's.
    QDockWidget* dock = m_open->window->dock(QStringLiteral("events"));
    dock->setFloating(true);
    QCOMPARE(nameIn(events), QStringLiteral("Cup final-events.csv"));
    m_open->window->closeReplay();
    QCOMPARE(nameIn(events), QStringLiteral("events.csv"));
}

void TestWindowExports::lineUpIsATable()
{
    auto* cards = m_open->window->findChild<app::LineUp*>();
    const QList<QByteArray> lines = cards->csvText().trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(cards->cards().size()) + 1);
    QVERIFY2(lines.first().contains("Player,Clan,Result"), lines.first().constData());
    const auto commas = lines.first().count(',');
    for (const QByteArray& line : lines) {
        if (!line.contains('"'))
            QCOMPARE(line.count(','), commas);
    }
    const QPointer<QMenu> menu = cards->menuFor(nullptr, {});
    const QList<QAction*> verbs = menu->actions();
    const auto found = std::find_if(verbs.begin(), verbs.end(),
                                    [](const QAction* verb) { return verb->text().contains(u"CSV"); });
    QVERIFY(found != verbs.end());
    (*found)->trigger();
    QCOMPARE(proposed(), QStringLiteral("Cup final-line-up.csv"));
    delete menu;
}

void TestWindowExports::folderIsRemembered()
{
    const QString elsewhere = m_place->folder.filePath(QStringLiteral("tables"));
    QVERIFY(QDir().mkpath(elsewhere));
    auto* view = m_open->window->findChild<app::EventsPanel*>()->findChild<QTableView*>();
    QAction* verb = TableMenu::of(view)->exportVerb();
    verb->trigger();
    // At first beside the recording.
    QCOMPARE(dialog()->directory().absolutePath(), QDir(m_place->folder.path()).absolutePath());
    const QString path = elsewhere + QStringLiteral("/a.csv");
    dialog()->selectFile(path);
    const QPointer<QDialog> asked = dialog();
    asked->accept();
    QTRY_VERIFY(asked == nullptr);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), app::csvText(*view));

    verb->trigger();
    QCOMPARE(dialog()->directory().absolutePath(), QDir(elsewhere).absolutePath());
    proposed();
    // A folder that is gone is none.
    QVERIFY(QDir(elsewhere).removeRecursively());
    QVERIFY(app::loadExportFolder().isEmpty());
    verb->trigger();
    QCOMPARE(dialog()->directory().absolutePath(), QDir(m_place->folder.path()).absolutePath());
    proposed();
}

void TestWindowExports::namesAreHarmless_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QStringLiteral("/a/run.log") << QStringLiteral("Time in zones")
                           << QStringLiteral("run-time-in-zones.csv");
    QTest::newRow("signs") << QStringLiteral("/a/run.log")
                           << QStringLiteral("../../Kills & <deaths> / min: *")
                           << QStringLiteral("run-kills-deaths-min.csv");
    QTest::newRow("letters") << QStringLiteral("/a/run.log") << QString::fromUtf8("Größe (m)")
                             << QString::fromUtf8("run-größe-m.csv");
    QTest::newRow("no words") << QStringLiteral("/a/run.log") << QStringLiteral("::")
                              << QStringLiteral("run.csv");
    QTest::newRow("nothing") << QString() << QString() << QStringLiteral("ghostline.csv");
    QTest::newRow("address") << QStringLiteral("https://host.example/cup/run.log") << QStringLiteral("Events")
                             << QStringLiteral("run-events.csv");
    QTest::newRow("dots") << QStringLiteral("/a/run.2024.log") << QStringLiteral("Events")
                          << QStringLiteral("run.2024-events.csv");
}

void TestWindowExports::namesAreHarmless()
{
    QFETCH(QString, source);
    QFETCH(QString, shown);
    QFETCH(QString, name);
    QWidget window;
    QWidget panel(&window);
    app::setExportSource(&window, source);
    QCOMPARE(app::proposedName(&panel, shown, QStringLiteral("csv")), name);
}

/// What a spreadsheet would take for a formula is a text in it.
void TestWindowExports::cellsAreHarmless()
{
    QStandardItemModel model(0, 1);
    model.setHorizontalHeaderLabels({QStringLiteral("=Name")});
    for (const char* text : {"=1+1", "+cmd", "-cmd", "@sum", "-1.5"})
        model.appendRow(new QStandardItem(QLatin1String(text)));
    QTableView view;
    view.setModel(&model);
    app::tidyTable(&view, QStringLiteral("Names"));
    for (const QByteArray& line : app::csvText(view).trimmed().split('\n')) {
        if (line == "-1.5") // a number stays one
            continue;
        QVERIFY2(!QByteArray("=+-@").contains(line.front()), line.constData());
    }
}

} // namespace tst_window_exports

GHOSTLINE_TEST(tst_window_exports, TestWindowExports, ghostline::test::GraphicsApplication)
#include "tst_window_exports.moc"
