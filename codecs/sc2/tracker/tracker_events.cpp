// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the tracker's stream into columns. Nothing is allocated for an event but room in its column.
#include "codecs/sc2/tracker/tracker_events.h"

#include "codecs/sc2/tracker/name_table.h"
#include "codecs/sc2/tracker/tracker_input.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

/// Before this build positions count blocks of four cells.
constexpr std::uint32_t FirstBuildInCells = 27950;

class TrackerReader
{
public:
    TrackerReader(std::span<const std::byte> bytes, std::uint32_t build, const StreamLimits& limits)
        : m_in(bytes), m_size(bytes.size()), m_limits(limits),
          m_scale(build < FirstBuildInCells ? 4.0F : 1.0F)
    {
    }
    TrackerEvents read();

private:
    void readEvent(const TrackerFrame& frame);
    void tellAgain(std::uint32_t to);
    void readStats(std::uint32_t loop);
    void readBirth(std::uint32_t loop, bool init);
    void readDeath(std::uint32_t loop);
    void readOwner(std::uint32_t loop);
    void readType(std::uint32_t loop);
    void readUpgrade(std::uint32_t loop);
    void readDone(std::uint32_t loop);
    void readPositions(std::uint32_t loop);
    void readItems(std::uint32_t loop, std::int64_t index);
    void readSetup();

    template<typename OnField>
    void fields(OnField onField)
    {
        const std::uint32_t count = m_in.values().structFields();
        for (std::uint32_t i = 0; i < count && m_in.ok(); ++i)
            onField(m_in.values().fieldTag());
    }
    /// Fields of an event about one unit: hands on all but those that say which.
    template<typename OnField>
    TagParts unitFields(OnField onField)
    {
        TagParts unit;
        fields([&](std::int64_t tag) {
            if (tag == 0)
                unit.index = integer();
            else if (tag == 1)
                unit.recycle = integer();
            else
                onField(tag);
        });
        return unit;
    }
    /// The event was read whole and belongs to a unit.
    bool counts(const TagParts& unit) const { return m_in.ok() && unit.known(); }
    void note(std::uint32_t loop, TrackerKind kind, std::size_t index)
    {
        m_out.changes.push_back({loop, static_cast<std::uint32_t>(index), kind});
    }
    std::int64_t integer() { return m_in.values().integer(); }
    float cells(std::int64_t value) const
    {
        return static_cast<float>(narrow<std::int32_t>(value)) * m_scale;
    }
    NameId intern(std::string_view name) { return m_names.intern(name); }
    bool isFull() const
    {
        return m_events + m_out.positions.size() > m_limits.rows || m_out.births.size() >= m_limits.lives ||
               m_out.stats.size() > m_limits.stats ||
               m_out.setup.size() + m_out.resumedSetup.size() > MaxSetups;
    }

    TrackerInput m_in;
    std::size_t m_size;
    StreamLimits m_limits;
    float m_scale;
    TrackerEvents m_out;
    NameTable m_names{m_out.names};
    std::size_t m_events = 0;
};

void TrackerReader::readStats(std::uint32_t loop)
{
    TrackedStats stats;
    stats.loop = loop;
    fields([&](std::int64_t tag) {
        if (tag == 0) {
            stats.player = narrow<std::int8_t>(integer());
        } else if (tag == 1) {
            fields([&](std::int64_t stat) {
                if (stat >= 0 && stat < static_cast<std::int64_t>(StatCount))
                    stats.values[static_cast<std::size_t>(stat)] = narrow<std::int32_t>(integer());
                else
                    m_in.skip();
            });
        } else {
            m_in.skip();
        }
    });
    if (m_in.ok())
        m_out.stats.push_back(stats);
}

void TrackerReader::readBirth(std::uint32_t loop, bool init)
{
    TrackedBirth birth;
    TagParts creator;
    std::string_view type;
    const TagParts unit = unitFields([&](std::int64_t tag) {
        switch (tag) {
        case 2:
            type = m_in.values().blob();
            break;
        case 3:
            birth.control = narrow<std::int8_t>(integer());
            break;
        case 4:
            birth.upkeep = narrow<std::int8_t>(integer());
            break;
        case 5:
            birth.x = cells(integer());
            break;
        case 6:
            birth.y = cells(integer());
            break;
        case 7:
            creator.index = m_in.maybeInteger().value_or(-1);
            break;
        case 8:
            creator.recycle = m_in.maybeInteger().value_or(-1);
            break;
        case 9:
            if (const auto ability = m_in.maybeBlob(); ability && m_in.ok()) {
                birth.creatorAbility = intern(*ability);
                birth.hasCreatorAbility = true;
            }
            break;
        default:
            m_in.skip();
        }
    });
    if (!counts(unit))
        return;
    birth.loop = loop;
    birth.init = init;
    birth.tag = unit.tag();
    birth.creator = creator.tag();
    birth.type = intern(type);
    note(loop, init ? TrackerKind::Init : TrackerKind::Born, m_out.births.size());
    m_out.births.push_back(birth);
}

