// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/figures_text.h"

#include <QLocale>

#include <cmath>
#include <cstdlib>

namespace ghostline::app {

namespace {
const QString Dash = QStringLiteral("–");
}

QString clockText(double seconds)
{
    if (!std::isfinite(seconds) || std::abs(seconds) > 1e7)
        return Dash;
    const auto tenths = std::llabs(std::llround(std::trunc(seconds * 10.0)));
    const QString sign = seconds < 0 && tenths > 0 ? QStringLiteral("-") : QString();
    const QString whole =
        QStringLiteral("%1%2:%3").arg(sign).arg(tenths / 600).arg(tenths / 10 % 60, 2, 10, QLatin1Char('0'));
    return tenths < 600 ? whole + QStringLiteral(".%1").arg(tenths % 10) : whole;
}

QString secondsText(double seconds)
{
    if (!std::isfinite(seconds) || std::abs(seconds) > 1e7)
        return Dash;
    const auto whole = std::llround(seconds);
    return QStringLiteral("%1%2:%3")
        .arg(whole < 0 ? QStringLiteral("-") : QString())
        .arg(std::llabs(whole) / 60)
        .arg(std::llabs(whole % 60), 2, 10, QLatin1Char('0'));
}

QString numberText(double value, int decimals)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', decimals) : Dash;
}

QString figureText(const model::PropertyInfo* info, double value)
{
    if (!std::isfinite(value))
        return Dash;
    const bool real = info != nullptr && info->type == model::PropertyType::Real;
    if (real && info->unit == QLatin1String("s"))
        return secondsText(value);
    // Of a large figure a decimal tells nothing, nor where it is nought.
    const bool whole = !real || std::abs(value) >= 100.0 || std::abs(value - std::round(value)) < 0.05;
    return numberText(value, whole ? 0 : 1);
}

} // namespace ghostline::app
