// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-run: writes a made-up run, for the bundled sample, for measuring with hours of it, and live
// for trying how it is followed.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/sample/sample_run.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
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
    CLI::App app("Writes a made-up map run: an .hcrp file, or a folder of segments.");
    Orders orders;
    double hours = 0.0;
    app.add_option("--out", orders.out, "file or, with --segments, new folder to write")->required();
    app.add_option("--profile", profile, "h5 as real servers write, s1 the published draft")
        ->transform(CLI::IsMember({"h5", "s1"}, CLI::ignore_case))
        ->capture_default_str();
    app.add_option("--ticks", orders.run.ticks, "length, laps until then; without: one lap")
        ->check(CLI::PositiveNumber);
    app.add_option("--hours", hours, "length in hours, with more entities, edits and flags")
        ->check(CLI::Range(0.0, 1000.0));
    app.add_option("--blocks", orders.run.blocks, "edited blocks")->check(CLI::Range(0, 2'000'000));
    app.add_option("--seed", orders.run.seed, "another seed, another attempt: its own pace and line")
        ->capture_default_str();
    app.add_flag("--detour", orders.run.detour, "leave the way for part of the first lap");
    app.add_flag("--busy", orders.run.busy, "more entities, edits and flags");
    app.add_flag("--segments", orders.segments, "a folder of segments");
    app.add_flag("--live", orders.live, "in real time, into a folder");
    app.add_option("--speed", orders.speed, "of --live, 1 = real time")->check(CLI::Range(0.01, 1000.0));
    app.add_option("--chunk-ticks", orders.recorder.chunkTicks, "ticks a chunk")->capture_default_str();
    app.add_option("--snapshot-every", orders.recorder.snapshotEveryChunks,
                   "chunks from snapshot to snapshot")
        ->capture_default_str();
    app.add_option("--segment-seconds", orders.recorder.segmentSeconds, "length of a segment")
        ->capture_default_str();
    app.add_option("--level", orders.recorder.zstdLevel, "of zstd")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
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
