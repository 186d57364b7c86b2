// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who came near whom, or touched.
#include "app/gui/analyses/analysis_page.h"

class QCheckBox;
class QComboBox;

namespace ghostline::app {

class EncountersPage : public AnalysisPage
{
    Q_OBJECT
public:
    explicit EncountersPage(QWidget* parent = nullptr);

protected:
    Search search() override;
    int question() const override;

private:
    enum Who { Everyone, Players, Opponents, Selected };
    void fitKind();

    QComboBox* m_kind;
    QDoubleSpinBox* m_radius;
    QDoubleSpinBox* m_release;
    QDoubleSpinBox* m_length;
    QComboBox* m_who;
    QCheckBox* m_estimates;
};

} // namespace ghostline::app
