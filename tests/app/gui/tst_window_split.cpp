// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras in a race, by their keys: behind the runner, behind a ghost, both in one picture, one beside the
// other.
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "render/view/still.h"
#include "tests/app/gui/race_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QMenu>
#include <QSignalSpy>

namespace tst_window_split {

using namespace ghostline;
using namespace ghostline::test;
using app::ReplayView;
using model::ActorId;
using render::CameraMode;

class TestWindowSplit : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void noCamerasWithoutGhosts();
    void camerasByKey();
    void sideBySide();
    void oneClock();
    void eachHalfHasACamera();
    void bothHalvesTakeTheMouse();
    void ends_data();
    void ends();
    void goesOnToTheNextGhost();
    void bothInThePictureEndsIt();
    void theme_data();
    void theme();
    void oneCapture();

private:
    bool race(std::initializer_list<MadeRun> others);
    bool splitAt(int frame);
    app::ViewArea& area() { return m_window->area(); }
    app::ReplaySession& session() { return *m_window->session(); }
    app::GhostSet& ghosts() { return *area().ghosts().ghosts(); }
    int ghost(std::size_t i) { return ghosts().ghosts()[i].id; }
    ReplayView& right() { return *area().views().second(); }
    QAction* verb(const char* id) { return m_window->actions().get(QLatin1String(id)); }
    void alt(Qt::Key key) { QTest::keyClick(m_window.get(), key, Qt::AltModifier); }
    /// Where everybody stands now, along the course.
    double runnerAt() { return session().playback()->state().positions[0].x; }
    double ghostAt(std::size_t i) { return ghosts().figure(ghost(i))->position.x; }
    static double looksAt(render::Viewport* view) { return view->camera().pose().target.x; }
    double looksAt() { return looksAt(area().viewport()); }
    /// Who runs is looked ahead of, by as much as the picture allows.
    static bool keepsTo(double looks, double place) { return looks > place - 1e-9 && looks < place + 1.6; }
    /// The runner's place in a picture; nothing where that leaves them out.
    std::optional<QPointF> seen(const glm::dvec3& place, render::Viewport* view)
    {
        const auto at = render::project(view->camera().pose(), place, view->size());
        return at && QRectF(QPointF(), QSizeF(view->size())).contains(*at) ? at : std::nullopt;
    }
    QPoint runnerIn(render::Viewport* view)
    {
        return seen(session().playback()->state().positions[0] + glm::dvec3(0.0, 0.9, 0.0), view)
            .value_or(QPointF(-1, -1))
            .toPoint();
    }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<app::MainWindow> m_window;
};

void TestWindowSplit::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowSplit::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowSplit::cleanup()
{
    m_window.reset();
    m_place.reset();
}

bool TestWindowSplit::race(std::initializer_list<MadeRun> others)
{
    if (!record(pathOf(*m_place, Slow), Slow))
        return false;
    m_window = showRace(*m_place);
    if (m_window == nullptr)
        return false;
    app::Settings still;
    still.reducedMotion = true;
    m_window->applySettings(still);
    for (const MadeRun& run : others) {
        if (!record(pathOf(*m_place, run), run) || !ghosts().add(pathOf(*m_place, run)))
            return false;
    }
    return others.size() == 0 || raceReady(ghosts(), static_cast<int>(others.size()));
}

/// Side by side, with everybody in place and drawn.
bool TestWindowSplit::splitAt(int frame)
{
    session().playhead().seek({StartTick + frame, 0.0});
    alt(Qt::Key_S);
    return area().ghosts().isSplit() && QTest::qWaitFor([this, frame] {
               return session().playback()->state().at.frame == StartTick + frame &&
                      right().viewport()->isReady();
           });
}

