// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A fake replay that tells the events of a test instead of its own: actors 0 and 2 are of team 0, 1 and 3 of
// team 1; 1000 frames of 50 ms.
#include "tests/support/fake_replay.h"

namespace ghostline::test {

class ToldReplay final : public model::ReplaySource
{
public:
    explicit ToldReplay(std::shared_ptr<const model::EventTable> events) : m_fake(makeFakeReplay())
    {
        tell(std::move(events));
    }
    /// Publishes a revision with these events.
    void tell(std::shared_ptr<const model::EventTable> events)
    {
        auto next = std::make_shared<model::ReplayIndex>(m_index ? *m_index : *m_fake->index());
        ++next->revision;
        next->events = std::move(events);
        m_index = std::move(next);
        Q_EMIT changed(m_index->revision);
    }
    std::shared_ptr<const model::ReplayIndex> index() const override { return m_index; }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override
    {
        return m_fake->readSegment(keyframe, previous, stop);
    }
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_fake->readRaw(stop);
    }

private:
    std::shared_ptr<FakeReplay> m_fake;
    std::shared_ptr<const model::ReplayIndex> m_index;
};

/// Adds an event at a time in seconds; ascending, as a recording has them.
inline model::Event& addEvent(model::EventTable& events, int kind, double at, double length, int actor)
{
    model::Event& event = events.events.emplace_back();
    event.kind = kind;
    event.frame = static_cast<model::FrameNumber>(at * 20.0);
    event.time = model::fromSeconds(at);
    event.length = model::fromSeconds(length);
    event.actors = {static_cast<model::ActorId>(actor)};
    return event;
}

} // namespace ghostline::test
