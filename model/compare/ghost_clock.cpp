// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/ghost_clock.h"

#include "model/base/numbers.h"
#include "model/compare/checkpoints.h"
#include "model/compare/splits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// A moment at which both clocks begin anew, in the time of each replay.
struct Anchor
{
    Micros runner{};
    Micros ghost{};
};

/// What the runner knows of the gap from one of its landmarks on.
struct KnownGap
{
    FrameNumber frame = 0;
    double delta = NoValue;
};

std::vector<Anchor> anchorsOf(const RunTrack& runner, const RunTrack& ghost, Alignment alignment)
{
    const auto at = [&](FrameNumber a, FrameNumber b) {
        return Anchor{runner.axis.timeOf(a), ghost.axis.timeOf(b)};
    };
    if (alignment == Alignment::Tick)
        return {at(0, 0)};
    std::vector<Anchor> anchors{at(runner.start, ghost.start)};
    if (alignment == Alignment::Checkpoint) {
        for (const CheckpointPair& pair : commonCheckpoints(runner.checkpoints, ghost.checkpoints))
            anchors.push_back(at(runner.checkpoints[pair.a].frame, ghost.checkpoints[pair.b].frame));
    }
    return anchors;
}

/// One for each of the runner's landmarks, those included at which there is no number.
std::vector<KnownGap> gapsOf(const RunTrack& runner, const RunTrack& ghost, Alignment alignment)
{
    std::vector<KnownGap> gaps;
    gaps.reserve(runner.checkpoints.size() + 1);
    for (const CheckpointTaken& checkpoint : runner.checkpoints)
        gaps.push_back({checkpoint.frame});
    if (runner.finished)
        gaps.push_back({runner.last()});
    const std::vector<Split> rows = splitsOf(runner, ghost, alignment).rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // Only a landmark that both reached as the same one has a delta, so the rows count like the gaps.
        if (rows[i].delta)
            gaps[i].delta = seconds(*rows[i].delta);
    }
    return gaps;
}

/// Where the other clock stands when one stands at `time`; nothing before the first anchor.
std::optional<Micros> carry(const std::vector<Anchor>& anchors, Micros time, Micros Anchor::*from,
                            Micros Anchor::*to)
{
    const auto after = std::partition_point(anchors.begin(), anchors.end(),
                                            [&](const Anchor& anchor) { return anchor.*from <= time; });
    if (after == anchors.begin())
        return std::nullopt;
    const Anchor& anchor = *std::prev(after);
    return anchor.*to + (time - anchor.*from);
}

/// The place of a run at a time of its replay, if it is there then.
std::optional<FrameTime> placeIn(const RunTrack& track, std::optional<Micros> time)
{
    if (!time || *time < track.axis.timeOf(FrameNumber{0}) || *time > track.axis.timeOf(track.last()))
        return std::nullopt;
    const FrameTime at = track.axis.at(*time);
    return track.isAt(at.frame) ? std::optional(at) : std::nullopt;
}

bool isRunning(const RunTrack& track, FrameTime at)
{
    return at.frame >= track.start && at <= FrameTime{track.last(), 0.0};
}

} // namespace

struct GhostClock::Marks
{
    std::vector<Anchor> anchors;
    std::vector<KnownGap> gaps;
};

GhostClock::GhostClock(std::shared_ptr<const RunTrack> runner, std::shared_ptr<const RunTrack> ghost,
                       Alignment alignment, std::shared_ptr<const Course> course,
                       std::shared_ptr<const ProgressComparison> progress)
    : m_runner(std::move(runner)), m_ghost(std::move(ghost)), m_alignment(alignment),
      m_course(std::move(course)), m_progress(std::move(progress))
{
    if (m_runner && m_ghost && alignment != Alignment::Progress)
        m_marks = std::make_shared<const Marks>(
            Marks{anchorsOf(*m_runner, *m_ghost, alignment), gapsOf(*m_runner, *m_ghost, alignment)});
}

bool GhostClock::placesKnown() const { return m_runner && m_ghost && m_course && m_progress; }

bool GhostClock::byPlace() const { return m_alignment == Alignment::Progress && placesKnown(); }

std::optional<FrameTime> GhostClock::ghostAt(FrameTime at) const
{
    if (m_marks)
        return placeIn(*m_ghost,
                       carry(m_marks->anchors, m_runner->axis.timeOf(at), &Anchor::runner, &Anchor::ghost));
    if (!byPlace() || !isRunning(*m_runner, at) || !m_runner->isAt(at.frame))
        return std::nullopt;
    const double metres = m_course->metresAt(at);
    if (std::isnan(metres))
        return std::nullopt;
    const auto pass = failedPass(at.frame, metres);
    return pass ? pass : m_progress->passOf(metres);
}

