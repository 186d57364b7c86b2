// SPDX-License-Identifier: GPL-3.0-or-later
// Many units on long marches for hours: what reading is measured with. Nobody fights; what happens happens at
// a believable rate.
#include "codecs/ironcurtain/sample/crowd.h"

#include "codecs/ironcurtain/container/bincode.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

namespace skirmish {

namespace {

constexpr std::size_t Slots = 1U << 15; // of the calendar; longer waits go round again
constexpr int RestTicks = 11'400;
constexpr SimTick CrowdPlacesEvery = 150;
constexpr SimTick CrowdStatsEvery = 150;
constexpr SimTick DeathEvery = 40;
constexpr int MarcherKinds = 6;
constexpr std::array<Type, MarcherKinds> Marchers{Type::Rifle,     Type::Rocket, Type::MediumTank,
                                                  Type::HeavyTank, Type::Jeep,   Type::Harvester};
constexpr SimTick FightEvery = 2700;
constexpr SimTick FightTicks = 400;

} // namespace

Crowd::Crowd(std::uint64_t seed, int units, SimTick ticks)
    : SampleMatch(ticks), m_random(seed), m_side(units > 4000 ? 256 : 128),
      m_units(static_cast<std::size_t>(units)), m_calendar(Slots), m_seed(seed)
{
    auto strings = std::make_shared<StringPool>();
    strings->emplace_back("clear");
    for (const Type type : Marchers)
        strings->emplace_back(ruleOf(type).id);
    m_strings = std::move(strings);
    auto map = std::make_shared<MapState>();
    map->width = map->height = static_cast<std::uint32_t>(m_side);
    map->terrainKinds = {0};
    map->cells.resize(static_cast<std::size_t>(m_side) * static_cast<std::size_t>(m_side));
    m_map = std::move(map);
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        place(i);
        // A twentieth is on its way at the start; the others set out one after the other.
        m_calendar[static_cast<std::size_t>(m_random.below(RestTicks))].push_back(
            {static_cast<std::uint32_t>(i), m_units[i].tag.generation});
    }
}

void Crowd::place(std::size_t i)
{
    Marcher& m = m_units[i];
    const std::uint16_t generation = m.tag.generation;
    m = {};
    m.tag = {static_cast<std::uint16_t>(i + 1), static_cast<std::uint16_t>(generation + 1)};
    m.kind = static_cast<std::uint8_t>(m_random.below(MarcherKinds));
    m.owner = static_cast<std::uint8_t>(i % Players);
    const int x = m_random.below(m_side);
    const int y = m_random.below(m_side);
    m.from = centreOf(x, y);
    m.health = ruleOf(Marchers[m.kind]).health;
}

WorldPos Crowd::where(const Marcher& m) const
{
    const auto gone = static_cast<std::int32_t>(std::min(tick(), m.until) - std::min(m.since, m.until));
    return {m.from.x + m.step.x * gone, m.from.y + m.step.y * gone, 0};
}

void Crowd::wake(std::size_t i)
{
    Marcher& m = m_units[i];
    m.from = where(m);
    m.since = tick();
    const bool marched = m.marching;
    m.marching = !marched;
    SimTick wait = 0;
    if (marched) {
        m.step = {};
        m.until = tick();
        wait = static_cast<SimTick>(RestTicks / 2) + static_cast<SimTick>(m_random.below(RestTicks));
    } else {
        const int x = m_random.below(m_side);
        const int y = m_random.below(m_side);
        const WorldPos to = centreOf(x, y);
        const std::int64_t far = distance(m.from, to);
        const std::int64_t speed = ruleOf(Marchers[m.kind]).speed;
        const std::int64_t ticks = std::min<std::int64_t>(far / speed + 1, 1200);
        m.step = {static_cast<std::int32_t>((std::int64_t{to.x} - m.from.x) * speed /
                                            std::max<std::int64_t>(1, far)),
                  static_cast<std::int32_t>((std::int64_t{to.y} - m.from.y) * speed /
                                            std::max<std::int64_t>(1, far)),
                  0};
        m.until = tick() + static_cast<SimTick>(ticks);
        m.facing = heading(m.step.x, m.step.y);
        wait = static_cast<SimTick>(ticks);
    }
    m_places.push_back({m.tag, m.from});
    m_calendar[(tick() + wait) % Slots].push_back({static_cast<std::uint32_t>(i), m.tag.generation});
}

