// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plots_head.h"

#include "app/gui/widgets/chip_shelf.h"
#include "app/gui/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ghostline::app {

PlotsHead::PlotsHead(QWidget* parent)
    : QWidget(parent), m_legend(new ChipShelf(this)), m_message(new QLabel(this)),
      m_add(button(QStringLiteral("add"), tr("Add"), tr("Add a plot"))),
      m_lock(button(QStringLiteral("lock"), QString(), tr("Keep this stretch of time"))),
      m_export(button(QStringLiteral("export"), tr("Export"), tr("Export the plots")))
{
    m_add->setToolTip(tr("Plot a value of an actor over time"));
    m_lock->setCheckable(true);
    m_lock->setToolTip(tr("Keep this stretch of time\nOtherwise the plots show what the timeline shows"));
    m_message->setVisible(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 4, 8, 0);
    row->setSpacing(4);
    row->addWidget(m_legend, 1);
    row->addWidget(m_message);
    for (QToolButton* each : {m_add, m_lock, m_export})
        row->addWidget(each, 0, Qt::AlignTop);
}

QToolButton* PlotsHead::button(const QString& icon, const QString& text, const QString& name)
{
    auto* made = new QToolButton(this);
    made->setText(text);
    made->setIcon(themedIcon(icon));
    made->setAutoRaise(true);
    made->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    made->setFixedHeight(24);
    made->setAccessibleName(name);
    return made;
}

void PlotsHead::showMessage(const QString& text, const QString& detail)
{
    m_message->setText(text);
    m_message->setToolTip(detail);
    m_message->setVisible(!text.isEmpty());
}

} // namespace ghostline::app
