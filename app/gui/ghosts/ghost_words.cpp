// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_words.h"

#include "model/time/time_text.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

QString alignmentTitle(model::Alignment alignment)
{
    switch (alignment) {
    case model::Alignment::Start:
        return QObject::tr("Start");
    case model::Alignment::Tick:
        return QObject::tr("Tick");
    case model::Alignment::Checkpoint:
        return QObject::tr("Checkpoint");
    case model::Alignment::Progress:
        break;
    }
    return QObject::tr("Progress");
}

QString alignmentHelp(model::Alignment alignment)
{
    switch (alignment) {
    case model::Alignment::Start:
        return QObject::tr("Ghosts start together with the runner: each run's own start is zero");
    case model::Alignment::Tick:
        return QObject::tr("Recordings run side by side from their first frames, starts where they are");
    case model::Alignment::Checkpoint:
        return QObject::tr("Ghosts start anew with the runner at each checkpoint that both took");
    case model::Alignment::Progress:
        break;
    }
    return QObject::tr("Ghosts stand where the runner is: the same place instead of the same time");
}

QString whyNoNumber(model::NoNumber why)
{
    switch (why) {
    case model::NoNumber::OffPath:
        return QObject::tr("More than %L1 m off the runner's way").arg(model::OffPathLimit, 0, 'f', 0);
    case model::NoNumber::Checkpoints:
        return QObject::tr("The two had not taken the same checkpoints");
    case model::NoNumber::NoCheckpointYet:
        return QObject::tr("No checkpoint has been passed yet");
    case model::NoNumber::ReferenceStoodStill:
        return QObject::tr("The runner stood still there: the place has no single time");
    case model::NoNumber::Outside:
        return QObject::tr("Before the start, after the end, or not there");
    case model::NoNumber::None:
        break;
    }
    return {};
}

QString noNumberDash() { return QStringLiteral("–"); }

QString secondsText(model::Micros t)
{
    if (t < model::Micros{0})
        return QChar(0x2212) + secondsText(-t);
    QString text = model::formatTime(t);
    if (text.startsWith(QLatin1String("0:0")))
        return text.mid(3);
    return text.startsWith(QLatin1String("0:")) ? text.mid(2) : text;
}

QString deltaText(model::Micros delta)
{
    // What is shown decides about the sign: less than half a millisecond is none.
    QString text = secondsText(delta < model::Micros{0} ? -delta : delta);
    if (text == QLatin1String("0.000"))
        return text;
    return (delta < model::Micros{0} ? QChar(0x2212) : QChar(u'+')) + text;
}

QString deltaText(double seconds)
{
    return std::isfinite(seconds) ? deltaText(model::fromSeconds(seconds)) : noNumberDash();
}

QString lengthText(double length, const QString& unit)
{
    if (!std::isfinite(length))
        return noNumberDash();
    return QStringLiteral("%L1 %2").arg(length, 0, 'f', length < 99.95 ? 1 : 0).arg(unit);
}

QStringList toldApart(QStringList names)
{
    constexpr qsizetype WorthIt = 6; // letters
    if (names.size() < 2)
        return names;
    const auto [first, last] = std::minmax_element(names.cbegin(), names.cend());
    // In their order the two furthest apart share the least.
    qsizetype shared =
        std::mismatch(first->cbegin(), first->cend(), last->cbegin(), last->cend()).first - first->cbegin();
    while (shared > 0 && first->at(shared - 1).isLetterOrNumber())
        --shared; // whole words only
    if (shared < WorthIt)
        return names;
    for (QString& name : names)
        name.replace(0, shared, QChar(0x2026));
    return names;
}

} // namespace ghostline::app
