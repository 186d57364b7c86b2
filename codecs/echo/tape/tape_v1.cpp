// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_v1.h"

#include "codecs/echo/tape/tape_words.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

/// A few numbers without an allocation.
template<typename T, std::size_t N>
struct Few
{
    std::array<T, N> values{};
    std::size_t count = 0;
    std::size_t size() const { return count; }
    void push_back(T value) { values[count++] = value; }
};
using Triple = Few<double, 3>;

glm::dvec3 vectorOf(const Triple& triple) { return {triple.values[0], triple.values[1], triple.values[2]}; }

/// What is placed has a position and three axes, under numbers of its own kind.
struct PoseNumbers
{
    std::uint32_t position = 2;
    std::uint32_t forward = 3;
    std::uint32_t up = 5;
    std::uint32_t velocity = 0; ///< 0 = has none
};
constexpr PoseNumbers DiscNumbers{1, 2, 4, 5};
constexpr PoseNumbers ViewNumbers{2, 3, 4, 0};
constexpr PoseNumbers BodyNumbers{2, 3, 5, 0};
constexpr PoseNumbers HandNumbers{1, 3, 5, 0};

/// False where numbers are cut.
bool readPlaced(Bytes message, const PoseNumbers& numbers, PartPose& out, glm::vec3* velocity)
{
    bool whole = true;
    Triple position;
    Triple forward;
    Triple up;
    Triple speed;
    eachField(message, [&](const Field& field) {
        if (field.wire() != Wire::Length && field.wire() != Wire::Fixed64)
            return;
        if (field.number() == numbers.position)
            whole = takeFixed<double>(field, 3, position) && whole;
        else if (field.number() == numbers.forward)
            whole = takeFixed<double>(field, 3, forward) && whole;
        else if (field.number() == numbers.up)
            whole = takeFixed<double>(field, 3, up) && whole;
        else if (field.number() == numbers.velocity)
            whole = takeFixed<double>(field, 3, speed) && whole;
    });
    out.position = glm::vec3(vectorOf(position));
    out.orientation = lookRotation(vectorOf(forward), vectorOf(up));
    if (velocity != nullptr)
        *velocity = glm::vec3(vectorOf(speed));
    return whole;
}

float asReal(const Field& field) { return static_cast<float>(field.asDouble()); }

void readOldPause(Bytes message, Pause& out)
{
    eachField(message, [&out](const Field& field) {
        switch (field.key) {
        case bytes(1):
            out.state = pauseFromWord(field.asText());
            break;
        case bytes(2):
            out.unpausedBy = teamFromWord(field.asText());
            break;
        case bytes(3):
            out.requestedBy = teamFromWord(field.asText());
            break;
        case fixed64(4):
            out.unpausedTimer = asReal(field);
            break;
        case fixed64(5):
            out.pausedTimer = asReal(field);
            break;
        default:
            break;
        }
    });
}

bool readOldBones(Bytes message, BoneSet& set, std::int32_t& slot)
{
    Few<float, 3 * Bones> places;
    Few<float, 4 * Bones> turns;
    bool whole = true;
    slot = 0;
    eachField(message, [&](const Field& field) {
        if (field.key == varint(2))
            slot = field.asInt();
        else if (field.key == bytes(1) || field.key == fixed32(1))
            whole = takeFixed<float>(field, places.values.size(), places) && whole;
        else if (field.key == bytes(3) || field.key == fixed32(3))
            whole = takeFixed<float>(field, turns.values.size(), turns) && whole;
    });
    for (std::size_t b = 0; b < Bones; ++b) {
        const float* place = &places.values[3 * b];
        const float* turn = &turns.values[4 * b];
        set.bones[b].position = {place[0], place[1], place[2]};
        set.bones[b].orientation = {turn[3], turn[0], turn[1], turn[2]};
    }
    return whole && places.count == places.values.size() && turns.count == turns.values.size();
}

} // namespace

bool OldFrameDecoder::decode(Bytes record, FrameBlock& out, MatchHeader* header)
{
    Frame frame;
    Bytes sessionMessage;
    Bytes bonesMessage;
    const bool whole = eachField(record, [&](const Field& field) {
        if (field.key == tape::bytes(2))
            frame.timeMs = timeOf(field.data);
        else if (field.key == tape::bytes(4))
            sessionMessage = field.data;
        else if (field.key == tape::bytes(5))
            bonesMessage = field.data;
    });
    if (!whole || !isMessage(sessionMessage) || !isMessage(bonesMessage))
        return false;
    if (sessionMessage.empty())
        remark(Remark::EmptyFrame);
    else
        frame.clock = 0.0F;
    m_team = 0;
    m_rows = 0;
    m_scored = {};
    frame.players.first = static_cast<std::uint32_t>(out.players.size());
    eachField(sessionMessage, [&](const Field& field) {
        session(field, frame, out);
        if (header != nullptr)
            sessionHeader(field, *header);
    });
    frame.players.count = static_cast<std::uint32_t>(out.players.size()) - frame.players.first;
    const auto rows = std::span(out.players).subspan(frame.players.first);
    sortByTeam(rows);
    addTeamStats(frame, rows);
    frame.possession = teamWithDisc(rows);
    frame.score.scorer = personNamed(m_scored[0], m_names);
    frame.score.assister = personNamed(m_scored[1], m_names);
    frame.bones.first = static_cast<std::uint32_t>(out.bones.size());
    bones(bonesMessage, frame, out);
    out.frames.push_back(frame);
    return true;
}

