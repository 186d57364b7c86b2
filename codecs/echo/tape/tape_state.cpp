// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_state.h"

#include "codecs/echo/tape/tape_words.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

bool isRecorded(std::uint32_t number)
{
    return (number >= 10 && number <= 14) || (number >= 20 && number <= 23) ||
           (number >= 30 && number <= 32) || number == 40 || number == 41 || (number >= 50 && number <= 57);
}

/// Field 1 of nearly all events; 0 is not written.
std::int32_t slotOf(Bytes event)
{
    std::int32_t slot = 0;
    eachField(event, [&](const Field& field) {
        if (field.key == varint(1))
            slot = field.asInt();
    });
    return slot;
}

std::int16_t shortSlot(std::int32_t slot)
{
    return slot >= 0 && slot <= MaxSlot ? static_cast<std::int16_t>(slot) : std::int16_t{-1};
}

struct PersonFields
{
    std::int32_t slot = 0;
    Person person{{}, 0, 0, 0};
};

PersonFields personFields(Bytes message)
{
    PersonFields out;
    eachField(message, [&](const Field& field) {
        switch (field.key) {
        case varint(1):
            out.slot = field.asInt();
            break;
        case varint(2):
            out.person.userId = field.asLong();
            break;
        case bytes(3):
            out.person.name = field.asText().substr(0, MaxPersonBytes);
            break;
        case varint(5):
            out.person.number = field.asInt();
            break;
        case varint(6):
            out.person.level = field.asInt();
            break;
        default:
            break;
        }
    });
    return out;
}

std::string slotName(std::int32_t slot) { return "slot " + std::to_string(slot); }

} // namespace

std::optional<Field> partOfEvent(Bytes event)
{
    Field last;
    const bool whole = eachField(event, [&last](const Field& field) {
        if (field.wire() == Wire::Length)
            last = field;
    });
    return whole ? std::optional(last) : std::nullopt;
}

std::int32_t personNamed(std::string_view name, MatchNames& names)
{
    if (name.empty() || name == "[INVALID]")
        return Nobody;
    const std::int32_t known = names.named(name);
    return known != Nobody ? known : names.person({std::string(name), 0, -1, -1});
}

std::shared_ptr<const TapeState> StateKeeper::snapshot()
{
    m_changed.reset();
    return m_state;
}

void StateKeeper::restore(std::shared_ptr<const TapeState> state)
{
    m_changed.reset();
    m_state = std::move(state);
}

TapeState& StateKeeper::change()
{
    if (m_changed == nullptr) {
        m_changed = std::make_shared<TapeState>(*m_state);
        m_state = m_changed;
    }
    return *m_changed;
}

/// Once, by who reads in order: it holds for the whole recording.
void StateKeeper::correct(std::int32_t person, int number, int level)
{
    if (m_scanning && person != Nobody && !m_names.correct(person, number, level))
        remark(Remark::FullNames);
}

/// Null, and remarked on, for a number that no player of a frame can have.
SlotState* StateKeeper::slot(std::int32_t number)
{
    if (number >= 0 && number <= MaxSlot)
        return &change().slots[number];
    remark(Remark::BadSlot);
    return nullptr;
}

std::int32_t StateKeeper::join(Bytes person)
{
    PersonFields fields = personFields(person);
    SlotState* state = slot(fields.slot);
    if (state == nullptr)
        return fields.slot;
    if (fields.person.name.empty())
        fields.person.name = slotName(fields.slot);
    state->person = m_names.person(fields.person);
    if (state->person == Nobody)
        remark(Remark::FullNames);
    else if (fields.person.number != 0 || fields.person.level != 0)
        correct(state->person, fields.person.number, fields.person.level);
    return fields.slot;
}

void StateKeeper::leave(Bytes event)
{
    std::int32_t number = 0;
    std::string_view name;
    eachField(event, [&](const Field& field) {
        if (field.key == varint(1))
            number = field.asInt();
        else if (field.key == bytes(2))
            name = field.asText().substr(0, MaxPersonBytes);
    });
    SlotState* state = slot(number);
    if (state == nullptr)
        return;
    // Within a frame joins are written before leaves: the one who left is then another than sits there now.
    const std::string left = name.empty() ? slotName(number) : std::string(name);
    if (!m_joined.test(static_cast<std::size_t>(number)) || m_names[state->person].name == left)
        state->person = Nobody;
}

