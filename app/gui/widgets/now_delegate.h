// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks where "now" is in a list: a bar at the left edge of the last row at or before the playhead.
#include "app/gui/widgets/panel_style.h"

#include <QPainter>

namespace ghostline::app {

/// `role` of the first column is true for the row that is now.
class NowDelegate : public PanelDelegate
{
public:
    NowDelegate(int role, QObject* parent) : PanelDelegate(parent), m_role(role) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        PanelDelegate::paint(painter, option, index);
        if (index.column() != 0 || !index.data(m_role).toBool())
            return;
        const QRect bar(option.rect.left(), option.rect.top(), 3, option.rect.height());
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->fillRect(bar,
                          option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight));
    }

private:
    int m_role;
};

} // namespace ghostline::app
