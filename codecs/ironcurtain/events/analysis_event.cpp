// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/analysis_event.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/outcome.h"
#include "codecs/ironcurtain/events/votes.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr std::array<const char*, AnalysisKinds> KindNames{"UnitCreated",
                                                           "ConstructionStarted",
                                                           "ConstructionCompleted",
                                                           "UnitDestroyed",
                                                           "UnitPositionSample",
                                                           "PlayerStatSnapshot",
                                                           "ResourceCollected",
                                                           "UpgradeCompleted",
                                                           "CameraPositionSample",
                                                           "SelectionChanged",
                                                           "ControlGroupEvent",
                                                           "AbilityUsed",
                                                           "PauseEvent",
                                                           "MatchEnded",
                                                           "VoteEvent",
                                                           "EngagementStarted",
                                                           "EngagementEnded",
                                                           "SuperweaponFired",
                                                           "BaseDestroyed",
                                                           "ArmyWipe",
                                                           "ComebackMoment"};

// Fields one after another, as the variants list them. The order of reads within one expression must be the
// order of the bytes: braces guarantee it, calls would not.

template<typename T>
T readBirth(BinReader& in)
{
    return T{in.tag(), in.u32(), in.u32(), in.place()};
}

UnitDestroyed readDestroyed(BinReader& in)
{
    UnitDestroyed e{in.tag(), std::nullopt, std::nullopt};
    if (in.present())
        e.by = in.tag();
    if (in.present())
        e.byPlayer = in.u32();
    return e;
}

UnitPositionSample readSample(BinReader& in)
{
    const std::size_t units = in.count(sizeof(UnitPlace));
    if (units > MaxSampledUnits) {
        in.fail("a position sample names more than 256 units");
        return {};
    }
    const PackedList<UnitPlace> list(in.raw(units * sizeof(UnitPlace)));
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!inWorld(list[i].at)) {
            in.fail("a position lies outside the world");
            return {};
        }
    }
    return {list};
}

AbilityUsed readAbility(BinReader& in)
{
    AbilityUsed e{in.u32(), in.u32(), std::nullopt};
    if (in.present())
        e.at = in.place();
    return e;
}

/// What is left, after `check` has walked through all of it.
template<typename Check>
std::span<const std::byte> checkedRest(BinReader& in, std::span<const std::byte> event, Check check)
{
    const auto rest = event.subspan(in.position());
    check(in);
    return rest;
}

EventBody readBody(BinReader& in, std::uint32_t kind, std::span<const std::byte> event)
{
    switch (kind) {
    case 0:
        return readBirth<UnitCreated>(in);
    case 1:
        return readBirth<ConstructionStarted>(in);
    case 2:
        return ConstructionCompleted{in.tag()};
    case 3:
        return readDestroyed(in);
    case 4:
        return readSample(in);
    case 5:
        return PlayerStatSnapshot{in.u32(), in.raw(PlayerStatsBytes).data()};
    case 6:
        return ResourceCollected{in.u32(), in.u32(), in.i32()};
    case 7:
        return UpgradeCompleted{in.u32(), in.u32()};
    case 8:
        return CameraPositionSample{in.u32(), in.place(), in.u16()};
    case 9:
        return SelectionChanged{in.u32(), readTags(in), readTags(in)};
    case 10:
        return ControlGroupEvent{in.u32(), in.u8(),
                                 static_cast<GroupAction>(in.variant(3, "an unknown group action"))};
    case 11:
        return readAbility(in);
    case 12:
        return PauseEvent{in.u32(), in.boolean()};
    case 13:
        return MatchEnded{checkedRest(in, event, [](BinReader& r) { (void)readOutcome(r); })};
    case 14:
        return VoteEvent{checkedRest(in, event, [](BinReader& r) { (void)readVoteRecord(r); })};
    case 15:
        return EngagementStarted{in.place(), readTags(in), readTags(in), in.i64(), in.i64()};
    case 16:
        return EngagementEnded{in.place(), in.u32(), in.u32(), in.u32(), in.u32(), in.u64()};
    case 17:
        return SuperweaponFired{in.u32(), in.place(), in.u32(), in.u32(), in.u32()};
    case 18:
        return BaseDestroyed{in.u32(), in.place(), readTags(in)};
    case 19:
        return ArmyWipe{in.u32(), in.u32(), in.i64(), in.u16()};
    default:
        return ComebackMoment{in.u32(), in.i64(), in.i64(), in.i64()};
    }
}

/// One overload per variant that says how its fields lie.
struct BodyWriter
{
    BinWriter& out;

