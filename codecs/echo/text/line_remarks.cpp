// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/line_remarks.h"

#include "codecs/echo/frame/limits.h"

namespace ghostline::echo {

namespace {

using model::Severity;

/// %1 how often, %2 the first one's word.
struct RemarkWording
{
    Severity severity;
    const char* code;
    const char* text;
};

constexpr std::array<RemarkWording, static_cast<std::size_t>(Remark::Count)> RemarkWordings{{
    {Severity::Info, "not-in-match",
     "%1 lines hold no match (lobby, loading, an error of the game) and were skipped"},
    {Severity::Error, "bad-time", "%1 lines have no time that can be read (first: \"%2\") and were skipped"},
    {Severity::Error, "bad-line", "%1 lines are not valid JSON (first: %2) and were skipped"},
    {Severity::Error, "line-too-long", "%1 lines are longer than any frame and were skipped"},
    {Severity::Warning, "cut-line", "the last line is cut off, as after a crash"},
    {Severity::Warning, "bad-utf8", "%1 lines are not valid UTF-8; '?' stands for the bad bytes"},
    {Severity::Warning, "bad-bones", "%1 bone columns cannot be read (first: %2)"},
    {Severity::Warning, "not-a-number", "%1 values are not numbers or beyond all bounds"},
    {Severity::Warning, "unknown-status", "%1 frames have an unknown game status (first: \"%2\")"},
    {Severity::Info, "unknown-map", "%1 frames are on a map that is not known (first: \"%2\")"},
    {Severity::Warning, "unknown-goal-type", "%1 frames have an unknown goal type (first: \"%2\")"},
    {Severity::Warning, "unknown-pause-state", "%1 frames have an unknown pause state (first: \"%2\")"},
    {Severity::Warning, "unknown-team", "%1 values name an unknown team (first: \"%2\")"},
    {Severity::Warning, "unknown-loadout", "%1 values name an unknown weapon or ability (first: \"%2\")"},
    {Severity::Warning, "unknown-holding", "%1 hands hold something unknown (first: \"%2\")"},
    {Severity::Warning, "more-teams", "%1 frames have more than three teams; the further ones were ignored"},
    {Severity::Warning, "other-session", "%1 frames are of another session than the first (first: %2)"},
}};

} // namespace

void LineRemarks::add(Remark remark, std::string_view sample)
{
    Note& note = m_notes[static_cast<std::size_t>(remark)];
    if (note.count++ > 0)
        return;
    note.offset = m_offset;
    note.frame = m_frame;
    note.sample = sample.substr(0, MaxSampleBytes);
}

model::DiagnosticList LineRemarks::diagnostics() const
{
    model::DiagnosticList list;
    for (std::size_t i = 0; i < m_notes.size(); ++i) {
        const Note& note = m_notes[i];
        if (note.count == 0)
            continue;
        QString text = QString::fromLatin1(RemarkWordings[i].text);
        if (text.contains(QLatin1String("%1")))
            text = text.arg(note.count);
        if (text.contains(QLatin1String("%2")))
            text.replace(QLatin1String("%2"),
                         QString::fromUtf8(note.sample.data(), qsizetype(note.sample.size())));
        list.push_back({RemarkWordings[i].severity,
                        QLatin1String(RemarkWordings[i].code),
                        text,
                        {note.offset, note.frame, {}}});
    }
    return list;
}

} // namespace ghostline::echo
