// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Buttons that mark with a tag, as a user puts them together; a file of them for another person.
#include "model/base/error.h"
#include "model/base/time_types.h"

#include <QByteArray>
#include <QKeySequence>
#include <QString>

#include <cstdint>
#include <vector>

namespace ghostline::app {

enum class TagKind : std::uint8_t {
    Moment, ///< one press marks from `lead` before to `lag` after
    Span,   ///< one press begins, the next one ends; `lead` and `lag` are added
};

struct TagButton
{
    static constexpr model::Micros LongestLead{3'600'000'000}; ///< and lag

    QString tag{};      ///< as model::normalTag() leaves it, never empty
    QKeySequence key{}; ///< one key, or none
    int hue = -1;       ///< index into the theme's series colours, -1 = plain
    model::Micros lead{5'000'000};
    model::Micros lag{3'000'000};
    TagKind kind = TagKind::Moment;
    QString group{}; ///< of those in one group only one holds at a time; empty = in none

    friend bool operator==(const TagButton&, const TagButton&) = default;
};

struct TagSet
{
    static constexpr std::size_t MostButtons = 64;

    QString name{};
    /// Its keys count in code mode only, where they come before the window's own: so they may be any.
    bool codeModeOnly = true;
    std::vector<TagButton> buttons{};

    friend bool operator==(const TagSet&, const TagSet&) = default;
};

QByteArray tagSetJson(const TagSet& set);
/// Damaged: not such a file. What is out of range in a button becomes the default; a button without a tag is
/// left out.
model::Result<TagSet> readTagSet(const QByteArray& json);

} // namespace ghostline::app
