// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/mark_times.h"

#include <QStringList>

#include <cmath>
#include <cstdlib>

namespace ghostline::model {

namespace {

constexpr std::int64_t LongestSeconds = 315'576'000; ///< ten years
constexpr qsizetype LongestTime = 64;

bool allDigits(const QString& text)
{
    for (const QChar sign : text) {
        if (sign < u'0' || sign > u'9')
            return false;
    }
    return !text.isEmpty();
}

/// Exact where a double would not be; with an exponent, as some programs write small numbers, a double's.
std::optional<std::int64_t> microsOf(const QString& text)
{
    const qsizetype dot = text.indexOf(u'.');
    const QString whole = dot < 0 ? text : text.first(dot);
    const QString decimals = dot < 0 ? QString() : text.sliced(dot + 1);
    if ((allDigits(whole) || (whole.isEmpty() && !decimals.isEmpty())) &&
        (decimals.isEmpty() || allDigits(decimals))) {
        if (whole.size() > 10)
            return std::nullopt;
        const QString six = decimals.left(6).leftJustified(6, u'0');
        const int more = decimals.size() > 6 && decimals[6] >= u'5' ? 1 : 0;
        return whole.toLongLong() * MicrosPerSecond + six.toLongLong() + more;
    }
    bool ok = false;
    const double seconds = text.toDouble(&ok);
    if (!ok || !(seconds >= 0.0) || seconds > static_cast<double>(LongestSeconds))
        return std::nullopt;
    return std::llround(seconds * 1e6);
}

QString clockDigits(std::int64_t value, int width)
{
    return QStringLiteral("%1").arg(value, width, 10, QLatin1Char('0'));
}

} // namespace

std::optional<Micros> readMarkTime(const QString& text)
{
    QString plain = text.trimmed();
    if (plain.isEmpty() || plain.size() > LongestTime)
        return std::nullopt;
    const bool before = plain.front() == u'-';
    if (before || plain.front() == u'+')
        plain.remove(0, 1);
    plain.replace(u',', u'.');
    const QStringList parts = plain.split(u':');
    if (parts.size() > 3)
        return std::nullopt;
    std::int64_t clock = 0;
    for (qsizetype i = 0; i + 1 < parts.size(); ++i) {
        const bool below = i == 0 || (parts[i].size() <= 2 && parts[i].toInt() < 60);
        if (!allDigits(parts[i]) || parts[i].size() > 9 || !below)
            return std::nullopt;
        clock = (clock + parts[i].toLongLong()) * 60;
    }
    const auto last = microsOf(parts.back());
    if (!last || clock > LongestSeconds || *last > LongestSeconds * MicrosPerSecond ||
        (parts.size() > 1 && *last >= 60 * MicrosPerSecond))
        return std::nullopt;
    const Micros time{clock * MicrosPerSecond + *last};
    return before ? -time : time;
}

QString markSeconds(Micros t)
{
    const std::int64_t micros = std::abs(t.count());
    QString decimals = clockDigits(micros % MicrosPerSecond, 6);
    while (decimals.size() > 3 && decimals.endsWith(u'0'))
        decimals.chop(1);
    return QStringLiteral("%1%2.%3").arg(t.count() < 0 ? QStringLiteral("-") : QString(),
                                         QString::number(micros / MicrosPerSecond), decimals);
}

QString markClock(Micros t)
{
    const std::int64_t millis = (std::abs(t.count()) + 500) / 1000;
    const std::int64_t whole = millis / 1000;
    return QStringLiteral("%1%2:%3:%4.%5")
        .arg(t.count() < 0 && millis > 0 ? QStringLiteral("-") : QString(), QString::number(whole / 3600),
             clockDigits(whole / 60 % 60, 2), clockDigits(whole % 60, 2), clockDigits(millis % 1000, 3));
}

} // namespace ghostline::model
