// SPDX-License-Identifier: GPL-3.0-or-later
// The coach's board in the real window, with the 3D view and with the flat map: keys and mouse draw, all of
// it can be taken back, and it is there again when the recording is opened anew.
#include "app/gui/board/board_mode.h"
#include "app/gui/board/board_panel.h"
#include "app/gui/board/drawings_model.h"
#include "app/gui/shell/board_desk.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_window_board {

using namespace ghostline;
using namespace ghostline::test;
using app::BoardToolKind;
using model::DrawingKind;

class TestWindowBoard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup()
    {
        m_window.reset();
        m_place.reset();
    }
    void drawsAndKeeps_data() { views(); }
    void drawsAndKeeps();
    void selectsAndChanges_data() { views(); }
    void selectsAndChanges();
    void writes_data() { views(); }
    void writes();
    void movesPlayers_data() { views(); }
    void movesPlayers();
    void theCameraStillMoves();
    void listed();

private:
    static void views()
    {
        QTest::addColumn<QString>("noGl");
        QTest::newRow("3D") << QString();
        QTest::newRow("flat") << QStringLiteral("no driver");
    }
    bool show(const QString& noGl);
    bool open();
    bool seek(model::FrameNumber frame);
    /// The strip of tools has its room, and the picture the rest of it.
    bool laidOut();
    app::BoardMode& board() { return m_window->findChild<app::BoardDesk*>()->mode(); }
    const std::vector<model::Drawing>& drawings() { return m_window->session()->notes()->sidecar().drawings; }
    QAction* verb(const char* id) { return m_window->actions().get(QLatin1String(id)); }
    void key(Qt::Key key, Qt::KeyboardModifiers with = {}) { QTest::keyClick(m_window.get(), key, with); }
    app::ViewArea& area() { return m_window->area(); }
    /// The 3D view is a window of its own within the main window: which one has the keyboard tells later.
    bool viewHasKeyboard()
    {
        return area().has3D() ? QGuiApplication::focusWindow() == area().viewport()
                              : area().flatMap()->hasFocus();
    }
    QSize size() { return area().has3D() ? area().viewport()->size() : area().flatMap()->size(); }
    /// In the lower half there is ground.
    QPoint at(double x, double y) { return {qRound(size().width() * x), qRound(size().height() * y)}; }
    template<typename Act>
    void onView(const Act& act)
    {
        area().has3D() ? act(area().viewport()) : act(area().flatMap());
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers with = {})
    {
        onView([&](auto* view) {
            QTest::mousePress(view, Qt::LeftButton, with, from);
            QTest::mouseMove(view, (from + to) / 2);
            QTest::mouseMove(view, to);
            QTest::mouseRelease(view, Qt::LeftButton, with, to);
        });
    }
    void click(QPoint at)
    {
        onView([&](auto* view) { QTest::mouseClick(view, Qt::LeftButton, {}, at); });
    }
    void viewKey(Qt::Key key)
    {
        onView([&](auto* view) { QTest::keyClick(view, key); });
    }
    std::optional<QPointF> pixelOf(const glm::dvec3& place)
    {
        if (!area().has3D())
            return area().flatMap()->pixelOf(place);
        return render::project(area().viewport()->camera().pose(), place, QSizeF(size()));
    }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<app::MainWindow> m_window;
};

bool TestWindowBoard::show(const QString& noGl)
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = noGl;
    m_window = std::make_unique<app::MainWindow>(std::move(setup));
    m_window->loader().setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(
            std::make_unique<FakeReplay>(FakeReplayOptions{}));
    });
    m_window->resize(1280, 800);
    return bringUp(*m_window) && open() && seek(200);
}

bool TestWindowBoard::open() { return openAndWait(*m_window, m_place->file(QStringLiteral("replay.bin"))); }

bool TestWindowBoard::seek(model::FrameNumber frame)
{
    m_window->session()->playhead().seek({frame, 0.0});
    return QTest::qWaitFor(
        [this, frame] { return m_window->session()->playback()->state().at.frame == frame; });
}

bool TestWindowBoard::laidOut()
{
    const auto* bar = m_window->findChild<QWidget*>(QStringLiteral("boardBar"));
    return QTest::qWaitFor([this, bar] {
        if (!bar->isVisible() || area().views().y() != bar->geometry().bottom() + 1)
            return false;
        return !area().has3D() || (!area().viewport()->camera().moving() &&
                                   area().viewport()->size() == area().views().first().surface()->size());
    });
}