void Crowd::reportPlaces()
{
    if (tick() % CrowdPlacesEvery == 0) {
        m_places.clear();
        for (const Marcher& m : m_units) {
            if (m.since == tick() || (m.marching && tick() < m.until))
                m_places.push_back({m.tag, where(m)});
        }
    }
    for (std::size_t i = 0; i < m_places.size(); i += MaxSampledUnits) {
        const std::size_t n = std::min(MaxSampledUnits, m_places.size() - i);
        m_tape.write(
            UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(m_places).subspan(i, n))});
    }
}

std::vector<UnitTag> Crowd::some(int player, int most)
{
    std::vector<UnitTag> tags;
    const auto n = m_units.size();
    const auto first = static_cast<std::size_t>(m_random.below(static_cast<int>(n)));
    for (std::size_t k = 0; k < 4 * static_cast<std::size_t>(most) && k < n; ++k) {
        const Marcher& m = m_units[(first + k) % n];
        if (m.owner == player)
            tags.push_back(m.tag);
    }
    std::sort(tags.begin(), tags.end());
    return tags;
}

void Crowd::players()
{
    for (int player = 0; player < Players; ++player) {
        const auto id = static_cast<PlayerId>(player);
        const SimTick shifted = tick() + static_cast<SimTick>(player) * 11;
        if (tick() * 2 % 15 < 2) {
            const Marcher& m =
                m_units[(static_cast<std::size_t>(tick() / 90) * 37 + static_cast<std::size_t>(player)) %
                        m_units.size()];
            m_tape.write(CameraPositionSample{id, where(m), 1024});
        }
        if (shifted % 30 == 0) {
            auto tags = some(player, 12);
            SelectionChanged event{};
            event.player = id;
            event.added = m_tape.keep(tags);
            event.removed = m_tape.keep(std::move(m_selected[static_cast<std::size_t>(player)]));
            m_tape.write(event);
            Order order;
            order.player = id;
            order.kind = OrderKind::Move;
            order.units = m_tape.keep(tags);
            order.target = centreOf(m_side / 2, m_side / 2);
            m_tape.order(std::move(order));
            m_selected[static_cast<std::size_t>(player)] = std::move(tags);
        }
        if (shifted % 45 == 0)
            m_tape.write(
                ControlGroupEvent{id, static_cast<std::uint8_t>(1 + shifted / 45 % 6), GroupAction::Recall});
        if (shifted % 60 == 0)
            m_tape.write(ResourceCollected{id, 1, 700});
        if (tick() % CrowdStatsEvery == 0) {
            PlayerStats stats;
            stats.credits = static_cast<std::int64_t>(2000 + tick() / 7 % 5000);
            stats.totalCollected = static_cast<std::int64_t>(tick() * 12);
            stats.unitCount = static_cast<std::uint16_t>(m_units.size() / Players);
            stats.armyValue = static_cast<std::int64_t>(m_units.size() / Players) * 500;
            Bytes bytes;
            appendPlayerStats(bytes, stats);
            m_tape.write(PlayerStatSnapshot{id, m_tape.keep(std::move(bytes)).data()});
        }
    }
}

void Crowd::fights()
{
    if (tick() % FightEvery == FightEvery / 2) {
        EngagementStarted event{};
        m_fightAt =
            where(m_units[static_cast<std::size_t>(m_random.below(static_cast<int>(m_units.size())))]);
        event.centre = m_fightAt;
        event.friendly = m_tape.keep(some(0, 20));
        event.enemy = m_tape.keep(some(1, 20));
        event.friendlyValue = event.enemyValue = 9000;
        m_tape.write(event);
    } else if (tick() % FightEvery == FightEvery / 2 + FightTicks) {
        m_tape.write(EngagementEnded{m_fightAt, 3, 7, 17, 13, FightTicks - 90});
    }
}

