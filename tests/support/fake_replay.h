// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay without a file: actors on circles, every value in closed form, so that tests can compute the
// truth.
#include "model/replay/replay_source.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace ghostline::test {

struct FakeReplayOptions
{
    model::FrameNumber frames = 1000;
    int actors = 4;
    model::FrameNumber framesPerSegment = 100;
    int stepMs = 50;
    bool irregular = false; ///< steps vary and every seventh frame shares its predecessor's time
    int bones = 0;          ///< bones of each actor
    bool chained = false;   ///< all keyframes but every eighth need the segment before
    int events = 0;         ///< spread evenly; kinds "hit" (major), "note" and "cheat" (flag) in turn
    int teams = 2;          ///< actors take turns; 0 = none
    bool properties = true;
    bool players = false; ///< all actors are players
    bool bodies = false;  ///< walkers are bodies; without bones unless those are asked for, too
    bool match =
        false; ///< a scoreboard: goals of each actor, teams' scores, clock, rounds of FakeRound frames
    bool heads = false;      ///< the first bone is the tracked head and its pose the actor's, 1.6 m up
    bool focus = false;      ///< the last actor is a disc that the play is about
    bool cuts = false;       ///< a directed camera begins a new shot at each "hit"
    bool lineUp = false;     ///< a player card for every actor
    int sides = 0;           ///< teams play together on so many sides, taking turns; 0 = each for itself
    bool census = false;     ///< what an actor is, its group, cost and batch, as fakeThing() says
    int orders = 0;          ///< events of the kinds "order" and "upgrade" (every fifth), in columns per team
    bool observer = false;   ///< observer pages, as in fake_observer.h; needs properties
    bool tables = false;     ///< findings, as fakeTables() says
    bool highlights = false; ///< a "hit" is worth 1, swings the balance to its actor's team; a "fight" 0.5
    int bands = 0;           ///< events of the kind "fight" that last 2 s, each at its place
    model::UnitMarks marks{}; ///< said of the properties, whatever they are
    model::SceneDescription surroundings{};
    model::FrameNumber jumpEvery = 0; ///< actor 0 jumps 100 m east at each multiple, marked Discontinuity
    model::FrameRange held{}; ///< frames in which no place of actor 0 is recorded: it stays where it was
    bool hidden = false;      ///< the last actor is hidden throughout
    bool staggered = false;   ///< actor i joins late and leaves early, by i frames each
    model::FrameNumber published = 0; ///< frames of the first revision, 0 = all at once and complete
    int brokenKeyframe = -1;          ///< decoding this one fails as Damaged
    int lateKeyframe = -1;            ///< the network fails before this one comes ...
    int lateTimes = 0;                ///< ... so many times
    bool keepsSegment = false;        ///< there is one segment, which is decoded once and handed out again
    bool growing = false;             ///< said of the first revision
    model::SpanList lost;
    model::DiagnosticList diagnostics;
    std::vector<model::Verdict> verdicts; ///< what checking it concludes
    QString foreign;  ///< said after every text that a recording may choose: names, types, map, events
    QString format{}; ///< codec id; empty = "fake"
    /// Replaces the circles; gets actor, frame and seconds.
    std::function<glm::dvec3(int, model::FrameNumber, double)> motion;
    /// Called in the decoding thread before a segment is decoded: lets a test hold it up.
    std::function<void(int keyframe)> beforeDecode;
};

/// With `match`: every round counts from nothing, actor i scores every (60 + 20 i) frames of it.
inline constexpr model::FrameNumber FakeRound = 400;
std::int64_t fakeGoals(int actor, model::FrameNumber frame);

/// With `census`: what an actor is. Every fourth is unfinished in the first 100 frames.
struct FakeThing
{
    QString type;
    int group = 0; ///< "Workers", "Army"; -1 = not counted
    int cost = 0;
    int batch = 1;
    bool unfinished = false;
};
FakeThing fakeThing(int actor, model::FrameNumber frame);

/// Where an actor is at a recorded frame, straight from the formula.
glm::dvec3 fakePosition(const FakeReplayOptions& options, int actor, model::FrameNumber frame);
glm::quat fakeOrientation(const FakeReplayOptions& options, int actor, model::FrameNumber frame);
bool fakeAlive(const FakeReplayOptions& options, int actor, model::FrameNumber frame);
model::Micros fakeTime(const FakeReplayOptions& options, model::FrameNumber frame);

class FakeReplay final : public model::ReplaySource
{
    Q_OBJECT
public:
    explicit FakeReplay(FakeReplayOptions options);
    ~FakeReplay() override;

    std::shared_ptr<const model::ReplayIndex> index() const override;
    model::Result<std::shared_ptr<const model::ReplayIndex>>
    waitComplete(std::stop_token stop) const override;
    model::Result<std::shared_ptr<const model::Segment>>
    readSegment(int keyframe, const model::Segment* previous, std::stop_token stop) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token stop) const override;
    std::vector<model::Verdict> verify(const model::Progress&, std::stop_token) const override
    {
        return m_options.verdicts;
    }
    model::Result<model::SceneDescription> scene(std::stop_token stop) const override;

    /// Publishes a revision of that many frames and emits changed().
    void publish(model::FrameNumber frames, bool complete, bool growing = false);
    /// Decoding yields more from the next revision on: Keyframe::knowledge of all.
    void learn() { ++m_knowledge; }
    const FakeReplayOptions& options() const { return m_options; }
    /// Segments decoded so far, those of a chain included.
    int decoded() const { return m_decoded.load(); }
    int cancelled() const { return m_cancelled.load(); }

private:
    FakeReplayOptions m_options;
    std::shared_ptr<const model::ReplayInfo> m_info;
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_published;
    std::shared_ptr<const model::ReplayIndex> m_index;
    std::uint32_t m_knowledge = 0;
    mutable std::shared_ptr<const model::Segment> m_kept; ///< with keepsSegment
    mutable std::atomic<int> m_late{0};
    mutable std::atomic<int> m_decoded{0};
    mutable std::atomic<int> m_cancelled{0};
};

std::shared_ptr<FakeReplay> makeFakeReplay(const FakeReplayOptions& options = {});

/// 2,000 frames in segments of 40. `wild`: irregular times, lives of different length, hidden actors, bones,
/// jumps.
FakeReplayOptions longReplay(bool chained, bool wild);

} // namespace ghostline::test
