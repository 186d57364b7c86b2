// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_snapshot.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

StateHash hashOfText(std::string_view text)
{
    return sha256({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

} // namespace

void Snapshots::writeEntity(const Unit& u, Bytes& out, std::uint64_t& mask) const
{
    const Rule& rule = ruleOf(u.type);
    BinWriter to(out);
    const auto begin = [&mask](Slot slot) { mask |= bit(slot); };
    const bool house = isStructure(u.type);
    const Purse& p = m_roster.purse(u.owner);

    begin(Slot::Identity);
    to.u32(m_words.of(u.type));
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
        const bool aims = u.target != Nobody && m_roster.unit(u.target).alive;
        begin(Slot::Weapon);
        to.u32(m_words.weaponOf(u.type));
        to.u32(static_cast<std::uint32_t>(u.cooldown));
        to.boolean(aims);
        to.tag(aims ? m_roster.unit(u.target).tag : UnitTag{});
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
        to.u32(m_words.ore());
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
    if (u.shieldedUntil > m_tape.tick())
        conditions |= IronCurtain;
    if (rule.kind == UnitKind::Infantry && u.held && u.health * 2 < u.fullHealth)
        conditions |= Prone;
    if (house && rule.power < 0 && u.toBuild == 0 && p.lowPower())
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
    for (std::size_t line = 0; house && u.toBuild == 0 && line < Lines; ++line) {
        if (u.type != makerOf(static_cast<Line>(line), p.soviet) ||
            m_roster.first(u.owner, u.type) != u.number)
            continue;
        begin(Slot::ProductionQueue);
        sized([&] {
            to.u8(static_cast<std::uint8_t>(p.lines[line].size()));
            for (const Item& item : p.lines[line]) {
                to.u32(m_words.of(item.type));
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

SimState Snapshots::take()
{
    SimState state;
    state.tick = m_tape.tick();
    state.gameSeed = m_seed;
    state.mapHash = hashOfText("map of a made-up skirmish");
    state.strings = m_words.pool();

    auto bytes = std::make_shared<Bytes>();
    bytes->reserve(m_roster.living().size() * 140);
    std::vector<std::size_t> ends;
    std::vector<Number> order(m_roster.living());
    std::sort(order.begin(), order.end(),
              [this](Number a, Number b) { return m_roster.unit(a).tag < m_roster.unit(b).tag; });
    ends.reserve(order.size());
    state.entities.reserve(order.size());
    for (const Number n : order) {
        Entity& entity = state.entities.emplace_back();
        entity.tag = m_roster.unit(n).tag;
        writeEntity(m_roster.unit(n), *bytes, entity.components.mask);
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
    for (std::size_t i = 0; i < m_roster.players(); ++i) {
        const Purse& p = m_roster.purse(static_cast<int>(i));
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
        map->resourceKinds = {m_words.ore(), m_words.ore() + 1};
        map->cells = m_ground.cells();
        m_map = std::move(map);
        m_mapRevision = m_ground.revision();
    }
    state.map = m_map;
    // Known only to a recorder; no delta carries it.
    BinWriter random(state.randomState);
    random.u64(m_seed);
    random.u64(m_tape.tick());
    return state;
}

} // namespace ghostline::ironcurtain::skirmish
