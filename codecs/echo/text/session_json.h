// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of an .echoreplay to one frame: time, what the session API said, perhaps the bones.
// All shapes the game and its recorders have used since 2018; docs/formats/echo.md lists them.
#include "codecs/echo/frame/frame.h"
#include "codecs/echo/text/line_index.h"
#include "codecs/echo/text/line_remarks.h"

#include <memory>

namespace ghostline::echo {

enum class LineKind : std::uint8_t {
    Frame,
    Blank,
    Answer, ///< no match in it: lobby, loading, an error
    BadTime,
    BadJson
};

/// For one thread. Learns the order of the keys, so keep it from line to line.
class SessionParser
{
public:
    /// Adds people and texts to `names`, which must outlive this.
    explicit SessionParser(MatchNames& names);
    ~SessionParser();

    /// Appends to `out` when the line is a frame, else leaves it alone. LinePadding bytes behind the line
    /// must be readable. What is odd goes to `remarks`, what the line says of the whole match to `header`.
    LineKind parse(std::string_view line, FrameBlock& out, LineRemarks* remarks = nullptr,
                   MatchHeader* header = nullptr);
    /// The columns of a line; the last two are empty where they are not there.
    struct Columns
    {
        std::string_view time;
        std::string_view session;
        std::string_view bones;
    };
    static Columns columnsOf(std::string_view line);
    /// The line without its end; in `repaired` where it had to be made UTF-8.
    static std::string_view soundText(std::string_view line, std::string& repaired);

private:
    /// Not here: what the JSON library's parsers look like depends on how a source is compiled.
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::echo
