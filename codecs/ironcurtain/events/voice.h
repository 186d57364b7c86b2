// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who talked when: the span table of voice chunks. Sound is never touched.
#include "codecs/ironcurtain/base/types.h"
#include "model/base/error.h"

#include <span>

namespace ghostline::ironcurtain {

enum class VoiceTarget : std::uint8_t { All, Team, Player };

struct VoiceSpan
{
    SimTick first = 0;
    SimTick last = 0; ///< of the last frame; the bar ends one tick later
    std::uint32_t frames = 0;
    VoiceTarget target = VoiceTarget::All;
    PlayerId targetPlayer = 0;
    friend bool operator==(const VoiceSpan&, const VoiceSpan&) = default;
};
struct VoiceTrack
{
    PlayerId player = 0;
    bool consented = false;
    std::uint32_t frames = 0;
    std::vector<VoiceSpan> spans; ///< empty without consent
};
/// One chunk's payload. Frames or spans of a player who did not consent are Damaged: nothing is shown.
model::Result<VoiceTrack> parseVoice(std::span<const std::byte> payload, std::uint64_t base);

struct VoiceFrame
{
    SimTick tick = 0;
    Bytes opus;
    VoiceTarget target = VoiceTarget::All;
    PlayerId targetPlayer = 0;
};
/// Joins frames of one target while the next is at most ceil(1000 / msPerTick) ticks later.
std::vector<VoiceSpan> voiceSpans(std::span<const VoiceFrame> frames, int msPerTick);
Bytes encodeVoice(PlayerId player, bool consented, std::span<const VoiceFrame> frames, int msPerTick);

} // namespace ghostline::ironcurtain
