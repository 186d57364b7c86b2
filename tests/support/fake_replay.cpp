// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_replay.h"

#include "tests/support/fake_observer.h"
#include "tests/support/fake_replay_info.h"

#include <algorithm>
#include <cmath>

namespace ghostline::test {

using namespace ghostline::model;

namespace {

constexpr int FullEvery = 8; ///< in a chained replay every eighth keyframe stands alone

double turnSpeed(int actor) { return 0.2 + 0.05 * (actor % 16); }
double radius(int actor) { return 10.0 + actor % 16; }

std::uint64_t chainStep(std::uint64_t sum, FrameNumber frame)
{
    return (sum ^ static_cast<std::uint64_t>(frame + 1)) * 0x9E3779B97F4A7C15ULL + 1U;
}

/// The running value at the start of a segment, which only the frames before it can tell.
std::uint64_t chainValue(FrameNumber from, FrameNumber to)
{
    std::uint64_t sum = 0;
    for (FrameNumber f = from; f < to; ++f)
        sum = chainStep(sum, f);
    return sum;
}

/// Poses of all actors at the segment's frames, and at the first frame after it.
class FakeSegment final : public Segment
{
public:
    struct Actor
    {
        bool alive = false;
        bool jumped = false;
        bool held = false;
        Pose pose;
        glm::vec3 velocity{0.0F};
    };

    FakeSegment(const FakeReplayOptions& o, std::shared_ptr<const ReplayInfo> info, FrameRange range,
                bool hasNext)
        : m_options(o), m_info(std::move(info)), m_range(range), m_hasNext(hasNext)
    {
    }

    /// False when stopped.
    bool decode(std::uint64_t carry, const std::stop_token& stop)
    {
        const FrameNumber end = m_range.end + (m_hasNext ? 1 : 0);
        m_times.reserve(static_cast<std::size_t>(end - m_range.first));
        m_actors.reserve(static_cast<std::size_t>(end - m_range.first) * count());
        for (FrameNumber f = m_range.first; f < end; ++f) {
            if (stop.stop_requested())
                return false;
            m_times.push_back(fakeTime(m_options, f));
            carry = chainStep(carry, f);
            m_chain.push_back(carry);
            if (f == m_range.end - 1)
                m_carry = carry;
            for (int i = 0; i < m_options.actors; ++i)
                m_actors.push_back(makeActor(i, f));
        }
        return true;
    }

    std::uint64_t carry() const { return m_carry; }
    FrameRange frames() const override { return m_range; }
    std::size_t bytes() const override
    {
        return sizeof(*this) + m_times.capacity() * sizeof(Micros) + m_actors.capacity() * sizeof(Actor) +
               m_chain.capacity() * sizeof(std::uint64_t);
    }

    void sample(FrameTime at, SamplePolicy policy, WorldState& out) const override
    {
        const auto row = static_cast<std::size_t>(at.frame - m_range.first);
        const bool between = at.fraction > 0.0 && row + 1 < m_times.size();
        const double f = between && policy == SamplePolicy::Interpolate ? at.fraction : 0.0;
        out.clear();
        out.at = at;
        out.time = m_times[row];
        if (between)
            out.time += Micros{
                std::llround(static_cast<double>((m_times[row + 1] - m_times[row]).count()) * at.fraction)};
        const bool gap = between && m_times[row + 1] - m_times[row] > m_info->maxGap;
        std::size_t alive = 0;
        for (std::size_t i = 0; i < count(); ++i)
            alive += m_actors[row * count() + i].alive ? 1U : 0U;
        out.resize(alive, m_info->actorProperties.size());
        std::size_t to = 0;
        for (std::size_t i = 0; i < count(); ++i) {
            const Actor& now = m_actors[row * count() + i];
            if (!now.alive)
                continue;
            const Actor* const next = f > 0.0 && !gap ? &m_actors[(row + 1) * count() + i] : nullptr;
            fill(out, to++, i, now, next && next->alive && !next->jumped && !next->held ? next : nullptr, f,
                 at);
        }
        fillMatch(out, at, row);
    }

private:
    std::size_t count() const { return static_cast<std::size_t>(m_options.actors); }

