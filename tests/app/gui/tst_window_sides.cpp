// SPDX-License-Identifier: GPL-3.0-or-later
// The room of the picture: its share of the window, sides that fold onto their rails and grow with the
// window, titles and panels that take room only where they are needed.
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/settings/language.h"
#include "app/gui/shell/dock_title.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/shell/side_rail.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/verbs/actions.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDockWidget>
#include <QToolButton>

namespace tst_window_sides {

using namespace ghostline;
using namespace ghostline::test;

namespace {

bool isSeen(const app::MainWindow& window, const char* dock)
{
    return !window.dock(QLatin1String(dock))->visibleRegion().isEmpty();
}

QSize viewOf(app::MainWindow& window) { return window.area().viewWidget()->size(); }

QToolButton* railButton(const app::MainWindow& window, const char* dock)
{
    for (const app::SideRail* rail : window.findChildren<app::SideRail*>()) {
        if (auto* button = rail->findChild<QToolButton*>(QLatin1String(dock)))
            return button;
    }
    return nullptr;
}

/// No hints: those of a first start are gone with the first click.
void told(app::MainWindow& window)
{
    if (auto* hints = window.findChild<app::FirstRunHints*>())
        hints->finishAll();
}

} // namespace

class TestWindowSides : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup() { app::speak(app::LanguageChoice::English); }

