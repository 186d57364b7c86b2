// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_chip.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/shell/icons.h"
#include "app/gui/timeline/figures.h"

#include <QPainter>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr int Height = 24;
constexpr int StrokeLength = 20;
constexpr int Gap = 8;
constexpr int LongestName = 220;
constexpr int ButtonSide = 20;

/// Room for a value that changes in place, so that the legend does not jitter while playing.
int valueWidth(const QFontMetrics& metrics, const QString& value)
{
    const int usual = metrics.horizontalAdvance(QStringLiteral("-000.00"));
    return std::max(usual, metrics.horizontalAdvance(value));
}

} // namespace

PlotChip::PlotChip(QString name, int series, QWidget* parent)
    : QWidget(parent), m_name(std::move(name)), m_series(series), m_theme(&render::Theme::dark()),
      m_remove(new QToolButton(this))
{
    setFont(tabularFont(smallFont(font())));
    setToolTip(m_name);
    setAccessibleName(m_name);
    m_remove->setAutoRaise(true);
    m_remove->setIcon(themedIcon(QStringLiteral("close")));
    m_remove->setIconSize({12, 12});
    m_remove->setFixedSize(ButtonSide, ButtonSide);
    m_remove->setToolTip(tr("Remove this plot"));
    m_remove->setAccessibleName(tr("Remove %1").arg(m_name));
    connect(m_remove, &QToolButton::clicked, this, &PlotChip::removeRequested);
}

void PlotChip::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    update();
}

void PlotChip::setValue(const QString& value)
{
    if (value == m_value)
        return;
    const int before = valueWidth(fontMetrics(), m_value);
    m_value = value;
    if (valueWidth(fontMetrics(), m_value) != before)
        updateGeometry();
    update();
}

QSize PlotChip::sizeHint() const
{
    const int name = std::min(fontMetrics().horizontalAdvance(m_name), LongestName);
    return {Gap + StrokeLength + Gap + name + Gap + valueWidth(fontMetrics(), m_value) + 6 + ButtonSide + 2,
            Height};
}

void PlotChip::resizeEvent(QResizeEvent*)
{
    m_remove->move(width() - ButtonSide - 2, (height() - ButtonSide) / 2);
}

void PlotChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme->line);
    painter.setBrush(m_theme->raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const PlotStyle style = plotStyle(m_series, *m_theme);
    painter.setPen(QPen(style.color, 2.0, style.stroke, Qt::FlatCap));
    painter.drawLine(QPointF(Gap, height() / 2.0), QPointF(Gap + StrokeLength, height() / 2.0));

    const int value = valueWidth(fontMetrics(), m_value);
    const int left = Gap + StrokeLength + Gap;
    const QRect valueRect(width() - ButtonSide - 6 - value, 0, value, height());
    const QRect nameRect(left, 0, valueRect.left() - Gap - left, height());
    painter.setPen(m_theme->text);
    painter.drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(m_name, Qt::ElideMiddle, nameRect.width()));
    painter.drawText(valueRect, Qt::AlignVCenter | Qt::AlignRight, m_value);
}

} // namespace ghostline::app
