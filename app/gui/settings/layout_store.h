// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arrangements of the window between runs, with a versioned schema: another version is as good as none. One
// is the last, the others have names.
#include "render/base/view_options.h"

#include <QByteArray>
#include <QStringList>

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

/// No name = the last one.
void storeLayout(const Layout& layout, const QString& name = {});
/// Nothing when none was saved, or one of another schema.
std::optional<Layout> loadLayout(const QString& name = {});
/// Those with names, in alphabetical order.
QStringList layoutNames();
void removeLayout(const QString& name);

} // namespace ghostline::app
