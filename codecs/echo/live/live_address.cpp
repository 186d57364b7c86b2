// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/live_address.h"

namespace ghostline::echo {

namespace {

const QString Session = QStringLiteral("/session");
const QString PlayerBones = QStringLiteral("/player_bones");

QUrl withPath(QUrl address, const QString& path)
{
    address.setPath(path);
    address.setQuery(QString());
    address.setFragment(QString());
    return address;
}

} // namespace

bool isGameAddress(const QUrl& address)
{
    const QString path = address.path();
    if (!address.isValid() || address.host().isEmpty())
        return false;
    if (path.isEmpty() || path == QLatin1String("/"))
        return address.port() == GamePort;
    return path == Session || path == PlayerBones;
}

QUrl sessionAddress(const QUrl& address) { return withPath(address, Session); }
QUrl bonesAddress(const QUrl& address) { return withPath(address, PlayerBones); }

} // namespace ghostline::echo
