// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text of a sidecar: JSON that people and scripts read, too.
#include "model/board/drawing_json.h"
#include "model/sidecar/sidecar.h"

namespace ghostline::model {

/// `path` is for messages. Entries without a usable place are Damaged: half of somebody's notes is not shown
/// as if it were all of them.
GHOSTLINE_MODEL_EXPORT Result<Sidecar> parseSidecar(const QByteArray& text, const QString& path);
GHOSTLINE_MODEL_EXPORT QByteArray sidecarText(const Sidecar& sidecar);

/// One entry as it is written; of drawings see drawing_json.h.
QJsonObject toJson(const Bookmark& bookmark);
QJsonObject toJson(const FlagReview& review);
QJsonObject toJson(const OwnFlag& flag);

} // namespace ghostline::model