    Actor makeActor(int i, FrameNumber f) const
    {
        if (i == 0 && f > 0 && m_options.held.contains(f)) {
            Actor last = makeActor(i, m_options.held.first - 1);
            last.held = true;
            return last;
        }
        Actor actor;
        actor.alive = fakeAlive(m_options, i, f);
        actor.jumped = i == 0 && m_options.jumpEvery > 0 && f > 0 && f % m_options.jumpEvery == 0;
        actor.pose = {fakePosition(m_options, i, f), fakeOrientation(m_options, i, f)};
        const double dt = seconds(fakeTime(m_options, f) - fakeTime(m_options, f - 1));
        if (f > 0 && dt > 0.0 && !actor.jumped && fakeAlive(m_options, i, f - 1))
            actor.velocity = glm::vec3((actor.pose.position - fakePosition(m_options, i, f - 1)) / dt);
        return actor;
    }

    void fill(WorldState& out, std::size_t row, std::size_t i, const Actor& now, const Actor* next, double f,
              FrameTime at) const
    {
        out.ids[row] = static_cast<ActorId>(i);
        const Pose pose = next ? interpolate(now.pose, next->pose, f) : now.pose;
        out.positions[row] = pose.position;
        out.orientations[row] = pose.orientation;
        out.velocities[row] = now.velocity;
        out.flags[row] = static_cast<ActorFlags>(
            (now.jumped ? Discontinuity : 0) | (m_options.hidden && i + 1 == count() ? Hidden : 0) |
            (m_options.census && fakeThing(static_cast<int>(i), at.frame).unfinished ? Unfinished : 0));
        out.provenance[row] = now.held             ? Provenance::Held
                              : at.fraction <= 0.0 ? Provenance::Exact
                              : next               ? Provenance::Interpolated
                                                   : Provenance::Held;
        out.bones[row] = {static_cast<std::uint32_t>(out.bonePoses.size()),
                          static_cast<std::uint32_t>(m_options.bones)};
        for (int bone = 0; bone < m_options.bones; ++bone)
            out.bonePoses.push_back(
                {glm::vec3(pose.position) +
                     glm::vec3(0.0F, 0.2F * static_cast<float>(bone) + (m_options.heads ? 1.6F : 0.0F), 0.0F),
                 pose.orientation});
        if (!m_info->actorProperties.empty())
            fillProperties(out.propertiesOf(row), i, at.frame, f);
    }

    void fillProperties(std::span<PropertyValue> p, std::size_t i, FrameNumber frame, double f) const
    {
        const auto yaw = [](FrameNumber n) { return PropertyValue::real(static_cast<double>(n * 7 % 360)); };
        const auto throttle = [i](FrameNumber n) {
            return PropertyValue::real(static_cast<double>((n + static_cast<FrameNumber>(i)) % 101));
        };
        const auto& infos = m_info->actorProperties;
        p[0] = interpolate(infos[0], throttle(frame), throttle(frame + 1), f);
        p[1] = PropertyValue::integer(frame / 10 % 6);
        p[2] = interpolate(infos[2], yaw(frame), yaw(frame + 1), f);
        p[3] = PropertyValue::integer(frame / 50 % 3);
        p[4] = PropertyValue::text(static_cast<StringId>(i + 1));
        if (m_options.match)
            p[5] = PropertyValue::integer(fakeGoals(static_cast<int>(i), frame));
        if (m_options.census)
            fillThing(p.subspan(m_info->census.type.index()), i, frame);
        if (m_options.observer)
            fillObserved(m_options, *m_info, static_cast<int>(i), frame, p);
    }

    void fillThing(std::span<PropertyValue> p, std::size_t i, FrameNumber frame) const
    {
        const FakeThing thing = fakeThing(static_cast<int>(i), frame);
        // Interned after one note for each actor.
        p[0] = PropertyValue::text(static_cast<StringId>(count() + 1 + i % 3));
        if (thing.group >= 0)
            p[1] = PropertyValue::integer(thing.group);
        p[2] = PropertyValue::integer(thing.cost);
        if (thing.batch > 1)
            p[3] = PropertyValue::integer(thing.batch);
    }

