// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/layout_store.h"

#include "app/gui/shell/settings.h"

#include <array>

namespace ghostline::app {

namespace {

struct Flag
{
    const char* key;
    bool render::ViewOptions::*member;
};
constexpr std::array<Flag, 14> Flags{{
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
    {"scoreboard", &render::ViewOptions::scoreboard},
    {"background", &render::ViewOptions::backgroundActors},
}};

} // namespace

void storeLayout(const Layout& layout)
{
    const auto store = openStore();
    store->beginGroup(QStringLiteral("layout"));
    store->setValue(QStringLiteral("schema"), Layout::SchemaVersion);
    store->setValue(QStringLiteral("geometry"), layout.geometry);
    store->setValue(QStringLiteral("docks"), layout.docks);
    store->setValue(QStringLiteral("timeline"), layout.timeline);
    store->setValue(QStringLiteral("plots"), layout.plots);
    store->setValue(QStringLiteral("observer"), layout.observer);
    for (const Flag& flag : Flags)
        store->setValue(QStringLiteral("view_") + QLatin1String(flag.key), layout.view.*flag.member);
}

std::optional<Layout> loadLayout()
{
    const auto store = openStore();
    store->beginGroup(QStringLiteral("layout"));
    if (store->value(QStringLiteral("schema")).toInt() != Layout::SchemaVersion)
        return std::nullopt;
    Layout layout;
    layout.geometry = store->value(QStringLiteral("geometry")).toByteArray();
    layout.docks = store->value(QStringLiteral("docks")).toByteArray();
    layout.timeline = store->value(QStringLiteral("timeline")).toByteArray();
    layout.plots = store->value(QStringLiteral("plots")).toByteArray();
    layout.observer = store->value(QStringLiteral("observer")).toByteArray();
    for (const Flag& flag : Flags) {
        const QString key = QStringLiteral("view_") + QLatin1String(flag.key);
        layout.view.*flag.member = store->value(key, layout.view.*flag.member).toBool();
    }
    return layout;
}

} // namespace ghostline::app