void TestWindowBoard::drawsAndKeeps()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl));
    m_window->session()->playhead().play();
    auto* bar = m_window->findChild<QWidget*>(QStringLiteral("boardBar"));
    QVERIFY(bar != nullptr && !bar->isVisible());
    key(Qt::Key_D);
    QVERIFY(board().isOn() && bar->isVisible());
    QVERIFY(!m_window->session()->playhead().playing()); // what moves on cannot be drawn on
    QVERIFY(verb("board.draw")->isChecked() && board().tool() == BoardToolKind::Pen);
    QTRY_VERIFY(m_window->session()->playback()->state().at == m_window->session()->playhead().at());
    QVERIFY(laidOut());

    const glm::dvec3 stood = area().has3D() ? area().camera().pose().position : glm::dvec3(0.0);
    drag(at(0.3, 0.6), at(0.6, 0.7)); // the pen
    QCOMPARE(drawings().size(), std::size_t{1});
    key(Qt::Key_A, Qt::ShiftModifier);
    QVERIFY(board().tool() == BoardToolKind::Arrow);
    drag(at(0.3, 0.7), at(0.6, 0.8));
    QCOMPARE(drawings().size(), std::size_t{2});
    const model::Drawing arrow = drawings()[1];
    QCOMPARE(arrow.kind, DrawingKind::Arrow);
    QCOMPARE(arrow.points.size(), std::size_t{2});
    const model::Micros now = m_window->session()->playback()->state().time;
    QVERIFY(model::opacityAt(arrow, now) > 0.99 && arrow.to == now + model::Micros{5'000'000});
    QVERIFY(!area().has3D() || area().camera().pose().position == stood);
    QVERIFY(area().views().content().sketches->empty());
    QCOMPARE(area().views().content().drawings->size(), std::size_t{2});
    // It lies where it was drawn.
    const auto tip = pixelOf(arrow.points[1]);
    QVERIFY(tip && (*tip - QPointF(at(0.6, 0.8))).manhattanLength() < 3.0);

    verb("edit.undo")->trigger();
    QCOMPARE(drawings().size(), std::size_t{1});
    verb("edit.undo")->trigger();
    QVERIFY(drawings().empty());
    verb("edit.redo")->trigger();
    verb("edit.redo")->trigger();
    QCOMPARE(drawings().size(), std::size_t{2});

    viewKey(Qt::Key_Escape);
    QVERIFY(!board().isOn() && !bar->isVisible() && !verb("board.draw")->isChecked());
    drag(at(0.3, 0.7), at(0.6, 0.8)); // the camera's again
    QCOMPARE(drawings().size(), std::size_t{2});

    m_window->closeReplay();
    QVERIFY(open());
    QCOMPARE(drawings().size(), std::size_t{2});
    QCOMPARE(drawings()[1].id, arrow.id);
    QVERIFY(glm::distance(drawings()[1].points.at(1), arrow.points[1]) < 0.001);
    QCOMPARE(area().views().content().drawings->size(), std::size_t{2});
}

