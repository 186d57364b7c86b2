// SPDX-License-Identifier: GPL-3.0-or-later
// One state and one pass of the usual buffers for each ghost, so that nothing is drawn by two sets of rules.
#include "render/actors/ghost_cast.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float GhostOpacity = 0.62F;    // of a ghost that hides nobody
constexpr float CoveringOpacity = 0.13F; // of one right before the runner

/// How far a box reaches to the sides, about, whichever way it is turned.
double widthOf(const PickBox& box) { return 0.5 * static_cast<double>(box.half.x + box.half.z); }

bool sameWheel(const model::VehicleWheel& a, const model::VehicleWheel& b)
{
    return a.centre == b.centre && a.radius == b.radius && a.halfWidth == b.halfWidth;
}

bool sameLook(const model::ActorInfo& kept, const model::ActorInfo& given)
{
    return kept.kind == given.kind && kept.shape == given.shape && kept.boxCentre == given.boxCentre &&
           kept.boxHalf == given.boxHalf && kept.rider == given.rider &&
           std::ranges::equal(kept.wheels, given.wheels, sameWheel);
}

bool sameBones(const model::Skeleton& kept, const model::Skeleton* given)
{
    return given == nullptr
               ? kept.bones.empty() && kept.roles.empty()
               : kept.roles == given->roles && kept.parents == given->parents && kept.bones == given->bones;
}

} // namespace

float ghostOpacity(const PickBox& ghost, const PickBox& subject, const glm::dvec3& eye)
{
    const glm::dvec3 line = subject.centre - eye;
    const double length = glm::length(line);
    const glm::dvec3 way = length > 1e-6 ? line / length : glm::dvec3(0.0);
    const double along = glm::dot(ghost.centre - eye, way);
    const glm::dvec3 off = ghost.centre - (eye + way * std::clamp(along, 0.0, length));
    const double width = std::max(widthOf(ghost) + widthOf(subject), 0.1);
    const double height = std::max(static_cast<double>(ghost.half.y + subject.half.y), 0.1);
    const double beside = std::hypot(std::hypot(off.x, off.z) / width, off.y / height);
    // Full effect where the two overlap on the way to the eye, none a little beside it or behind the subject.
    const double over = 1.0 - glm::smoothstep(0.7, 1.5, beside);
    const double before = glm::smoothstep(-0.6, 0.0, (length - along) / width);
    return glm::mix(GhostOpacity, CoveringOpacity, static_cast<float>(over * before));
}

void GhostCast::change(const ViewContent& content, ViewChanges changes)
{
    if (changes & ViewPart::Theme)
        setTheme(content.theme);
    if (changes & ViewPart::Ghosts)
        set(content.ghosts->figures());
}

void GhostCast::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_buffers.setCast(m_info, m_theme);
}

bool GhostCast::sameCast(std::span<const GhostFigure> figures) const
{
    if (figures.size() != m_count)
        return false;
    for (std::size_t i = 0; i < m_count; ++i) {
        const GhostFigure& given = figures[i];
        if (given.id != m_ghosts[i].id || given.hue != m_ghosts[i].hue || given.name != m_info.cast[i].name ||
            !sameLook(m_info.cast[i], *given.info) || !sameBones(m_info.skeletons[i], given.skeleton))
            return false;
    }
    return true;
}

void GhostCast::setCast(std::span<const GhostFigure> figures)
{
    m_count = figures.size();
    m_info = {};
    m_heads.clear();
    m_ghosts.resize(m_count);
    for (std::size_t i = 0; i < m_count; ++i) {
        const GhostFigure& given = figures[i];
        m_ghosts[i].id = given.id;
        m_ghosts[i].hue = given.hue;
        model::ActorInfo& actor = m_info.cast.emplace_back();
        actor.id = static_cast<model::ActorId>(i);
        actor.name = given.name;
        actor.kind = given.info->kind;
        actor.shape = given.info->shape;
        actor.boxCentre = given.info->boxCentre;
        actor.boxHalf = given.info->boxHalf;
        actor.wheels = given.info->wheels;
        for (model::VehicleWheel& wheel : actor.wheels)
            wheel.steer = -1; // a ghost brings no properties along
        actor.rider = given.info->rider;
        actor.team = static_cast<int>(i);
        actor.skeleton = given.skeleton != nullptr ? static_cast<int>(i) : -1;
        m_info.teams.push_back({.name = given.name, .hue = given.hue});
        const model::Skeleton& skeleton =
            m_info.skeletons.emplace_back(given.skeleton != nullptr ? *given.skeleton : model::Skeleton{});
        m_heads.push_back(headBonesOf(skeleton));
        m_ghosts[i].state.resize(1, 0);
        m_ghosts[i].state.ids[0] = actor.id;
    }
    m_buffers.setCast(m_info, m_theme);
}

void GhostCast::set(std::span<const GhostFigure> figures)
{
    if (!sameCast(figures))
        setCast(figures);
    for (std::size_t i = 0; i < m_count; ++i) {
        const GhostFigure& given = figures[i];
        model::WorldState& state = m_ghosts[i].state;
        state.positions[0] = given.position;
        state.orientations[0] = given.orientation;
        state.bonePoses.assign(given.bones.begin(), given.bones.end());
        state.bones[0] = {0, static_cast<std::uint32_t>(given.bones.size())};
    }
}

void GhostCast::fill(const Frame& frame)
{
    m_instances.clear();
    for (std::size_t i = 0; i < m_count; ++i) {
        const bool followed = frame.followed != 0 && m_ghosts[i].id == frame.followed;
        InstanceBuffers::Frame own{.origin = frame.origin, .eye = frame.eye};
        if (followed && frame.firstPerson)
            own.firstPerson = static_cast<model::ActorId>(i);
        m_buffers.fill(m_ghosts[i].state, own);
        const float opacity =
            frame.subject && !followed ? ghostOpacity(box(i), *frame.subject, frame.eye) : GhostOpacity;
        for (std::size_t mesh = 0; mesh < MeshKinds; ++mesh) {
            const auto kind = static_cast<MeshKind>(mesh);
            for (Instance instance : m_buffers.solid(kind)) {
                instance.colour.a = opacity;
                m_instances[kind].push_back(instance);
            }
        }
    }
    m_instances.sortBackToFront(glm::vec3(frame.eye - frame.origin));
}

std::optional<std::size_t> GhostCast::find(int id) const
{
    for (std::size_t i = 0; i < m_count; ++i) {
        if (m_ghosts[i].id == id)
            return i;
    }
    return std::nullopt;
}

PickBox GhostCast::box(std::size_t ghost) const { return m_buffers.styles().box(m_ghosts[ghost].state, 0); }

bool GhostCast::round(std::size_t ghost) const
{
    return m_buffers.styles().shape(m_ghosts[ghost].state, 0).round;
}

bool GhostCast::drawn(std::size_t ghost) const { return m_buffers.styles().drawn(m_ghosts[ghost].state, 0); }

std::optional<std::array<glm::dvec3, 4>> GhostCast::footprint(std::size_t ghost, double ground) const
{
    return m_buffers.styles().footprint(m_ghosts[ghost].state, 0, ground);
}

CameraSubject GhostCast::anchor(std::size_t ghost) const
{
    return cameraAnchor(m_buffers.styles(), m_ghosts[ghost].state, 0, &m_info.cast[ghost], m_heads);
}

} // namespace ghostline::render
