// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the event rules noticed about the recording: first place and count of each, not one per frame.
#include "model/base/diagnostic.h"

#include <array>

namespace ghostline::echo {

enum class Note {
    CounterBackward, ///< a statistic went down, and no round began
    UnknownStatus,
    UnknownGoalType,
    SharedName,
    ClockJump,
    TimeGap,
    TimeBackward,
    TooManyEvents
};
inline constexpr std::size_t Notes = 8;

class EventNotes
{
public:
    /// `example` is looked at for the first of its kind only.
    void note(Note what, model::FrameNumber frame, const QString& example = {});
    void count(Note what, model::FrameNumber frame)
    {
        if (m_entries[static_cast<std::size_t>(what)].count++ == 0)
            m_entries[static_cast<std::size_t>(what)].first = frame;
    }
    bool seen(Note what) const { return m_entries[static_cast<std::size_t>(what)].count > 0; }
    /// In the order of the enumeration.
    model::DiagnosticList diagnostics() const;

private:
    struct Entry
    {
        model::FrameNumber first = 0;
        std::int64_t count = 0;
        QString example;
    };
    std::array<Entry, Notes> m_entries;
};

} // namespace ghostline::echo
