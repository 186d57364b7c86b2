// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/speed_control.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace ghostline::app {

namespace {

struct Labelled
{
    double rate;
    const char16_t* text;
};
constexpr Labelled SpeedSteps[] = {{0.25, u"\u00BC"}, {0.5, u"\u00BD"}, {1.0, u"1"},
                                   {2.0, u"2"},       {4.0, u"4"},      {8.0, u"8"}};

bool shiftHeld() { return QGuiApplication::keyboardModifiers() & Qt::ShiftModifier; }

} // namespace

double SpeedControl::rateAt(int position)
{
    using model::Playhead;
    const double share = static_cast<double>(position) / SliderSteps;
    const double rate = Playhead::MinRate * std::pow(Playhead::MaxRate / Playhead::MinRate, share);
    // Round numbers are what people are after: two figures are finer than anyone sees.
    const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 1.0);
    return std::round(rate / unit) * unit;
}

int SpeedControl::positionOf(double rate)
{
    using model::Playhead;
    const double share =
        std::log(std::abs(rate) / Playhead::MinRate) / std::log(Playhead::MaxRate / Playhead::MinRate);
    return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * SliderSteps));
}

SpeedControl::SpeedControl(QWidget* parent) : Panel(parent), m_slider(new QSlider(Qt::Horizontal, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const Labelled& step : SpeedSteps) {
        auto* button = new QToolButton(this);
        button->setText(QString::fromUtf16(step.text));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFixedSize(24, 24);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolTip(tr("Play at %1, with Shift backward").arg(rateText(step.rate)));
        button->setAccessibleName(tr("Speed %1").arg(rateText(step.rate)));
        connect(button, &QToolButton::clicked, this,
                [this, rate = step.rate] { setMagnitude(rate, shiftHeld()); });
        row->addWidget(button);
        m_buttons.emplace_back(step.rate, button);
    }
    row->addSpacing(8);
    m_slider->setRange(0, SliderSteps);
    m_slider->setPageStep(50);
    m_slider->setMinimumWidth(40); // the first to give way in a narrow window
    m_slider->setMaximumWidth(112);
    m_slider->setToolTip(tr("Speed from 0.01\u00D7 to 32\u00D7"));
    m_slider->setAccessibleName(tr("Speed"));
    // Moving the slider keeps the direction of play.
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        if (session())
            setMagnitude(rateAt(position), session()->playhead().rate() < 0);
    });
    row->addWidget(m_slider);
    row->addSpacing(8);

    m_value = new QLabel(this);
    m_value->setFont(tabularFont(font()));
    m_value->setFixedWidth(m_value->fontMetrics().horizontalAdvance(rateText(-0.015)) + 4);
    m_value->setAccessibleName(tr("Current speed"));
    row->addWidget(m_value);
    refresh();
}

void SpeedControl::onSessionChanged()
{
    if (session())
        connect(&session()->playhead(), &model::Playhead::rateChanged, this, &SpeedControl::refresh);
    refresh();
}

void SpeedControl::setMagnitude(double magnitude, bool backward)
{
    if (session())
        session()->playhead().setRate(backward ? -magnitude : magnitude);
    refresh();
}

void SpeedControl::refresh()
{
    const double rate = session() ? session()->playhead().rate() : 1.0;
    setEnabled(session());
    for (const auto& [magnitude, button] : m_buttons)
        button->setChecked(session() && std::abs(std::abs(rate) - magnitude) < 1e-9);
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(positionOf(rate));
    m_value->setText(rateText(rate));
}

} // namespace ghostline::app
