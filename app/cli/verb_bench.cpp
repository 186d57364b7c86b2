// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_bench.h"

#include "app/cli/memory_watch.h"
#include "app/cli/text_table.h"
#include "model/bytes/http_source.h"
#include "model/heat/heat_map.h"
#include "model/highlights/highlights.h"
#include "model/replay/state_reader.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::FrameNumber;
using model::FrameTime;
using model::Result;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int Repeats = 5;
constexpr auto RepeatBudget = std::chrono::seconds(10); ///< no further repeat once a part took this long
constexpr auto DecodeBudget = std::chrono::seconds(60);

double milliseconds(Clock::time_point since)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

double percentile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0.0;
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(values.size()))) - 1;
    const auto place = values.begin() + std::clamp<std::ptrdiff_t>(rank, 0, std::ssize(values) - 1);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

double median(const std::vector<double>& values) { return percentile(values, 0.5); }

double ratio(double a, double b) { return b > 0.0 ? a / b : std::isnan(b) ? b : 0.0; }

struct Figures
{
    std::uint64_t bytes = 0;
    FrameNumber frames = 0;
    double openMs = 0.0;
    double firstStateMs = 0.0;
    double indexMs = 0.0;
    double readMs = 0.0;
    double decodeSeconds = 0.0;  ///< of the whole recording
    double decodedShare = 1.0;   ///< that was decoded; the rest is reckoned from it
    bool decodedByIndex = false; ///< the index keeps every segment: decodeSeconds is no number
    double sampleSeconds = 0.0;
    std::vector<double> coldMs;
    std::vector<double> warmMs;
    std::vector<double> stepBackMs;
    double peakAnonMb = 0.0;
    double leadMs = 0.0; ///< NaN where it could not be read
    double scoreMs = 0.0;
    std::size_t events = 0;
    std::size_t highlights = 0;
    double heatMs = 0.0; ///< NaN where nobody is anywhere
};

class Bench
{
public:
    Bench(const Session& session, const BenchArguments& arguments)
        : m_session(session), m_arguments(arguments)
    {
    }

    Result<Figures> run()
    {
        MemoryWatch memory;
        using Step = Result<void> (Bench::*)();
        for (const Step step : {&Bench::open, &Bench::read, &Bench::decode, &Bench::seek, &Bench::stepBack}) {
            if (auto done = (this->*step)(); !done)
                return tl::unexpected(done.error());
        }
        m_figures.peakAnonMb = memory.peakMegabytes();
        // What is worked out of it is measured for its time alone.
        for (const Step step : {&Bench::highlights, &Bench::heat}) {
            if (auto done = (this->*step)(); !done)
                return tl::unexpected(done.error());
        }
        return std::move(m_figures);
    }
    const Replay& replay() const { return m_replay; }

private:
    Result<void> open();
    /// `ready`: until the first state can be shown, or until the index is whole.
    Result<void> openOnce(bool untilState, std::vector<double>& opened, std::vector<double>& ready);
    Result<void> read();
    Result<void> decode();
    /// Whether reading a segment hands out what the index has already decoded.
    Result<bool> keepsSegments() const;
    Result<void> seek();
    Result<void> stepBack();
    Result<void> highlights();
    Result<void> heat();
    /// How many frames of it there was time for.
    FrameNumber sampleAll(const model::Segment& segment, Clock::time_point until);
    Result<double> timed(model::StateReader& reader, FrameTime at);

    const Session& m_session;
    const BenchArguments& m_arguments;
    Replay m_replay;
    Figures m_figures;
    model::WorldState m_state;
};

Result<double> Bench::timed(model::StateReader& reader, FrameTime at)
{
    const auto start = Clock::now();
    if (auto done = reader.stateAt(at, model::SamplePolicy::Interpolate, m_state, m_session.stop); !done)
        return tl::unexpected(done.error());
    return milliseconds(start);
}

