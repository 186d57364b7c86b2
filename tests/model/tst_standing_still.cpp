// SPDX-License-Identifier: GPL-3.0-or-later
// Who stood still: lengths, order, what ends a stop.
#include "model/metrics/standing_still.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_standing_still {

using namespace ghostline::model;
using namespace ghostline::test;

class TestStandingStill : public QObject
{
    Q_OBJECT

    static std::vector<StandingStill> find(const FakeReplayOptions& options,
                                           const StandingStillOptions& wanted = {})
    {
        const auto found = findStandingStill(*makeFakeReplay(options), wanted, {}, {});
        return found ? *found : std::vector<StandingStill>{};
    }

private Q_SLOTS:
    void stopsOfKnownLength()
    {
        FakeReplayOptions options; // 50 s at 20 Hz; one car and one walker stop
        options.actors = 2;
        options.motion = [](int actor, FrameNumber f, double t) {
            if (actor == 0) // stands from frame 200 to 500, trembling
                return glm::dvec3{f < 200 || f > 500 ? 3.0 * t : 40.0 + 0.01 * static_cast<double>(f % 3),
                                  0.0, 0.0};
            return glm::dvec3{f < 100 ? 0.0 : t * 2, 0.0, f >= 700 ? 0.0 : 5.0};
        };
        const auto found = find(options, {Micros{4'000'000}, 0.1, true});
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].actor, static_cast<ActorId>(0));
        QCOMPARE(found[0].frames.first, 200);
        QCOMPARE(found[0].frames.end, 501);
        QCOMPARE(found[0].length.count(), 300 * 50'000);
        QCOMPARE(found[0].begin.count(), 200 * 50'000);
        QVERIFY(std::abs(found[0].position.x - 40.02) < 1e-9);
        QCOMPARE(found[1].actor, static_cast<ActorId>(1));
        QCOMPARE(found[1].frames, (FrameRange{0, 100}));
        QVERIFY(find(options, {Micros{30'000'000}, 0.1, true}).empty());
    }

    void hiddenAndOtherKindsDoNotCount()
    {
        FakeReplayOptions options;
        options.actors = 2;
        options.motion = [](int, FrameNumber, double) { return glm::dvec3{0.0}; };
        QCOMPARE(find(options).size(), std::size_t{2});
        QCOMPARE(find(options)[0].actor, static_cast<ActorId>(0)); // equally long: by actor
        options.hidden = true;
        QCOMPARE(find(options).size(), std::size_t{1});
        QCOMPARE(find(options, {Micros{10'000'000}, 0.1, false}).size(), std::size_t{1});
    }

    void jumpAndDamageEndAStop()
    {
        FakeReplayOptions options;
        options.actors = 1;
        options.motion = [](int, FrameNumber, double) { return glm::dvec3{0.0}; };
        options.jumpEvery = 500;
        QCOMPARE(find(options).size(), std::size_t{2});
        options.jumpEvery = 0;
        options.brokenKeyframe = 4;
        const auto found = find(options);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].frames, (FrameRange{500, 1000}));
        QCOMPARE(found[1].frames, (FrameRange{0, 400}));
    }

    void cancelling()
    {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(findStandingStill(*makeFakeReplay(), {}, {}, stop.get_token()).error().code,
                 ErrorCode::Cancelled);
        QCOMPARE(findStandingStill(*makeFakeReplay(), {}, [](double) { return false; }, {}).error().code,
                 ErrorCode::Cancelled);
    }
};

} // namespace tst_standing_still

GHOSTLINE_TEST(tst_standing_still, TestStandingStill)
#include "tst_standing_still.moc"
