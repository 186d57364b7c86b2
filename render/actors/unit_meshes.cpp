// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/unit_meshes.h"

#include "render/actors/mesh_builder.h"

#include <cmath>

namespace ghostline::render {

namespace {

constexpr auto Body = Zone::Body;
constexpr auto Dark = Zone::Dark;

/// A block that is not in the middle: the slices' x becomes a half width about `x`.
void blockAt(Builder& b, float x, const Builder::Slice& low, const Builder::Slice& high, Zone sides, Zone top)
{
    const auto corner = [x](const Builder::Slice& s, float side, float z) {
        return glm::vec3(x + side * s.x, s.y, z);
    };
    const glm::vec3 a = corner(low, -1, low.front), c = corner(low, 1, low.front);
    const glm::vec3 d = corner(low, 1, low.back), e = corner(low, -1, low.back);
    const glm::vec3 f = corner(high, -1, high.front), g = corner(high, 1, high.front);
    const glm::vec3 h = corner(high, 1, high.back), i = corner(high, -1, high.back);
    b.quad(a, c, g, f, sides);
    b.quad(c, d, h, g, sides);
    b.quad(d, e, i, h, sides);
    b.quad(e, a, f, i, sides);
    b.quad(f, g, h, i, top);
    b.quad(e, d, c, a, sides);
}

/// A flat body between two copies of an outline (x, z), counter-clockwise seen from above, all of which its
/// first corner sees.
template<std::size_t N>
void slab(Builder& b, const std::array<glm::vec2, N>& outline, float low, float high, Zone zone)
{
    std::array<glm::vec3, N> top, bottom;
    for (std::size_t i = 0; i < N; ++i) {
        top[i] = {outline[i].x, high, outline[i].y};
        bottom[(N - i) % N] = {outline[i].x, low, outline[i].y};
    }
    b.face(top, zone);
    b.face(bottom, zone);
    for (std::size_t i = 0; i < N; ++i) {
        const glm::vec2& p = outline[i];
        const glm::vec2& q = outline[(i + 1) % N];
        b.quad({p.x, low, p.y}, {q.x, low, q.y}, {q.x, high, q.y}, {p.x, high, p.y}, zone);
    }
}

/// Tracks, and a hull up to `top` that slopes to the front.
void addHull(Builder& b, float top)
{
    const float tracks = -1.0F + (top + 1.0F) * 0.62F;
    for (const float side : {-0.78F, 0.78F})
        blockAt(b, side, {-1.0F, 0.22F, 0.86F, -0.86F}, {tracks, 0.22F, 1.0F, -1.0F}, Dark, Dark);
    b.block({-0.8F, 0.62F, 0.9F, -0.9F}, {top, 0.62F, 0.36F, -0.84F}, Body, Body);
}

/// A three-sided prism that leans and ends in a point.
void addShard(Builder& b, const glm::vec2& foot, const glm::vec3& tip, float radius, float shoulder)
{
    std::array<glm::vec3, 3> low, high;
    const glm::vec2 lean = (glm::vec2(tip.x, tip.z) - foot) * shoulder;
    const float y = -1.0F + (tip.y + 1.0F) * shoulder;
    for (std::size_t i = 0; i < 3; ++i) {
        const float a = static_cast<float>(i) * 2.0F * std::numbers::pi_v<float> / 3.0F;
        const glm::vec2 out{std::sin(a) * radius, std::cos(a) * radius};
        low[i] = {foot.x + out.x, -1.0F, foot.y + out.y};
        high[i] = {foot.x + lean.x + out.x, y, foot.y + lean.y + out.y};
    }
    b.face(std::array{low[2], low[1], low[0]});
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        b.quad(low[i], low[next], high[next], high[i]);
        b.face(std::array{high[i], high[next], tip});
    }
}

} // namespace

Mesh makeWorker()
{
    Builder b;
    b.block({-1.0F, 0.82F, 0.5F, -1.0F}, {0.0F, 1.0F, 0.4F, -0.9F}, Body, Body);
    b.block({0.0F, 0.6F, 0.3F, -0.6F}, {1.0F, 0.42F, 0.0F, -0.5F}, Zone::Glass, Body);
    b.setDetails(true);
    for (const float side : {-0.62F, 0.62F})
        blockAt(b, side, {-0.8F, 0.2F, 1.0F, 0.4F}, {-0.35F, 0.14F, 0.9F, 0.4F}, Dark, Dark);
    return b.take();
}

