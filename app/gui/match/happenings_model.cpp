// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/happenings_model.h"

#include "app/gui/session/actor_names.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QApplication>

#include <algorithm>

namespace ghostline::app {

HappeningsModel::HappeningsModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void HappeningsModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay, int kind)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_kind = kind;
    m_rows.clear();
    const std::size_t count = m_replay != nullptr && kind >= 0 ? m_replay->events->events.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (m_replay->events->events[i].kind == kind)
            m_rows.push_back(static_cast<int>(i));
    }
    m_numeric.clear();
    for (const model::EventColumn& column : columns())
        m_numeric.push_back(saysNumbers(column.key));
    endResetModel();
}

void HappeningsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void HappeningsModel::setFrame(model::FrameNumber frame)
{
    const auto passed = [this](model::FrameNumber at) {
        return std::count_if(m_rows.begin(), m_rows.end(), [&](int i) {
            return m_replay->events->events[static_cast<std::size_t>(i)].frame <= at;
        });
    };
    const bool same = m_rows.empty() || passed(m_frame) == passed(frame);
    m_frame = frame;
    if (!same)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const model::Event& HappeningsModel::eventAt(int row) const
{
    return m_replay->events->events[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])];
}

const std::vector<model::EventColumn>& HappeningsModel::columns() const
{
    static const std::vector<model::EventColumn> none;
    const bool known = m_replay != nullptr && m_kind >= 0 &&
                       static_cast<std::size_t>(m_kind) < m_replay->events->kinds.size();
    return known ? m_replay->events->kinds[static_cast<std::size_t>(m_kind)].columns : none;
}

int HappeningsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int HappeningsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_replay == nullptr ? 0 : FirstDeclared + static_cast<int>(columns().size());
}

QVariant HappeningsModel::sortKey(const model::Event& event, int column) const
{
    if (column == TimeColumn)
        return static_cast<qint64>(event.frame);
    if (column == ActorsColumn)
        return actorNames(*m_replay->info, event);
    return event.data.value(columns()[static_cast<std::size_t>(column - FirstDeclared)].key).toVariant();
}

QVariant HappeningsModel::shown(const model::Event& event, int column) const
{
    if (column == TimeColumn)
        return model::formatTime(event.time);
    if (column == ActorsColumn)
        return actorNames(*m_replay->info, event);
    const model::EventColumn& declared = columns()[static_cast<std::size_t>(column - FirstDeclared)];
    const QJsonValue value = event.data.value(declared.key);
    if (value.isDouble())
        return numberText(value.toDouble(), declared.decimals);
    if (value.isBool())
        return value.toBool() ? tr("yes") : tr("no");
    return value.isString() ? value.toString() : QStringLiteral("–");
}

int HappeningsModel::looseColumn() const
{
    constexpr int Many = 6;
    if (columnCount() == 0 || columnCount() > Many)
        return -1;
    // The last one with words in it: a chat's text rather than its speakers.
    for (int column = columnCount() - 1; column > ActorsColumn; --column) {
        if (!isNumber(column))
            return column;
    }
    return ActorsColumn;
}

bool HappeningsModel::isNumber(int column) const
{
    return column < FirstDeclared ? column == TimeColumn
                                  : m_numeric[static_cast<std::size_t>(column - FirstDeclared)];
}

/// By the first event that says anything there.
bool HappeningsModel::saysNumbers(const QString& key) const
{
    for (const int row : m_rows) {
        const QJsonValue value = m_replay->events->events[static_cast<std::size_t>(row)].data.value(key);
        if (!value.isUndefined() && !value.isNull())
            return value.isDouble();
    }
    return false;
}

QVariant HappeningsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Event& event = eventAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown(event, index.column());
    case Qt::ToolTipRole:
        return shownSentence(event);
    case Qt::ForegroundRole:
        return event.frame > m_frame ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::FontRole:
        return isNumber(index.column()) ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case FrameRole:
        return static_cast<qint64>(event.frame);
    case SortRole:
        return sortKey(event, index.column());
    default:
        return {};
    }
}

QVariant HappeningsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // the fastest throw first, but the earliest event
        return int(section != TimeColumn && isNumber(section) ? Qt::DescendingOrder : Qt::AscendingOrder);
    if (role != Qt::DisplayRole)
        return {};
    if (section == TimeColumn)
        return tr("Time");
    if (section == ActorsColumn)
        return tr("Who");
    const model::EventColumn& column = columns()[static_cast<std::size_t>(section - FirstDeclared)];
    return column.unit.isEmpty() ? shownName(column.name)
                                 : QStringLiteral("%1 (%2)").arg(shownName(column.name), column.unit);
}

} // namespace ghostline::app
