// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/case_columns.h"

#include "model/analysis/findings.h"
#include "model/base/numbers.h"
#include "model/replay/frame_walk.h"
#include "model/replay/placed.h"
#include "model/review/evidence_motion.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

/// From two frames before the strip on: a speed needs one, an acceleration two.
constexpr FrameNumber FramesBefore = 2;

/// Where the accused was, frame by frame.
struct Walked
{
    std::vector<Sighting> seen;
    QStringList provenance;
};

Result<Walked> walk(const ReplaySource& source, const ReplayInfo& info, ActorId actor, FrameRange frames,
                    std::stop_token stop)
{
    Walked out;
    out.seen.resize(static_cast<std::size_t>(frames.count()));
    out.provenance.resize(static_cast<qsizetype>(frames.count()));
    if (info.actor(actor) == nullptr)
        return out;
    const std::optional<std::size_t> head = lookingBone(info, actor);
    const auto visit = [&](FrameNumber frame, const WorldState* state) {
        const std::ptrdiff_t found = state != nullptr ? state->row(actor) : -1;
        if (found < 0)
            return;
        const auto row = static_cast<std::size_t>(found);
        const auto i = static_cast<std::size_t>(frame - frames.first);
        out.provenance[static_cast<qsizetype>(i)] = provenanceWord(state->provenance[row]);
        if (hasPlace(info, *state, row))
            out.seen[i] = sightingOf(*state, actor, head);
    };
    const Result<void> done = walkFrames(source, frames, visit, {}, std::move(stop));
    if (!done)
        return tl::unexpected<Error>(done.error());
    return out;
}

template<typename Value>
EvidenceRow seenRow(const char* id, const QString& name, const QString& unit, std::span<const Sighting> seen,
                    const Value& value)
{
    EvidenceRow row{QLatin1StringView(id), name, unit, true, false, {}, {}};
    row.values.reserve(seen.size());
    for (const Sighting& one : seen)
        row.values.push_back(one.there ? value(one) : NoValue);
    return row;
}

std::vector<EvidenceRow> placeRows(std::span<const Sighting> seen, const QString& length)
{
    const QString degrees = u"\u00B0"_s;
    return {seenRow("x", u"x"_s, length, seen, [](const Sighting& s) { return s.place.x; }),
            seenRow("y", u"y, up"_s, length, seen, [](const Sighting& s) { return s.place.y; }),
            seenRow("z", u"z"_s, length, seen, [](const Sighting& s) { return s.place.z; }),
            seenRow("yaw", u"Yaw"_s, degrees, seen, [](const Sighting& s) { return s.yaw; }),
            seenRow("pitch", u"Pitch"_s, degrees, seen, [](const Sighting& s) { return s.pitch; })};
}

/// As evidence works speeds out: none over a jump, or over a longer gap.
double horizontalSpeed(const Sighting& before, const Sighting& now, Micros maxGap)
{
    const Micros passed = now.time - before.time;
    if (!before.there || !now.there || now.jumped || passed <= Micros{0} || passed > maxGap)
        return NoValue;
    return std::hypot(now.place.x - before.place.x, now.place.z - before.place.z) / seconds(passed);
}

/// `lead`: so many of `seen` lie before the strip.
std::vector<EvidenceRow> furtherRows(std::span<const Sighting> seen, std::size_t lead, const ReplayInfo& info)
{
    EvidenceRow speed{
        u"horizontal_speed"_s, u"Horizontal speed"_s, info.lengthUnit + u"/s"_s, false, false, {}, {}};
    EvidenceRow change{u"acceleration"_s,
                       u"Horizontal acceleration"_s,
                       info.lengthUnit + u"/s\u00B2"_s,
                       false,
                       false,
                       {},
                       {}};
    double last = NoValue;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const double now = i > 0 ? horizontalSpeed(seen[i - 1], seen[i], info.maxGap) : NoValue;
        if (i >= lead) {
            speed.values.push_back(now);
            // NaN where either is: nothing follows from half of it.
            change.values.push_back(i > 0 ? (now - last) / seconds(seen[i].time - seen[i - 1].time)
                                          : NoValue);
        }
        last = now;
    }
    return {std::move(speed), std::move(change)};
}

bool saysSomething(const EvidenceRow& row)
{
    return !row.words.empty() || std::ranges::any_of(row.values, [](double v) { return !std::isnan(v); });
}

} // namespace

Result<CaseColumns> caseColumns(const ReplaySource& source, const Flag& flag, FrameRange frames,
                                std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const ReplayInfo& info = *index->info;
    if (frames.count() > MostCaseFrames)
        return fail(ErrorCode::LimitExceeded,
                    u"%1 frames around the flag are too many for a case: at most %2"_s.arg(frames.count())
                        .arg(MostCaseFrames));
    const FrameRange walked{std::max<FrameNumber>(frames.first - FramesBefore, 0), frames.end};
    const auto lead = static_cast<std::size_t>(frames.first - walked.first);
    const Result<Walked> there = walk(source, info, flag.actor, walked, stop);
    if (!there)
        return tl::unexpected<Error>(there.error());
    CaseColumns out;
    out.frames = frames;
    for (FrameNumber frame = frames.first; frame < frames.end; ++frame)
        out.times.push_back(index->timeAxis.timeOf(frame));
    out.provenance = there->provenance.mid(static_cast<qsizetype>(lead));
    out.rows = placeRows(std::span(there->seen).subspan(lead), info.lengthUnit);
    for (EvidenceRow& row : furtherRows(there->seen, lead, info))
        out.rows.push_back(std::move(row));
    Result<Evidence> evidence = evidenceOf(source, flag.actor, frames, std::move(stop), flag.check);
    // Where a flag accuses nobody who is there, its times are all there is.
    if (!evidence && evidence.error().code != ErrorCode::NotFound)
        return tl::unexpected<Error>(evidence.error());
    if (evidence)
        std::ranges::move(evidence->rows, std::back_inserter(out.rows));
    std::erase_if(out.rows, [](const EvidenceRow& row) { return !saysSomething(row); });
    return out;
}

} // namespace ghostline::model
