// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/view_heading.h"

#include <QPainter>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int HeadingMarkPx = 10;
constexpr int ColourPx = 2; ///< line below, towards what it is the heading of

} // namespace

ViewHeading::ViewHeading(QWidget* parent) : QWidget(parent), m_theme(render::Theme::dark())
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void ViewHeading::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

void ViewHeading::setContent(const Content& content)
{
    if (content == m_content)
        return;
    m_content = content;
    const QString text =
        content.role.isEmpty() ? content.name : QStringLiteral("%1, %2").arg(content.name, content.role);
    setAccessibleName(text);
    setToolTip(text); // of a long name the middle is left out
    update();
}

QSize ViewHeading::sizeHint() const { return {0, rowHeight(font()) + ColourPx}; }

void ViewHeading::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.raised);
    const QRect line(0, height() - ColourPx, width(), ColourPx);
    painter.fillRect(line, m_content.mark ? m_content.mark->second : m_theme.line);

    QRect room = rect().adjusted(2 * Grid, 0, -2 * Grid, -ColourPx);
    if (m_content.mark) {
        painter.setRenderHint(QPainter::Antialiasing);
        paintMark(
            painter, m_content.mark->first,
            QRectF(room.left(), room.center().y() + 0.5 - HeadingMarkPx / 2.0, HeadingMarkPx, HeadingMarkPx),
            m_content.mark->second);
        room.setLeft(room.left() + HeadingMarkPx + 2 * Grid);
    }
    constexpr int Flags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine;
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(strong);
    const QString name = metrics.elidedText(m_content.name, Qt::ElideMiddle, room.width());
    painter.setFont(strong);
    painter.setPen(m_content.mark ? m_content.mark->second : m_theme.text);
    painter.drawText(room, Flags, name);

    room.setLeft(room.left() + metrics.horizontalAdvance(name) + 2 * Grid);
    if (fontMetrics().horizontalAdvance(m_content.role) > room.width())
        return; // the name says more
    painter.setFont(font());
    painter.setPen(m_theme.textMuted);
    painter.drawText(room, Flags, m_content.role);
}

} // namespace ghostline::app
