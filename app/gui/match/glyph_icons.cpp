// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/glyph_icons.h"

#include "app/gui/widgets/panel_style.h"

#include <QApplication>
#include <QPainter>

namespace ghostline::app {

namespace {

constexpr int GlyphWidth = 6 * Grid; // room for two wide letters

} // namespace

void GlyphIcons::setInfo(const std::shared_ptr<const model::ReplayInfo>& info)
{
    if (info == m_info)
        return;
    m_info = info;
    m_glyphs = info != nullptr ? model::TypeGlyphs(*info) : model::TypeGlyphs();
}

void GlyphIcons::setTheme(const render::Theme& theme)
{
    m_colour = theme.textMuted;
    m_painted.clear();
}

QPixmap GlyphIcons::of(const QString& type) const
{
    const QString glyph = m_glyphs.of(type);
    auto painted = m_painted.constFind(glyph);
    if (painted == m_painted.constEnd())
        painted = m_painted.insert(glyph, paint(glyph));
    return *painted;
}

QPixmap GlyphIcons::paint(const QString& glyph) const
{
    QFont font = QApplication::font();
    font.setBold(true);
    const int height = QFontMetrics(font).height();
    const double ratio = qApp->devicePixelRatio();
    QPixmap pixmap((QSizeF(m_indent + GlyphWidth, height) * ratio).toSize());
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setFont(font);
    painter.setPen(m_colour);
    painter.drawText(QRect(m_indent, 0, GlyphWidth, height), int(Qt::AlignLeft | Qt::AlignVCenter), glyph);
    return pixmap;
}

} // namespace ghostline::app
