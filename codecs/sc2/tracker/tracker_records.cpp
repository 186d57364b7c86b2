// SPDX-License-Identifier: GPL-3.0-or-later
// The tracker's events as records under the names that s2protocol gives them, for `dump`.
#include "codecs/sc2/limits.h"
#include "codecs/sc2/tracker/tracker_events.h"
#include "codecs/sc2/tracker/tracker_input.h"

#include <QJsonArray>

namespace ghostline::sc2 {

namespace {

/// Field names by tag.
using FieldNames = std::span<const char* const>;

constexpr const char* StatNames[] = {"m_scoreValueMineralsCurrent",
                                     "m_scoreValueVespeneCurrent",
                                     "m_scoreValueMineralsCollectionRate",
                                     "m_scoreValueVespeneCollectionRate",
                                     "m_scoreValueWorkersActiveCount",
                                     "m_scoreValueMineralsUsedInProgressArmy",
                                     "m_scoreValueMineralsUsedInProgressEconomy",
                                     "m_scoreValueMineralsUsedInProgressTechnology",
                                     "m_scoreValueVespeneUsedInProgressArmy",
                                     "m_scoreValueVespeneUsedInProgressEconomy",
                                     "m_scoreValueVespeneUsedInProgressTechnology",
                                     "m_scoreValueMineralsUsedCurrentArmy",
                                     "m_scoreValueMineralsUsedCurrentEconomy",
                                     "m_scoreValueMineralsUsedCurrentTechnology",
                                     "m_scoreValueVespeneUsedCurrentArmy",
                                     "m_scoreValueVespeneUsedCurrentEconomy",
                                     "m_scoreValueVespeneUsedCurrentTechnology",
                                     "m_scoreValueMineralsLostArmy",
                                     "m_scoreValueMineralsLostEconomy",
                                     "m_scoreValueMineralsLostTechnology",
                                     "m_scoreValueVespeneLostArmy",
                                     "m_scoreValueVespeneLostEconomy",
                                     "m_scoreValueVespeneLostTechnology",
                                     "m_scoreValueMineralsKilledArmy",
                                     "m_scoreValueMineralsKilledEconomy",
                                     "m_scoreValueMineralsKilledTechnology",
                                     "m_scoreValueVespeneKilledArmy",
                                     "m_scoreValueVespeneKilledEconomy",
                                     "m_scoreValueVespeneKilledTechnology",
                                     "m_scoreValueFoodUsed",
                                     "m_scoreValueFoodMade",
                                     "m_scoreValueMineralsUsedActiveForces",
                                     "m_scoreValueVespeneUsedActiveForces",
                                     "m_scoreValueMineralsFriendlyFireArmy",
                                     "m_scoreValueMineralsFriendlyFireEconomy",
                                     "m_scoreValueMineralsFriendlyFireTechnology",
                                     "m_scoreValueVespeneFriendlyFireArmy",
                                     "m_scoreValueVespeneFriendlyFireEconomy",
                                     "m_scoreValueVespeneFriendlyFireTechnology"};
static_assert(std::size(StatNames) == StatCount);

constexpr const char* StatsFields[] = {"m_playerId", "m_stats"};
constexpr const char* BirthFields[] = {"m_unitTagIndex",
                                       "m_unitTagRecycle",
                                       "m_unitTypeName",
                                       "m_controlPlayerId",
                                       "m_upkeepPlayerId",
                                       "m_x",
                                       "m_y",
                                       "m_creatorUnitTagIndex",
                                       "m_creatorUnitTagRecycle",
                                       "m_creatorAbilityName"};
constexpr const char* DeathFields[] = {
    "m_unitTagIndex",       "m_unitTagRecycle",      "m_killerPlayerId", "m_x", "m_y",
    "m_killerUnitTagIndex", "m_killerUnitTagRecycle"};
constexpr const char* OwnerFields[] = {"m_unitTagIndex", "m_unitTagRecycle", "m_controlPlayerId",
                                       "m_upkeepPlayerId"};
constexpr const char* TypeFields[] = {"m_unitTagIndex", "m_unitTagRecycle", "m_unitTypeName"};
constexpr const char* UpgradeFields[] = {"m_playerId", "m_upgradeTypeName", "m_count"};
constexpr const char* DoneFields[] = {"m_unitTagIndex", "m_unitTagRecycle"};
constexpr const char* PositionFields[] = {"m_firstUnitIndex", "m_items"};
constexpr const char* SetupFields[] = {"m_playerId", "m_type", "m_userId", "m_slotId"};

struct EventLayout
{
    const char* name;
    FieldNames fields;
};

/// By event id.
constexpr EventLayout Layouts[] = {
    {"SPlayerStatsEvent", StatsFields},      {"SUnitBornEvent", BirthFields},
    {"SUnitDiedEvent", DeathFields},         {"SUnitOwnerChangeEvent", OwnerFields},
    {"SUnitTypeChangeEvent", TypeFields},    {"SUpgradeEvent", UpgradeFields},
    {"SUnitInitEvent", BirthFields},         {"SUnitDoneEvent", DoneFields},
    {"SUnitPositionsEvent", PositionFields}, {"SPlayerSetupEvent", SetupFields}};

const EventLayout* layoutOf(std::int64_t event)
{
    const bool known = event >= 0 && event < static_cast<std::int64_t>(std::size(Layouts));
    return known ? &Layouts[event] : nullptr;
}

/// Fields of later builds have no name yet: their tag stands for it.
QString fieldName(FieldNames names, std::int64_t tag)
{
    if (tag >= 0 && tag < static_cast<std::int64_t>(names.size()))
        return QString::fromLatin1(names[static_cast<std::size_t>(tag)]);
    return QStringLiteral("tag %1").arg(tag);
}

QJsonValue readAny(TrackerInput& in, FieldNames names, int depth);

QJsonObject readFields(TrackerInput& in, FieldNames names, int depth)
{
    QJsonObject object;
    const std::uint32_t count = in.values().structFields();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        const std::int64_t tag = in.values().fieldTag();
        const bool stats = names.data() == std::data(StatsFields) && tag == 1;
        object.insert(fieldName(names, tag),
                      readAny(in, stats ? FieldNames(StatNames) : FieldNames(), depth + 1));
    }
    return object;
}

QJsonArray readItems(TrackerInput& in, int depth)
{
    QJsonArray items;
    const std::uint32_t count = in.values().arrayItems();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i)
        items.append(readAny(in, {}, depth + 1));
    return items;
}

