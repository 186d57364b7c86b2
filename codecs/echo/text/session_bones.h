// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bones of a line, its third column.
#include "codecs/echo/text/json_fields.h"

namespace ghostline::echo {

/// For one thread.
class BoneReader
{
public:
    BoneReader();
    /// Appends to the block's bones what belongs to the frame, whose players are complete. What is broken
    /// leaves it without bones.
    void read(std::string_view text, Frame& frame, FrameBlock& out, LineRemarks* remarks);

private:
    void readSets(json::array sets, const Frame& frame, FrameBlock& out);
    bool readSet(json::object entry, BoneSet& set);

    json::parser m_parser;
    JsonFields m_fields;
    KeyFinder<4> m_keys;
};

} // namespace ghostline::echo
