// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The letters that stand over units in the picture, as marks before their types in a table.
#include "model/replay/type_glyph.h"
#include "render/base/theme.h"

#include <QHash>
#include <QPixmap>

#include <memory>

namespace ghostline::app {

/// All of one width, so that what follows them is aligned; each is painted once. Of the window's thread.
class GlyphIcons
{
public:
    /// `indent`: pixels that are free before the letters.
    explicit GlyphIcons(int indent = 0) : m_indent(indent) {}

    void setInfo(const std::shared_ptr<const model::ReplayInfo>& info);
    void setTheme(const render::Theme& theme);
    /// False where the replay has no types of units.
    bool any() const { return !m_glyphs.empty(); }
    /// Blank for a type without letters.
    QPixmap of(const QString& type) const;

private:
    QPixmap paint(const QString& glyph) const;

    int m_indent = 0;
    std::shared_ptr<const model::ReplayInfo> m_info;
    model::TypeGlyphs m_glyphs;
    QColor m_colour = render::Theme::dark().textMuted;
    mutable QHash<QString, QPixmap> m_painted; ///< by letters
};

} // namespace ghostline::app
