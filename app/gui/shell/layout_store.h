// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arrangement of the window between runs, with a versioned schema: another version is as good as none.
#include "render/view_options.h"

#include <QByteArray>

#include <optional>

namespace ghostline::app {

struct Layout
{
    static constexpr int SchemaVersion = 5; ///< 5: ghosts and review came
    QByteArray geometry;
    QByteArray docks;
    QByteArray timeline;
    QByteArray plots;
    QByteArray observer;
    render::ViewOptions view;
};

void storeLayout(const Layout& layout);
/// Nothing when none was saved, or one of another schema.
std::optional<Layout> loadLayout();

} // namespace ghostline::app
