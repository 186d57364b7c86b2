// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-match: writes a made-up match, for the bundled sample and for measuring with long ones.
#include "codecs/echo/butter/butter_writer.h"
#include "codecs/echo/sample/sample_match.h"
#include "codecs/echo/text/echo_replay_writer.h"
#include "codecs/io/sample_options.h"

#include <cstdio>

using namespace ghostline;
using namespace ghostline::echo;

namespace {

struct Orders
{
    SampleOptions match;
    ButterOptions butter;
    EchoReplayOptions text;
    bool asText = false;
};

/// What was counted in all rounds together.
struct Tally
{
    Stats all;
    GameStatus last = GameStatus::None;

    void take(const Frame& frame)
    {
        if (frame.status == GameStatus::RoundOver && last != GameStatus::RoundOver) {
            for (const Stats& team : frame.teamStats) {
                for (std::size_t i = 0; i < Counters; ++i)
                    all.counters[i] += team.counters[i];
                all.stuns += team.stuns;
            }
        }
        last = frame.status;
    }
    void print() const
    {
        for (std::size_t i = 0; i < Counters; ++i)
            std::printf("%s %d, ", qPrintable(counterWord(static_cast<Counter>(i))), all.counters[i]);
        std::printf("stuns %d\n", all.stuns);
    }
};

FrameFeed counted(const FrameFeed& frames, Tally& tally)
{
    return [frames, &tally](const FrameTaker& take) {
        tally = {};
        return frames([&](const FrameBlock& block, std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i)
                tally.take(block.frames[i]);
            return take(block, first, end);
        });
    };
}

model::Result<model::WriteReport> write(const QString& path, const Orders& orders, Tally& tally)
{
    const auto match = SampleMatch::create(orders.match);
    if (!match)
        return tl::unexpected(match.error());
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    WriteJob job;
    job.header = (*match)->header();
    job.names = &(*match)->names();
    job.frames = counted((*match)->frames(), tally);
    job.total = (*match)->expected();
    auto report =
        orders.asText ? writeEchoReplay(job, orders.text, *file) : writeButter(job, orders.butter, *file);
    if (!report)
        return report;
    if (auto done = file->commit(); !done)
        return tl::unexpected(done.error());
    return report;
}

} // namespace

int main(int argc, char** argv)
{
    Orders orders;
    std::string out;
    std::string map = orders.match.map.toStdString();
    std::string compression = "gzip";
    bool noBones = false;
    bool plain = false;
    const io::SampleOptions commandLine(
        "Writes a made-up Echo Arena match: .butter, or .echoreplay as ZIP or plain text.",
        {{"--out", &out, "file to write; its ending decides the format"},
         {"--seconds", &orders.match.seconds, "length, about"},
         {"--hz", &orders.match.hz, "frames a second"},
         {"--players", &orders.match.players, "players of each team"},
         {"--seed", &orders.match.seed, "another seed, another match"},
         {"--map", &map, "name of the map"},
         {"--no-bones", &noBones, "without skeletons"},
         {"--compression", &compression, ".butter: how it is packed",
          io::SampleChoices{"gzip", "none", "zstd"}},
         {"--level", &orders.butter.level, ".butter: of the compressor, -1 = its usual one"},
         {"--keyframe-interval", &orders.butter.keyframeInterval, ".butter: frames",
          io::SampleRange{1, 65535}},
         {"--tight", &orders.butter.tight, ".butter: choose what to send so that the file gets smaller"},
         {"--plain", &plain, ".echoreplay: text instead of ZIP"}});
    if (const auto ended = commandLine.parse(argc, argv))
        return *ended;
    orders.butter.compression = compression == "none"   ? ButterCompression::None
                                : compression == "zstd" ? ButterCompression::Zstd
                                                        : ButterCompression::Gzip;
    orders.match.map = QString::fromStdString(map);
    orders.match.bones = !noBones;
    orders.text.zip = !plain;

    const QString path = QString::fromLocal8Bit(out.c_str());
    orders.asText = path.endsWith(QStringLiteral(".echoreplay"), Qt::CaseInsensitive);
    if (!orders.asText && !path.endsWith(QStringLiteral(".butter"), Qt::CaseInsensitive)) {
        std::fprintf(stderr, "%s: the ending must be .butter or .echoreplay\n", out.c_str());
        return 2;
    }
    Tally tally;
    const auto report = write(path, orders, tally);
    if (!report) {
        std::fprintf(stderr, "%s: %s\n", out.c_str(), qPrintable(report.error().message));
        return 2;
    }
    std::printf("%s: %lld frames, %llu bytes\n", out.c_str(), static_cast<long long>(report->frames),
                static_cast<unsigned long long>(report->bytes));
    tally.print();
    return 0;
}
