// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics against closed forms; decimation that loses no peak and no gap.
#include "model/metrics/metrics.h"
#include "model/replay/frame_walk.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QSet>
#include <QtTest>

#include <cmath>

namespace tst_metrics {

using namespace ghostline::model;
using namespace ghostline::test;

class TestMetrics : public QObject
{
    Q_OBJECT

    static MetricInfo metric(const ReplaySource& source, const char* id)
    {
        for (const MetricInfo& m : metricsOf(*source.index()->info)) {
            if (m.id == QLatin1String(id))
                return m;
        }
        return {};
    }

    static std::vector<MetricSample> read(const ReplaySource& source, const char* id, int actor,
                                          int other = -1, FrameRange frames = {0, 1'000'000})
    {
        const MetricRequest request{metric(source, id), static_cast<ActorId>(actor),
                                    other < 0 ? ActorId::None : static_cast<ActorId>(other)};
        const auto series = readMetrics(source, std::span(&request, 1), frames, 10'000'000, {}, {});
        return series ? series->at(0).samples : std::vector<MetricSample>{};
    }

    static std::vector<MetricSample> wave(int count)
    {
        std::vector<MetricSample> samples;
        samples.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            samples.push_back({i * 0.01, std::sin(i * 0.001)});
        return samples;
    }

private Q_SLOTS:
    /// A recording may count in something else than metres.
    void unitsOfLength()
    {
        ReplayInfo info;
        info.lengthUnit = QStringLiteral("cells");
        const auto metrics = metricsOf(info);
        const auto unitOf = [&metrics](const char* id) {
            const auto found = std::ranges::find(metrics, QLatin1String(id), &MetricInfo::id);
            return found != metrics.end() ? found->unit : QString();
        };
        QCOMPARE(unitOf("speed"), QStringLiteral("cells/s"));
        QCOMPARE(unitOf("acceleration"), QStringLiteral("cells/s\u00B2"));
        QCOMPARE(unitOf("distance_between"), QStringLiteral("cells"));
        QCOMPARE(unitOf("turn_rate"), QStringLiteral("\u00B0/s"));
    }

    void offered()
    {
        const auto source = makeFakeReplay();
        const auto metrics = metricsOf(*source->index()->info);
        QSet<QString> ids;
        for (const MetricInfo& m : metrics) {
            ids << m.id;
            QVERIFY(!m.name.isEmpty());
        }
        QCOMPARE(ids.size(), static_cast<qsizetype>(metrics.size()));
        QCOMPARE(metrics[0].id, QStringLiteral("speed"));
        QVERIFY(ids.contains(QStringLiteral("throttle")) && ids.contains(QStringLiteral("score")));
        QVERIFY(!ids.contains(QStringLiteral("note"))); // a text is no curve
        QVERIFY(metric(*source, "distance_between").needsOther() && !metric(*source, "score").needsActor());
    }

    void idsStayUnique()
    {
        ReplayInfo info;
        PropertyInfo p;
        p.id = QStringLiteral("speed");
        info.actorProperties = {p, p};
        info.matchProperties = {p};
        QStringList ids;
        for (const MetricInfo& m : metricsOf(info))
            ids << m.id;
        QCOMPARE(ids.mid(12), (QStringList{QStringLiteral("actor_speed"), QStringLiteral("actor_speed_2"),
                                           QStringLiteral("match_speed")}));
    }

    void uniformAcceleration()
    {
        FakeReplayOptions options;
        options.stepMs = 100;
        options.motion = [](int, FrameNumber, double t) {
            return glm::dvec3{1.5 * t * t, 2.0 * t, 0.0};
        }; // 3 m/s2 east
        const auto source = makeFakeReplay(options);
        const auto speed = read(*source, "speed", 1);
        const auto vertical = read(*source, "vertical_speed", 1);
        const auto acceleration = read(*source, "acceleration", 1);
        const auto height = read(*source, "height", 1);
        QCOMPARE(speed.size(), std::size_t{1000});
        QVERIFY(std::isnan(speed[0].value)); // nothing before the first frame
        QVERIFY(std::isnan(acceleration[1].value));
        for (std::size_t n = 2; n < speed.size(); ++n) {
            const double t = 0.1 * static_cast<double>(n);
            QVERIFY(std::abs(speed[n].time - t) < 1e-9);
            QVERIFY(std::abs(speed[n].value - std::hypot(3.0 * (t - 0.05), 2.0)) < 1e-6);
            QVERIFY(std::abs(vertical[n].value - 2.0) < 1e-6);
            QVERIFY(std::abs(height[n].value - 2.0 * t) < 1e-9);
            const double expected =
                (std::hypot(3.0 * (t - 0.05), 2.0) - std::hypot(3.0 * (t - 0.15), 2.0)) / 0.1;
            QVERIFY(std::abs(acceleration[n].value - expected) < 1e-6);
        }
    }

