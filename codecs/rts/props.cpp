// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/props.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace ghostline::rts {

namespace {

constexpr float FullTurn = 2.0F * std::numbers::pi_v<float>;
constexpr int ConeSides = 6;
constexpr int TrunkSides = 3;
constexpr int CylinderSides = 6;
constexpr int CrystalSides = 4;

model::SceneColour shadeOf(const glm::vec3& colour, float light)
{
    return model::SceneColour(glm::clamp(colour * light, 0.0F, 1.0F) * 255.0F + 0.5F);
}

/// From 0 to 1, by place and number: what makes one rock differ from the next.
float varied(const glm::dvec3& place, std::uint32_t number)
{
    const auto whole = [](double v) {
        return static_cast<std::uint32_t>(static_cast<std::int64_t>(v * 16.0));
    };
    std::uint32_t mixed = whole(glm::clamp(place.x, -1e6, 1e6)) * 0x9E3779B1U ^
                          whole(glm::clamp(place.z, -1e6, 1e6)) * 0x85EBCA77U ^ number * 0xC2B2AE3DU;
    mixed ^= mixed >> 15U;
    mixed *= 0x2C1B3C6DU;
    mixed ^= mixed >> 12U;
    return static_cast<float>(mixed & 0xFFFFU) / 65535.0F;
}

} // namespace

/// In axes of one prop: of size 1, standing on y = 0, x and z from -0.5 to 0.5.
class PropBuilder::Shaper
{
public:
    Shaper(model::SceneMesh& mesh, const Prop& prop)
        : m_mesh(mesh), m_prop(prop), m_base(glm::vec3(prop.place - mesh.origin)),
          m_cos(static_cast<float>(std::cos(prop.turn))), m_sin(static_cast<float>(std::sin(prop.turn)))
    {
    }

