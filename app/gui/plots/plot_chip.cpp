// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_chip.h"

#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QAccessibleWidget>
#include <QContextMenuEvent>
#include <QPainter>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr int Height = 24;
constexpr int LongestName = 220;
constexpr int ButtonSide = 20;
constexpr int ButtonRoom = 6 + 2 * ButtonSide + 2;

/// Room for a value that changes in place, so that the legend does not jitter while playing.
int valueWidth(const QFontMetrics& metrics, const QString& value)
{
    const int usual = metrics.horizontalAdvance(QStringLiteral("-000.00"));
    return std::max(usual, metrics.horizontalAdvance(value));
}

/// Says the value when a screen reader asks for it: sixty times a second nobody listens.
class AccessibleChip final : public QAccessibleWidget
{
public:
    explicit AccessibleChip(PlotChip* chip) : QAccessibleWidget(chip, QAccessible::Grouping), m_chip(chip) {}

    QString text(QAccessible::Text text) const override
    {
        switch (text) {
        case QAccessible::Value:
            return m_chip->value();
        case QAccessible::Description:
            return PlotChip::tr("%1 at the playhead").arg(m_chip->value());
        default:
            return QAccessibleWidget::text(text);
        }
    }

private:
    const PlotChip* m_chip;
};

QAccessibleInterface* accessibleOf(const QString&, QObject* object)
{
    auto* chip = qobject_cast<PlotChip*>(object);
    return chip != nullptr ? new AccessibleChip(chip) : nullptr;
}

} // namespace

PlotChip::PlotChip(QString name, PlotSeries series, QWidget* parent)
    : QWidget(parent), m_name(std::move(name)), m_series(series), m_theme(&render::Theme::dark()),
      m_menu(new QToolButton(this)), m_remove(new QToolButton(this))
{
    // There but once. First of all: a screen reader asks as soon as there is a name to say.
    QAccessible::installFactory(accessibleOf);
    setFont(tabularFont(smallFont(font())));
    setToolTip(m_name);
    setAccessibleName(m_name);
    m_menu->setArrowType(Qt::DownArrow);
    m_menu->setToolTip(tr("Derive another curve, move this one, or scale its field"));
    m_menu->setAccessibleName(tr("What can be done with %1").arg(m_name));
    connect(m_menu, &QToolButton::clicked, this,
            [this] { Q_EMIT menuRequested(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    m_remove->setIcon(themedIcon(QStringLiteral("close")));
    m_remove->setIconSize({12, 12});
    for (QToolButton* button : {m_menu, m_remove}) {
        button->setAutoRaise(true);
        button->setFixedSize(ButtonSide, ButtonSide);
    }
    m_remove->setToolTip(tr("Remove this plot"));
    m_remove->setAccessibleName(tr("Remove %1").arg(m_name));
    connect(m_remove, &QToolButton::clicked, this, &PlotChip::removeRequested);
}

void PlotChip::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    update();
}

void PlotChip::setTeams(std::vector<model::Team> teams)
{
    m_teams = std::move(teams);
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
    // Advances are rounded down: a name without a pixel to spare would be elided.
    const int name = std::min(fontMetrics().horizontalAdvance(m_name) + 2, LongestName);
    return {LegendGap + LegendStroke + LegendGap + name + LegendGap + valueWidth(fontMetrics(), m_value) +
                ButtonRoom,
            Height};
}

void PlotChip::resizeEvent(QResizeEvent*)
{
    const int top = (height() - ButtonSide) / 2;
    m_remove->move(width() - ButtonSide - 2, top);
    m_menu->move(width() - 2 * ButtonSide - 2, top);
}

void PlotChip::contextMenuEvent(QContextMenuEvent* event) { Q_EMIT menuRequested(event->globalPos()); }

void PlotChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme->line);
    painter.setBrush(m_theme->raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const PlotStyle stroke = style();
    painter.setPen(QPen(stroke.color, 2.0, stroke.stroke, Qt::FlatCap));
    painter.drawLine(QPointF(LegendGap, height() / 2.0), QPointF(LegendGap + LegendStroke, height() / 2.0));

    const int value = valueWidth(fontMetrics(), m_value);
    const int left = LegendGap + LegendStroke + LegendGap;
    const QRect valueRect(width() - ButtonRoom - value, 0, value, height());
    const QRect nameRect(left, 0, valueRect.left() - LegendGap - left, height());
    painter.setPen(m_theme->text);
    painter.drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(m_name, Qt::ElideMiddle, nameRect.width()));
    painter.drawText(valueRect, Qt::AlignVCenter | Qt::AlignRight, m_value);
}

} // namespace ghostline::app
