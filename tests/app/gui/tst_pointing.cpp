// SPDX-License-Identifier: GPL-3.0-or-later
// Pointing at the picture for others who watch: where it points, how often it is said, and that what others
// point at is seen under their names and fades. In 3D and on the flat map.
#include "app/gui/together/pointing.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "tests/app/gui/fake_participant.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

namespace tst_pointing {

using namespace ghostline;
using namespace ghostline::test;
using namespace std::chrono_literals;

class TestPointing : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup()
    {
        m_pointing.reset();
        m_window.reset();
        m_place.reset();
    }
    void pointsAtTheGround_data() { views(); }
    void pointsAtTheGround();
    void pointsAtTheSky();
    void pointsAtTheSelection_data() { views(); }
    void pointsAtTheSelection();
    void onlyWhereItIsAllowed();
    void letGoSomewhereElse_data() { views(); }
    void letGoSomewhereElse();
    void othersFade_data() { views(); }
    void othersFade();
    void aloneItTurnsTheCamera();
    void noPartOfAPicture();

private:
    static void views()
    {
        QTest::addColumn<QString>("noGl");
        QTest::newRow("3D") << QString();
        QTest::newRow("flat") << QStringLiteral("no driver");
    }
    bool show(const QString& noGl, app::PointingTimes times = {});
    app::ViewArea& area() { return m_window->area(); }
    const std::vector<render::Pointer>& pointers() { return *area().views().content().pointers; }
    QSize size() { return area().has3D() ? area().viewport()->size() : area().flatMap()->size(); }
    QPoint at(double x, double y) { return {qRound(size().width() * x), qRound(size().height() * y)}; }
    template<typename Act>
    void onView(const Act& act)
    {
        area().has3D() ? act(area().viewport()) : act(area().flatMap());
    }
    void press(QPoint at, Qt::KeyboardModifiers with = Qt::ControlModifier | Qt::ShiftModifier)
    {
        onView([&](auto* view) { QTest::mousePress(view, Qt::LeftButton, with, at); });
    }
    void move(QPoint at)
    {
        onView([&](auto* view) { QTest::mouseMove(view, at); });
    }
    void release(QPoint at)
    {
        onView([&](auto* view) { QTest::mouseRelease(view, Qt::LeftButton, {}, at); });
    }

    FakeParticipant m_participant;
    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<app::MainWindow> m_window;
    std::unique_ptr<app::Pointing> m_pointing;
};

bool TestPointing::show(const QString& noGl, app::PointingTimes times)
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
    app::Settings still;
    still.reducedMotion = true;
    m_window->applySettings(still);
    m_participant.points.clear();
    m_participant.drawingAllowed = true;
    m_pointing = std::make_unique<app::Pointing>(&area(), times);
    m_pointing->setParticipant(&m_participant);
    return bringUp(*m_window) && openAndWait(*m_window, m_place->file(QStringLiteral("replay.bin")));
}

void TestPointing::pointsAtTheGround()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl, {.between = 60s}));
    const render::CameraPose before = area().camera().pose();
    press(at(0.4, 0.9));
    QCOMPARE(m_participant.points.size(), std::size_t{1});
    const together::Point point = m_participant.points.front();
    QVERIFY(!point.onScreen);
    const auto pixel = area().has3D() ? render::project(before, point.place, QSizeF(size()))
                                      : std::optional(area().flatMap()->pixelOf(point.place));
    QVERIFY(pixel && (*pixel - QPointF(at(0.4, 0.9))).manhattanLength() < 3.0);
    // Seen here at once, by one's own name.
    QCOMPARE(pointers().size(), std::size_t{1});
    QCOMPARE(pointers()[0].name, QStringLiteral("Ben"));

    move(at(0.5, 0.85));
    move(at(0.6, 0.8));
    QCOMPARE(m_participant.points.size(), std::size_t{1}); // not so soon
    QCOMPARE(pointers().size(), std::size_t{1});
    QVERIFY(pointers()[0].place != point.place);
    release(at(0.6, 0.8));
    QVERIFY(area().camera().pose().position == before.position);
    const glm::dvec3 last = pointers()[0].place;
    move(at(0.7, 0.7)); // is over
    QVERIFY(pointers()[0].place == last);
}

void TestPointing::pointsAtTheSky()
{
    QVERIFY(show({}, {.between = 1ms}));
    render::CameraPose level;
    level.position = {0.0, 2.0, 200.0};
    level.target = {0.0, 2.0, 100.0};
    area().camera().setPose(level);
    press(at(0.25, 0.1));
    QCOMPARE(m_participant.points.size(), std::size_t{1});
    const together::Point sky = m_participant.points.front();
    QVERIFY(sky.onScreen);
    QVERIFY(qAbs(sky.place.x - 0.25) < 0.01 && qAbs(sky.place.y - 0.1) < 0.01);
    move(at(0.5, 0.1)); // goes along; the last place comes, however quick it was
    move(at(0.75, 0.1));
    release(at(0.75, 0.1));
    QTRY_VERIFY(qAbs(m_participant.points.back().place.x - 0.75) < 0.01);
}

