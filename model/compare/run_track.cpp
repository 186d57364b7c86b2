// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/run_track.h"

#include "model/compare/alignment.h"
#include "model/compare/run_marks.h"
#include "model/metrics/standing_still.h"
#include "model/replay/frame_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

constexpr glm::dvec3 NoPlace{std::numeric_limits<double>::quiet_NaN()};

/// A run's events told apart by the ids of their kinds, once for the whole table.
enum class Mark : std::uint8_t { None, Start, Checkpoint, Reset, End };

std::vector<Mark> marksOf(const std::vector<EventKind>& kinds)
{
    std::vector<Mark> marks;
    marks.reserve(kinds.size());
    for (const EventKind& kind : kinds) {
        Mark mark = Mark::None;
        if (kind.id == runmarks::Start)
            mark = Mark::Start;
        else if (kind.id == runmarks::Checkpoint)
            mark = Mark::Checkpoint;
        else if (kind.id == runmarks::Reset)
            mark = Mark::Reset;
        else if (kind.id == runmarks::End)
            mark = Mark::End;
        marks.push_back(mark);
    }
    return marks;
}

bool concerns(const Event& event, ActorId actor)
{
    return event.actors.empty() ||
           std::find(event.actors.begin(), event.actors.end(), actor) != event.actors.end();
}

void begin(RunTrack& track, FrameNumber frame)
{
    track.start = frame;
    track.startMarked = true;
    track.checkpoints.clear();
    track.resets.clear();
    track.end.reset();
}

void take(RunTrack& track, Mark mark, const Event& event)
{
    if (mark == Mark::Start)
        return begin(track, event.frame);
    if (track.end)
        return; // whatever follows belongs to no run, until another begins
    switch (mark) {
    case Mark::Checkpoint:
        track.checkpoints.push_back({event.data[runmarks::IdKey].toString(), event.frame});
        break;
    case Mark::Reset:
        track.resets.push_back(event.frame);
        break;
    case Mark::End:
        track.end = event.frame;
        track.finished = event.data[runmarks::ReasonKey].toString() == runmarks::Finish;
        break;
    default:
        break;
    }
}

void readMarks(RunTrack& track, const EventTable& table)
{
    const std::vector<Mark> marks = marksOf(table.kinds);
    for (const Event& event : table.events) {
        const Mark mark = marks[static_cast<std::size_t>(event.kind)];
        if (mark != Mark::None && event.frame < track.axis.frames() && concerns(event, track.actor))
            take(track, mark, event);
        if (track.finished)
            break;
    }
}

void addPlace(RunTrack& track, const std::optional<ActorPosition>& place)
{
    if (!place) {
        track.positions.push_back(NoPlace);
        track.jumped.push_back(false);
        return;
    }
    const bool passed =
        !track.positions.empty() && glm::distance(place->position, track.positions.back()) <= JumpLength;
    track.jumped.push_back(!passed || place->jumped);
    track.positions.push_back(place->position);
}

Result<std::shared_ptr<const ReplayIndex>> wholeIndex(const ReplaySource& source, std::stop_token stop)
{
    std::shared_ptr<const ReplayIndex> index = source.index();
    if (index->complete || index->growing)
        return index;
    return source.waitComplete(std::move(stop));
}

/// Decoding from there yields the same. The last one of a growing recording becomes longer, no more.
bool sameContent(const Keyframe& a, const Keyframe& b)
{
    return a.frame == b.frame && a.offset == b.offset && a.full == b.full && a.baseline == b.baseline &&
           a.knowledge == b.knowledge;
}

bool isThere(const glm::dvec3& place) { return !std::isnan(place.x); }

/// How many frames of what was read before need no second look. Where the actor is missing in between,
/// decoding may have failed.
FrameNumber stillSure(const TrackSoFar& before, ActorId actor, const ReplayIndex& now)
{
    if (before.track == nullptr || before.track->actor != actor)
        return 0;
    const std::vector<glm::dvec3>& places = before.track->positions;
    const auto came = std::find_if(places.begin(), places.end(), isThere);
    const FrameNumber sure = std::find_if_not(came, places.end(), isThere) - places.begin();
    const std::span<const Keyframe> was = before.keyframes.entries();
    const std::span<const Keyframe> is = now.keyframes.entries();
    const auto other = std::mismatch(was.begin(), was.end(), is.begin(), is.end(), sameContent).first;
    return other == was.end() ? sure : std::min(sure, other->frame);
}

