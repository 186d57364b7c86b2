// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the actors have just been, sampled from what the cache already holds.
#include "model/replay/state_reader.h"
#include "render/base/trail.h"

#include <QSet>

#include <deque>
#include <span>

namespace ghostline::app {

/// Keeps samples on a fixed grid of replay times: while playing only the newest one has to be read.
class TrailBuilder
{
public:
    /// Points a trail has at most, head included.
    static constexpr int Points = 48;
    /// More trails than this are a carpet, not information.
    static constexpr int MaxActors = 200;

    void clear() { m_samples.clear(); }
    /// Paths of the last `seconds` before `now`, oldest point first. Never decodes, never blocks. Of a crowd
    /// only the paths of `chosen` (ascending), and of what is principal.
    std::vector<render::Trail> build(model::StateReader& reader, const model::TimeAxis& axis,
                                     const model::ReplayInfo& info, const model::WorldState& now,
                                     double seconds, const QSet<quint32>& hidden,
                                     std::span<const model::ActorId> chosen);

private:
    struct Sample
    {
        std::int64_t slot = 0; ///< time / step
        bool known = false;
        std::vector<model::ActorId> ids{};
        std::vector<glm::dvec3> positions{};
        std::vector<model::ActorFlags> flags{};
        std::vector<std::int8_t> teams{};     ///< -1 = none; empty when no property tells of it
        std::vector<model::ActorId> jumped{}; ///< ascending: who teleported since the sample before
    };
    /// Who teleported on the frames after `from` up to `to`, ascending.
    void findJumps(model::StateReader& reader, model::FrameNumber from, model::FrameNumber to,
                   std::vector<model::ActorId>& jumped);
    void fill(model::StateReader& reader, const model::TimeAxis& axis, const model::ReplayInfo& info,
              std::int64_t first, std::int64_t last);

    std::int64_t m_stepUs = 0;
    std::deque<Sample> m_samples; ///< ascending slot, without gaps
    std::vector<model::ActorId> m_jumpedNow;
    model::WorldState m_scratch;
};

} // namespace ghostline::app
