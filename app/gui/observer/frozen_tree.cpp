// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/frozen_tree.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/match/frozen_names.h"

#include <QEvent>
#include <QScrollBar>

namespace ghostline::app {

FrozenTree::FrozenTree(QTreeView* tree) : QTreeView(tree), m_tree(tree), m_viewport(tree->viewport())
{
    setModel(tree->model());
    setSelectionModel(tree->selectionModel());
    setHeader(new FlatHeader(this));
    header()->setSectionsClickable(false);
    header()->setStretchLastSection(false);
    tidyView(this, tree->accessibleName());
    setUniformRowHeights(true);
    setIndentation(tree->indentation());
    setExpandsOnDoubleClick(false);
    layOver(*this, *tree);
    connect(tree, &QTreeView::expanded, this, &QTreeView::expand);
    connect(tree, &QTreeView::collapsed, this, &QTreeView::collapse);
    connect(this, &QTreeView::expanded, tree, &QTreeView::expand);
    connect(this, &QTreeView::collapsed, tree, &QTreeView::collapse);
    connect(tree->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenTree::place);
    connect(tree->header(), &QHeaderView::sectionResized, this, &FrozenTree::place);
    // Another table: what of it is expanded is known only after that.
    connect(model(), &QAbstractItemModel::modelReset, this, &QWidget::hide);
    connect(model(), &QAbstractItemModel::modelReset, this, &FrozenTree::place, Qt::QueuedConnection);
    tree->viewport()->installEventFilter(this);
}

void FrozenTree::place()
{
    const bool scrolled = m_tree->horizontalScrollBar()->value() > 0;
    if (scrolled) {
        for (int column = 1; column < model()->columnCount(); ++column)
            setColumnHidden(column, true);
        const int width = m_tree->columnWidth(0);
        setColumnWidth(0, width);
        const int head = m_tree->header()->height();
        header()->setFixedHeight(head);
        const int frame = m_tree->frameWidth();
        setGeometry(frame, frame, width, head + m_tree->viewport()->height());
        if (isHidden())
            expandAlike();
        raise();
    }
    setVisible(scrolled);
    if (scrolled) {
        executeDelayedItemsLayout(); // before that it does not know how far it can scroll
        verticalScrollBar()->setValue(m_tree->verticalScrollBar()->value());
    }
}

/// Expanding everything at once is not told by signals.
void FrozenTree::expandAlike()
{
    setRootIsDecorated(m_tree->rootIsDecorated());
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex at = model()->index(row, 0);
        setExpanded(at, m_tree->isExpanded(at));
    }
}

bool FrozenTree::eventFilter(QObject* watched, QEvent* event)
{
    // Not the tree asked for its viewport: while it goes, events still come.
    if (watched == m_viewport && event->type() == QEvent::Resize)
        place();
    return QTreeView::eventFilter(watched, event);
}

} // namespace ghostline::app
