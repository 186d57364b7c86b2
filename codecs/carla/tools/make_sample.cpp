// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-sample: writes a synthetic recorder log, and beside it the map it is set in.
#include "codecs/carla/sample/traffic.h"
#include "codecs/io/sample_options.h"

#include <QFileInfo>

#include <cstdio>

using namespace ghostline;
using namespace ghostline::carla;

namespace {

model::Result<std::uint64_t> writeFile(const QString& path, const TrafficOptions& options)
{
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    auto done = generateTraffic(options, [&](Bytes bytes) { return file->write(bytes); });
    const std::uint64_t size = file->position();
    if (done)
        done = file->commit();
    if (!done)
        return tl::unexpected(done.error());
    return size;
}

model::Result<void> writeMap(const QString& path, const QByteArray& map)
{
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto done =
        file->write(std::as_bytes(std::span(map.constData(), static_cast<std::size_t>(map.size()))));
    return done ? file->commit() : done;
}

} // namespace

int main(int argc, char** argv)
{
    TrafficOptions options;
    std::string out;
    bool plain = false;
    bool noMap = false;
    const io::SampleOptions commandLine(
        "Writes a synthetic recorder log of traffic in a small town, and its map beside it.",
        {{"--out", &out, "log to write"},
         {"--vehicles", &options.vehicles, "vehicles, one of them the hero"},
         {"--walkers", &options.walkers, "pedestrians"},
         {"--lights", &options.lights, "traffic lights recorded"},
         {"--hz", &options.hz, "frames a second"},
         {"--seconds", &options.seconds, "length"},
         {"--seed", &options.seed, "another seed, another traffic"},
         {"--crash-every", &options.crashEvery, "seconds between contacts, 0 = one"},
         {"--plain", &plain, "without additional data and wheels"},
         {"--doubles", &options.doubles, "vectors as Unreal 5 writes them"},
         {"--doors-first", &options.doorsFirst, "the other order of ids 21 to 23"},
         {"--no-map", &noMap, "the log only"}});
    if (const auto ended = commandLine.parse(argc, argv))
        return *ended;
    options.additional = !plain;
    options.wheels = !plain;

    const QString path = QString::fromLocal8Bit(out.c_str());
    const auto written = writeFile(path, options);
    if (!written) {
        std::fprintf(stderr, "%s: %s\n", out.c_str(), qPrintable(written.error().message));
        return 2;
    }
    std::printf("%s: %llu bytes\n", out.c_str(), static_cast<unsigned long long>(*written));
    if (noMap)
        return 0;
    const QString map = QFileInfo(path).absolutePath() + QLatin1Char('/') + QLatin1String(SampleMap) +
                        QStringLiteral(".xodr");
    const auto mapped = writeMap(map, trafficMap(options));
    if (!mapped) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(map), qPrintable(mapped.error().message));
        return 2;
    }
    return 0;
}
