// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/splits_model.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/widgets/panel_style.h"

#include <QApplication>
#include <QLocale>
#include <QSize>

#include <algorithm>

namespace ghostline::app {

namespace {

template<typename Value, typename Words>
QString orDash(const std::optional<Value>& value, Words words)
{
    return value ? words(*value) : noNumberDash();
}

QString speedText(double metresPerSecond) { return QLocale().toString(metresPerSecond, 'f', 1); }

constexpr int GoldHue = 6; ///< yellow
constexpr int GainHue = 2; ///< green

/// A checkpoint by the id that the recording gives it, the ends of the run in plain words.
QString placeName(const QString& id, bool finish) { return finish ? SplitsModel::tr("Finish") : id; }

} // namespace

SplitsModel::SplitsModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font())), m_theoretical(m_tabular), m_strong(m_tabular)
{
    m_theoretical.setItalic(true);
    m_strong.setBold(true);
}

void SplitsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void SplitsModel::setRuns(SplitRuns runs)
{
    beginResetModel();
    m_runs = std::move(runs);
    m_splits = {};
    m_best = {};
    if (m_runs.runner.track != nullptr && m_runs.shown >= 0) {
        const auto& ghost = m_runs.ghosts[static_cast<std::size_t>(m_runs.shown)].track;
        m_splits = model::splitsOf(*m_runs.runner.track, *ghost, m_runs.alignment);
        std::vector<const model::RunTrack*> all{m_runs.runner.track.get()};
        all.reserve(m_runs.ghosts.size() + 1);
        for (const SplitRun& run : m_runs.ghosts)
            all.push_back(run.track.get());
        m_best = model::bestSections(all);
    }
    findExtremes();
    endResetModel();
}

/// Sections that make no difference, within what is honest, are neither.
void SplitsModel::findExtremes()
{
    m_mostGained = -1;
    m_mostLost = -1;
    model::Micros gained = m_splits.accuracy;
    model::Micros lost = -m_splits.accuracy;
    for (int row = 0; row < static_cast<int>(m_splits.rows.size()); ++row) {
        const auto& delta = split(row)->sectionDelta;
        if (delta && *delta > gained) {
            gained = *delta;
            m_mostGained = row;
        }
        if (delta && *delta < lost) {
            lost = *delta;
            m_mostLost = row;
        }
    }
}

const model::Split* SplitsModel::split(int row) const
{
    const auto i = static_cast<std::size_t>(row);
    return row >= 0 && i < m_splits.rows.size() ? &m_splits.rows[i] : nullptr;
}

int SplitsModel::sumRow() const
{
    return m_best.sum && !m_splits.rows.empty() ? static_cast<int>(m_splits.rows.size()) : -1;
}

const model::SectionBest* SplitsModel::bestOf(const model::Split& split) const
{
    const auto found = std::find_if(m_best.rows.begin(), m_best.rows.end(), [&](const auto& best) {
        return best.from == split.from && best.id == split.id && best.finish == split.finish;
    });
    return found == m_best.rows.end() ? nullptr : &*found;
}

/// Equal times are both the best; a tie is told by a star of its own.
bool SplitsModel::isShared(const model::Split& split, int column) const
{
    const int run = column == SectionColumn ? 0 : m_runs.shown + 1;
    return split.sectionA == split.sectionB || bestOf(split)->run != run;
}

bool SplitsModel::isBest(const model::Split& split, int column) const
{
    const auto time = column == SectionColumn        ? split.sectionA
                      : column == GhostSectionColumn ? split.sectionB
                                                     : std::nullopt;
    const model::SectionBest* best = time ? bestOf(split) : nullptr;
    return best != nullptr && *time == best->best;
}

QString SplitsModel::runName(int run) const
{
    return run == 0 ? tr("the runner") : m_runs.ghosts[static_cast<std::size_t>(run - 1)].name;
}

int SplitsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_splits.rows.size()) + (sumRow() >= 0 ? 1 : 0);
}

int SplitsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString SplitsModel::text(const model::Split& split, int column) const
{
    const auto delta = [](model::Micros t) { return deltaText(runnerDelta(t)); };
    switch (column) {
    case PlaceColumn:
        return placeName(split.id, split.finish);
    case TotalDeltaColumn:
        return orDash(split.delta, delta);
    case SectionDeltaColumn:
        return orDash(split.sectionDelta, delta);
    case SectionColumn:
        return orDash(split.sectionA, secondsText);
    case GhostSectionColumn:
        return orDash(split.sectionB, secondsText);
    case TotalColumn:
        return orDash(split.timeA, secondsText);
    case GhostTotalColumn:
        return orDash(split.timeB, secondsText);
    case SpeedColumn:
        return orDash(split.speedA, speedText);
    default:
        return orDash(split.speedB, speedText);
    }
}

