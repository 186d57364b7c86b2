// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/events/event_notes.h"

namespace ghostline::echo {

namespace {

struct NoteWording
{
    model::Severity severity;
    const char* code;
    const char* one;  ///< "%1" = the first example
    const char* many; ///< "%1" = how many times
};

constexpr std::array<NoteWording, Notes> NoteWordings{{
    {model::Severity::Warning, "counter-backward",
     "A statistic went down although no round began: %1. No event was made of it",
     "; %1 such places in all, this is the first"},
    {model::Severity::Warning, "unknown-status", "The game status is a word that nobody has listed",
     " (in %1 frames, this is the first)"},
    {model::Severity::Info, "unknown-goal-type", "A goal is of a kind that nobody has listed: %1",
     "; %1 such goals, this is the first"},
    {model::Severity::Info, "shared-name", "Two players have the same name: %1",
     "; %1 such pairs, this is the first"},
    {model::Severity::Info, "clock-jump", "The game clock jumped: %1",
     "; %1 times in all, this is the first"},
    {model::Severity::Warning, "time-gap", "Nothing was recorded for %1",
     "; %1 such gaps, this is the first"},
    {model::Severity::Warning, "time-backward", "The recorder's clock went back by %1",
     "; %1 times in all, this is the first"},
    {model::Severity::Warning, "too-many-events", "There are more events than can be listed",
     "; %1 are left out"},
}};

} // namespace

void EventNotes::note(Note what, model::FrameNumber frame, const QString& example)
{
    count(what, frame);
    Entry& entry = m_entries[static_cast<std::size_t>(what)];
    if (entry.count == 1)
        entry.example = example;
}

model::DiagnosticList EventNotes::diagnostics() const
{
    model::DiagnosticList list;
    list.reserve(Notes);
    for (std::size_t i = 0; i < Notes; ++i) {
        const Entry& entry = m_entries[i];
        if (entry.count == 0)
            continue;
        const NoteWording& wording = NoteWordings[i];
        QString message = QString::fromUtf8(wording.one);
        if (message.contains(QLatin1String("%1")))
            message = message.arg(entry.example);
        if (entry.count > 1)
            message += QString::fromUtf8(wording.many).arg(entry.count);
        list.push_back({.severity = wording.severity,
                        .code = QLatin1String(wording.code),
                        .message = message + QLatin1Char('.'),
                        .where = {.frame = entry.first}});
    }
    return list;
}

} // namespace ghostline::echo
