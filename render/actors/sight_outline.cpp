// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/sight_outline.h"

#include "render/base/ground_plane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr std::size_t MostTeams = 32; // outlined at once
constexpr int ReachCorners = 64;      // of the selected unit's circle
constexpr double MostDashes = 2500.0;
constexpr std::size_t MostLines = 2000; // of the edge; the others are left out
constexpr double FewestDashes = 6.0;    // round a line, however short, unless there are very many lines
constexpr double Filled = 0.55;         // of a dash and the gap after it
constexpr double SmallestStep = 0.5;    // metres: who moves less has not moved
constexpr std::chrono::milliseconds Pause{100}; // before the edge is followed again while the replay plays

/// splitmix64's finaliser.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash = (hash ^ value) + 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31U);
}

std::uint64_t placeOf(double metres)
{
    return std::bit_cast<std::uint64_t>(std::floor(metres / SmallestStep));
}

} // namespace

void SightOutline::reset() { m_traced = false; }

/// As a player, one does not know what the others see.
SightOutline::Whose SightOutline::choose(const Perspective& perspective, model::ActorId selection)
{
    const bool asked = !perspective.active() || perspective.own(selection);
    return {asked ? perspective.team(selection) : -1, perspective.player()};
}

/// A signature of who sees how far from where.
std::uint64_t SightOutline::look(const model::WorldState& state, const ActorStyles& styles)
{
    std::uint64_t hash = 0;
    m_drawn.assign(state.size(), 0);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const float reach = styles.perspective().sight(state, row);
        if (reach <= 0.0F || !styles.drawn(state, row))
            continue;
        m_drawn[row] = 1;
        hash = mixed(hash, model::index(state.ids[row]));
        hash = mixed(hash, std::bit_cast<std::uint32_t>(reach));
        hash = mixed(hash, placeOf(state.positions[row].x));
        hash = mixed(hash, placeOf(state.positions[row].z));
    }
    return hash;
}

void SightOutline::update(const model::WorldState& state, const ActorStyles& styles, model::ActorId selection,
                          bool playing, Clock::time_point now)
{
    const Whose whose = choose(styles.perspective(), selection);
    const bool same = m_traced && whose == m_whose;
    // What plays is drawn again in a moment. What stands still may be looked at for long: it is exact.
    const bool waits = same && playing && now - m_tracedAt < Pause;
    if (!waits) {
        const std::uint64_t signature = look(state, styles);
        if (!same || signature != m_signature) {
            traceAll(state, styles.perspective(), whose);
            m_signature = signature;
            m_tracedAt = now;
        }
    }
    appendOwnReach(state, styles, selection);
}

void SightOutline::traceAll(const model::WorldState& state, const Perspective& perspective,
                            const Whose& whose)
{
    m_points.clear();
    m_lines.clear();
    if (whose.team < 0 && perspective.active()) {
        trace(state, perspective, perspective.ownTeams(), perspective.team(perspective.player()));
    } else {
        const std::size_t count = std::min(perspective.teams(), MostTeams);
        m_teams.assign(perspective.teams(), 0);
        for (std::size_t i = 0; i < m_teams.size(); ++i) {
            if (whose.team < 0 ? i >= count : i != static_cast<std::size_t>(whose.team))
                continue;
            m_teams[i] = 1;
            trace(state, perspective, m_teams, static_cast<int>(i));
            m_teams[i] = 0;
        }
    }
    m_edgePoints = m_points.size();
    m_edgeLines = m_lines.size();
    m_whose = whose;
    m_traced = true;
}

void SightOutline::trace(const model::WorldState& state, const Perspective& perspective,
                         std::span<const std::uint8_t> teams, int team)
{
    perspective.cover(m_ground, state, teams, m_drawn);
    m_ends.clear();
    std::size_t begin = m_points.size();
    m_ground.appendEdge(m_points, m_ends);
    for (const std::size_t end : m_ends) {
        if (m_lines.size() == MostLines)
            break;
        begin = appendLine(begin, end, team, false);
    }
    m_points.resize(begin);
}

/// Moves with its unit from frame to frame.
void SightOutline::appendOwnReach(const model::WorldState& state, const ActorStyles& styles,
                                  model::ActorId selection)
{
    const Perspective& perspective = styles.perspective();
    m_points.resize(m_edgePoints);
    m_lines.resize(m_edgeLines);
    const std::optional<std::size_t> row = styles.drawnRow(state, selection);
    if (!row || !perspective.seen(state, *row))
        return;
    const auto reach = static_cast<double>(perspective.sight(state, *row));
    if (reach <= 0.0)
        return;
    const glm::dvec2 centre = fromAbove(state.positions[*row]);
    for (int i = 0; i < ReachCorners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / ReachCorners;
        m_points.push_back(centre + reach * glm::dvec2(std::cos(angle), std::sin(angle)));
    }
    appendLine(m_edgePoints, m_points.size(), perspective.team(selection), true);
}

std::size_t SightOutline::appendLine(std::size_t begin, std::size_t end, int team, bool selected)
{
    double length = 0.0;
    for (std::size_t i = begin; i < end; ++i)
        length += glm::distance(m_points[i], m_points[i + 1 < end ? i + 1 : begin]);
    m_lines.push_back({begin, end, length, team, selected});
    return end;
}

/// A few dashes go to every line, the others by length: together never too many.
void SightOutline::appendDashes(std::vector<Dash>& out, double period) const
{
    if (m_lines.empty())
        return;
    double whole = 0.0;
    for (const Line& line : m_lines)
        whole += line.length;
    const auto lines = static_cast<double>(m_lines.size());
    const double fewest = std::clamp(std::floor(0.5 * MostDashes / lines), 1.0, FewestDashes);
    const double wanted = std::max(period, whole / (MostDashes - lines * fewest));
    for (const Line& line : m_lines) {
        const double count = std::max(std::round(line.length / wanted), fewest);
        const double each = line.length / count;
        // A longer one would cut across what it goes round.
        const double filled = Filled * std::min(each, line.length / FewestDashes);
        std::size_t piece = line.begin; // of the line, from this point to the next
        double walked = 0.0;            // metres along the line to where it begins
        const auto along = [&](double metres) {
            for (;; ++piece) {
                const glm::dvec2& from = m_points[piece];
                const glm::dvec2& to = m_points[piece + 1 < line.end ? piece + 1 : line.begin];
                const double length = glm::distance(from, to);
                if (walked + length >= metres || piece + 1 == line.end)
                    return glm::mix(from, to, length > 0.0 ? std::min((metres - walked) / length, 1.0) : 0.0);
                walked += length;
            }
        };
        for (double i = 0.0; i < count; ++i) {
            const glm::dvec2 from = along(i * each);
            out.push_back({from, along(i * each + filled), line.team, line.selected});
        }
    }
}

} // namespace ghostline::render
