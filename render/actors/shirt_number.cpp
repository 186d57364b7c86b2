// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/shirt_number.h"

#include <array>
#include <cmath>

namespace ghostline::render {

namespace {

/// A stroke of a digit in a cell of width 1 and height 2, origin in its middle.
struct DigitStroke
{
    glm::vec2 middle;
    bool upright;
};
constexpr std::array<DigitStroke, 7> Strokes{{{{0.0F, 1.0F}, false},
                                              {{0.5F, 0.5F}, true},
                                              {{0.5F, -0.5F}, true},
                                              {{0.0F, -1.0F}, false},
                                              {{-0.5F, -0.5F}, true},
                                              {{-0.5F, 0.5F}, true},
                                              {{0.0F, 0.0F}, false}}};
/// Which of them each digit has, a bit each.
constexpr std::array<unsigned, 10> DigitStrokes{0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};

constexpr float DigitThickness = 0.27F; // of a digit's width
constexpr float DigitGap = 0.55F;       // between two, the same
constexpr float DigitRise = 0.007F;     // metres from the trunk
constexpr float DigitDepth = 0.016F;    // half, metres: most of it is inside

/// Half the thickness of a trunk there, as its mesh has it (meshes.cpp).
float trunkDepth(const BodyPiece& trunk, const glm::vec2& at)
{
    const float y = at.y / trunk.half.y;
    const float radius =
        glm::clamp(y < 0.35F ? 0.93F + (y - 0.35F) * 0.45F : 0.93F + (y - 0.35F) * 0.2F, 0.6F, 1.0F);
    const float x = at.x / (trunk.half.x * radius);
    return trunk.half.z * radius * std::sqrt(std::max(0.0F, 1.0F - x * x));
}

/// Light on dark trunks, dark on light ones.
glm::vec4 numberColour(const glm::vec4& trunk)
{
    const float light = glm::dot(glm::vec3(trunk), glm::vec3(0.299F, 0.587F, 0.114F));
    return {glm::mix(glm::vec3(trunk), glm::vec3(light > 0.5F ? 0.05F : 0.98F), 0.88F), trunk.a};
}

} // namespace

void appendShirtNumber(std::vector<Instance>& out, int number, const BodyPiece& trunk,
                       const glm::vec4& colour, const glm::vec3& shift)
{
    if (number < 0 || number > 99)
        return;
    const glm::vec4 ink = numberColour(colour);
    const glm::vec4 turn = {trunk.turn.x, trunk.turn.y, trunk.turn.z, trunk.turn.w};
    const std::array<int, 2> digits{number / 10, number % 10};
    const std::size_t first = number < 10 ? 1 : 0;
    for (const float side : {1.0F, -1.0F}) { // chest, back: on the back there is more room
        const float width = trunk.half.x * (side > 0.0F ? 0.30F : 0.42F);
        const float middle = trunk.half.y * (side > 0.0F ? 0.42F : 0.34F);
        const float step = width * (1.0F + DigitGap);
        for (std::size_t d = first; d < digits.size(); ++d) {
            const float left = first == 1 ? 0.0F : (static_cast<float>(d) - 0.5F) * step;
            const unsigned strokes = DigitStrokes[static_cast<std::size_t>(digits[d])];
            for (std::size_t s = 0; s < Strokes.size(); ++s) {
                if ((strokes & (1U << s)) == 0)
                    continue;
                const DigitStroke& stroke = Strokes[s];
                const glm::vec2 at{left + stroke.middle.x * width, middle + stroke.middle.y * width};
                // Whoever reads the back has the trunk's left on the left hand.
                const glm::vec3 place{at.x * side, at.y,
                                      side * (trunkDepth(trunk, at) + DigitRise - DigitDepth)};
                const float along = width * (0.5F + DigitThickness * 0.5F),
                            across = width * DigitThickness * 0.5F;
                const glm::vec3 half{stroke.upright ? across : along, stroke.upright ? along : across,
                                     DigitDepth};
                out.push_back({{trunk.centre + trunk.turn * place + shift, 0.0F}, turn, {half, 0.0F}, ink});
            }
        }
    }
}

} // namespace ghostline::render
