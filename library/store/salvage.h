// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What becomes of a library that is damaged.
#include "model/base/error.h"

#include <QVariantList>

namespace ghostline::library {

/// Out of the way, under a name that tells when; where it lies now. WriteFailed.
model::Result<QString> putAside(const QString& path);
/// As the table of folders has them, as far as it can be read.
QVariantList salvagedFolders(const QString& path);

} // namespace ghostline::library
