// SPDX-License-Identifier: GPL-3.0-or-later
// Encounters and zones in real recordings, against looking at every pair and every place in every frame.
#include "model/analysis/encounters.h"
#include "model/analysis/zone_visits.h"
#include "model/codec/codec_registry.h"
#include "model/metrics/standing_still.h"
#include "model/replay/frame_walk.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QtTest>

namespace tst_analysis_shared {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr double Radius = 6.0;

struct Truth
{
    std::int64_t near = 0; ///< pairs and frames in which they were near
    double least = 1e30;
    std::int64_t inside = 0; ///< actors and frames in which they were in the zone
    glm::dvec3 somewhere{0.0};
};

/// The rows that count: movers that are there and whose place is known.
std::vector<std::size_t> rowsOf(const WorldState& state, const ReplayInfo& info)
{
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const ActorInfo* actor = info.actor(state.ids[row]);
        if (actor != nullptr && isMovingKind(actor->kind) && (state.flags[row] & Hidden) == 0 &&
            state.provenance[row] != Provenance::Held)
            rows.push_back(row);
    }
    return rows;
}

Truth truthOf(const ReplaySource& source, const Zone& zone)
{
    Truth truth;
    const ReplayInfo& info = *source.index()->info;
    const auto visit = [&](FrameNumber, const WorldState* state) {
        if (state == nullptr)
            return;
        const std::vector<std::size_t> rows = rowsOf(*state, info);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            truth.inside += zone.contains(state->positions[rows[i]]) ? 1 : 0;
            truth.somewhere = state->positions[rows[i]];
            for (std::size_t j = i + 1; j < rows.size(); ++j) {
                const double distance = glm::distance(state->positions[rows[i]], state->positions[rows[j]]);
                truth.near += distance <= Radius ? 1 : 0;
                truth.least = std::min(truth.least, distance);
            }
        }
    };
    (void)walkFrames(source, {0, source.index()->frames()}, visit, {}, {});
    return truth;
}

Zone around(const glm::dvec3& place)
{
    Zone zone;
    zone.name = QStringLiteral("Zone");
    zone.centre = {place.x, place.z};
    zone.radius = 20.0;
    return zone;
}

} // namespace

class TestAnalysisShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPairAndPlace_data()
    {
        GHOSTLINE_REQUIRE_SHARED("carla");
        QTest::addColumn<QString>("file");
        for (const char* file : {"carla/DistanceToLaneCenter-0.9.13.log", "echo/combat_short.zip.echoreplay"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void everyPairAndPlace()
    {
        GHOSTLINE_REQUIRE_SHARED("carla");
        QFETCH(QString, file);
        const CodecRegistry registry;
        const auto opened = registry.open(sharedData(file));
        QVERIFY(opened);
        const ReplaySource& source = **opened;
        QVERIFY(source.waitComplete());
        const Zone zone = around(truthOf(source, {}).somewhere);
        const Truth truth = truthOf(source, zone);

        EncounterOptions options;
        options.radius = options.release = Radius;
        const auto encounters = findEncounters(source, options, {}, {});
        QVERIFY(encounters && !encounters->capped);
        std::int64_t near = 0;
        double least = 1e30;
        for (const Encounter& e : encounters->found) {
            near += e.frames.count();
            least = std::min(least, e.distance);
        }
        QCOMPARE(near, truth.near);
        QVERIFY(truth.least > Radius || least == truth.least);

        const auto visits = findZoneVisits(source, {zone}, {}, {}, {});
        QVERIFY(visits && !visits->capped);
        std::int64_t inside = 0;
        for (const ZoneVisit& visit : visits->visits)
            inside += visit.frames.count();
        QCOMPARE(inside, truth.inside);
        QVERIFY(inside > 0);
    }
};

} // namespace tst_analysis_shared

GHOSTLINE_TEST(tst_analysis_shared, TestAnalysisShared)
#include "tst_analysis_shared.moc"