void TestWindowSplit::noCamerasWithoutGhosts()
{
    QVERIFY(race({}));
    for (const char* id :
         {"compare.followRunner", "compare.followGhost", "compare.frameBoth", "compare.splitView"}) {
        QVERIFY2(!verb(id)->isEnabled(), id);
        QVERIFY2(!verb(id)->shortcut().isEmpty(), id);
    }
    QVERIFY(record(pathOf(*m_place, Fast), Fast) && ghosts().add(pathOf(*m_place, Fast)));
    QVERIFY(verb("compare.splitView")->isEnabled() && verb("compare.frameBoth")->isEnabled());
    ghosts().clear();
    QVERIFY(!verb("compare.splitView")->isEnabled() && !verb("compare.followRunner")->isEnabled());
}

void TestWindowSplit::camerasByKey()
{
    QVERIFY(race({Fast, Brisk}));
    session().playhead().seek({StartTick + 120, 0.0});
    QTRY_COMPARE(ghostAt(0), 37.5);

    alt(Qt::Key_G);
    QCOMPARE(area().ghosts().followed(), ghost(0));
    QVERIFY(keepsTo(looksAt(), ghostAt(0)));
    alt(Qt::Key_G);
    QCOMPARE(area().ghosts().followed(), ghost(1));
    QVERIFY(keepsTo(looksAt(), ghostAt(1)));
    alt(Qt::Key_G);
    QCOMPARE(area().ghosts().followed(), ghost(0));

    alt(Qt::Key_B);
    QVERIFY(area().ghosts().framesBoth());
    QCOMPARE(area().ghosts().followed(), ghost(0));
    QVERIFY(seen(session().playback()->state().positions[0], area().viewport()));
    QVERIFY(seen(ghosts().figure(ghost(0))->position, area().viewport()));

    alt(Qt::Key_M);
    QCOMPARE(area().ghosts().followed(), 0);
    QCOMPARE(area().camera().mode(), CameraMode::Follow);
    QVERIFY(keepsTo(looksAt(), runnerAt()));
}

void TestWindowSplit::sideBySide()
{
    QVERIFY(race({Fast}));
    QVERIFY(area().views().second() == nullptr && area().views().first().heading()->isHidden());
    QVERIFY(splitAt(120));
    QVERIFY(verb("compare.splitView")->isChecked());
    const ReplayView& left = area().views().first();
    QVERIFY2(std::abs(left.width() - right().width()) <= 1,
             qPrintable(QStringLiteral("%1 and %2").arg(left.width()).arg(right().width())));
    QVERIFY(left.x() < right().x());
    QVERIFY(keepsTo(looksAt(), runnerAt()));
    QVERIFY(keepsTo(looksAt(right().viewport()), ghostAt(0)));
    QCOMPARE(left.heading()->content().name, QStringLiteral("Ada"));
    QCOMPARE(left.heading()->content().role, QStringLiteral("runner"));
    QCOMPARE(right().heading()->content().name, QStringLiteral("fast"));
    QCOMPARE(right().heading()->content().mark->second,
             m_window->themes().theme().hue(ghosts().ghosts()[0].hue));
    QVERIFY(left.heading()->isVisible() && right().heading()->isVisible());
    // What is shown or not is so in both.
    session().actors()->setHidden({ghosts().runner()}, true);
    QCOMPARE(right().viewport()->pick(runnerIn(right().viewport())), ActorId::None);
}

void TestWindowSplit::oneClock()
{
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(20));
    for (const int frame : {60, 30, 100}) {
        session().playhead().seek({StartTick + frame, 0.0});
        QTRY_COMPARE(session().playback()->state().at.frame, StartTick + frame);
        QVERIFY(keepsTo(looksAt(), frame * Slow.step));
        QVERIFY(keepsTo(looksAt(right().viewport()), frame * Fast.step));
    }
    QTest::keyClick(m_window.get(), Qt::Key_Period);
    QVERIFY(keepsTo(looksAt(), 101 * Slow.step));
    QVERIFY(keepsTo(looksAt(right().viewport()), 101 * Fast.step));

    // Playing: whenever an instant is shown, it is the same in both.
    int shown = 0;
    int apart = 0;
    connect(&ghosts(), &app::GhostSet::figuresChanged, this, [&] {
        ++shown;
        if (!keepsTo(looksAt(), runnerAt()) || !keepsTo(looksAt(right().viewport()), ghostAt(0)))
            ++apart;
    });
    session().playhead().play();
    QTRY_VERIFY(shown > 10);
    session().playhead().pause();
    ghosts().disconnect(this);
    QCOMPARE(apart, 0);
    QVERIFY(right().viewport()->framesPerSecond() > 1.0); // and drawn
    QVERIFY(runnerAt() > 101 * Slow.step);
}