QString SplitsModel::toolTip(const model::Split& split, int column) const
{
    switch (column) {
    case PlaceColumn:
        return tr("From %1 to %2; a click goes there").arg(split.from, placeName(split.id, split.finish));
    case TotalDeltaColumn:
        return split.delta ? QString() : whyNoNumber(model::NoNumber::Checkpoints);
    case SectionDeltaColumn:
        if (&split == this->split(m_mostLost))
            return tr("Here the runner lost most against the ghost");
        if (&split == this->split(m_mostGained))
            return tr("Here the runner gained most on the ghost");
        return split.sectionDelta ? QString() : tr("The two did not come from the same checkpoint");
    case SectionColumn:
    case GhostSectionColumn:
        if (const model::SectionBest* best = bestOf(split))
            return isBest(split, column) && isShared(split, column)
                       ? tr("Best of all: %1, and not alone with it").arg(secondsText(best->best))
                       : tr("Best of all: %1 by %2").arg(secondsText(best->best), runName(best->run));
        return {};
    default:
        return {};
    }
}

QVariant SplitsModel::sumData(int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return column == PlaceColumn     ? tr("Best sections (theoretical)")
               : column == SectionColumn ? secondsText(*m_best.sum)
                                         : QString();
    case Qt::SizeHintRole:
        // It spans columns, so its words make none of them wider.
        return column == PlaceColumn ? QVariant(QSize(0, 0)) : QVariant();
    case Qt::ToolTipRole:
        return tr("The best time of every section added up, whoever ran it: nobody ran all of them");
    case Qt::FontRole:
        return m_theoretical;
    case Qt::ForegroundRole:
        return m_theme.textMuted;
    case Qt::TextAlignmentRole:
        return int((column == PlaceColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant SplitsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int column = index.column();
    if (index.row() == sumRow())
        return sumData(column, role);
    const model::Split& row = *split(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case BestRole:
        return isBest(row, column);
    case Qt::DecorationRole:
        // A shape of its own: gold must be told from silver without colour, too.
        return isBest(row, column)
                   ? QVariant(markIcon(Mark::Star, m_theme.hue(GoldHue), !isShared(row, column)))
                   : QVariant();
    case Qt::FontRole:
        return column == PlaceColumn ? QVariant()
               : isExtreme(index)    ? QVariant(m_strong)
                                     : QVariant(m_tabular);
    case Qt::ForegroundRole:
        // The sign says which of the two it is; heavier than the rest are both.
        return !isExtreme(index) ? QVariant()
                                 : QVariant(index.row() == m_mostLost ? m_theme.error : m_theme.hue(GainHue));
    case Qt::TextAlignmentRole:
        return int((column == PlaceColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QString SplitsModel::headingHelp(int column) const
{
    const QString honest =
        tr("True to ±%1 s, one frame of the coarser recording").arg(secondsText(m_splits.accuracy));
    if (column == SectionDeltaColumn)
        return tr("Runner less ghost, seconds; below zero the runner is faster. Most lost and most gained "
                  "stand out. %1")
            .arg(honest);
    if (column == TotalDeltaColumn)
        return tr("Runner less ghost, seconds; below zero the runner is faster. %1").arg(honest);
    switch (column) {
    case PlaceColumn:
        return tr("Where a section ends, in the ghost's order");
    case SectionColumn:
    case GhostSectionColumn:
        return tr("Time since the checkpoint before, failed attempts included; a star marks the best of all "
                  "runs, a hollow one a tie. %1")
            .arg(honest);
    case TotalColumn:
    case GhostTotalColumn:
        return (m_runs.alignment == model::Alignment::Tick ? tr("Time since the recording's first frame. %1")
                                                           : tr("Time since the run's start. %1"))
            .arg(honest);
    default:
        return column == SpeedColumn ? tr("Speed when passing the checkpoint")
                                     : tr("Speed of the ghost when passing the checkpoint");
    }
}

QString SplitsModel::speedUnit() const
{
    const auto& runner = m_runs.runner.track;
    return (runner != nullptr ? runner->unit : QStringLiteral("m")) + QStringLiteral("/s");
}

QVariant SplitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == PlaceColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return headingHelp(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case PlaceColumn:
        return tr("Checkpoint");
    case TotalDeltaColumn:
        return tr("±\ntotal");
    case SectionDeltaColumn:
        return tr("±\nsection");
    case SectionColumn:
        return tr("Section");
    case GhostSectionColumn:
        return tr("Ghost\nsection");
    case TotalColumn:
        return tr("Total");
    case GhostTotalColumn:
        return tr("Ghost\ntotal");
    case SpeedColumn:
        return tr("Speed\n%1").arg(speedUnit());
    default:
        return tr("Ghost\n%1").arg(speedUnit());
    }
}

} // namespace ghostline::app
