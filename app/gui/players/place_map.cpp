// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/place_map.h"

#include "app/gui/players/players_model.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"
#include "model/heat/heat_colours.h"
#include "render/base/theme.h"

#include <QEvent>
#include <QLocale>
#include <QPainter>

namespace ghostline::app {

PlaceMap::PlaceMap(int side, QWidget* parent) : QWidget(parent), m_side(side)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(side == 0 ? tr("Places of A") : tr("Places of B"));
    setFont(smallFont(font()));
}

void PlaceMap::setAnswer(const std::shared_ptr<const PlayersAnswer>& answer, const QString& unit)
{
    m_answer = answer;
    m_unit = unit;
    draw();
    update();
}

QSize PlaceMap::sizeHint() const { return {45 * Grid, 50 * Grid}; }
QSize PlaceMap::minimumSizeHint() const { return {25 * Grid, 25 * Grid}; }

void PlaceMap::draw()
{
    m_picture = {};
    const model::HeatGrid* const grid =
        m_answer != nullptr ? &m_answer->places[static_cast<std::size_t>(m_side)] : nullptr;
    if (grid == nullptr || grid->empty()) {
        setAccessibleDescription(tr("No places are known"));
        return;
    }
    constexpr int Side = 512;
    model::HeatLook look;
    look.scale = model::HeatScale::Root;
    look.dark = themeFor(palette()).ground == render::Ground::Dark;
    look.most = m_answer->mostSeconds;
    const model::HeatPixels pixels = model::heatPixels(*grid, look, Side);
    if (pixels.width > 0 && pixels.height > 0)
        m_picture =
            QImage(pixels.rgba.data(), pixels.width, pixels.height, 4 * pixels.width, QImage::Format_RGBA8888)
                .copy();
    setAccessibleDescription(tr("%1 s in %2 × %3 %4")
                                 .arg(QLocale().toString(grid->total, 'f', 1),
                                      QLocale().toString(grid->layout.endX() - grid->layout.x, 'f', 0),
                                      QLocale().toString(grid->layout.endZ() - grid->layout.z, 'f', 0),
                                      m_unit));
}

void PlaceMap::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = themeFor(palette());
    QPainter painter(this);
    const int line = fontMetrics().height() + Grid;
    const QRect box = rect().adjusted(0, line, 0, 0);
    painter.fillRect(box, theme.base);
    painter.setPen(theme.line);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    painter.setPen(sideColour(palette(), m_side));
    painter.drawText(QRect(0, 0, line, line), Qt::AlignLeft | Qt::AlignVCenter,
                     m_side == 0 ? QStringLiteral("A") : QStringLiteral("B"));
    painter.setPen(theme.textMuted);
    if (m_picture.isNull()) {
        painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, tr("No places are known"));
        return;
    }
    const QString caption =
        tr("Time by place, most %1 s").arg(QLocale().toString(m_answer->mostSeconds, 'f', 1));
    painter.drawText(rect().adjusted(line, 0, 0, line - height()), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(caption, Qt::ElideRight, width() - line));
    const QSize size = m_picture.size().scaled(box.size(), Qt::KeepAspectRatio);
    const QRect where(box.center() - QPoint(size.width() / 2, size.height() / 2), size);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(where, m_picture);
}

void PlaceMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        draw(); // light and dark grounds have colours of their own
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace ghostline::app
