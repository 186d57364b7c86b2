// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the colours of a heat map mean, in units.
#include "render/base/heat_overlay.h"
#include "render/base/shared.h"

#include <QWidget>

namespace ghostline::app {

class HeatLegend : public QWidget
{
    Q_OBJECT
public:
    explicit HeatLegend(QWidget* parent = nullptr);
    /// Hidden where there is nothing.
    void setHeat(const render::Shared<render::HeatOverlay>& heat);
    void setTheme(const render::Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    render::Shared<render::HeatOverlay> m_heat;
    render::Theme m_theme;
};

} // namespace ghostline::app
