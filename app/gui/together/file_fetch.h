// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recording as the host hands it out, as an address that can be opened like any other.
#include "together/invitation.h"
#include "together/messages.h"

namespace ghostline::app {

/// Encrypted, it holds the fingerprint: only the host that was invited to is asked.
QString fetchAddress(const together::Invitation& invitation, const together::RecordingOffer& offer);

} // namespace ghostline::app