/// With so many places taken over, and room for the rest.
RunTrack begunTrack(const TrackSoFar& before, ActorId actor, const ReplayIndex& now, FrameNumber kept)
{
    RunTrack track;
    track.axis = now.timeAxis;
    track.actor = actor;
    track.unit = now.info->lengthUnit;
    track.growing = now.growing;
    track.positions.reserve(static_cast<std::size_t>(now.frames()));
    track.jumped.reserve(static_cast<std::size_t>(now.frames()));
    if (kept > 0) {
        track.positions.assign(before.track->positions.begin(), before.track->positions.begin() + kept);
        track.jumped.assign(before.track->jumped.begin(), before.track->jumped.begin() + kept);
    }
    return track;
}

} // namespace

bool RunTrack::isAt(FrameNumber frame) const
{
    return frame >= 0 && frame < static_cast<FrameNumber>(positions.size()) &&
           !std::isnan(positions[static_cast<std::size_t>(frame)].x);
}

glm::dvec3 RunTrack::positionAt(FrameTime at) const
{
    if (!isAt(at.frame))
        return NoPlace;
    const auto i = static_cast<std::size_t>(at.frame);
    if (at.fraction <= 0.0 || !isAt(at.frame + 1) || jumped[i + 1])
        return positions[i];
    return glm::mix(positions[i], positions[i + 1], at.fraction);
}

ActorId runnerOf(const ReplayInfo& info)
{
    const auto& cast = info.cast;
    const auto runner = std::find_if(cast.begin(), cast.end(), [](const ActorInfo& actor) {
        return actor.principal && isMovingKind(actor.kind);
    });
    if (runner != cast.end())
        return runner->id;
    const auto anybody = std::find_if(cast.begin(), cast.end(), [](const ActorInfo& actor) {
        return actor.shape != ActorShape::None && !actor.background;
    });
    return anybody != cast.end() ? anybody->id : ActorId::None;
}

Result<TrackSoFar> readFurther(const TrackSoFar& before, const ReplaySource& source, ActorId actor,
                               const Progress& progress, std::stop_token stop)
{
    const auto index = wholeIndex(source, stop);
    if (!index)
        return tl::unexpected<Error>(index.error());
    const ReplayIndex& now = **index;
    if (!now.info->actor(actor))
        return fail(
            ErrorCode::NotFound,
            QStringLiteral("the recording has no actor number %1").arg(static_cast<std::uint32_t>(actor)));
    const FrameRange further{std::min(stillSure(before, actor, now), now.frames()), now.frames()};
    auto track = std::make_shared<RunTrack>(begunTrack(before, actor, now, further.first));
    const Result<void> walked = walkPositions(
        source, further, actor,
        [&track](FrameNumber, const std::optional<ActorPosition>& place) { addPlace(*track, place); },
        progress, std::move(stop));
    if (!walked && (further.first == 0 || walked.error().code == ErrorCode::Cancelled))
        return tl::unexpected<Error>(walked.error());
    // Keyframes may begin late, and a source may end early: one place a frame all the same.
    track->positions.resize(static_cast<std::size_t>(further.end), NoPlace);
    track->jumped.resize(static_cast<std::size_t>(further.end), false);
    const auto there = std::find_if(track->positions.begin(), track->positions.end(), isThere);
    track->start = there != track->positions.end() ? there - track->positions.begin() : 0;
    readMarks(*track, *now.events);
    return TrackSoFar{std::move(track), now.events, now.keyframes};
}

Result<RunTrack> readRunTrack(const ReplaySource& source, ActorId actor, const Progress& progress,
                              std::stop_token stop)
{
    const auto read = readFurther({}, source, actor, progress, std::move(stop));
    if (!read)
        return tl::unexpected<Error>(read.error());
    return RunTrack(*read->track);
}

namespace {

/// What is not known of either is no difference.
bool agree(const QString& a, const QString& b) { return a.isEmpty() || b.isEmpty() || a == b; }

/// A world's own number; empty when it has none, which may be written as zeros.
QString worldId(const QJsonObject& head)
{
    const QString id = head[QLatin1String("world_id")].toString();
    const bool given = std::any_of(id.begin(), id.end(), [](QChar c) { return c != u'0' && c != u'-'; });
    return given ? id : QString();
}

} // namespace

bool sameWorld(const ReplayInfo& a, const ReplayInfo& b)
{
    const QJsonObject headA = a.metadata[QLatin1String("header")].toObject();
    const QJsonObject headB = b.metadata[QLatin1String("header")].toObject();
    const QString idA = worldId(headA);
    const QString idB = worldId(headB);
    // One world may go by several names.
    const bool numbered = !idA.isEmpty() && !idB.isEmpty();
    if (numbered ? idA != idB : !agree(a.map, b.map))
        return false;
    const QLatin1StringView version{"world_version"};
    return agree(headA[version].toString(), headB[version].toString());
}

} // namespace ghostline::model
