// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The program's own monochrome icons, tinted from the palette at whatever size and scale is asked for.
#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace ghostline::app {

/// Icon `name` of resources/icons ("play"). Follows the application palette; disabled and checked states
/// differ.
QIcon themedIcon(const QString& name);
/// The icon in a colour of its own, `side` logical pixels wide.
QPixmap tintedPixmap(const QString& name, const QColor& colour, int side, qreal ratio);
/// The names there are.
QStringList iconNames();

} // namespace ghostline::app
