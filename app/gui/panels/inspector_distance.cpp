// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/inspector_distance.h"

#include "app/gui/panels/inspector_model.h"
#include "app/gui/widgets/panel_style.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

InspectorDistance::InspectorDistance(QWidget* parent)
    : Panel(parent), m_other(new QComboBox(this)), m_distance(new QLabel(this)),
      m_plot(iconButton(QStringLiteral("plot"), tr("Plot the distance"), false, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * Grid, Grid, 2 * Grid, 2 * Grid);
    row->setSpacing(Grid);
    auto* label = new QLabel(tr("Distance to"), this);
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_other->setMinimumContentsLength(8);
    m_other->setAccessibleName(tr("The actor to measure the distance to"));
    label->setBuddy(m_other);
    m_distance->setFont(tabularFont(font()));
    m_distance->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_distance->setMinimumWidth(
        QFontMetrics(m_distance->font()).horizontalAdvance(QStringLiteral("00000.00 m")));
    m_distance->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_distance->setAccessibleName(tr("Distance"));
    row->addWidget(label);
    row->addWidget(m_other, 1);
    row->addWidget(m_distance);
    row->addWidget(m_plot);
    connect(m_other, &QComboBox::currentIndexChanged, this, [this] {
        if (session() != nullptr)
            measure(m_from, session()->playback()->recordedFrame().state);
    });
    connect(m_plot, &QToolButton::clicked, this, &InspectorDistance::plot);
}

void InspectorDistance::onSessionChanged()
{
    m_from = model::ActorId::None;
    m_offered.reset();
    m_other->clear();
    if (session() != nullptr)
        fillOthers();
}

void InspectorDistance::fillOthers()
{
    const auto& cast = session()->info().cast;
    const std::pair offered(m_from, cast.size());
    if (m_offered == offered)
        return;
    m_offered = offered;
    const QVariant chosen = m_other->currentData();
    const QSignalBlocker quiet(m_other);
    m_other->clear();
    m_other->addItem(tr("nobody"));
    for (const model::ActorInfo& actor : cast) {
        if (!actor.background && actor.id != m_from)
            m_other->addItem(actor.name, model::index(actor.id));
    }
    m_other->setCurrentIndex(std::max(m_other->findData(chosen), 0));
}

model::ActorId InspectorDistance::other() const
{
    const QVariant chosen = m_other->currentData();
    return chosen.isValid() ? static_cast<model::ActorId>(chosen.toUInt()) : model::ActorId::None;
}

void InspectorDistance::measure(model::ActorId from, const model::WorldState& state)
{
    m_from = from;
    if (session() != nullptr)
        fillOthers();
    const bool chosen = other() != model::ActorId::None && session() != nullptr;
    m_plot->setEnabled(chosen);
    double distance = std::nan("");
    if (chosen) {
        const std::ptrdiff_t a = state.row(from);
        const std::ptrdiff_t b = state.row(other());
        if (a >= 0 && b >= 0)
            distance = glm::distance(state.positions[static_cast<std::size_t>(a)],
                                     state.positions[static_cast<std::size_t>(b)]);
    }
    m_distance->setText(
        numberText(distance, 2, session() != nullptr ? session()->info().lengthUnit : QString()));
}

void InspectorDistance::plot()
{
    if (session() == nullptr) // it was closed since the distance was measured
        return;
    for (const model::MetricInfo& metric : model::metricsOf(session()->info())) {
        if (metric.source == model::MetricSource::DistanceBetween) {
            Q_EMIT plotRequested({metric, m_from, other()});
            return;
        }
    }
}

} // namespace ghostline::app
