// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures for pages that are sent by mail.
#include <QByteArray>

class QImage;

namespace ghostline::app {

/// Empty where it cannot be encoded.
QByteArray jpegOf(const QImage& image);

} // namespace ghostline::app
