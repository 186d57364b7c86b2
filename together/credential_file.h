// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file that holds a code, a certificate or a key, for whoever starts a host.
#include "model/base/error.h"

#include <QByteArray>
#include <QString>

namespace ghostline::together {

/// Empty where no path is given. LimitExceeded for what is too large to be one; any thread.
model::Result<QByteArray> credentialFile(const QString& path);

} // namespace ghostline::together
