// SPDX-License-Identifier: GPL-3.0-or-later
// Micro benchmarks of .echoreplay: finding lines beside merely reading, unpacking with an index beside zlib
// alone, frames beside simdjson alone, single chunks of an archive cold. Reference recordings, repeated.
#include "codecs/echo/text/echo_replay_file.h"
#include "codecs/io/zip_writer.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_data.h"

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <random>

using namespace ghostline;

namespace {

constexpr qsizetype TextBytes = qsizetype{96} << 20;

struct Recording
{
    QByteArray text;
    QString plain; ///< path
    QString zip;   ///< path
};

QByteArray textOf(const char* name)
{
    QFile file(test::sharedData(QStringLiteral("echo/") + QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const std::shared_ptr<model::ByteSource> zip =
        model::MemorySource::fromByteArray(file.readAll(), file.fileName());
    const auto entries = io::readZipDirectory(*zip);
    const auto data = io::zipDataOffset(*zip, entries->front());
    const auto text =
        io::InflatedSource::create(zip, {*data, entries->front().packedSize, entries->front().size});
    QByteArray once(static_cast<qsizetype>(entries->front().size), '\0');
    (void)(*text)->read(
        0, std::as_writable_bytes(std::span(once.data(), static_cast<std::size_t>(once.size()))));
    return once;
}

const Recording& recording(const char* name)
{
    static std::map<std::string, Recording> made;
    static const QTemporaryDir dir;
    Recording& out = made[name];
    if (!out.text.isEmpty())
        return out;
    const QByteArray once = textOf(name);
    if (once.isEmpty())
        return out;
    out.text = once.repeated(TextBytes / once.size() + 1);
    out.plain = dir.filePath(QLatin1String(name) + QStringLiteral(".plain"));
    out.zip = dir.filePath(QLatin1String(name) + QStringLiteral(".zip"));
    QFile plain(out.plain);
    QFile zip(out.zip);
    if (!plain.open(QIODevice::WriteOnly) || !zip.open(QIODevice::WriteOnly))
        return out;
    plain.write(out.text);
    io::ZipWriter writer([&zip](std::span<const std::byte> bytes) -> model::Result<void> {
        zip.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        return {};
    });
    (void)writer.begin("rec.echoreplay", 6);
    (void)writer.write(
        std::as_bytes(std::span(out.text.constData(), static_cast<std::size_t>(out.text.size()))));
    (void)writer.end();
    (void)writer.finish();
    return out;
}

std::shared_ptr<model::ByteSource> fileOf(const QString& path)
{
    auto opened = model::openFile(path);
    return opened ? std::move(*opened) : nullptr;
}

std::unique_ptr<io::InflatedSource> inflatedOf(const QString& path)
{
    const auto zip = fileOf(path);
    const auto entries = io::readZipDirectory(*zip);
    const auto data = io::zipDataOffset(*zip, entries->front());
    return std::move(
        *io::InflatedSource::create(zip, {*data, entries->front().packedSize, entries->front().size}));
}

#define REQUIRE_RECORDING(name)                                                                              \
    const Recording& rec = recording(name);                                                                  \
    if (rec.zip.isEmpty())                                                                                   \
    return state.SkipWithError("the reference data is not there")

void finish(benchmark::State& state, const Recording& rec)
{
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * rec.text.size());
}

std::uint64_t countLines(const model::ByteSource& text, std::uint64_t end, bool addUp)
{
    echo::LineReader lines(text, 0, end);
    if (addUp)
        lines.addUp();
    std::uint64_t count = 0;
    for (auto line = lines.next({}); line && *line; line = lines.next({}))
        ++count;
    return count;
}

void readOnly(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    const auto file = fileOf(rec.plain);
    std::vector<std::byte> block(std::size_t{128} << 10);
    for (auto _ : state) {
        std::uint64_t at = 0;
        for (auto got = file->read(at, block); got && *got > 0; got = file->read(at, block))
            at += *got;
        benchmark::DoNotOptimize(at);
    }
    finish(state, rec);
}

void findLines(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    const auto file = fileOf(rec.plain);
    for (auto _ : state)
        benchmark::DoNotOptimize(countLines(*file, file->size(), false));
    finish(state, rec);
}

void unpackOnly(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    const auto text = inflatedOf(rec.zip);
    for (auto _ : state)
        benchmark::DoNotOptimize(text->unpackAll({}));
    finish(state, rec);
}

void unpackWithIndex(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    for (auto _ : state) {
        const auto text = inflatedOf(rec.zip);
        benchmark::DoNotOptimize(countLines(*text, text->size(), true));
        state.counters["checkpoints"] = static_cast<double>(text->checkpoints());
        state.counters["index_kB"] = static_cast<double>(text->indexBytes()) / 1e3;
        state.counters["widest_kB"] = static_cast<double>(text->widestGap()) / 1e3;
    }
    finish(state, rec);
}

/// Calls `parse` with each line's session; lines lie in memory already.
template<typename Parse>
void eachLine(benchmark::State& state, const char* name, const Parse& parse)
{
    REQUIRE_RECORDING(name);
    const QByteArray padded = rec.text + QByteArray(echo::LinePadding, '\0');
    const std::string_view text(padded.constData(), static_cast<std::size_t>(rec.text.size()));
    for (auto _ : state) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = text.find('\n', begin);
            parse(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    finish(state, rec);
}

void simdjsonOnly(benchmark::State& state, const char* name)
{
    simdjson::dom::parser parser;
    eachLine(state, name, [&](std::string_view line) {
        const auto columns = echo::SessionParser::columnsOf(line);
        for (const std::string_view json : {columns.session, columns.bones}) {
            if (!json.empty())
                benchmark::DoNotOptimize(parser.parse(json.data(), json.size(), false).error());
        }
    });
}

void parseFrames(benchmark::State& state, const char* name)
{
    echo::MatchNames names;
    echo::SessionParser parser(names);
    echo::FrameBlock block;
    eachLine(state, name, [&](std::string_view line) {
        block.clear();
        benchmark::DoNotOptimize(parser.parse(line, block));
    });
}

struct Chunks final : echo::ScanSink
{
    std::vector<echo::ChunkRef> refs;
    bool chunk(const echo::ChunkRef& ref, const echo::FrameBlock&, std::uint64_t) override
    {
        refs.push_back(ref);
        return true;
    }
    void diagnostic(model::Diagnostic) override {}
    void lost(const QString&) override {}
};

void scan(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    for (auto _ : state) {
        const auto file = echo::openEchoReplay(fileOf(state.range(0) != 0 ? rec.zip : rec.plain), {});
        Chunks chunks;
        (void)(*file)->scan(chunks, {});
    }
    finish(state, rec);
}

void openFirst(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    for (auto _ : state)
        benchmark::DoNotOptimize(echo::openEchoReplay(fileOf(state.range(0) != 0 ? rec.zip : rec.plain), {}));
}

/// Chunks in random order, the slowest of a hundred in the counter.
void coldChunk(benchmark::State& state, const char* name)
{
    REQUIRE_RECORDING(name);
    const auto file = echo::openEchoReplay(fileOf(state.range(0) != 0 ? rec.zip : rec.plain), {});
    Chunks chunks;
    (void)(*file)->scan(chunks, {});
    std::mt19937 random(36);
    std::vector<double> times;
    echo::FrameBlock block;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        (void)(*file)->readChunk(chunks.refs[random() % chunks.refs.size()], block, {});
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    state.counters["p99_ms"] = times[times.size() * 99 / 100];
}

#define BOTH(function, unit)                                                                                 \
    BENCHMARK_CAPTURE(function, plain, "milk_short.zip.echoreplay")->Unit(unit)->UseRealTime();              \
    BENCHMARK_CAPTURE(function, bones, "synth_bones_short.zip.echoreplay")->Unit(unit)->UseRealTime()
#define BOTH_PACKINGS(function, unit)                                                                        \
    BENCHMARK_CAPTURE(function, plain, "milk_short.zip.echoreplay")                                          \
        ->Unit(unit)                                                                                         \
        ->Arg(0)                                                                                             \
        ->Arg(1)                                                                                             \
        ->UseRealTime();                                                                                     \
    BENCHMARK_CAPTURE(function, bones, "synth_bones_short.zip.echoreplay")                                   \
        ->Unit(unit)                                                                                         \
        ->Arg(0)                                                                                             \
        ->Arg(1)                                                                                             \
        ->UseRealTime()

BOTH(readOnly, benchmark::kMillisecond);
BOTH(findLines, benchmark::kMillisecond);
BOTH(unpackOnly, benchmark::kMillisecond);
BOTH(unpackWithIndex, benchmark::kMillisecond);
BOTH(simdjsonOnly, benchmark::kMillisecond);
BOTH(parseFrames, benchmark::kMillisecond);
BOTH_PACKINGS(scan, benchmark::kMillisecond);
BOTH_PACKINGS(openFirst, benchmark::kMicrosecond);
BOTH_PACKINGS(coldChunk, benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
