// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of a case drawn as SVG: a curve for each column over time, and the way from above.
#include "model/summary/page_markup.h"

#include <QJsonObject>

namespace ghostline::model {

/// `column` of figures.columns. Draws nothing for words and for fewer than two values.
void writeCasePlot(Markup& page, const QJsonObject& figures, const QJsonObject& column);
/// Nothing where no place is known.
void writeCasePlan(Markup& page, const QJsonObject& figures);

/// Figures as the tables show them: at most three decimals; empty for none.
QString caseFigure(const QJsonValue& value);

} // namespace ghostline::model