void TestWindowSplit::eachHalfHasACamera()
{
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(120));
    const auto drag = [](render::Viewport* view) {
        QTest::mousePress(view, Qt::LeftButton, {}, QPoint(60, 60));
        QTest::mouseMove(view, QPoint(90, 60));
        QTest::mouseMove(view, QPoint(120, 60));
        QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(120, 60));
    };
    const auto from = [](render::Viewport* view) { return view->camera().pose().position; };
    const glm::dvec3 before = from(area().viewport());
    const glm::dvec3 behind = from(right().viewport());
    drag(right().viewport());
    QVERIFY(glm::distance(from(right().viewport()), behind) > 0.5);
    QVERIFY(keepsTo(looksAt(right().viewport()), ghostAt(0))); // round the ghost
    QCOMPARE(from(area().viewport()), before);

    // The left camera may go anywhere; the right one keeps to its ghost.
    area().camera().requestMode(CameraMode::Orbit);
    QCOMPARE(right().viewport()->camera().mode(), CameraMode::Follow);
    QVERIFY(!area().views().first().heading()->content().mark);
    alt(Qt::Key_M);
    QVERIFY(area().ghosts().isSplit() && area().views().first().heading()->content().mark);
    // Where it stays with the runner, the other does the same with the ghost.
    area().camera().requestMode(CameraMode::FirstPerson);
    QCOMPARE(right().viewport()->camera().mode(), CameraMode::FirstPerson);
}

void TestWindowSplit::bothHalvesTakeTheMouse()
{
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(20));
    for (render::Viewport* view : {area().viewport(), right().viewport()}) {
        session().actors()->select(ActorId::None);
        const QPoint at = runnerIn(view);
        QTest::mouseClick(view, Qt::LeftButton, {}, at);
        QCOMPARE(session().actors()->selected(), ghosts().runner());

        QSignalSpy menus(&area(), &app::ViewArea::contextMenuRequested);
        QTest::mouseClick(view, Qt::RightButton, {}, at);
        QCOMPARE(menus.count(), 1);
        for (QMenu* menu : m_window->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly))
            menu->close();

        area().camera().requestMode(CameraMode::Orbit);
        QTest::mouseDClick(view, Qt::LeftButton, {}, runnerIn(view));
        QCOMPARE(area().ghosts().isSplit(), true);
    }
    QCOMPARE(session().actors()->followed(), ghosts().runner());
}

void TestWindowSplit::ends_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("its key") << 0;
    QTest::newRow("the ghost goes") << 1;
    QTest::newRow("the ghost is hidden") << 2;
    QTest::newRow("nobody is followed") << 3;
    QTest::newRow("the replay closes") << 4;
}

void TestWindowSplit::ends()
{
    QFETCH(int, how);
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(60));
    const QPointer<render::Viewport> second = right().viewport();
    switch (how) {
    case 0:
        right().setFocus(); // which is where the keyboard may well be
        QTest::keyClick(right().viewport(), Qt::Key_S, Qt::AltModifier);
        break;
    case 1:
        ghosts().remove(ghost(0));
        break;
    case 2:
        ghosts().setVisible(ghost(0), false);
        break;
    case 3:
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        break;
    default:
        m_window->closeReplay();
    }
    QVERIFY(!area().ghosts().isSplit());
    QCOMPARE(area().ghosts().followed(), 0);
    QVERIFY(!verb("compare.splitView")->isChecked());
    QVERIFY(area().views().second() == nullptr && area().views().first().heading()->isHidden());
    QTRY_VERIFY(second == nullptr); // with all that it held
    if (how > 2)
        return;
    QVERIFY(keepsTo(looksAt(), runnerAt()));
    if (how == 0) { // and again
        alt(Qt::Key_S);
        QVERIFY(area().ghosts().isSplit());
        QVERIFY(keepsTo(looksAt(right().viewport()), ghostAt(0)));
    }
}

