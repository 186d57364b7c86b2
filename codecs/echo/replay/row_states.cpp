// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/row_states.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo {

using model::Micros;

namespace {

/// Whether something went from one place to the other otherwise than by moving.
bool jumped(const glm::vec3& from, const glm::vec3& to, const glm::vec3& velocityBefore,
            const glm::vec3& velocityNow, Micros step)
{
    constexpr float Least = 3.0F; // metres
    constexpr float Factor = 4.0F;
    const float distance = glm::distance(from, to);
    if (!(distance > Least))
        return false;
    const float speed = std::max(glm::length(velocityBefore), glm::length(velocityNow));
    return distance > speed * Factor * static_cast<float>(model::seconds(step));
}

/// Sums that stay finite only when every part does; one test instead of many.
bool finite(const glm::vec3& v) { return std::isfinite(v.x + v.y + v.z); }
bool usable(const glm::quat& q)
{
    const float length = glm::dot(q, q);
    return std::isfinite(length) && length > 0.25F;
}

/// False when a place had to be taken from elsewhere; `before` is null for a first record.
bool settlePlayer(PlayerFrame& player, const PlayerFrame* before)
{
    bool whole = true;
    for (std::size_t i = 0; i < Parts; ++i) {
        glm::vec3& place = player.parts[i].position;
        if (finite(place))
            continue;
        whole = false;
        const PartPose& head = player.part(Part::Head);
        place = before != nullptr       ? before->parts[i].position
                : finite(head.position) ? head.position
                                        : glm::vec3(0.0F);
    }
    if (!finite(player.velocity))
        player.velocity = glm::vec3(0.0F);
    glm::quat& body = player.part(Part::Body).orientation;
    if (!usable(body))
        body = usable(player.part(Part::Head).orientation) ? player.part(Part::Head).orientation
                                                           : glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
    for (PartPose& part : player.parts) {
        if (!usable(part.orientation))
            part.orientation = body;
    }
    return whole;
}

void settleBones(std::span<BoneSet> bones)
{
    for (BoneSet& set : bones) {
        for (Bone& bone : set.bones) {
            if (!finite(bone.position))
                bone.position = glm::vec3(0.0F);
            if (!usable(bone.orientation))
                bone.orientation = glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
        }
    }
}

bool settleDisc(Frame& frame, const Frame* before)
{
    const bool whole = finite(frame.disc.position);
    if (!whole)
        frame.disc.position = before != nullptr ? before->disc.position : glm::vec3(0.0F);
    if (!finite(frame.discVelocity))
        frame.discVelocity = glm::vec3(0.0F);
    if (!usable(frame.disc.orientation))
        frame.disc.orientation = glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
    return whole;
}

/// Without a place there is nothing to settle: it is not drawn.
bool settlePayload(Payload& payload, const Frame* before)
{
    const bool whole = !payload.position || finite(*payload.position);
    if (!whole)
        payload.position = before != nullptr ? before->payload.position : std::nullopt;
    return whole;
}

bool payloadJumped(const Payload& last, const Payload& now, Micros step)
{
    if (!last.position || !now.position)
        return last.position.has_value() != now.position.has_value();
    const auto velocity = [](const Payload& payload) {
        return glm::vec3(std::isfinite(payload.speed) ? payload.speed : 0.0F, 0.0F, 0.0F);
    };
    return jumped(*last.position, *now.position, velocity(last), velocity(now), step);
}

/// Row in which the actor was in the frame before; null when there is none.
const Row* rowBefore(const ChunkCast& cast, const Roster& roster, std::size_t number, const Row& row)
{
    if (number == 0)
        return nullptr;
    return number > roster.frame ? &row : findRow(cast.rowsOf(cast.at(number - 1)), row.id);
}

} // namespace

