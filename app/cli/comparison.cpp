// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison.h"

#include "model/base/heap_policy.h"
#include "model/base/shown_text.h"
#include "model/bytes/http_source.h"
#include "model/compare/ghost_clock.h"
#include "model/compare/run_track.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Alignment;
using model::ErrorCode;
using model::fail;
using model::FrameNumber;
using model::Result;

namespace {

constexpr double Nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double UsualStep = 1.0; ///< seconds between samples

/// With two files, an error says of which one it is.
tl::unexpected<model::Error> failOf(const QString& file, model::Error error)
{
    error.file = model::withoutPassword(file);
    return tl::unexpected<model::Error>(std::move(error));
}

/// `option` is how the command line names somebody else.
Result<model::ActorId> chosenActor(const QString& wanted, const model::ReplayInfo& info,
                                   const QString& option)
{
    if (wanted.isEmpty()) {
        const model::ActorId runner = model::runnerOf(info);
        if (runner == model::ActorId::None)
            return fail(ErrorCode::InvalidArgument, u"there is nobody to compare"_s);
        return runner;
    }
    const auto found = findActors({wanted}, info);
    if (!found)
        return tl::unexpected<model::Error>(found.error());
    if (found->size() > 1)
        return fail(
            ErrorCode::InvalidArgument,
            u"%1 actors are called \"%2\"; %3 takes an id as well"_s.arg(found->size()).arg(wanted, option));
    return found->front();
}

Result<Run> startRun(const Session& session, const QString& file, const model::Options& options)
{
    model::OpenOptions open;
    open.codec = options;
    auto replay = startReplay(session, file, open);
    if (!replay)
        return failOf(file, replay.error());
    return Run{std::move(*replay), model::ActorId::None, nullptr};
}

Result<void> chooseRunner(const Session& session, Run& run, const QString& actor, const QString& option)
{
    if (const Result<void> ready = awaitIndex(session, run.replay); !ready)
        return failOf(run.replay.file, ready.error());
    const auto chosen = chosenActor(actor, run.replay.info(), option);
    if (!chosen)
        return failOf(run.replay.file, chosen.error());
    run.actor = *chosen;
    return {};
}

Result<void> readTrack(const Session& session, Run& run)
{
    auto track = model::readRunTrack(*run.replay.source, run.actor, {}, session.stop);
    if (!track)
        return failOf(run.replay.file, track.error());
    run.track = std::make_shared<const model::RunTrack>(std::move(*track));
    return {};
}

/// Both at once: decoding is most of the work.
Result<void> readTracks(const Session& session, Comparison& comparison)
{
    auto readingB = std::async(std::launch::async, [&] { return readTrack(session, comparison.b); });
    const Result<void> readA = readTrack(session, comparison.a);
    const Result<void> readB = readingB.get();
    return readA ? readB : readA;
}

void warnOfOtherWorld(const Session& session, const Comparison& comparison)
{
    const Replay& a = comparison.a.replay;
    const Replay& b = comparison.b.replay;
    if (model::sameWorld(a.info(), b.info()))
        return;
    const QString what = a.info().map == b.info().map
                             ? u"not the same version of the world"_s
                             : u"not the same world, but %1 and %2"_s.arg(a.info().map, b.info().map);
    const QString text = u"ghostline-cli: warning: %1 and %2: %3\n"_s.arg(
        model::shownText(a.file), model::shownText(b.file), model::shownText(what));
    session.console.err(text.toUtf8());
}

/// Frames of B that lie `step` seconds apart, from where its clock is zero to its last one.
std::vector<FrameNumber> sampledFrames(const model::RunTrack& b, FrameNumber zero, double step)
{
    std::vector<FrameNumber> frames;
    if (b.axis.empty())
        return frames;
    const FrameNumber last = b.last();
    const model::Micros begin = b.axis.timeOf(zero);
    const model::Micros length = std::max(model::fromSeconds(step), model::Micros{1});
    std::int64_t steps = 0;
    for (FrameNumber frame = zero; frame < last;) {
        frames.push_back(frame);
        steps = std::max(steps, (b.axis.timeOf(frame) - begin) / length) + 1;
        frame = std::max(frame + 1, b.axis.frameAt(begin + steps * length));
    }
    frames.push_back(last);
    return frames;
}

class Sampler
{
public:
    Sampler(const Comparison& comparison, std::shared_ptr<const model::Course> course,
            std::shared_ptr<const model::ProgressComparison> progress)
        : m_b(*comparison.b.track), m_alignment(comparison.alignment),
          m_zero(m_alignment == Alignment::Tick ? 0 : m_b.start), m_course(std::move(course)),
          m_progress(std::move(progress)),
          m_clock(comparison.a.track, comparison.b.track, m_alignment, nullptr, nullptr)
    {
    }

