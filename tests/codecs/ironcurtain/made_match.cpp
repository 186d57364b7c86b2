// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/made_match.h"

namespace ghostline::test {

ironcurtain::SimState madeState(ironcurtain::SimTick tick)
{
    using namespace ironcurtain;
    struct Unit
    {
        UnitTag tag;
        SimTick born;
        SimTick gone;
    };
    constexpr Unit Units[] = {
        {{1, 1}, 0, 100'000}, {{2, 1}, 0, 400}, {{3, 1}, 100, 100'000}, {{9, 2}, 0, 100'000}};
    SimState state;
    state.tick = tick;
    state.gameSeed = 77;
    StringPool strings{"e1", "2tnk", "clear"};
    if (tick >= 150)
        strings.emplace_back("mig");
    state.strings = std::make_shared<StringPool>(std::move(strings));
    auto buffer = std::make_shared<Bytes>();
    BinWriter out(*buffer);
    std::vector<std::size_t> ends;
    for (const Unit& unit : Units) {
        if (tick < unit.born || tick >= unit.gone)
            continue;
        // The last of them is a building that loses its health component.
        const bool health = unit.tag.index != 9 || tick < 250;
        out.u32(unit.tag.index % 2);
        out.u32(unit.tag.index % 2);
        out.u8(unit.tag.index == 9 ? 4 : 1);
        out.place({static_cast<std::int32_t>(unit.tag.index * 2048 + tick * (unit.tag.index % 3)), 4096, 0});
        if (health) {
            out.i32(400 - static_cast<std::int32_t>(tick / 10));
            out.i32(400);
        }
        Entity entity;
        entity.tag = unit.tag;
        entity.components.mask = bit(Slot::Identity) | bit(Slot::Position) | (health ? bit(Slot::Health) : 0);
        state.entities.push_back(entity);
        ends.push_back(buffer->size());
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        state.entities[i].components.bytes =
            std::span<const std::byte>(*buffer).subspan(begin, ends[i] - begin);
    }
    state.buffers.push_back(std::move(buffer));
    PlayerTable players(2);
    for (PlayerId p = 0; p < 2; ++p) {
        players[p].player = p;
        players[p].credits = 5000 - static_cast<std::int64_t>(tick) * (p + 1);
        players[p].status = PlayerStatus::Playing;
    }
    state.players = std::make_shared<PlayerTable>(std::move(players));
    MapState map;
    map.width = map.height = 4;
    map.terrainKinds = {2};
    map.cells.resize(16);
    map.cells[5].amount = static_cast<std::uint16_t>(tick / 7);
    state.map = std::make_shared<MapState>(std::move(map));
    state.side.campaign = Bytes(3, std::byte(tick / 200)); // changes now and then
    return state;
}

std::uint64_t prefixOf(const ironcurtain::StateHash& hash)
{
    std::uint64_t value = 0;
    std::memcpy(&value, hash.data(), sizeof value);
    return value;
}

void madeEvents(ironcurtain::SimTick tick, ironcurtain::SimTick last,
                const std::function<void(const ironcurtain::AnalysisEvent&)>& sink)
{
    using namespace ironcurtain;
    if (tick == 100)
        sink({tick, UnitCreated{{3, 1}, 1, 1, {3 * 2048, 4096, 0}}});
    if (tick == 400)
        sink({tick, UnitDestroyed{{2, 1}, UnitTag{1, 1}, PlayerId{1}}});
    if (tick % 15 == 0) {
        const UnitPlace places[] = {{{1, 1}, {static_cast<std::int32_t>(2048 + tick), 4096, 0}}};
        sink({tick, UnitPositionSample{PackedList<UnitPlace>(std::span(places))}});
    }
    if (tick == last) {
        Bytes outcome;
        MatchOutcome ended;
        ended.kind = MatchOutcome::Kind::Completed;
        ended.winner = 1;
        ended.reason = MatchOutcome::Reason::Elimination;
        appendOutcome(outcome, ended);
        sink({tick, MatchEnded{outcome}});
    }
}

std::optional<model::Error> recordMade(const MadeMatch& match, const QString& path)
{
    using namespace ironcurtain;
    std::optional<model::Error> problem;
    const auto keep = [&](const model::Result<void>& done) {
        if (!done && !problem)
            problem = done.error();
    };
    const QJsonObject metadata{{QStringLiteral("replay_id"), QStringLiteral("made")},
                               {QStringLiteral("game_speed"), QStringLiteral("normal")},
                               {QStringLiteral("total_ticks"), 0}};
    const std::uint8_t flags = HasEvents | HasVoice | (match.isSigned ? Signed : 0);
    auto writer = JournalWriter::create(path, metadata, match.settings, flags, 50);
    if (!writer)
        return writer.error();
    ChainSigner signer(std::array<std::byte, 32>{std::byte{7}});
    std::uint32_t skipped = 0;
    for (SimTick tick = 0; tick <= match.last && !problem; ++tick) {
        const SimState state = madeState(tick);
        const bool isKeyframe = tick % match.settings.keyframeEvery == 0;
        if (isKeyframe)
            keep((*writer)->keyframe(state));
        if (std::binary_search(match.lost.begin(), match.lost.end(), tick)) {
            ++skipped;
            if (match.tellLost)
                (*writer)->lost(1);
        } else {
            OrderFrame frame;
            frame.tick = tick;
            frame.stateHash = isKeyframe ? prefixOf(stateHash(state)) : 0;
            if (tick % 20 == 3) {
                frame.orders.resize(2);
                frame.orders[0].kind = OrderKind::ChatMessage;
                frame.orders[0].text = "hello";
                frame.orders[1].player = 1;
                frame.orders[1].kind = OrderKind::SetCvar;
                frame.orders[1].text = "speed";
                frame.orders[1].value = "2";
            }
            keep((*writer)->frame(frame));
        }
        madeEvents(tick, match.last, [&](const AnalysisEvent& event) { keep((*writer)->event(event)); });
        const bool sign = match.isSigned && tick <= match.signedTo &&
                          (tick % match.settings.signEvery == 0 || tick == match.last);
        if (sign) {
            keep((*writer)->sign(signer.relay(), signer.sign(tick, stateHash(state), skipped)));
            skipped = 0;
        }
    }
    std::vector<VoiceFrame> talk(12);
    for (std::size_t i = 0; i < talk.size(); ++i) {
        talk[i].tick = 40 + i + (i > 6 ? 90 : 0);
        talk[i].opus = Bytes(4, std::byte(i));
    }
    keep((*writer)->voice(1, true, talk));
    keep((*writer)->voice(0, false, {}));
    keep((*writer)->close());
    return problem;
}

} // namespace ghostline::test
