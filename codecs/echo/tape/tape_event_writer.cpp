// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_event_writer.h"

#include "codecs/echo/tape/tape_words.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

bool sameBits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

/// Also of what is not a number: that is no change from frame to frame.
bool sameGoal(const LastScore& a, const LastScore& b)
{
    return a.team == b.team && a.points == b.points && a.type == b.type && a.scorer == b.scorer &&
           a.assister == b.assister && sameBits(a.discSpeed, b.discSpeed) && sameBits(a.distance, b.distance);
}

bool sameThrow(const LastThrow& a, const LastThrow& b) { return std::ranges::equal(a, b, sameBits); }

bool sameCounters(const Stats& a, const Stats& b) { return a.counters == b.counters && a.stuns == b.stuns; }

std::string_view loadoutWord(std::int8_t code, std::span<const std::string_view> words)
{
    return code >= 0 && static_cast<std::size_t>(code) < words.size() ? words[static_cast<std::size_t>(code)]
                                                                      : std::string_view();
}

/// Empty where nothing was recorded.
std::string heldWord(std::int16_t held)
{
    if (held < 0 || held == holding::NotRecorded || held > holding::None)
        return {};
    const std::string_view word = words::holding(held);
    return word.empty() ? std::to_string(held) : std::string(word);
}

bool isLive(GameStatus status) { return status == GameStatus::RoundStart || status == GameStatus::Playing; }

} // namespace

std::int32_t roleOf(TeamCode team)
{
    return team == TeamCode::None ? 0 : static_cast<std::int32_t>(team) + 1;
}

void writePerson(const SlotRow& row, const MatchNames& names, WriteLosses& losses, ProtoWriter& out)
{
    const Person& person = names[row.row->person];
    out.integer(1, row.slot);
    out.whole(2, static_cast<std::uint64_t>(person.userId));
    out.text(3, shortName(person.name, losses));
    out.integer(4, roleOf(row.row->team));
    out.integer(5, person.number);
    out.integer(6, person.level);
}

template<typename Fill>
void EventWriter::put(const Now& now, std::uint32_t number, const Fill& fill)
{
    constexpr std::uint32_t Events = 12;
    now.out.message(Events, [&] { now.out.message(number, fill); });
    m_written.push_back(number);
}

/// fill(recorded) for each of that kind.
template<typename Fill>
void EventWriter::recordedOnes(const Now& now, RecordedKind kind, const Fill& fill)
{
    for (const RecordedEvent& entry : now.recorded) {
        if (entry.kind == kind)
            put(now, numberOf(kind), [&] { fill(entry); });
    }
}

bool EventWriter::told(const Now& now, RecordedKind kind, std::int32_t slot) const
{
    return std::ranges::any_of(
        now.recorded, [&](const RecordedEvent& entry) { return entry.kind == kind && entry.slot == slot; });
}

float EventWriter::sound(float value)
{
    m_losses.numbers += std::isfinite(value) ? 0 : 1;
    return value;
}

void EventWriter::write(const Frame& frame, std::span<const SlotRow> rows,
                        std::span<const RecordedEvent> recorded, ProtoWriter& out)
{
    const Now now{frame, rows, recorded, out};
    m_written.clear();
    countRounds(frame);
    people(now);
    scoreboard(now);
    goal(now);
    thrown(now);
    plays(now);
    course(now);
    for (const SlotRow& row : rows)
        carried(now, row);
    m_here.clear();
    for (const SlotRow& row : rows)
        m_here.push_back(row.slot);
}

void EventWriter::countRounds(const Frame& frame)
{
    m_rounds.take(frame);
    const bool live = isLive(frame.status);
    if (live && !m_live)
        m_round = m_rounds.won()[0] + m_rounds.won()[1] + 1;
    m_live = live;
}