void TrackerReader::readDeath(std::uint32_t loop)
{
    TrackedDeath death;
    TagParts killer;
    const TagParts unit = unitFields([&](std::int64_t tag) {
        switch (tag) {
        case 2:
            death.killerPlayer = narrow<std::int8_t>(m_in.maybeInteger().value_or(-1), -1);
            break;
        case 3:
            death.x = cells(integer());
            break;
        case 4:
            death.y = cells(integer());
            break;
        case 5:
            killer.index = m_in.maybeInteger().value_or(-1);
            break;
        case 6:
            killer.recycle = m_in.maybeInteger().value_or(-1);
            break;
        default:
            m_in.skip();
        }
    });
    if (!counts(unit))
        return;
    death.loop = loop;
    death.tag = unit.tag();
    death.hasKiller = killer.known();
    death.killer = killer.tag();
    note(loop, TrackerKind::Died, m_out.deaths.size());
    m_out.deaths.push_back(death);
}

void TrackerReader::readOwner(std::uint32_t loop)
{
    TrackedOwner owner;
    const TagParts unit = unitFields([&](std::int64_t tag) {
        switch (tag) {
        case 2:
            owner.control = narrow<std::int8_t>(integer());
            break;
        case 3:
            owner.upkeep = narrow<std::int8_t>(integer());
            break;
        default:
            m_in.skip();
        }
    });
    if (!counts(unit))
        return;
    owner.loop = loop;
    owner.tag = unit.tag();
    note(loop, TrackerKind::Owner, m_out.owners.size());
    m_out.owners.push_back(owner);
}

void TrackerReader::readType(std::uint32_t loop)
{
    std::string_view type;
    const TagParts unit = unitFields([&](std::int64_t tag) {
        if (tag == 2)
            type = m_in.values().blob();
        else
            m_in.skip();
    });
    if (!counts(unit))
        return;
    note(loop, TrackerKind::Type, m_out.types.size());
    m_out.types.push_back({loop, unit.tag(), intern(type)});
}

void TrackerReader::readUpgrade(std::uint32_t loop)
{
    TrackedUpgrade upgrade;
    std::string_view name;
    fields([&](std::int64_t tag) {
        if (tag == 0)
            upgrade.player = narrow<std::int8_t>(integer());
        else if (tag == 1)
            name = m_in.values().blob();
        else if (tag == 2)
            upgrade.count = narrow<std::int32_t>(integer());
        else
            m_in.skip();
    });
    if (!m_in.ok())
        return;
    upgrade.loop = loop;
    upgrade.name = intern(name);
    m_out.upgrades.push_back(upgrade);
}

void TrackerReader::readDone(std::uint32_t loop)
{
    const TagParts unit = unitFields([this](std::int64_t) { m_in.skip(); });
    if (!counts(unit))
        return;
    note(loop, TrackerKind::Done, m_out.done.size());
    m_out.done.push_back({loop, unit.tag()});
}

/// Triples: steps of the index, x, y.
void TrackerReader::readItems(std::uint32_t loop, std::int64_t index)
{
    const std::uint32_t items = m_in.values().arrayItems();
    for (std::uint32_t i = 0; i < items && m_in.ok(); i += 3) {
        const std::int64_t step = integer();
        // A sum that could overflow is far outside anyway.
        index = narrow<std::int32_t>(step) == step && index < IndexEnd ? index + step : IndexEnd;
        if (items - i < 3) {
            for (std::uint32_t rest = 1; rest < items - i; ++rest)
                m_in.skip();
            break;
        }
        const float x = cells(integer());
        const float y = cells(integer());
        if (m_in.ok() && index >= 0 && index < IndexEnd)
            m_out.positions.push_back({loop, static_cast<std::uint32_t>(index), x, y});
    }
}

