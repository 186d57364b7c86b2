// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether two recordings are the same, and which of those that lie here is another one's. Any thread.
#include "together/messages.h"

#include <QStringList>

#include <stop_token>

namespace ghostline::app {

enum class Likeness : std::uint8_t {
    Same,      ///< of the same bytes
    Likely,    ///< called alike, and nobody knows the other's content yet: counts as the same until that is
               ///< known
    Undecided, ///< as soon as one's own content is known
    Other
};

Likeness likeness(const together::RecordingName& own, const together::RecordingName& wanted);

struct FoundRecording
{
    QString path{};
    model::ContentId content{}; ///< as far as it was worked out
};

/// Those named or sized alike are read, those named alike first. Addresses are passed over, and so is what is
/// not there. As long as nobody knows the content that is wanted, name and size decide.
std::optional<FoundRecording> findRecording(const QStringList& paths, const together::RecordingName& wanted,
                                            const std::stop_token& stop);

} // namespace ghostline::app
