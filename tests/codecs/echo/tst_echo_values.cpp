// SPDX-License-Identifier: GPL-3.0-or-later
// What a state says of players and match, also where the recording says nothing sound.
#include "codecs/echo/frame/skeleton.h"
#include "codecs/echo/replay/properties.h"
#include "tests/codecs/echo/source_match.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_values {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;
using model::FrameNumber;
using model::FrameTime;
using model::WorldState;

class TestEchoValues : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allocatesNothing();
    void properties();
    void payloads();
    void combat();
    void jumps_data();
    void jumps();
    void noNumbers();
    void rounds();
};

void TestEchoValues::allocatesNothing()
{
    const auto source = openWith([](int number, FrameBlock& block) {
        plainMatch(number, block);
        Frame& frame = block.frames.back();
        frame.hasBones = true;
        frame.bones = {static_cast<std::uint32_t>(block.bones.size()), 4};
        for (const PlayerFrame& player : block.playersOf(frame))
            poseBones(player, block.bones.emplace_back());
        block.players.back().holdingRight = holding::Disc;
    });
    QVERIFY(source);
    const auto segment = *source->readSegment(2, nullptr, {});
    WorldState state;
    segment->sample({130, 0.5}, model::SamplePolicy::Interpolate, state);
    QCOMPARE(state.bonePoses.size(), 4 * (TrackedBones + Bones));
    QCOMPARE(state.attachments.size(), std::size_t{1});
    const std::size_t before = allocations;
    for (FrameNumber f = 120; f < 180; ++f)
        segment->sample({f, 0.25}, model::SamplePolicy::Interpolate, state);
    QCOMPARE(allocations, before);
}

void TestEchoValues::properties()
{
    const auto source = openWith(changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        frame.possession = {false, true};
        frame.points = {3.0F, 5.0F};
        frame.score.type = GoalType::LongShot;
        frame.score.scorer = 2;
        frame.hasTeamStats[1] = true;
        frame.teamStats[1].stuns = 9;
        frame.inputs = 5;
        frame.lastThrow[1] = 12.5F;
        frame.vr.position = {0.0F, 1.5F, static_cast<float>(number)};
        frame.vr.orientation = glm::angleAxis(0.5F, glm::vec3(0.0F, 1.0F, 0.0F));
        players[0].stunned = true;
        players[2].stats.stuns = 4;
        players[2].stats[Counter::ShotsTaken] = 6;
        players[2].stats.possessionTime = 7.5F;
        players[2].possession = players[2].invulnerable = players[2].emote = true;
        players[2].packetLoss = 0.25F;
        players[3].hasStats = false;
    }));
    QVERIFY(source);
    const WorldState state = stateAt(*source, {200, 0.5});
    const auto match = [&](int id) { return state.match[static_cast<std::size_t>(id)]; };
    QVERIFY(std::abs(match(match_property::GameClock).asReal() - 296.0) < 1e-4);
    QCOMPARE(match(match_property::BluePoints).asInteger(), 3);
    QCOMPARE(match(match_property::PossessionTeam).asInteger(), 1);
    QVERIFY(match(match_property::OrangePossession).asBoolean());
    QCOMPARE(match(match_property::ScoreType).asInteger(), int(GoalType::LongShot));
    QCOMPARE(source->index()->info->strings->text(match(match_property::Scorer).asText()),
             QStringLiteral("P2"));
    QCOMPARE(match(match_property::Throw + 1).asReal(), 12.5);
    QCOMPARE(match(match_property::Inputs).asInteger(), 5);
    QCOMPARE(match(match_property::VrZ).asReal(), 200.5);
    QVERIFY(std::abs(match(match_property::VrYaw).asReal() - 28.6479) < 1e-3);
    QVERIFY(match(match_property::PayloadDistance).absent());
    QVERIFY(match(match_property::TeamStatistics).absent());
    QCOMPARE(match(match_property::TeamStatistics + statistic::Count + statistic::Stuns).asInteger(), 9);
    QCOMPARE(match(match_property::RecordedTime).asInteger(), StartMs + 4000);
    const auto of = [&](std::size_t row, int id) {
        return state.propertiesOf(row)[static_cast<std::size_t>(id)];
    };
    using namespace actor_property;
    QCOMPARE(of(2, Statistics + statistic::Goals).asInteger(), 2);
    QCOMPARE(of(2, Statistics + statistic::Stuns).asInteger(), 4);
    QCOMPARE(of(2, Statistics + statistic::ShotsTaken).asInteger(), 6);
    QCOMPARE(of(2, Statistics + statistic::PossessionTime).asReal(), 7.5);
    QCOMPARE(of(2, Ping).asInteger(), 42);
    QCOMPARE(of(2, PacketLoss).asReal(), 0.25);
    QCOMPARE(of(2, Speed).asReal(), 5.0);
    QVERIFY(of(2, actor_property::Possession).asBoolean() && of(2, Emote).asBoolean());
    QVERIFY(of(2, Weapon).absent());
    QVERIFY(of(3, Statistics).absent());
    QCOMPARE(of(4, Team).asInteger(), 1); // the disc is of whom has it
    QVERIFY(of(4, Slot).absent());
    QCOMPARE(int{state.flags[0]}, model::VelocityRecorded | model::Stunned);
    QCOMPARE(int{state.flags[2]}, model::VelocityRecorded | model::Possession | model::Invulnerable);
}

