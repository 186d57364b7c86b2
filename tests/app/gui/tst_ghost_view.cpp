// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts in the view: cameras that attend to them, and when they let go.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "tests/support/fake_replay.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>

namespace tst_ghost_view {

using namespace ghostline;
using namespace ghostline::app;
using model::ActorId;
using render::CameraMode;

namespace {

constexpr std::size_t Budget = std::size_t{64} << 20;

/// Actors side by side, who run east.
test::FakeReplayOptions straight(double speed, double aside)
{
    test::FakeReplayOptions options;
    options.frames = 400;
    options.motion = [=](int actor, model::FrameNumber, double seconds) {
        return glm::dvec3(speed * seconds, 0.0, aside + actor * 10.0);
    };
    return options;
}

} // namespace

class TestGhostView : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<ReplaySession> m_session;
    std::unique_ptr<GhostSet> m_ghosts;
    std::unique_ptr<ViewArea> m_area;
    int m_ghost = 0;

    bool shows(const glm::dvec3& place) const
    {
        const QSizeF size = m_area->viewport()->size();
        const auto at = render::project(m_area->camera().pose(), place, size);
        return at && QRectF(QPointF(), size).contains(*at);
    }
    glm::dvec3 ghostPlace() const { return m_ghosts->figure(m_ghost)->position; }
    double targetTo(const glm::dvec3& place) const
    {
        return glm::distance(m_area->camera().pose().target, place);
    }

private Q_SLOTS:
    void init()
    {
        m_session =
            std::make_unique<ReplaySession>(test::makeFakeReplay(straight(4.0, 0.0)), QString(), Budget);
        m_ghosts = std::make_unique<GhostSet>(nullptr);
        m_ghosts->setOpener([](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                std::make_unique<test::FakeReplay>(straight(8.0, 60.0)));
        });
        m_area = std::make_unique<ViewArea>(QString());
        m_area->setReducedMotion(true);
        m_area->resize(640, 480);
        m_area->ghosts().setGhosts(m_ghosts.get());
        m_area->setSession(m_session.get());
        m_ghosts->setSession(m_session.get());
        m_area->show();
        QVERIFY(m_ghosts->add(QStringLiteral("fast")));
        m_ghost = m_ghosts->ghosts().front().id;
        m_session->playhead().seek({100, 0.0});
        QTRY_VERIFY(m_ghosts->figure(m_ghost) && m_session->playback()->state().at.frame == 100);
    }
    void cleanup()
    {
        m_area->setSession(nullptr);
        m_ghosts->setSession(nullptr);
        m_area.reset();
        m_ghosts.reset();
        m_session.reset();
    }

    void followsAGhost()
    {
        QSignalSpy changed(&m_area->ghosts(), &ViewGhosts::followedChanged);
        QCOMPARE(m_area->ghosts().next(), m_ghost);
        QVERIFY(m_area->ghosts().follow(m_ghost));
        QCOMPARE(m_area->ghosts().followed(), m_ghost);
        QCOMPARE(m_area->camera().mode(), CameraMode::Follow);
        QTRY_VERIFY(targetTo(ghostPlace()) < 5.0);
        m_session->playhead().seek({200, 0.0});
        QTRY_COMPARE(ghostPlace().x, 80.0);
        QTRY_VERIFY(targetTo(ghostPlace()) < 5.0);
        m_area->ghosts().followRunner();
        QCOMPARE(m_area->ghosts().followed(), 0);
        QCOMPARE(m_session->actors()->followed(), ActorId(0));
        QTRY_VERIFY(targetTo({40.0, 0.0, 0.0}) < 5.0);
        QCOMPARE(changed.count(), 2);
        QVERIFY(!m_area->ghosts().follow(m_ghost + 1));
    }

    void keepsBothInThePicture()
    {
        QVERIFY(m_area->ghosts().frameBoth(m_ghost));
        QVERIFY(m_area->ghosts().framesBoth());
        for (const int frame : {100, 200, 300}) {
            m_session->playhead().seek({frame, 0.0});
            QTRY_COMPARE(ghostPlace().x, frame * 0.4);
            QTRY_VERIFY(shows(ghostPlace()) && shows({frame * 0.2, 0.0, 0.0}));
        }
    }

    void leavesTheGhost_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("an actor is followed") << 0;
        QTest::newRow("the ghost goes") << 1;
        QTest::newRow("the replay closes") << 2;
    }
    void leavesTheGhost()
    {
        QFETCH(int, how);
        m_area->ghosts().follow(m_ghost);
        if (how == 0)
            m_session->actors()->follow(ActorId(2));
        else if (how == 1)
            m_ghosts->remove(m_ghost);
        else
            m_area->setSession(nullptr);
        QCOMPARE(m_area->ghosts().followed(), 0);
        QCOMPARE(m_area->viewport()->followedGhost(), 0);
        if (how < 2)
            QTRY_VERIFY(targetTo({20.0, 0.0, how == 0 ? 20.0 : 0.0}) < 5.0);
    }

    void trailsComeWithTheGhosts()
    {
        m_session->playhead().seek({150, 0.0});
        const auto last = [this] { return *m_area->views().content().ghostTrails; };
        QTRY_COMPARE(last().size(), 1U);
        QTRY_COMPARE(last()[0].points.back().x, 60.0);
        QCOMPARE(last()[0].hue, m_ghosts->ghosts()[0].hue);
        m_ghosts->setVisible(m_ghost, false);
        QTRY_VERIFY(last().empty());
    }
};

} // namespace tst_ghost_view

GHOSTLINE_TEST(tst_ghost_view, TestGhostView, ghostline::test::GraphicsApplication)
#include "tst_ghost_view.moc"
