// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/vehicle_meshes.h"

#include "render/actors/mesh_builder.h"

#include <algorithm>

namespace ghostline::render {

namespace {

/// A piece of a vehicle, as wide everywhere: its outline seen from the left, from the lower front over the
/// roof to the lower rear, convex. Zones are those of the faces from one corner to the next.
struct Outline
{
    float y, z;
    Zone zone = Zone::Body;
};
void extrude(Builder& b, std::span<const Outline> outline, float half)
{
    std::vector<glm::vec3> left, right;
    left.reserve(outline.size());
    right.reserve(outline.size());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Outline& from = outline[i];
        const Outline& to = outline[(i + 1) % outline.size()];
        b.quad({-half, from.y, from.z}, {half, from.y, from.z}, {half, to.y, to.z}, {-half, to.y, to.z},
               from.zone);
        left.emplace_back(half, from.y, from.z);
        right.emplace_back(-half, from.y, from.z);
    }
    std::reverse(left.begin(), left.end());
    b.face(left);
    b.face(right);
}

/// A pane in both sides, slightly before them.
void addSidePanes(Builder& b, float low, float high, float rear, float front, float frontHigh)
{
    constexpr float Proud = 1.004F;
    b.quad({Proud, low, front}, {Proud, low, rear}, {Proud, high, rear}, {Proud, high, frontHigh},
           Zone::Glass);
    b.quad({-Proud, low, rear}, {-Proud, low, front}, {-Proud, high, frontHigh}, {-Proud, high, rear},
           Zone::Glass);
}

/// A pair before the front (`sign` 1) or behind the rear (-1).
void addLamps(Builder& b, float sign, float low, float high, float inner, float outer)
{
    const float z = sign * 1.008F;
    const Zone zone = sign > 0.0F ? Zone::HeadLight : Zone::TailLight;
    for (const float side : {-1.0F, 1.0F}) {
        const float l = std::min(side * inner, side * outer), r = std::max(side * inner, side * outer);
        if (sign > 0.0F)
            b.quad({l, low, z}, {r, low, z}, {r, high, z}, {l, high, z}, zone);
        else
            b.quad({r, low, z}, {l, low, z}, {l, high, z}, {r, high, z}, zone);
    }
}

/// What is under a large vehicle, between its wheels.
void addUnderbody(Builder& b, float high)
{
    b.block({-1.0F, 0.8F, 0.84F, -0.86F}, {high, 0.86F, 0.90F, -0.92F}, Zone::Dark, Zone::Dark);
}

} // namespace

/// One box with a short sloping front.
Mesh makeVan()
{
    Builder b;
    addUnderbody(b, -0.66F);
    extrude(b,
            std::array{Outline{-0.7F, 1.0F}, Outline{-0.12F, 0.98F}, Outline{0.06F, 0.90F, Zone::Glass},
                       Outline{0.80F, 0.56F}, Outline{0.97F, 0.44F}, Outline{1.0F, 0.30F},
                       Outline{1.0F, -0.96F}, Outline{-0.7F, -1.0F, Zone::Dark}},
            1.0F);
    addSidePanes(b, 0.10F, 0.68F, 0.30F, 0.80F, 0.56F);
    addSidePanes(b, 0.14F, 0.68F, -0.44F, 0.20F, 0.20F);
    b.quad({0.72F, 0.16F, -0.995F}, {-0.72F, 0.16F, -0.995F}, {-0.72F, 0.72F, -0.985F},
           {0.72F, 0.72F, -0.985F}, Zone::Glass);
    addLamps(b, 1.0F, -0.44F, -0.20F, 0.58F, 0.92F);
    addLamps(b, -1.0F, -0.44F, 0.04F, 0.80F, 0.96F);
    return b.take();
}

/// A cab with a windscreen, a gap, and a box that stands higher.
Mesh makeTruck()
{
    constexpr float CabRear = 0.50F;
    Builder b;
    addUnderbody(b, -0.52F);
    extrude(b,
            std::array{Outline{-0.66F, 1.0F}, Outline{-0.02F, 0.995F, Zone::Glass}, Outline{0.52F, 0.95F},
                       Outline{0.66F, 0.88F}, Outline{0.66F, CabRear}, Outline{-0.66F, CabRear, Zone::Dark}},
            0.96F);
    addSidePanes(b, 0.0F, 0.48F, 0.62F, 0.90F, 0.88F);
    b.block({-0.50F, 1.0F, 0.42F, -1.0F}, {1.0F, 1.0F, 0.42F, -1.0F}, Zone::Panel, Zone::Panel);
    addLamps(b, 1.0F, -0.52F, -0.36F, 0.56F, 0.88F);
    addLamps(b, -1.0F, -0.48F, -0.34F, 0.66F, 0.94F);
    return b.take();
}

/// Glass all round above a low waistline.
Mesh makeBus()
{
    Builder b;
    addUnderbody(b, -0.70F);
    extrude(b,
            std::array{Outline{-0.74F, 1.0F}, Outline{-0.24F, 1.0F, Zone::Glass}, Outline{0.68F, 0.985F},
                       Outline{0.94F, 0.97F}, Outline{1.0F, 0.92F}, Outline{1.0F, -0.95F},
                       Outline{0.92F, -0.985F}, Outline{-0.74F, -1.0F, Zone::Dark}},
            1.0F);
    addSidePanes(b, -0.06F, 0.66F, 0.62F, 0.95F, 0.95F);
    addSidePanes(b, -0.06F, 0.66F, 0.10F, 0.56F, 0.56F);
    addSidePanes(b, -0.06F, 0.66F, -0.42F, 0.04F, 0.04F);
    addSidePanes(b, -0.06F, 0.66F, -0.92F, -0.48F, -0.48F);
    b.quad({0.84F, 0.04F, -1.004F}, {-0.84F, 0.04F, -1.004F}, {-0.84F, 0.68F, -0.998F},
           {0.84F, 0.68F, -0.998F}, Zone::Glass);
    addLamps(b, 1.0F, -0.56F, -0.40F, 0.62F, 0.92F);
    addLamps(b, -1.0F, -0.52F, -0.22F, 0.80F, 0.96F);
    return b.take();
}

/// A load on a frame, with a drawbar before it.
Mesh makeTrailer()
{
    Builder b;
    b.block({-1.0F, 0.7F, 0.5F, -0.9F}, {-0.5F, 0.8F, 0.7F, -0.98F}, Zone::Dark, Zone::Dark);
    b.block({-0.62F, 0.12F, 1.0F, 0.5F}, {-0.5F, 0.12F, 1.0F, 0.5F}, Zone::Dark, Zone::Dark);
    b.block({-0.5F, 1.0F, 0.82F, -1.0F}, {1.0F, 1.0F, 0.82F, -1.0F}, Zone::Panel, Zone::Panel);
    b.block({-0.5F, 1.01F, 0.83F, -1.004F}, {-0.36F, 1.01F, 0.83F, -1.004F}, Zone::Body, Zone::Body);
    addLamps(b, -1.0F, -0.48F, -0.38F, 0.66F, 0.94F);
    return b.take();
}

} // namespace ghostline::render
