// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one detector is, from where on it raises an alarm, and what else it works with.
#include "model/detect/detect.h"

#include <QWidget>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSlider;

namespace ghostline::app {

class DetectorForm : public QWidget
{
    Q_OBJECT
public:
    explicit DetectorForm(QWidget* parent = nullptr);
    void show(std::size_t detector, const model::DetectorChoice& choice);

Q_SIGNALS:
    void thresholdChanged(double value);
    /// Takes another search to tell.
    void parameterChanged(std::size_t parameter, double value);

private:
    void build();
    void slide(int position);
    void fill(const model::DetectorInfo& info, const model::DetectorChoice& choice);

    model::DetectorParameter m_threshold;
    QLabel* m_about;
    QSlider* m_slider;
    QDoubleSpinBox* m_value;
    QFormLayout* m_parameters;
};

} // namespace ghostline::app