/// Whoever leaves goes first, so that the next one in that slot is not taken for them.
void EventWriter::people(const Now& now)
{
    for (const std::int32_t number : m_here) {
        const auto row = std::ranges::find(now.rows, number, &SlotRow::slot);
        if (row == now.rows.end() || row->row->person != slot(number).person ||
            told(now, RecordedKind::Left, number))
            leave(now, number);
    }
    for (const RecordedEvent& entry : now.recorded) {
        const bool somebody = std::ranges::find(now.rows, entry.slot, &SlotRow::slot) != now.rows.end();
        if (entry.kind == RecordedKind::Left && entry.slot >= 0 && entry.slot <= MaxSlot && !somebody &&
            std::ranges::find(m_here, entry.slot) == m_here.end())
            leave(now, entry.slot);
        // Who it was is not known any more.
        m_losses.events += entry.kind == RecordedKind::Joined && !somebody ? 1 : 0;
    }
    for (const SlotRow& row : now.rows) {
        if (!slot(row.slot).here || told(now, RecordedKind::Joined, row.slot))
            join(now, row);
    }
    for (const SlotRow& row : now.rows)
        switchTeam(now, row);
    recordedOnes(now, RecordedKind::Emote, [&](const RecordedEvent& entry) {
        now.out.integer(1, entry.slot);
        now.out.integer(2, std::max(entry.value, 1));
    });
}

void EventWriter::leave(const Now& now, std::int32_t number)
{
    SlotWritten& state = slot(number);
    put(now, numberOf(RecordedKind::Left), [&] {
        now.out.integer(1, number);
        if (state.person != Nobody)
            now.out.text(2, nameOf(state.person));
    });
    state.here = false;
    state.person = Nobody;
}

void EventWriter::join(const Now& now, const SlotRow& row)
{
    SlotWritten& state = slot(row.slot);
    state.here = true;
    state.person = row.row->person;
    state.team = row.row->team;
    if (state.person == Nobody)
        return;
    put(now, numberOf(RecordedKind::Joined), [&] { writePerson(row, m_names, m_losses, now.out); });
}

void EventWriter::switchTeam(const Now& now, const SlotRow& row)
{
    SlotWritten& state = slot(row.slot);
    if (state.team == row.row->team && !told(now, RecordedKind::SwitchedTeam, row.slot))
        return;
    put(now, numberOf(RecordedKind::SwitchedTeam), [&] {
        now.out.integer(1, row.slot);
        now.out.integer(2, roleOf(row.row->team));
        now.out.integer(3, roleOf(state.team));
    });
    state.team = row.row->team;
}

void EventWriter::scoreboard(const Now& now)
{
    const std::array<std::int32_t, 4> score{wholeOf(now.frame.points[0]), wholeOf(now.frame.points[1]),
                                            m_rounds.won()[0], m_rounds.won()[1]};
    if (m_score == score)
        return;
    m_score = score;
    put(now, event::Scoreboard, [&] {
        for (std::uint32_t i = 0; i < score.size(); ++i)
            now.out.integer(i + 1, score[i]);
    });
}

void EventWriter::goal(const Now& now)
{
    const LastScore& score = now.frame.score;
    const bool said = std::ranges::any_of(
        now.recorded, [](const RecordedEvent& entry) { return entry.kind == RecordedKind::Goal; });
    if (sameGoal(score, m_goal) && !said)
        return;
    m_goal = score;
    const auto person = [&](std::uint32_t field, std::int32_t who) {
        now.out.text(field, who == Nobody ? std::string("[INVALID]") : nameOf(who));
    };
    put(now, numberOf(RecordedKind::Goal), [&] {
        now.out.real(1, sound(score.discSpeed));
        now.out.integer(2, roleOf(score.team));
        now.out.integer(3, codeOf(score.type));
        now.out.integer(4, score.points);
        now.out.real(5, sound(score.distance));
        person(8, score.scorer);
        person(9, score.assister);
    });
}

/// The game tells of throws of the recording player only.
void EventWriter::thrown(const Now& now)
{
    recordedOnes(now, RecordedKind::Possession, [&](const RecordedEvent& entry) {
        if (entry.slot >= 0)
            now.out.present(1, static_cast<std::uint64_t>(entry.slot));
        if (entry.other >= 0)
            now.out.present(2, static_cast<std::uint64_t>(entry.other));
    });
    const bool said = std::ranges::any_of(
        now.recorded, [](const RecordedEvent& entry) { return entry.kind == RecordedKind::Throw; });
    if (said) {
        recordedOnes(now, RecordedKind::Throw,
                     [&](const RecordedEvent& entry) { throwDetails(now, entry.slot); });
    } else if (!sameThrow(now.frame.lastThrow, m_throw)) {
        const auto own = std::ranges::find_if(now.rows, [&](const SlotRow& row) {
            return row.row->person != Nobody &&
                   QString::fromStdString(m_names[row.row->person].name) == m_header.client;
        });
        put(now, numberOf(RecordedKind::Throw),
            [&] { throwDetails(now, own != now.rows.end() ? own->slot : -1); });
    }
    m_throw = now.frame.lastThrow;
    recordedOnes(now, RecordedKind::Catch,
                 [&](const RecordedEvent& entry) { now.out.integer(1, entry.slot); });
}

