// SPDX-License-Identifier: GPL-3.0-or-later
// The truth of a tick as the format's own state.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

StateHash hashOfText(std::string_view text)
{
    return sha256({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

} // namespace

void World::writeEntity(const Unit& u, Bytes& out, std::uint64_t& mask) const
{
    const Rule& rule = ruleOf(u.type);
    BinWriter to(out);
    const auto begin = [&mask](Slot slot) { mask |= bit(slot); };
    const bool house = isStructure(u.type);

    begin(Slot::Identity);
    to.u32(typeName(u.type));
    to.u32(static_cast<std::uint32_t>(u.owner));
    to.u8(static_cast<std::uint8_t>(rule.kind));
    begin(Slot::Position);
    to.place(u.at);
    if (!house) {
        begin(Slot::Facing);
        to.i32(u.facing);
    }
    begin(Slot::Health);
    to.i32(u.health);
    to.i32(u.fullHealth);
    if (!house) {
        begin(Slot::Motion);
        to.i32(rule.speed);
        to.u8(rule.locomotor);
        to.boolean(u.moving());
        to.place(u.goal);
    }
    if (rule.turret) {
        begin(Slot::Turret);
        to.i32(u.turret);
    }
    if (rule.arms != Arms::None) {
        const bool aims = u.target != Nobody && unit(u.target).alive;
        begin(Slot::Weapon);
        to.u32(m_weaponNames[static_cast<std::size_t>(u.type)]);
        to.u32(static_cast<std::uint32_t>(u.cooldown));
        to.boolean(aims);
        to.tag(aims ? unit(u.target).tag : UnitTag{});
    }
    if (house) {
        begin(Slot::Building);
        to.u8(rule.width);
        to.u8(rule.height);
        to.u8(static_cast<std::uint8_t>(u.toBuild > 0 ? BuildState::Constructing : BuildState::Ready));
        to.u16(static_cast<std::uint16_t>(
            u.toBuild > 0 ? 1024 * (u.buildFor - u.toBuild) / std::max(1, u.buildFor) : 1024));
    }
    if (u.type == Type::Harvester) {
        begin(Slot::Harvester);
        to.i32(700);
        to.i32(u.carried);
        to.u32(m_ore);
    }
    if (u.type == Type::Submarine) {
        begin(Slot::Cloak);
        to.boolean(u.target == Nobody);
    }
    if (!house && u.type != Type::Harvester) {
        begin(Slot::Veterancy);
        to.u8(static_cast<std::uint8_t>(u.level));
        to.u32(static_cast<std::uint32_t>(u.experience));
        begin(Slot::Stance);
        to.u8(u.aggressive ? 2 : 1);
    }
    if (rule.kind == UnitKind::Infantry) {
        begin(Slot::SubCell);
        to.u8(static_cast<std::uint8_t>(u.tag.index % 5));
    }
    std::uint32_t conditions = 0;
    if (u.shieldedUntil > m_tick)
        conditions |= IronCurtain;
    if (rule.kind == UnitKind::Infantry && u.held && u.health * 2 < u.fullHealth)
        conditions |= Prone;
    if (house && rule.power < 0 && u.toBuild == 0 && lowPower(u.owner))
        conditions |= LowPower;
    begin(Slot::Conditions);
    to.u32(conditions);
    begin(Slot::Sight);
    to.i32(cells(rule.sight));
    const auto sized = [&](auto&& write) {
        const std::size_t at = out.size();
        to.u32(0);
        write();
        const auto length = static_cast<std::uint32_t>(out.size() - at - 4);
        std::memcpy(out.data() + at, &length, 4);
    };
    const Purse& p = purse(u.owner);
    for (std::size_t line = 0; house && u.toBuild == 0 && line < Lines; ++line) {
        const bool maker = (line == 0 && u.type == Type::Yard) ||
                           (line == 1 && (u.type == Type::Barracks || u.type == Type::Tent)) ||
                           (line == 2 && u.type == Type::Factory) ||
                           (line == 3 && (u.type == Type::Helipad || u.type == Type::Airfield)) ||
                           (line == 4 && (u.type == Type::NavalYard || u.type == Type::SubPen));
        if (!maker || first(u.owner, u.type) != u.number)
            continue;
        begin(Slot::ProductionQueue);
        sized([&] {
            to.u8(static_cast<std::uint8_t>(p.lines[line].size()));
            for (const Item& item : p.lines[line]) {
                to.u32(typeName(item.type));
                to.u32(static_cast<std::uint32_t>(std::max(0, item.left)));
                to.u32(static_cast<std::uint32_t>(item.total));
            }
        });
        break;
    }
    if (!u.route.empty()) {
        begin(Slot::Path);
        sized([&] {
            to.u64(u.route.size());
            for (auto it = u.route.rbegin(); it != u.route.rend(); ++it)
                to.place(*it);
        });
    }
}

SimState World::snapshot()
{
    SimState state;
    state.tick = m_tick;
    state.gameSeed = m_seed;
    state.mapHash = hashOfText("map of a made-up skirmish");
    state.strings = m_strings;

    auto bytes = std::make_shared<Bytes>();
    bytes->reserve(m_living.size() * 140);
    std::vector<std::size_t> ends;
    std::vector<Number> order(m_living);
    std::sort(order.begin(), order.end(), [this](Number a, Number b) { return unit(a).tag < unit(b).tag; });
    ends.reserve(order.size());
    state.entities.reserve(order.size());
    for (const Number n : order) {
        Entity& entity = state.entities.emplace_back();
        entity.tag = unit(n).tag;
        writeEntity(unit(n), *bytes, entity.components.mask);
        ends.push_back(bytes->size());
    }
    // Only now do the bytes lie still.
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        state.entities[i].components.bytes =
            std::span<const std::byte>(*bytes).subspan(begin, ends[i] - begin);
    }
    state.buffers.push_back(std::move(bytes));

    auto table = std::make_shared<PlayerTable>();
    for (std::size_t i = 0; i < m_purses.size(); ++i) {
        const Purse& p = m_purses[i];
        PlayerState& player = table->emplace_back();
        player.player = static_cast<PlayerId>(i);
        player.credits = p.stats.credits;
        player.power = {{p.stats.powerProduced, p.stats.powerDrained}};
        player.status = p.status;
        player.stats = p.stats;
        player.tech = p.tech;
        player.powers = p.powers;
        player.look =
            PlayerLook{p.colour, static_cast<std::uint8_t>(p.side + 1), centreOf(p.start.x, p.start.y)};
    }
    state.players = std::move(table);

    if (m_mapRevision != m_ground.revision()) {
        auto map = std::make_shared<MapState>();
        map->width = map->height = static_cast<std::uint32_t>(m_ground.side());
        for (InternedId i = 0; i < TerrainNames.size(); ++i)
            map->terrainKinds.push_back(1 + i);
        map->resourceKinds = {m_ore, m_ore + 1};
        map->cells = m_ground.cells();
        m_map = std::move(map);
        m_mapRevision = m_ground.revision();
    }
    state.map = m_map;
    // Known only to a recorder; no delta carries it.
    BinWriter random(state.randomState);
    random.u64(m_seed);
    random.u64(m_tick);
    return state;
}

} // namespace ghostline::ironcurtain::skirmish
