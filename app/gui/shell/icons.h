// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The program's own monochrome icons, tinted from the palette at whatever size and scale is asked for.
#include <QIcon>
#include <QString>

namespace ghostline::app {

/// Icon `name` of resources/icons ("play"). Follows the application palette; disabled and checked states
/// differ.
QIcon themedIcon(const QString& name);
/// The names there are.
QStringList iconNames();

} // namespace ghostline::app
