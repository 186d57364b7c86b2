// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a person and the puck, and the few flat meshes: smooth where a body is round, few triangles.
#include "render/mesh_builder.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr float Tau = 2.0F * std::numbers::pi_v<float>;

/// A body of revolution about Y with normals that run smoothly round and along it. `squareness` below 1
/// pushes the round cross-section toward a box.
void revolveSmooth(Builder& b, std::span<const Ring> rings, int sides, float squareness = 1.0F)
{
    const auto first = b.next();
    const auto pushed = [squareness](float v) { return std::copysign(std::pow(std::abs(v), squareness), v); };
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const Ring& below = rings[i == 0 ? 0 : i - 1];
        const Ring& above = rings[std::min(i + 1, rings.size() - 1)];
        const bool pole = rings[i].radius <= 0.0F;
        for (int k = 0; k < sides; ++k) {
            const float a = (static_cast<float>(k) + 0.5F) * Tau / static_cast<float>(sides);
            const float x = pushed(std::sin(a));
            const float z = pushed(std::cos(a));
            const glm::vec3 around = glm::normalize(glm::vec3(std::sin(a), 0.0F, std::cos(a)));
            const glm::vec3 slope =
                around * (above.y - below.y) + glm::vec3(0.0F, below.radius - above.radius, 0.0F);
            const glm::vec3 normal =
                pole ? glm::vec3(0.0F, rings[i].y < 0.0F ? -1.0F : 1.0F, 0.0F) : glm::normalize(slope);
            b.vertex({x * rings[i].radius, rings[i].y, z * rings[i].radius}, normal, Zone::Body);
        }
    }
    for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
        for (int k = 0; k < sides; ++k) {
            const auto at = [&](std::size_t ring, int side) {
                return static_cast<std::uint16_t>(first + ring * static_cast<std::size_t>(sides) +
                                                  static_cast<std::size_t>(side % sides));
            };
            if (rings[i].radius > 0.0F)
                b.triangle(at(i, k), at(i, k + 1), at(i + 1, k + 1));
            if (rings[i + 1].radius > 0.0F)
                b.triangle(at(i, k), at(i + 1, k + 1), at(i + 1, k));
        }
    }
}

std::array<Ring, 7> ballRings(float radius)
{
    std::array<Ring, 7> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a = std::numbers::pi_v<float> * static_cast<float>(i) / 6.0F;
        rings[i] = {-std::cos(a), i == 0 || i == 6 ? 0.0F : std::sin(a) * radius};
    }
    return rings;
}

float at(int i, int n) { return 2.0F * static_cast<float>(i) / static_cast<float>(n) - 1.0F; }

} // namespace

Mesh makeLimb()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-0.84F, 0.84F}, Ring{-0.2F, 1.0F}, Ring{0.86F, 0.7F},
                               Ring{1, 0}};
    Builder b;
    revolveSmooth(b, rings, 8);
    return b.take();
}

Mesh makeTorso()
{
    // Falls off from the shoulders to the neck.
    constexpr std::array rings{Ring{-1, 0},       Ring{-0.97F, 0.56F}, Ring{-0.35F, 0.72F},
                               Ring{0.38F, 1.0F}, Ring{0.74F, 0.94F},  Ring{0.95F, 0.46F},
                               Ring{1, 0}};
    Builder b;
    revolveSmooth(b, rings, 10, 0.72F);
    return b.take();
}

/// A helmet, and a bright visor that stands out far enough to be seen in profile.
Mesh makeHead()
{
    Builder b;
    revolveSmooth(b, ballRings(0.93F), 10);
    constexpr int Pieces = 5;
    constexpr float Reach = 1.0F; // radians to either side
    constexpr float Low = -0.12F, High = 0.40F;
    const auto place = [](int i, float y, float radius) {
        const float a = Reach * at(i, Pieces);
        return glm::vec3(std::sin(a) * radius, y, std::cos(a) * radius);
    };
    for (int i = 0; i < Pieces; ++i) {
        const glm::vec3 a = place(i, Low, 0.99F), c = place(i + 1, Low, 0.99F);
        const glm::vec3 d = place(i + 1, High, 0.97F), e = place(i, High, 0.97F);
        b.quad(a, c, d, e, Zone::Visor);
        b.quad(e, d, place(i + 1, High, 0.8F), place(i, High, 0.8F), Zone::Dark);
        b.quad(place(i, Low, 0.8F), place(i + 1, Low, 0.8F), c, a, Zone::Dark);
    }
    return b.take();
}

Mesh makePuck()
{
    constexpr std::array rings{Ring{-0.45F, 0},    Ring{-0.45F, 0.58F}, Ring{-1, 0.66F}, Ring{-1, 0.86F},
                               Ring{-0.3F, 1},     Ring{0.3F, 1},       Ring{1, 0.86F},  Ring{1, 0.66F},
                               Ring{0.45F, 0.58F}, Ring{0.45F, 0}};
    return revolve(rings, 14,
                   [](std::size_t band, float) { return band == 0 || band == 8 ? Zone::Dark : Zone::Body; });
}

/// Straight-sided with round ends: closer to a standing body than a ball is.
Mesh barrelMesh()
{
    std::array<Ring, 11> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a =
            std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(rings.size() - 1);
        const bool pole = i == 0 || i + 1 == rings.size();
        rings[i] = {-std::copysign(std::pow(std::abs(std::cos(a)), 0.8F), std::cos(a)),
                    pole ? 0.0F : std::pow(std::sin(a), 0.6F)};
    }
    Builder b;
    revolveSmooth(b, rings, 20);
    return b.take();
}

Mesh quadMesh()
{
    Mesh m;
    for (const auto& [x, z] : std::array<std::pair<float, float>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}})
        m.vertices.push_back({{x, 0.0F, z}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

Mesh latticeMesh(int columns, int rows)
{
    Mesh m;
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c)
            m.vertices.push_back({{at(c, columns), 0.0F, at(r, rows)}, {0.0F, 1.0F, 0.0F}, 0.0F});
    }
    const auto corner = [columns](int c, int r) { return static_cast<std::uint16_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            m.indices.insert(m.indices.end(), {corner(c, r), corner(c + 1, r), corner(c + 1, r + 1),
                                               corner(c, r), corner(c + 1, r + 1), corner(c, r + 1)});
    }
    return m;
}

Mesh pieceMesh()
{
    Mesh m;
    for (const auto& [x, y] : std::array<std::pair<float, float>, 4>{{{0, -1}, {1, -1}, {1, 1}, {0, 1}}})
        m.vertices.push_back({{x, y, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

} // namespace ghostline::render