Result<void> Bench::openOnce(bool untilState, std::vector<double>& opened, std::vector<double>& ready)
{
    const auto options = openOptions(m_session, m_arguments);
    if (!options)
        return tl::unexpected(options.error());
    m_replay = {};
    const auto start = Clock::now();
    auto source = m_session.open(m_arguments.file, *options);
    if (!source)
        return tl::unexpected(source.error());
    opened.push_back(milliseconds(start));
    m_replay.file = model::withoutPassword(m_arguments.file);
    m_replay.source = std::move(*source);
    // The first revision may hold no frame yet: wait as the window does, for whichever comes first.
    while (untilState && m_replay.source->index()->frames() == 0 && !m_replay.source->index()->complete &&
           !m_session.stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (untilState && m_replay.source->index()->frames() > 0) {
        model::StateReader reader(m_replay.source);
        if (auto done = timed(reader, {}); !done)
            return tl::unexpected(done.error());
    }
    if (untilState)
        ready.push_back(milliseconds(start));
    auto index = m_replay.source->waitComplete(m_session.stop);
    if (!index)
        return tl::unexpected(index.error());
    if (!untilState)
        ready.push_back(milliseconds(start));
    m_replay.index = *index;
    return {};
}

Result<void> Bench::open()
{
    std::vector<double> opened;
    std::vector<double> first;
    std::vector<double> indexed;
    const auto start = Clock::now();
    for (int i = 0; i < Repeats && Clock::now() - start < RepeatBudget; ++i) {
        if (auto done = openOnce(true, opened, first); !done)
            return done;
        std::vector<double> unused;
        if (auto done = openOnce(false, unused, indexed); !done)
            return done;
    }
    // The very first run also brings the file into the page cache and the library into memory.
    const auto settled = [](std::vector<double> values) {
        if (values.size() > 1)
            values.erase(values.begin());
        return median(values);
    };
    m_figures.openMs = settled(opened);
    m_figures.firstStateMs = settled(first);
    m_figures.indexMs = settled(indexed);
    m_figures.bytes = m_replay.info().bytes;
    m_figures.frames = m_replay.index->frames();
    return {};
}

Result<void> Bench::read()
{
    std::vector<double> times;
    const auto begin = Clock::now();
    for (int i = 0; i < Repeats && Clock::now() - begin < RepeatBudget; ++i) {
        const auto start = Clock::now();
        if (auto done = m_replay.source->readRaw(m_session.stop); !done)
            return tl::unexpected(done.error());
        times.push_back(milliseconds(start));
    }
    m_figures.readMs = median(times);
    return {};
}

Result<bool> Bench::keepsSegments() const
{
    if (m_replay.index->keyframes.empty())
        return false;
    std::array<std::shared_ptr<const model::Segment>, 2> reads;
    for (auto& read : reads) {
        auto segment = m_replay.source->readSegment(0, nullptr, m_session.stop);
        if (!segment)
            return tl::unexpected(segment.error());
        read = std::move(*segment);
    }
    return reads[0] == reads[1];
}

FrameNumber Bench::sampleAll(const model::Segment& segment, Clock::time_point until)
{
    constexpr FrameNumber Block = 1000; // looking at the clock takes time, too
    const model::FrameRange range = segment.frames();
    FrameNumber frame = range.first;
    while (frame < range.end && Clock::now() < until && !m_session.stop.stop_requested()) {
        const FrameNumber end = std::min(frame + Block, range.end);
        for (; frame < end; ++frame)
            segment.sample({frame, 0.0}, model::SamplePolicy::Interpolate, m_state);
    }
    return frame - range.first;
}

Result<void> Bench::decode()
{
    const auto kept = keepsSegments();
    if (!kept)
        return tl::unexpected(kept.error());
    m_figures.decodedByIndex = *kept;
    std::vector<double> decoding;
    std::vector<double> sampling;
    const auto begin = Clock::now();
    for (int i = 0; i < 3 && Clock::now() - begin < RepeatBudget; ++i) {
        double decodeMs = 0.0;
        double sampleMs = 0.0;
        FrameNumber frames = 0;
        std::shared_ptr<const model::Segment> previous;
        // Hours of a large army take minutes: what the budget covers stands for the rest.
        for (int k = 0; k < m_replay.index->keyframes.count() && Clock::now() - begin < DecodeBudget; ++k) {
            auto start = Clock::now();
            auto segment = m_replay.source->readSegment(k, previous.get(), m_session.stop);
            if (!segment)
                return tl::unexpected(segment.error());
            decodeMs += milliseconds(start);
            start = Clock::now();
            frames += sampleAll(**segment, begin + DecodeBudget);
            sampleMs += milliseconds(start);
            previous = std::move(*segment);
        }
        if (m_session.stop.stop_requested())
            return model::cancelled();
        if (frames > 0)
            m_figures.decodedShare = static_cast<double>(frames) / static_cast<double>(m_figures.frames);
        decoding.push_back(decodeMs / m_figures.decodedShare);
        sampling.push_back(sampleMs / m_figures.decodedShare);
    }
    m_figures.decodeSeconds = *kept ? std::numeric_limits<double>::quiet_NaN() : median(decoding) / 1e3;
    m_figures.sampleSeconds = median(sampling) / 1e3;
    return {};
}

Result<void> Bench::seek()
{
    if (m_figures.frames == 0)
        return {};
    std::mt19937_64 random(20'111); // the same places in every run
    std::uniform_int_distribution<FrameNumber> frame(0, m_figures.frames - 1);
    std::uniform_real_distribution<double> fraction(0.0, 1.0);
    std::vector<FrameTime> targets;
    for (int i = 0; i < m_arguments.targets; ++i) {
        const FrameNumber f = frame(random);
        targets.push_back(m_replay.index->timeAxis.clamp({f, fraction(random)}));
    }
    model::StateReader reader(m_replay.source, m_arguments.cacheMegabytes << 20);
    for (const FrameTime target : targets) {
        reader.clear();
        const auto time = timed(reader, target);
        if (!time)
            return tl::unexpected(time.error());
        m_figures.coldMs.push_back(*time);
    }
    // Warm means cached: small blocks, each visited once before it is timed in another order.
    constexpr std::size_t Block = 16;
    for (std::size_t first = 0; first < targets.size(); first += Block) {
        std::vector<FrameTime> block(
            targets.begin() + static_cast<std::ptrdiff_t>(first),
            targets.begin() + static_cast<std::ptrdiff_t>(std::min(first + Block, targets.size())));
        for (int visit = 0; visit < 2; ++visit) {
            for (const FrameTime target : block) {
                const auto time = timed(reader, target);
                if (!time)
                    return tl::unexpected(time.error());
                if (visit == 1)
                    m_figures.warmMs.push_back(*time);
            }
            std::shuffle(block.begin(), block.end(), random);
        }
    }
    return {};
}

/// As in the window: the reader is told the direction, so what comes next is decoded ahead. Steps follow each
/// other ten times as fast as a held key repeats.
Result<void> Bench::stepBack()
{
    constexpr FrameNumber MostSteps = 1000;
    constexpr auto Pace = std::chrono::milliseconds(3);
    model::StateReader reader(m_replay.source, m_arguments.cacheMegabytes << 20);
    const FrameNumber last = m_figures.frames - 1;
    if (last >= 0) {
        if (const auto time = timed(reader, {last, 0.0}); !time)
            return tl::unexpected(time.error());
    }
    for (FrameNumber f = last - 1; f >= 0 && f >= last - MostSteps; --f) {
        reader.request({f + 1, 0.0}, model::Direction::Backward);
        std::this_thread::sleep_for(Pace);
        const auto time = timed(reader, {f, 0.0});
        if (!time)
            return tl::unexpected(time.error());
        m_figures.stepBackMs.push_back(*time);
    }
    return {};
}

/// How long work takes that walks through the recording: what a budget covers stands for the rest.
class Walk
{
public:
    model::Progress progress()
    {
        return [this](double share) {
            m_share = share;
            m_cut = Clock::now() - m_start >= RepeatBudget;
            return !m_cut;
        };
    }
    bool cut() const { return m_cut; }
    /// NaN where it was cut off before it got anywhere.
    double took() const
    {
        const double whole = m_cut ? std::max(m_share, 0.0) : 1.0;
        return whole > 0.0 ? milliseconds(m_start) / whole : std::numeric_limits<double>::quiet_NaN();
    }

private:
    Clock::time_point m_start = Clock::now();
    double m_share = 0.0;
    bool m_cut = false;
};

/// Of the whole recording: who leads, second by second, and the score of all that happens.
Result<void> Bench::highlights()
{
    Walk walk;
    const auto lead = model::readLead(*m_replay.source, walk.progress(), m_session.stop);
    if (m_session.stop.stop_requested())
        return model::cancelled();
    const bool read = lead.has_value() || walk.cut();
    m_figures.leadMs = read ? walk.took() : std::numeric_limits<double>::quiet_NaN();
    m_figures.events = m_replay.index->events->events.size();
    std::vector<double> times;
    for (int i = 0; i < Repeats; ++i) {
        const auto start = Clock::now();
        const auto found =
            model::findHighlights(*m_replay.index, {}, lead ? *lead : model::Lead(), m_session.stop);
        if (!found)
            return tl::unexpected(found.error());
        times.push_back(milliseconds(start));
        m_figures.highlights = found->size();
    }
    m_figures.scoreMs = median(times);
    return {};
}

/// Of where everybody was, over the whole recording.
Result<void> Bench::heat()
{
    Walk walk;
    const auto grid = model::readHeatMap(*m_replay.source, {}, walk.progress(), m_session.stop);
    if (m_session.stop.stop_requested())
        return model::cancelled();
    const bool read = grid.has_value() || walk.cut();
    m_figures.heatMs = read ? walk.took() : std::numeric_limits<double>::quiet_NaN();
    return {};
}

void printJson(const Session& session, const Replay& replay, const Figures& f)
{
    const double frames = static_cast<double>(f.frames);
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("file", replay.file);
    json.member("bytes", f.bytes);
    json.member("frames", f.frames);
    json.member("open_ms", f.openMs);
    json.member("first_state_ms", f.firstStateMs);
    json.member("index_ms", f.indexMs);
    json.member("read_ms", f.readMs);
    json.member("index_ratio_to_read", ratio(f.indexMs, f.readMs));
    json.key("decode");
    json.beginObject(JsonLayout::Inline);
    json.member("seconds", f.decodeSeconds);
    json.member("frames_per_s", ratio(frames, f.decodeSeconds));
    json.member("mb_per_s", ratio(static_cast<double>(f.bytes) / 1e6, f.decodeSeconds));
    json.member("ratio_to_raw", ratio(f.decodeSeconds * 1e3, f.readMs));
    json.member("decoded_share", f.decodedShare);
    json.member("by_index", f.decodedByIndex);
    json.endObject();
    json.member("sampled_frames_per_s", ratio(frames, f.sampleSeconds));
    json.key("seek_ms");
    json.beginObject(JsonLayout::Inline);
    json.member("cold_p50", percentile(f.coldMs, 0.5));
    json.member("cold_p99", percentile(f.coldMs, 0.99));
    json.member("cold_max", percentile(f.coldMs, 1.0));
    json.member("warm_p50", percentile(f.warmMs, 0.5));
    json.member("warm_p99", percentile(f.warmMs, 0.99));
    json.endObject();
    json.member("step_back_p99_ms", percentile(f.stepBackMs, 0.99));
    json.member("peak_anon_mb", f.peakAnonMb);
    json.key("highlights");
    json.beginObject(JsonLayout::Inline);
    json.member("score_ms", f.scoreMs);
    json.member("lead_ms", f.leadMs);
    json.member("events", static_cast<std::int64_t>(f.events));
    json.member("found", static_cast<std::int64_t>(f.highlights));
    json.endObject();
    json.member("heat_map_ms", f.heatMs);
    json.endObject();
    json.finish();
}

void printText(const Session& session, const Replay& replay, const Figures& f)
{
    const double frames = static_cast<double>(f.frames);
    TextTable table({{}, {{}, TextTable::Align::Right}, {}, {}}, 2);
    const auto row = [&table](const QString& name, double value, const QString& unit,
                              const QString& note = {}) {
        table.addRow({name, figureText(value), unit, note});
    };
    row(u"Open"_s, f.openMs, u"ms"_s);
    row(u"First state"_s, f.firstStateMs, u"ms"_s, u"from open"_s);
    row(u"Index"_s, f.indexMs, u"ms"_s, u"%1 x reading"_s.arg(figureText(ratio(f.indexMs, f.readMs))));
    row(u"Reading alone"_s, f.readMs, u"ms"_s);
    QString decoded = u"%1 x reading, %2 frames/s, %3 MB/s"_s.arg(
        figureText(ratio(f.decodeSeconds * 1e3, f.readMs)), figureText(ratio(frames, f.decodeSeconds)),
        figureText(ratio(static_cast<double>(f.bytes) / 1e6, f.decodeSeconds)));
    if (f.decodedShare < 0.999)
        decoded += u", reckoned from the first %1 %"_s.arg(figureText(f.decodedShare * 100.0));
    if (f.decodedByIndex)
        row(u"Full decode"_s, f.indexMs / 1e3, u"s"_s, u"with the index: one segment, which it keeps"_s);
    else
        row(u"Full decode"_s, f.decodeSeconds, u"s"_s, decoded);
    row(u"States sampled"_s, ratio(frames, f.sampleSeconds), u"/s"_s);
    row(u"Seek, cold"_s, percentile(f.coldMs, 0.5), u"ms"_s,
        u"p99 %1, most %2"_s.arg(figureText(percentile(f.coldMs, 0.99)),
                                 figureText(percentile(f.coldMs, 1.0))));
    row(u"Seek, warm"_s, percentile(f.warmMs, 0.5), u"ms"_s,
        u"p99 "_s + figureText(percentile(f.warmMs, 0.99)));
    row(u"Step back, p99"_s, percentile(f.stepBackMs, 0.99), u"ms"_s);
    row(u"Peak memory"_s, f.peakAnonMb, u"MB"_s, u"anonymous"_s);
    row(u"Highlights"_s, f.scoreMs, u"ms"_s,
        u"%1 of %2%3"_s.arg(f.highlights)
            .arg(countText(static_cast<std::int64_t>(f.events), u"event"_s),
                 std::isnan(f.leadMs) ? QString() : u"; who leads: %1 ms"_s.arg(figureText(f.leadMs))));
    if (!std::isnan(f.heatMs))
        row(u"Heat map"_s, f.heatMs, u"ms"_s, u"of everybody's places"_s);
    session.print(
        u"%1  %2, %3\n"_s.arg(shownText(replay.file), countText(f.frames, u"frame"_s), bytesText(f.bytes)));
    session.print(table.text());
}

} // namespace

int runBench(const Session& session, const BenchArguments& arguments)
{
    Bench bench(session, arguments);
    const auto figures = bench.run();
    if (!figures)
        return failWith(session, figures.error(), arguments.file);
    arguments.json ? printJson(session, bench.replay(), *figures)
                   : printText(session, bench.replay(), *figures);
    return finish(session, bench.replay());
}

} // namespace ghostline::app
