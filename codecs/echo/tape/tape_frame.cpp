// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_frame.h"

#include "codecs/echo/tape/tape_words.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

/// Vec3 or Quat: what is not there is 0.
template<int N>
void readFloats(Bytes message, glm::vec<N, float>& out)
{
    eachField(message, [&out](const Field& field) {
        if (field.wire() == Wire::Fixed32 && field.number() >= 1 && field.number() <= N)
            out[static_cast<int>(field.number()) - 1] = field.asFloat();
    });
}

bool finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void readPose(Bytes message, PartPose& out)
{
    out.orientation = NoRotation;
    eachField(message, [&out](const Field& field) {
        if (field.key == bytes(1)) {
            readFloats(field.data, out.position);
        } else if (field.key == bytes(2)) {
            glm::vec4 turn(0.0F);
            readFloats(field.data, turn);
            out.orientation = usableRotation(glm::quat(turn.w, turn.x, turn.y, turn.z));
        }
    });
}

void readPause(Bytes message, Pause& out)
{
    eachField(message, [&out](const Field& field) {
        switch (field.key) {
        case varint(1):
            out.unpausedBy = teamOfRole(field.asInt());
            break;
        case varint(2):
            out.requestedBy = teamOfRole(field.asInt());
            break;
        case fixed32(3):
            out.unpausedTimer = field.asFloat();
            break;
        case fixed32(4):
            out.pausedTimer = field.asFloat();
            break;
        default:
            break;
        }
    });
}

void readPayload(Bytes message, Payload& out)
{
    eachField(message, [&out](const Field& field) {
        switch (field.key) {
        case fixed32(1):
            out.multiplier = field.asFloat();
            break;
        case varint(2):
            out.checkpoint = field.asInt();
            break;
        case fixed32(3):
            out.distance = field.asFloat();
            break;
        case varint(4):
            out.defenders = field.asInt();
            break;
        case fixed32(5):
            out.speed = field.asFloat();
            break;
        default:
            break;
        }
    });
}

void readFlags(std::uint32_t flags, PlayerFrame& row)
{
    const auto bit = [flags](unsigned n) { return (flags >> n & 1U) != 0; };
    row.stunned = bit(0);
    row.invulnerable = bit(1);
    row.blocking = bit(2);
    row.possession = bit(3);
    row.emote = bit(4);
    constexpr std::array TeamsOfBits{TeamCode::Blue, TeamCode::Orange, TeamCode::Spectator,
                                     TeamCode::Spectator};
    row.team = TeamsOfBits[flags >> 5U & 3U];
}

/// Messages of a frame, but for events, which are looked at by themselves.
bool isPart(const Field& field)
{
    constexpr std::array Keys{tape::bytes(4), tape::bytes(5),  tape::bytes(6),
                              tape::bytes(8), tape::bytes(13), tape::bytes(21)};
    return std::find(Keys.begin(), Keys.end(), field.key) != Keys.end();
}

float floatAt(Bytes in, std::size_t offset)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(littleEndian(in.subspan(offset, sizeof(float)))));
}

} // namespace

glm::quat usableRotation(const glm::quat& stored)
{
    const float length = glm::dot(stored, stored);
    constexpr float Nothing = 1e-12F;
    return std::isfinite(length) && length > Nothing ? stored / std::sqrt(length) : NoRotation;
}

void sortByTeam(std::span<PlayerFrame> rows)
{
    std::stable_sort(rows.begin(), rows.end(),
                     [](const PlayerFrame& a, const PlayerFrame& b) { return a.team < b.team; });
}

/// Not stored: the sum of the players.
void addTeamStats(Frame& frame, std::span<const PlayerFrame> rows)
{
    for (const PlayerFrame& row : rows) {
        const auto team = static_cast<std::size_t>(row.team);
        if (!row.hasStats || team >= Teams)
            continue;
        Stats& sum = frame.teamStats[team];
        frame.hasTeamStats[team] = true;
        for (std::size_t i = 0; i < Counters; ++i) // in 64 bits, as a damaged file may hold any numbers
            sum.counters[i] =
                static_cast<std::int32_t>(std::int64_t{sum.counters[i]} + row.stats.counters[i]);
        sum.stuns = static_cast<std::int32_t>(std::int64_t{sum.stuns} + row.stats.stuns);
        sum.possessionTime += row.stats.possessionTime;
    }
}

