// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/flat_header.h"

#include "app/gui/widgets/panel_style.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace ghostline::app {

namespace {

/// Each line of it for itself where it has several; a letter of it would say nothing.
QString elided(const QString& name, const QFontMetrics& metrics, int width)
{
    constexpr qsizetype LeastLetters = 3; // the dots are one
    QStringList lines = name.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        const QString shown = metrics.elidedText(line, Qt::ElideMiddle, width);
        line = shown != line && shown.size() < LeastLetters ? QString() : shown;
    }
    return lines.join(QLatin1Char('\n'));
}

constexpr int ArrowRoom = 3 * Grid;
constexpr int MarkSide = 16;

} // namespace

FlatHeader::FlatHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setSortIndicatorClearable(false);
}

QSize FlatHeader::sizeHint() const
{
    qsizetype breaks = 0;
    for (int section = 0; section < count(); ++section)
        breaks = std::max(breaks, nameOf(section).count(QLatin1Char('\n')));
    return {QHeaderView::sizeHint().width(),
            rowHeight(font()) + static_cast<int>(breaks) * fontMetrics().lineSpacing()};
}

QString FlatHeader::nameOf(int section) const
{
    return model() != nullptr ? model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString()
                              : QString();
}

/// With its mark where it has one.
int FlatHeader::nameWidth(int section, const QFontMetrics& metrics) const
{
    int width = 0;
    for (const QString& line : nameOf(section).split(QLatin1Char('\n')))
        width = std::max(width, metrics.horizontalAdvance(line));
    const bool marked = model()->headerData(section, Qt::Horizontal, Qt::DecorationRole).isValid();
    // One more: advances are rounded, and a name short of a fraction would be cut.
    return width + 1 + (marked ? MarkSide + Grid / 2 : 0);
}

void FlatHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const QAbstractItemModel* source = model();
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const QVariant aligned = source->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole);
    const bool right = aligned.isValid() && (aligned.toInt() & Qt::AlignRight) != 0;
    QColor ink = palette().color(QPalette::PlaceholderText);
    QColor line = ink;
    line.setAlphaF(0.35F);

    painter->save();
    painter->fillRect(rect, palette().color(QPalette::Base));
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), line);
    if (sorted)
        ink = palette().color(QPalette::Text);
    const auto mark = source->headerData(section, Qt::Horizontal, Qt::DecorationRole).value<QIcon>();
    const QString name = nameOf(section);
    QRect text = rect.adjusted(Grid, 0, -Grid, 0);
    if (sorted) {
        // Right beside the name: at the other edge of the section it would seem to be the neighbour's. It
        // never pushes a number's heading aside.
        constexpr double Half = 3.5;
        const int wanted = nameWidth(section, painter->fontMetrics()) + ArrowRoom;
        const QRect whole =
            right ? QRect(std::max(text.left(), text.right() + 1 - wanted), text.top(),
                          std::min(wanted, text.width()), text.height())
                  : QRect(text.left(), text.top(), std::min(wanted, text.width()), text.height());
        const double x = right ? whole.left() + Half : whole.right() - Half;
        const double y = rect.center().y() + 0.5;
        const double tip = sortIndicatorOrder() == Qt::AscendingOrder ? -2.5 : 2.5;
        QPainterPath arrow(QPointF(x - Half, y - tip));
        arrow.lineTo(x + Half, y - tip);
        arrow.lineTo(x, y + tip);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillPath(arrow, ink);
        text.adjust(right ? ArrowRoom : 0, 0, right ? 0 : -ArrowRoom, 0);
    }
    painter->setPen(ink);
    if (!mark.isNull()) {
        const int wanted = nameWidth(section, painter->fontMetrics());
        const int x = right ? std::max(text.left(), text.right() + 1 - wanted) : text.left();
        mark.paint(painter, QRect(x, text.center().y() - MarkSide / 2 + 1, MarkSide, MarkSide));
        text.setLeft(x + MarkSide + Grid / 2);
    }
    painter->drawText(text, int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
                      elided(name, painter->fontMetrics(), text.width()));
    painter->restore();
}

} // namespace ghostline::app
