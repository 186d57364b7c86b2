// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-run: writes a made-up run, for the bundled sample, for measuring with hours of it, and live
// for trying how it is followed.
#include "codecs/io/sample_options.h"
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/sample/sample_run.h"

#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>

using namespace ghostline;
using namespace ghostline::recording;

namespace {

constexpr int TicksPerHour = 72'000;
/// What a tick record holds, and so a snapshot made of events.
constexpr std::size_t MostInSnapshot = 32'000;

struct Orders
{
    std::string out;
    Profile profile = Profile::H5;
    bool segments = false;
    bool live = false;
    double speed = 1.0;
    SampleRunOptions run;
    RecorderOptions recorder;
};

int complain(const Orders& orders, const model::Error& error)
{
    std::fprintf(stderr, "%s: %s\n", orders.out.c_str(), qPrintable(error.message));
    return 2;
}

/// Holds each tick back until it is its turn.
std::function<bool(std::int32_t)> pacer(double speed)
{
    const auto start = std::chrono::steady_clock::now();
    return [start, speed](std::int32_t tick) {
        const std::chrono::duration<double> due((tick + 1) * 0.05 / speed);
        std::this_thread::sleep_until(start +
                                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(due));
        return true;
    };
}

int writeFolder(const QString& path, Orders& orders)
{
    if (orders.live)
        orders.run.after = pacer(orders.speed);
    auto writer = RecordingWriter::create(path, sampleRunHead(orders.profile), orders.recorder);
    if (!writer)
        return complain(orders, writer.error());
    if (auto done = recordSampleRun(*writer, orders.run); !done)
        return complain(orders, done.error());
    if (auto done = writer->finish(QStringLiteral("finish")); !done)
        return complain(orders, done.error());
    std::printf("%s: %d ticks in %d segments\n", orders.out.c_str(), writer->committedTicks(),
                writer->segments());
    return 0;
}

int writeFile(const QString& path, const Orders& orders)
{
    auto recorder = LoneRecorder::create(sampleRunHead(orders.profile), orders.recorder);
    if (!recorder)
        return complain(orders, recorder.error());
    if (auto done = recordSampleRun(*recorder, orders.run); !done)
        return complain(orders, done.error());
    if (auto done = recorder->save(path, QStringLiteral("finish")); !done)
        return complain(orders, done.error());
    std::printf("%s: %d ticks, %lld events\n", orders.out.c_str(), recorder->nextTick(),
                static_cast<long long>(recorder->events()));
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    std::string profile = "h5";
    Orders orders;
    double hours = 0.0;
    const io::SampleOptions commandLine(
        "Writes a made-up map run: an .hcrp file, or a folder of segments.",
        {{"--out", &orders.out, "file or, with --segments, new folder to write"},
         {"--profile", &profile, "h5 as real servers write, s1 the published draft",
          io::SampleChoices{"h5", "s1"}},
         {"--ticks", &orders.run.ticks, "length, laps until then; without: one lap",
          io::SampleRange{1, std::numeric_limits<int>::max()}},
         {"--hours", &hours, "length in hours, with more entities, edits and flags",
          io::SampleRange{0, 1000}},
         {"--blocks", &orders.run.blocks, "edited blocks", io::SampleRange{0, 2'000'000}},
         {"--seed", &orders.run.seed, "another seed, another attempt: its own pace and line"},
         {"--detour", &orders.run.detour, "leave the way for part of the first lap"},
         {"--busy", &orders.run.busy, "more entities, edits and flags"},
         {"--segments", &orders.segments, "a folder of segments"},
         {"--live", &orders.live, "in real time, into a folder"},
         {"--speed", &orders.speed, "of --live, 1 = real time", io::SampleRange{0.01, 1000}},
         {"--chunk-ticks", &orders.recorder.chunkTicks, "ticks a chunk"},
         {"--snapshot-every", &orders.recorder.snapshotEveryChunks, "chunks from snapshot to snapshot"},
         {"--segment-seconds", &orders.recorder.segmentSeconds, "length of a segment"},
         {"--level", &orders.recorder.zstdLevel, "of zstd"}});
    if (const auto ended = commandLine.parse(argc, argv))
        return *ended;
    orders.profile = profile == "s1" ? Profile::S1 : Profile::H5;
    if (hours > 0.0) {
        orders.run.ticks = static_cast<int>(hours * TicksPerHour);
        orders.run.busy = true;
    }
    if (orders.profile == Profile::H5 && orders.run.blocks > MostInSnapshot)
        std::fprintf(stderr,
                     "%zu blocks: snapshots of h5 hold %zu, so that there is none after the first; s1 has no "
                     "such limit\n",
                     orders.run.blocks, MostInSnapshot);

    const QString path = QString::fromLocal8Bit(orders.out.c_str());
    return orders.segments || orders.live ? writeFolder(path, orders) : writeFile(path, orders);
}
