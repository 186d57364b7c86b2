// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was odd about the lines of a text: how often and where first, not one message for each.
#include "model/base/diagnostic.h"

#include <array>
#include <string>
#include <string_view>

namespace ghostline::echo {

enum class Remark : std::uint8_t {
    Answer,  ///< a line without teams or map: the game was not in a match
    BadTime, ///< a frame without a time that can be read
    BadJson,
    TooLong,
    CutLine, ///< the last one, without its end
    BadUtf8,
    BadBones,
    NotANumber,
    UnknownStatus,
    UnknownMap,
    UnknownGoal,
    UnknownPause,
    UnknownTeam,
    UnknownLoadout,
    UnknownHolding,
    MoreTeams,
    OtherSession,
    Count
};

class LineRemarks
{
public:
    /// Where the remarks from now on belong.
    void setPlace(std::uint64_t offset, std::int64_t frame)
    {
        m_offset = offset;
        m_frame = frame;
    }
    /// `sample`: the word, or the reason.
    void add(Remark remark, std::string_view sample = {});
    std::uint64_t count(Remark remark) const { return m_notes[static_cast<std::size_t>(remark)].count; }
    /// In the order of Remark.
    model::DiagnosticList diagnostics() const;

private:
    struct Note
    {
        std::uint64_t count = 0;
        std::uint64_t offset = 0;
        std::int64_t frame = 0;
        std::string sample;
    };
    std::array<Note, static_cast<std::size_t>(Remark::Count)> m_notes;
    std::uint64_t m_offset = 0;
    std::int64_t m_frame = 0;
};

} // namespace ghostline::echo