Mesh makeInfantry()
{
    Builder b;
    b.block({-1.0F, 0.58F, 0.4F, -0.44F}, {0.4F, 0.9F, 0.4F, -0.56F}, Body, Body);
    b.block({0.4F, 0.36F, 0.3F, -0.42F}, {1.0F, 0.3F, 0.22F, -0.36F}, Dark, Body);
    b.setDetails(true);
    blockAt(b, -0.52F, {-0.02F, 0.14F, 1.0F, 0.2F}, {0.26F, 0.14F, 1.0F, 0.2F}, Dark, Dark);
    return b.take();
}

Mesh makeArmour()
{
    Builder b;
    addHull(b, 0.1F);
    b.setDetails(true);
    b.block({0.1F, 0.5F, 0.2F, -0.66F}, {1.0F, 0.38F, 0.05F, -0.56F}, Body, Body);
    b.block({0.4F, 0.11F, 1.0F, 0.1F}, {0.66F, 0.11F, 1.0F, 0.1F}, Dark, Dark);
    return b.take();
}

Mesh makeHull()
{
    Builder b;
    addHull(b, 1.0F);
    return b.take();
}

Mesh makeAircraft()
{
    Builder b;
    // Wings: a swept kite, its widest place behind the middle.
    slab(b,
         std::array<glm::vec2, 4>{glm::vec2(0.0F, 0.55F), glm::vec2(1.0F, -0.6F), glm::vec2(0.0F, -0.45F),
                                  glm::vec2(-1.0F, -0.6F)},
         -0.35F, -0.1F, Body);
    b.block({-1.0F, 0.16F, 0.5F, -0.7F}, {0.35F, 0.2F, 1.0F, -1.0F}, Body, Zone::Glass);
    b.setDetails(true);
    slab(b, std::array<glm::vec2, 3>{glm::vec2(0.0F, -0.2F), glm::vec2(0.1F, -1.0F), glm::vec2(-0.1F, -1.0F)},
         0.35F, 1.0F, Dark);
    return b.take();
}

Mesh makeCaster()
{
    constexpr std::array robe{Ring{-1, 0}, Ring{-1, 1}, Ring{0.2F, 0.3F}, Ring{0.2F, 0}};
    constexpr std::array stone{Ring{0.28F, 0}, Ring{0.62F, 0.44F}, Ring{1, 0}};
    Mesh mesh = revolve(robe, 6, [](std::size_t, float) { return Zone::Body; });
    const Mesh over = revolve(stone, 4, [](std::size_t, float) { return Zone::Visor; });
    const auto first = static_cast<std::uint16_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), over.vertices.begin(), over.vertices.end());
    mesh.indices.reserve(mesh.indices.size() + over.indices.size());
    for (const std::uint16_t index : over.indices)
        mesh.indices.push_back(static_cast<std::uint16_t>(first + index));
    return mesh;
}

Mesh makeBuilding()
{
    Builder b;
    b.block({-1.0F, 1.0F, 1.0F, -1.0F}, {0.45F, 1.0F, 1.0F, -1.0F}, Body, Body);
    b.setDetails(true);
    b.block({0.45F, 1.0F, 1.0F, -1.0F}, {1.0F, 0.72F, 0.72F, -0.72F}, Body, Body);
    return b.take();
}

Mesh makeCrystal()
{
    Builder b;
    addShard(b, {0.0F, 0.0F}, {0.1F, 1.0F, -0.1F}, 0.42F, 0.62F);
    addShard(b, {0.42F, 0.1F}, {0.9F, 0.35F, 0.3F}, 0.32F, 0.6F);
    addShard(b, {-0.44F, 0.0F}, {-0.92F, 0.1F, -0.5F}, 0.3F, 0.6F);
    return b.take();
}

Mesh makeVent()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-1, 1}, Ring{1, 0.62F}, Ring{0.1F, 0.42F}, Ring{0.1F, 0}};
    return revolve(rings, 8, [](std::size_t band, float) { return band >= 2 ? Zone::Dark : Zone::Body; });
}

} // namespace ghostline::render
