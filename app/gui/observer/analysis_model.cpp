// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/analysis_model.h"

#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QApplication>

#include <algorithm>

namespace ghostline::app {

AnalysisModel::AnalysisModel(QObject* parent)
    : QAbstractItemModel(parent), m_theme(render::Theme::dark()), m_tabular(tabularFont(QApplication::font()))
{
}

void AnalysisModel::setTable(std::shared_ptr<const model::ReplayIndex> replay, int table)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_tables = m_replay != nullptr ? m_replay->tables : nullptr;
    m_table = table;
    m_sortColumn = -1;
    arrange();
    endResetModel();
}

void AnalysisModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    Q_EMIT layoutAboutToBeChanged(); // marks stand in the first column of every row, however deep
    Q_EMIT layoutChanged();
}

const model::AnalysisTable* AnalysisModel::table() const
{
    const bool known =
        m_tables != nullptr && m_table >= 0 && static_cast<std::size_t>(m_table) < m_tables->size();
    return known ? &(*m_tables)[static_cast<std::size_t>(m_table)] : nullptr;
}

/// Who is below whom, in the order sorted by; what has nothing to sort by comes last either way.
void AnalysisModel::arrange()
{
    const std::size_t count = table() != nullptr ? table()->rows.size() : 0;
    m_children.assign(count + 1, {});
    m_place.assign(count, 0);
    for (std::size_t row = 0; row < count; ++row) {
        const int parent = table()->rows[row].parent;
        const bool earlier = parent >= 0 && static_cast<std::size_t>(parent) < row;
        m_children[earlier ? static_cast<std::size_t>(parent) + 1 : 0].push_back(static_cast<int>(row));
    }
    const auto column = static_cast<std::size_t>(m_sortColumn);
    const bool sorted = m_sortColumn >= 0 && m_sortColumn < columnCount();
    const bool numeric = sorted && table()->columns[column].numeric;
    const bool up = m_sortOrder == Qt::AscendingOrder;
    const auto before = [&](int x, int y) {
        const QString a = text(x, m_sortColumn);
        const QString b = text(y, m_sortColumn);
        if (a.isEmpty() || b.isEmpty())
            return !a.isEmpty() && b.isEmpty();
        if (!numeric) {
            const int words = QString::localeAwareCompare(a, b);
            return up ? words < 0 : words > 0;
        }
        const double p = table()->rows[static_cast<std::size_t>(x)].cells[column].value;
        const double q = table()->rows[static_cast<std::size_t>(y)].cells[column].value;
        return up ? p < q : q < p;
    };
    for (std::vector<int>& siblings : m_children) {
        if (sorted)
            std::stable_sort(siblings.begin(), siblings.end(), before);
        for (std::size_t i = 0; i < siblings.size(); ++i)
            m_place[static_cast<std::size_t>(siblings[i])] = static_cast<int>(i);
    }
}

void AnalysisModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    const QModelIndexList stale = persistentIndexList();
    QModelIndexList moved;
    moved.reserve(stale.size());
    for (const QModelIndex& old : stale)
        moved << at(static_cast<int>(old.internalId()), old.column());
    changePersistentIndexList(stale, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

// ---- what is there ----

const model::AnalysisRow* AnalysisModel::rowAt(const QModelIndex& at) const
{
    return at.isValid() && table() != nullptr ? &table()->rows[at.internalId()] : nullptr;
}

QModelIndex AnalysisModel::indexOf(model::ActorId actor) const
{
    if (table() == nullptr || actor == model::ActorId::None)
        return {};
    const auto& rows = table()->rows;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [actor](const model::AnalysisRow& row) { return row.actor == actor; });
    return found == rows.end() ? QModelIndex() : at(static_cast<int>(found - rows.begin()), 0);
}

bool AnalysisModel::nested() const { return table() != nullptr && below(-1).size() < table()->rows.size(); }

