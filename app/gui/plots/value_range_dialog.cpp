// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/value_range_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {
constexpr double Widest = 1e12;
constexpr int MostDecimals = 6;

/// As many as tell a thousandth of the range.
int decimalsOf(const PlotRange& range)
{
    const double step = std::max(range.high - range.low, 1e-9) / 1000.0;
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 0, MostDecimals);
}
} // namespace

ValueRangeDialog::ValueRangeDialog(QWidget* parent) : QDialog(parent), m_form(new QFormLayout)
{
    setWindowTitle(tr("Range of values"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_form);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &ValueRangeDialog::choose);
}

QDoubleSpinBox* ValueRangeDialog::addBox(const QString& name, double value)
{
    auto* box = new QDoubleSpinBox(this);
    box->setRange(-Widest, Widest);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setAccessibleName(name);
    box->setMinimumWidth(110);
    box->setValue(value);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ValueRangeDialog::check);
    return box;
}

void ValueRangeDialog::addUnit(const QString& unit, const PlotRange& range)
{
    const QString name = unit.isEmpty() ? tr("Values") : unit;
    Line line{unit, addBox(tr("Lowest of %1").arg(name), 0.0), addBox(tr("Highest of %1").arg(name), 0.0)};
    for (QDoubleSpinBox* box : {line.low, line.high})
        box->setDecimals(decimalsOf(range));
    line.low->setValue(range.low);
    line.high->setValue(range.high);
    auto* row = new QHBoxLayout;
    row->addWidget(line.low);
    row->addWidget(new QLabel(tr("to"), this));
    row->addWidget(line.high);
    m_form->addRow(name, row);
    m_lines.push_back(std::move(line));
    check();
}

void ValueRangeDialog::check()
{
    m_ok->setEnabled(std::all_of(m_lines.begin(), m_lines.end(),
                                 [](const Line& line) { return line.low->value() < line.high->value(); }));
}

void ValueRangeDialog::choose()
{
    for (const Line& line : m_lines)
        Q_EMIT chosen(line.unit, {line.low->value(), line.high->value()});
    accept();
}

} // namespace ghostline::app
