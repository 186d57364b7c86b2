// SPDX-License-Identifier: GPL-3.0-or-later
// How the observer panel shares out its room, and what it says where there is nothing.
#include "app/gui/docks/panel_style.h"
#include "app/gui/match/census_table.h"
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/shell/replay_words.h"

#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {
constexpr int LeastName = 22 * Grid;
constexpr int WidestMaking = 60 * Grid;
constexpr int LeastLines = 4; ///< of the table beside forces or a graph: everybody, of most matches
} // namespace

void ObserverPanel::followModel()
{
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_linesMoved = true;
        measureHeadings();
    });
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, [this] { m_linesMoved = true; });
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) {
                m_linesMoved = true;
                measure(first, last, 1, m_model->columnCount() - 1);
            });
    connect(m_model, &QAbstractItemModel::layoutChanged, this, [this] {
        m_linesMoved = true;
        layOut();
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
                if (roles.isEmpty()) // else only its looks
                    measure(first.row(), last.row(), first.column(), last.column());
            });
}

/// A new page: every column has room for its heading and a usual figure.
void ObserverPanel::measureHeadings()
{
    const QFontMetrics metrics(m_when->font());
    m_widest.assign(static_cast<std::size_t>(m_model->columnCount()), 0);
    for (int column = 1; column < m_model->columnCount(); ++column) {
        const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        m_widest[static_cast<std::size_t>(column)] =
            std::max(metrics.horizontalAdvance(m_model->sampleOf(column)),
                     fontMetrics().horizontalAdvance(heading) + 3 * Grid); // for the arrow where it sorts
    }
    m_wider = true;
}

/// Cells that say something else.
void ObserverPanel::measure(int firstRow, int lastRow, int firstColumn, int lastColumn)
{
    const QFontMetrics metrics(m_when->font());
    for (int column = std::max(firstColumn, 1); column <= lastColumn; ++column) {
        int& widest = m_widest[static_cast<std::size_t>(column)];
        for (int row = firstRow; row <= lastRow; ++row) {
            const int wanted = metrics.horizontalAdvance(m_model->index(row, column).data().toString());
            m_wider = m_wider || wanted > widest;
            widest = std::max(widest, wanted);
        }
    }
}

/// After lines came, went or moved, and where a figure became wider.
void ObserverPanel::layOut()
{
    if (std::exchange(m_linesMoved, false)) {
        m_table->clearSpans();
        for (int row = 0; m_model->columnCount() > 1 && row < m_model->rowCount(); ++row) {
            if (m_model->isItem(row))
                m_table->setSpan(row, ObserverModel::NameColumn, 1, m_model->columnCount());
        }
        fitHeight();
    }
    if (std::exchange(m_wider, false))
        fitColumns();
}

/// Figures are as wide as they need to be; names, and what is made, take what is left.
void ObserverPanel::fitColumns()
{
    if (m_widest.size() != static_cast<std::size_t>(m_model->columnCount()) || m_widest.empty())
        return;
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(6 * Grid);
    const int last = m_model->columnCount() - 1;
    const bool making = last > 0 && m_model->figureAt(last) == nullptr;
    int left = m_table->viewport()->width();
    for (int column = 1; column <= last; ++column) {
        if (making && column == last)
            continue;
        const int width = m_widest[static_cast<std::size_t>(column)] + 3 * Grid;
        header->resizeSection(column, width);
        left -= width;
    }
    if (making) { // names first, then as much of what is made as there is room for
        int longest = LeastName;
        for (int row = 0; row < m_model->rowCount(); ++row)
            longest =
                std::max(longest, fontMetrics().horizontalAdvance(m_model->index(row, 0).data().toString()) +
                                      9 * Grid);
        const int name = std::clamp(left * 2 / 5, LeastName, longest);
        header->resizeSection(last, std::max(left - name, std::min(m_widest.back(), WidestMaking) / 2));
        left = name;
    }
    header->resizeSection(ObserverModel::NameColumn, std::max(left, LeastName));
    fitHeight(); // a scroll bar takes a line's room
}

/// Beside forces or a graph the table is as high as its lines, which leaves them the rest.
void ObserverPanel::fitHeight()
{
    const bool shared = m_census->isVisibleTo(this) || m_graph->isVisibleTo(this);
    const int line = m_table->verticalHeader()->defaultSectionSize();
    const int head = m_table->horizontalHeader()->sizeHint().height();
    const bool wide = m_table->horizontalHeader()->length() > m_table->viewport()->width();
    const int scroll = wide ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    const int lines = m_model->rowCount();
    m_table->setMinimumHeight(head + std::min(lines, LeastLines) * line + scroll);
    m_table->setMaximumHeight(shared ? head + lines * line + scroll : QWIDGETSIZE_MAX);
}

/// Why a page is empty, where it is.
void ObserverPanel::explain()
{
    const model::ObserverPage& page = *m_model->page();
    const bool figures = m_model->columnCount() > 1;
    const bool others = m_census->isVisibleTo(this) || m_graph->isVisibleTo(this);
    QString why;
    if (m_model->rowCount() == 0)
        why = tr("No players take part in this recording");
    else if (!figures && page.listing.empty() && !others)
        why = m_density == model::Density::Full
                  ? tr("This recording says nothing of %1").arg(shownName(page.name))
                  : tr("Nothing of %1 fits this density; a fuller one shows more").arg(shownName(page.name));
    else if (!figures && !page.listing.empty() && !m_model->busy())
        why = tr("Nobody makes anything at this moment");
    m_nothing->setText(why);
    m_nothing->setVisible(!why.isEmpty());
    const bool onlyNames = !figures && page.listing.empty();
    m_table->setVisible(why.isEmpty() && !onlyNames);
}

} // namespace ghostline::app