QString AnalysisModel::text(int row, int column) const
{
    const auto& cells = table()->rows[static_cast<std::size_t>(row)].cells;
    const auto at = static_cast<std::size_t>(column);
    return column >= 0 && at < cells.size() ? cells[at].text : QString();
}

void AnalysisModel::addText(int under, int depth, QStringList& lines) const
{
    for (const int row : below(under)) {
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column)
            cells << text(row, column);
        cells.front().prepend(QString(2 * depth, QLatin1Char(' ')));
        lines << cells.join(QLatin1Char('\t'));
        addText(row, depth + 1, lines);
    }
}

QString AnalysisModel::copyText() const
{
    if (columnCount() == 0)
        return {};
    QStringList headings;
    for (int column = 0; column < columnCount(); ++column)
        headings << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    QStringList lines{headings.join(QLatin1Char('\t'))};
    addText(-1, 0, lines);
    return lines.join(QLatin1Char('\n'));
}

// ---- the model ----

QModelIndex AnalysisModel::at(int row, int column) const
{
    return createIndex(m_place[static_cast<std::size_t>(row)], column, static_cast<quintptr>(row));
}

QModelIndex AnalysisModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const int under = parent.isValid() ? static_cast<int>(parent.internalId()) : -1;
    return createIndex(row, column, static_cast<quintptr>(below(under)[static_cast<std::size_t>(row)]));
}

QModelIndex AnalysisModel::parent(const QModelIndex& child) const
{
    const model::AnalysisRow* row = rowAt(child);
    const bool under =
        row != nullptr && row->parent >= 0 && static_cast<quintptr>(row->parent) < child.internalId();
    return under ? at(row->parent, 0) : QModelIndex();
}

int AnalysisModel::rowCount(const QModelIndex& parent) const
{
    if (table() == nullptr || parent.column() > 0)
        return 0;
    return static_cast<int>(below(parent.isValid() ? static_cast<int>(parent.internalId()) : -1).size());
}

int AnalysisModel::columnCount(const QModelIndex&) const
{
    return table() != nullptr ? static_cast<int>(table()->columns.size()) : 0;
}

QString AnalysisModel::toolTip(int row, int column) const
{
    const model::AnalysisRow& line = table()->rows[static_cast<std::size_t>(row)];
    QStringList lines;
    if (!text(row, column).isEmpty())
        lines << text(row, column);
    if (line.frame)
        lines << tr("Click goes to %1").arg(model::formatTimeShort(m_replay->timeAxis.timeOf(*line.frame)));
    return lines.join(QLatin1Char('\n'));
}

QVariant AnalysisModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = static_cast<int>(index.internalId());
    const model::AnalysisColumn& column = table()->columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::FontRole:
        return column.numeric ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return int((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        const QString tip = toolTip(row, index.column());
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case Qt::DecorationRole: {
        const model::ActorInfo* actor = m_replay->info->actor(rowAt(index)->actor);
        if (index.column() > 0 || actor == nullptr)
            return {};
        const auto& teams = m_replay->info->teams;
        return markIcon(actorMark(*actor, teams), render::actorColor(m_theme, *actor, teams));
    }
    default:
        return {};
    }
}

QVariant AnalysisModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const model::AnalysisColumn& column = table()->columns[static_cast<std::size_t>(section)];
    const QString heading = column.unit.isEmpty()
                                ? shownName(column.name)
                                : QStringLiteral("%1 (%2)").arg(shownName(column.name), column.unit);
    switch (role) {
    case Qt::DisplayRole:
        return heading;
    case Qt::ToolTipRole:
        return column.tip.isEmpty() ? heading : QStringLiteral("%1\n%2").arg(heading, column.tip);
    case Qt::TextAlignmentRole:
        return int((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::InitialSortOrderRole:
        return int(column.numeric ? Qt::DescendingOrder : Qt::AscendingOrder);
    default:
        return {};
    }
}

} // namespace ghostline::app
