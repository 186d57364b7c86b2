// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/view_option_store.h"

#include <array>

namespace ghostline::app {

namespace {

struct Flag
{
    const char* key;
    bool render::ViewOptions::*member;
};
constexpr std::array<Flag, 15> Flags{{
    {"trails", &render::ViewOptions::trails},
    {"labels", &render::ViewOptions::labels},
    {"provenance", &render::ViewOptions::provenance},
    {"reported_only", &render::ViewOptions::reportedOnly},
    {"exact_only", &render::ViewOptions::exactOnly},
    {"unit_marks", &render::ViewOptions::unitMarks},
    {"sight", &render::ViewOptions::sight},
    {"velocity", &render::ViewOptions::velocityArrows},
    {"prediction", &render::ViewOptions::prediction},
    {"grid", &render::ViewOptions::grid},
    {"axes", &render::ViewOptions::axesGizmo},
    {"scene", &render::ViewOptions::scene},
    {"zones", &render::ViewOptions::zones},
    {"scoreboard", &render::ViewOptions::scoreboard},
    {"background", &render::ViewOptions::backgroundActors},
}};

} // namespace

QJsonObject toJson(const render::ViewOptions& options)
{
    QJsonObject json;
    for (const Flag& flag : Flags)
        json[QLatin1String(flag.key)] = options.*flag.member;
    return json;
}

render::ViewOptions viewOptionsFrom(const QJsonObject& json, render::ViewOptions otherwise)
{
    for (const Flag& flag : Flags)
        otherwise.*flag.member = json[QLatin1String(flag.key)].toBool(otherwise.*flag.member);
    return otherwise;
}

} // namespace ghostline::app
