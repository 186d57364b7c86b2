// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/file_fetch.h"

namespace ghostline::app {

QString fetchAddress(const together::Invitation& invitation, const together::RecordingOffer& offer)
{
    QUrl address = invitation.fileAddress(offer.port, offer.path);
    if (invitation.encrypted())
        address.setFragment(QStringLiteral("fingerprint=") + QString::fromLatin1(invitation.fingerprint));
    return address.toString(QUrl::FullyEncoded);
}

} // namespace ghostline::app