/// Number and level, which are 0 for a moment after a join.
void StateKeeper::details(Bytes event)
{
    std::int32_t number = 0;
    int jersey = 0;
    int level = 0;
    eachField(event, [&](const Field& field) {
        if (field.key == varint(1))
            number = field.asInt();
        else if (field.key == varint(2))
            jersey = field.asInt();
        else if (field.key == varint(3))
            level = field.asInt();
    });
    if (number < 0 || number > MaxSlot)
        return remark(Remark::BadSlot);
    const auto known = m_state->slots.find(number);
    if (known != m_state->slots.end())
        correct(known->second.person, jersey, level);
}

void StateKeeper::stats(Bytes event)
{
    SlotState* state = slot(slotOf(event));
    if (state == nullptr)
        return;
    Stats now;
    eachField(event, [&now](const Field& field) { readCounter(field, now); });
    state->stats = now;
    state->hasStats = true;
}

void StateKeeper::loadout(Bytes event)
{
    SlotState* state = slot(slotOf(event));
    if (state == nullptr)
        return;
    Loadout now;
    eachField(event, [&](const Field& field) {
        if (field.key == bytes(2))
            now.weapon = words::indexOf(field.asText(), words::Weapons);
        else if (field.key == bytes(3))
            now.ordnance = words::indexOf(field.asText(), words::Ordnances);
        else if (field.key == bytes(4))
            now.tacMod = words::indexOf(field.asText(), words::TacMods);
    });
    state->loadout = now;
}

std::int16_t StateKeeper::held(std::string_view word)
{
    const auto known = heldOf(word);
    if (!known)
        remark(Remark::BadSlot);
    return known.value_or(holding::NotRecorded);
}

void StateKeeper::grab(Bytes event)
{
    SlotState* state = slot(slotOf(event));
    if (state == nullptr)
        return;
    state->holdingLeft = state->holdingRight = holding::NotRecorded;
    eachField(event, [&](const Field& field) {
        if (field.key == bytes(2))
            state->holdingLeft = held(field.asText());
        else if (field.key == bytes(3))
            state->holdingRight = held(field.asText());
    });
}

void StateKeeper::scoreboard(Bytes event)
{
    TapeState& state = change();
    state.rounds = {};
    state.hasRounds = true;
    eachField(event, [&](const Field& field) {
        if (field.key == varint(3) || field.key == varint(4))
            state.rounds[field.number() - 3] = std::clamp(field.asInt(), 0, MaxRounds);
    });
}

void StateKeeper::thrown(Bytes event)
{
    Bytes details;
    eachField(event, [&](const Field& field) {
        if (field.key == bytes(2))
            details = field.data;
    });
    if (details.empty())
        return;
    LastThrow& last = change().lastThrow;
    last = {};
    eachField(details, [&](const Field& field) {
        if (field.wire() == Wire::Fixed32 && field.number() >= 1 && field.number() <= ThrowValues)
            last[field.number() - 1] = field.asFloat();
    });
}

void StateKeeper::goal(Bytes event)
{
    LastScore now;
    std::array<std::string_view, 2> named;
    eachField(event, [&](const Field& field) {
        switch (field.key) {
        case fixed32(1):
            now.discSpeed = field.asFloat();
            break;
        case varint(2):
            now.team = teamOfRole(field.asInt());
            break;
        case varint(3):
            now.type = goalTypeOf(field.asInt());
            break;
        case varint(4):
            now.points = field.asInt();
            break;
        case fixed32(5):
            now.distance = field.asFloat();
            break;
        case bytes(8):
        case bytes(9):
            named[field.number() - 8] = field.asText().substr(0, MaxPersonBytes);
            break;
        default:
            break;
        }
    });
    now.scorer = personNamed(named[0], m_names);
    now.assister = personNamed(named[1], m_names);
    m_goalUnnamed = named[0].empty();
    m_assistUnnamed = named[1].empty();
    change().score = now;
}

