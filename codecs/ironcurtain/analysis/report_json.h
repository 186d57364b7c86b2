// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers as the reports write them, beside those of value_text.h.
#include "codecs/ironcurtain/value_text.h"

#include <optional>

namespace ghostline::ironcurtain {

inline QJsonValue jsonNumber(std::optional<std::int64_t> value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

} // namespace ghostline::ironcurtain
