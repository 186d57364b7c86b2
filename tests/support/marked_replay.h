// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up run: a fake replay that tells of starts, checkpoints, resets and ends.
#include "model/compare/run_marks.h"
#include "tests/support/fake_replay.h"

#include <optional>

namespace ghostline::test {

/// A fake replay with a run's landmarks instead of its own events.
class MarkedReplay final : public model::ReplaySource
{
public:
    explicit MarkedReplay(FakeReplayOptions options) : m_replay(std::move(options))
    {
        const auto kind = [](QLatin1StringView id) { return model::EventKind{.id = id, .name = id}; };
        m_events->kinds = {kind(model::runmarks::Reset), kind(QLatin1StringView("chat")),
                           kind(model::runmarks::Start), kind(model::runmarks::Checkpoint),
                           kind(model::runmarks::End)};
    }

    void mark(int kind, model::FrameNumber frame, const QJsonObject& data = {},
              std::vector<model::ActorId> actors = {})
    {
        model::Event event;
        event.frame = frame;
        event.kind = kind;
        event.data = data;
        event.actors = std::move(actors);
        m_events->events.push_back(std::move(event));
    }
    void start(model::FrameNumber frame) { mark(2, frame); }
    /// `place`: told by the event itself.
    void checkpoint(model::FrameNumber frame, const char* id, std::vector<model::ActorId> actors = {},
                    std::optional<glm::dvec3> place = {})
    {
        mark(3, frame, {{model::runmarks::IdKey, QString::fromLatin1(id)}}, std::move(actors));
        m_events->events.back().placed = place.has_value();
        m_events->events.back().place = place.value_or(glm::dvec3{0.0});
    }
    void reset(model::FrameNumber frame) { mark(0, frame); }
    void end(model::FrameNumber frame, const QString& reason)
    {
        mark(4, frame, {{model::runmarks::ReasonKey, reason}});
    }

    std::shared_ptr<const model::ReplayIndex> index() const override { return marked(m_replay.index()); }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token stop) const override
    {
        auto index = m_replay.waitComplete(std::move(stop));
        return index ? marked(*index) : index;
    }
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override
    {
        return m_replay.readSegment(keyframe, previous, std::move(stop));
    }
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_replay.readRaw(std::move(stop));
    }
    FakeReplay& replay() { return m_replay; }

private:
    std::shared_ptr<const model::ReplayIndex>
    marked(const std::shared_ptr<const model::ReplayIndex>& index) const
    {
        auto copy = std::make_shared<model::ReplayIndex>(*index);
        copy->events = m_events;
        return copy;
    }

    FakeReplay m_replay;
    std::shared_ptr<model::EventTable> m_events = std::make_shared<model::EventTable>();
};

} // namespace ghostline::test