    void fillMatch(WorldState& out, FrameTime at, std::size_t row) const
    {
        if (m_info->matchProperties.empty())
            return;
        out.match.resize(m_info->matchProperties.size());
        out.match[0] = PropertyValue::integer(at.frame / 100);
        out.match[1] = PropertyValue::integer(static_cast<std::int64_t>(m_chain[row]));
        if (!m_options.match)
            return;
        out.match[2] = PropertyValue::real(seconds(fakeTime(m_options, FakeRound - at.frame % FakeRound)));
        out.match[3] = PropertyValue::integer(at.frame / FakeRound % 2);
        for (int team = 0; team < m_options.teams; ++team) {
            std::int64_t score = 0;
            for (int i = team; i < m_options.actors; i += m_options.teams)
                score += fakeGoals(i, at.frame);
            out.match[4 + static_cast<std::size_t>(team)] = PropertyValue::integer(score);
        }
    }

    FakeReplayOptions m_options;
    std::shared_ptr<const ReplayInfo> m_info;
    FrameRange m_range;
    bool m_hasNext;
    std::uint64_t m_carry = 0;
    std::vector<Micros> m_times;
    std::vector<std::uint64_t> m_chain;
    std::vector<Actor> m_actors;
};

TimeAxis makeAxis(const FakeReplayOptions& o, FrameNumber frames)
{
    if (!o.irregular)
        return TimeAxis::uniform(frames, o.stepMs, 1000);
    std::vector<Micros> times;
    for (FrameNumber f = 0; f < frames; ++f)
        times.push_back(fakeTime(o, f));
    return TimeAxis::table(std::move(times));
}

} // namespace

Micros fakeTime(const FakeReplayOptions& o, FrameNumber frame)
{
    if (frame <= 0)
        return Micros{0};
    const Micros even{frame * o.stepMs * 1000};
    if (!o.irregular)
        return even;
    if (frame % 7 == 0)
        return fakeTime(o, frame - 1);
    return even + Micros{(frame * 7919 % 11 - 5) * o.stepMs * 40};
}

std::int64_t fakeGoals(int actor, FrameNumber frame) { return frame % FakeRound / (60 + 20 * actor); }

bool fakeAlive(const FakeReplayOptions& o, int actor, FrameNumber frame)
{
    return fakeLife(o, actor).contains(frame);
}

glm::dvec3 fakePosition(const FakeReplayOptions& o, int actor, FrameNumber frame)
{
    const double t = seconds(fakeTime(o, frame));
    if (o.motion)
        return o.motion(actor, frame, t);
    const double angle = turnSpeed(actor) * t + actor;
    const int row = actor / 8;
    glm::dvec3 position{radius(actor) * std::sin(angle) + 30.0 * static_cast<double>(actor % 8), 0.0,
                        radius(actor) * std::cos(angle) + 30.0 * row};
    const FrameNumber jumps = o.jumpEvery > 0 ? frame / o.jumpEvery : 0;
    if (actor == 0)
        position.x += 100.0 * static_cast<double>(jumps);
    return position;
}

glm::quat fakeOrientation(const FakeReplayOptions& o, int actor, FrameNumber frame)
{
    if (o.motion)
        return {1.0F, 0.0F, 0.0F, 0.0F};
    // The direction of travel on the circle: a quarter turn ahead of the place on it, about +Y from +Z.
    const double angle = turnSpeed(actor) * seconds(fakeTime(o, frame)) + actor + 1.5707963267948966;
    return {static_cast<float>(std::cos(angle / 2)), 0.0F, static_cast<float>(std::sin(angle / 2)), 0.0F};
}

FakeReplay::FakeReplay(FakeReplayOptions options) : m_options(std::move(options)), m_info(fakeInfo(m_options))
{
    const bool whole = m_options.published <= 0;
    publish(whole ? m_options.frames : m_options.published, whole || m_options.growing, m_options.growing);
}

FakeReplay::~FakeReplay() = default;

std::shared_ptr<const ReplayIndex> FakeReplay::index() const
{
    const std::scoped_lock lock(m_mutex);
    return m_index;
}

void FakeReplay::publish(FrameNumber frames, bool complete, bool growing)
{
    auto next = std::make_shared<ReplayIndex>();
    next->complete = complete;
    next->growing = growing;
    next->progress =
        m_options.frames > 0 ? static_cast<double>(frames) / static_cast<double>(m_options.frames) : 1.0;
    next->info = m_info;
    next->timeAxis = makeAxis(m_options, frames);
    std::vector<Keyframe> keyframes;
    for (FrameNumber f = 0; f < frames; f += m_options.framesPerSegment) {
        const int i = static_cast<int>(keyframes.size());
        const bool full = !m_options.chained || i % FullEvery == 0;
        const FrameNumber length = std::min(m_options.framesPerSegment, frames - f);
        keyframes.push_back({f, static_cast<std::uint64_t>(f) * 100U,
                             static_cast<std::uint64_t>(length) * 100U, full, full ? -1 : i - 1,
                             m_knowledge});
    }
    next->keyframes = KeyframeIndex(std::move(keyframes), frames);
    next->events = fakeEvents(m_options, frames);
    next->tables = fakeTables(m_options);
    next->lost = m_options.lost;
    next->diagnostics = m_options.diagnostics;
    Revision revision = 1;
    {
        const std::scoped_lock lock(m_mutex);
        revision = m_index ? m_index->revision + 1 : 1;
        next->revision = revision;
        m_index = std::move(next);
    }
    m_published.notify_all();
    if (revision > 1)
        Q_EMIT changed(revision);
}

Result<std::shared_ptr<const ReplayIndex>> FakeReplay::waitComplete(std::stop_token stop) const
{
    std::unique_lock lock(m_mutex);
    if (!m_published.wait(lock, stop, [this] { return m_index->complete; }))
        return fail(ErrorCode::Cancelled, QStringLiteral("waiting was cancelled"));
    return m_index;
}

Result<std::shared_ptr<const Segment>> FakeReplay::readSegment(int keyframe, const Segment* previous,
                                                               std::stop_token stop) const
{
    const std::shared_ptr<const ReplayIndex> now = index();
    if (keyframe < 0 || keyframe >= now->keyframes.count())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("there is no keyframe %1").arg(keyframe));
    if (m_options.beforeDecode)
        m_options.beforeDecode(keyframe);
    if (keyframe == m_options.brokenKeyframe)
        return fail(ErrorCode::Damaged, QStringLiteral("the segment is broken"),
                    {.offset = now->keyframes[keyframe].offset, .chunk = keyframe});
    if (keyframe == m_options.lateKeyframe && m_late++ < m_options.lateTimes)
        return fail(ErrorCode::IoError, QStringLiteral("the connection was lost"));
    if (m_options.keepsSegment) {
        const std::scoped_lock lock(m_mutex);
        if (m_kept)
            return m_kept;
    }
    const FrameRange range = now->keyframes.range(keyframe);
    const Keyframe& entry = now->keyframes[keyframe];
    std::uint64_t carry = 0;
    if (!entry.full) {
        const auto* const before = dynamic_cast<const FakeSegment*>(previous);
        if (before && before->frames().end == range.first) {
            carry = before->carry();
        } else {
            const std::vector<int> chain = now->keyframes.chain(keyframe);
            m_decoded += static_cast<int>(chain.size()) - 1;
            carry = chainValue(now->keyframes[chain.front()].frame, range.first);
        }
    }
    auto segment = std::make_shared<FakeSegment>(m_options, m_info, range, range.end < now->frames());
    if (!segment->decode(carry, stop)) {
        ++m_cancelled;
        return fail(ErrorCode::Cancelled, QStringLiteral("decoding was cancelled"));
    }
    ++m_decoded;
    if (m_options.keepsSegment) {
        const std::scoped_lock lock(m_mutex);
        m_kept = segment;
    }
    return segment;
}

Result<std::uint64_t> FakeReplay::readRaw(std::stop_token stop) const
{
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
    return m_info->bytes;
}

Result<SceneDescription> FakeReplay::scene(std::stop_token) const { return m_options.surroundings; }

std::shared_ptr<FakeReplay> makeFakeReplay(const FakeReplayOptions& options)
{
    return std::make_shared<FakeReplay>(options);
}

FakeReplayOptions longReplay(bool chained, bool wild)
{
    FakeReplayOptions options;
    options.frames = 2000;
    options.framesPerSegment = 40;
    options.chained = chained;
    options.irregular = wild;
    options.staggered = wild;
    options.hidden = wild;
    options.bones = wild ? 3 : 0;
    options.jumpEvery = wild ? 90 : 0;
    return options;
}

} // namespace ghostline::test
