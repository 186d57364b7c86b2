// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks of map-run recordings: opening, seeking, decoding everything, and the floor of all that, which
// is unpacking the same chunks. The recording is made here, or named by GHOSTLINE_BENCH_RECORDING.
#include "codecs/recording/format/header.h"
#include "codecs/recording/recording_codec.h"
#include "codecs/recording/state/world.h"
#include "model/bytes/byte_sources.h"

#include <benchmark/benchmark.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <random>
#include <zstd.h>

using namespace ghostline;
using namespace ghostline::recording;

namespace {

constexpr int Ticks = 60'000;
constexpr int ChunkTicks = 200;
constexpr int Entities = 30;

QByteArray bytesOf(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

/// Everybody moves on most ticks; now and then a block is set and a checkpoint taken.
Bytes chunk(World& world, int start, std::mt19937& random, std::int64_t& events)
{
    ChunkWriter out(Profile::H5, start);
    QString problem;
    const auto add = [&](int tick, const Event& event) {
        out.add(event);
        world.apply(tick, event, problem);
        ++events;
    };
    for (int tick = start; tick < start + ChunkTicks; ++tick) {
        out.beginTick(tick);
        if (tick == start) {
            std::vector<Event> told;
            std::vector<std::vector<Item>> items;
            world.snapshotEvents(told, items);
            for (const Event& event : told)
                out.add(event);
            events += static_cast<std::int64_t>(told.size());
        }
        for (int entity = 0; entity <= Entities; ++entity) {
            if (entity > 0 && random() % 4 == 0)
                continue;
            DeltaMove move;
            move.entity = entity;
            for (std::int64_t& d : move.move.delta)
                d = static_cast<std::int64_t>(random() % 1200) - 600;
            move.move.yaw.steps = static_cast<std::int16_t>(random());
            move.velocity = PackedVector::of({0.1, 0.0, static_cast<double>(random() % 100) / 500.0});
            add(tick, move);
        }
        if (tick % 40 == 5)
            add(tick,
                SetBlock{packBlock({static_cast<int>(random() % 200), 64, static_cast<int>(random() % 200)}),
                         {"minecraft:stone", -1}});
        if (tick % 900 == 17)
            add(tick, CheckpointReached{"spring", tick * 50});
    }
    return out.finish();
}

struct Made
{
    QTemporaryDir folder;
    QString path;
    std::int64_t events = 0;
    std::int64_t ticks = Ticks;
};

QByteArray layOut(const std::vector<ChunkEntry>& entries)
{
    Header header;
    header.worldVersion = QByteArray(16, '\1');
    header.metadataBytes = 2;
    header.indexBytes = static_cast<std::int32_t>(writeIndex(entries, Profile::H5).size());
    header.tickCount = entries.back().endTick();
    header.chunkCount = static_cast<std::int32_t>(entries.size());
    std::vector<ChunkEntry> placed = entries;
    auto offset = static_cast<std::int64_t>(header.preambleBytes());
    for (ChunkEntry& entry : placed) {
        entry.offset = offset;
        offset += entry.compressedBytes;
    }
    return bytesOf(writeHeader(header)) + QByteArray("\x0a\x00", 2) +
           bytesOf(writeIndex(placed, Profile::H5));
}

const Made& made()
{
    static const std::unique_ptr<Made> one = [] {
        auto out = std::make_unique<Made>();
        out->path = out->folder.filePath(QStringLiteral("bench.hcrp"));
        std::mt19937 random(1);
        World world;
        QString problem;
        world.apply(0, AbsoluteMove{0, {{0.5, 64.0, 0.5}, 0.0F, 0.0F}, {}}, problem);
        for (int i = 1; i <= Entities; ++i)
            world.apply(0, SpawnEntity{i, {"minecraft:stray", -1}, {{i * 2.0, 64.0, 4.0}, 0.0F, 0.0F}},
                        problem);
        std::vector<ChunkEntry> entries;
        QByteArray frames;
        for (int start = 0; start < Ticks; start += ChunkTicks) {
            const Bytes raw = chunk(world, start, random, out->events);
            QByteArray frame(static_cast<qsizetype>(ZSTD_compressBound(raw.size())), Qt::Uninitialized);
            frame.resize(static_cast<qsizetype>(ZSTD_compress(
                frame.data(), static_cast<std::size_t>(frame.size()), raw.data(), raw.size(), 3)));
            ChunkEntry entry;
            entry.startTick = start;
            entry.tickCount = ChunkTicks;
            entry.flags = 1;
            entry.compressedBytes = static_cast<std::int32_t>(frame.size());
            entry.rawBytes = static_cast<std::int32_t>(raw.size());
            entry.formatVersion = 5;
            entries.push_back(entry);
            frames += frame;
        }
        QFile file(out->path);
        if (file.open(QIODevice::WriteOnly))
            file.write(layOut(entries) + frames);
        return out;
    }();
    return *one;
}

std::unique_ptr<model::ReplaySource> opened(bool scan)
{
    const QString named = qEnvironmentVariable("GHOSTLINE_BENCH_RECORDING");
    auto bytes = model::openFile(named.isEmpty() ? made().path : named);
    if (!bytes)
        return nullptr;
    model::OpenOptions options;
    options.codec[QStringLiteral("scan")] = scan ? QStringLiteral("true") : QStringLiteral("false");
    auto source = RecordingCodec().open(std::move(*bytes), options);
    return source ? std::move(*source) : nullptr;
}

void unpack(benchmark::State& state)
{
    const auto source = opened(false);
    for (auto _ : state)
        benchmark::DoNotOptimize(source->readRaw({}));
    state.SetItemsProcessed(state.iterations() * made().events);
}

void decodeAll(benchmark::State& state)
{
    const auto source = opened(true);
    const auto index = source->waitComplete();
    for (auto _ : state) {
        for (int i = 0; i < (*index)->keyframes.count(); ++i)
            benchmark::DoNotOptimize(source->readSegment(i, nullptr, {}));
    }
    state.SetItemsProcessed(state.iterations() * made().events);
}

void backgroundPass(benchmark::State& state)
{
    for (auto _ : state) {
        const auto source = opened(true);
        benchmark::DoNotOptimize(source->waitComplete());
    }
    state.SetItemsProcessed(state.iterations() * made().events);
}

void openAndFirstState(benchmark::State& state)
{
    model::WorldState first;
    for (auto _ : state) {
        const auto source = opened(false);
        const auto segment = source->readSegment(0, nullptr, {});
        (*segment)->sample({0, 0.0}, model::SamplePolicy::Interpolate, first);
    }
}

void seek(benchmark::State& state)
{
    const auto source = opened(true);
    const auto index = source->waitComplete();
    std::mt19937 random(7);
    model::WorldState there;
    for (auto _ : state) {
        const auto keyframe = static_cast<int>(random() % static_cast<unsigned>((*index)->keyframes.count()));
        const auto segment = source->readSegment(keyframe, nullptr, {});
        (*segment)->sample({(*segment)->frames().end - 1, 0.0}, model::SamplePolicy::Interpolate, there);
    }
}

BENCHMARK(unpack)->Unit(benchmark::kMillisecond);
BENCHMARK(decodeAll)->Unit(benchmark::kMillisecond);
BENCHMARK(backgroundPass)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(openAndFirstState)->Unit(benchmark::kMillisecond);
BENCHMARK(seek)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
