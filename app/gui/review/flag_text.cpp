// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/flag_text.h"

#include "app/gui/widgets/panel_style.h"

#include <QCoreApplication>

namespace ghostline::app {

namespace {

struct ReviewText
{
    Q_DECLARE_TR_FUNCTIONS(Review)
};

} // namespace

QString verdictText(model::FlagVerdict verdict)
{
    switch (verdict) {
    case model::FlagVerdict::Confirmed:
        return ReviewText::tr("Confirmed");
    case model::FlagVerdict::Rejected:
        return ReviewText::tr("Rejected");
    case model::FlagVerdict::Unsure:
        return ReviewText::tr("Unsure");
    case model::FlagVerdict::NeedsMore:
        return ReviewText::tr("Needs more");
    case model::FlagVerdict::None:
        break;
    }
    return ReviewText::tr("Not reviewed");
}

QString verdictText(const model::Flag& flag, const model::Sidecar& sidecar, const model::ReviewRules& rules)
{
    if (model::isDisputed(flag, sidecar, rules))
        return ReviewText::tr("Disputed");
    const model::Judgement judgement = model::judgementOf(flag, sidecar, rules);
    return judgement.verdict != model::FlagVerdict::None || judgement.word.isEmpty()
               ? verdictText(judgement.verdict)
               : judgement.word;
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
    case model::FlagVerdict::NeedsMore:
        return markIcon(Mark::Triangle, theme.warning, false);
    case model::FlagVerdict::None:
        break;
    }
    return markIcon(Mark::Square, theme.textMuted, false);
}

QString severityText(int severity)
{
    switch (severity) {
    case 0:
        return ReviewText::tr("Note (0)");
    case 1:
        return ReviewText::tr("Slight (1)");
    case 2:
        return ReviewText::tr("Serious (2)");
    case 3:
        return ReviewText::tr("Grave (3)");
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
    switch (flag.origin) {
    case model::FlagSource::Recorded:
        return ReviewText::tr("Recorded");
    case model::FlagSource::Computed:
        return ReviewText::tr("Computed");
    case model::FlagSource::Person:
        break;
    }
    return ReviewText::tr("Person");
}

QString flagCount(int count) { return ReviewText::tr("%n flags", nullptr, count); }
QString recordingCount(int count) { return ReviewText::tr("%n recordings", nullptr, count); }
QString verdictCount(int count) { return ReviewText::tr("%n verdicts", nullptr, count); }
QString bookmarkCount(int count) { return ReviewText::tr("%n bookmarks", nullptr, count); }

} // namespace ghostline::app