void OldFrameDecoder::session(const Field& field, Frame& frame, FrameBlock& out)
{
    switch (field.key) {
    case varint(1):
        frame.restartRequest[1] = field.asInt() != 0;
        break;
    case varint(15):
        frame.restartRequest[0] = field.asInt() != 0;
        break;
    case tape::bytes(4):
        frame.status = field.data.empty() ? GameStatus::None : statusFromWord(field.asText());
        break;
    case tape::bytes(8):
        frame.hasDisc = true;
        tell(readPlaced(field.data, DiscNumbers, frame.disc, &frame.discVelocity));
        break;
    case varint(19):
        frame.points[0] = static_cast<float>(field.asInt());
        break;
    case varint(12):
        frame.points[1] = static_cast<float>(field.asInt());
        break;
    case tape::bytes(20):
        eachField(field.data, [&frame](const Field& value) {
            if (value.wire() == Wire::Fixed64 && value.number() >= 1 && value.number() <= ThrowValues)
                frame.lastThrow[value.number() - 1] = asReal(value);
        });
        break;
    case tape::bytes(21):
        tell(readPlaced(field.data, ViewNumbers, frame.vr, nullptr));
        break;
    case tape::bytes(22):
        readOldPause(field.data, frame.pause);
        break;
    case fixed64(24):
    case fixed64(25):
    case fixed64(26):
    case fixed64(27):
        if (asReal(field) > PressedAbove)
            frame.inputs = static_cast<std::uint8_t>(frame.inputs | 1U << (field.number() - 24));
        break;
    case tape::bytes(28):
        frame.rulesChangedBy = m_names.text(field.asText().substr(0, MaxPersonBytes));
        break;
    case varint(29):
        frame.rulesChangedAt = field.asLong();
        break;
    case tape::bytes(31):
        lastScore(field.data, frame.score);
        break;
    case tape::bytes(32):
        if (m_team < Teams)
            team(field.data, m_team, out);
        ++m_team;
        break;
    case fixed64(34):
        frame.payload.multiplier = asReal(field);
        break;
    case varint(35):
        frame.payload.checkpoint = field.asInt();
        break;
    case fixed64(36):
        frame.payload.distance = asReal(field);
        break;
    case varint(37):
        frame.payload.defenders = field.asInt();
        break;
    case fixed64(38):
        frame.payload.speed = asReal(field);
        break;
    case fixed64(39):
        frame.clock = asReal(field);
        break;
    default:
        break;
    }
}

void OldFrameDecoder::sessionHeader(const Field& field, MatchHeader& header)
{
    const auto text = [&field] { return model::textOf(field.asText().substr(0, MaxPersonBytes)); };
    switch (field.key) {
    case tape::bytes(2):
        header.sessionId = text().toUpper();
        break;
    case tape::bytes(5):
        header.sessionIp = text();
        break;
    case tape::bytes(6):
        header.matchType = text();
        break;
    case tape::bytes(7):
        header.mapName = text();
        header.map = mapFromWord(field.asText());
        break;
    case varint(11):
        header.blueRoundScore = std::clamp(field.asInt(), 0, MaxRounds);
        break;
    case varint(14):
        header.privateMatch = field.asBool();
        break;
    case varint(16):
        header.tournament = field.asBool();
        break;
    case varint(17):
        header.orangeRoundScore = std::clamp(field.asInt(), 0, MaxRounds);
        break;
    case varint(18):
        header.totalRounds = std::clamp(field.asInt(), 0, MaxRounds);
        break;
    case tape::bytes(30):
        header.client = text();
        break;
    case tape::bytes(32):
        eachField(field.data, [&](const Field& value) {
            if (value.key == tape::bytes(2) && m_team >= 1 && m_team <= Teams)
                header.teamNames[m_team - 1] = model::textOf(value.asText().substr(0, MaxPersonBytes));
        });
        break;
    default:
        break;
    }
}

void OldFrameDecoder::lastScore(Bytes message, LastScore& score)
{
    eachField(message, [&](const Field& field) {
        switch (field.key) {
        case fixed64(1):
            score.discSpeed = asReal(field);
            break;
        case tape::bytes(2):
            score.team = teamFromWord(field.asText());
            break;
        case tape::bytes(3):
            score.type = goalTypeFromWord(field.asText());
            break;
        case varint(4):
            score.points = field.asInt();
            break;
        case fixed64(5):
            score.distance = asReal(field);
            break;
        case tape::bytes(6):
        case tape::bytes(7):
            m_scored[field.number() - 6] = field.asText().substr(0, MaxPersonBytes);
            break;
        default:
            break;
        }
    });
}

