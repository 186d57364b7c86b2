// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The speed: labelled steps, a slider that is even in octaves, and the number itself.
#include "app/gui/session/panel.h"

#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace ghostline::app {

class SpeedControl final : public Panel
{
    Q_OBJECT
public:
    explicit SpeedControl(QWidget* parent = nullptr);

    /// Slider position <-> magnitude, even on a logarithmic scale from 0.01 to 32.
    static constexpr int SliderSteps = 1000;
    static double rateAt(int position);
    static int positionOf(double rate);

private:
    void onSessionChanged() override;
    void refresh() override;
    void setMagnitude(double magnitude, bool backward);

    std::vector<std::pair<double, QToolButton*>> m_buttons;
    QSlider* m_slider;
    QLabel* m_value;
};

} // namespace ghostline::app
