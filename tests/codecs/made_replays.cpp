// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/made_replays.h"

#include "codecs/carla/carla_codec.h"
#include "codecs/carla/sample/traffic.h"
#include "codecs/echo/butter/butter_writer.h"
#include "codecs/echo/echo_codec.h"
#include "codecs/echo/sample/sample_match.h"
#include "codecs/echo/text/echo_replay_writer.h"
#include "codecs/ironcurtain/ironcurtain_codec.h"
#include "codecs/ironcurtain/sample/skirmish.h"
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/recording_codec.h"
#include "codecs/recording/sample/sample_run.h"
#include "codecs/sc2/sample/ladder_game.h"
#include "codecs/sc2/sc2_codec.h"

#include <QFile>

namespace ghostline::test {

using model::Result;

namespace {

Result<void> writeBytes(const QString& path, std::span<const std::byte> bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size())) < 0)
        return model::fail(model::ErrorCode::WriteFailed, file.errorString());
    return {};
}

Result<void> writeLog(const QString& path)
{
    carla::TrafficOptions options;
    options.seconds = 20.0;
    const QByteArray log = carla::trafficLog(options);
    return writeBytes(path, std::as_bytes(std::span(log.constData(), static_cast<std::size_t>(log.size()))));
}

/// The text is left unpacked: packing it would take most of the test's time.
Result<void> writeMatch(const QString& path, bool asText)
{
    echo::SampleOptions options;
    options.seconds = 20.0;
    options.hz = 10.0;
    const auto match = echo::SampleMatch::create(options);
    if (!match)
        return tl::unexpected(match.error());
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    echo::WriteJob job;
    job.header = (*match)->header();
    job.names = &(*match)->names();
    job.frames = (*match)->frames();
    echo::EchoReplayOptions text;
    text.zip = false;
    echo::ButterOptions packed;
    packed.keyframeInterval = 20;
    const auto report =
        asText ? echo::writeEchoReplay(job, text, *file) : echo::writeButter(job, packed, *file);
    if (!report)
        return tl::unexpected(report.error());
    return file->commit();
}

Result<void> writeSkirmish(const QString& path, bool journal)
{
    ironcurtain::SkirmishSettings settings;
    settings.ticks = 4500;
    return ironcurtain::recordSkirmish(settings, {}, path, journal);
}

Result<void> writeRun(const QString& path)
{
    auto recorder = recording::LoneRecorder::create(recording::sampleRunHead(recording::Profile::H5));
    if (!recorder)
        return tl::unexpected(recorder.error());
    if (auto done = recording::recordSampleRun(*recorder, {}); !done)
        return done;
    return recorder->save(path, QStringLiteral("finish"));
}

Result<void> writeGame(const QString& path)
{
    sc2::LadderOptions options;
    options.minutes = 2.0;
    return writeBytes(path, sc2::makeLadderGame(options));
}

} // namespace

std::vector<MadeReplay> madeReplays()
{
    const auto in = [](const char* file, auto&& write) {
        return [path = QLatin1Char('/') + QString::fromLatin1(file), write](const QString& folder) {
            return write(folder + path);
        };
    };
    const auto traffic = std::make_shared<carla::CarlaCodec>();
    const auto match = std::make_shared<echo::EchoCodec>();
    const auto skirmish = std::make_shared<ironcurtain::IronCurtainCodec>();
    const auto run = std::make_shared<recording::RecordingCodec>();
    const auto game = std::make_shared<sc2::Sc2Codec>();
    return {
        {"CARLA log", "a.log", traffic, in("a.log", writeLog)},
        {"Echo, binary", "a.butter", match,
         in("a.butter", [](const QString& p) { return writeMatch(p, false); })},
        {"Echo, text", "a.echoreplay", match,
         in("a.echoreplay", [](const QString& p) { return writeMatch(p, true); })},
        {"Iron Curtain", "a.icrep", skirmish,
         in("a.icrep", [](const QString& p) { return writeSkirmish(p, false); })},
        {"Iron Curtain, journal", "b.icrep", skirmish,
         in("b.icrep", [](const QString& p) { return writeSkirmish(p, true); })},
        {"map run, file", "a.hcrp", run, in("a.hcrp", writeRun)},
        {"map run, folder", "run/preamble.dat", run,
         in("run", [](const QString& p) { return recordRun(p, [](int) {}); })},
        {"StarCraft II", "a.SC2Replay", game, in("a.SC2Replay", writeGame)},
    };
}

Result<void> recordRun(const QString& folder, const std::function<void(int ticks)>& committed)
{
    recording::RecorderOptions options;
    options.chunkTicks = 50;
    options.segmentSeconds = 15;
    auto writer =
        recording::RecordingWriter::create(folder, recording::sampleRunHead(recording::Profile::H5), options);
    if (!writer)
        return tl::unexpected(writer.error());
    recording::SampleRunOptions run;
    run.ticks = 1500;
    int known = 0;
    run.after = [&](std::int32_t) {
        const int now = writer->committedTicks();
        if (std::exchange(known, now) != now)
            committed(now);
        return true;
    };
    if (auto done = recording::recordSampleRun(*writer, run); !done)
        return done;
    return writer->finish(QStringLiteral("finish"));
}

} // namespace ghostline::test