void TestWindowSplit::goesOnToTheNextGhost()
{
    QVERIFY(race({Fast, Brisk, Slow}));
    QVERIFY(splitAt(60));
    QCOMPARE(area().ghosts().followed(), ghost(0));
    const int second = ghost(1);
    ghosts().remove(ghost(0));
    QVERIFY(area().ghosts().isSplit());
    QCOMPARE(area().ghosts().followed(), second);
    QVERIFY(keepsTo(looksAt(right().viewport()), ghostAt(0)));
    QCOMPARE(right().heading()->content().name, QStringLiteral("brisk"));
    alt(Qt::Key_G); // by the user's wish
    QVERIFY(area().ghosts().isSplit());
    QCOMPARE(area().ghosts().followed(), ghost(1));
    alt(Qt::Key_G);
    ghosts().setVisible(second, false);
    QCOMPARE(area().ghosts().followed(), ghost(1));
    ghosts().setVisible(ghost(1), false);
    QVERIFY(!area().ghosts().isSplit());
}

void TestWindowSplit::bothInThePictureEndsIt()
{
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(60));
    alt(Qt::Key_B);
    QVERIFY(!area().ghosts().isSplit() && area().ghosts().framesBoth());
    QVERIFY(!verb("compare.splitView")->isChecked());
    alt(Qt::Key_S);
    QVERIFY(area().ghosts().isSplit() && !area().ghosts().framesBoth());
    QVERIFY(keepsTo(looksAt(), runnerAt()));
}

void TestWindowSplit::theme_data()
{
    QTest::addColumn<bool>("before");
    QTest::newRow("switched while split") << false;
    QTest::newRow("split after the switch") << true;
}

void TestWindowSplit::theme()
{
    QFETCH(bool, before);
    QVERIFY(race({Fast}));
    // The lower half of the ground, where nothing stands.
    const auto light = [](const ReplayView& view) {
        const QImage picture = view.viewport()->capture({64, 64});
        return picture.pixelColor(4, 60).lightness() > 128 && picture.pixelColor(60, 4).lightness() > 128;
    };
    m_window->themes().setChoice(app::ThemeChoice::Dark);
    if (before)
        m_window->themes().setChoice(app::ThemeChoice::Light);
    QVERIFY(splitAt(60));
    if (!before) {
        QVERIFY(!light(area().views().first()) && !light(right()));
        m_window->themes().setChoice(app::ThemeChoice::Light);
    }
    QVERIFY(light(area().views().first()) && light(right()));
    QCOMPARE(right().heading()->content().mark->second, render::Theme::light().hue(ghosts().ghosts()[0].hue));
}

void TestWindowSplit::oneCapture()
{
    QVERIFY(race({Fast}));
    QVERIFY(splitAt(60));
    for (const QSize size : {QSize(800, 300), QSize(1600, 900)}) {
        const QImage picture = area().capture(size);
        QCOMPARE(picture.size(), size);
        const double scale = double(size.width()) / area().viewWidget()->width();
        // The line in its colour under each heading, then the picture.
        for (const ReplayView* view : {&area().views().first(), &right()}) {
            const app::ViewHeading* heading = view->heading();
            const QPoint at(qRound((view->x() + view->width() / 2.0) * scale),
                            qRound((heading->height() - 1) * scale));
            QCOMPARE(picture.pixelColor(at), heading->content().mark->second);
            QVERIFY(picture.pixelColor(at + QPoint(0, qRound(4 * scale))) != heading->content().mark->second);
        }
    }
}

} // namespace tst_window_split

GHOSTLINE_TEST(tst_window_split, TestWindowSplit, ghostline::test::GraphicsApplication)
#include "tst_window_split.moc"