std::array<bool, 2> teamWithDisc(std::span<const PlayerFrame> rows, std::optional<std::int32_t> holder)
{
    std::array<bool, 2> out{};
    const auto found = std::ranges::find_if(
        rows, [&holder](const PlayerFrame& row) { return holder ? row.slot == *holder : row.possession; });
    if (found != rows.end() && static_cast<std::size_t>(found->team) < out.size())
        out[static_cast<std::size_t>(found->team)] = true;
    return out;
}

bool FrameDecoder::decode(Bytes content, FrameBlock& out)
{
    Bytes arenaMessage;
    bool hasArena = false;
    std::uint32_t offsetMs = 0;
    bool whole = eachField(content, [&](const Field& field) {
        if (field.key == varint(2))
            offsetMs = field.asUnsigned();
        else if (field.key == tape::bytes(10)) {
            arenaMessage = field.data;
            hasArena = true;
        }
    });
    whole = whole && isMessage(arenaMessage);
    if (!whole)
        return false;
    if (!hasArena)
        remark(Remark::EmptyFrame);
    m_events.clear();
    m_boneSets.clear();
    m_holder.reset();
    Frame frame;
    frame.timeMs = m_header.createdMs + offsetMs;
    frame.rulesChangedAt = m_header.rulesChangedAt;
    frame.rulesChangedBy = m_header.rulesChangedBy;
    if (hasArena)
        frame.clock = 0.0F;
    frame.players.first = static_cast<std::uint32_t>(out.players.size());
    eachField(arenaMessage, [&](const Field& field) { arena(field, frame, out); });
    m_state.apply(m_events, out);
    finishPlayers(frame, out);
    frame.bones.first = static_cast<std::uint32_t>(out.bones.size());
    bones(frame, out);
    frame.bones.count = static_cast<std::uint32_t>(out.bones.size()) - frame.bones.first;
    frame.hasBones = frame.bones.count > 0;
    frame.score = m_state.state().score;
    frame.lastThrow = m_state.state().lastThrow;
    out.frames.push_back(frame);
    return true;
}

void FrameDecoder::arena(const Field& field, Frame& frame, FrameBlock& out)
{
    if (isPart(field) && !isMessage(field.data))
        remark(Remark::BadPart);
    switch (field.key) {
    case varint(1):
        frame.status = statusOf(field.asInt());
        break;
    case fixed32(2):
        frame.clock = field.asFloat();
        break;
    case varint(3):
        frame.pause.state = pauseOf(field.asInt());
        break;
    case tape::bytes(4):
        disc(field.data, frame);
        break;
    case tape::bytes(5):
        if (out.players.size() - frame.players.first < MaxTapePlayers)
            player(field.data, out);
        else
            remark(Remark::TooManyPlayers);
        break;
    case tape::bytes(6):
        if (m_boneSets.size() < MaxBoneSets)
            m_boneSets.push_back(field.data);
        else
            remark(Remark::BadBones);
        break;
    case varint(7):
        m_holder = field.asInt();
        break;
    case tape::bytes(8):
        readPose(field.data, frame.vr);
        break;
    case varint(9):
    case varint(10):
        frame.points[field.number() - 9] = static_cast<float>(field.asInt());
        break;
    case tape::bytes(12):
        if (m_events.size() < MaxFrameEvents)
            m_events.push_back(field.data);
        else
            remark(Remark::TooManyEvents);
        break;
    case tape::bytes(13):
        readPayload(field.data, frame.payload);
        break;
    case fixed32(14):
    case fixed32(15):
    case fixed32(16):
    case fixed32(17):
        if (field.asFloat() > PressedAbove)
            frame.inputs = static_cast<std::uint8_t>(frame.inputs | 1U << (field.number() - 14));
        break;
    case varint(19):
    case varint(20):
        frame.restartRequest[field.number() - 19] = field.asInt() != 0;
        break;
    case tape::bytes(21):
        readPause(field.data, frame.pause);
        break;
    default:
        break;
    }
}

void FrameDecoder::disc(Bytes message, Frame& frame)
{
    frame.hasDisc = true;
    frame.disc.orientation = NoRotation;
    eachField(message, [&frame](const Field& field) {
        if (field.key == tape::bytes(1))
            readPose(field.data, frame.disc);
        else if (field.key == tape::bytes(2))
            readFloats(field.data, frame.discVelocity);
    });
    if (!finite(frame.disc.position))
        remark(Remark::BadValue);
}

