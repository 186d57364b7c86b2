// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay that does what a script says, and the evidence that is read from it.
#include "model/review/evidence.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <memory>

namespace ghostline::test {

using namespace ghostline::model;

inline constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

/// What the accused is and does; a frame for which nothing is said is as the one before.
struct Script
{
    FrameNumber frames = 400;
    FrameNumber segment = 50;
    int stepMs = 50;
    int brokenKeyframe = -1;
    ReplayInfo info{};
    EventTable events{};
    /// Fills the one row of a state; false = the actor is not there.
    std::function<bool(FrameNumber, WorldState&)> fill = [](FrameNumber, WorldState&) { return true; };
};

class ScriptSegment final : public Segment
{
public:
    ScriptSegment(const Script& script, FrameRange frames) : m_script(script), m_frames(frames) {}
    FrameRange frames() const override { return m_frames; }
    std::size_t bytes() const override { return sizeof(*this); }
    void sample(FrameTime at, SamplePolicy, WorldState& out) const override
    {
        out.clear();
        out.at = at;
        out.time = Micros{at.frame * m_script.stepMs * 1000};
        out.resize(1, m_script.info.actorProperties.size());
        out.ids[0] = ActorId{0};
        if (!m_script.fill(at.frame, out))
            out.clear();
    }

private:
    const Script& m_script;
    FrameRange m_frames;
};

class ScriptedReplay final : public ReplaySource
{
public:
    explicit ScriptedReplay(Script script) : m_script(std::move(script))
    {
        m_script.info.cast.resize(1);
        m_script.info.cast[0].id = ActorId{0};
        m_index->complete = true;
        m_index->info = std::make_shared<ReplayInfo>(m_script.info);
        m_index->timeAxis = TimeAxis::uniform(m_script.frames, m_script.stepMs, 1000);
        for (Event& event : m_script.events.events)
            event.time = m_index->timeAxis.timeOf(event.frame);
        m_index->events = std::make_shared<EventTable>(m_script.events);
        std::vector<Keyframe> keyframes;
        for (FrameNumber f = 0; f < m_script.frames; f += m_script.segment)
            keyframes.push_back({.frame = f});
        m_index->keyframes = KeyframeIndex(std::move(keyframes), m_script.frames);
    }
    std::shared_ptr<const ReplayIndex> index() const override { return m_index; }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    Result<std::shared_ptr<const Segment>> readSegment(int keyframe, const Segment*,
                                                       std::stop_token) const override
    {
        if (keyframe == m_script.brokenKeyframe)
            return fail(ErrorCode::Damaged, QStringLiteral("broken"));
        return std::make_shared<ScriptSegment>(m_script, m_index->keyframes.range(keyframe));
    }
    Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

private:
    Script m_script;
    std::shared_ptr<ReplayIndex> m_index = std::make_shared<ReplayIndex>();
};

inline Evidence evidence(const Script& script, FrameRange frames)
{
    const ScriptedReplay replay(script);
    auto read = evidenceOf(replay, ActorId{0}, frames, {});
    return read ? *read : Evidence{};
}

inline const EvidenceRow* rowOf(const Evidence& evidence, const char* id)
{
    for (const EvidenceRow& row : evidence.rows) {
        if (row.id == QLatin1StringView(id))
            return &row;
    }
    return nullptr;
}

/// The value of a row at a frame of the replay; NaN without such a row.
inline double valueAt(const Evidence& evidence, const char* id, FrameNumber frame)
{
    const EvidenceRow* const row = rowOf(evidence, id);
    return row == nullptr ? NotANumber
                          : row->values.at(static_cast<std::size_t>(frame - evidence.frames.first));
}

inline QStringList idsOf(const Evidence& evidence)
{
    QStringList ids;
    for (const EvidenceRow& row : evidence.rows)
        ids += row.id;
    return ids;
}

inline glm::quat lookOf(double yaw, double pitch)
{
    const glm::quat turn = glm::angleAxis(glm::radians(static_cast<float>(yaw)), glm::vec3(0, 1, 0));
    return turn * glm::angleAxis(glm::radians(static_cast<float>(-pitch)), glm::vec3(1, 0, 0));
}

inline PropertyInfo declared(const char* id, PropertyType type, const QStringList& names = {})
{
    PropertyInfo info;
    info.id = QLatin1StringView(id);
    info.name = info.id;
    info.type = type;
    info.names = names;
    return info;
}

inline bool near(double a, double b, double tolerance = 1e-3) { return std::abs(a - b) <= tolerance; }

} // namespace ghostline::test
