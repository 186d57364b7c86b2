// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A link that leads to a moment of a recording:
// ghostline://open?file=...&at=...&camera=...&actor=...&flag=... It is copied from one window and opened in
// another, by a click as by hand. Any thread.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QString>

namespace ghostline::model {

/// Where to stand in a recording that is opened, and how to look at it: what a command line or a link says.
struct StartPlace
{
    QString at{};     ///< in the grammar of parseTime(); empty = the start
    QString camera{}; ///< as in Clip::camera; empty = as it opens, or behind `actor`
    QString actor{};  ///< who is selected, as in actorsNamed()
    int flag = 0;     ///< number of a flag, in order of time from 1, shown in place of `at`; 0 = none

    /// What the camera is to do: as it says, else keep behind `actor`.
    QString shot() const
    {
        return camera.isEmpty() && !actor.isEmpty() ? QStringLiteral("follow:%1").arg(actor) : camera;
    }
    friend bool operator==(const StartPlace&, const StartPlace&) = default;
};

/// What `first` leaves open is as `second` has it. A time and a flag exclude each other: `first` has its way.
GHOSTLINE_MODEL_EXPORT StartPlace merged(const StartPlace& first, const StartPlace& second);

struct MomentLink
{
    QString file{}; ///< path or web address, without a password
    StartPlace place{};

    /// One line, percent-encoded.
    GHOSTLINE_MODEL_EXPORT QString text() const;
    friend bool operator==(const MomentLink&, const MomentLink&) = default;
};

/// Whether it begins like one. What else begins with ghostline:// is an invitation to watch together.
GHOSTLINE_MODEL_EXPORT bool isMomentLink(const QString& text);
/// InvalidArgument says what is missing or wrong; what a later version may add is passed over.
GHOSTLINE_MODEL_EXPORT Result<MomentLink> parseMomentLink(const QString& text);

} // namespace ghostline::model
