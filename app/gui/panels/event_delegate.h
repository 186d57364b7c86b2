// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints an event as one sentence: its kind is a mark, what else is told of the same moment stands behind it,
// quietly.
#include "app/gui/widgets/now_delegate.h"

namespace ghostline::app {

/// Of a view of an EventsModel.
class EventDelegate : public NowDelegate
{
    Q_OBJECT
public:
    explicit EventDelegate(QObject* parent);
    /// The view shows no names of kinds and people: the sentence says them.
    void setCompact(bool compact) { m_compact = compact; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    bool m_compact = true;
};

} // namespace ghostline::app
