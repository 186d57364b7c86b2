// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/load_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

LoadBar::LoadBar(QWidget* parent)
    : QFrame(parent), m_label(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_cancel(new QToolButton(this))
{
    setObjectName(QStringLiteral("loadBar"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("Loading"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelLoad"));
    m_cancel->setToolTip(tr("Stop loading"));
    m_delay.setSingleShot(true);
    m_delay.setInterval(DelayMs);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(m_cancel, &QToolButton::clicked, this, &LoadBar::cancelled);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_label);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
    hide();
}

void LoadBar::begin(const QString& what)
{
    m_label->setText(what);
    setProgress(-1.0);
    if (!running())
        m_delay.start();
}

void LoadBar::setProgress(double share)
{
    if (share < 0.0) {
        m_bar->setRange(0, 0);
        return;
    }
    m_bar->setRange(0, 1000);
    m_bar->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * 1000.0));
}

void LoadBar::done()
{
    m_delay.stop();
    hide();
}

} // namespace ghostline::app
