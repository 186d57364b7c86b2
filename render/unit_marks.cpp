// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/unit_marks.h"

#include "render/camera_math.h"
#include "render/segments.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr std::size_t MostBars = 400;
constexpr std::size_t MostCircles = 200;
constexpr double NarrowestBar = 9.0; // pixels
constexpr float BarPixels = 3.0F;
constexpr float RimPixels = 5.5F;
constexpr float RankPixels = 2.0F;
constexpr float CirclePixels = 1.5F;
constexpr double GroundLift = 0.07; // metres
constexpr int MostRank = 3;         // chevrons

} // namespace

void UnitMarks::setInfo(const model::ReplayInfo& info, const Theme& theme)
{
    m_marks = info.marks;
    const bool dark = theme.ground == Ground::Dark;
    m_rim = glm::vec4(0.0F, 0.0F, 0.0F, dark ? 0.85F : 0.7F);
    m_good = toVec4(Theme::dark().hue(2));
    m_hurt = toVec4(Theme::dark().hue(6));
    m_bad = toVec4(Theme::dark().hue(3));
    m_rank = toVec4(theme.hue(6));
}

bool UnitMarks::any() const { return m_marks.health >= 0 || m_marks.rank >= 0 || m_marks.sight >= 0; }

double UnitMarks::number(const model::WorldState& state, std::size_t row, model::PropertyId property) const
{
    if (property < 0 || static_cast<std::size_t>(property) >= state.propertyCount)
        return -1.0;
    const model::PropertyValue value = state.propertiesOf(row)[static_cast<std::size_t>(property)];
    if (value.absent())
        return -1.0;
    return property == m_marks.rank ? static_cast<double>(value.asInteger()) : value.asReal();
}

void UnitMarks::appendBars(std::vector<Instance>& out, const model::WorldState& state,
                           const InstanceBuffers& buffers, const Frame& frame)
{
    m_bars.clear();
    const glm::dvec3 forward = forwardOf(frame.camera);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const double full = number(state, row, m_marks.maxHealth);
        const double left = number(state, row, m_marks.health);
        const double share = full > 0.0 && left >= 0.0 ? std::clamp(left / full, 0.0, 1.0) : -1.0;
        const auto rank =
            static_cast<int>(std::clamp(number(state, row, m_marks.rank), 0.0, double{MostRank}));
        const bool chosen = state.ids[row] == frame.selection;
        const bool bar = share >= 0.0 && (share < 1.0 || chosen);
        if ((!bar && rank == 0) || !buffers.drawn(state, row) || !buffers.perspective().seen(state, row))
            continue;
        const double depth = glm::dot(state.positions[row] - frame.camera.position, forward);
        if (depth <= 0.0 && !frame.camera.orthographic)
            continue;
        m_bars.push_back({static_cast<std::uint32_t>(row), static_cast<float>(chosen ? 0.0 : depth),
                          bar ? static_cast<float>(share) : -1.0F, rank});
    }
    const auto nearer = [](const Bar& a, const Bar& b) {
        return a.depth < b.depth || (a.depth == b.depth && a.row < b.row);
    };
    if (m_bars.size() > MostBars) {
        std::nth_element(m_bars.begin(), m_bars.begin() + MostBars, m_bars.end(), nearer);
        m_bars.resize(MostBars);
    }
    for (const Bar& bar : m_bars)
        appendBar(out, state, buffers, frame, bar);
}

void UnitMarks::appendBar(std::vector<Instance>& out, const model::WorldState& state,
                          const InstanceBuffers& buffers, const Frame& frame, const Bar& bar) const
{
    const PickBox box = buffers.box(state, bar.row);
    const glm::dvec3 right = rightOf(frame.camera);
    const glm::dvec3 up = glm::cross(right, forwardOf(frame.camera));
    const double half = static_cast<double>(std::max({box.half.x, box.half.z, 0.35F}));
    const double depth = std::max(glm::dot(box.centre - frame.camera.position, forwardOf(frame.camera)), 0.1);
    const double perPixel = heightAt(frame.camera, depth) / std::max(frame.viewport.height(), 1.0);
    if (2.0 * half < NarrowestBar * perPixel)
        return;
    const double reach = frame.camera.orthographic ? static_cast<double>(std::max(box.half.x, box.half.z))
                                                   : static_cast<double>(box.half.y);
    const glm::dvec3 above = frame.camera.orthographic ? up : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 middle = box.centre + above * (reach + 4.0 * perPixel) + up * (4.0 * perPixel);
    const auto at = [&](double along, double over) {
        return glm::vec3(middle + right * along + up * over - frame.origin);
    };
    if (bar.share >= 0.0F) {
        const glm::vec4& colour = bar.share > 0.6F ? m_good : bar.share > 0.3F ? m_hurt : m_bad;
        const double end = -half + 2.0 * half * std::max(static_cast<double>(bar.share), 0.04);
        appendLine(out, at(-half - perPixel, 0.0), at(half + perPixel, 0.0), RimPixels, m_rim);
        appendLine(out, at(-half, 0.0), at(end, 0.0), BarPixels, colour);
    }
    // Chevrons behind the bar's end, of a fixed size in pixels.
    for (int i = 0; i < bar.rank; ++i) {
        const double low = (-2.0 + 4.0 * i) * perPixel;
        const glm::vec3 tip = at(half + 8.0 * perPixel, low + 3.5 * perPixel);
        appendLine(out, at(half + 4.0 * perPixel, low), tip, RankPixels, m_rank);
        appendLine(out, at(half + 12.0 * perPixel, low), tip, RankPixels, m_rank);
    }
}

/// Together the circles of an army are the edge of what it sees: what lies within another is left out.
void UnitMarks::appendSight(std::vector<Instance>& out, const model::WorldState& state,
                            const InstanceBuffers& buffers, const Frame& frame)
{
    m_circles.clear();
    if (m_marks.sight < 0)
        return;
    const Perspective& perspective = buffers.perspective();
    for (std::size_t row = 0; row < state.size() && m_circles.size() < MostCircles; ++row) {
        const bool selected = state.ids[row] == frame.selection;
        const bool asked =
            selected || (frame.chooser != model::ActorId::None && perspective.own(state.ids[row]));
        const float reach = asked ? perspective.sight(state, row) : 0.0F;
        if (reach <= 0.0F || !buffers.drawn(state, row))
            continue;
        glm::vec4 colour = buffers.colour(state, row);
        colour.a = selected ? 0.9F : 0.6F;
        m_circles.push_back({glm::vec3(state.positions[row] - frame.origin), reach, colour, selected});
    }
    for (const Circle& circle : m_circles) {
        const int dashes = std::clamp(static_cast<int>(circle.reach * 3.0F), 12, 40);
        for (int i = 0; i < dashes; ++i) {
            const auto on = [&](double part) {
                const double angle = 2.0 * std::numbers::pi * (i + part) / dashes;
                return circle.centre +
                       glm::vec3(circle.reach * std::cos(angle), GroundLift, circle.reach * std::sin(angle));
            };
            if (circle.selected || !insideAnother(circle, on(0.27)))
                appendLine(out, on(0.0), on(0.55), CirclePixels, circle.colour);
        }
    }
}

bool UnitMarks::insideAnother(const Circle& circle, const glm::vec3& at) const
{
    return std::any_of(m_circles.begin(), m_circles.end(), [&](const Circle& other) {
        const glm::vec2 away(at.x - other.centre.x, at.z - other.centre.z);
        return &other != &circle && glm::dot(away, away) < other.reach * other.reach * 0.998F;
    });
}

} // namespace ghostline::render
