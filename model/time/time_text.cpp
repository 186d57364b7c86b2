// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/time/time_text.h"

#include <QList>
#include <QStringView>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ghostline::model {

namespace {

/// Larger numbers are taken as this one, far beyond any replay and far from overflow.
constexpr std::int64_t HugeNumber = 1'000'000'000'000;

Result<FrameTime> notATime(const QString& text)
{
    return fail(ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral(
                                 "\"%1\" is not a time; expected [[H:]M:]S[.fff], #FRAME, N% or a step such "
                                 "as +10s, -500ms, +2m, -1f"),
                             {text.trimmed()}));
}

bool isDigits(QStringView text)
{
    return !text.isEmpty() &&
           std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

std::optional<std::int64_t> whole(QStringView text)
{
    if (!isDigits(text))
        return std::nullopt;
    std::int64_t value = 0;
    for (const QChar c : text)
        value = std::min(value * 10 + (c.unicode() - u'0'), HugeNumber);
    return value;
}

/// `12` or `12.345` in millionths, rounded.
std::optional<std::int64_t> decimal(QStringView text)
{
    const qsizetype dot = text.indexOf(u'.');
    const auto units = whole(dot < 0 ? text : text.first(dot));
    if (!units || (dot >= 0 && !isDigits(text.sliced(dot + 1))))
        return std::nullopt;
    std::int64_t millionths = 0;
    std::int64_t place = MicrosPerSecond / 10;
    for (qsizetype i = dot + 1; dot >= 0 && i < text.size(); ++i) {
        const int digit = text[i].unicode() - u'0';
        if (place == 0) {
            millionths += digit >= 5 ? 1 : 0;
            break;
        }
        millionths += digit * place;
        place /= 10;
    }
    return *units * MicrosPerSecond + millionths;
}

/// `[[H:]M:]S[.fff]`; after a colon minutes and seconds stay below 60.
std::optional<Micros> clockTime(QStringView text)
{
    const auto parts = text.split(u':');
    if (parts.size() > 3)
        return std::nullopt;
    std::int64_t minutes = 0;
    for (qsizetype i = 0; i + 1 < parts.size(); ++i) {
        const auto part = whole(parts[i]);
        if (!part || (i > 0 && *part >= 60))
            return std::nullopt;
        minutes = minutes * 60 + std::min(*part, HugeNumber / 3600);
    }
    const auto last = decimal(parts.back());
    const auto lastWhole = whole(parts.back().split(u'.').front());
    if (!last || (parts.size() > 1 && *lastWhole >= 60))
        return std::nullopt;
    return Micros{minutes * 60 * MicrosPerSecond + *last};
}

/// `X` of a step in time: a clock time, or a number with a unit.
std::optional<Micros> length(QStringView text)
{
    struct Unit
    {
        QStringView suffix;
        double micros;
    };
    static constexpr Unit Units[] = {{u"ms", 1e3}, {u"s", 1e6}, {u"m", 60e6}};
    for (const Unit& unit : Units) {
        if (!text.endsWith(unit.suffix))
            continue;
        const auto value = decimal(text.chopped(unit.suffix.size()));
        if (!value)
            return std::nullopt;
        const double micros = static_cast<double>(*value) * 1e-6 * unit.micros;
        return Micros{std::llround(std::min(micros, 1e18))};
    }
    return clockTime(text);
}

std::optional<FrameTime> relative(QStringView text, const TimeAxis& axis, FrameTime now)
{
    const bool back = text.front() == u'-';
    const QStringView amount = text.sliced(1);
    if (amount.endsWith(u'f')) {
        const auto frames = whole(amount.chopped(1));
        if (!frames)
            return std::nullopt;
        if (*frames == 0)
            return axis.clamp(now);
        // Whole frames, as the step keys go: back from between two frames ends at the earlier one first.
        const FrameNumber from = back && now.fraction > 0.0 ? now.frame + 1 : now.frame;
        return axis.clamp({from + (back ? -*frames : *frames), 0.0});
    }
    const auto by = length(amount);
    if (!by)
        return std::nullopt;
    return axis.at(axis.timeOf(now) + (back ? -*by : *by));
}

QString clockText(std::int64_t totalSeconds)
{
    const std::int64_t hours = totalSeconds / 3600;
    const std::int64_t minutes = totalSeconds / 60 % 60;
    const QString secondsText = QStringLiteral("%1").arg(totalSeconds % 60, 2, 10, QLatin1Char('0'));
    if (hours == 0)
        return QStringLiteral("%1:%2").arg(minutes).arg(secondsText);
    return QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(secondsText);
}

/// "from 12.5" means no frame before 12.5 s; of several frames at exactly that time, all of them.
FrameNumber firstFrameAt(const QString& text, FrameTime at, const TimeAxis& axis)
{
    if (at.fraction > 0.0)
        return at.frame + 1;
    FrameNumber frame = at.frame;
    while (!namesFrame(text) && frame > 0 && axis.timeOf(frame - 1) == axis.timeOf(at.frame))
        --frame;
    return frame;
}

} // namespace