/// Drawn where its place is recorded; elsewhere there, but nowhere.
void TestEchoValues::payloads()
{
    MemoryFileOptions options;
    options.header.map = Map::Fission;
    options.make = changed([](int number, Frame& frame, std::span<PlayerFrame>) {
        frame.hasDisc = false;
        frame.payload.speed = 1.5F;
        frame.payload.multiplier = 2.0F;
        if (number >= 100)
            frame.payload.position = glm::vec3(1.0F, 2.0F, 0.1F * static_cast<float>(number));
        if (number >= 200)
            frame.payload.position = glm::vec3(40.0F, 2.0F, 0.0F);
        if (number == 250)
            frame.payload.position->y = std::numeric_limits<float>::quiet_NaN();
    });
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    const model::ActorInfo& info = source->index()->info->cast[4];
    QVERIFY(info.shape == model::ActorShape::Cylinder);
    const auto at = [&](model::FrameTime when) {
        const WorldState state = stateAt(*source, when);
        const auto row = static_cast<std::size_t>(state.row(info.id));
        return std::tuple(state.positions[row], state.flags[row], state.provenance[row]);
    };
    const auto none = at({50, 0.0});
    QVERIFY((std::get<1>(none) & model::Hidden) != 0);
    QVERIFY(std::get<2>(none) == model::Provenance::Held);
    const auto there = at({120, 0.0});
    QVERIFY(glm::distance(std::get<0>(there), glm::dvec3(1.0, 2.0, 12.0)) < 1e-5);
    QCOMPARE(std::get<1>(there), model::ActorFlags{0});
    QVERIFY(std::get<2>(there) == model::Provenance::Exact);
    const auto between = at({120, 0.5});
    QVERIFY(glm::distance(std::get<0>(between), glm::dvec3(1.0, 2.0, 12.05)) < 1e-5);
    QVERIFY(std::get<2>(between) == model::Provenance::Interpolated);
    // Neither from nowhere nor across a jump.
    for (const model::FrameNumber jump : {100, 200}) {
        QVERIFY((std::get<1>(at({jump, 0.0})) & model::Discontinuity) != 0);
        QVERIFY(std::get<2>(at({jump - 1, 0.5})) == model::Provenance::Held);
    }
    QVERIFY(std::get<2>(at({250, 0.0})) == model::Provenance::Held);
    QCOMPARE(std::get<0>(at({250, 0.0})), glm::dvec3(40.0, 2.0, 0.0));
    const WorldState state = stateAt(*source, {120, 0.0});
    QCOMPARE(state.match[match_property::PayloadMultiplier].asReal(), 2.0);
}

void TestEchoValues::combat()
{
    MemoryFileOptions options;
    options.header.map = Map::Dyson;
    options.make = changed([](int number, Frame& frame, std::span<PlayerFrame> players) {
        frame.hasDisc = false;
        frame.points = {12.5F, 80.0F};
        players[1].loadout = {2, 1, 3, 0};
        if (number >= 90)
            frame.payload.distance = static_cast<float>(number);
    });
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    const auto& cast = source->index()->info->cast;
    QCOMPARE(cast.size(), std::size_t{5});
    QCOMPARE(cast[4].life, (model::FrameRange{90, 300}));
    QVERIFY(cast[4].shape == model::ActorShape::None);
    const WorldState state = stateAt(*source, {100, 0.5});
    QVERIFY((state.flags[4] & model::Hidden) != 0);
    QCOMPARE(state.match[match_property::BluePoints].asReal(), 12.5);
    QCOMPARE(state.match[match_property::PayloadDistance].asReal(), 100.5);
    QCOMPARE(state.propertiesOf(1)[actor_property::Weapon].asInteger(), 2);
    QCOMPARE(state.propertiesOf(1)[actor_property::Arm].asInteger(), 0);
    QCOMPARE(rowOf(stateAt(*source, {89, 0.0}), 4), SIZE_MAX);
}

void TestEchoValues::jumps_data()
{
    QTest::addColumn<int>("frame");
    QTest::newRow("within a chunk") << 30;
    QTest::newRow("into a chunk") << 60;
    QTest::newRow("into a later chunk") << 240;
}