void TestWindowBoard::selectsAndChanges()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl));
    verb("board.line")->trigger(); // begins to draw, too
    QVERIFY(board().isOn() && laidOut());
    drag(at(0.3, 0.7), at(0.6, 0.7));
    QCOMPARE(drawings().size(), std::size_t{1});
    QVERIFY(!verb("board.delete")->isEnabled());
    verb("board.select")->trigger();
    click(at(0.45, 0.7));
    QCOMPARE(board().chosen(), drawings()[0].id);
    QCOMPARE(area().views().content().chosenDrawing, drawings()[0].id);
    QVERIFY(verb("board.delete")->isEnabled());

    const glm::dvec3 from = drawings()[0].points[0];
    drag(at(0.45, 0.7), at(0.45, 0.8));
    QVERIFY(drawings()[0].points[0] != from);
    QCOMPARE(area().views().content().drawings->size(), std::size_t{1});
    auto* bar = m_window->findChild<QWidget*>(QStringLiteral("boardBar"));
    for (QToolButton* button : bar->findChildren<QToolButton*>()) {
        if (button->accessibleName() == QStringLiteral("Blue"))
            button->click();
    }
    QCOMPARE(drawings()[0].colour, app::BoardColours[2]);
    verb("board.pinScreen")->trigger();
    QCOMPARE(drawings()[0].pin, model::DrawingPin::Screen);
    verb("board.duplicate")->trigger();
    QCOMPARE(drawings().size(), std::size_t{2});
    QCOMPARE(board().chosen(), drawings()[1].id);
    QVERIFY(drawings()[1].points != drawings()[0].points);
    viewKey(Qt::Key_Delete);
    QCOMPARE(drawings().size(), std::size_t{1});
    QVERIFY(board().chosen().isEmpty());
    verb("board.clear")->trigger();
    QVERIFY(drawings().empty());
    verb("edit.undo")->trigger();
    QCOMPARE(drawings().size(), std::size_t{1});
    // That one is selected is no part of a picture.
    if (!area().has3D()) {
        board().choose(drawings()[0].id);
        const QImage chosen = area().capture({640, 400});
        board().choose({});
        QCOMPARE(area().capture({640, 400}), chosen);
    }
    // A click beside all of them selects none.
    click(at(0.05, 0.95));
    QVERIFY(board().chosen().isEmpty());
    viewKey(Qt::Key_Tab); // to the tools
    QVERIFY(m_window->focusWidget() != nullptr && bar->isAncestorOf(m_window->focusWidget()));
    viewKey(Qt::Key_Escape);
    QVERIFY(!board().isOn());
}

void TestWindowBoard::writes()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl));
    verb("board.text")->trigger();
    auto* field = m_window->findChild<QLineEdit*>(QStringLiteral("boardText"));
    QVERIFY(!field->isVisible() && laidOut());
    click(at(0.4, 0.7));
    QVERIFY(field->isVisible() && drawings().empty());
    QTRY_VERIFY(field->hasFocus() && QGuiApplication::focusWindow() == m_window->windowHandle());
    // After a quick click the 3D view is given the keyboard late: it goes back to the words.
    if (area().has3D()) {
        const QSignalSpy moved(qGuiApp, &QGuiApplication::focusWindowChanged);
        area().viewport()->requestActivate();
        QTRY_VERIFY(!moved.isEmpty());
        QTRY_VERIFY(field->hasFocus() && QGuiApplication::focusWindow() == m_window->windowHandle());
        QVERIFY(field->isVisible());
    }
    QTest::keyClicks(field, QStringLiteral("keeper out"));
    QCOMPARE(area().views().content().sketches->size(), std::size_t{1});
    QCOMPARE(area().views().content().sketches->front().text, QStringLiteral("keeper out"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(drawings().size(), std::size_t{1});
    QCOMPARE(drawings()[0].text, QStringLiteral("keeper out"));
    QVERIFY(!field->isVisible());
    QTRY_VERIFY(viewHasKeyboard());
    click(at(0.5, 0.8));
    QTRY_VERIFY(field->hasFocus() && QGuiApplication::focusWindow() == m_window->windowHandle());
    QTest::keyClick(field, Qt::Key_Escape); // nothing was written
    QCOMPARE(drawings().size(), std::size_t{1});
    QVERIFY(board().isOn() && !field->isVisible());
    verb("board.number")->trigger();
    click(at(0.5, 0.7));
    click(at(0.6, 0.7));
    QCOMPARE(drawings().size(), std::size_t{3});
    QCOMPARE(drawings()[1].text, QStringLiteral("1"));
    QCOMPARE(drawings()[2].text, QStringLiteral("2"));
}

void TestWindowBoard::movesPlayers()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl));
    const model::WorldState& state = m_window->session()->playback()->state();
    const model::ActorId actor = state.ids[0];
    const glm::dvec3 recorded = state.positions[0];
    verb("board.move")->trigger();
    QVERIFY(laidOut());
    const auto pixel = pixelOf(recorded);
    QVERIFY(pixel);
    drag(pixel->toPoint(), pixel->toPoint() + QPoint(60, 20));
    QCOMPARE(drawings().size(), std::size_t{1});
    QCOMPARE(drawings()[0].kind, DrawingKind::MovedActor);
    QCOMPARE(drawings()[0].actors.at(0).id, actor);
    const glm::dvec3 once = drawings()[0].points[0];
    QVERIFY(glm::distance(once, recorded) > 0.1);
    drag(pixelOf(once)->toPoint(), pixelOf(once)->toPoint() + QPoint(40, 0));
    QCOMPARE(drawings().size(), std::size_t{1});
    QVERIFY(glm::distance(drawings()[0].points[0], once) > 0.1);
    QCOMPARE(state.positions[0], recorded); // nothing recorded changes
    verb("board.spotlight")->trigger();
    click(pixel->toPoint());
    QCOMPARE(drawings().size(), std::size_t{2});
    QCOMPARE(drawings()[1].actors.at(0).id, actor);
}

