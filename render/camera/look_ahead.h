// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far a following camera looks ahead of whom it follows, so that more is seen of where it goes.
#include <glm/glm.hpp>

namespace ghostline::render {

/// Metres from the subject to what is looked at. Depends on nothing but its arguments: the same instant is
/// the same picture, whichever way time runs. `velocity`: metres a second; `viewHeight`: metres of world over
/// the height of the picture at the subject's distance, of which it stays within a third. None at rest, and
/// no edge where it sets in.
glm::dvec3 lookAhead(const glm::dvec3& velocity, double viewHeight);

} // namespace ghostline::render
