// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/flag_text.h"

#include "app/gui/docks/panel_style.h"

#include <QCoreApplication>

namespace ghostline::app {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Review", text); }

} // namespace

QString verdictText(model::FlagVerdict verdict)
{
    switch (verdict) {
    case model::FlagVerdict::Confirmed:
        return tr("Confirmed");
    case model::FlagVerdict::Rejected:
        return tr("Rejected");
    case model::FlagVerdict::Unsure:
        return tr("Unsure");
    case model::FlagVerdict::None:
        break;
    }
    return tr("Not reviewed");
}

QString verdictText(const model::Flag& flag, const model::Sidecar& sidecar)
{
    const model::FlagVerdict verdict = model::verdictOf(flag, sidecar);
    if (verdict != model::FlagVerdict::None || !model::isReviewed(flag, sidecar))
        return verdictText(verdict);
    const std::vector<const model::FlagReview*> reviews = model::reviewsOf(flag, sidecar);
    return reviews.empty() ? flag.recordedVerdict : model::verdictWord(*reviews.back());
}

QIcon verdictIcon(model::FlagVerdict verdict, const render::Theme& theme)
{
    switch (verdict) {
    case model::FlagVerdict::Confirmed:
        return markIcon(Mark::Flag, theme.error);
    case model::FlagVerdict::Rejected:
        return markIcon(Mark::Circle, theme.hue(2), false);
    case model::FlagVerdict::Unsure:
        return markIcon(Mark::Diamond, theme.warning, false);
    case model::FlagVerdict::None:
        break;
    }
    return markIcon(Mark::Square, theme.textMuted, false);
}

QString severityText(int severity)
{
    switch (severity) {
    case 0:
        return tr("0 note");
    case 1:
        return tr("1 slight");
    case 2:
        return tr("2 serious");
    case 3:
        return tr("3 grave");
    default:
        return {};
    }
}

QIcon severityIcon(int severity, const render::Theme& theme)
{
    switch (severity) {
    case 0:
        return markIcon(Mark::Circle, theme.textMuted, false);
    case 1:
        return markIcon(Mark::Circle, theme.textMuted);
    case 2:
        return markIcon(Mark::Triangle, theme.warning);
    case 3:
        return markIcon(Mark::Flag, theme.error);
    default:
        return {};
    }
}

QString sourceText(const model::Flag& flag)
{
    return flag.origin == model::FlagSource::Recorded ? tr("Recorded") : tr("Computed");
}

QString flagCount(int count) { return count == 1 ? tr("1 flag") : tr("%1 flags").arg(count); }
QString recordingCount(int count) { return count == 1 ? tr("1 recording") : tr("%1 recordings").arg(count); }
QString verdictCount(int count) { return count == 1 ? tr("1 verdict") : tr("%1 verdicts").arg(count); }
QString bookmarkCount(int count) { return count == 1 ? tr("1 bookmark") : tr("%1 bookmarks").arg(count); }

QString dateText(const QDateTime& at)
{
    return at.isValid() ? at.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")) : QString();
}

} // namespace ghostline::app