void TestPointing::pointsAtTheSelection()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl));
    app::ActorSelection& actors = *m_window->session()->actors();
    actors.select(model::ActorId::None);
    QVERIFY(!m_pointing->pointAtSelection());
    QVERIFY(m_participant.points.empty() && pointers().empty());
    actors.select(model::ActorId{2});
    QVERIFY(m_pointing->pointAtSelection());
    const model::WorldState& state = *area().views().content().state;
    const auto row = static_cast<std::size_t>(state.row(model::ActorId{2}));
    QCOMPARE(m_participant.points.size(), std::size_t{1});
    QVERIFY(!m_participant.points[0].onScreen);
    QVERIFY(m_participant.points[0].place == state.positions[row]);
    QCOMPARE(pointers().size(), std::size_t{1});
    QVERIFY(pointers()[0].place == state.positions[row]);
    m_pointing->setParticipant(nullptr);
    QVERIFY(!m_pointing->pointAtSelection());
    QVERIFY(pointers().empty());
}

/// What the others do not see is not shown here either, and the mouse is the camera's.
void TestPointing::onlyWhereItIsAllowed()
{
    QVERIFY(show({}));
    m_participant.drawingAllowed = false;
    m_window->session()->actors()->select(model::ActorId{2});
    QVERIFY(!m_pointing->pointAtSelection());
    const render::CameraPose before = area().camera().pose();
    press(at(0.4, 0.6));
    move(at(0.5, 0.7));
    move(at(0.6, 0.7));
    release(at(0.6, 0.7));
    QVERIFY(area().camera().pose().position != before.position);
    QVERIFY(m_participant.points.empty());
    QVERIFY(pointers().empty());
}

/// Where another window took the release, the mouse comes back without the button.
void TestPointing::letGoSomewhereElse()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl, {.between = 60s, .fades = 60s}));
    press(at(0.4, 0.9));
    move(at(0.5, 0.85));
    QCOMPARE(pointers().size(), std::size_t{1});
    const glm::dvec3 last = pointers()[0].place;
    const auto moved = [this](QPoint to, Qt::MouseButtons buttons) {
        onView([&](auto* view) {
            QMouseEvent event(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, buttons, {});
            QCoreApplication::sendEvent(view, &event);
        });
    };
    moved(at(0.6, 0.8), Qt::NoButton);
    QVERIFY(pointers()[0].place == last);
    moved(at(0.7, 0.7), Qt::LeftButton); // a new drag, which is the camera's
    QVERIFY(pointers()[0].place == last);
    release(at(0.7, 0.7));
}

void TestPointing::othersFade()
{
    QFETCH(QString, noGl);
    QVERIFY(show(noGl, {.fades = 1s, .step = 10ms}));
    Q_EMIT m_participant.pointed({.who = Cy, .onScreen = false, .place = {1.0, 0.0, 2.0}});
    Q_EMIT m_participant.pointed({.who = Ana, .onScreen = true, .place = {0.5, 0.5, 0.0}});
    QCOMPARE(pointers().size(), std::size_t{2});
    QCOMPARE(pointers()[0].name, QStringLiteral("Cy"));
    QVERIFY(pointers()[0].place == glm::dvec3(1.0, 0.0, 2.0));
    QVERIFY(pointers()[1].onScreen);
    QVERIFY(pointers()[0].colour != pointers()[1].colour);
    // The same person again is no third one.
    Q_EMIT m_participant.pointed({.who = Cy, .onScreen = false, .place = {3.0, 0.0, 2.0}});
    QCOMPARE(pointers().size(), std::size_t{2});
    QTRY_VERIFY(!pointers().empty() && pointers().back().opacity > 0.0 && pointers().back().opacity < 0.9);
    QTRY_VERIFY(pointers().empty());
    QVERIFY(m_participant.points.empty());
}

void TestPointing::aloneItTurnsTheCamera()
{
    QVERIFY(show({}));
    m_pointing->setParticipant(nullptr);
    const render::CameraPose before = area().camera().pose();
    press(at(0.4, 0.6));
    onView([&](auto* view) {
        QTest::mouseMove(view, at(0.5, 0.7));
        QTest::mouseMove(view, at(0.6, 0.7));
    });
    release(at(0.6, 0.7));
    QVERIFY(area().camera().pose().position != before.position);
    QVERIFY(m_participant.points.empty());
    QVERIFY(pointers().empty());
}

/// What is exported shows the recording, not the talk about it.
void TestPointing::noPartOfAPicture()
{
    QVERIFY(show(QStringLiteral("no driver"), {.fades = 60s}));
    const QImage plain = area().capture({640, 360});
    const QImage seen = area().flatMap()->grab().toImage();
    Q_EMIT m_participant.pointed({.who = Cy, .onScreen = true, .place = {0.5, 0.5, 0.0}});
    QCOMPARE(pointers().size(), std::size_t{1});
    QCOMPARE(area().capture({640, 360}), plain);
    QVERIFY(area().flatMap()->grab().toImage() != seen);
    QCOMPARE(area().flatMap()->content().pointers->size(), std::size_t{1});
}

} // namespace tst_pointing

GHOSTLINE_TEST(tst_pointing, TestPointing, ghostline::test::GraphicsApplication)
#include "tst_pointing.moc"
