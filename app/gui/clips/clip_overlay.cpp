// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_overlay.h"

#include "app/gui/widgets/panel_style.h"

#include <QGuiApplication>
#include <QPainter>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr double TextShare = 0.026; ///< of the picture's height
constexpr int LeastTextPx = 9;
constexpr double GroundOpacity = 0.82;

struct Pen
{
    QPainter& painter;
    const render::Theme& theme;
    QFont font;
    QSize size;
    double unit; ///< height of a line of text, pixels

    QFont scaled(double factor, bool bold) const
    {
        QFont out = font;
        out.setPixelSize(std::max(LeastTextPx, qRound(font.pixelSize() * factor)));
        out.setBold(bold);
        return out;
    }
    void ground(const QRectF& box) const
    {
        QColor colour = theme.raised;
        colour.setAlphaF(static_cast<float>(GroundOpacity));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(box, unit * 0.25, unit * 0.25);
    }
};

void paintScore(const Pen& pen, const ScoreboardContent& content, const std::vector<model::Team>& teams)
{
    if (content.sides.empty() && !content.run)
        return;
    QFont names = pen.font;
    names.setPointSizeF(std::max(6.0, names.pixelSize() * 72.0 / pen.painter.device()->logicalDpiY()));
    const int width = std::min(pen.size.width() - qRound(pen.unit),
                               qRound(pen.unit * (content.figures.empty() ? 30.0 : 44.0)));
    const int height = scoreboardHeight(content, names);
    const QRect room((pen.size.width() - width) / 2, qRound(pen.unit * 0.5), width, height);
    pen.painter.save();
    pen.painter.setOpacity(0.94);
    paintScoreboard(pen.painter, room, content, teams, pen.theme, names);
    pen.painter.restore();
}

void paintTitle(const Pen& pen, const OverlayContent& content)
{
    if (content.title.isEmpty() || content.titleOpacity <= 0.0)
        return;
    QPainter& painter = pen.painter;
    painter.save();
    painter.setOpacity(content.titleOpacity);
    const QFont large = pen.scaled(1.5, true);
    const QFont small = pen.scaled(1.0, false);
    const int most = pen.size.width() - qRound(pen.unit * 4.0);
    const QString title = QFontMetrics(large).elidedText(content.title, Qt::ElideRight, most);
    const QString note =
        QFontMetrics(small).elidedText(content.note.section(QLatin1Char('\n'), 0, 0), Qt::ElideRight, most);
    const double width =
        std::max(QFontMetrics(large).horizontalAdvance(title), QFontMetrics(small).horizontalAdvance(note)) +
        pen.unit * 1.4;
    const double titleHeight = QFontMetrics(large).height();
    const double noteHeight = note.isEmpty() ? 0.0 : QFontMetrics(small).height();
    const QRectF box(pen.unit, pen.size.height() - titleHeight - noteHeight - pen.unit * 3.6, width,
                     titleHeight + noteHeight + pen.unit * 0.8);
    pen.ground(box);
    painter.fillRect(QRectF(box.left(), box.top(), pen.unit * 0.18, box.height()), pen.theme.textMuted);
    const QRectF inner = box.adjusted(pen.unit * 0.7, pen.unit * 0.4, 0, 0);
    painter.setPen(pen.theme.text);
    painter.setFont(large);
    painter.drawText(QRectF(inner.left(), inner.top(), most, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     title);
    painter.setPen(pen.theme.textMuted);
    painter.setFont(small);
    painter.drawText(QRectF(inner.left(), inner.top() + titleHeight, most, noteHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, note);
    painter.restore();
}

/// One line in a corner; returns how wide it is.
void paintPill(const Pen& pen, const QString& text, bool right, double bottom, const QColor* mark, int hue)
{
    const QFont font = tabularFont(pen.scaled(1.0, true));
    const double markRoom = mark != nullptr ? pen.unit : 0.0;
    const double width = QFontMetrics(font).horizontalAdvance(text) + pen.unit + markRoom;
    const double height = pen.unit * 1.5;
    const QRectF box(right ? pen.size.width() - width - pen.unit : pen.unit, bottom - height, width, height);
    pen.ground(box);
    if (mark != nullptr) {
        const double side = pen.unit * 0.6;
        paintMark(pen.painter, markFor(hue),
                  QRectF(box.left() + pen.unit * 0.5, box.center().y() - side / 2.0, side, side), *mark);
    }
    pen.painter.setPen(pen.theme.text);
    pen.painter.setFont(font);
    pen.painter.drawText(box.adjusted(pen.unit * 0.5 + markRoom, 0, -pen.unit * 0.5, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace

void paintOverlays(QImage& picture, const OverlayContent& content, const render::Theme& theme)
{
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = QGuiApplication::font();
    font.setPixelSize(std::max(LeastTextPx, qRound(picture.height() * TextShare)));
    const Pen pen{painter, theme, font, picture.size(), font.pixelSize() * 1.2};
    paintScore(pen, content.scoreboard, content.teams);
    paintTitle(pen, content);
    const double bottom = picture.height() - pen.unit;
    QStringList corner;
    for (const QString& part : {content.clock, content.speed}) {
        if (!part.isEmpty())
            corner << part;
    }
    if (!corner.isEmpty())
        paintPill(pen, corner.join(QStringLiteral("   ")), false, bottom, nullptr, 0);
    double above = bottom;
    for (auto delta = content.deltas.rbegin(); delta != content.deltas.rend(); ++delta) {
        const QColor colour = theme.hue(delta->hue);
        paintPill(pen, delta->text, true, above, &colour, delta->hue);
        above -= pen.unit * 1.75;
    }
}

} // namespace ghostline::app
