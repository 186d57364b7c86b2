// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What somebody chose for watching together, kept between runs.
#include "app/gui/together/watch_party.h"

namespace ghostline::app {

/// The name falls back to the reviewer's, that to the account's, that to the machine's; it is never empty.
ShareChoice loadShareChoice();
void saveShareChoice(const ShareChoice& choice);
/// Of the person, whether hosting or a guest.
void saveTogetherName(const QString& name);

} // namespace ghostline::app
