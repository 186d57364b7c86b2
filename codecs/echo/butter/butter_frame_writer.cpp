// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_frame_writer.h"

#include "codecs/echo/butter/butter_values.h"

#include <cmath>

namespace ghostline::echo::encode {

namespace {

/// Milliseconds, whatever the interval in frames: a seek decodes a minute at most, and the field of 65,535 ms
/// holds every step.
constexpr std::int64_t LongestChunk = 60'000;

ButterTight* orNull(std::optional<ButterTight>& tight) { return tight ? &*tight : nullptr; }

} // namespace

ButterFrameWriter::ButterFrameWriter(const MatchHeader& header, const MatchNames& names, bool tight)
    : m_tight(tight ? std::optional<ButterTight>(std::in_place) : std::nullopt), m_roster(names, m_losses),
      m_match(header, names, m_roster, m_losses, orNull(m_tight)),
      m_players(header.mode(), names, m_roster, m_losses, orNull(m_tight)), m_bones(m_losses, orNull(m_tight))
{
}

bool ButterFrameWriter::begin(const FrameBlock& block, std::size_t index)
{
    m_block = &block;
    m_frame = &block.frames[index];
    const bool playersNeedKey = m_players.begin(*m_frame, block.playersOf(*m_frame));
    if (!m_timeBefore)
        return true;
    const std::int64_t step = m_frame->timeMs - *m_timeBefore;
    if (step < 0)
        ++m_losses.times;
    return step < 0 || m_frame->timeMs - m_keyTime >= LongestChunk || playersNeedKey ||
           m_match.needsKey(*m_frame) || m_bones.needsKey(*m_frame);
}

void ButterFrameWriter::write(bool keyframe, ButterOutput& out)
{
    const bool key = keyframe || !m_timeBefore;
    if (key)
        m_keyTime = m_frame->timeMs;
    writeClock(key, out);
    m_match.write(*m_frame, key, out);
    m_players.write(*m_frame, key, out);
    m_bones.write(*m_frame, m_block->bonesOf(*m_frame), key, out);
    m_timeBefore = m_frame->timeMs;
}

void ButterFrameWriter::writeClock(bool key, ButterOutput& out)
{
    Bytes& bytes = out.in(FieldGroup::FrameHeader);
    append(bytes, key ? butter::KeyframeMagic : butter::FrameMagic);
    if (key)
        append(bytes, m_frame->timeMs);
    else
        append(bytes, static_cast<std::uint16_t>(m_frame->timeMs - *m_timeBefore));
    float clock = m_frame->clock;
    if (!std::isfinite(clock)) {
        ++m_losses.clocks;
        clock = m_clock;
    }
    float step = key ? clock : clock - m_clock;
    if (m_tight && !key)
        step = ButterTight::clockStep(clock, m_shownClock);
    m_shownClock = (key ? 0.0 : m_shownClock) + static_cast<double>(step);
    appendFloat(bytes, step);
    m_clock = clock;
}

} // namespace ghostline::echo::encode
