// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame of the older layout (.nevrcap): the whole session in every frame.
// Layout: EchoTools/nevr-proto, telemetry/v1 and engine/v1.
#include "codecs/echo/tape/tape_frame.h"

namespace ghostline::echo::tape {

class OldFrameDecoder
{
public:
    OldFrameDecoder(MatchNames& names, TapeRemarks* remarks) : m_names(names), m_remarks(remarks) {}
    /// Appends one frame. `header`, when given, gets what the session says of the match. False: it is not
    /// well-formed, and nothing has changed.
    bool decode(Bytes record, FrameBlock& out, MatchHeader* header = nullptr);

private:
    void session(const Field& field, Frame& frame, FrameBlock& out);
    void sessionHeader(const Field& field, MatchHeader& header);
    void lastScore(Bytes message, LastScore& score);
    void team(Bytes message, std::size_t index, FrameBlock& out);
    void player(Bytes message, TeamCode team, FrameBlock& out);
    void bones(Bytes message, Frame& frame, FrameBlock& out);
    /// A part whose numbers are cut.
    void tell(bool whole) const
    {
        if (!whole)
            remark(Remark::BadPart);
    }
    void remark(Remark what) const
    {
        if (m_remarks != nullptr)
            m_remarks->add(what);
    }

    MatchNames& m_names;
    TapeRemarks* m_remarks;
    std::size_t m_team = 0;
    std::size_t m_rows = 0; ///< of this frame
    std::array<std::string_view, 2> m_scored;
};

} // namespace ghostline::echo::tape
