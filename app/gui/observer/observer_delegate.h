// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints an observer page: the team's bar at the left, bars that compare players, progress of what is made.
#include "app/gui/widgets/panel_style.h"

namespace ghostline::app {

class ObserverDelegate : public PanelDelegate
{
    Q_OBJECT
public:
    using PanelDelegate::PanelDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintItem(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
};

} // namespace ghostline::app
