// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the parts of a file, and the list of what is wrong with them.
#include "codecs/ironcurtain/container/damage.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/value_text.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

QString sectionName(Section section)
{
    static constexpr std::array<const char*, 9> Names{
        "header", "metadata", "orders", "keyframes", "events", "voice", "signature", "embedded", "journal"};
    return named(Names, section);
}

bool aboutContent(const model::Error& error)
{
    return error.code == model::ErrorCode::Damaged || error.code == model::ErrorCode::LimitExceeded;
}

namespace {

/// One damage for both: it begins where the first one does.
void join(Damage& all, const Damage& more)
{
    all.lost = all.lost || more.lost;
    if (!more.first)
        return;
    if (!all.first) {
        all.first = more.first;
        all.last = more.last;
        return;
    }
    all.first = std::min(*all.first, *more.first);
    all.last = all.last && more.last ? std::optional(std::max(*all.last, *more.last)) : std::nullopt;
}

} // namespace

std::size_t DamageLog::add(Damage damage)
{
    if (m_held.size() < MaxDamages) {
        m_held.push_back(std::move(damage));
        return m_held.size() - 1;
    }
    if (m_left++ == 0)
        m_rest = std::move(damage);
    else
        join(m_rest, damage);
    return MaxDamages;
}

void DamageLog::add(Section section, std::uint64_t offset, QString what, bool lost)
{
    Damage damage;
    damage.section = section;
    damage.offset = offset;
    damage.what = std::move(what);
    damage.lost = lost;
    add(std::move(damage));
}

void DamageLog::addOnce(Damage damage)
{
    constexpr std::uint64_t Sections = 16; // more than there are
    if (m_once.insert(damage.offset * Sections + static_cast<std::uint64_t>(damage.section)).second)
        add(std::move(damage));
}

void DamageLog::lastsTo(std::size_t number, SimTick last)
{
    Damage& damage = number < m_held.size() ? m_held[number] : m_rest;
    damage.last = std::max(last, damage.last.value_or(last));
}

DamageList DamageLog::list() const
{
    DamageList all = m_held;
    if (m_left > 0) {
        all.push_back(m_rest);
        all.back().what =
            QStringLiteral("%1 more damages, here and behind, are not listed one by one").arg(m_left);
    }
    return all;
}

} // namespace ghostline::ironcurtain