    void places()
    {
        FakeReplayOptions options;
        options.motion = [](int actor, FrameNumber, double t) { return glm::dvec3{t, 1.0, 5.0 * actor}; };
        const auto source = makeFakeReplay(options);
        QVERIFY(std::abs(read(*source, "x", 1).at(200).value - read(*source, "x", 1).at(200).time) < 1e-9);
        QCOMPARE(read(*source, "y", 1).at(200).value, 1.0);
        QCOMPARE(read(*source, "z", 2).at(200).value, 10.0);
        // East of north, then west of it.
        const glm::vec3 up(0.0F, 1.0F, 0.0F);
        for (const auto& [yaw, heading] :
             {std::pair{0.0F, 180.0}, std::pair{90.0F, 90.0}, std::pair{-90.0F, 270.0}})
            QVERIFY(std::abs(headingOf(glm::angleAxis(glm::radians(yaw), up)) - heading) < 1e-3);
    }

    void turning()
    {
        const auto source = makeFakeReplay();
        const auto turn = read(*source, "turn_rate", 2);
        for (std::size_t n = 1; n < turn.size(); ++n) // against the headings, over the seam too
            QVERIFY2(std::abs(turn[n].value + glm::degrees(0.3)) < 0.01,
                     qPrintable(QString::number(turn[n].value)));
    }

    void distances()
    {
        FakeReplayOptions options;
        options.motion = [](int actor, FrameNumber, double t) {
            return glm::dvec3{actor * 3.0, 0.0, actor * 4.0 + t};
        };
        const auto source = makeFakeReplay(options);
        QVERIFY(std::abs(read(*source, "distance_between", 0, 2).at(500).value - 10.0) < 1e-9);
        QVERIFY(std::isnan(read(*source, "distance_between", 0, 77).at(500).value));
        const auto covered = read(*source, "distance_covered", 1);
        QVERIFY(std::abs(covered.front().value) < 1e-12);
        QVERIFY(std::abs(covered.back().value - 999 * 0.05) < 1e-6);
        // Whatever part is asked for, it counts from the recording's first frame; rates are whole from the
        // first sample.
        const auto part = read(*source, "distance_covered", 1, -1, {500, 601});
        QCOMPARE(part.size(), std::size_t{101});
        QVERIFY(std::abs(part.front().value - 25.0) < 1e-6 && std::abs(part.back().value - 30.0) < 1e-6);
        QVERIFY(std::abs(read(*source, "speed", 1, -1, {500, 502}).at(0).value - 1.0) < 1e-6);
        QVERIFY(std::abs(read(*source, "acceleration", 1, -1, {500, 502}).at(0).value) < 1e-6);
    }

    void jumpsBreakInsteadOfSpiking()
    {
        FakeReplayOptions options;
        options.jumpEvery = 100;
        const auto source = makeFakeReplay(options);
        const auto speed = read(*source, "speed", 0);
        const auto acceleration = read(*source, "acceleration", 0);
        const auto covered = read(*source, "distance_covered", 0);
        for (std::size_t n = 1; n < speed.size(); ++n) {
            QCOMPARE(std::isnan(speed[n].value), n % 100 == 0);
            if (n % 100 != 0)
                QVERIFY(speed[n].value < 3.0);
            if (n % 100 == 0 || n % 100 == 1)
                QVERIFY(std::isnan(acceleration[n].value));
        }
        QVERIFY(covered.back().value < 3.0 * 50);
    }

    void sharedTimesKeepTheLastValue()
    {
        FakeReplayOptions options;
        options.irregular = true;
        options.motion = [](int, FrameNumber, double t) { return glm::dvec3{2.0 * t, 0.0, 0.0}; };
        const auto source = makeFakeReplay(options);
        const auto speed = read(*source, "speed", 0);
        for (std::size_t n = 1; n < speed.size(); ++n)
            QVERIFY(std::abs(speed[n].value - 2.0) < 1e-3);
        QVERIFY(std::abs(read(*source, "distance_covered", 0).back().value - 2.0 * speed.back().time) < 1e-6);
    }

    void whoIsNotThereHasNoValue()
    {
        FakeReplayOptions options;
        options.staggered = true;
        options.hidden = true;
        const auto source = makeFakeReplay(options);
        QVERIFY(std::isnan(read(*source, "height", 2).at(1).value));
        QVERIFY(!std::isnan(read(*source, "height", 2).at(2).value));
        QVERIFY(std::isnan(read(*source, "speed", 2).at(2).value));
        QVERIFY(std::isnan(read(*source, "throttle", 2).at(1).value));
        QVERIFY(std::isnan(read(*source, "height", 3).at(500).value)); // hidden
        QVERIFY(std::isnan(read(*source, "speed", 77).at(500).value));
    }

