// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks which values a field's scales run from and to, a line for each unit.
#include "app/gui/plots/plot_canvas.h"

#include <QDialog>

class QDoubleSpinBox;
class QFormLayout;
class QPushButton;

namespace ghostline::app {

class ValueRangeDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ValueRangeDialog(QWidget* parent = nullptr);
    void addUnit(const QString& unit, const PlotRange& range);

Q_SIGNALS:
    void chosen(const QString& unit, const ghostline::app::PlotRange& range);

private:
    struct Line
    {
        QString unit;
        QDoubleSpinBox* low = nullptr;
        QDoubleSpinBox* high = nullptr;
    };
    QDoubleSpinBox* addBox(const QString& name, double value);
    void check();
    void choose();

    std::vector<Line> m_lines;
    QFormLayout* m_form;
    QPushButton* m_ok;
};

} // namespace ghostline::app
