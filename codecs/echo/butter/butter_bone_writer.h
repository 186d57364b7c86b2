// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The skeletons of a frame.
#include "codecs/echo/butter/butter_fit.h"
#include "codecs/echo/butter/butter_output.h"
#include "codecs/echo/butter/butter_tight.h"

namespace ghostline::echo::encode {

class BoneWriter
{
public:
    /// Both must outlive this; `tight` null = the plain writer.
    BoneWriter(WriteLosses& losses, ButterTight* tight) : m_losses(losses), m_tight(tight) {}

    /// Whether only a keyframe can say it: readers share bones by place.
    bool needsKey(const Frame& frame) const
    {
        return m_known && frame.hasBones && m_bones.size() != frame.bones.count;
    }
    void write(const Frame& frame, std::span<const BoneSet> sets, bool key, ButterOutput& out);

private:
    void writeSet(BoneSetMemory& memory, const BoneSet& set, bool fresh, ButterOutput& out);

    WriteLosses& m_losses;
    ButterTight* m_tight;
    std::vector<BoneSetMemory> m_bones;
    bool m_known = false; ///< the frame before had bones
};

} // namespace ghostline::echo::encode
