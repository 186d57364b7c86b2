// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/highlights/highlights_model.h"

#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QLocale>
#include <QVariantList>

#include <algorithm>

namespace ghostline::app {

void HighlightsModel::setHighlights(std::shared_ptr<const model::ReplayIndex> index,
                                    std::vector<model::Highlight> all)
{
    beginResetModel();
    m_index = std::move(index);
    m_all = std::move(all);
    endResetModel();
}

const model::Highlight* HighlightsModel::at(int row) const
{
    return row >= 0 && static_cast<std::size_t>(row) < m_all.size() ? &m_all[static_cast<std::size_t>(row)]
                                                                    : nullptr;
}

int HighlightsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_all.size());
}

int HighlightsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

const std::array<model::ScorePartOf, model::ScoreParts>& HighlightsModel::parts()
{
    using enum model::ScorePartOf;
    static constexpr std::array<model::ScorePartOf, model::ScoreParts> All{Engagement, Momentum, Anomaly,
                                                                           Rarity};
    return All;
}

QString HighlightsModel::partName(model::ScorePartOf part)
{
    switch (part) {
    case model::ScorePartOf::Engagement:
        return tr("Engagement");
    case model::ScorePartOf::Momentum:
        return tr("Momentum");
    case model::ScorePartOf::Anomaly:
        return tr("Anomaly");
    case model::ScorePartOf::Rarity:
        break;
    }
    return tr("Rarity");
}

/// Bonuses of kinds are called as their kinds, the others have words of their own.
QString HighlightsModel::bonusName(const model::RarityBonus& bonus) const
{
    if (bonus.what == QLatin1String("superweapon"))
        return tr("Superweapon");
    if (bonus.what == QLatin1String("base_destroyed"))
        return tr("Base destroyed");
    if (bonus.what == QLatin1String("army_wipe"))
        return tr("Army wiped out");
    if (bonus.what == QLatin1String("comeback"))
        return tr("Comeback");
    if (bonus.what == QLatin1String("match_ending_kill"))
        return tr("Match-ending kill");
    if (bonus.what == QLatin1String("tech_rush"))
        return tr("Early technology");
    if (bonus.what == QLatin1String("first_combat"))
        return tr("First combat");
    const auto& kinds = m_index->events->kinds;
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&bonus](const model::EventKind& k) { return k.id == bonus.what; });
    return kind == kinds.end() ? bonus.what : shownName(kind->name);
}

QString HighlightsModel::scoreText(const model::Highlight& highlight) const
{
    const QLocale locale;
    QStringList lines{tr("Score %1").arg(locale.toString(highlight.score, 'f', 2))};
    for (const model::ScorePartOf which : parts()) {
        const model::ScorePart& part = highlight.part(which);
        //: part of a score, what it adds, standard deviations above the mean
        lines << tr("%1: %2 (%3 σ above the mean)")
                     .arg(partName(which), locale.toString(part.weighted, 'f', 2),
                          locale.toString(part.z, 'f', 1));
    }
    QStringList named;
    for (const model::RarityBonus& bonus : highlight.bonuses) {
        const QString line =
            QStringLiteral("%1 %2").arg(bonusName(bonus), locale.toString(bonus.bonus, 'f', 2));
        if (!named.contains(line))
            named << line;
    }
    if (!named.isEmpty())
        lines << tr("Rare: %1").arg(named.join(QStringLiteral(", ")));
    return lines.join(u'\n');
}

QString HighlightsModel::tooltip(const model::Highlight& highlight) const
{
    return QStringLiteral("%1\n%2").arg(shownSentence(highlight.title.text(), highlight.title.wording()),
                                        scoreText(highlight));
}

QVariant HighlightsModel::data(const QModelIndex& at, int role) const
{
    const model::Highlight* const highlight = this->at(at.row());
    if (highlight == nullptr)
        return {};
    switch (role) {
    case Qt::ToolTipRole:
        return tooltip(*highlight);
    case Qt::AccessibleTextRole:
        if (at.column() == ScoreColumn)
            return scoreText(*highlight);
        [[fallthrough]];
    case Qt::DisplayRole:
        switch (at.column()) {
        case TimeColumn:
            return model::formatTimeShort(highlight->peak);
        case ScoreColumn:
            return QLocale().toString(highlight->score, 'f', 2);
        default:
            return shownSentence(highlight->title.text(), highlight->title.wording());
        }
    case PartsRole: {
        QVariantList list;
        for (const model::ScorePartOf which : parts())
            list << highlight->part(which).weighted;
        return list;
    }
    default:
        return {};
    }
}

QVariant HighlightsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case ScoreColumn:
        return tr("Score");
    default:
        return tr("Highlight");
    }
}

} // namespace ghostline::app