void TestEchoValues::jumps()
{
    QFETCH(int, frame);
    const auto source = openWith(changed([frame](int number, Frame& f, std::span<PlayerFrame> players) {
        if (number < frame)
            return;
        for (PartPose& part : players[1].parts)
            part.position.x += 5.0F;
        f.disc.position.x -= 40.0F;
    }));
    QVERIFY(source);
    for (FrameNumber f = frame - 2; f <= frame + 1; ++f) {
        const WorldState state = stateAt(*source, {f, 0.0});
        for (const std::size_t row : {0U, 1U, 4U})
            QCOMPARE((state.flags[row] & model::Discontinuity) != 0, row != 0 && f == frame);
    }
    const WorldState state = stateAt(*source, {frame - 1, 0.75});
    QVERIFY(near(state.positions[1], placeOf(1, frame - 1)));
    QVERIFY(state.provenance[1] == model::Provenance::Held);
    QVERIFY(near(state.positions[0], glm::dvec3(placeOf(0, frame - 1)) + glm::dvec3(0.0, 0.0, 0.075)));
    // From the new place on everything moves again.
    const WorldState after = stateAt(*source, {frame, 0.5});
    QVERIFY(after.provenance[1] == model::Provenance::Interpolated);
    QVERIFY((after.flags[1] & model::Discontinuity) == 0);
}

void TestEchoValues::noNumbers()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto source = openWith(changed([nan](int number, Frame& frame, std::span<PlayerFrame> players) {
        if (number == 30) {
            players[1].part(Part::Body).position.y = nan;
            players[1].velocity.x = nan;
            players[2].part(Part::LeftHand).position.x = std::numeric_limits<float>::infinity();
            frame.disc.position.x = nan;
        }
        if (number == 60) // the first of a chunk: no frame before at hand
            players[1].part(Part::Body).position.y = nan;
        players[3].part(Part::Body).orientation = NoRotation;
        players[3].part(Part::Head).orientation = glm::angleAxis(1.0F, glm::vec3(0.0F, 1.0F, 0.0F));
        frame.clock = nan;
        frame.points = {nan, 1e30F};
        players[0].stats.possessionTime = nan;
    }));
    QVERIFY(source);
    for (FrameNumber f = 28; f < 62; ++f) {
        for (const double fraction : {0.0, 0.5}) {
            const WorldState state = stateAt(*source, {f, fraction});
            for (std::size_t row = 0; row < state.size(); ++row) {
                QVERIFY(std::isfinite(glm::dot(state.positions[row], state.positions[row])));
                QVERIFY(std::isfinite(glm::length(state.velocities[row])));
                for (const model::BonePose& bone : state.bonesOf(row))
                    QVERIFY(std::isfinite(glm::length(bone.position)));
            }
            QVERIFY(state.match[match_property::GameClock].absent());
            QVERIFY(state.match[match_property::BluePoints].absent());
            QVERIFY(state.match[match_property::OrangePoints].absent());
            QVERIFY(state.propertiesOf(0)[actor_property::Statistics + statistic::PossessionTime].absent());
            QVERIFY(std::abs(state.orientations[3].y - std::sin(0.5F)) < 1e-5F);
        }
    }
    const WorldState state = stateAt(*source, {30, 0.0});
    QVERIFY(near(state.positions[1], placeOf(1, 29)));
    QVERIFY(state.provenance[1] == model::Provenance::Held);
    QVERIFY(state.provenance[0] == model::Provenance::Exact);
}

void TestEchoValues::rounds()
{
    MemoryFileOptions options;
    options.header.totalRounds = 3;
    options.header.blueRoundScore = 1;
    options.make = changed([](int number, Frame& frame, std::span<PlayerFrame>) {
        frame.points = {2.0F, number < 100 ? 4.0F : 0.0F};
        const bool over = (number >= 90 && number < 100) || number >= 240; // orange's, then blue's
        frame.status = over ? GameStatus::RoundOver : GameStatus::Playing;
    });
    const auto source = openMemory(memoryFile(std::move(options)));
    QVERIFY(source);
    QCOMPARE(source->index()->info->scoreboard.roundScore.size(), std::size_t{2});
    for (const FrameNumber f : {0, 89, 90, 119, 120, 239, 240, 299}) {
        const WorldState state = stateAt(*source, {f, 0.0});
        QCOMPARE(state.match[match_property::BlueRoundScore].asInteger(), f >= 240 ? 2 : 1);
        QCOMPARE(state.match[match_property::OrangeRoundScore].asInteger(), f >= 90 ? 1 : 0);
    }
}

} // namespace tst_echo_values

GHOSTLINE_TEST(tst_echo_values, TestEchoValues)
#include "tst_echo_values.moc"
