// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/property.h"

#include <cmath>

namespace ghostline::model {

namespace {

QString dash() { return QStringLiteral("\u2013"); }

QString withUnit(const QString& number, const QString& unit)
{
    if (unit.isEmpty())
        return number;
    // A degree sign stands at its number, every other unit apart from it.
    return unit == QStringLiteral("\u00B0") ? number + unit : number + QLatin1Char(' ') + unit;
}

QString realText(double v)
{
    constexpr double Dust = 1e-9; // what sums of rounded numbers leave where zero is meant
    const double magnitude = std::abs(v);
    if (magnitude < Dust)
        return QStringLiteral("0");
    if (magnitude >= 1e9 || magnitude < 1e-3)
        return QString::number(v, 'g', 4);
    QString text = QString::number(v, 'f', 3);
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text;
}

QString flagsText(const PropertyInfo& info, std::uint64_t bits)
{
    QStringList shown;
    for (int bit = 0; bit < 64; ++bit) {
        if (((bits >> bit) & 1U) == 0)
            continue;
        if (bit >= info.names.size())
            shown << QStringLiteral("bit %1").arg(bit);
        else if (!info.names[bit].isEmpty())
            shown << info.names[bit];
    }
    return shown.isEmpty() ? QStringLiteral("None") : shown.join(QStringLiteral(", "));
}

/// Shortest way round, written in the convention that the two ends use: 0..360 or -180..180.
double interpolateAngle(double a, double b, double f)
{
    const double way = std::remainder(b - a, 360.0);
    const double value = a + way * f;
    if (std::abs(a) > 360.0 || std::abs(b) > 360.0)
        return value; // counted on over full turns: stay near the earlier one
    const bool signedAngles = a < 0.0 || b < 0.0;
    const double low = signedAngles ? -180.0 : 0.0;
    const double high = low + 360.0;
    if (value >= high)
        return value - 360.0;
    return value < low ? value + 360.0 : value;
}

} // namespace

double numericValue(const PropertyInfo& info, PropertyValue value)
{
    if (value.absent() || !info.plottable())
        return std::numeric_limits<double>::quiet_NaN();
    if (info.type == PropertyType::Real)
        return value.asReal();
    if (info.type == PropertyType::Boolean)
        return value.asBoolean() ? 1.0 : 0.0;
    return static_cast<double>(value.asInteger());
}

QString displayText(const PropertyInfo& info, PropertyValue value, const StringTable& strings)
{
    if (value.absent())
        return dash();
    switch (info.type) {
    case PropertyType::Real:
        return std::isnan(value.asReal()) ? dash() : withUnit(realText(value.asReal()), info.unit);
    case PropertyType::Integer:
        return withUnit(QString::number(value.asInteger()), info.unit);
    case PropertyType::Boolean:
        return value.asBoolean() ? QStringLiteral("Yes") : QStringLiteral("No");
    case PropertyType::Enumeration: {
        const std::int64_t i = value.asInteger();
        const bool named = i >= 0 && i < info.names.size() && !info.names[i].isEmpty();
        return named ? info.names[i] : QString::number(i);
    }
    case PropertyType::Flags:
        return flagsText(info, static_cast<std::uint64_t>(value.asInteger()));
    case PropertyType::Text:
        return strings.text(value.asText());
    }
    return dash();
}

PropertyValue interpolate(const PropertyInfo& info, PropertyValue a, PropertyValue b, double f)
{
    if (info.interpolation == Interpolation::Step || f <= 0.0 || a.absent() || b.absent())
        return a;
    if (info.type == PropertyType::Real) {
        if (info.interpolation == Interpolation::Angle)
            return PropertyValue::real(interpolateAngle(a.asReal(), b.asReal(), f));
        return PropertyValue::real(a.asReal() + (b.asReal() - a.asReal()) * f);
    }
    if (info.type == PropertyType::Integer) {
        const auto from = static_cast<double>(a.asInteger());
        const auto to = static_cast<double>(b.asInteger());
        const double value = info.interpolation == Interpolation::Angle ? interpolateAngle(from, to, f)
                                                                        : from + (to - from) * f;
        // Beyond 2^53 a double no longer counts singly: such a number steps.
        return std::abs(value) < 9e15 ? PropertyValue::integer(std::llround(value)) : a;
    }
    return a;
}

} // namespace ghostline::model
