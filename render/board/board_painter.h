// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All drawings of an instant, painted over a picture.
#include "render/actors/actor_styles.h"
#include "render/base/view_content.h"
#include "render/board/board_projection.h"

#include <QPainter>

namespace ghostline::render {

/// Whether there is anything to paint at the content's instant; costs next to nothing without drawings.
bool anyDrawingShown(const ViewContent& content);

/// `styles` are those of the content. The painter's pixels are those of the projection.
void paintBoard(QPainter& painter, const ViewContent& content, const ActorStyles& styles,
                const BoardProjection& projection);

} // namespace ghostline::render
