// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A row of the command palette: the verb with the letters that fit set off, its key at the right.
#include "app/gui/widgets/panel_style.h"

namespace ghostline::app {

class PaletteDelegate : public PanelDelegate
{
    Q_OBJECT
public:
    using PanelDelegate::PanelDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace ghostline::app
