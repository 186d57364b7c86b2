// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/highlights/score_delegate.h"

#include "app/gui/highlights/highlights_model.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

/// Of the theme's series: blue, orange, green, purple, which differ for everybody.
constexpr std::array<int, model::ScoreParts> PartHues{0, 1, 2, 5};
constexpr int FigureWidth = 11 * Grid;
constexpr double ScoreHeight = 2.0 * Grid;

} // namespace

ScoreDelegate::ScoreDelegate(QObject* parent) : PanelDelegate(parent), m_theme(render::Theme::dark()) {}

QColor ScoreDelegate::colourOf(const render::Theme& theme, int part)
{
    return theme.hue(PartHues[static_cast<std::size_t>(part) % PartHues.size()]);
}

std::vector<QRectF> ScoreDelegate::partBoxes(const QVariantList& parts, double most, const QRectF& box)
{
    std::vector<QRectF> boxes;
    double left = box.left();
    for (const QVariant& part : parts) {
        const double width =
            most > 0.0 ? std::clamp(part.toDouble() / most * box.width(), 0.0, box.right() - left) : 0.0;
        boxes.emplace_back(left, box.top(), width, box.height());
        left += width;
    }
    return boxes;
}

void ScoreDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    // The figure stands to the left of its bar.
    QStyleOptionViewItem figure = option;
    PanelDelegate::paint(painter, figure, index);
    QRectF box = QRectF(option.rect).adjusted(FigureWidth, 0.0, -Grid, 0.0);
    if (box.width() < Grid)
        return;
    box.setTop(box.center().y() - ScoreHeight / 2.0);
    box.setHeight(ScoreHeight);
    painter->save();
    painter->setPen(Qt::NoPen);
    if (option.state.testFlag(QStyle::State_Selected)) // the colour of a selection is one of theirs
        painter->fillRect(box.adjusted(-2.0, -2.0, 2.0, 2.0), m_theme.raised);
    const std::vector<QRectF> boxes = partBoxes(index.data(HighlightsModel::PartsRole).toList(), m_most, box);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        painter->setBrush(colourOf(m_theme, static_cast<int>(i)));
        painter->drawRect(boxes[i]);
    }
    painter->restore();
}

} // namespace ghostline::app
