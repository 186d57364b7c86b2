// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_progress.h"

namespace ghostline::recording {

namespace {

constexpr std::int64_t MillisPerSecond = 1000;

void count(std::int32_t& number) { number += number < std::numeric_limits<std::int32_t>::max() ? 1 : 0; }

} // namespace

void RunProgress::resume(const Run& before)
{
    m_key.clockKnown = m_key.checkpointsKnown = m_key.resetsKnown = true;
    m_key.startTick = before.startTick;
    m_key.endTick = before.endTick;
    m_key.endReason = before.endReason.value_or(0);
    m_key.checkpoints = before.checkpointsTaken;
    m_key.resets = before.resets;
    m_key.lastCheckpoint = m_texts.find(before.lastCheckpoint);
}

void RunProgress::load(const Snapshot& snapshot, std::int32_t firstTick)
{
    m_key.clockKnown = true;
    m_key.checkpointsKnown = true;
    m_key.checkpoints = snapshot.checkpointsTaken;
    m_key.lastCheckpoint = m_texts.find(snapshot.lastCheckpoint);
    if (snapshot.runMs > 0)
        m_key.startTick = static_cast<std::int32_t>(
            firstTick - 1 - std::int64_t{snapshot.runMs} * m_tickRate / MillisPerSecond);
}

/// What was lost or lies before the chunk is told by the run's own clock.
void RunProgress::setClock(std::int64_t runMs, std::int32_t tick)
{
    const std::int64_t most = std::int64_t{tick} * MillisPerSecond;
    if (m_key.clockKnown || runMs < 0 || runMs > most)
        return;
    const std::int64_t ticks = (runMs * m_tickRate + MillisPerSecond / 2) / MillisPerSecond;
    m_key.startTick = static_cast<std::int32_t>(tick - std::min<std::int64_t>(ticks, tick));
    m_key.clockKnown = true;
}

bool RunProgress::take(const Event& event, std::int32_t tick)
{
    if (std::holds_alternative<RunStart>(event)) {
        m_key.clockKnown = true;
        m_key.startTick = tick;
        m_key.endTick.reset();
    } else if (const auto* const reached = std::get_if<CheckpointReached>(&event)) {
        setClock(reached->runMs, tick);
        count(m_key.checkpoints);
        m_key.lastCheckpoint = m_texts.find(reached->id);
    } else if (const auto* const reset = std::get_if<CheckpointReset>(&event)) {
        setClock(reset->runMs, tick);
        count(m_key.resets);
    } else if (const auto* const end = std::get_if<RunEnd>(&event)) {
        setClock(end->runMs, tick);
        m_key.endTick = tick;
        m_key.endReason = end->reason;
    } else {
        return false;
    }
    return true;
}

} // namespace ghostline::recording