bool hasJumped(FrameOf last, const Row& before, FrameOf now, const Row& row, Micros step)
{
    if (row.player() && before.player()) {
        const PlayerFrame& a = last.block.playersOf(last.frame)[static_cast<std::size_t>(before.source)];
        const PlayerFrame& b = now.block.playersOf(now.frame)[static_cast<std::size_t>(row.source)];
        return jumped(a.part(Part::Body).position, b.part(Part::Body).position, a.velocity, b.velocity, step);
    }
    if (row.source == Row::Payload)
        return payloadJumped(last.frame.payload, now.frame.payload, step);
    return row.source == Row::Disc && jumped(last.frame.disc.position, now.frame.disc.position,
                                             last.frame.discVelocity, now.frame.discVelocity, step);
}

void copyFrame(const FrameBlock& from, std::size_t index, FrameBlock& to)
{
    to.clear();
    Frame frame = from.frames[index];
    const auto players = from.playersOf(frame);
    const auto bones = from.bonesOf(frame);
    to.players.assign(players.begin(), players.end());
    to.bones.assign(bones.begin(), bones.end());
    frame.players = {0, static_cast<std::uint32_t>(players.size())};
    frame.bones = {0, static_cast<std::uint32_t>(bones.size())};
    to.frames.assign(1, frame);
}

std::shared_ptr<const FrameBlock> firstFrame(const FrameBlock& block)
{
    auto head = std::make_shared<FrameBlock>();
    copyFrame(block, 0, *head);
    for (PlayerFrame& player : head->players)
        settlePlayer(player, nullptr);
    settleBones(head->bones);
    settleDisc(head->frames[0], nullptr);
    settlePayload(head->frames[0].payload, nullptr);
    return head;
}

RowStates::RowStates(FrameBlock& block, const ChunkCast& cast, std::span<const Micros> times)
    : m_players(block.players.size(), 0), m_discs(block.size(), 0), m_payloads(block.size(), 0)
{
    for (std::size_t i = 0; i < block.size(); ++i) {
        settle(block, cast, i);
        markJumps(block, cast, i, i > 0 ? times[i] - times[i - 1] : Micros{0});
    }
}

void RowStates::mark(const Frame& frame, std::size_t number, const Row& row, Bit bit)
{
    std::uint8_t& bits = row.player() ? m_players[frame.players.first + static_cast<std::size_t>(row.source)]
                         : row.source == Row::Payload ? m_payloads[number]
                                                      : m_discs[number];
    bits |= bit;
}

void RowStates::settle(FrameBlock& block, const ChunkCast& cast, std::size_t number)
{
    Frame& now = block.frames[number];
    const Roster& roster = cast.at(number);
    for (const Row& row : cast.rowsOf(roster)) {
        const Row* before = rowBefore(cast, roster, number, row);
        const Frame* last = before != nullptr ? &block.frames[number - 1] : nullptr;
        bool whole = true;
        if (row.player()) {
            whole = settlePlayer(
                block.players[now.players.first + static_cast<std::size_t>(row.source)],
                last != nullptr && before->player()
                    ? &block.players[last->players.first + static_cast<std::size_t>(before->source)]
                    : nullptr);
        } else if (row.source == Row::Disc) {
            whole = settleDisc(now, last);
        } else {
            whole = settlePayload(now.payload, last);
        }
        if (!whole)
            mark(now, number, row, Held);
    }
    settleBones(std::span(block.bones).subspan(now.bones.first, now.bones.count));
}

void RowStates::markJumps(const FrameBlock& block, const ChunkCast& cast, std::size_t number, Micros step)
{
    const Frame& now = block.frames[number];
    const Roster& roster = cast.at(number);
    for (const Row& row : cast.rowsOf(roster)) {
        bool is = false;
        if (number == 0)
            is = std::binary_search(cast.jumped.begin(), cast.jumped.end(), row.id);
        else if (const Row* before = rowBefore(cast, roster, number, row))
            is = hasJumped({block, block.frames[number - 1]}, *before, {block, now}, row, step);
        if (is)
            mark(now, number, row, Jumped);
    }
}

} // namespace ghostline::echo