    Result<std::vector<GapSample>> every(double step, const std::stop_token& stop) const
    {
        std::vector<GapSample> samples;
        const std::vector<FrameNumber> frames = sampledFrames(m_b, m_zero, step);
        samples.reserve(frames.size());
        for (const FrameNumber frame : frames) {
            if (stop.stop_requested())
                return model::cancelled(u"comparing was cancelled"_s);
            samples.push_back(at(frame));
        }
        return samples;
    }

private:
    GapSample at(FrameNumber frame) const
    {
        const model::ProgressSample place = m_progress->at(frame);
        GapSample out{place.metres / m_course->length(),
                      exactSeconds(m_b.axis.timeOf(frame) - m_b.axis.timeOf(m_zero)), place.delta,
                      place.distance, place.why};
        if (m_alignment == Alignment::Progress)
            return out;
        const auto runner = m_clock.runnerAt({frame, 0.0});
        const model::Gap gap =
            runner ? m_clock.gapAt(*runner) : model::Gap{Nothing, Nothing, model::NoNumber::Outside};
        out.delta = gap.delta;
        out.distance = gap.distance;
        out.why = gap.why;
        return out;
    }

    const model::RunTrack& m_b;
    Alignment m_alignment;
    FrameNumber m_zero; ///< of B: where its clock is zero
    std::shared_ptr<const model::Course> m_course;
    std::shared_ptr<const model::ProgressComparison> m_progress;
    model::GhostClock m_clock; ///< goes by checkpoints alone: what is by place is read from m_progress
};

} // namespace

Result<Comparison> compareRuns(const Session& session, const CompareArguments& arguments)
{
    const auto options = parseOptions(arguments.options);
    if (!options)
        return tl::unexpected<model::Error>(options.error());
    model::useHeapForEachThread();
    Comparison out;
    // Both are indexed in the background at the same time.
    for (const auto& [run, file] : {std::pair{&out.a, &arguments.a}, std::pair{&out.b, &arguments.b}}) {
        auto started = startRun(session, *file, *options);
        if (!started)
            return tl::unexpected<model::Error>(started.error());
        *run = std::move(*started);
    }
    if (const auto chosen = chooseRunner(session, out.a, arguments.actorA, u"--actor-a"_s); !chosen)
        return tl::unexpected<model::Error>(chosen.error());
    if (const auto chosen = chooseRunner(session, out.b, arguments.actorB, u"--actor-b"_s); !chosen)
        return tl::unexpected<model::Error>(chosen.error());
    out.alignment = arguments.alignment;
    warnOfOtherWorld(session, out);
    if (const Result<void> read = readTracks(session, out); !read)
        return tl::unexpected<model::Error>(read.error());

    const auto course = std::make_shared<const model::Course>(out.a.track);
    auto progress = model::compareProgress(*course, *out.b.track, session.stop);
    if (!progress)
        return tl::unexpected<model::Error>(progress.error());
    out.splits = model::splitsOf(*out.a.track, *out.b.track, out.alignment);
    out.theoreticalBest = model::bestSections({out.a.track.get(), out.b.track.get()}).sum;
    out.copied = model::copiedStretches(*out.a.track, *out.b.track);
    const Sampler sampler(out, course,
                          std::make_shared<const model::ProgressComparison>(std::move(*progress)));
    auto samples = sampler.every(arguments.every.value_or(UsualStep), session.stop);
    if (!samples)
        return tl::unexpected<model::Error>(samples.error());
    out.samples = std::move(*samples);
    return out;
}

void writeCopied(JsonWriter& json, const model::CopiedStretch& stretch)
{
    json.beginObject(JsonLayout::Inline);
    json.key("a_frames");
    json.numbers(stretch.a.first, stretch.a.end);
    json.key("b_frames");
    json.numbers(stretch.b.first, stretch.b.end);
    json.member("metres", stretch.metres);
    json.endObject();
}

} // namespace ghostline::app
