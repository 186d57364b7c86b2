// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps, times to collision and post-encroachment times, each worked out by hand.
#include "model/analysis/boxes.h"
#include "model/analysis/encounters.h"
#include "tests/model/posed_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_boxes {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

/// A car, 2 m wide and 4 m long, that goes where it points.
ActorBox car(glm::dvec2 at, glm::dvec2 forward, double speed)
{
    ActorBox box;
    box.centre = at;
    box.forward = glm::normalize(forward);
    box.half = {1.0, 2.0};
    box.velocity = box.forward * speed;
    box.moving = true;
    return box;
}

constexpr glm::dvec2 East{1.0, 0.0};
constexpr glm::dvec2 West{-1.0, 0.0};
constexpr glm::dvec2 South{0.0, 1.0};

bool near(double value, double truth) { return std::abs(value - truth) < 1e-9; }

} // namespace

class TestBoxes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gaps()
    {
        // Behind each other: 10 m from middle to middle, less two halves of 2 m.
        QVERIFY(near(gapBetween(car({0, 0}, East, 0), car({10, 0}, East, 0)), 6.0));
        // Beside each other: less two halves of 1 m.
        QVERIFY(near(gapBetween(car({0, 0}, East, 0), car({0, 5}, East, 0)), 3.0));
        // Corner to corner: 3 m and 4 m.
        QVERIFY(near(gapBetween(car({0, 0}, East, 0), car({7, 6}, East, 0)), 5.0));
        QVERIFY(near(gapBetween(car({0, 0}, East, 0), car({3, 0}, East, 0)), 0.0));
        // A square on its corner: it reaches the root of 2 toward the other.
        ActorBox one;
        one.half = {1.0, 1.0};
        ActorBox turned = one;
        turned.centre = {5.0, 0.0};
        turned.forward = glm::normalize(glm::dvec2(1.0, 1.0));
        QVERIFY(near(gapBetween(one, turned), 4.0 - std::sqrt(2.0)));
        QVERIFY(near(gapBetween(turned, one), 4.0 - std::sqrt(2.0)));
        // On a bridge 5 m up, whose middle is above it.
        ActorBox above = one;
        above.bottom = 6.0;
        above.top = 7.0;
        QVERIFY(near(gapBetween(one, above), 5.0));
    }

    void timesToCollision()
    {
        // Head on: 46 m between the bumpers, 20 m/s.
        QVERIFY(near(timeToCollision(car({0, 0}, East, 10), car({50, 0}, West, 10)), 2.3));
        // Closing up from behind: 6 m at 5 m/s; the other way round it is the same.
        QVERIFY(near(timeToCollision(car({0, 0}, East, 15), car({10, 0}, East, 10)), 1.2));
        QVERIFY(near(timeToCollision(car({10, 0}, East, 10), car({0, 0}, East, 15)), 1.2));
        // Crossing, both 20 m before the corner: 17 m until the first touch.
        QVERIFY(near(timeToCollision(car({0, 0}, East, 10), car({20, -20}, South, 10)), 1.7));
        QCOMPARE(timeToCollision(car({0, 0}, East, 10), car({2, 1}, South, 10)), 0.0);
    }

    void noCollision_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("falling back") << 0;
        QTest::newRow("as fast") << 1;
        QTest::newRow("another lane") << 2;
        QTest::newRow("the other is 10 m late") << 3;
        QTest::newRow("over a bridge") << 4;
        QTest::newRow("a speed is unknown") << 5;
        QTest::newRow("grazing along") << 6;
    }
    void noCollision()
    {
        QFETCH(int, which);
        const ActorBox a = car({0, 0}, East, 10);
        ActorBox b = car({10, 0}, East, which == 0 ? 12 : which == 1 ? 10 : 5);
        if (which == 2)
            b = car({50, 3}, West, 10);
        if (which == 3)
            b = car({20, -30}, South, 10);
        if (which == 4) {
            b.bottom = 6.0;
            b.top = 8.0;
        }
        if (which == 5)
            b.moving = false;
        if (which == 6)
            b = car({50, 2}, West, 10); // side against side
        QVERIFY(std::isnan(timeToCollision(a, b)));
        QVERIFY(std::isnan(timeToCollision(b, a)));
    }

    /// A goes east through the crossing; B comes from the north and is there a second later. A's tail is out
    /// of B's lane at 0.3 s, B's nose comes to A's lane at 0.7 s.
    void postEncroachment()
    {
        constexpr int Steps = 100;
        std::deque<PastBox> past;
        for (int i = -Steps; i <= Steps; ++i)
            past.push_back({Micros{i * 10'000}, car({0.1 * i, 0.0}, East, 10)});
        double least = NoValue;
        for (int i = 0; i <= 3 * Steps; ++i) {
            const double t = 0.01 * i;
            least = std::fmin(
                least, timeSinceThere(past, car({0.0, 10.0 * (t - 1.0)}, South, 10), Micros{i * 10'000}));
        }
        QVERIFY2(std::abs(least - 0.4) < 0.03, qPrintable(QString::number(least)));
        QVERIFY(std::isnan(timeSinceThere(past, car({0.0, 30.0}, South, 10), Micros{0})));
        QVERIFY(std::isnan(timeSinceThere({}, car({0.0, 0.0}, South, 10), Micros{0})));
    }

    /// The same crossing as a recording: boxes of 1 m, ten frames a second. A's tail is out of B's lane
    /// at 5.1 s, B's nose there at 5.9 s.
    void ofARecording_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("driving");
        QTest::newRow("cars") << int(ActorKind::Vehicle) << true;
        QTest::newRow("people") << int(ActorKind::Player) << false;
    }
    void ofARecording()
    {
        QFETCH(int, kind);
        QFETCH(bool, driving);
        PosedOptions options;
        options.kind = static_cast<ActorKind>(kind);
        options.pose = [](int actor, FrameNumber f) {
            const double t = 0.1 * static_cast<double>(f);
            Posed posed;
            posed.at =
                actor == 0 ? glm::dvec3(10.0 * (t - 5.0), 0.0, 0.0) : glm::dvec3(0.0, 0.0, 10.0 * (t - 6.0));
            return posed;
        };
        const PosedReplay replay(options);
        EncounterOptions wanted;
        wanted.radius = wanted.release = 20.0;
        const auto found = findEncounters(replay, wanted, {}, {});
        QVERIFY(found);
        QCOMPARE(found->found.size(), std::size_t{1});
        const Encounter& e = found->found[0];
        // Nearest at 5.5 s: A 5 m past the corner, B 5 m before it; 4 m each way between the boxes.
        QVERIFY2(std::abs(e.gap - std::sqrt(32.0)) < 1e-6, qPrintable(QString::number(e.gap)));
        QCOMPARE(e.closestFrame, 55);
        QVERIFY(std::isnan(e.timeToCollision)); // they pass
        QCOMPARE(!std::isnan(e.postEncroachment), driving);
        if (driving)
            QVERIFY2(std::abs(e.postEncroachment - 0.8) < 0.21,
                     qPrintable(QString::number(e.postEncroachment)));
        const Findings findings = findingsOf(*found, replay.info(), wanted);
        QCOMPARE(findings.events[0].data.contains(QStringLiteral("pet_s")), driving);
        QVERIFY(findings.events[0].data.contains(QStringLiteral("gap_m")));
        QCOMPARE(findings.events[0].text.contains(QStringLiteral("post-encroachment time")), driving);
    }

    /// A metre nearer each second, boxes of 4 m: people touch when their middles are a metre apart, cars when
    /// their boxes are.
    void contacts_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<FrameNumber>("first");
        QTest::newRow("cars") << int(ActorKind::Vehicle) << FrameNumber{39};
        QTest::newRow("people") << int(ActorKind::Player) << FrameNumber{70};
    }
    void contacts()
    {
        QFETCH(int, kind);
        QFETCH(FrameNumber, first);
        PosedOptions options;
        options.kind = static_cast<ActorKind>(kind);
        options.half = 2.0F;
        options.pose = [](int actor, FrameNumber f) {
            Posed posed;
            posed.at = glm::dvec3(actor == 0 ? 0.0 : 7.999 - 0.1 * static_cast<double>(f), 0.0, 0.0);
            return posed;
        };
        const PosedReplay replay(options);
        const auto found = findEncounters(replay, contactOptions(), {}, {});
        QVERIFY(found);
        QCOMPARE(found->found.size(), std::size_t{1});
        QCOMPARE(found->found[0].frames.first, first);
    }

    /// Boxes that overlap are nearest, however far their middles are apart.
    void nearestComesFirst()
    {
        const auto event = [](FrameNumber frame, double gap, double distance) {
            Event each;
            each.frame = frame;
            if (!std::isnan(gap))
                each.data[QStringLiteral("gap_m")] = gap;
            each.data[QStringLiteral("distance_m")] = distance;
            return each;
        };
        Findings findings;
        findings.events = {event(1, NoValue, 0.1), event(2, 0.5, 2.0), event(3, 0.0, 4.0), event(4, 0.5, 1.0),
                           event(5, 0.5, 2.0)};
        std::vector<FrameNumber> frames;
        for (const Event* each : nearestFirst(findings))
            frames.push_back(each->frame);
        QCOMPARE(frames, (std::vector<FrameNumber>{3, 4, 2, 5, 1}));
    }
};

} // namespace tst_boxes

GHOSTLINE_TEST(tst_boxes, TestBoxes)
#include "tst_boxes.moc"
