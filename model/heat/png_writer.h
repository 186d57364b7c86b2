// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A PNG without a picture library: the command line has none.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QByteArray>

#include <cstdint>
#include <span>

namespace ghostline::model {

/// Four bytes a pixel: red, green, blue, alpha, not premultiplied. `comment`: ASCII, may be empty.
/// InvalidArgument unless there are width times height of them.
GHOSTLINE_MODEL_EXPORT Result<QByteArray> pngBytes(int width, int height, std::span<const std::uint8_t> rgba,
                                                   const QByteArray& comment = {});

} // namespace ghostline::model
