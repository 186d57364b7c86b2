// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks of the view mean: how each position came about.
#include "render/base/theme.h"

#include <QWidget>

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

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    render::Theme m_theme;
};

} // namespace ghostline::app
