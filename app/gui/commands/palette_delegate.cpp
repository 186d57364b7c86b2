// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/palette_delegate.h"

#include "app/gui/commands/palette_model.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

QList<QTextLayout::FormatRange> setOff(const QList<int>& positions, const QColor& colour)
{
    QTextCharFormat format;
    format.setFontWeight(QFont::DemiBold);
    format.setFontUnderline(true);
    format.setForeground(colour);
    QList<QTextLayout::FormatRange> ranges;
    ranges.reserve(positions.size());
    for (const int position : positions)
        ranges << QTextLayout::FormatRange{position, 1, format};
    return ranges;
}

void paintText(QPainter& painter, const QRect& box, const QFont& font, const QString& text,
               const QList<QTextLayout::FormatRange>& formats)
{
    QTextLayout layout(text, font, painter.device());
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setNumColumns(static_cast<int>(text.size()));
    layout.endLayout();
    painter.save();
    painter.setClipRect(box);
    layout.draw(&painter, QPointF(box.left(), box.top() + (box.height() - line.height()) / 2.0));
    painter.restore();
}

} // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    const QWidget* view = option.widget;
    const QStyle* style = view != nullptr ? view->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &ground, painter, view);

    const bool chosen = (option.state & QStyle::State_Selected) != 0;
    const bool enabled = (index.flags() & Qt::ItemIsEnabled) != 0;
    const auto group = enabled ? QPalette::Active : QPalette::Disabled;
    const QColor text = option.palette.color(group, chosen ? QPalette::HighlightedText : QPalette::Text);

    // Names stand in one line, whether something before them can be on or off.
    QRect box = option.rect.adjusted(2 * Grid, 0, -2 * Grid, 0);
    painter->setPen(text);
    painter->setFont(option.font);
    if (index.data(PaletteModel::CheckedRole).toBool())
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("✓"));
    box.setLeft(box.left() + 4 * Grid);

    // The name goes before what stands beside it.
    const QString name = index.data(Qt::DisplayRole).toString();
    const int room = box.width() - option.fontMetrics.horizontalAdvance(name) - 4 * Grid;
    const QString aside = option.fontMetrics.elidedText(index.data(PaletteModel::AsideRole).toString(),
                                                        Qt::ElideRight, std::max(0, room));
    painter->setPen(chosen ? text : themeFor(option.palette).textMuted);
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, aside);
    box.setRight(box.right() - option.fontMetrics.horizontalAdvance(aside) - 2 * Grid);

    painter->setPen(text);
    paintText(*painter, box, option.font, name,
              setOff(index.data(PaletteModel::PositionsRole).value<QList<int>>(), text));
}

} // namespace ghostline::app
