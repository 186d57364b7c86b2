// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When speed, acceleration or turning was over a limit.
#include "app/gui/analyses/analysis_page.h"
#include "model/metrics/metrics.h"

class QCheckBox;
class QComboBox;

namespace ghostline::app {

class LimitsPage : public AnalysisPage
{
    Q_OBJECT
public:
    explicit LimitsPage(QWidget* parent = nullptr);

protected:
    Search search() override;
    int question() const override;

private:
    void fitMetric();

    std::vector<model::MetricInfo> m_metrics;
    QComboBox* m_metric;
    QDoubleSpinBox* m_above;
    QDoubleSpinBox* m_length;
    QCheckBox* m_selectedOnly;
};

} // namespace ghostline::app
