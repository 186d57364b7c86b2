// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs to be compared, opened by name, and a race of them.
#include "app/gui/ghosts/ghost_set.h"
#include "tests/support/fake_replay.h"

#include <semaphore>

namespace ghostline::test {

using namespace ghostline::app;

inline constexpr std::size_t Budget = std::size_t{64} << 20;

/// One who runs straight east, at so many metres a second.
inline FakeReplayOptions straight(double speed)
{
    FakeReplayOptions options;
    options.frames = 400;
    options.actors = 2;
    options.bones = 2;
    options.motion = [speed](int actor, model::FrameNumber, double seconds) {
        return glm::dvec3(speed * seconds, 0.0, actor * 20.0);
    };
    return options;
}

/// The same replay on another map.
class Elsewhere final : public model::ReplaySource
{
public:
    explicit Elsewhere(const FakeReplayOptions& options) : m_inner(options)
    {
        auto index = std::make_shared<model::ReplayIndex>(*m_inner.index());
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->map = QStringLiteral("Squares");
        index->info = std::move(info);
        m_index = std::move(index);
    }
    std::shared_ptr<const model::ReplayIndex> index() const override { return m_index; }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override
    {
        return m_inner.readSegment(keyframe, previous, stop);
    }
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_inner.readRaw(stop);
    }

private:
    FakeReplay m_inner;
    std::shared_ptr<const model::ReplayIndex> m_index;
};

using Opened = model::Result<std::unique_ptr<model::ReplaySource>>;

/// "fast", "slow", "far" are runs, "elsewhere" lies on another map; everything else is broken.
inline Opened openRun(const QString& path, const model::OpenOptions&)
{
    if (path.contains(u"elsewhere"))
        return std::make_unique<Elsewhere>(straight(8.0));
    if (path.contains(u"fast"))
        return std::make_unique<FakeReplay>(straight(8.0));
    if (path.contains(u"slow"))
        return std::make_unique<FakeReplay>(straight(2.0));
    if (path.contains(u"far")) {
        FakeReplayOptions away = straight(4.0);
        away.motion = [](int, model::FrameNumber, double seconds) {
            return glm::dvec3(4.0 * seconds, 0.0, 100.0);
        };
        return std::make_unique<FakeReplay>(away);
    }
    return model::fail(model::ErrorCode::Damaged, QStringLiteral("the file ends in its header"));
}

/// A replay whose runner does 4 m/s, and its ghosts.
struct Race
{
    explicit Race(FakeReplayOptions options = straight(4.0))
        : source(test::makeFakeReplay(options)),
          session(std::make_unique<ReplaySession>(source, QString(), Budget))
    {
        ghosts.setOpener(openRun);
        ghosts.setSession(session.get());
    }
    ~Race() { ghosts.setSession(nullptr); }

    int add(const QString& path) { return ghosts.add(path) ? ghosts.ghosts().back().id : 0; }
    GhostStatus status(int id) const { return ghosts.ghost(id)->status; }
    bool compared(int id) const { return ghosts.ghost(id)->progress != nullptr; }
    double x(int id) const
    {
        const auto figure = ghosts.figure(id);
        return figure ? figure->position.x : std::nan("");
    }

    std::shared_ptr<FakeReplay> source;
    std::unique_ptr<ReplaySession> session;
    GhostSet ghosts{nullptr};
};

/// Lets one opening wait until it is told to stop.
struct Held
{
    std::binary_semaphore begun{0};
    std::atomic<bool> stopped{false};
    Opened open(const model::OpenOptions& options)
    {
        begun.release();
        while (!options.stop.stop_requested())
            std::this_thread::yield();
        stopped = true;
        return model::fail(model::ErrorCode::Cancelled, QStringLiteral("stopped"));
    }
};

} // namespace ghostline::test
