// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a host is started with, of what the person chose and the recording that is open.
#include "app/gui/together/own_recording.h"
#include "app/gui/together/watch_party.h"

namespace ghostline::app {

/// The error is a sentence for people. Reads certificate and key.
tl::expected<together::HostOptions, QString> shareOptions(const ShareChoice& choice,
                                                          const OwnRecording& recording);

} // namespace ghostline::app
