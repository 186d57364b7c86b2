// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/query/query_range.h"

#include <QRegularExpression>

#include <functional>

namespace ghostline::library {

using namespace Qt::StringLiterals;

namespace {

/// What one value stands for: a day, a minute.
using Span = std::function<std::optional<Range>(const QString&)>;

constexpr qint64 Second = 1'000'000;
constexpr qint64 Minute = 60 * Second;
constexpr qint64 Hour = 60 * Minute;
/// No recording is longer, and nothing that is counted is more.
constexpr qint64 MostUnits = 100'000;

std::optional<Range> compared(const QString& text, const Span& span)
{
    if (const qsizetype dots = text.indexOf(".."_L1); dots >= 0) {
        const auto first = span(text.left(dots));
        const auto last = span(text.mid(dots + 2));
        if (!first || !last)
            return std::nullopt;
        return Range{first->from, last->end};
    }
    const bool orEqual = text.size() > 1 && text[1] == u'=';
    const auto value = [&] { return span(text.mid(orEqual ? 2 : 1)); };
    if (text.startsWith(u'>')) {
        const auto than = value();
        return than ? std::optional(Range{.from = orEqual ? than->from : than->end}) : std::nullopt;
    }
    if (text.startsWith(u'<')) {
        const auto than = value();
        return than ? std::optional(Range{.end = orEqual ? than->end : than->from}) : std::nullopt;
    }
    return span(text);
}

std::optional<qint64> count(const QString& digits)
{
    bool ok = false;
    const qint64 value = digits.toLongLong(&ok);
    return ok && value >= 0 && value <= MostUnits ? std::optional(value) : std::nullopt;
}

std::optional<Range> oneNumber(const QString& text)
{
    const auto value = count(text);
    return value ? std::optional(Range{*value, *value + 1}) : std::nullopt;
}

std::optional<Range> clockLength(const QString& text)
{
    qint64 seconds = 0;
    for (const QString& part : text.split(u':')) {
        const auto value = count(part);
        if (!value)
            return std::nullopt;
        seconds = seconds * 60 + *value;
    }
    return Range{seconds * Second, (seconds + 1) * Second};
}

std::optional<Range> oneLength(const QString& text)
{
    if (text.contains(u':'))
        return text.count(u':') <= 2 ? clockLength(text) : std::nullopt;
    static const QRegularExpression form(u"^(?:(\\d{1,5})h)?(?:(\\d{1,5})m?)?(?:(?<=[hm])(\\d{1,5})s)?$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression secondsAlone(u"^(\\d{1,6})s$"_s,
                                                 QRegularExpression::CaseInsensitiveOption);
    if (const auto match = secondsAlone.match(text); match.hasMatch()) {
        const qint64 from = match.captured(1).toLongLong() * Second;
        return Range{from, from + Second};
    }
    const auto match = form.match(text);
    if (!match.hasMatch() || text.isEmpty())
        return std::nullopt;
    const qint64 from = match.captured(1).toLongLong() * Hour + match.captured(2).toLongLong() * Minute +
                        match.captured(3).toLongLong() * Second;
    const bool minutes = !match.captured(2).isEmpty();
    return Range{from, from + (!match.captured(3).isEmpty() ? Second : minutes ? Minute : Hour)};
}

Range days(const QDate& first, const QDate& end)
{
    return {first.startOfDay().toMSecsSinceEpoch(), end.startOfDay().toMSecsSinceEpoch()};
}

std::optional<Range> oneDate(const QString& text, const QDate& today)
{
    const QString word = text.toLower();
    if (word == "today"_L1)
        return days(today, today.addDays(1));
    if (word == "yesterday"_L1)
        return days(today.addDays(-1), today);
    if (word == "week"_L1)
        return days(today.addDays(-6), today.addDays(1));
    if (word == "month"_L1)
        return days(today.addDays(-29), today.addDays(1));
    static const QRegularExpression form(u"^(\\d{4})(?:-(\\d{1,2}))?(?:-(\\d{1,2}))?$"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const bool month = !match.captured(2).isEmpty();
    const bool day = !match.captured(3).isEmpty();
    const QDate first(match.captured(1).toInt(), month ? match.captured(2).toInt() : 1,
                      day ? match.captured(3).toInt() : 1);
    if (!first.isValid())
        return std::nullopt;
    return days(first, day ? first.addDays(1) : month ? first.addMonths(1) : first.addYears(1));
}

} // namespace

std::optional<Range> numberRange(const QString& text) { return compared(text, &oneNumber); }

std::optional<Range> lengthRange(const QString& text) { return compared(text, &oneLength); }

std::optional<Range> dateRange(const QString& text, const QDateTime& now)
{
    const QDate today = now.toLocalTime().date();
    return compared(text, [today](const QString& value) { return oneDate(value, today); });
}

} // namespace ghostline::library
