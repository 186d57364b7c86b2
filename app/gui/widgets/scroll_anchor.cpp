// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/scroll_anchor.h"

#include <QScrollBar>
#include <QTreeView>

namespace ghostline::app {

ScrollAnchor::ScrollAnchor(QTreeView* tree) : m_tree(tree) {}

QStringList ScrollAnchor::pathOf(const QModelIndex& at)
{
    QStringList path;
    for (QModelIndex each = at.siblingAtColumn(0); each.isValid(); each = each.parent())
        path.prepend(each.data().toString());
    return path;
}

QModelIndex ScrollAnchor::find(const QStringList& path) const
{
    QModelIndex at;
    for (const QString& text : path) {
        QModelIndex next;
        for (int row = 0; row < m_tree->model()->rowCount(at) && !next.isValid(); ++row) {
            const QModelIndex each = m_tree->model()->index(row, 0, at);
            if (each.data().toString() == text)
                next = each;
        }
        if (!next.isValid())
            return {};
        at = next;
    }
    return at;
}

void ScrollAnchor::remember()
{
    if (m_tree == nullptr)
        return;
    m_current = pathOf(m_tree->currentIndex());
    m_scrolled = m_tree->verticalScrollBar()->value();
    const QModelIndex top = m_tree->indexAt({0, 0});
    m_top = pathOf(top);
    m_cut = -m_tree->visualRect(top).top();
}

void ScrollAnchor::restore()
{
    if (m_tree == nullptr)
        return;
    m_tree->doItemsLayout(); // the bar reaches as far as the rows do
    if (const QModelIndex current = find(m_current); current.isValid())
        m_tree->setCurrentIndex(current);
    QScrollBar* bar = m_tree->verticalScrollBar();
    const QModelIndex top = find(m_top);
    // At the very top one stays there, whatever comes above what was seen first.
    if (m_scrolled > 0 && top.isValid())
        bar->setValue(bar->value() + m_tree->visualRect(top).top() + m_cut);
    else
        bar->setValue(m_scrolled);
}

} // namespace ghostline::app
