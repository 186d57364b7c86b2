// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/splits.h"

#include "model/compare/checkpoints.h"
#include "model/compare/run_marks.h"

#include <QHash>

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
        metres += glm::distance(track.positions[static_cast<std::size_t>(f)],
                                track.positions[static_cast<std::size_t>(f - 1)]);
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
    splits.accuracy = std::max(a.axis.meanStep(), b.axis.meanStep());
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

namespace {

/// A section by its ends. Start and finish are no ids: checkpoints may be called like them.
struct SectionKey
{
    std::optional<QString> from;
    std::optional<QString> to;
    friend bool operator==(const SectionKey&, const SectionKey&) = default;
};

std::size_t qHash(const SectionKey& key, std::size_t seed)
{
    return qHashMulti(seed, key.from.has_value(), key.from.value_or(QString()), key.to.has_value(),
                      key.to.value_or(QString()));
}

struct Section
{
    SectionKey key;
    Micros time{};
};

std::vector<Section> sectionsOf(const RunTrack& run)
{
    std::vector<Section> sections;
    sections.reserve(run.checkpoints.size() + 1);
    std::optional<QString> from;
    FrameNumber begin = run.start;
    const auto add = [&](const std::optional<QString>& to, FrameNumber frame) {
        sections.push_back({{from, to}, run.axis.timeOf(frame) - run.axis.timeOf(begin)});
        from = to;
        begin = frame;
    };
    for (const CheckpointTaken& checkpoint : run.checkpoints)
        add(checkpoint.id, checkpoint.frame);
    if (run.finished && run.end)
        add(std::nullopt, *run.end);
    return sections;
}

struct Best
{
    Micros time{};
    int run = 0;
};

} // namespace

BestSections bestSections(const std::vector<const RunTrack*>& runs)
{
    BestSections out;
    if (runs.empty())
        return out;
    QHash<SectionKey, Best> best;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const Section& section : sectionsOf(*runs[i])) {
            const auto found = best.find(section.key);
            if (found == best.end() || section.time < found->time)
                best.insert(section.key, {section.time, static_cast<int>(i)});
        }
    }
    const std::vector<Section> wanted = sectionsOf(*runs.front());
    out.rows.reserve(wanted.size());
    Micros sum{};
    for (const Section& section : wanted) {
        const Best& found = best[section.key];
        out.rows.push_back({section.key.from.value_or(QStringLiteral("start")),
                            section.key.to.value_or(QStringLiteral("finish")), !section.key.to.has_value(),
                            found.time, found.run});
        sum += found.time;
    }
    // Of a run that did not arrive, some sections are missing: their sum would be too good.
    if (runs.front()->finished)
        out.sum = sum;
    return out;
}

} // namespace ghostline::model