/// Where the ghost came by in the attempt that belongs to the runner's, if that one failed.
std::optional<FrameTime> GhostClock::failedPass(FrameNumber frame, double metres) const
{
    const Attempt* failed = m_course->failedAttemptAt(frame);
    return failed != nullptr ? m_progress->failedPassLike(*failed, metres) : std::nullopt;
}

std::optional<FrameTime> GhostClock::runnerAt(FrameTime ghost) const
{
    if (m_marks)
        return placeIn(*m_runner,
                       carry(m_marks->anchors, m_ghost->axis.timeOf(ghost), &Anchor::ghost, &Anchor::runner));
    if (!byPlace())
        return std::nullopt;
    const double from = m_progress->at(ghost.frame).metres;
    const double next = m_progress->at(ghost.frame + 1).metres;
    if (std::isnan(from))
        return std::nullopt;
    const double metres = std::isnan(next) ? from : from + ghost.fraction * (next - from);
    const Attempt* attempt = attemptAt(m_progress->attempts, ghost.frame);
    const auto pass =
        attempt != nullptr && attempt->failed ? m_course->failedPassLike(*attempt, metres) : std::nullopt;
    return pass ? pass->at : m_course->timeAt(metres);
}

/// The ghost's pass of the place where the runner is in this frame, as far as it can be compared.
PlacePass GhostClock::passOfPlace(FrameNumber frame, double metres) const
{
    const auto pass = failedPass(frame, metres);
    if (!pass)
        return passAtPlace(*m_course, *m_ghost, *m_progress, metres);
    if (m_course->stoodStillAt(metres, *m_course->failedAttemptAt(frame)))
        return {std::nullopt, NoNumber::ReferenceStoodStill};
    if (!isNearPath(*m_course, *m_ghost, *pass, metres))
        return {std::nullopt, NoNumber::OffPath};
    return {pass, NoNumber::None};
}

Gap GhostClock::gapAt(FrameTime at) const
{
    if (!m_runner || !m_ghost || !m_runner->isAt(at.frame))
        return {NoValue, NoValue, NoNumber::Outside};
    Gap gap = gapByPlace(at);
    if (std::isnan(gap.delta) && m_marks)
        gap = gapByClock(at);
    const std::optional<FrameTime> ghost = ghostAt(at);
    if (ghost && at <= FrameTime{m_runner->last(), 0.0})
        gap.distance = glm::distance(m_runner->positionAt(at), m_ghost->positionAt(*ghost));
    return gap;
}

Gap GhostClock::gapByClock(FrameTime at) const
{
    const std::vector<KnownGap>& gaps = m_marks->gaps;
    const auto after = std::partition_point(gaps.begin(), gaps.end(),
                                            [at](const KnownGap& gap) { return gap.frame <= at.frame; });
    if (!isRunning(*m_runner, at))
        return {NoValue, NoValue, NoNumber::Outside};
    if (after == gaps.begin())
        return {NoValue, NoValue, NoNumber::NoCheckpointYet};
    const double delta = std::prev(after)->delta;
    return {delta, NoValue, std::isnan(delta) ? NoNumber::Checkpoints : NoNumber::None};
}

Gap GhostClock::gapByPlace(FrameTime at) const
{
    // A run that grows may be known further than its course is.
    if (!placesKnown() || !isRunning(*m_runner, at) || !isRunning(m_course->reference(), at))
        return {NoValue, NoValue, NoNumber::Outside};
    const double metres = m_course->metresAt(at);
    if (std::isnan(metres))
        return {NoValue, NoValue, NoNumber::OffPath};
    const PlacePass pass = passOfPlace(at.frame, metres);
    if (!pass.at)
        return {NoValue, NoValue, pass.why};
    // In an attempt that a reset ended the runner is later at this place than when it passed it for good.
    Micros delta = m_ghost->axis.timeOf(*pass.at) - m_runner->axis.timeOf(at);
    if (m_alignment != Alignment::Tick)
        delta -= m_ghost->axis.timeOf(m_ghost->start) - m_runner->axis.timeOf(m_runner->start);
    return {seconds(delta), NoValue, NoNumber::None};
}

} // namespace ghostline::model
