// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/view_option_store.h"

#include <array>

namespace ghostline::app {

namespace {

constexpr std::array<ViewToggle, 21> Toggles{{
    {"trails", "view.trails", &render::ViewOptions::trails},
    {"labels", "view.labels", &render::ViewOptions::labels},
    {"provenance", "view.provenance", &render::ViewOptions::provenance},
    {"reported_only", "view.reported", &render::ViewOptions::reportedOnly},
    {"exact_only", "view.exact", &render::ViewOptions::exactOnly},
    {"unit_marks", "view.unitMarks", &render::ViewOptions::unitMarks},
    {"sight", "view.sight", &render::ViewOptions::sight},
    {"velocity", "view.velocity", &render::ViewOptions::velocityArrows},
    {"distance_rings", "view.rings", &render::ViewOptions::distanceRings},
    {"prediction", "view.prediction", &render::ViewOptions::prediction},
    {"grid", "view.grid", &render::ViewOptions::grid},
    {"axes", nullptr, &render::ViewOptions::axesGizmo},
    {"scene", "view.scene", &render::ViewOptions::scene},
    {"edits", "view.edits", &render::ViewOptions::edits},
    {"barriers", "view.barriers", &render::ViewOptions::barriers},
    {"zones", "view.zones", &render::ViewOptions::zones},
    {"next_goal", "view.nextGoal", &render::ViewOptions::nextGoal},
    {"heat_map", "view.heatMap", &render::ViewOptions::heatMap},
    {"drawings", "view.drawings", &render::ViewOptions::drawings},
    {"scoreboard", "view.scoreboard", &render::ViewOptions::scoreboard},
    {"background", "view.background", &render::ViewOptions::backgroundActors},
}};

} // namespace

std::span<const ViewToggle> viewToggles() { return Toggles; }

QJsonObject toJson(const render::ViewOptions& options)
{
    QJsonObject json;
    for (const ViewToggle& toggle : Toggles)
        json[QLatin1String(toggle.key)] = options.*toggle.member;
    return json;
}

render::ViewOptions viewOptionsFrom(const QJsonObject& json, render::ViewOptions otherwise)
{
    for (const ViewToggle& toggle : Toggles)
        otherwise.*toggle.member = json[QLatin1String(toggle.key)].toBool(otherwise.*toggle.member);
    return otherwise;
}

} // namespace ghostline::app
