// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/speed_chart.h"

#include "app/gui/players/players_model.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"
#include "render/base/theme.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ghostline::app {

namespace {

constexpr double Percent = 100.0;

QString percentText(double share)
{
    return SpeedChart::tr("%1 %").arg(QLocale().toString(share * Percent, 'f', 1));
}

} // namespace

SpeedChart::SpeedChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Time at each speed"));
    setFont(smallFont(font()));
}

void SpeedChart::setAnswer(std::shared_ptr<const PlayersAnswer> answer)
{
    m_answer = std::move(answer);
    describe();
    update();
}

int SpeedChart::bands() const
{
    return m_answer != nullptr && m_answer->comparison.scale.reference > 0.0
               ? m_answer->comparison.scale.bands
               : 0;
}

QString SpeedChart::bandText(int band) const
{
    const auto number = [this](int edge) {
        return QLocale().toString(edge * m_answer->comparison.scale.bandWidth, 'g', 6);
    };
    const QString unit = m_answer->comparison.lengthUnit + QStringLiteral("/s");
    return band + 1 < bands() ? tr("%1 to %2 %3").arg(number(band), number(band + 1), unit)
                              : tr("from %1 %2").arg(number(band), unit);
}

double SpeedChart::share(int side, int band) const
{
    const auto& figures = side == 0 ? m_answer->comparison.speedsA : m_answer->comparison.speedsB;
    const double all = std::accumulate(figures.bands.begin(), figures.bands.end(), 0.0);
    return all > 0.0 ? figures.bands[static_cast<std::size_t>(band)] / all : 0.0;
}

void SpeedChart::describe()
{
    QStringList lines;
    for (int band = 0; band < bands(); ++band)
        lines << tr("%1: A %2, B %3")
                     .arg(bandText(band), percentText(share(0, band)), percentText(share(1, band)));
    setAccessibleDescription(lines.isEmpty() ? tr("No speeds are known") : lines.join(QStringLiteral("; ")));
}

QSize SpeedChart::sizeHint() const { return {80 * Grid, 45 * Grid}; }
QSize SpeedChart::minimumSizeHint() const { return {40 * Grid, 25 * Grid}; }

QRectF SpeedChart::barsBox() const
{
    const int line = fontMetrics().height();
    // Above them the caption, and under that the letters of the first two bars.
    return QRectF(rect()).adjusted(Grid, 2 * line + 2 * Grid, -Grid, -line - 2 * Grid);
}

bool SpeedChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || bands() == 0)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRectF box = barsBox();
    const int band =
        std::clamp(static_cast<int>((help->pos().x() - box.left()) / box.width() * bands()), 0, bands() - 1);
    QToolTip::showText(
        help->globalPos(),
        tr("%1: A %2, B %3").arg(bandText(band), percentText(share(0, band)), percentText(share(1, band))),
        this);
    return true;
}

void SpeedChart::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setPen(theme.textMuted);
    if (bands() == 0) {
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No speeds are known"));
        return;
    }
    double most = 0.0;
    for (int band = 0; band < bands(); ++band)
        most = std::max({most, share(0, band), share(1, band)});
    const QRectF box = barsBox();
    const QString caption = tr("Share of the time at each speed, %1/s; tallest bar %2")
                                .arg(m_answer->comparison.lengthUnit, percentText(most));
    const double letters = fontMetrics().height();
    painter.drawText(QRectF(box.left(), 0.0, box.width(), letters), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(caption, Qt::ElideRight, static_cast<int>(box.width())));
    const double width = box.width() / bands();
    const double bar = std::max(0.5 * (width - 2.0), 1.0);
    for (int band = 0; band < bands(); ++band) {
        for (int side = 0; side < 2; ++side) {
            const double height = most > 0.0 ? box.height() * share(side, band) / most : 0.0;
            const QRectF rect(box.left() + band * width + 1.0 + side * bar, box.bottom() - height, bar,
                              height);
            painter.fillRect(rect, sideColour(palette(), side));
            const QString letter = side == 0 ? QStringLiteral("A") : QStringLiteral("B");
            if (band == 0 && bar > painter.fontMetrics().horizontalAdvance(letter))
                painter.drawText(QRectF(rect.left(), rect.top() - letters, bar, letters),
                                 Qt::AlignHCenter | Qt::AlignBottom, letter);
        }
        const QString edge = QLocale().toString(band * m_answer->comparison.scale.bandWidth, 'g', 6);
        painter.drawText(QRectF(box.left() + band * width, box.bottom(), width, height() - box.bottom()),
                         Qt::AlignLeft | Qt::AlignVCenter, edge);
    }
    painter.setPen(theme.line);
    painter.drawLine(box.bottomLeft(), box.bottomRight());
}

} // namespace ghostline::app
