// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Drawings as the notes beside a recording have them (docs/formats/sidecar.md).
#include "model/base/export.h"
#include "model/board/drawing.h"

#include <QJsonObject>

#include <optional>

namespace ghostline::model {

/// The words in the file: "pen", "moved_actor" ...; "screen", "ground", "actor". Empty for Unknown; any other
/// word reads as nothing.
GHOSTLINE_MODEL_EXPORT QString drawingKindName(DrawingKind kind);
GHOSTLINE_MODEL_EXPORT std::optional<DrawingKind> drawingKindNamed(const QString& name);
GHOSTLINE_MODEL_EXPORT QString drawingPinName(DrawingPin pin);
GHOSTLINE_MODEL_EXPORT std::optional<DrawingPin> drawingPinNamed(const QString& name);

GHOSTLINE_MODEL_EXPORT QJsonObject toJson(const Drawing& drawing);
/// Nothing where it does not say where and when it belongs, a number is none, or it is beyond the limits of
/// board.h. Keys that are not known stay in Drawing::unknown; a kind or a pin that is not known makes it
/// DrawingKind::Unknown, and all it says stays there.
GHOSTLINE_MODEL_EXPORT std::optional<Drawing> drawingFromJson(QJsonObject object);

} // namespace ghostline::model
