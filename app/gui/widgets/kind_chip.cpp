// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and manners of an event kind's toggle.
#include "app/gui/widgets/kind_chip.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int ChipMarkSide = 10;
constexpr int Side = 2 * Grid; ///< room left and right
} // namespace

KindChip::KindChip(QString name, Mark mark, QWidget* parent)
    : QAbstractButton(parent), m_name(std::move(name)), m_mark(mark), m_theme(themeFor(palette()))
{
    setCheckable(true);
    setChecked(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setColours(m_theme, m_theme.textMuted);
    setCount(0);
}

void KindChip::setCount(int count)
{
    m_count = count;
    const QString number = QLocale().toString(count);
    setText(m_name + QLatin1Char(' ') + number);
    setAccessibleName(tr("Show events of kind %1, %2 of them").arg(m_name, number));
    setToolTip(
        tr("%1: %Ln events\nClick: show or hide · Ctrl+click: only these", nullptr, count).arg(m_name));
    updateGeometry();
    update();
}

void KindChip::setColours(const render::Theme& theme, const QColor& mark)
{
    m_theme = theme;
    m_colour = mark;
    update();
}

QSize KindChip::sizeHint() const
{
    const int text = fontMetrics().horizontalAdvance(m_name) + Grid + Grid / 2 +
                     fontMetrics().horizontalAdvance(QLocale().toString(m_count));
    return {Side + ChipMarkSide + Grid + Grid / 2 + text + Side, 6 * Grid};
}

void KindChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor ground = underMouse() ? m_theme.line : m_theme.raised;
    ground.setAlphaF(isChecked() ? 1.0F : 0.0F);
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.line, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(ground);
    painter.drawRoundedRect(frame, 6, 6);

    const QRectF mark(Side, (height() - ChipMarkSide) / 2.0, ChipMarkSide, ChipMarkSide);
    paintMark(painter, m_mark, mark, isChecked() ? m_colour : m_theme.textMuted, isChecked());

    const QString number = QLocale().toString(m_count);
    const int numberWidth = fontMetrics().horizontalAdvance(number);
    QRect text = rect().adjusted(Side + ChipMarkSide + Grid + Grid / 2, 0, -Side, 0);
    painter.setPen(m_theme.textMuted);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, number);
    text.setRight(text.right() - numberWidth - Grid);
    painter.setPen(isChecked() ? m_theme.text : m_theme.textMuted);
    QFont name = font();
    name.setStrikeOut(!isChecked());
    painter.setFont(name);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_name, Qt::ElideMiddle, text.width() + Grid / 2));
}

void KindChip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) && rect().contains(event->position().toPoint())) {
        setDown(false);
        Q_EMIT onlyThis();
        return;
    }
    QAbstractButton::mouseReleaseEvent(event);
}

} // namespace ghostline::app
