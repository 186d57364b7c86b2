// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is typed to find recordings: words, and fields such as map:"Ruby Rock" player:herO length:>15m.
// Everything that is typed has to be true of a recording; a minus in front turns one around.
#include "library/query/folded_entry.h"

#include <functional>

namespace ghostline::library {

/// A field, for a list of them.
struct QueryField
{
    QLatin1StringView name;
    QLatin1StringView example;
};
const std::vector<QueryField>& queryFields();

/// A value.
class Query
{
public:
    /// Never fails: what is not understood is in problems(), and matches nothing by itself. `now` and the
    /// local time zone give dates such as "today" and "2026-10" their meaning.
    static Query parse(const QString& text, const QDateTime& now);

    bool matches(const FoldedEntry& entry) const;
    bool empty() const { return m_terms.empty(); }
    /// One a term that cannot be meant, for people.
    const QStringList& problems() const { return m_problems; }

private:
    struct Term
    {
        bool negated = false;
        std::function<bool(const FoldedEntry&)> holds;
    };

    std::vector<Term> m_terms;
    QStringList m_problems;
};

} // namespace ghostline::library
