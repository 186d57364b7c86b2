// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/frozen_column.h"

#include "app/gui/widgets/flat_header.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"

#include <QEvent>
#include <QScrollBar>
#include <QTableView>
#include <QTreeView>

namespace ghostline::app {

namespace {

void shareModel(QAbstractItemView& over, const QAbstractItemView& under)
{
    over.setModel(under.model());
    over.setSelectionModel(under.selectionModel());
}

QTableView* overTable(QTableView* table)
{
    auto* over = new QTableView(table);
    shareModel(*over, *table);
    tidyTable(over, table->accessibleName());
    over->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    return over;
}

QTreeView* overTree(QTreeView* tree)
{
    auto* over = new QTreeView(tree);
    shareModel(*over, *tree);
    over->setHeader(new FlatHeader(over));
    over->header()->setSectionsClickable(false);
    tidyView(over, tree->accessibleName());
    over->setUniformRowHeights(true);
    over->setIndentation(tree->indentation());
    over->setExpandsOnDoubleClick(false);
    return over;
}

/// Expanding everything at once is not told by signals.
void expandAlike(QTreeView& over, const QTreeView& under)
{
    over.setRootIsDecorated(under.rootIsDecorated());
    for (int row = 0; row < under.model()->rowCount(); ++row) {
        const QModelIndex at = under.model()->index(row, 0);
        over.setExpanded(at, under.isExpanded(at));
    }
}

} // namespace

FrozenColumn::FrozenColumn(QTableView* table) : FrozenColumn(overTable(table), table)
{
    connect(table->model(), &QAbstractItemModel::modelReset, this, &FrozenColumn::place);
}

FrozenColumn::FrozenColumn(QTreeView* tree) : FrozenColumn(overTree(tree), tree)
{
    auto* over = static_cast<QTreeView*>(m_over);
    connect(tree, &QTreeView::expanded, over, &QTreeView::expand);
    connect(tree, &QTreeView::collapsed, over, &QTreeView::collapse);
    connect(over, &QTreeView::expanded, tree, &QTreeView::expand);
    connect(over, &QTreeView::collapsed, tree, &QTreeView::collapse);
    // Another table: what of it is expanded is known only after that.
    connect(tree->model(), &QAbstractItemModel::modelReset, over, &QWidget::hide);
    connect(tree->model(), &QAbstractItemModel::modelReset, this, &FrozenColumn::place, Qt::QueuedConnection);
}

FrozenColumn::FrozenColumn(QAbstractItemView* over, QAbstractItemView* under)
    : QObject(over), m_over(over), m_under(under), m_viewport(under->viewport())
{
    over->setFocusPolicy(Qt::NoFocus); // the keyboard goes through the view below
    over->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    over->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    over->setVerticalScrollMode(under->verticalScrollMode());
    over->setAutoScroll(false); // it shares the other's current row, which may be far out of sight
    over->setContextMenuPolicy(Qt::CustomContextMenu);
    headerOf(*over)->setStretchLastSection(false);
    over->hide();
    connect(over, &QAbstractItemView::clicked, under, &QAbstractItemView::clicked);
    connect(over, &QAbstractItemView::doubleClicked, under, &QAbstractItemView::doubleClicked);
    connect(over, &QWidget::customContextMenuRequested, under, [over, under](QPoint at) {
        TableMenu* own = TableMenu::of(under);
        if (under->contextMenuPolicy() == Qt::DefaultContextMenu && own != nullptr)
            own->popup(over->viewport()->mapToGlobal(at));
        else
            Q_EMIT under->customContextMenuRequested(at);
    });
    connect(over->verticalScrollBar(), &QScrollBar::valueChanged, under->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(under->verticalScrollBar(), &QScrollBar::valueChanged, over->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(under->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumn::place);
    connect(headerOf(*under), &QHeaderView::sectionResized, this, &FrozenColumn::place);
    under->viewport()->installEventFilter(this);
}

void FrozenColumn::place()
{
    if (m_under->horizontalScrollBar()->value() <= 0) {
        m_over->hide();
        return;
    }
    QHeaderView* header = headerOf(*m_over);
    const QHeaderView* below = headerOf(*m_under);
    for (int column = 1; column < m_over->model()->columnCount(); ++column)
        header->setSectionHidden(column, true);
    header->resizeSection(0, below->sectionSize(0));
    header->setFixedHeight(below->height());
    const int frame = m_under->frameWidth();
    m_over->setGeometry(frame, frame, below->sectionSize(0), below->height() + m_under->viewport()->height());
    const bool appears = m_over->isHidden();
    if (auto* tree = qobject_cast<QTreeView*>(m_over); appears && tree != nullptr)
        expandAlike(*tree, static_cast<const QTreeView&>(*m_under));
    m_over->raise();
    m_over->show();
    if (appears)
        m_over->doItemsLayout(); // before that it does not know how far it can scroll
    m_over->verticalScrollBar()->setValue(m_under->verticalScrollBar()->value());
}

bool FrozenColumn::eventFilter(QObject* watched, QEvent* event)
{
    // Not the view asked for its viewport: while it goes, events still come.
    if (watched == m_viewport && event->type() == QEvent::Resize)
        place();
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
