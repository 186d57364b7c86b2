// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was met on the way through a tape and left aside: first place and count of each.
#include "model/base/diagnostic.h"

#include <array>

namespace ghostline::echo::tape {

enum class Remark : std::uint8_t {
    UnknownRecord, ///< neither header, frame nor footer
    UnknownEvent,
    EmptyFrame, ///< of another game, or without content
    BadEvent,
    BadPart,  ///< a player or something else of a frame
    BadValue, ///< no number where a place should be
    TooManyPlayers,
    TooManyEvents,
    BadSlot,
    BadBones,
    FullNames
};
inline constexpr std::size_t Remarks = 11;

class TapeRemarks
{
public:
    void setFrame(std::int64_t frame) { m_frame = frame; }
    void add(Remark what)
    {
        Entry& entry = m_entries[static_cast<std::size_t>(what)];
        if (entry.count++ == 0)
            entry.first = m_frame;
    }
    std::int64_t count(Remark what) const { return m_entries[static_cast<std::size_t>(what)].count; }
    model::DiagnosticList diagnostics() const;

private:
    struct Entry
    {
        std::int64_t first = 0;
        std::int64_t count = 0;
    };
    std::array<Entry, Remarks> m_entries;
    std::int64_t m_frame = 0;
};

} // namespace ghostline::echo::tape
