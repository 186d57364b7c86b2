// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/docks/inspector_distance.h"

#include "app/gui/docks/inspector_model.h"
#include "app/gui/docks/panel_style.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

InspectorDistance::InspectorDistance(QWidget* parent)
    : QWidget(parent), m_other(new QComboBox(this)), m_distance(new QLabel(this)),
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
    connect(m_other, &QComboBox::currentIndexChanged, this, [this] { measure(m_from); });
    connect(m_plot, &QToolButton::clicked, this, &InspectorDistance::plot);
}

void InspectorDistance::setSession(ReplaySession* session)
{
    m_session = session;
    m_from = model::ActorId::None;
    m_other->clear();
    if (session != nullptr)
        fillOthers();
}

void InspectorDistance::fillOthers()
{
    const auto& cast = m_session->info().cast;
    const auto wanted =
        std::count_if(cast.begin(), cast.end(), [](const model::ActorInfo& a) { return !a.background; });
    if (m_other->count() == 1 + static_cast<int>(wanted))
        return;
    const QVariant chosen = m_other->currentData();
    const QSignalBlocker quiet(m_other);
    m_other->clear();
    m_other->addItem(tr("nobody"));
    for (const model::ActorInfo& actor : cast) {
        if (!actor.background)
            m_other->addItem(actor.name, model::index(actor.id));
    }
    m_other->setCurrentIndex(std::max(m_other->findData(chosen), 0));
}

model::ActorId InspectorDistance::other() const
{
    const QVariant chosen = m_other->currentData();
    return chosen.isValid() ? static_cast<model::ActorId>(chosen.toUInt()) : model::ActorId::None;
}

void InspectorDistance::measure(model::ActorId from)
{
    m_from = from;
    const bool chosen = other() != model::ActorId::None && m_session != nullptr;
    m_plot->setEnabled(chosen);
    double distance = std::nan("");
    if (chosen) {
        const model::WorldState& state = m_session->state();
        const std::ptrdiff_t a = state.row(from);
        const std::ptrdiff_t b = state.row(other());
        if (a >= 0 && b >= 0)
            distance = glm::distance(state.positions[static_cast<std::size_t>(a)],
                                     state.positions[static_cast<std::size_t>(b)]);
    }
    m_distance->setText(numberText(distance, 2, QStringLiteral("m")));
}

void InspectorDistance::plot()
{
    if (m_session == nullptr) // it was closed since the distance was measured
        return;
    for (const model::MetricInfo& metric : model::metricsOf(m_session->info())) {
        if (metric.source == model::MetricSource::DistanceBetween) {
            Q_EMIT plotRequested({metric, m_from, other()});
            return;
        }
    }
}

} // namespace ghostline::app
