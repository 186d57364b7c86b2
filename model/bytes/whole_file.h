// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small file of our own (notes, lists), read in one piece.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QByteArray>
#include <QString>

#include <cstdint>

namespace ghostline::model {

/// LimitExceeded for one of more than `most` bytes, of which nothing is read. `tooLarge` is that error's
/// pattern: %1 is the size, %2 the limit.
GHOSTLINE_MODEL_EXPORT Result<QByteArray> wholeFile(const QString& path, std::uint64_t most,
                                                    const QString& tooLarge);

} // namespace ghostline::model
