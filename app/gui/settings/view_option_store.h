// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layers of the view as JSON, for what is kept between runs. How long trails are is a setting of its own.
#include "render/base/view_options.h"

#include <QJsonObject>

#include <span>

namespace ghostline::app {

/// An option that is on or off: how it is called where it is kept, and the verb that switches it.
struct ViewToggle
{
    const char* key;
    const char* verb; ///< null = none
    bool render::ViewOptions::*member;
};
/// All of them: menus, shortcuts and what is kept between runs follow this list.
std::span<const ViewToggle> viewToggles();

QJsonObject toJson(const render::ViewOptions& options);
/// What the object does not have, or has wrong, stays as in `otherwise`.
render::ViewOptions viewOptionsFrom(const QJsonObject& json, render::ViewOptions otherwise);

} // namespace ghostline::app
