// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/frozen_names.h"

#include "app/gui/docks/panel_style.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

namespace ghostline::app {

void layOver(QAbstractItemView& over, QAbstractItemView& view)
{
    over.setFocusPolicy(Qt::NoFocus); // the keyboard goes through the view itself
    over.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    over.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    over.setVerticalScrollMode(view.verticalScrollMode());
    over.setAutoScroll(false); // it shares the other's current row, which may be far out of sight
    over.setContextMenuPolicy(Qt::CustomContextMenu);
    over.hide();
    QObject::connect(&over, &QAbstractItemView::clicked, &view, &QAbstractItemView::clicked);
    QObject::connect(&over, &QAbstractItemView::doubleClicked, &view, &QAbstractItemView::doubleClicked);
    QObject::connect(&over, &QWidget::customContextMenuRequested, &view,
                     &QWidget::customContextMenuRequested);
    QObject::connect(over.verticalScrollBar(), &QScrollBar::valueChanged, view.verticalScrollBar(),
                     &QScrollBar::setValue);
    QObject::connect(view.verticalScrollBar(), &QScrollBar::valueChanged, over.verticalScrollBar(),
                     &QScrollBar::setValue);
}

FrozenNames::FrozenNames(QTableView* table) : QTableView(table), m_table(table), m_viewport(table->viewport())
{
    setModel(table->model());
    setSelectionModel(table->selectionModel());
    tidyTable(this, table->accessibleName());
    layOver(*this, *table);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(false);
    connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenNames::place);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenNames::place);
    connect(model(), &QAbstractItemModel::modelReset, this, &FrozenNames::place);
    table->viewport()->installEventFilter(this);
}

void FrozenNames::place()
{
    const bool scrolled = m_table->horizontalScrollBar()->value() > 0;
    if (scrolled) {
        for (int column = 1; column < model()->columnCount(); ++column)
            setColumnHidden(column, true);
        const int width = m_table->columnWidth(0);
        setColumnWidth(0, width);
        horizontalHeader()->setFixedHeight(m_table->horizontalHeader()->height());
        const int frame = m_table->frameWidth();
        setGeometry(frame, frame, width,
                    m_table->horizontalHeader()->height() + m_table->viewport()->height());
        verticalScrollBar()->setValue(m_table->verticalScrollBar()->value());
        raise();
    }
    setVisible(scrolled);
}

bool FrozenNames::eventFilter(QObject* watched, QEvent* event)
{
    // Not the table asked for its viewport: while it goes, events still come.
    if (watched == m_viewport && event->type() == QEvent::Resize)
        place();
    return QTableView::eventFilter(watched, event);
}

} // namespace ghostline::app
