// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/legend_popup.h"

#include "app/gui/view/provenance_legend.h"
#include "app/gui/view/state_legend.h"

#include <QEvent>
#include <QVBoxLayout>

namespace ghostline::app {

// A window of its own, without focus: the picture below is drawn by a native one, which covers any child.
LegendPopup::LegendPopup(QWidget* anchor)
    : QFrame(anchor, Qt::ToolTip), m_anchor(anchor), m_provenance(new ProvenanceLegend(this)),
      m_states(new StateLegend(this))
{
    setObjectName(QStringLiteral("legendPopup"));
    setAccessibleName(tr("Legend"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    column->setSizeConstraint(QLayout::SetFixedSize);  // no word of it is cut
    column->addWidget(m_provenance, 0, Qt::AlignLeft); // neither is to be as narrow as the other
    column->addWidget(m_states, 0, Qt::AlignLeft);
    hide();
    anchor->installEventFilter(this);
}

bool LegendPopup::wanted() const { return !m_provenance->isHidden() || !m_states->isHidden(); }

void LegendPopup::setPinned(bool pinned)
{
    m_pinned = pinned;
    follow();
}

/// Shown or not, and where.
void LegendPopup::follow()
{
    const bool shown = (m_pinned || m_hovered) && wanted() && m_anchor->window()->isVisible() &&
                       !m_anchor->window()->isMinimized();
    if (!shown) {
        hide();
        return;
    }
    m_anchor->window()->installEventFilter(this); // once, however often
    layout()->activate();
    const QPoint above = m_anchor->mapToGlobal(QPoint(0, -height() - 4));
    move(above);
    show();
    raise();
}

bool LegendPopup::eventFilter(QObject* watched, QEvent* event)
{
    const bool anchor = watched == m_anchor;
    switch (event->type()) {
    case QEvent::Enter:
        m_hovered = m_hovered || anchor;
        break;
    case QEvent::Leave:
        m_hovered = m_hovered && !anchor;
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Hide:
    case QEvent::Show:
    case QEvent::WindowStateChange:
        break;
    default:
        return QFrame::eventFilter(watched, event);
    }
    if (anchor && event->type() == QEvent::Hide)
        m_hovered = false;
    if (anchor || watched == m_anchor->window())
        follow();
    return QFrame::eventFilter(watched, event);
}

} // namespace ghostline::app
