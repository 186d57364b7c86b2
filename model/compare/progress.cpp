// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/progress.h"

#include "model/base/numbers.h"
#include "model/compare/checkpoints.h"
#include "model/compare/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

constexpr double Rounding = 1e-6; // metres
constexpr std::size_t BlockFrames = 256;
constexpr FrameNumber FramesPerStopCheck = 1024;

/// In which section of the course a run is, by the checkpoints it has taken so far.
class Sections
{
public:
    Sections(const RunTrack& reference, const RunTrack& run)
        : m_run(run), m_same(sameAfter(reference.checkpoints, run.checkpoints))
    {
    }

    /// Nothing when the reference never had the same ones. Frames ascend.
    std::optional<std::size_t> at(FrameNumber frame)
    {
        while (m_taken < m_run.checkpoints.size() && m_run.checkpoints[m_taken].frame <= frame)
            ++m_taken;
        if (m_taken >= m_same.size() || !m_same[m_taken])
            return std::nullopt;
        return m_taken;
    }

private:
    const RunTrack& m_run;
    std::vector<bool> m_same;
    std::size_t m_taken = 0;
};

void addBlocks(ProgressComparison& progress)
{
    const std::vector<ProgressSample>& samples = progress.byFrame;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i % BlockFrames == 0)
            progress.blocks.push_back({samples[i > 0 ? i - 1 : 0].metres, samples[i > 0 ? i - 1 : 0].metres});
        ProgressStretch& block = progress.blocks.back();
        // fmin and fmax: a frame without a place counts for nothing.
        block.low = std::fmin(block.low, samples[i].metres);
        block.high = std::fmax(block.high, samples[i].metres);
    }
}

/// The last of the samples [low, high) that `wanted` holds for, in the blocks that may have one.
template<typename MayHave, typename Wanted>
std::optional<std::size_t> findLast(const ProgressComparison& progress, std::size_t low, std::size_t high,
                                    const MayHave& mayHave, const Wanted& wanted)
{
    for (std::size_t b = (high + BlockFrames - 1) / BlockFrames; b-- > low / BlockFrames;) {
        if (!mayHave(progress.blocks[b]))
            continue;
        const std::size_t begin = std::max(b * BlockFrames, low);
        for (std::size_t i = std::min((b + 1) * BlockFrames, high); i-- > begin;) {
            if (wanted(i))
                return i;
        }
    }
    return std::nullopt;
}

/// Why a run has no pass of a place: what it had instead of a place when it was last before it.
NoNumber whyNotPassed(const ProgressComparison& progress, double metres)
{
    const auto before = findLast(
        progress, 0, progress.byFrame.size(),
        [metres](const ProgressStretch& block) { return block.low < metres; },
        [&](std::size_t i) { return progress.byFrame[i].metres < metres; });
    const std::size_t next = before ? *before + 1 : 0;
    if (next >= progress.byFrame.size())
        return NoNumber::Outside;
    const ProgressSample& sample = progress.byFrame[next];
    if (std::isnan(sample.metres))
        return sample.why;
    return before ? NoNumber::OffPath : NoNumber::Outside; // moved across it, or came from beyond
}

double runSeconds(const RunTrack& run, FrameTime at)
{
    return seconds(run.axis.timeOf(at) - run.axis.timeOf(run.start));
}

} // namespace

ProgressSample ProgressComparison::at(FrameNumber frameOfB) const
{
    if (frameOfB < first || frameOfB - first >= static_cast<FrameNumber>(byFrame.size()))
        return {NoValue, NoValue, NoValue, NoNumber::Outside};
    return byFrame[static_cast<std::size_t>(frameOfB - first)];
}

std::optional<FrameTime> ProgressComparison::passOf(double metres) const
{
    if (byFrame.empty())
        return std::nullopt;
    if (metres <= 0.0) { // where runs start: nobody passes it upward
        const bool there = byFrame.front().metres <= SectionEndLimit;
        return there ? std::optional(FrameTime{first, 0.0}) : std::nullopt;
    }
    return lastPassIn({first, first + static_cast<FrameNumber>(byFrame.size())}, metres);
}

std::optional<FrameTime> ProgressComparison::failedPassLike(const Attempt& ofReference, double metres) const
{
    for (const Attempt& attempt : failedLike(attempts, ofReference)) {
        if (const auto pass = lastPassIn(attempt.frames, metres))
            return pass;
        if (beginsAt(at(attempt.frames.first).metres, metres))
            return FrameTime{attempt.frames.first, 0.0};
    }
    return std::nullopt;
}

