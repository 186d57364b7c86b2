// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A fake replay that tells the events of a test instead of its own, or differs otherwise in its index.
// Without options: actors 0 and 2 are of team 0, 1 and 3 of team 1; 1000 frames of 50 ms.
#include "tests/support/fake_replay.h"

#include <mutex>

namespace ghostline::test {

class ToldReplay final : public model::ReplaySource
{
public:
    explicit ToldReplay(std::shared_ptr<const model::EventTable> events,
                        const FakeReplayOptions& options = {})
        : m_fake(makeFakeReplay(options))
    {
        tell(std::move(events));
    }
    /// Publishes a revision with these events.
    void tell(std::shared_ptr<const model::EventTable> events)
    {
        revise([&](model::ReplayIndex& next) { next.events = std::move(events); });
    }
    /// Publishes a revision that `change` has been applied to.
    template<typename Change>
    void revise(Change change)
    {
        const auto before = index();
        auto next = std::make_shared<model::ReplayIndex>(before ? *before : *m_fake->index());
        const model::Revision revision = ++next->revision;
        change(*next);
        {
            const std::scoped_lock lock(m_mutex);
            m_index = std::move(next);
        }
        Q_EMIT changed(revision);
    }
    std::shared_ptr<const model::ReplayIndex> index() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_index;
    }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return index();
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
    mutable std::mutex m_mutex; ///< panels read in threads of their own
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
