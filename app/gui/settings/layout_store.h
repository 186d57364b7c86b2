// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arrangements of the window between runs, with a versioned schema: another version is as good as none. One
// is the last, every format has one, the others have names.
#include "render/base/view_options.h"

#include <QByteArray>
#include <QStringList>

#include <array>
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
    QString format;                 ///< codec id of what it was last seen with; empty = of nothing yet
    std::array<double, 2> shares{}; ///< of the window's width: left and right docks; 0 = not known
    bool fitsTimeline = false;      ///< nobody has given the timeline another height than its lanes want
};

/// No name = the last one.
void storeLayout(const Layout& layout, const QString& name = {});
/// Nothing when none was saved, or one of another schema.
std::optional<Layout> loadLayout(const QString& name = {});
/// What was last seen with recordings of a format, by its codec's id. Each is written at once or not at all.
void storeFormatLayout(const Layout& layout, const QString& format);
std::optional<Layout> loadFormatLayout(const QString& format);
void removeFormatLayout(const QString& format);
/// Those with names, in alphabetical order.
QStringList layoutNames();
void removeLayout(const QString& name);

} // namespace ghostline::app
