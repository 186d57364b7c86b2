// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An entry with its texts in the form in which they are compared: once each, not at every letter typed.
#include "library/entry/entry.h"

namespace ghostline::library {

/// Without case, and in one form where a script has several for the same letter.
QString folded(const QString& text);

struct FoldedEntry
{
    explicit FoldedEntry(Entry of);

    Entry entry;
    QString matchUp; ///< its sides sorted: PvT is TvP
    QString all;     ///< everything that words are looked for in, with line breaks between
    QString map;
    QString people; ///< names with clans, a line each
    QString races;
    QString teams;
    QString tags;
    QString path;
};

/// "TvP" as "pvt".
QString sortedMatchUp(const QString& matchUp);

} // namespace ghostline::library
