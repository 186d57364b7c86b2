// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The match that the tests of a source show: two against two and the disc, or that with something changed.
#include "codecs/echo/replay/echo_source.h"
#include "tests/codecs/echo/memory_file.h"

#include <functional>

namespace ghostline::test {

using echo::Bones;
using echo::BoneSet;
using echo::Counter;
using echo::Frame;
using echo::FrameBlock;
using echo::GameStatus;
using echo::Part;
using echo::PartPose;
using echo::PlayerFrame;
using echo::TeamCode;

inline constexpr std::int64_t StartMs = 1'600'000'000'000;

inline glm::vec3 placeOf(int person, int frame)
{
    return {static_cast<float>(person) * 2.0F, 1.0F, static_cast<float>(frame) * 0.1F - 15.0F};
}

/// Two against two and the disc, at 50 frames a second.
void plainMatch(int number, FrameBlock& block);
/// Frames of plainMatch with something changed in each.
MakeFrame changed(std::function<void(int, Frame&, std::span<PlayerFrame>)> change);
std::unique_ptr<echo::EchoSource> openWith(MakeFrame make, int frames = 300, int chunk = 60, int people = 10);
/// Row of the nth actor of the cast.
std::size_t rowOf(const model::WorldState& state, std::uint32_t id);

inline bool near(const glm::dvec3& a, const glm::dvec3& b, double within = 1e-4)
{
    return glm::distance(a, b) < within;
}

/// A set whose hands are where the player's are; its other bones in a body's places. `swapped`: bone 2 is
/// left.
void poseBones(const PlayerFrame& player, BoneSet& set, bool swapped = false);

} // namespace ghostline::test
