// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the unit meshes: few triangles, hard edges, and fronts that can be told from backs.
#include "render/mesh_builder.h"

#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

Zone bodyOnly(std::size_t, float) { return Zone::Body; }

Mesh makeBox()
{
    Builder b;
    b.block({-1, 1, 1, -1}, {1, 1, 1, -1}, Zone::Body, Zone::Body);
    return b.take();
}

/// A plain car: dark wheels below, a bonnet that falls to the front, a glass cabin set to the rear, lamps.
Mesh makeVehicle()
{
    Builder b;
    b.block({-1.0F, 0.86F, 0.80F, -0.80F}, {-0.55F, 0.90F, 0.86F, -0.86F}, Zone::Dark, Zone::Dark);
    const glm::vec3 noseLow{1.0F, -0.62F, 1.0F}, noseHigh{0.92F, -0.12F, 0.97F}, screen{0.98F, 0.12F, 0.36F};
    const glm::vec3 boot{0.98F, 0.16F, -0.72F}, tailHigh{0.94F, 0.10F, -0.98F}, tailLow{1.0F, -0.62F, -1.0F};
    const auto left = [](const glm::vec3& p) { return glm::vec3(-p.x, p.y, p.z); };
    b.quad(left(noseLow), noseLow, noseHigh, left(noseHigh));
    b.quad(left(noseHigh), noseHigh, screen, left(screen));
    b.quad(left(screen), screen, boot, left(boot));
    b.quad(left(boot), boot, tailHigh, left(tailHigh));
    b.quad(left(tailHigh), tailHigh, tailLow, left(tailLow));
    b.quad(left(tailLow), tailLow, noseLow, left(noseLow), Zone::Dark);
    b.face(std::array{noseLow, tailLow, tailHigh, boot, screen, noseHigh});
    b.face(
        std::array{left(noseHigh), left(screen), left(boot), left(tailHigh), left(tailLow), left(noseLow)});
    b.block({0.12F, 0.90F, 0.42F, -0.80F}, {1.0F, 0.70F, 0.02F, -0.62F}, Zone::Glass, Zone::Body);
    for (const float side : {-1.0F, 1.0F}) {
        const float outer = side * 0.90F, inner = side * 0.50F;
        const float l = std::min(outer, inner), r = std::max(outer, inner);
        b.quad({l, -0.42F, 1.005F}, {r, -0.42F, 1.005F}, {r, -0.16F, 0.99F}, {l, -0.16F, 0.99F},
               Zone::HeadLight);
        // Seen from above the lamps reach a little over the bonnet.
        b.quad({l, -0.10F, 0.985F}, {r, -0.10F, 0.985F}, {r, -0.055F, 0.86F}, {l, -0.055F, 0.86F},
               Zone::HeadLight);
        b.quad({r, -0.30F, -1.01F}, {l, -0.30F, -1.01F}, {l, 0.02F, -1.0F}, {r, 0.02F, -1.0F},
               Zone::TailLight);
    }
    return b.take();
}

/// A standing figure: tapered body, neck, head with a dark face. 80 triangles.
Mesh makeCapsule()
{
    constexpr std::array rings{Ring{-1, 0},        Ring{-1, 0.50F},    Ring{0.30F, 1.0F}, Ring{0.56F, 0.34F},
                               Ring{0.70F, 0.58F}, Ring{0.92F, 0.44F}, Ring{1, 0}};
    return revolve(rings, 8, [](std::size_t band, float z) {
        return band == 4 && z > 0.15F ? Zone::Glass : Zone::Body;
    });
}

Mesh makeSphere()
{
    std::array<Ring, 7> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a =
            std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(rings.size() - 1);
        rings[i] = {-std::cos(a), i == 0 || i + 1 == rings.size() ? 0.0F : std::sin(a)};
    }
    return revolve(rings, 10, bodyOnly);
}

Mesh makeCylinder()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-1, 1}, Ring{1, 1}, Ring{1, 0}};
    return revolve(rings, 12, bodyOnly);
}