QJsonValue readAny(TrackerInput& in, FieldNames names, int depth)
{
    if (depth > MaxNesting) {
        in.values().cursor().fail();
        return {};
    }
    switch (in.nextKind()) {
    case VersionedKind::Array:
        return readItems(in, depth);
    case VersionedKind::Struct:
        return readFields(in, names, depth);
    case VersionedKind::Blob: {
        const std::string_view text = in.values().blob();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    case VersionedKind::Optional:
        return in.values().optional() ? readAny(in, names, depth + 1) : QJsonValue();
    case VersionedKind::Choice: {
        const std::int64_t tag = in.values().choiceTag();
        return QJsonObject{{fieldName({}, tag), readAny(in, {}, depth + 1)}};
    }
    case VersionedKind::U8:
    case VersionedKind::Fixed4:
    case VersionedKind::Fixed8:
    case VersionedKind::Vint:
        return static_cast<qint64>(in.values().integer());
    default:
        in.skip();
        return {};
    }
}

} // namespace

model::Result<void> readTrackerRecords(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                                       const QString& stream, const model::RecordSink& sink)
{
    static_cast<void>(baseBuild); // names and tags are the same in all builds
    TrackerInput in(bytes);
    while (const auto frame = in.next()) {
        const EventLayout* layout = layoutOf(frame->event);
        QJsonObject fields = readFields(in, layout != nullptr ? layout->fields : FieldNames(), 0);
        if (!in.ok()) {
            in.stopAt(TrackerStop::Damaged);
            break;
        }
        model::Record record;
        record.stream = stream;
        record.frame = frame->loop;
        record.offset = frame->start;
        record.name = layout != nullptr ? QString::fromLatin1(layout->name)
                                        : QStringLiteral("event %1").arg(frame->event);
        record.data.insert(QStringLiteral("bit"), static_cast<qint64>(frame->start * 8));
        record.data.insert(QStringLiteral("fields"), std::move(fields));
        if (!sink(record))
            return {};
    }
    if (auto failure = trackerFailure(in, bytes.size()))
        return tl::unexpected(std::move(*failure));
    return {};
}

} // namespace ghostline::sc2
