// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Plain values as the bytes that a buffer takes.
#include <QByteArray>

#include <span>

namespace ghostline::render {

/// A copy.
template<typename T>
QByteArray bytesOf(std::span<const T> values)
{
    return {reinterpret_cast<const char*>(values.data()), static_cast<qsizetype>(values.size_bytes())};
}

} // namespace ghostline::render