/// With Ctrl held down, with the other buttons and the wheel.
void TestWindowBoard::theCameraStillMoves()
{
    QVERIFY(show({}));
    if (!area().has3D())
        QSKIP("no OpenGL");
    key(Qt::Key_D);
    QVERIFY(laidOut());
    const auto looksElsewhere = [this, before = area().camera().pose()] {
        const render::CameraPose now = area().camera().pose();
        return now.position != before.position || now.target != before.target;
    };
    drag(at(0.3, 0.7), at(0.6, 0.8), Qt::ControlModifier);
    // QTest moves the mouse without modifiers: it is the press that decides.
    QVERIFY(looksElsewhere() && drawings().empty());
    const render::CameraPose turned = area().camera().pose();
    QTest::mousePress(area().viewport(), Qt::RightButton, {}, at(0.3, 0.7));
    QTest::mouseMove(area().viewport(), at(0.4, 0.7));
    QTest::mouseMove(area().viewport(), at(0.6, 0.8));
    QTest::mouseRelease(area().viewport(), Qt::RightButton, {}, at(0.6, 0.8));
    QVERIFY(area().camera().pose().position != turned.position && drawings().empty());
}

void TestWindowBoard::listed()
{
    QVERIFY(show({}));
    auto* panel = raised<app::BoardPanel>(*m_window, "board");
    QVERIFY(panel != nullptr);
    auto* table = panel->findChild<QTableView*>();
    QCOMPARE(table->model()->rowCount(), 0);
    verb("board.text")->trigger();
    QVERIFY(laidOut());
    click(at(0.4, 0.7));
    auto* field = m_window->findChild<QLineEdit*>(QStringLiteral("boardText"));
    QTest::keyClicks(field, QStringLiteral("here"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(seek(400));
    verb("board.arrow")->trigger();
    drag(at(0.3, 0.7), at(0.6, 0.8));
    QCOMPARE(table->model()->rowCount(), 2);
    using Model = app::DrawingsModel;
    QAbstractItemModel* rows = table->model();
    QCOMPARE(rows->index(0, Model::KindColumn).data().toString(), QStringLiteral("Text"));
    QCOMPARE(rows->index(1, Model::KindColumn).data().toString(), QStringLiteral("Arrow"));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(rows->index(0, Model::KindColumn)).center());
    QCOMPARE(m_window->session()->playhead().at().frame, model::FrameNumber{200});
    QVERIFY(board().chosen() == drawings()[0].id); // it draws, so that one is meant
    QVERIFY(rows->setData(rows->index(0, Model::WordsColumn), QStringLiteral("there")));
    QCOMPARE(drawings()[0].text, QStringLiteral("there"));
    QVERIFY(!rows->setData(rows->index(1, Model::WordsColumn), QStringLiteral("an arrow has none")));
    QVERIFY(!rows->setData(rows->index(0, Model::ToColumn), QStringLiteral("soon")));
    QVERIFY(rows->setData(rows->index(0, Model::ToColumn), QStringLiteral("0:12")));
    QCOMPARE(drawings()[0].to, model::Micros{12'000'000});
    // A range never ends before it begins.
    QVERIFY(rows->setData(rows->index(0, Model::FromColumn), QStringLiteral("0:14")));
    QVERIFY(drawings()[0].from <= drawings()[0].to);
    // One that begins behind another goes down once the editor that said so has closed.
    QVERIFY(rows->setData(rows->index(0, Model::FromColumn), QStringLiteral("0:30")));
    QCOMPARE(rows->index(0, Model::KindColumn).data().toString(), QStringLiteral("Text"));
    QTRY_COMPARE(rows->index(1, Model::KindColumn).data().toString(), QStringLiteral("Text"));
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(drawings().size(), std::size_t{1});
    QVERIFY(m_window->session()->notes()->history().undoText() == QStringLiteral("Remove drawings"));
}

} // namespace tst_window_board

GHOSTLINE_TEST(tst_window_board, TestWindowBoard, ghostline::test::GraphicsApplication)
#include "tst_window_board.moc"
