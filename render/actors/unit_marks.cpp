// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/unit_marks.h"

#include "render/actors/segments.h"
#include "render/camera/camera_math.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr std::size_t MostBars = 400;
constexpr double NarrowestBar = 9.0; // pixels
constexpr float BarPixels = 3.0F;
constexpr float RimPixels = 5.5F;
constexpr float RankPixels = 2.0F;
constexpr float OutlinePixels = 1.5F;
constexpr float OwnReachPixels = 2.5F; // of the selected unit
constexpr double DashPixels = 9.0;     // and the gap after it, at the least
constexpr double ShortestDash = 1.0;   // metres
constexpr double GroundLift = 0.07;    // metres
constexpr int MostRank = 3;            // chevrons

/// Metres; the same over a range of distances, so that dashes do not creep with every step of the camera.
double dashPeriod(const CameraPose& camera, QSizeF viewport)
{
    const double height = heightAt(camera, glm::length(camera.target - camera.position));
    const double wanted = DashPixels * height / std::max(viewport.height(), 1.0);
    return std::exp2(std::ceil(std::log2(std::max(wanted, ShortestDash))));
}

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
    m_casing = casingOf(theme);
    m_sight.reset();
}

bool UnitMarks::any() const { return m_marks.health || m_marks.rank || m_marks.sight; }

double UnitMarks::number(const model::WorldState& state, std::size_t row,
                         model::ActorPropertyId property) const
{
    const model::PropertyValue value = state.value(row, property);
    if (value.absent())
        return -1.0;
    return property == m_marks.rank ? static_cast<double>(value.asInteger()) : value.asReal();
}

void UnitMarks::appendBars(std::vector<Instance>& out, const model::WorldState& state,
                           const ActorStyles& styles, const Frame& frame)
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
        if ((!bar && rank == 0) || !styles.drawn(state, row) || !styles.perspective().seen(state, row))
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
        appendBar(out, state, styles, frame, bar);
}

void UnitMarks::appendBar(std::vector<Instance>& out, const model::WorldState& state,
                          const ActorStyles& styles, const Frame& frame, const Bar& bar) const
{
    const PickBox box = styles.box(state, bar.row);
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
    const auto chevrons = [&](float pixels, const glm::vec4& colour) {
        for (int i = 0; i < bar.rank; ++i) {
            const double low = (-2.0 + 4.0 * i) * perPixel;
            const glm::vec3 tip = at(half + 8.0 * perPixel, low + 3.5 * perPixel);
            appendLine(out, at(half + 4.0 * perPixel, low), tip, pixels, colour);
            appendLine(out, at(half + 12.0 * perPixel, low), tip, pixels, colour);
        }
    };
    chevrons(casedPixels(RankPixels), m_casing);
    chevrons(RankPixels, m_rank);
}

void UnitMarks::appendSight(std::vector<Instance>& out, const model::WorldState& state,
                            const ActorStyles& styles, const Frame& frame)
{
    if (!m_marks.sight)
        return;
    m_sight.update(state, styles, frame.selection, frame.playing);
    m_dashes.clear();
    m_sight.appendDashes(m_dashes, dashPeriod(frame.camera, frame.viewport));
    GroundLine line{.ground = frame.ground, .origin = frame.origin};
    const auto append = [&](const SightOutline::Dash& dash) {
        appendGroundLine(out, line, dash.from, dash.to, line.ground.field != nullptr ? HillLift : GroundLift);
    };
    const auto width = [](const SightOutline::Dash& dash) {
        return dash.selected ? OwnReachPixels : OutlinePixels;
    };
    line.colour = m_casing;
    for (const SightOutline::Dash& dash : m_dashes) {
        line.pixels = casedPixels(width(dash));
        append(dash);
    }
    for (const SightOutline::Dash& dash : m_dashes) {
        line.pixels = width(dash);
        line.colour = styles.teamColour(dash.team);
        append(dash);
    }
}

} // namespace ghostline::render
