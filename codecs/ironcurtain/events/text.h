// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A string that people wrote or will read: it has to be UTF-8.
#include "codecs/ironcurtain/container/bincode.h"

#include <QUtf8StringView>

namespace ghostline::ironcurtain {

inline std::string_view readText(BinReader& in)
{
    const std::string_view text = in.string();
    if (!QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        in.fail("a string is not UTF-8");
    return in.ok() ? text : std::string_view();
}

} // namespace ghostline::ironcurtain
