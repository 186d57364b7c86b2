// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far the run has come, as far as one chunk and what is known of its beginning can tell.
#include "codecs/recording/replay/run_tracks.h"
#include "codecs/recording/replay/segment_texts.h"

namespace ghostline::recording {

class RunProgress
{
public:
    RunProgress(int tickRate, const SegmentTexts& texts) : m_tickRate(tickRate), m_texts(texts) {}

    const RunKey& key() const { return m_key; }
    /// What reading everything before has found.
    void resume(const Run& before);
    /// A blob tells the run's clock and what was taken; not the resets.
    void load(const Snapshot& snapshot, std::int32_t firstTick);
    /// False: the event says nothing of the run.
    bool take(const Event& event, std::int32_t tick);

private:
    void setClock(std::int64_t runMs, std::int32_t tick);

    int m_tickRate;
    const SegmentTexts& m_texts;
    RunKey m_key;
};

} // namespace ghostline::recording