/// Pole and head; each lamp is a band round the head, so that its state is seen from every side and from
/// above.
Mesh makeTrafficLight()
{
    Builder b;
    b.block({-1, 0.20F, 0.20F, -0.20F}, {0.10F, 0.16F, 0.16F, -0.16F}, Zone::Body, Zone::Body);
    b.block({0.10F, 0.84F, 0.84F, -0.84F}, {0.98F, 0.84F, 0.84F, -0.84F}, Zone::Dark, Zone::Dark);
    constexpr std::array lamps{Zone::LampGreen, Zone::LampYellow, Zone::LampRed};
    for (std::size_t i = 0; i < lamps.size(); ++i) {
        const float low = 0.16F + 0.27F * static_cast<float>(i);
        b.block({low, 1, 1, -1}, {low + 0.20F, 1, 1, -1}, lamps[i], lamps[i]);
    }
    b.quad({-0.6F, 1, 0.6F}, {0.6F, 1, 0.6F}, {0.6F, 1, -0.6F}, {-0.6F, 1, -0.6F}, Zone::LampAny);
    return b.take();
}

Mesh makeMarker()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{0.35F, 0.8F}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

Mesh makeBone()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-0.7F, 1}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

/// A flat arrowhead with a notch behind: its point is where the actor faces. Rises toward the middle line.
Mesh makeArrow()
{
    Builder b;
    const glm::vec3 nose{0.0F, -0.4F, 1.0F}, left{1.0F, -0.4F, -1.0F}, right{-1.0F, -0.4F, -1.0F};
    const glm::vec3 notch{0.0F, -0.1F, -0.45F}, ridge{0.0F, 1.0F, -0.2F};
    const auto low = [](glm::vec3 p) {
        p.y = -1.0F;
        return p;
    };
    b.face(std::array{nose, ridge, right});
    b.face(std::array{nose, left, ridge});
    b.face(std::array{left, notch, ridge});
    b.face(std::array{notch, right, ridge});
    b.quad(low(nose), low(left), left, nose, Zone::Dark);
    b.quad(low(right), low(nose), nose, right, Zone::Dark);
    b.quad(low(left), low(notch), notch, left, Zone::Dark);
    b.quad(low(notch), low(right), right, notch, Zone::Dark);
    return b.take();
}

Mesh makeDiamond()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{0, 1}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

/// Six sides and a bevelled roof.
Mesh makeHexagon()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-1, 1}, Ring{0.45F, 1}, Ring{1, 0.6F}, Ring{1, 0}};
    return revolve(rings, 6, bodyOnly);
}

} // namespace

const Mesh& unitMesh(MeshKind kind)
{
    static const std::array<Mesh, MeshKinds> meshes{
        makeBox(),          makeVehicle(), makeCapsule(), makeSphere(),  makeCylinder(),
        makeTrafficLight(), makeMarker(),  makeBone(),    makeLimb(),    makeTorso(),
        makeHead(),         makePuck(),    makeArrow(),   makeDiamond(), makeHexagon()};
    return meshes[static_cast<std::size_t>(kind)];
}

MeshKind meshFor(model::ActorShape shape)
{
    using model::ActorShape;
    switch (shape) {
    case ActorShape::None:
    case ActorShape::View:
    case ActorShape::Box:
        return MeshKind::Box;
    case ActorShape::Vehicle:
        return MeshKind::Vehicle;
    case ActorShape::Capsule:
    case ActorShape::Body:
        return MeshKind::Capsule;
    case ActorShape::Sphere:
        return MeshKind::Sphere;
    case ActorShape::Cylinder:
        return MeshKind::Cylinder;
    case ActorShape::Disc:
        return MeshKind::Puck;
    case ActorShape::TrafficLight:
        return MeshKind::TrafficLight;
    case ActorShape::Marker:
        return MeshKind::Marker;
    case ActorShape::Arrow:
        return MeshKind::Arrow;
    case ActorShape::Diamond:
        return MeshKind::Diamond;
    case ActorShape::Hexagon:
        return MeshKind::Hexagon;
    }
    return MeshKind::Box;
}

} // namespace ghostline::render