void StateKeeper::record(std::uint32_t number, Bytes event, FrameBlock& block)
{
    RecordedEvent out;
    out.frame = static_cast<std::uint32_t>(block.frames.size());
    out.kind = static_cast<RecordedKind>(number);
    const bool aboutPlayer = number >= 20 && out.kind != RecordedKind::Goal;
    // Absent = 0, except where nobody can be meant.
    std::int32_t slot = aboutPlayer && out.kind != RecordedKind::Possession ? 0 : -1;
    std::int32_t other = -1;
    const std::uint32_t otherField = out.kind == RecordedKind::Steal        ? varint(3)
                                     : out.kind == RecordedKind::Possession ? varint(2)
                                                                            : 0;
    const bool round = out.kind == RecordedKind::RoundStarted || out.kind == RecordedKind::RoundEnded;
    const bool ended = out.kind == RecordedKind::RoundEnded;
    const bool counts =
        number >= numberOf(RecordedKind::PlayerGoal) || number == numberOf(RecordedKind::Emote);
    const std::uint32_t valueField = round                            ? varint(1)
                                     : out.kind == RecordedKind::Goal ? varint(4)
                                     : counts                         ? varint(2)
                                                                      : 0;
    const bool second = ended || out.kind == RecordedKind::RoundPaused || out.kind == RecordedKind::Goal ||
                        out.kind == RecordedKind::SwitchedTeam;
    const std::uint32_t teamField = out.kind == RecordedKind::MatchEnded ? varint(1) : second ? varint(2) : 0;
    eachField(event, [&](const Field& field) {
        if (aboutPlayer && field.key == varint(1))
            slot = field.asInt();
        else if (field.key == otherField)
            other = field.asInt();
        else if (field.key == valueField)
            out.value = field.asInt();
        else if (field.key == teamField)
            out.team = teamOfRole(field.asInt());
    });
    out.slot = shortSlot(slot);
    out.other = shortSlot(other);
    if (out.kind == RecordedKind::PlayerGoal)
        m_scorerSlot = out.slot;
    else if (out.kind == RecordedKind::Assist)
        m_assistSlot = out.slot;
    block.recorded.push_back(out);
}

void StateKeeper::one(std::uint32_t number, Bytes event, FrameBlock& block)
{
    if (isRecorded(number))
        record(number, event, block);
    switch (number) {
    case event::Scoreboard:
        return scoreboard(event);
    case numberOf(RecordedKind::Joined):
        if (const std::int32_t slot = join(event); slot >= 0 && slot <= MaxSlot)
            m_joined.set(static_cast<std::size_t>(slot));
        return;
    case numberOf(RecordedKind::Left):
        return leave(event);
    case event::LoadoutChanged:
        return loadout(event);
    case event::GrabChanged:
        return grab(event);
    case event::InfoUpdated:
        return details(event);
    case numberOf(RecordedKind::Throw):
        return thrown(event);
    case numberOf(RecordedKind::Goal):
        return goal(event);
    case event::StatsUpdated:
        return stats(event);
    default:
        if (!isRecorded(number) && number != event::Generic)
            remark(Remark::UnknownEvent);
    }
}

void StateKeeper::apply(std::span<const Bytes> events, FrameBlock& block)
{
    m_joined.reset();
    m_scorerSlot = m_assistSlot = -1;
    m_goalUnnamed = m_assistUnnamed = false;
    for (const Bytes event : events) {
        const std::optional<Field> part = partOfEvent(event);
        if (!part)
            remark(Remark::BadEvent);
        else if (part->key == 0)
            remark(Remark::UnknownEvent);
        else
            one(part->number(), part->data, block);
    }
    // Early writers leave the names out of the goal, but say in the same frame who has scored.
    const auto sitting = [this](std::int32_t slot) {
        const auto known = m_state->slots.find(slot);
        return known != m_state->slots.end() ? known->second.person : Nobody;
    };
    if (m_goalUnnamed && m_scorerSlot >= 0)
        change().score.scorer = sitting(m_scorerSlot);
    if (m_goalUnnamed && m_assistUnnamed && m_assistSlot >= 0)
        change().score.assister = sitting(m_assistSlot);
}

void StateKeeper::complete(PlayerFrame& player) const
{
    const auto known = m_state->slots.find(player.slot);
    if (known != m_state->slots.end()) {
        const SlotState& state = known->second;
        player.person = state.person;
        player.holdingLeft = state.holdingLeft;
        player.holdingRight = state.holdingRight;
        player.loadout = state.loadout;
        if (state.hasStats) {
            const float possession = player.stats.possessionTime;
            player.stats = state.stats;
            player.stats.possessionTime = possession;
            player.hasStats = true;
        }
    }
    if (player.person == Nobody)
        player.person = m_names.person({slotName(player.slot), 0, -1, -1});
}

} // namespace ghostline::echo::tape