    void thePictureHasItsShare_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("german");
        for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(2560, 1440)}) {
            const QByteArray name =
                QByteArray::number(size.width()) + 'x' + QByteArray::number(size.height());
            QTest::newRow(name.constData()) << size << false;
            QTest::newRow((name + " german").constData()) << size << true;
        }
    }
    void thePictureHasItsShare()
    {
        QFETCH(QSize, size);
        QFETCH(bool, german);
        app::speak(german ? app::LanguageChoice::German : app::LanguageChoice::English);
        OpenWindow w(*m_place);
        w.window->resize(size);
        QVERIFY(w.show() && w.open());
        told(*w.window);
        QCOMPARE(w.window->size(), size);
        const auto shares = [&w] {
            const QSize view = viewOf(*w.window), all = w.window->size();
            return std::pair(100.0 * view.width() / all.width(), 100.0 * view.height() / all.height());
        };
        QStringList docks; // who asks for more
        for (const QDockWidget* dock : w.window->findChildren<QDockWidget*>()) {
            if (dock->isVisible())
                docks << QStringLiteral("%1 %2 (%3)")
                             .arg(dock->objectName())
                             .arg(dock->width())
                             .arg(dock->minimumSizeHint().width());
        }
        QTRY_VERIFY2(shares().first >= 55.0 && shares().second >= 60.0,
                     qPrintable(QStringLiteral("%1 %, %2 %: %3")
                                    .arg(shares().first)
                                    .arg(shares().second)
                                    .arg(docks.join(QStringLiteral(", ")))));
    }

    void sidesFoldAndComeBack()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        const QSize before = viewOf(*w.window);
        w.window->dock(QStringLiteral("match"))->raise();
        w.key(Qt::Key_F8);
        QTRY_VERIFY(!isSeen(*w.window, "match") && viewOf(*w.window).width() > before.width() + 250);
        QVERIFY(isSeen(*w.window, "cast"));
        w.key(Qt::Key_F9);
        QTRY_VERIFY(!isSeen(*w.window, "cast") && isSeen(*w.window, "timeline"));
        w.key(Qt::Key_F9);
        QTRY_VERIFY(isSeen(*w.window, "match") && isSeen(*w.window, "cast"));
        QTRY_VERIFY(std::abs(viewOf(*w.window).width() - before.width()) < 12);
    }

    void foldedSidesStayInTheLayout()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        w.window->actions().get(QStringLiteral("view.leftPanels"))->trigger();
        QTRY_VERIFY(!isSeen(*w.window, "cast"));
        w.window->layouts().save(QStringLiteral("folded"));
        w.window->actions().get(QStringLiteral("view.leftPanels"))->trigger();
        QTRY_VERIFY(isSeen(*w.window, "cast"));
        w.window->dock(QStringLiteral("cast"))->hide();
        QVERIFY(w.window->layouts().restore(QStringLiteral("folded")));
        QTRY_VERIFY(isSeen(*w.window, "cast")); // it is there, though it was folded when it was saved
    }

    void theUsualArrangementIsNotFolded_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QStringList>("seen");
        const QString reset = QStringLiteral("view.resetLayout");
        const QStringList all{QStringLiteral("cast"), QStringLiteral("minimap"), QStringLiteral("timeline")};
        QTest::newRow("right, reset") << int(Qt::Key_F8) << reset << all;
        QTest::newRow("all, reset") << int(Qt::Key_F9) << reset << all;
        QTest::newRow("right, Coach") << int(Qt::Key_F8) << QStringLiteral("view.layoutCoach")
                                      << QStringList{QStringLiteral("match"), QStringLiteral("cast")};
        QTest::newRow("all, Staff") << int(Qt::Key_F9) << QStringLiteral("view.layoutStaff")
                                    << QStringList{QStringLiteral("review"), QStringLiteral("evidence")};
    }
    void theUsualArrangementIsNotFolded()
    {
        QFETCH(int, key);
        QFETCH(QString, verb);
        QFETCH(QStringList, seen);
        OpenWindow w(*m_place);
        w.window->resize(1600, 1000);
        QVERIFY(w.show() && w.open());
        const QDockWidget* events = w.window->dock(QStringLiteral("events"));
        QTRY_VERIFY(events->isVisible());
        w.key(Qt::Key(key));
        QTRY_VERIFY(events->isHidden());
        w.window->actions().get(verb)->trigger();
        QTRY_VERIFY(events->isVisible()); // in front or a tab behind
        for (const QString& dock : seen)
            QTRY_VERIFY2(isSeen(*w.window, qPrintable(dock)), qPrintable(dock));
        for (const char* side : {"view.leftPanels", "view.rightPanels"})
            QVERIFY2(w.window->actions().get(QLatin1String(side))->isChecked(), side);
        QVERIFY(!w.window->actions().get(QStringLiteral("view.onlyPicture"))->isChecked());
    }

    /// Without a recording nothing comes into sight before it is wanted.
    void resetWithoutARecording()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        w.key(Qt::Key_F8);
        QTRY_VERIFY(w.window->dock(QStringLiteral("events"))->isHidden());
        w.window->closeReplay();
        w.window->layouts().reset();
        QVERIFY(!w.window->dock(QStringLiteral("events"))->isVisible());
        QVERIFY(w.open());
        QTRY_VERIFY(w.window->dock(QStringLiteral("events"))->isVisible());
    }

    void theRailBringsPanels()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        QTRY_VERIFY(railButton(*w.window, "metrics") != nullptr);
        QVERIFY(!isSeen(*w.window, "metrics"));
        railButton(*w.window, "metrics")->click();
        QTRY_VERIFY(isSeen(*w.window, "metrics") && railButton(*w.window, "metrics")->isChecked());
        railButton(*w.window, "metrics")->click();
        QTRY_VERIFY(!isSeen(*w.window, "metrics") && !railButton(*w.window, "metrics")->isChecked());
        // One of a side that is folded brings its side.
        w.window->actions().get(QStringLiteral("view.rightPanels"))->trigger();
        QTRY_VERIFY(!isSeen(*w.window, "events"));
        railButton(*w.window, "match")->click();
        QTRY_VERIFY(isSeen(*w.window, "match"));
        QVERIFY(w.window->actions().get(QStringLiteral("view.rightPanels"))->isChecked());
        QVERIFY(w.window->dock(QStringLiteral("events"))->isVisible());
    }

    void everyRailButtonHasAName()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        QTRY_VERIFY(railButton(*w.window, "cast") != nullptr);
        for (const app::SideRail* rail : w.window->findChildren<app::SideRail*>()) {
            for (const QToolButton* button : rail->findChildren<QToolButton*>()) {
                if (button->objectName() == QLatin1String("qt_toolbar_ext_button"))
                    continue;
                QVERIFY2(!button->toolTip().isEmpty() && !button->icon().isNull(),
                         qPrintable(button->objectName()));
            }
        }
    }

    void theInspectorTakesRoomOnlyForSomebody()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        w.session().actors()->select(model::ActorId::None);
        QTRY_VERIFY(!isSeen(*w.window, "inspector"));
        w.session().actors()->select(w.session().info().cast.front().id);
        QTRY_VERIFY(isSeen(*w.window, "inspector"));
        w.session().actors()->select(model::ActorId::None);
        QTRY_VERIFY(!isSeen(*w.window, "inspector"));
        railButton(*w.window, "inspector")->click(); // who asks for it gets it
        QTRY_VERIFY(isSeen(*w.window, "inspector"));
    }

    void noTitleUnderATab()
    {
        OpenWindow w(*m_place);
        QVERIFY(w.show() && w.open());
        const auto titled = [&w](const char* dock) {
            return w.window->dock(QLatin1String(dock))->titleBarWidget()->height() > 4;
        };
        QTRY_VERIFY(!titled("events") && !titled("timeline"));
        QVERIFY(titled("minimap"));
        w.window->dock(QStringLiteral("minimap"))->setFloating(true);
        QTRY_VERIFY(w.window->dock(QStringLiteral("minimap"))->titleBarWidget() == nullptr);
        w.window->dock(QStringLiteral("minimap"))->setFloating(false);
        QTRY_VERIFY(w.window->dock(QStringLiteral("minimap"))->titleBarWidget() != nullptr);
    }

    void sidesGrowWithTheWindow()
    {
        OpenWindow w(*m_place);
        w.window->resize(1280, 800);
        QVERIFY(w.show() && w.open());
        const QDockWidget* events = w.window->dock(QStringLiteral("events"));
        const int before = events->width();
        w.window->resize(1920, 1000);
        QTRY_VERIFY(events->width() > before * 5 / 4);
        w.window->resize(1280, 800);
        QTRY_VERIFY(std::abs(events->width() - before) < 12);
    }

    void theTimelineIsAsHighAsItsLanes()
    {
        OpenWindow w(*m_place);
        w.window->resize(1600, 1000);
        QVERIFY(w.show() && w.open());
        const auto* panel = w.window->findChild<app::TimelinePanel*>();
        QTRY_COMPARE(panel->height(), panel->sizeHint().height());
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_window_sides

GHOSTLINE_TEST(tst_window_sides, TestWindowSides, ghostline::test::GraphicsApplication)
#include "tst_window_sides.moc"
