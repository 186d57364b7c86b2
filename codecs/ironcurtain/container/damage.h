// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is wrong with a file: where, what, and from which tick on something is missing.
#include "codecs/ironcurtain/types.h"

#include <QString>

#include <optional>
#include <vector>

namespace ghostline::ironcurtain {

/// Parts of a file, in the words people read.
enum class Section { Header, Metadata, Orders, Keyframes, Events, Voice, Signature, Embedded, Journal };
QString sectionName(Section section); ///< "header", "keyframes" ...

struct Damage
{
    Section section = Section::Header;
    std::uint64_t offset = 0; ///< bytes from the start of the file
    QString what;             ///< for people, without section and offset
    /// Ticks [first, last] for which something is lost; nothing when not bound to any.
    std::optional<SimTick> first{};
    std::optional<SimTick> last{};
    bool lost = true; ///< false: odd, but nothing is missing
};
using DamageList = std::vector<Damage>;

} // namespace ghostline::ironcurtain
