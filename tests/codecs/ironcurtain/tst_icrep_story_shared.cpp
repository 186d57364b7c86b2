// SPDX-License-Identifier: GPL-3.0-or-later

// The list of events of the golden files has as many of each kind as the independent reader counted.
#include "codecs/ironcurtain/derived/derived_kinds.h"
#include "codecs/ironcurtain/derived/event_deriver.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_icrep_story_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

Players playersOf(const Metadata& metadata)
{
    std::vector<Player> list;
    list.reserve(metadata.players.size());
    for (const MetaPlayer& from : metadata.players) {
        Player& player = list.emplace_back();
        player.id = from.slot;
        player.name = from.name;
        player.team = static_cast<int>(from.slot / 2); // as the golden match has it
    }
    return Players(list);
}

bool tellOrders(EventDeriver& story, const ReplayFile& file)
{
    const auto chunks = file.chunks(ChunkKind::Orders, {});
    if (!chunks)
        return false;
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = file.payload(chunk, {});
        const auto visit = [&story](const OrderFrame& frame) {
            story.add(frame);
            return true;
        };
        if (!payload || !parseOrderBlock(*payload, chunk.offset, visit))
            return false;
    }
    return true;
}

bool tellVoice(EventDeriver& story, const ReplayFile& file)
{
    const auto chunks = file.chunks(ChunkKind::Voice, {});
    for (const ChunkEntry& chunk : chunks ? *chunks : std::span<const ChunkEntry>{}) {
        const auto payload = file.payload(chunk, {});
        const auto track = payload ? parseVoice(*payload, chunk.offset)
                                   : model::Result<VoiceTrack>(tl::unexpected(payload.error()));
        if (!track)
            return false;
        story.add(*track);
    }
    return true;
}

} // namespace

class StorySharedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void asManyAsCounted_data() { test::addGoldenRows(); }
    void asManyAsCounted();
};

void StorySharedTest::asManyAsCounted()
{
    QFETCH(QString, name);
    const auto file = test::openGolden(name);
    QVERIFY(file != nullptr);
    const Players players = playersOf(file->metadata());
    const Kinds kinds;
    Lives lives;
    const auto axis = model::TimeAxis::uniform(static_cast<model::FrameNumber>(file->lastTick()) + 1,
                                               file->metadata().msPerTick(), 1000);
    EventDeriver story({players, kinds, lives, axis, file->metadata().msPerTick()});
    EventStore store(file);
    const auto counts = store.index(
        [&](const AnalysisEvent& event, std::uint64_t) {
            lives.add(event);
            story.add(event);
            return true;
        },
        {});
    QVERIFY(counts.has_value());
    QVERIFY(tellOrders(story, *file));
    QVERIFY(tellVoice(story, *file));
    QCOMPARE(story.dropped(), std::uint64_t{0});
    const auto table = story.finish();

    std::vector<int> told(static_cast<std::size_t>(DerivedKind::Count), 0);
    model::FrameNumber before = 0;
    for (const model::Event& event : table->events) {
        ++told[static_cast<std::size_t>(event.kind)];
        QVERIFY(event.frame >= before && event.frame < axis.frames());
        QVERIFY(!event.text.isEmpty() && !event.actors.empty());
        before = event.frame;
    }
    const QJsonObject expected = test::expected(name);
    const QJsonObject events = expected[QLatin1String("events")][QLatin1String("by_kind")].toObject();
    const QJsonObject orders = expected[QLatin1String("orders")][QLatin1String("by_kind")].toObject();
    const auto of = [&](DerivedKind kind) { return told[static_cast<std::size_t>(kind)]; };
    const auto event = [&](const char* kind) { return events[QLatin1String(kind)].toInt(); };
    const auto order = [&](const char* kind) { return orders[QLatin1String(kind)].toInt(); };
    QCOMPARE(of(DerivedKind::Engagement), event("EngagementStarted"));
    QCOMPARE(of(DerivedKind::UnitCreated), event("UnitCreated"));
    QCOMPARE(of(DerivedKind::Construction), event("ConstructionStarted"));
    QCOMPARE(of(DerivedKind::ConstructionCompleted), event("ConstructionCompleted"));
    QCOMPARE(of(DerivedKind::UnitLost) + of(DerivedKind::BuildingLost), event("UnitDestroyed"));
    QCOMPARE(of(DerivedKind::Upgrade), event("UpgradeCompleted"));
    QCOMPARE(of(DerivedKind::Ability), event("AbilityUsed"));
    QCOMPARE(of(DerivedKind::Superweapon), event("SuperweaponFired"));
    QCOMPARE(of(DerivedKind::BaseDestroyed), event("BaseDestroyed"));
    QCOMPARE(of(DerivedKind::ArmyWipe), event("ArmyWipe"));
    QCOMPARE(of(DerivedKind::Comeback), event("ComebackMoment"));
    QCOMPARE(of(DerivedKind::Vote), event("VoteEvent"));
    QCOMPARE(of(DerivedKind::ControlGroup), event("ControlGroupEvent"));
    QCOMPARE(of(DerivedKind::Pause) + of(DerivedKind::Resume), event("PauseEvent"));
    QCOMPARE(of(DerivedKind::MatchEnd), event("MatchEnded"));
    QCOMPARE(of(DerivedKind::Chat), order("ChatMessage"));
    QCOMPARE(of(DerivedKind::DevCommand), order("ChatCommand") + order("CheatCode") + order("SetCvar"));
    int talks = 0;
    for (const QJsonValue& track : expected[QLatin1String("voice")].toArray())
        talks += static_cast<int>(track[QLatin1String("spans")].toArray().size());
    QCOMPARE(of(DerivedKind::Talk), talks);
}

} // namespace tst_icrep_story_shared

GHOSTLINE_TEST(tst_icrep_story_shared, StorySharedTest)
#include "tst_icrep_story_shared.moc"