void Crowd::play(SimTick tick)
{
    m_tape.begin(tick);
    m_places.clear();
    if (tick % DeathEvery == DeathEvery - 1) {
        const auto i = static_cast<std::size_t>(m_random.below(static_cast<int>(m_units.size())));
        UnitDestroyed died{};
        died.unit = m_units[i].tag;
        m_tape.write(died);
        place(i);
        m_units[i].since = m_units[i].until = tick;
        const Marcher& m = m_units[i];
        m_tape.write(UnitCreated{m.tag, InternedId{m.kind} + 1, m.owner, m.from});
        m_calendar[(tick + 1 + static_cast<SimTick>(m_random.below(RestTicks))) % Slots].push_back(
            {static_cast<std::uint32_t>(i), m.tag.generation});
    }
    auto due = std::move(m_calendar[tick % Slots]);
    m_calendar[tick % Slots].clear();
    for (const auto& [i, generation] : due) {
        if (m_units[i].tag.generation == generation)
            wake(i);
    }
    fights();
    players();
    reportPlaces();
}

SimState Crowd::snapshot() const
{
    SimState state;
    state.tick = tick();
    state.gameSeed = m_seed;
    state.strings = m_strings;
    state.map = m_map;
    constexpr std::uint64_t Mask = bit(Slot::Identity) | bit(Slot::Position) | bit(Slot::Facing) |
                                   bit(Slot::Health) | bit(Slot::Motion) | bit(Slot::Sight);
    constexpr std::size_t Each = 9 + 12 + 4 + 8 + 18 + 4;
    auto bytes = std::make_shared<Bytes>();
    bytes->reserve(m_units.size() * Each);
    BinWriter to(*bytes);
    for (const Marcher& m : m_units) {
        const Rule& rule = ruleOf(Marchers[m.kind]);
        const bool moving = m.marching && tick() < m.until;
        to.u32(InternedId{m.kind} + 1);
        to.u32(m.owner);
        to.u8(static_cast<std::uint8_t>(rule.kind));
        to.place(where(m));
        to.i32(m.facing);
        to.i32(m.health);
        to.i32(rule.health);
        to.i32(rule.speed);
        to.u8(rule.locomotor);
        to.boolean(moving);
        to.place(m.from);
        to.i32(cells(rule.sight));
    }
    state.entities.resize(m_units.size());
    for (std::size_t i = 0; i < m_units.size(); ++i)
        state.entities[i] = {m_units[i].tag,
                             {Mask, std::span<const std::byte>(*bytes).subspan(i * Each, Each)}};
    state.buffers.push_back(std::move(bytes));
    auto table = std::make_shared<PlayerTable>();
    for (int player = 0; player < Players; ++player) {
        PlayerState& p = table->emplace_back();
        p.player = static_cast<PlayerId>(player);
        p.credits = static_cast<std::int64_t>(2000 + tick() / 7 % 5000);
        p.status = PlayerStatus::Playing;
        p.look = PlayerLook{
            {{static_cast<std::uint8_t>(60 * player), 120, static_cast<std::uint8_t>(220 - 60 * player)}},
            static_cast<std::uint8_t>(player + 1),
            {}};
    }
    state.players = std::move(table);
    return state;
}

QJsonObject Crowd::metadata() const
{
    QJsonArray players;
    for (int i = 0; i < Players; ++i) {
        players.append(QJsonObject{{QStringLiteral("slot"), i},
                                   {QStringLiteral("name"), QStringLiteral("Column %1").arg(i + 1)},
                                   {QStringLiteral("faction"), QStringLiteral("allies")}});
    }
    return {{QStringLiteral("replay_id"), QStringLiteral("crowd-%1").arg(m_seed)},
            {QStringLiteral("map_name"), QStringLiteral("Parade ground")},
            {QStringLiteral("game_module"), QStringLiteral("ra1")},
            {QStringLiteral("game_speed"), QStringLiteral("slower")},
            {QStringLiteral("total_ticks"), static_cast<qint64>(lastTick())},
            {QStringLiteral("players"), players}};
}

} // namespace skirmish

model::Result<void> recordCrowd(std::uint64_t seed, int units, SimTick ticks, const WriteSettings& write,
                                const QString& path)
{
    WriteSettings settings = write;
    // A hash of that many units every two seconds would take longer than all the rest.
    settings.signEvery = std::max(settings.signEvery, settings.keyframeEvery);
    skirmish::Crowd crowd(seed, std::clamp(units, 1, 40'000), ticks);
    return record(crowd, settings, path, false);
}

} // namespace ghostline::ironcurtain
