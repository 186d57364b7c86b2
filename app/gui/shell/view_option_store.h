// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layers of the view as JSON, for what is kept between runs. How long trails are is a setting of its own.
#include "render/view_options.h"

#include <QJsonObject>

namespace ghostline::app {

QJsonObject toJson(const render::ViewOptions& options);
/// What the object does not have, or has wrong, stays as in `otherwise`.
render::ViewOptions viewOptionsFrom(const QJsonObject& json, render::ViewOptions otherwise);

} // namespace ghostline::app
