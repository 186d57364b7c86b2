// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/file_fetch.h"

#include "model/bytes/http_source.h"

namespace ghostline::app {

QString fetchAddress(const together::Invitation& invitation, const together::RecordingOffer& offer)
{
    const QUrl address = invitation.fileAddress(offer.port, offer.path);
    return model::withFingerprint(address, invitation.fingerprint).toString(QUrl::FullyEncoded);
}

} // namespace ghostline::app
