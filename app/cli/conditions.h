// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a script may ask of the figures that a verb worked out: "min_ttc<1.5".
#include "model/base/error.h"

#include <QString>
#include <QStringList>

#include <span>
#include <vector>

namespace ghostline::app {

/// A number that stands for a whole recording; NaN = there is none.
struct Figure
{
    QString name; ///< stable snake_case
    double value = 0.0;
    QString unit{};
};

enum class Relation { Less, AtMost, More, AtLeast, Equal, Unequal };

struct Condition
{
    QString text; ///< as it was written, without blanks at its ends
    QString figure;
    Relation relation = Relation::More;
    double limit = 0.0;
};

/// NAME, one of < <= > >= = == !=, NUMBER; blanks between them do not matter. InvalidArgument for anything
/// else, or a name that is none of these figures'.
model::Result<std::vector<Condition>> parseConditions(const QStringList& texts,
                                                      std::span<const Figure> known);

/// Never of a figure that has no value.
bool holds(const Condition& condition, std::span<const Figure> figures);
/// "min_ttc is 0.8 s", or that there is none.
QString reasonText(const Condition& condition, std::span<const Figure> figures);

} // namespace ghostline::app