/// Both frames of a pass must be among these, which are B's.
std::optional<FrameTime> ProgressComparison::lastPassIn(FrameRange frames, double metres) const
{
    const auto low = static_cast<std::size_t>(frames.first - first);
    const auto high = static_cast<std::size_t>(frames.end - first);
    const auto to = findLast(
        *this, low + 1, high,
        [metres](const ProgressStretch& block) { return block.low < metres && metres <= block.high; },
        [&](std::size_t i) {
            return byFrame[i - 1].metres < metres && metres <= byFrame[i].metres &&
                   !std::binary_search(jumps.begin(), jumps.end(), first + static_cast<FrameNumber>(i));
        });
    if (!to)
        return std::nullopt;
    const double from = byFrame[*to - 1].metres;
    const double fraction = (metres - from) / (byFrame[*to].metres - from);
    const FrameNumber frame = first + static_cast<FrameNumber>(*to);
    return fraction < 1.0 ? FrameTime{frame - 1, fraction} : FrameTime{frame, 0.0};
}

/// What the course says of B at each of its frames.
class ProgressReader
{
public:
    /// All of it outlives the reader.
    ProgressReader(const Course& course, const RunTrack& b, const std::vector<Attempt>& attempts)
        : m_whole(course), m_course(*course.d), m_b(b), m_attempts(attempts),
          m_sections(course.reference(), b), m_projection(*course.d)
    {
        m_projection.beginAtStart();
    }

    ProgressSample read(FrameNumber frame)
    {
        const std::optional<std::size_t> section = m_sections.at(frame);
        const Projected projected = m_projection.follow(m_b, frame, section);
        if (!m_b.isAt(frame))
            return {NoValue, NoValue, NoValue, NoNumber::Outside};
        if (!section)
            return {NoValue, NoValue, NoValue, NoNumber::Checkpoints};
        if (std::isnan(projected.metres))
            return {NoValue, NoValue, NoValue, NoNumber::OffPath};
        const std::optional<FailedPass> failed = failedPass(frame, projected.metres);
        if (failed ? failed->stoodStill : m_course.stoodStillAt(projected.metres))
            return {projected.metres, NoValue, projected.distance, NoNumber::ReferenceStoodStill};
        const double reference = failed ? runSeconds(*m_course.reference, failed->at)
                                        : m_course.secondsAt(projected.segment, projected.metres);
        return {projected.metres, seconds(m_b.runTime(frame)) - reference, projected.distance};
    }

private:
    /// When the reference came by in the attempt that belongs to B's, if that one failed.
    std::optional<FailedPass> failedPass(FrameNumber frame, double metres) const
    {
        const Attempt* attempt = attemptAt(m_attempts, frame);
        return attempt != nullptr && attempt->failed ? m_whole.failedPassLike(*attempt, metres)
                                                     : std::nullopt;
    }

    const Course& m_whole;
    const Course::Private& m_course;
    const RunTrack& m_b;
    const std::vector<Attempt>& m_attempts;
    Sections m_sections;
    Projection m_projection;
};

Result<ProgressComparison> compareProgress(const Course& course, const RunTrack& b, std::stop_token stop)
{
    ProgressComparison progress;
    progress.first = b.start;
    progress.attempts = attemptsOf(b);
    const FrameNumber last = b.last();
    progress.byFrame.reserve(static_cast<std::size_t>(std::max<FrameNumber>(last - b.start + 1, 0)));
    ProgressReader reader(course, b, progress.attempts);
    for (FrameNumber f = b.start; f <= last; ++f) {
        if ((f - b.start) % FramesPerStopCheck == 0 && stop.stop_requested())
            return fail(ErrorCode::Cancelled, QStringLiteral("the comparison was cancelled"));
        progress.byFrame.push_back(reader.read(f));
        if (b.isAt(f) && b.jumped[static_cast<std::size_t>(f)])
            progress.jumps.push_back(f);
    }
    addBlocks(progress);
    return progress;
}

bool isNearPath(const Course& course, const RunTrack& b, FrameTime pass, double metres)
{
    return glm::distance(b.positionAt(pass), course.positionAt(metres)) <= OffPathLimit + Rounding;
}

PlacePass passAtPlace(const Course& course, const RunTrack& b, const ProgressComparison& progress,
                      double metres)
{
    if (!(metres >= 0.0 && metres <= course.length()))
        return {std::nullopt, NoNumber::Outside};
    if (course.stoodStillAt(metres))
        return {std::nullopt, NoNumber::ReferenceStoodStill};
    const std::optional<FrameTime> pass = progress.passOf(metres);
    if (!pass)
        return {std::nullopt, whyNotPassed(progress, metres)};
    if (!isNearPath(course, b, *pass, metres))
        return {std::nullopt, NoNumber::OffPath};
    return {pass, NoNumber::None};
}

PlaceDelta deltaAtPlace(const Course& course, const RunTrack& b, const ProgressComparison& progress,
                        double metres)
{
    const PlacePass pass = passAtPlace(course, b, progress, metres);
    if (!pass.at)
        return {metres, NoValue, pass.why};
    return {metres, runSeconds(b, *pass.at) - runSeconds(course.reference(), course.timeAt(metres)),
            NoNumber::None};
}

} // namespace ghostline::model
