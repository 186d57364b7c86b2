// SPDX-License-Identifier: GPL-3.0-or-later
// Micro benchmarks of the Echo VR codec. Reference recordings, their chunks repeated, stand in for long
// matches.
#include "codecs/echo/butter/butter_header.h"
#include "codecs/echo/frame/frame_file.h"
#include "codecs/io/byte_cursor.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_data.h"

#include <benchmark/benchmark.h>

#include <QFile>

using namespace ghostline;

namespace {

constexpr std::uint32_t Repeats = 200;

/// A file with all chunks of a shared one `times` over.
QByteArray repeated(const QString& name, std::uint32_t times)
{
    QFile file(test::sharedData(QStringLiteral("echo/") + name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray once = file.readAll();
    const auto source = model::MemorySource::fromByteArray(once, name);
    const auto header = echo::butter::readHeader(*source, {});
    if (!header)
        return {};
    const auto table = echo::butter::readChunkTable(*source, *header, {});
    if (!table)
        return {};
    const auto tableAt = static_cast<qsizetype>(header->bytes);
    const auto sizesAt = tableAt + 4;
    const auto chunksAt = sizesAt + static_cast<qsizetype>(table->chunks.size() * 4);
    const auto count = static_cast<quint32>(table->chunks.size()) * times;
    QByteArray out = once.left(tableAt);
    out.append(reinterpret_cast<const char*>(&count), 4);
    out.append(once.mid(sizesAt, chunksAt - sizesAt).repeated(static_cast<qsizetype>(times)));
    out.append(once.mid(chunksAt).repeated(static_cast<qsizetype>(times)));
    return out;
}

struct Counter final : echo::ScanSink
{
    std::int64_t frames = 0;
    std::int64_t players = 0;
    bool chunk(const echo::ChunkRef&, const echo::FrameBlock& block, std::uint64_t) override
    {
        frames += static_cast<std::int64_t>(block.size());
        players += static_cast<std::int64_t>(block.players.size());
        benchmark::DoNotOptimize(block.frames.data());
        return true;
    }
    void diagnostic(model::Diagnostic) override {}
    void lost(const QString&) override {}
};

/// Everything from the bytes in memory to frames.
void scanButter(benchmark::State& state, const char* name)
{
    const QByteArray bytes = repeated(QLatin1String(name), Repeats);
    if (bytes.isEmpty())
        return state.SkipWithError("the reference data is not there");
    const std::shared_ptr<model::ByteSource> source =
        model::MemorySource::fromByteArray(bytes, QLatin1String(name));
    Counter counter;
    for (auto _ : state) {
        auto file = echo::openButter(source, echo::ButterDecoding::Exact, {});
        if (!file || !(*file)->scan(counter, {}))
            return state.SkipWithError("the file cannot be read");
    }
    state.SetItemsProcessed(counter.frames);
    state.counters["players"] = static_cast<double>(counter.players) / static_cast<double>(counter.frames);
}

/// The floor: the same bytes unpacked and not looked at.
void unpackButter(benchmark::State& state, const char* name)
{
    const QByteArray bytes = repeated(QLatin1String(name), Repeats);
    if (bytes.isEmpty())
        return state.SkipWithError("the reference data is not there");
    auto file = echo::openButter(model::MemorySource::fromByteArray(bytes, QLatin1String(name)),
                                 echo::ButterDecoding::Exact, {});
    for (auto _ : state) {
        auto sum = (*file)->readRaw({});
        benchmark::DoNotOptimize(sum);
    }
}

BENCHMARK_CAPTURE(scanButter, real motion, "milk_short.k300.none.butter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scanButter, no bones, "synth_constvel_short.k60.none.butter")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scanButter, no bones gzip, "synth_constvel_short.k60.gzip.butter")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(unpackButter, no bones gzip, "synth_constvel_short.k60.gzip.butter")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scanButter, combat, "combat_short.k60.none.butter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scanButter, bones, "synth_bones_short.k60.none.butter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scanButter, bones gzip, "synth_bones_short.k60.gzip.butter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(unpackButter, bones gzip, "synth_bones_short.k60.gzip.butter")
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
