// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/match_index.h"

#include <algorithm>

namespace ghostline::echo {

using model::Micros;

bool RoundCount::take(const Frame& frame)
{
    const bool over = frame.status == GameStatus::RoundOver && m_before != GameStatus::RoundOver &&
                      m_before != GameStatus::None;
    m_before = frame.status;
    if (!over || frame.points[0] == frame.points[1])
        return false;
    ++m_won[frame.points[0] > frame.points[1] ? 0 : 1];
    return true;
}

Micros timeAfter(Micros before, std::int64_t beforeMs, std::int64_t nowMs)
{
    constexpr std::int64_t LongestMs = std::int64_t{366} * 24 * 3600 * 1000; // more is a broken clock
    constexpr Micros Latest{std::int64_t{1} << 61};
    std::int64_t delta = 0;
    if (nowMs <= beforeMs || __builtin_sub_overflow(nowMs, beforeMs, &delta))
        return before;
    return std::min(before + Micros{std::min(delta, LongestMs) * 1000}, Latest);
}

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

namespace {

/// Sums that stay finite only when every part does; one test instead of many.
bool finite(const glm::vec3& v) { return std::isfinite(v.x + v.y + v.z); }
bool usable(const glm::quat& q)
{
    const float length = glm::dot(q, q);
    return std::isfinite(length) && length > 0.25F;
}

} // namespace

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

void settleFrame(FrameBlock& block)
{
    for (PlayerFrame& player : block.players)
        settlePlayer(player, nullptr);
    settleBones(block.bones);
    for (Frame& frame : block.frames)
        settleDisc(frame, nullptr);
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

} // namespace ghostline::echo