    void shape()
    {
        switch (m_prop.shape) {
        case PropShape::Tree:
            return tree();
        case PropShape::Rock:
            return rock();
        case PropShape::Crystal:
            spike({-0.08F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.28F, 0.35F);
            return spike({0.22F, 0.0F, 0.1F}, {0.4F, 0.6F, 0.2F}, 0.16F, 0.2F);
        case PropShape::Plant:
            return plant();
        case PropShape::Box:
            return box();
        case PropShape::Cylinder:
            return cylinder();
        }
    }

private:
    std::uint32_t vertex(const glm::vec3& at, float light) { return coloured(at, m_prop.colour, light); }
    std::uint32_t coloured(const glm::vec3& at, const glm::vec3& colour, float light)
    {
        const glm::vec3 sized = at * m_prop.size;
        m_mesh.vertices.push_back(m_base + glm::vec3(m_cos * sized.x + m_sin * sized.z, sized.y,
                                                     m_cos * sized.z - m_sin * sized.x));
        m_mesh.colours.push_back(shadeOf(colour, light));
        return static_cast<std::uint32_t>(m_mesh.vertices.size() - 1);
    }
    void face(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
    }
    /// Corners of a level ring, counter-clockwise seen from above.
    static glm::vec3 round(const glm::vec3& middle, float radius, int i, int sides)
    {
        const float a = FullTurn * static_cast<float>(i) / static_cast<float>(sides);
        return middle + glm::vec3(radius * std::cos(a), 0.0F, -radius * std::sin(a));
    }
    /// From the first ring up to a tip.
    void cone(std::span<const std::uint32_t> ring, std::uint32_t tip)
    {
        for (std::size_t i = 0; i < ring.size(); ++i)
            face(ring[i], ring[(i + 1) % ring.size()], tip);
    }
    void band(std::span<const std::uint32_t> lower, std::span<const std::uint32_t> upper)
    {
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const std::size_t next = (i + 1) % lower.size();
            face(lower[i], lower[next], upper[next]);
            face(lower[i], upper[next], upper[i]);
        }
    }
    void tree()
    {
        const glm::vec3 bark{0.33F, 0.25F, 0.18F};
        std::array<std::uint32_t, TrunkSides> foot{};
        std::array<std::uint32_t, ConeSides> skirt{};
        for (int i = 0; i < TrunkSides; ++i)
            foot[static_cast<std::size_t>(i)] =
                coloured(round(glm::vec3(0.0F), 0.1F, i, TrunkSides), bark, 1.0F);
        cone(foot, coloured({0.0F, 0.5F, 0.0F}, bark, 0.8F));
        for (int i = 0; i < ConeSides; ++i)
            skirt[static_cast<std::size_t>(i)] = vertex(round({0.0F, 0.22F, 0.0F}, 0.5F, i, ConeSides), 0.8F);
        cone(skirt, vertex({0.0F, 1.0F, 0.0F}, 1.2F));
    }
    void rock()
    {
        std::uint32_t number = 0;
        const auto vary = [&](float low, float high) {
            return low + (high - low) * varied(m_prop.place, ++number);
        };
        std::array<std::uint32_t, 5> foot{};
        std::array<std::uint32_t, 5> brow{};
        for (int i = 0; i < 5; ++i) {
            const auto at = static_cast<std::size_t>(i);
            foot[at] = vertex(round(glm::vec3(0.0F, -0.1F, 0.0F), vary(0.4F, 0.52F), i, 5), 0.75F);
            brow[at] =
                vertex(round({0.0F, vary(0.4F, 0.75F), 0.0F}, vary(0.24F, 0.42F), i, 5), vary(0.9F, 1.1F));
        }
        band(foot, brow);
        cone(brow, vertex({vary(-0.12F, 0.12F), 1.0F, vary(-0.12F, 0.12F)}, 1.15F));
    }
    void spike(const glm::vec3& from, const glm::vec3& to, float radius, float shoulder)
    {
        std::array<std::uint32_t, CrystalSides> foot{};
        std::array<std::uint32_t, CrystalSides> wide{};
        for (int i = 0; i < CrystalSides; ++i) {
            const auto at = static_cast<std::size_t>(i);
            foot[at] = vertex(round(from, radius * 0.6F, i, CrystalSides), 0.65F);
            wide[at] = vertex(round(glm::mix(from, to, shoulder), radius, i, CrystalSides), 0.9F);
        }
        band(foot, wide);
        cone(wide, vertex(to, 1.4F));
    }
    /// Leaves are seen from both sides.
    void plant()
    {
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t left = vertex(round(glm::vec3(0.0F), 0.12F, i, 3), 0.7F);
            const std::uint32_t right = vertex(round(glm::vec3(0.0F), 0.12F, i + 1, 3), 0.7F);
            const glm::vec3 out =
                round({0.0F, 1.0F - 0.2F * static_cast<float>(i), 0.0F}, 0.5F, 2 * i + 1, 6);
            const std::uint32_t tip = vertex(out, 1.25F);
            face(left, right, tip);
            face(right, left, tip);
        }
    }
    void box()
    {
        // A face has corners of its own, so that its edges stay sharp.
        const auto corner = [](int i, float y) {
            return glm::vec3(i == 1 || i == 2 ? 0.5F : -0.5F, y, i < 2 ? 0.5F : -0.5F);
        };
        for (int i = 0; i < 4; ++i) {
            const int next = (i + 1) % 4;
            const std::uint32_t a = vertex(corner(i, 0.0F), 0.8F), b = vertex(corner(next, 0.0F), 0.8F);
            const std::uint32_t c = vertex(corner(next, 1.0F), 0.95F), d = vertex(corner(i, 1.0F), 0.95F);
            face(a, b, c);
            face(a, c, d);
        }
        std::array<std::uint32_t, 4> top{};
        for (int i = 0; i < 4; ++i)
            top[static_cast<std::size_t>(i)] = vertex(corner(i, 1.0F), 1.1F);
        face(top[0], top[1], top[2]);
        face(top[0], top[2], top[3]);
    }
    void cylinder()
    {
        std::array<std::uint32_t, CylinderSides> foot{};
        std::array<std::uint32_t, CylinderSides> brim{};
        for (int i = 0; i < CylinderSides; ++i) {
            const auto at = static_cast<std::size_t>(i);
            foot[at] = vertex(round(glm::vec3(0.0F), 0.5F, i, CylinderSides), 0.75F);
            brim[at] = vertex(round({0.0F, 1.0F, 0.0F}, 0.42F, i, CylinderSides), 1.0F);
        }
        band(foot, brim);
        cone(brim, vertex({0.0F, 0.9F, 0.0F}, 1.2F));
    }

    model::SceneMesh& m_mesh;
    const Prop& m_prop;
    glm::vec3 m_base;
    float m_cos;
    float m_sin;
};

PropBuilder::PropBuilder(const glm::dvec3& origin)
{
    m_mesh.role = model::SceneRole::Prop;
    m_mesh.origin = origin;
}

void PropBuilder::add(const Prop& prop)
{
    constexpr double Farthest = 1e6; // metres
    const glm::dvec3 far = glm::abs(prop.place), large = glm::abs(glm::dvec3(prop.size));
    if (std::max({far.x, far.y, far.z, large.x, large.y, large.z, std::abs(prop.turn)}) <= Farthest &&
        std::isfinite(far.x + far.y + far.z + large.x + large.y + large.z + prop.turn))
        Shaper(m_mesh, prop).shape();
}

} // namespace ghostline::rts
