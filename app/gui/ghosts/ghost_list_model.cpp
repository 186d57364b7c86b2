// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_list_model.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/widgets/panel_style.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

QString nameOf(const Ghost& ghost)
{
    const model::ActorInfo* actor = ghost.index != nullptr ? ghost.index->info->actor(ghost.actor) : nullptr;
    if (actor == nullptr)
        return ghost.name;
    const auto& cast = ghost.index->info->cast;
    const auto principals =
        std::count_if(cast.begin(), cast.end(), [](const model::ActorInfo& a) { return a.principal; });
    return principals > 1 ? QStringLiteral("%1 · %2").arg(ghost.name, actor->name) : ghost.name;
}

/// In words: what the sign of a difference means.
QString deltaToolTip(double delta)
{
    const model::Micros apart = model::fromSeconds(std::abs(delta));
    if (secondsText(apart) == QLatin1String("0.000"))
        return GhostListModel::tr("Level with the runner");
    return delta < 0.0 ? GhostListModel::tr("The ghost is %1 s ahead").arg(secondsText(apart))
                       : GhostListModel::tr("The ghost is %1 s behind").arg(secondsText(apart));
}

} // namespace

GhostListModel::GhostListModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void GhostListModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_ghosts.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void GhostListModel::setGhosts(const std::vector<Ghost>& ghosts)
{
    const bool same = std::equal(ghosts.begin(), ghosts.end(), m_ghosts.begin(), m_ghosts.end(),
                                 [](const Ghost& a, const Ghost& b) { return a.id == b.id; });
    if (same) {
        m_ghosts = ghosts;
        if (!m_ghosts.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_ghosts = ghosts;
    m_gaps.assign(m_ghosts.size(), std::nullopt);
    endResetModel();
}

void GhostListModel::setGaps(std::vector<std::optional<model::Gap>> gaps)
{
    m_gaps = std::move(gaps);
    m_gaps.resize(m_ghosts.size());
    if (!m_ghosts.empty())
        Q_EMIT dataChanged(index(0, DeltaColumn), index(rowCount() - 1, DistanceColumn));
}

const Ghost* GhostListModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_ghosts[static_cast<std::size_t>(row)] : nullptr;
}

int GhostListModel::rowOf(int id) const
{
    const auto found =
        std::find_if(m_ghosts.begin(), m_ghosts.end(), [id](const Ghost& ghost) { return ghost.id == id; });
    return found == m_ghosts.end() ? -1 : static_cast<int>(found - m_ghosts.begin());
}

const std::optional<model::Gap>& GhostListModel::gapAt(int row) const
{
    return m_gaps[static_cast<std::size_t>(row)];
}

int GhostListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ghosts.size());
}

int GhostListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString GhostListModel::text(const Ghost& ghost, const std::optional<model::Gap>& gap, int column) const
{
    if (column == NameColumn)
        return nameOf(ghost);
    if (ghost.status != GhostStatus::Ready || !gap) {
        if (column == DistanceColumn)
            return {};
        return ghost.status == GhostStatus::Failed ? (ghost.otherWorld ? tr("other world") : tr("not read"))
                                                   : tr("reading…");
    }
    if (column == DeltaColumn)
        return deltaText(runnerDelta(gap->delta));
    return lengthText(gap->distance, ghost.track != nullptr ? ghost.track->unit : QStringLiteral("m"));
}

QString GhostListModel::toolTip(const Ghost& ghost, const std::optional<model::Gap>& gap, int column) const
{
    if (ghost.status == GhostStatus::Failed)
        return ghost.trouble.isEmpty() ? tr("This recording cannot be compared") : ghost.trouble;
    if (column == NameColumn)
        return ghost.otherWorld ? tr("%1\nRecorded in another world").arg(ghost.path) : ghost.path;
    if (ghost.status == GhostStatus::Loading || !gap)
        return tr("The recording is being read and compared");
    const double shown = column == DeltaColumn ? gap->delta : gap->distance;
    if (!std::isfinite(shown))
        return whyNoNumber(gap->why == model::NoNumber::None ? model::NoNumber::Outside : gap->why);
    return column == DeltaColumn ? deltaToolTip(gap->delta)
                                 : tr("From the runner to the ghost as they are shown");
}

QVariant GhostListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Ghost& ghost = *at(index.row());
    const bool figure = index.column() != NameColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(ghost, gapAt(index.row()), index.column());
    case Qt::ToolTipRole:
        return toolTip(ghost, gapAt(index.row()), index.column());
    case Qt::DecorationRole:
        return figure ? QVariant() : QVariant(markIcon(markFor(ghost.hue), m_theme.hue(ghost.hue)));
    case Qt::CheckStateRole:
        return figure ? QVariant() : QVariant(ghost.visible ? Qt::Checked : Qt::Unchecked);
    case Qt::FontRole:
        return figure ? QVariant(m_tabular) : QVariant();
    case Qt::ForegroundRole:
        return ghost.status == GhostStatus::Ready ? QVariant() : QVariant(m_theme.textMuted);
    case Qt::TextAlignmentRole:
        return int((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

bool GhostListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != NameColumn || at(index.row()) == nullptr)
        return false;
    Q_EMIT visibilityWished(at(index.row())->id, value.toInt() == Qt::Checked);
    return true;
}

QVariant GhostListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == NameColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == DeltaColumn)
        return tr("Runner less ghost, seconds; below zero the runner is faster");
    if (role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Ghost") : section == DeltaColumn ? tr("± now, s") : tr("Apart");
}

Qt::ItemFlags GhostListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == NameColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace ghostline::app
