// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/figures.h"

#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"
#include "model/time/time_text.h"

#include <QLocale>
#include <QObject>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

QFont smallFont(const QFont& base) { return typeFont(base, TypeSize::Small); }

QString groupedNumber(std::int64_t number)
{
    QString digits = QString::number(number < 0 ? -number : number);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3)
        digits.insert(i, QChar(0x202F));
    return number < 0 ? QChar(0x2212) + digits : digits;
}

QString frameText(model::FrameNumber frame) { return QLatin1Char('#') + groupedNumber(frame); }

QString rateText(double rate)
{
    const double magnitude = std::abs(rate);
    // Two significant figures below one tenth, otherwise no more decimals than are needed.
    QString text = QLocale().toString(magnitude, 'f', magnitude < 0.1 ? 3 : magnitude < 10.0 ? 2 : 1);
    const QString point = QLocale().decimalPoint();
    while (text.endsWith(QLatin1Char('0')) && text.contains(point))
        text.chop(1);
    if (text.endsWith(point))
        text.chop(1);
    return (rate < 0 ? QString(QChar(0x2212)) : QString()) + text + QChar(0x00D7);
}

std::vector<ClockChoice> clocksOf(const model::ReplayInfo& info)
{
    std::vector<ClockChoice> clocks{{ClockKind::Elapsed, -1}, {ClockKind::Frame, -1}};
    if (info.recordedAt.isValid())
        clocks.push_back({ClockKind::Wall, -1});
    for (int i = 0; i < static_cast<int>(info.clocks.size()); ++i)
        clocks.push_back({ClockKind::Named, i});
    return clocks;
}

QString clockTitle(const ClockChoice& clock, const model::ReplayInfo& info)
{
    switch (clock.kind) {
    case ClockKind::Frame:
        return info.frameName.isEmpty() ? QObject::tr("frame") : shownName(info.frameName);
    case ClockKind::Wall:
        return QStringLiteral("UTC");
    case ClockKind::Named:
        return shownName(info.clocks[static_cast<std::size_t>(clock.named)].name);
    case ClockKind::Elapsed:
        break;
    }
    return QObject::tr("time");
}

QString clockText(const ClockChoice& clock, const model::ReplayInfo& info, const model::TimeAxis& axis,
                  model::FrameTime at)
{
    const model::Micros t = axis.timeOf(at);
    switch (clock.kind) {
    case ClockKind::Frame:
        return QLatin1Char('#') + QString::number(at.frame);
    case ClockKind::Wall:
        return info.recordedAt.toUTC()
            .addMSecs(t.count() / 1000)
            .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    case ClockKind::Named: {
        const model::NamedClock& named = info.clocks[static_cast<std::size_t>(clock.named)];
        return model::formatTime(named.offset + model::fromSeconds(model::seconds(t) * named.rate));
    }
    case ClockKind::Elapsed:
        break;
    }
    return model::formatTime(t);
}

} // namespace ghostline::app
