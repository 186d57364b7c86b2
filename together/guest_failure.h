// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Why it is over for a guest, in sentences for people.
#include "together/guest.h"
#include "together/guest_socket.h"

namespace ghostline::together {

/// At the first try, or whatever ends it at any time.
GuestFailure lineFailure(LineFault fault, const GuestOptions& options);
/// A line that was up and could not be had again.
GuestFailure lostFailure(const GuestOptions& options);
GuestFailure refusalFailure(const Refused& refused, const GuestOptions& options);
GuestFailure byeFailure(ByeReason reason);

} // namespace ghostline::together