void OldFrameDecoder::team(Bytes message, std::size_t index, FrameBlock& out)
{
    eachField(message, [&](const Field& field) {
        if (field.key != tape::bytes(1))
            return;
        if (m_rows++ < MaxTapePlayers)
            player(field.data, static_cast<TeamCode>(index), out);
        else
            remark(Remark::TooManyPlayers);
    });
}

void OldFrameDecoder::player(Bytes message, TeamCode team, FrameBlock& out)
{
    PlayerFrame row;
    row.team = team;
    // What proto leaves out is empty: a hand of which nothing was recorded.
    for (PartPose& pose : row.parts)
        pose.orientation = NoRotation;
    Person person{{}, 0, 0, 0};
    std::int32_t slot = 0;
    Triple velocity;
    const auto held = [this](const Field& field) {
        const auto known = heldOf(field.asText());
        if (!known)
            remark(Remark::BadSlot);
        return known.value_or(holding::NotRecorded);
    };
    eachField(message, [&](const Field& field) {
        switch (field.key) {
        case tape::bytes(1):
            row.loadout.weapon = words::indexOf(field.asText(), words::Weapons);
            break;
        case tape::bytes(2):
            row.loadout.ordnance = words::indexOf(field.asText(), words::Ordnances);
            break;
        case tape::bytes(3):
            row.loadout.tacMod = words::indexOf(field.asText(), words::TacMods);
            break;
        case tape::bytes(5):
            tell(readPlaced(field.data, BodyNumbers, row.part(Part::Head), nullptr));
            break;
        case tape::bytes(6):
            tell(readPlaced(field.data, BodyNumbers, row.part(Part::Body), nullptr));
            break;
        case varint(7):
            person.userId = field.asLong();
            break;
        case tape::bytes(8):
            person.name = field.asText().substr(0, MaxPersonBytes);
            break;
        case varint(9):
            slot = field.asInt();
            break;
        case varint(10):
            person.number = field.asInt();
            break;
        case varint(11):
            person.level = field.asInt();
            break;
        case varint(12):
            row.ping = field.asInt();
            break;
        case fixed64(13):
            row.packetLoss = asReal(field);
            break;
        case varint(14):
            row.stunned = field.asBool();
            break;
        case varint(15):
            row.invulnerable = field.asBool();
            break;
        case tape::bytes(16):
            row.holdingLeft = held(field);
            break;
        case tape::bytes(17):
            row.holdingRight = held(field);
            break;
        case varint(18):
            row.blocking = field.asBool();
            break;
        case varint(19):
            row.emote = field.asBool();
            break;
        case varint(20):
            row.possession = field.asBool();
            break;
        case tape::bytes(21):
            tell(readPlaced(field.data, HandNumbers, row.part(Part::LeftHand), nullptr));
            break;
        case tape::bytes(22):
            tell(readPlaced(field.data, HandNumbers, row.part(Part::RightHand), nullptr));
            break;
        case tape::bytes(23):
        case fixed64(23):
            tell(takeFixed<double>(field, 3, velocity));
            break;
        case tape::bytes(24):
            row.hasStats = true;
            eachField(field.data, [&row](const Field& value) {
                if (value.key == fixed64(1))
                    row.stats.possessionTime = asReal(value);
                else
                    readCounter(value, row.stats);
            });
            break;
        default:
            break;
        }
    });
    if (slot < 0 || slot > MaxSlot)
        return remark(Remark::BadSlot);
    row.slot = static_cast<std::uint8_t>(slot);
    row.velocity = glm::vec3(vectorOf(velocity));
    row.person = m_names.person(person);
    if (row.person == Nobody)
        remark(Remark::FullNames);
    out.players.push_back(row);
}

void OldFrameDecoder::bones(Bytes message, Frame& frame, FrameBlock& out)
{
    BoneList list;
    eachField(message, [&](const Field& field) {
        if (field.key != tape::bytes(1) || list.slots.size() >= MaxBoneSets)
            return;
        BoneSet set;
        std::int32_t slot = 0;
        if (readOldBones(field.data, set, slot)) {
            list.places.push_back(list.slots.size());
            out.bones.push_back(set);
        } else if (!field.data.empty()) {
            remark(Remark::BadBones);
        }
        list.slots.push_back(slot);
    });
    frame.bones.count = static_cast<std::uint32_t>(list.places.size());
    frame.hasBones = frame.bones.count > 0;
    placeBones(list, std::span(out.bones).last(list.places.size()), out.playersOf(frame));
}

} // namespace ghostline::echo::tape
