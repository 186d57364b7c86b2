// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What colour a ground texture has that is known by its name alone.
#include <QString>

#include <glm/glm.hpp>

namespace ghostline::sc2 {

/// sRGB: as measured, else as words in the name say ("...Grass..."), else a grey that differs from number to
/// number.
glm::u8vec3 textureColour(const QString& name, std::size_t number);

} // namespace ghostline::sc2
