// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether two recordings of one match say the same, as far as their formats can.
#include "codecs/echo/replay/properties.h"
#include "model/replay/replay_source.h"

#include <QString>

#include <cmath>
#include <set>

namespace ghostline::test {

/// How far apart two recordings may be; all zero = every value is kept.
struct MatchBounds
{
    double place = 0.0;       ///< metres
    double turn = 0.0;        ///< 1 - |dot| of two orientations
    double speed = 0.0;       ///< m/s
    double number = 0.0;      ///< real properties, as a share of their size (at least 1)
    bool people = true;       ///< names and user ids, too
    std::set<QString> not_{}; ///< properties that one of the formats cannot hold
};

class SameMatch
{
public:
    SameMatch(const model::ReplayInfo& a, const model::ReplayInfo& b, MatchBounds bounds)
        : m_a(a), m_b(b), m_bounds(std::move(bounds))
    {
    }
    /// Empty when the states are the same; otherwise the first difference.
    QString difference(const model::WorldState& a, const model::WorldState& b) const;

private:
    /// By slot: names and user ids may be those of another player of that name.
    std::ptrdiff_t counterpart(const model::WorldState& a, std::size_t i, const model::WorldState& b) const;
    QString actor(const model::WorldState& a, std::size_t i, const model::WorldState& b, std::size_t j) const;
    bool sameTurn(const glm::quat& a, const glm::quat& b) const;
    QString values(const std::vector<model::PropertyInfo>& infos, std::span<const model::PropertyValue> a,
                   std::span<const model::PropertyValue> b) const;

    const model::ReplayInfo& m_a;
    const model::ReplayInfo& m_b;
    MatchBounds m_bounds;
};

} // namespace ghostline::test
