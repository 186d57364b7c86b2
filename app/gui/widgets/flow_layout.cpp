// SPDX-License-Identifier: GPL-3.0-or-later
// Word-like layout of small widgets.
#include "app/gui/widgets/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace ghostline::app {

FlowLayout::FlowLayout(QWidget* parent, int gap) : QLayout(parent), m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) { m_items.push_back(item); }

QLayoutItem* FlowLayout::itemAt(int at) const
{
    return at >= 0 && at < count() ? m_items[static_cast<std::size_t>(at)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int at)
{
    if (at < 0 || at >= count())
        return nullptr;
    QLayoutItem* item = m_items[static_cast<std::size_t>(at)];
    m_items.erase(m_items.begin() + at);
    return item;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const
{
    const QMargins margins = contentsMargins();
    const QRect inner = rect.marginsRemoved(margins);
    int x = inner.left();
    int y = inner.top();
    int line = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size(std::min(item->sizeHint().width(), std::max(inner.width(), 1)),
                         item->sizeHint().height());
        if (x > inner.left() && x + size.width() > inner.left() + inner.width()) {
            x = inner.left();
            y += line + m_gap;
            line = 0;
        }
        if (place)
            item->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + m_gap;
        line = std::max(line, size.height());
    }
    return y + line - rect.top() + margins.bottom();
}

} // namespace ghostline::app