void EventWriter::throwDetails(const Now& now, std::int32_t slot)
{
    now.out.integer(1, slot);
    now.out.message(2, [&] {
        for (std::uint32_t i = 0; i < ThrowValues; ++i)
            now.out.real(i + 1, sound(now.frame.lastThrow[i]));
    });
}

void EventWriter::plays(const Now& now)
{
    recordedOnes(now, RecordedKind::PlayerGoal, [&](const RecordedEvent& entry) {
        now.out.integer(1, entry.slot);
        now.out.integer(2, entry.value);
    });
    for (std::uint32_t kind = numberOf(RecordedKind::Save); kind <= numberOf(RecordedKind::Shot); ++kind) {
        recordedOnes(now, static_cast<RecordedKind>(kind), [&](const RecordedEvent& entry) {
            now.out.integer(1, entry.slot);
            now.out.integer(2, entry.value);
            if (entry.kind == RecordedKind::Steal && entry.other >= 0)
                now.out.present(3, static_cast<std::uint64_t>(entry.other));
        });
    }
}

void EventWriter::course(const Now& now)
{
    const Pause& pause = now.frame.pause;
    recordedOnes(now, RecordedKind::RoundStarted,
                 [&](const RecordedEvent& entry) { now.out.integer(1, entry.value); });
    recordedOnes(now, RecordedKind::RoundEnded, [&](const RecordedEvent& entry) {
        now.out.integer(1, entry.value);
        now.out.integer(2, roleOf(entry.team));
    });
    recordedOnes(now, RecordedKind::MatchEnded,
                 [&](const RecordedEvent& entry) { now.out.integer(1, roleOf(entry.team)); });
    recordedOnes(now, RecordedKind::RoundPaused, [&](const RecordedEvent& entry) {
        now.out.integer(1, codeOf(pause.state));
        now.out.integer(2, roleOf(entry.team));
        now.out.real(3, sound(pause.pausedTimer));
    });
    recordedOnes(now, RecordedKind::RoundUnpaused,
                 [&](const RecordedEvent&) { now.out.integer(1, codeOf(pause.state)); });
}

/// What stays with a slot: all of it when it is first seen, then what changes.
void EventWriter::carried(const Now& now, const SlotRow& row)
{
    SlotWritten& state = slot(row.slot);
    const PlayerFrame& player = *row.row;
    Loadout loadout = player.loadout;
    loadout.arm = -1;
    m_losses.arms += player.loadout.arm >= 0 ? 1 : 0;
    if (!state.known || loadout != state.loadout)
        put(now, event::LoadoutChanged, [&] {
            now.out.integer(1, row.slot);
            now.out.text(2, loadoutWord(loadout.weapon, words::Weapons));
            now.out.text(3, loadoutWord(loadout.ordnance, words::Ordnances));
            now.out.text(4, loadoutWord(loadout.tacMod, words::TacMods));
        });
    state.loadout = loadout;
    if (player.hasStats && (!state.hasStats || !sameCounters(player.stats, state.stats))) {
        put(now, event::StatsUpdated, [&] {
            now.out.integer(1, row.slot);
            writeCounters(player.stats, now.out);
        });
        state.stats = player.stats;
    }
    m_losses.stats += state.hasStats && !player.hasStats ? 1 : 0;
    state.hasStats = player.hasStats;
    if (!state.known || player.holdingLeft != state.holdingLeft || player.holdingRight != state.holdingRight)
        put(now, event::GrabChanged, [&] {
            now.out.integer(1, row.slot);
            now.out.text(2, heldWord(player.holdingLeft));
            now.out.text(3, heldWord(player.holdingRight));
        });
    state.holdingLeft = player.holdingLeft;
    state.holdingRight = player.holdingRight;
    state.known = true;
}

} // namespace ghostline::echo::tape