void FrameDecoder::player(Bytes message, FrameBlock& out)
{
    PlayerFrame row;
    for (PartPose& pose : row.parts)
        pose.orientation = NoRotation;
    std::int32_t slot = 0;
    eachField(message, [&](const Field& field) {
        switch (field.key) {
        case varint(1):
            slot = field.asInt();
            break;
        case tape::bytes(2):
        case tape::bytes(3):
        case tape::bytes(4):
        case tape::bytes(5):
            readPose(field.data, row.parts[field.number() - 2]);
            break;
        case tape::bytes(6):
            readFloats(field.data, row.velocity);
            break;
        case varint(7):
            readFlags(field.asUnsigned(), row);
            break;
        case varint(8):
            row.ping = field.asInt();
            break;
        case fixed32(9):
            row.packetLoss = field.asFloat();
            break;
        case fixed32(10):
            row.stats.possessionTime = field.asFloat();
            break;
        default:
            break;
        }
    });
    if (slot < 0 || slot > MaxSlot)
        return remark(Remark::BadSlot);
    row.slot = static_cast<std::uint8_t>(slot);
    for (const PartPose& pose : row.parts) {
        if (!finite(pose.position))
            remark(Remark::BadValue);
    }
    out.players.push_back(row);
}

void FrameDecoder::finishPlayers(Frame& frame, FrameBlock& out)
{
    frame.players.count = static_cast<std::uint32_t>(out.players.size()) - frame.players.first;
    const auto rows = std::span(out.players).subspan(frame.players.first);
    sortByTeam(rows);
    for (PlayerFrame& row : rows)
        m_state.complete(row);
    addTeamStats(frame, rows);
    frame.possession = teamWithDisc(rows, m_holder);
}

bool FrameDecoder::boneSet(Bytes message, BoneSet& set, std::int32_t& slot) const
{
    constexpr std::size_t PlaceBytes = 3 * sizeof(float);
    constexpr std::size_t TurnBytes = 4 * sizeof(float);
    Bytes places;
    Bytes turns;
    Strides strides = m_header.strides;
    slot = 0;
    eachField(message, [&](const Field& field) {
        if (field.key == varint(1))
            slot = field.asInt();
        else if (field.key == tape::bytes(2))
            places = field.data;
        else if (field.key == tape::bytes(3))
            turns = field.data;
        else if (field.key == tape::bytes(4))
            strides = readStrides(field.data);
    });
    const bool sound = strides.place >= PlaceBytes && strides.turn >= TurnBytes &&
                       strides.place <= MaxStride && strides.turn <= MaxStride &&
                       places.size() % strides.place == 0 && turns.size() % strides.turn == 0;
    // The count is that of the bytes; what a skeleton says of it is only a promise.
    if (!sound || places.size() / strides.place < Bones || turns.size() / strides.turn < Bones)
        return false;
    for (std::size_t b = 0; b < Bones; ++b) {
        const std::size_t place = b * strides.place;
        const std::size_t turn = b * strides.turn;
        constexpr std::size_t F = sizeof(float);
        set.bones[b].position = {floatAt(places, place), floatAt(places, place + F),
                                 floatAt(places, place + 2 * F)};
        set.bones[b].orientation = {floatAt(turns, turn + 3 * F), floatAt(turns, turn),
                                    floatAt(turns, turn + F), floatAt(turns, turn + 2 * F)};
    }
    return true;
}

void FrameDecoder::bones(const Frame& frame, FrameBlock& out)
{
    BoneList list;
    for (const Bytes message : m_boneSets) {
        BoneSet set;
        std::int32_t slot = 0;
        if (boneSet(message, set, slot)) {
            list.places.push_back(list.slots.size());
            out.bones.push_back(set);
        } else if (!message.empty()) {
            remark(Remark::BadBones);
        }
        list.slots.push_back(slot);
    }
    placeBones(list, std::span(out.bones).last(list.places.size()), out.playersOf(frame));
}

void placeBones(const BoneList& list, std::span<BoneSet> kept, std::span<const PlayerFrame> players)
{
    const bool named = list.slots.size() == 1 ||
                       std::ranges::any_of(list.slots, [](std::int32_t slot) { return slot != 0; });
    std::vector<std::int32_t> order;
    if (!named && kept.size() < list.slots.size()) {
        for (const PlayerFrame& row : players) {
            if (row.team != TeamCode::Spectator)
                order.push_back(row.slot);
        }
        std::ranges::sort(order);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t place = list.places[i];
        const std::int32_t slot = named ? list.slots[place] : place < order.size() ? order[place] : -1;
        kept[i].slot = static_cast<std::int16_t>(slot >= 0 && slot <= MaxSlot ? slot : -1);
    }
}

} // namespace ghostline::echo::tape
