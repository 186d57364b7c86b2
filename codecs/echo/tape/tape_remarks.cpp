// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_remarks.h"

namespace ghostline::echo::tape {

namespace {

struct Wording
{
    model::Severity severity;
    const char* code;
    const char* text; ///< "%1" = how many
};

constexpr std::array<Wording, Remarks> Wordings{{
    {model::Severity::Info, "unknown-record", "%1 records of an unknown kind were passed over"},
    {model::Severity::Info, "unknown-event", "%1 events of an unknown kind were passed over"},
    {model::Severity::Info, "empty-frame", "%1 frames hold nothing of Echo VR"},
    {model::Severity::Warning, "bad-event", "%1 events cannot be read"},
    {model::Severity::Warning, "bad-part", "%1 players or other parts of frames cannot be read to their end"},
    {model::Severity::Warning, "bad-value", "%1 places in the world are no numbers"},
    {model::Severity::Warning, "too-many-players", "%1 players beyond the 64 of a frame are left out"},
    {model::Severity::Warning, "too-many-events", "%1 events beyond the 4096 of a frame are left out"},
    {model::Severity::Warning, "bad-slot", "%1 times a player has a number that the game does not give"},
    {model::Severity::Warning, "bad-bones", "%1 sets of bones are not 23 places and turns"},
    {model::Severity::Warning, "too-many-names", "%1 names are left out, there are too many"},
}};

} // namespace

model::DiagnosticList TapeRemarks::diagnostics() const
{
    model::DiagnosticList list;
    for (std::size_t i = 0; i < Remarks; ++i) {
        const Entry& entry = m_entries[i];
        if (entry.count > 0)
            list.push_back({Wordings[i].severity,
                            QLatin1String(Wordings[i].code),
                            QString::fromUtf8(Wordings[i].text).arg(entry.count),
                            {.frame = entry.first}});
    }
    return list;
}

} // namespace ghostline::echo::tape
