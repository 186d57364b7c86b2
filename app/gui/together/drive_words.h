// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who drives, who asks for it, and what oneself can do about it: one set of words and rules for panel, strip
// and the verb `together.ask`.
#include "together/participant.h"

namespace ghostline::app {

enum class DriveWish : std::uint8_t {
    None,     ///< has it, or is not let in
    Ask,      ///< somebody else has it
    TakeBack, ///< asks, and does not want it any more
    TakeOver  ///< gets it at once
};

DriveWish driveWish(const together::Participant& participant);
/// For a button; empty for None.
QString driveWishText(DriveWish wish);
void carryOut(DriveWish wish, together::Participant& participant);

/// Somebody where nobody knows what they are called.
QString personName(const together::Person& person);
/// "Ada drives", "You drive", "Nobody drives"; empty as long as nothing was said of people.
QString driverText(const together::Participant& participant);
/// Whoever drives may hand over, and the host at any time.
bool mayHandOver(const together::Participant& participant);
/// Those who ask and can drive, in the order of the list; not oneself.
std::vector<together::Person> askingPeople(const together::Participant& participant);

} // namespace ghostline::app
