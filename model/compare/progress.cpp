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

/// The last sample that `wanted` holds for, in the blocks that may have one.
template<typename MayHave, typename Wanted>
std::optional<std::size_t> findLast(const ProgressComparison& progress, const MayHave& mayHave,
                                    const Wanted& wanted)
{
    for (std::size_t b = progress.blocks.size(); b-- > 0;) {
        if (!mayHave(progress.blocks[b]))
            continue;
        const std::size_t begin = b * BlockFrames;
        for (std::size_t i = std::min(begin + BlockFrames, progress.byFrame.size()); i-- > begin;) {
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
        progress, [metres](const ProgressStretch& block) { return block.low < metres; },
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
    const auto to = findLast(
        *this, [metres](const ProgressStretch& block) { return block.low < metres && metres <= block.high; },
        [&](std::size_t i) {
            return i > 0 && byFrame[i - 1].metres < metres && metres <= byFrame[i].metres &&
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
    ProgressReader(const Course& course, const RunTrack& b)
        : m_course(*course.d), m_b(b), m_sections(course.reference(), b), m_projection(*course.d)
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
        if (m_course.stoodStillAt(projected.metres))
            return {projected.metres, NoValue, projected.distance, NoNumber::ReferenceStoodStill};
        const double delta =
            seconds(m_b.runTime(frame)) - m_course.secondsAt(projected.segment, projected.metres);
        return {projected.metres, delta, projected.distance};
    }

private:
    const Course::Private& m_course;
    const RunTrack& m_b;
    Sections m_sections;
    Projection m_projection;
};

Result<ProgressComparison> compareProgress(const Course& course, const RunTrack& b, std::stop_token stop)
{
    ProgressComparison progress;
    progress.first = b.start;
    const FrameNumber last = b.last();
    progress.byFrame.reserve(static_cast<std::size_t>(std::max<FrameNumber>(last - b.start + 1, 0)));
    ProgressReader reader(course, b);
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

PlaceDelta deltaAtPlace(const Course& course, const RunTrack& b, const ProgressComparison& progress,
                        double metres)
{
    if (!(metres >= 0.0 && metres <= course.length()))
        return {metres, NoValue, NoNumber::Outside};
    if (course.stoodStillAt(metres))
        return {metres, NoValue, NoNumber::ReferenceStoodStill};
    const std::optional<FrameTime> pass = progress.passOf(metres);
    if (!pass)
        return {metres, NoValue, whyNotPassed(progress, metres)};
    // Who cuts a bend comes by its places without having been near them.
    if (glm::distance(b.positionAt(*pass), course.positionAt(metres)) > OffPathLimit + Rounding)
        return {metres, NoValue, NoNumber::OffPath};
    return {metres, runSeconds(b, *pass) - runSeconds(course.reference(), course.timeAt(metres)),
            NoNumber::None};
}

} // namespace ghostline::model
