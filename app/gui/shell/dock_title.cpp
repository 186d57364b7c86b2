// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/dock_title.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/type_sizes.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr int ButtonSide = 16;

} // namespace

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), m_row(new QWidget(this)), m_text(new QLabel(m_row))
{
    auto* column = new QHBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_row);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(8, 4, 4, 4);
    row->setSpacing(4);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setFont(typeFont(font(), TypeSize::Section));
    row->addWidget(m_text, 1);
    auto* close = new QToolButton(m_row);
    close->setAutoRaise(true);
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setIconSize({ButtonSide - 4, ButtonSide - 4});
    close->setFixedSize(ButtonSide, ButtonSide);
    close->setFocusPolicy(Qt::NoFocus);
    row->addWidget(close);
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    connect(dock, &QDockWidget::windowTitleChanged, this, &DockTitle::show);
    close->setToolTip(tr("Put this panel away; the rail and View > Panels bring it back"));
    close->setAccessibleName(tr("Close"));
    show(dock->windowTitle());
}

void DockTitle::show(const QString& title) { m_text->setText(title); }

void DockTitle::setShown(bool shown)
{
    if (shown == m_shown)
        return;
    m_shown = shown;
    m_row->setVisible(shown);
    updateGeometry();
}

QSize DockTitle::sizeHint() const { return m_shown ? m_row->sizeHint() : QSize(0, 0); }

void DockTitle::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        m_text->setFont(typeFont(font(), TypeSize::Section));
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace ghostline::app