Result<FrameTime> parseTime(const QString& text, const TimeAxis& axis, FrameTime now)
{
    const QStringView trimmed = QStringView(text).trimmed();
    if (trimmed.isEmpty())
        return notATime(text);
    if (trimmed.front() == u'#') {
        const auto frame = whole(trimmed.sliced(1));
        return frame ? Result<FrameTime>(axis.clamp({*frame, 0.0})) : notATime(text);
    }
    if (trimmed.front() == u'+' || trimmed.front() == u'-') {
        const auto place = relative(trimmed, axis, now);
        return place ? Result<FrameTime>(*place) : notATime(text);
    }
    if (trimmed.back() == u'%') {
        const auto percent = decimal(trimmed.chopped(1));
        if (!percent)
            return notATime(text);
        const double share = std::min(static_cast<double>(*percent) * 1e-8, 1.0);
        return axis.at(Micros{std::llround(share * static_cast<double>(axis.duration().count()))});
    }
    const auto time = clockTime(trimmed);
    return time ? Result<FrameTime>(axis.at(*time)) : notATime(text);
}

bool namesFrame(const QString& text) { return text.contains(u'#') || text.trimmed().endsWith(u'f'); }

bool isBehindEnd(const QString& text, const TimeAxis& axis)
{
    if (axis.empty() || text.trimmed().endsWith(u'%'))
        return false;
    // The same text on an axis that goes one step further, in frames or in microseconds. What formatTime()
    // says of the end, rounded to milliseconds, is still the end.
    constexpr FrameNumber Rounding = 500;
    const FrameNumber behind = namesFrame(text) ? axis.frames() : axis.duration().count() + Rounding + 1;
    const auto at = parseTime(text, TimeAxis::uniform(behind + 1, 1, MicrosPerSecond), {});
    return at && at->frame == behind;
}

QString behindEndText(const QString& text, const TimeAxis& axis)
{
    if (!isBehindEnd(text, axis))
        return {};
    return QStringLiteral("%1 lies behind the end; this is the last frame, %2 at %3")
        .arg(text, QString::number(axis.frames() - 1), formatTime(axis.duration()));
}

Result<FrameRange> parseFrameRange(const QString& from, const QString& to, const TimeAxis& axis)
{
    FrameRange range{0, axis.frames()};
    if (!from.isEmpty()) {
        const auto at = parseTime(from, axis, {});
        if (!at)
            return tl::unexpected(at.error());
        if (isBehindEnd(from, axis))
            return fail(
                ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("%1 lies behind the end: the recording is %2 long, "
                                            "frames go from 0 to %3"),
                             {from, formatTime(axis.duration()), QString::number(axis.frames() - 1)}));
        range.first = firstFrameAt(from, *at, axis);
    }
    if (!to.isEmpty()) {
        const auto at = parseTime(to, axis, {});
        if (!at)
            return tl::unexpected(at.error());
        range.end = std::min(at->frame + 1, axis.frames());
    }
    if (range.empty() && !axis.empty())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("no frame lies between %1 and %2"),
                                 {from.isEmpty() ? QStringLiteral("the beginning") : from,
                                  to.isEmpty() ? QStringLiteral("the end") : to}));
    return range;
}

QString formatTime(Micros t)
{
    const std::int64_t millis = (std::abs(t.count()) + 500) / 1000;
    const QString sign = t.count() < 0 && millis > 0 ? QStringLiteral("-") : QString();
    return sign + clockText(millis / 1000) +
           QStringLiteral(".%1").arg(millis % 1000, 3, 10, QLatin1Char('0'));
}

QString formatTimeShort(Micros t)
{
    const std::int64_t whole = std::abs(t.count()) / MicrosPerSecond;
    return (t.count() < 0 && whole > 0 ? QStringLiteral("-") : QString()) + clockText(whole);
}

} // namespace ghostline::model
