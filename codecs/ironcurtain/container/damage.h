// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is wrong with a file: where, what, and from which tick on something is missing.
#include "codecs/ironcurtain/base/types.h"
#include "model/base/error.h"

#include <QString>

#include <optional>
#include <unordered_set>
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

/// The content is wrong or asks for too much, which stays so; a device that fails is another matter.
bool aboutContent(const model::Error& error);

/// Damages as they are found. Beyond MaxDamages they are only counted: together they are the last line.
class DamageLog
{
public:
    /// Its number, for lastsTo().
    std::size_t add(Damage damage);
    /// One that is bound to no tick.
    void add(Section section, std::uint64_t offset, QString what, bool lost = true);
    /// Nothing when addOnce() was already told of one with this section and offset.
    void addOnce(Damage damage);
    /// Some more that nobody holds.
    void leaveOut(std::uint64_t damages) { m_left += damages; }
    /// What is lost by the damage with this number turned out to go on to `last`.
    void lastsTo(std::size_t number, SimTick last);
    DamageList list() const;

private:
    DamageList m_held;
    std::uint64_t m_left = 0;
    Damage m_rest; ///< where those left out begin, and the ticks they cost
    std::unordered_set<std::uint64_t> m_once;
};

} // namespace ghostline::ironcurtain
