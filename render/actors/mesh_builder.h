// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Puts meshes together out of flat faces, blocks and bodies of revolution.
#include "render/actors/meshes.h"

#include <array>
#include <numbers>
#include <span>
#include <utility>

namespace ghostline::render {

/// Vertices are not shared between faces: edges are hard.
class Builder
{
public:
    /// A flat convex face, counter-clockwise seen from outside.
    void face(std::span<const glm::vec3> corners, Zone zone = Zone::Body)
    {
        const glm::vec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
        const auto first = static_cast<std::uint16_t>(m_mesh.vertices.size());
        for (const glm::vec3& c : corners)
            vertex(c, normal, zone);
        for (std::size_t i = 2; i < corners.size(); ++i)
            triangle(first, static_cast<std::uint16_t>(first + i - 1), static_cast<std::uint16_t>(first + i));
    }

    void quad(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d,
              Zone zone = Zone::Body)
    {
        const std::array corners{a, b, c, d};
        face(corners, zone);
    }

    /// A frustum along Y: rectangles at its bottom and top, each {x, front z, back z}.
    struct Slice
    {
        float y, x, front, back;
    };
    void block(const Slice& low, const Slice& high, Zone sides, Zone top)
    {
        const glm::vec3 a{-low.x, low.y, low.front}, b{low.x, low.y, low.front};
        const glm::vec3 c{low.x, low.y, low.back}, d{-low.x, low.y, low.back};
        const glm::vec3 e{-high.x, high.y, high.front}, f{high.x, high.y, high.front};
        const glm::vec3 g{high.x, high.y, high.back}, h{-high.x, high.y, high.back};
        quad(a, b, f, e, sides);
        quad(b, c, g, f, sides);
        quad(c, d, h, g, sides);
        quad(d, a, e, h, sides);
        quad(e, f, g, h, top);
        quad(d, c, b, a, sides);
    }

    void vertex(const glm::vec3& p, const glm::vec3& n, Zone zone)
    {
        m_mesh.vertices.push_back({{p.x, p.y, p.z},
                                   {n.x, n.y, n.z},
                                   static_cast<float>(zone) + (m_details ? MeshVertex::Detail : 0.0F)});
    }
    void triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c)
    {
        m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
    }
    /// Whether what is added from here on are details.
    void setDetails(bool on) { m_details = on; }
    std::uint16_t next() const { return static_cast<std::uint16_t>(m_mesh.vertices.size()); }
    Mesh take() { return std::move(m_mesh); }

private:
    Mesh m_mesh;
    bool m_details = false;
};

/// One ring of a body of revolution about Y.
struct Ring
{
    float y, radius;
};

/// Smooth round the axis, edged from band to band; `zoneOf(band, z)` colours a face by its place.
template<typename ZoneOf>
Mesh revolve(std::span<const Ring> rings, int sides, ZoneOf zoneOf)
{
    Builder b;
    for (std::size_t band = 0; band + 1 < rings.size(); ++band) {
        const Ring& low = rings[band];
        const Ring& high = rings[band + 1];
        for (int i = 0; i < sides; ++i) {
            std::array<glm::vec3, 4> p, n;
            for (std::size_t k = 0; k < 4; ++k) {
                const float step = static_cast<float>(i) + 0.5F + (k == 1 || k == 2 ? 1.0F : 0.0F);
                const float a = step * 2.0F * std::numbers::pi_v<float> / static_cast<float>(sides);
                const Ring& ring = k < 2 ? low : high;
                p[k] = {std::sin(a) * ring.radius, ring.y, std::cos(a) * ring.radius};
                const float slope = high.y - low.y;
                n[k] = glm::normalize(
                    glm::vec3(std::sin(a) * slope, low.radius - high.radius, std::cos(a) * slope));
            }
            const Zone zone = zoneOf(band, (p[0].z + p[1].z + p[2].z + p[3].z) * 0.25F);
            const auto first = b.next();
            for (std::size_t k = 0; k < 4; ++k)
                b.vertex(p[k], n[k], zone);
            const auto at = [first](int k) { return static_cast<std::uint16_t>(first + k); };
            if (low.radius > 0.0F)
                b.triangle(at(0), at(1), at(2));
            if (high.radius > 0.0F)
                b.triangle(at(0), at(2), at(3));
        }
    }
    return b.take();
}

} // namespace ghostline::render
