// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/analysis_event.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_fields.h"
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

PackedList<UnitPlace> readSample(BinReader& in)
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
    return list;
}

/// What is left, after `check` has walked through all of it.
template<typename Check>
std::span<const std::byte> checkedRest(BinReader& in, std::span<const std::byte> event, Check check)
{
    const auto rest = event.subspan(in.position());
    check(in);
    return rest;
}

struct FieldReader
{
    BinReader& in;
    std::span<const std::byte> event;

    template<io::Scalar T>
    void operator()(const char*, T& field)
    {
        field = in.number<T>();
    }
    void operator()(const char*, bool& field) { field = in.boolean(); }
    void operator()(const char*, UnitTag& field) { field = in.tag(); }
    void operator()(const char*, WorldPos& field) { field = in.place(); }
    void operator()(const char*, GroupAction& field)
    {
        field = static_cast<GroupAction>(in.variant(3, "an unknown group action"));
    }
    void operator()(const char*, TagList& field) { field = readTags(in); }
    void operator()(const char*, PackedList<UnitPlace>& field) { field = readSample(in); }
    void operator()(const char*, const std::byte*& field) { field = in.raw(PlayerStatsBytes).data(); }
    template<typename T>
    void operator()(const char* name, std::optional<T>& field)
    {
        if (in.present())
            (*this)(name, field.emplace());
    }
    void operator()(const char*, InternedField<InternedId> field) { field.id = in.u32(); }
    template<typename T>
    void operator()(const char*, OutcomeField<T> field)
    {
        field.bytes = checkedRest(in, event, [](BinReader& r) { (void)readOutcome(r); });
    }
    template<typename T>
    void operator()(const char*, VoteField<T> field)
    {
        field.bytes = checkedRest(in, event, [](BinReader& r) { (void)readVoteRecord(r); });
    }
};

template<std::size_t Kind>
EventBody readKind(BinReader& in, std::span<const std::byte> event)
{
    std::variant_alternative_t<Kind, EventBody> body{};
    eachField(body, FieldReader{in, event});
    return body;
}

template<std::size_t... Kinds>
constexpr auto readersOf(std::index_sequence<Kinds...>)
{
    return std::array{&readKind<Kinds>...};
}
constexpr auto Readers = readersOf(std::make_index_sequence<AnalysisKinds>());

/// Each as wide as its type.
struct FieldWriter
{
    BinWriter& out;

    template<io::Scalar T>
    void operator()(const char*, const T& field)
    {
        out.number(field);
    }
    void operator()(const char*, const bool& field) { out.boolean(field); }
    void operator()(const char*, const UnitTag& field) { out.tag(field); }
    void operator()(const char*, const WorldPos& field) { out.place(field); }
    void operator()(const char*, const GroupAction& field) { out.u32(static_cast<std::uint32_t>(field)); }
    template<typename T>
    void operator()(const char*, const PackedList<T>& field)
    {
        out.u64(field.size());
        out.raw(field.bytes());
    }
    void operator()(const char*, const std::byte* const& field) { out.raw({field, PlayerStatsBytes}); }
    template<typename T>
    void operator()(const char* name, const std::optional<T>& field)
    {
        out.boolean(field.has_value());
        if (field)
            (*this)(name, *field);
    }
    template<typename T>
    void operator()(const char*, InternedField<T> field)
    {
        out.u32(field.id);
    }
    template<typename T>
    void operator()(const char*, OutcomeField<T> field)
    {
        out.raw(field.bytes);
    }
    template<typename T>
    void operator()(const char*, VoteField<T> field)
    {
        out.raw(field.bytes);
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
        parsed.event.body = Readers[parsed.kind](in, bytes);
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
    std::visit([&writer](const auto& body) { eachField(body, FieldWriter{writer}); }, event.body);
}

} // namespace ghostline::ironcurtain
