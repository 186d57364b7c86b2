// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/banner.h"

#include "app/gui/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr int IconPx = 16;

} // namespace

Banner::Banner(QWidget* parent)
    : QFrame(parent), m_theme(render::Theme::dark()), m_icon(new QLabel(this)), m_text(new QLabel(this)),
      m_button(new QToolButton(this)), m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("banner"));
    setAutoFillBackground(true);
    setAccessibleName(tr("Notice"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setTextFormat(Qt::PlainText);
    m_button->setAutoRaise(false);
    m_close->setAutoRaise(true);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setAccessibleName(tr("Hide this notice"));
    m_button->setAccessibleName(tr("More about this notice"));
    m_close->setToolTip(tr("Hide this notice"));
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QToolButton::clicked, this, &Banner::activated);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    hide();
}

void Banner::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    recolour();
}

QString Banner::text() const { return m_text->text(); }

void Banner::tell(Level level, const QString& text, const QString& button)
{
    m_level = level;
    m_text->setText(text);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    recolour();
    show();
}

void Banner::recolour()
{
    const QColor mark = m_level == Level::Error     ? m_theme.error
                        : m_level == Level::Warning ? m_theme.warning
                                                    : m_theme.textMuted;
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, m_theme.raised);
    palette.setColor(QPalette::WindowText, m_theme.text);
    setPalette(palette);
    m_icon->setPixmap(
        tintedPixmap(m_level == Level::Info ? QStringLiteral("info") : QStringLiteral("warning"), mark,
                     IconPx, devicePixelRatioF()));
}

} // namespace ghostline::app
