// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies packets of a log into one whose vectors are wider or narrower: builds on Unreal Engine 4 read f32,
// those on 5 read f64.
#include "codecs/carla/write/log_writer.h"

namespace ghostline::carla {

class VectorWidth
{
public:
    /// Packets come in the layout of their log and leave with vectors of f64 or f32.
    explicit VectorWidth(bool doubles) : m_doubles(doubles) {}

    /// Whether packets of such a log must be written anew at all.
    bool changes(const Layout& layout) const { return layout.doubles != m_doubles; }
    /// Appends the packet. One whose records cannot be read is left out: at another width it would be read as
    /// something else.
    void packet(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout, LogWriter& to);
    /// The same for whole packets, one after another.
    void packets(Bytes encoded, const Layout& layout, LogWriter& to);

    std::uint64_t leftOut() const { return m_leftOut; }

private:
    bool m_doubles;
    std::uint64_t m_leftOut = 0;
};

} // namespace ghostline::carla