    void properties()
    {
        const auto source = makeFakeReplay();
        const auto throttle = read(*source, "throttle", 1);
        QCOMPARE(throttle[41].value, 42.0);
        QCOMPARE(read(*source, "score", -1).at(950).value, 9.0);
        MetricRequest wrong{metric(*source, "throttle"), static_cast<ActorId>(0), ActorId::None};
        wrong.metric.property = 99;
        const auto series = readMetrics(*source, std::span(&wrong, 1), {0, 10}, 100, {}, {});
        QVERIFY(std::isnan(series->at(0).samples.at(0).value));
    }

    void recordedVelocityWins()
    {
        const ReplayInfo info;
        WorldState before;
        WorldState now;
        for (WorldState* s : {&before, &now}) {
            s->resize(1, 0);
            s->ids[0] = static_cast<ActorId>(0);
        }
        now.time = Micros{100'000};
        now.positions[0] = {1.0, 0.0, 0.0};
        QCOMPARE(motionBetween(info, before, now, static_cast<ActorId>(0)).speed, 10.0);
        now.velocities[0] = {0.0F, 3.0F, 4.0F};
        now.flags[0] = VelocityRecorded;
        const Motion motion = motionBetween(info, before, now, static_cast<ActorId>(0));
        QCOMPARE(motion.speed, 5.0);
        QCOMPARE(motion.verticalSpeed, 3.0);
        QVERIFY(motionBetween(info, {}, now, static_cast<ActorId>(0)).valid);
        now.orientations[0] = glm::angleAxis(glm::radians(9.0F), glm::vec3(0, 1, 0));
        QVERIFY(std::abs(motionBetween(info, before, now, static_cast<ActorId>(0)).turnRate + 90.0) < 1e-3);
        now.orientations[0] = glm::angleAxis(glm::radians(90.0F), glm::vec3(1, 0, 0)); // straight down
        QCOMPARE(motionBetween(info, before, now, static_cast<ActorId>(0)).turnRate, 0.0);
        QVERIFY(!motionBetween(info, before, now, static_cast<ActorId>(1)).valid);
        now.flags[0] = 0;
        QVERIFY(!motionBetween(info, now, now, static_cast<ActorId>(0)).valid); // no time passed
    }

    void nothingRecordedIsNoFigure()
    {
        FakeReplayOptions options;
        options.held = {300, 400};
        options.motion = [](int actor, FrameNumber, double t) {
            return glm::dvec3{2.0 * t, 1.0, 5.0 * actor};
        };
        const auto source = makeFakeReplay(options);
        for (const char* id :
             {"speed", "vertical_speed", "acceleration", "turn_rate", "height", "distance_covered",
              "distance_between", "nearest_distance", "x", "z", "heading"}) {
            const auto values = read(*source, id, 0, 1);
            for (std::size_t n = 300; n < 400; ++n)
                QVERIFY2(std::isnan(values[n].value), id);
        }
        // No difference spans what is missing: the first place after it has nothing to be compared with.
        const auto speed = read(*source, "speed", 0);
        QVERIFY(std::isnan(speed[400].value));
        QVERIFY(std::abs(speed[401].value - 2.0) < 1e-6);
        QVERIFY(std::isnan(read(*source, "acceleration", 0).at(401).value));
        QVERIFY(std::isnan(read(*source, "turn_rate", 0).at(400).value));
        const auto covered = read(*source, "distance_covered", 0);
        QVERIFY(std::abs(covered[400].value - 29.9) < 1e-6);
        QVERIFY(std::abs(covered[401].value - 30.0) < 1e-6);
        QVERIFY(std::isnan(read(*source, "distance_between", 1, 0).at(350).value));
        QVERIFY(std::abs(read(*source, "nearest_distance", 1).at(350).value - 5.0) < 1e-9); // to actor 2
        // Properties were recorded all the same; they are missing only where the whole frame is.
        QVERIFY(!std::isnan(read(*source, "throttle", 0).at(350).value));
    }

    void lostFramesHaveNoFigures()
    {
        FakeReplayOptions options;
        options.actors = 1;
        options.held = {300, 400};
        options.lost = {{{300, 350}, QStringLiteral("a chunk is damaged")}};
        const auto source = makeFakeReplay(options);
        for (const char* id : {"throttle", "score"}) {
            const auto values = read(*source, id, 0);
            QVERIFY2(!std::isnan(values[299].value) && !std::isnan(values[350].value), id);
            for (std::size_t n = 300; n < 350; ++n)
                QVERIFY2(std::isnan(values[n].value), id);
        }
    }

    void damageIsAGap()
    {
        FakeReplayOptions options;
        options.brokenKeyframe = 3;
        const auto source = makeFakeReplay(options);
        const auto speed = read(*source, "speed", 1);
        QCOMPARE(speed.size(), std::size_t{1000});
        for (std::size_t n = 1; n < speed.size(); ++n) // and one more: nothing to compare with
            QCOMPARE(std::isnan(speed[n].value), n >= 300 && n <= 400);
        options.frames = 100;
        options.brokenKeyframe = 0;
        const MetricRequest request{metric(*source, "speed"), static_cast<ActorId>(1), ActorId::None};
        const auto none =
            readMetrics(*makeFakeReplay(options), std::span(&request, 1), {0, 100}, 100, {}, {});
        QCOMPARE(none.error().code, ErrorCode::Damaged);
    }

    void cancelling()
    {
        const auto source = makeFakeReplay();
        const MetricRequest request{metric(*source, "speed"), static_cast<ActorId>(1), ActorId::None};
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(
            readMetrics(*source, std::span(&request, 1), {0, 1000}, 100, {}, stop.get_token()).error().code,
            ErrorCode::Cancelled);
        double seen = 0.0;
        const Progress progress = [&seen](double share) {
            seen = share;
            return share < 0.5;
        };
        QCOMPARE(readMetrics(*source, std::span(&request, 1), {0, 1000}, 100, progress, {}).error().code,
                 ErrorCode::Cancelled);
        QVERIFY(seen >= 0.5 && seen < 0.7);
        std::stop_source late; // from inside a segment
        int visited = 0;
        const auto walked = walkFrames(
            *source, {0, 1000},
            [&](FrameNumber, const WorldState*) {
                if (++visited == 50)
                    late.request_stop();
            },
            {}, late.get_token());
        QCOMPARE(walked.error().code, ErrorCode::Cancelled);
        QCOMPARE(visited, 50);
        QVERIFY(walkFrames(*source, {5, 5}, {}, {}, {}));
    }

    void seriesAreDecimated()
    {
        const auto source = makeFakeReplay();
        const MetricRequest request{metric(*source, "throttle"), static_cast<ActorId>(0), ActorId::None};
        const auto series = readMetrics(*source, std::span(&request, 1), {0, 1000}, 50, {}, {});
        QVERIFY(series->at(0).decimated);
        QVERIFY(series->at(0).samples.size() <= 75);
        QCOMPARE(series->at(0).unit, QStringLiteral("%"));
    }

    void decimationKeepsPeaks()
    {
        auto samples = wave(1'000'000);
        samples[123'456].value = 50.0;
        samples[777'777].value = -60.0;
        const auto few = decimate(samples, 2000);
        QVERIFY(few.size() <= 2000);
        const auto [low, high] =
            std::minmax_element(few.begin(), few.end(), [](const MetricSample& a, const MetricSample& b) {
                return a.value < b.value;
            });
        QCOMPARE(high->value, 50.0);
        QCOMPARE(high->time, 123'456 * 0.01);
        QCOMPARE(low->value, -60.0);
        QVERIFY(std::is_sorted(few.begin(), few.end(),
                               [](const MetricSample& a, const MetricSample& b) { return a.time < b.time; }));
    }

    void decimationKeepsGaps()
    {
        auto samples = wave(10'000);
        for (std::size_t i = 4000; i < 6000; ++i)
            samples[i].value = std::nan("");
        samples[8000].value = std::nan("");
        const auto few = decimate(samples, 200);
        bool inGap = false;
        bool single = false;
        for (const MetricSample& s : few) {
            if (s.time > 40.0 && s.time < 59.99)
                QVERIFY(std::isnan(s.value));
            inGap = inGap || (std::isnan(s.value) && s.time < 60.0);
            single = single || (std::isnan(s.value) && s.time == 80.0);
        }
        QVERIFY(inGap && single);
    }

    void decimationOfLittle()
    {
        QVERIFY(decimate({}, 100).empty());
        QCOMPARE(decimate(wave(10), 10).size(), std::size_t{10});
        QVERIFY(decimate(wave(100), 0).size() <= 3);
        std::vector<MetricSample> atOnce(100);
        for (std::size_t i = 0; i < atOnce.size(); ++i)
            atOnce[i] = {5.0, static_cast<double>(i)};
        const auto few = decimate(atOnce, 10);
        QVERIFY(few.size() <= 10);
        QCOMPARE(few.back().value, 99.0);
    }
};

} // namespace tst_metrics

GHOSTLINE_TEST(tst_metrics, TestMetrics)
#include "tst_metrics.moc"
