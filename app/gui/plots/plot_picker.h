// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The small form behind "Add": which value of which actor to plot.
#include "model/metrics/metrics.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QPushButton;

namespace ghostline::app {

class PlotPicker : public QFrame
{
    Q_OBJECT
public:
    explicit PlotPicker(QWidget* parent = nullptr);

    void setReplay(const model::ReplayInfo& info, const std::vector<model::Zone>& zones,
                   model::ActorId suggested);
    QComboBox* metricBox() const { return m_metric; }
    QComboBox* actorBox() const { return m_actor; }
    QComboBox* otherBox() const { return m_other; }
    QPushButton* addButton() const { return m_add; }

Q_SIGNALS:
    void picked(const ghostline::model::MetricRequest& request);

private:
    void refresh();
    void add();

    std::vector<model::MetricInfo> m_metrics;
    QComboBox* m_metric;
    QComboBox* m_actor;
    QComboBox* m_other;
    QLabel* m_actorLabel;
    QLabel* m_otherLabel;
    QPushButton* m_add;
};

} // namespace ghostline::app