void TrackerReader::readPositions(std::uint32_t loop)
{
    std::int64_t first = 0;
    const std::size_t before = m_out.positions.size();
    fields([&](std::int64_t tag) {
        if (tag == 0) {
            first = integer();
            first = first >= 0 && first < IndexEnd ? first : IndexEnd;
        } else if (tag == 1) {
            readItems(loop, first);
        } else {
            m_in.skip();
        }
    });
    if (!m_in.ok())
        m_out.positions.resize(before);
}

void TrackerReader::readSetup()
{
    PlayerSetup setup;
    fields([&](std::int64_t tag) {
        const auto optionalInt = [&]() -> std::optional<int> {
            const auto value = m_in.maybeInteger();
            return value ? std::optional<int>(narrow<int>(*value, -1)) : std::nullopt;
        };
        if (tag == 0)
            setup.playerId = narrow<int>(integer());
        else if (tag == 1)
            setup.type = narrow<int>(integer());
        else if (tag == 2)
            setup.userId = optionalInt();
        else if (tag == 3)
            setup.slotId = optionalInt();
        else
            m_in.skip();
    });
    if (m_in.ok())
        (m_out.restarts.empty() ? m_out.setup : m_out.resumedSetup).push_back(setup);
}

void TrackerReader::readEvent(const TrackerFrame& frame)
{
    switch (frame.event) {
    case static_cast<int>(TrackerKind::Stats):
        return readStats(frame.loop);
    case static_cast<int>(TrackerKind::Born):
        return readBirth(frame.loop, false);
    case static_cast<int>(TrackerKind::Died):
        return readDeath(frame.loop);
    case static_cast<int>(TrackerKind::Owner):
        return readOwner(frame.loop);
    case static_cast<int>(TrackerKind::Type):
        return readType(frame.loop);
    case static_cast<int>(TrackerKind::Upgrade):
        return readUpgrade(frame.loop);
    case static_cast<int>(TrackerKind::Init):
        return readBirth(frame.loop, true);
    case static_cast<int>(TrackerKind::Done):
        return readDone(frame.loop);
    case static_cast<int>(TrackerKind::Positions):
        return readPositions(frame.loop);
    case static_cast<int>(TrackerKind::Setup):
        return readSetup();
    default:
        m_in.skip();
    }
}

/// Everything behind `to` comes once more; from the very start the first loop does, too.
void TrackerReader::tellAgain(std::uint32_t to)
{
    const auto cut = [to](auto& column) {
        const auto stays = [to](const auto& row) { return to > 0 && row.loop <= to; };
        const auto end = std::find_if(column.rbegin(), column.rend(), stays);
        column.erase(end.base(), column.end());
    };
    cut(m_out.births);
    cut(m_out.deaths);
    cut(m_out.owners);
    cut(m_out.types);
    cut(m_out.done);
    cut(m_out.upgrades);
    cut(m_out.positions);
    cut(m_out.stats);
    cut(m_out.changes);
    m_out.restarts.push_back({m_out.lastLoop, to});
    m_out.resumedSetup.clear();
}

TrackerEvents TrackerReader::read()
{
    // A birth takes some 75 bytes, and most events are about births, changes and deaths.
    m_out.births.reserve(m_size / 160 + 16);
    m_out.deaths.reserve(m_size / 160 + 16);
    m_out.types.reserve(m_size / 200 + 16);
    m_out.changes.reserve(m_size / 64 + 16);
    m_out.stats.reserve(m_size / 512 + 16);
    m_out.positions.reserve(m_size / 160 + 16);
    while (const auto frame = m_in.next()) {
        if (frame->again)
            tellAgain(frame->loop);
        readEvent(*frame);
        if (!m_in.ok()) {
            m_in.stopAt(TrackerStop::Damaged);
            break;
        }
        m_out.lastLoop = frame->loop;
        ++m_events;
        if (isFull()) {
            m_in.stopAt(TrackerStop::TooMany);
            break;
        }
    }
    m_out.failure = trackerFailure(m_in, m_size);
    return std::move(m_out);
}

} // namespace

TrackerEvents parseTrackerEvents(std::span<const std::byte> bytes, std::uint32_t build,
                                 const StreamLimits& limits)
{
    return TrackerReader(bytes, build, limits).read();
}

// The tracker's events as records under the names that s2protocol gives them, for `dump`.

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
        return model::textOf(text);
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

model::Result<void> parseTrackerRecords(std::span<const std::byte> bytes, std::uint32_t baseBuild,
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