    void tags(const TagList& list)
    {
        out.u64(list.size());
        out.raw(list.bytes());
    }
    template<typename T>
    void birth(const T& e)
    {
        out.tag(e.unit);
        out.u32(e.type);
        out.u32(e.owner);
        out.place(e.at);
    }
    void operator()(const UnitCreated& e) { birth(e); }
    void operator()(const ConstructionStarted& e) { birth(e); }
    void operator()(const ConstructionCompleted& e) { out.tag(e.unit); }
    void operator()(const UnitDestroyed& e)
    {
        out.tag(e.unit);
        out.boolean(e.by.has_value());
        if (e.by)
            out.tag(*e.by);
        out.boolean(e.byPlayer.has_value());
        if (e.byPlayer)
            out.u32(*e.byPlayer);
    }
    void operator()(const UnitPositionSample& e)
    {
        out.u64(e.units.size());
        out.raw(e.units.bytes());
    }
    void operator()(const PlayerStatSnapshot& e)
    {
        out.u32(e.player);
        out.raw({e.stats, PlayerStatsBytes});
    }
    void operator()(const ResourceCollected& e)
    {
        out.u32(e.player);
        out.u32(e.resource);
        out.i32(e.amount);
    }
    void operator()(const UpgradeCompleted& e)
    {
        out.u32(e.player);
        out.u32(e.upgrade);
    }
    void operator()(const CameraPositionSample& e)
    {
        out.u32(e.player);
        out.place(e.at);
        out.u16(e.zoom);
    }
    void operator()(const SelectionChanged& e)
    {
        out.u32(e.player);
        tags(e.added);
        tags(e.removed);
    }
    void operator()(const ControlGroupEvent& e)
    {
        out.u32(e.player);
        out.u8(e.group);
        out.u32(static_cast<std::uint32_t>(e.action));
    }
    void operator()(const AbilityUsed& e)
    {
        out.u32(e.player);
        out.u32(e.ability);
        out.boolean(e.at.has_value());
        if (e.at)
            out.place(*e.at);
    }
    void operator()(const PauseEvent& e)
    {
        out.u32(e.player);
        out.boolean(e.paused);
    }
    void operator()(const MatchEnded& e) { out.raw(e.outcome); }
    void operator()(const VoteEvent& e) { out.raw(e.body); }
    void operator()(const EngagementStarted& e)
    {
        out.place(e.centre);
        tags(e.friendly);
        tags(e.enemy);
        out.i64(e.friendlyValue);
        out.i64(e.enemyValue);
    }
    void operator()(const EngagementEnded& e)
    {
        out.place(e.centre);
        out.u32(e.friendlyLosses);
        out.u32(e.enemyLosses);
        out.u32(e.friendlySurvivors);
        out.u32(e.enemySurvivors);
        out.u64(e.duration);
    }
    void operator()(const SuperweaponFired& e)
    {
        out.u32(e.weapon);
        out.place(e.at);
        out.u32(e.player);
        out.u32(e.unitsHit);
        out.u32(e.buildingsHit);
    }
    void operator()(const BaseDestroyed& e)
    {
        out.u32(e.player);
        out.place(e.at);
        tags(e.buildings);
    }
    void operator()(const ArmyWipe& e)
    {
        out.u32(e.player);
        out.u32(e.unitsLost);
        out.i64(e.valueLost);
        out.u16(e.share);
    }
    void operator()(const ComebackMoment& e)
    {
        out.u32(e.player);
        out.i64(e.deficitBefore);
        out.i64(e.advantageAfter);
        out.i64(e.swing);
    }
};

} // namespace

TagList readTags(BinReader& in) { return TagList(in.raw(in.count(sizeof(UnitTag)) * sizeof(UnitTag))); }

const char* analysisKindName(std::uint32_t kind)
{
    return kind < AnalysisKinds ? KindNames[kind] : "Unknown";
}

ParsedEvent parseEvent(std::span<const std::byte> bytes)
{
    ParsedEvent parsed;
    BinReader in(bytes);
    parsed.kind = in.u32();
    if (in.ok() && parsed.kind >= AnalysisKinds) {
        parsed.result = EventParse::Unknown;
        return parsed;
    }
    parsed.event.tick = in.u64();
    if (in.ok())
        parsed.event.body = readBody(in, parsed.kind, bytes);
    if (in.ok() && !in.atEnd())
        in.fail("an event is longer than its fields");
    if (in.ok())
        parsed.result = EventParse::Known;
    else
        parsed.why = in.why() != nullptr ? in.why() : "an event is shorter than its fields";
    return parsed;
}

void appendEvent(Bytes& out, const AnalysisEvent& event)
{
    BinWriter writer(out);
    writer.u32(static_cast<std::uint32_t>(event.body.index()));
    writer.u64(event.tick);
    std::visit(BodyWriter{writer}, event.body);
}

} // namespace ghostline::ironcurtain
