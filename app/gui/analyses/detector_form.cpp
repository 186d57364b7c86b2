// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/detector_form.h"

#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <cmath>

namespace ghostline::app {

namespace {

constexpr int SliderSteps = 1000;

/// Values spread over more than a power of ten: each part of the way multiplies by as much.
double valueAt(const model::DetectorParameter& parameter, int position)
{
    const double share = static_cast<double>(position) / SliderSteps;
    return parameter.least * std::pow(parameter.most / parameter.least, share);
}

int positionOf(const model::DetectorParameter& parameter, double value)
{
    return static_cast<int>(std::lround(SliderSteps * std::log(value / parameter.least) /
                                        std::log(parameter.most / parameter.least)));
}

QDoubleSpinBox* makeBox(const model::DetectorParameter& parameter, double value, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(parameter.least, parameter.most);
    box->setDecimals(parameter.decimals);
    box->setSingleStep(std::pow(10.0, -parameter.decimals));
    const QString unit = shownName(QString::fromUtf8(parameter.unit));
    box->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    box->setValue(value);
    box->setAccessibleName(shownName(QString::fromUtf8(parameter.name)));
    return box;
}

/// A sentence of the detector's own, in the window's language.
QString told(const char* text) { return shownName(QString::fromUtf8(text)); }

QString aboutText(const model::DetectorInfo& info)
{
    QString text = DetectorForm::tr("Finds %1.").arg(told(info.finds));
    if (*info.falseAlarms != '\0')
        text +=
            QLatin1Char(' ') + DetectorForm::tr("Known to be wrong about: %1.").arg(told(info.falseAlarms));
    if (info.experimental())
        text += QLatin1Char(' ') + DetectorForm::tr("Experimental: %1.").arg(told(info.doubt));
    return text;
}

} // namespace

DetectorForm::DetectorForm(QWidget* parent)
    : QWidget(parent), m_about(new QLabel(this)), m_slider(new QSlider(Qt::Horizontal, this)),
      m_value(new QDoubleSpinBox(this)), m_parameters(new QFormLayout)
{
    build();
    connect(m_slider, &QSlider::valueChanged, this, &DetectorForm::slide);
    connect(m_value, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(positionOf(m_threshold, value));
        Q_EMIT thresholdChanged(value);
    });
}

void DetectorForm::build()
{
    m_about->setWordWrap(true);
    m_about->setTextFormat(Qt::PlainText);
    m_about->setObjectName(QStringLiteral("detectorAbout"));
    m_slider->setRange(0, SliderSteps);
    m_slider->setAccessibleName(tr("Threshold"));
    m_slider->setToolTip(tr("From which value on it is an alarm: to the left there are more"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_slider, 1);
    row->addWidget(m_value);
    auto* threshold = new QFormLayout;
    threshold->addRow(tr("&Alarm from"), row);
    if (auto* label = qobject_cast<QLabel*>(threshold->labelForField(row)))
        label->setBuddy(m_slider);
    m_parameters->setSpacing(Grid);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2 * Grid);
    column->addWidget(m_about);
    column->addLayout(threshold);
    column->addLayout(m_parameters);
}

void DetectorForm::slide(int position) { m_value->setValue(valueAt(m_threshold, position)); }

void DetectorForm::show(std::size_t detector, const model::DetectorChoice& choice)
{
    const model::DetectorInfo& info = model::detectors()[detector];
    m_threshold = info.threshold;
    m_about->setText(aboutText(info));
    const QSignalBlocker quietValue(m_value);
    const QSignalBlocker quietSlider(m_slider);
    m_value->setDecimals(info.threshold.decimals);
    m_value->setSingleStep(std::pow(10.0, -info.threshold.decimals));
    m_value->setRange(info.threshold.least, info.threshold.most);
    const QString unit = shownName(QString::fromUtf8(info.threshold.unit));
    m_value->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    m_value->setToolTip(shownName(QString::fromUtf8(info.threshold.name)));
    m_value->setAccessibleName(m_value->toolTip());
    m_value->setValue(choice.threshold);
    m_slider->setValue(positionOf(info.threshold, choice.threshold));
    fill(info, choice);
}

void DetectorForm::fill(const model::DetectorInfo& info, const model::DetectorChoice& choice)
{
    while (m_parameters->rowCount() > 0)
        m_parameters->removeRow(0);
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        QDoubleSpinBox* const box = makeBox(info.parameters[i], choice.parameters[i], this);
        m_parameters->addRow(shownName(QString::fromUtf8(info.parameters[i].name)), box);
        connect(box, &QDoubleSpinBox::valueChanged, this,
                [this, i](double value) { Q_EMIT parameterChanged(i, value); });
    }
}

} // namespace ghostline::app
