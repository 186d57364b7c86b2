// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks of the view mean: how each position came about.
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
