// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Addresses of the game's HTTP interface: `http://HOST:6721/session`, or host and port alone.
#include <QUrl>

namespace ghostline::echo {

/// The port on which the game answers.
inline constexpr int GamePort = 6721;

/// True for /session and /player_bones on any host and port, and for the game's port without a path.
bool isGameAddress(const QUrl& address);
/// Of an address of which that is true.
QUrl sessionAddress(const QUrl& address);
QUrl bonesAddress(const QUrl& address);

} // namespace ghostline::echo
