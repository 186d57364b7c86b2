// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks of the view mean: how each position came about.
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QStringList>
#include <QWidget>

#include <utility>

namespace ghostline::app {

/// Paints one mark for each provenance with its name.
class ProvenanceLegend : public QWidget
{
    Q_OBJECT
public:
    explicit ProvenanceLegend(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    static QString word(model::Provenance provenance);
    /// As the view draws it: solid, solid and round, a ring, hatched.
    static void paintMark(QPainter& painter, model::Provenance provenance, const QRectF& box,
                          const QColor& colour);
    /// In which every entry still stands, if only in short.
    int leastWidth() const;
    /// The entries that are drawn in the present width.
    QStringList shownWords() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Words and the gap between two entries.
    std::pair<QStringList, int> arranged() const;

    render::Theme m_theme;
};

} // namespace ghostline::app
