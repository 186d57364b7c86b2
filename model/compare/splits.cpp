// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/splits.h"

#include "model/compare/checkpoints.h"
#include "model/compare/run_marks.h"

#include <algorithm>

namespace ghostline::model {

namespace {

Micros clockAt(const RunTrack& track, FrameNumber frame, Alignment alignment)
{
    return alignment == Alignment::Tick ? track.axis.timeOf(frame) - track.axis.timeOf(FrameNumber{0})
                                        : track.runTime(frame);
}

/// Where a run's section before its checkpoint number `i` began; its count stands for the finish.
FrameNumber sectionStart(const RunTrack& track, std::size_t i)
{
    return i == 0 ? track.start : track.checkpoints[i - 1].frame;
}

Micros sectionTime(const RunTrack& track, std::size_t i, FrameNumber frame)
{
    return track.axis.timeOf(frame) - track.axis.timeOf(sectionStart(track, i));
}

bool sameOrigin(const RunTrack& a, std::size_t i, const RunTrack& b, std::size_t j)
{
    if (i == 0 || j == 0)
        return i == j;
    return a.checkpoints[i - 1].id == b.checkpoints[j - 1].id;
}

/// Over the frames on both sides, as far as they were gone through.
std::optional<double> speedAt(const RunTrack& track, FrameNumber frame)
{
    const auto passed = [&track](FrameNumber to) {
        return track.isAt(to) && track.isAt(to - 1) && !track.jumped[static_cast<std::size_t>(to)];
    };
    const FrameNumber from = passed(frame) ? frame - 1 : frame;
    const FrameNumber to = passed(frame + 1) ? frame + 1 : frame;
    const double time = seconds(track.axis.timeOf(to) - track.axis.timeOf(from));
    if (from == to || time <= 0.0)
        return std::nullopt;
    double metres = 0.0;
    for (FrameNumber f = from + 1; f <= to; ++f)
        metres += glm::distance(track.places[static_cast<std::size_t>(f)],
                                track.places[static_cast<std::size_t>(f - 1)]);
    return metres / time;
}

/// The numbers of B's landmark number `b`, reached at `frameB`.
Split reached(const RunTrack& run, std::size_t b, FrameNumber frameB, Alignment alignment)
{
    Split row;
    row.finish = b == run.checkpoints.size();
    row.id = row.finish ? QString(runmarks::Finish) : run.checkpoints[b].id;
    row.from = b == 0 ? QStringLiteral("start") : run.checkpoints[b - 1].id;
    row.frameB = frameB;
    row.timeB = clockAt(run, frameB, alignment);
    row.sectionB = sectionTime(run, b, frameB);
    row.speedB = speedAt(run, frameB);
    return row;
}

/// Adds what A says of the same landmark, its number `a`. `same`: both had taken the same ones before.
void compareWith(const RunTrack& reference, std::size_t a, FrameNumber frameA, bool same, bool sameFrom,
                 Alignment alignment, Split& row)
{
    row.frameA = frameA;
    row.timeA = clockAt(reference, frameA, alignment);
    row.speedA = speedAt(reference, frameA);
    if (same)
        row.delta = *row.timeB - *row.timeA;
    if (sameFrom) {
        row.sectionA = sectionTime(reference, a, frameA);
        row.sectionDelta = *row.sectionB - *row.sectionA;
    }
}

} // namespace

Splits splitsOf(const RunTrack& a, const RunTrack& b, Alignment alignment)
{
    Splits splits;
    splits.honesty = std::max(a.axis.meanStep(), b.axis.meanStep());
    const std::vector<bool> same = sameAfter(a.checkpoints, b.checkpoints);
    const auto matches = matchesIn(a.checkpoints, b.checkpoints);
    splits.rows.reserve(b.checkpoints.size() + 1);
    for (std::size_t i = 0; i < b.checkpoints.size(); ++i) {
        Split row = reached(b, i, b.checkpoints[i].frame, alignment);
        if (const auto j = matches[i])
            compareWith(a, *j, a.checkpoints[*j].frame, *j == i && same[i], sameOrigin(a, *j, b, i),
                        alignment, row);
        splits.rows.push_back(std::move(row));
    }
    if (!b.finished || !b.end)
        return splits;
    const std::size_t i = b.checkpoints.size();
    const std::size_t j = a.checkpoints.size();
    Split row = reached(b, i, *b.end, alignment);
    if (a.finished && a.end)
        compareWith(a, j, *a.end, i == j && same[i], sameOrigin(a, j, b, i), alignment, row);
    splits.finalDelta = row.delta;
    splits.rows.push_back(std::move(row));
    return splits;
}

} // namespace ghostline::model
