// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/view_mark.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int MarginPx = 8;
constexpr int CrossPx = 16;
constexpr int MostLetters = 24; ///< of a longer name the middle is left out

class Cross : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;
    QSize sizeHint() const override { return {CrossPx, CrossPx}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::ButtonText), underMouse() ? 2.2 : 1.4));
        const QRectF box = QRectF(rect()).adjusted(4.5, 4.5, -4.5, -4.5);
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    }
};

} // namespace

ViewMark::ViewMark(const QString& name, QWidget* parent) : QAbstractButton(parent), m_cross(new Cross(this))
{
    setObjectName(name);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_cross->setObjectName(name + QStringLiteral("Cross"));
    m_cross->setFocusPolicy(Qt::NoFocus); // Del does the same
    m_cross->setAttribute(Qt::WA_Hover);  // painted anew as the pointer comes and goes
    connect(m_cross, &QAbstractButton::clicked, this, &ViewMark::takenBack);
}

void ViewMark::setCaption(const QString& text)
{
    setText(text);
    setShortcut({}); // an ampersand in somebody's name is no key
    updateGeometry();
}

void ViewMark::setHelp(const QString& mark, const QString& cross)
{
    setToolTip(mark);
    setAccessibleDescription(mark);
    m_cross->setToolTip(cross);
    m_cross->setAccessibleName(cross);
}

int ViewMark::textWidth() const
{
    // A pixel more: advances are rounded, and a text that is too wide by a fraction would be elided.
    return std::min(fontMetrics().horizontalAdvance(text()) + 1,
                    MostLetters * fontMetrics().averageCharWidth());
}

QSize ViewMark::sizeHint() const
{
    return {textWidth() + 2 * MarginPx + CrossPx, std::max(fontMetrics().height() + 4, CrossPx + 4)};
}

void ViewMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Midlight)); // on, not chosen: the accent is for that
    painter.setPen(palette().color(QPalette::ButtonText));
    const QRect room = rect().adjusted(MarginPx, 0, -MarginPx - CrossPx, 0);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, room.width()));
    if (!hasFocus())
        return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    focus.rect = rect().adjusted(2, 2, -2, -2);
    focus.backgroundColor = palette().color(QPalette::Midlight);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

void ViewMark::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    m_cross->setGeometry(width() - CrossPx - MarginPx / 2, (height() - CrossPx) / 2, CrossPx, CrossPx);
}

void ViewMark::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Delete)
        Q_EMIT takenBack();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace ghostline::app
