// SPDX-License-Identifier: GPL-3.0-or-later
// Zones without the mouse: one around the selected actor, and figures for where the chosen one lies.
#include "app/gui/analyses/zones_page.h"
#include "app/gui/docks/panel_style.h"
#include "model/world_state.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>

#include <cmath>

namespace ghostline::app {

namespace {

constexpr double UsualRadius = 5.0;    // metres
constexpr double SmallestRadius = 0.1; // metres
constexpr double FarthestPlace = 1'000'000.0;

} // namespace

void ZonesPage::buildPlace()
{
    auto* row = new QHBoxLayout;
    const auto figure = [this, row](const QString& text, double least, double most) {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(least, most);
        box->setSuffix(tr(" m"));
        box->setKeyboardTracking(false); // a figure half typed is no place
        auto* label = new QLabel(text, this);
        label->setBuddy(box);
        connect(box, &QDoubleSpinBox::valueChanged, this, &ZonesPage::choosePlace);
        row->addWidget(label);
        row->addWidget(box);
        return box;
    };
    m_east = figure(tr("Middle &x"), -FarthestPlace, FarthestPlace);
    m_south = figure(tr("z"), -FarthestPlace, FarthestPlace);
    m_radius = figure(tr("&Radius"), SmallestRadius, FarthestPlace);
    m_east->setAccessibleName(tr("Middle of the zone, x"));
    m_south->setAccessibleName(tr("Middle of the zone, z"));
    row->addStretch(1);
    rows()->addLayout(row);
}

void ZonesPage::showPlace(const model::Zone* zone)
{
    const glm::dvec2 middle = zone != nullptr ? zone->middle() : glm::dvec2(0.0);
    m_east->setValue(middle.x);
    m_south->setValue(middle.y);
    m_radius->setValue(zone != nullptr && zone->circle() ? zone->radius : UsualRadius);
    m_east->setEnabled(zone != nullptr);
    m_south->setEnabled(zone != nullptr);
    m_radius->setEnabled(zone != nullptr && zone->circle());
}

void ZonesPage::choosePlace()
{
    const int row = chosen();
    if (m_filling || row < 0)
        return;
    std::vector<model::Zone> all = zones();
    model::Zone& zone = all[static_cast<std::size_t>(row)];
    const glm::dvec2 shift = glm::dvec2(m_east->value(), m_south->value()) - zone.middle();
    // The box that was not touched shows a rounded figure: that is no wish to move.
    const double least = 0.5 * std::pow(10.0, -m_east->decimals());
    const glm::dvec2 wished(std::abs(shift.x) > least ? shift.x : 0.0,
                            std::abs(shift.y) > least ? shift.y : 0.0);
    for (glm::dvec2& corner : zone.corners)
        corner += wished;
    if (zone.circle()) {
        zone.centre += wished;
        if (std::abs(m_radius->value() - zone.radius) > least)
            zone.radius = m_radius->value();
    }
    change(std::move(all));
}

void ZonesPage::addAroundSelection()
{
    if (session() == nullptr || !roomForOne())
        return;
    const model::ActorId actor = selectedActor();
    if (actor == model::ActorId::None)
        return;
    const std::ptrdiff_t row = session()->state().row(actor);
    if (row < 0)
        return tell(tr("The selected actor is not there at this instant"));
    const glm::dvec3& place = session()->state().positions[static_cast<std::size_t>(row)];
    model::Zone zone = fresh();
    zone.centre = {place.x, place.z};
    zone.radius = UsualRadius;
    take(zone);
}

} // namespace ghostline::app
