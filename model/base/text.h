// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes of files as text.
#include <QString>

#include <string_view>

namespace ghostline::model {

/// What is no UTF-8 becomes replacement characters.
inline QString textOf(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace ghostline::model
