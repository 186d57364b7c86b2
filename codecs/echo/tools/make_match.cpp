// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-match: writes a made-up match, for the bundled sample and for measuring with long ones.
#include "codecs/echo/sample/sample_match.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>

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
    const std::map<std::string, ButterCompression> compressions{{"none", ButterCompression::None},
                                                                {"gzip", ButterCompression::Gzip},
                                                                {"zstd", ButterCompression::Zstd}};
    CLI::App app("Writes a made-up Echo Arena match: .butter, or .echoreplay as ZIP or plain text.");
    Orders orders;
    std::string out;
    std::string map = orders.match.map.toStdString();
    std::string compression = "gzip";
    bool noBones = false;
    bool plain = false;
    app.add_option("--out", out, "file to write; its ending decides the format")->required();
    app.add_option("--seconds", orders.match.seconds, "length, about")->capture_default_str();
    app.add_option("--hz", orders.match.hz, "frames a second")->capture_default_str();
    app.add_option("--players", orders.match.players, "players of each team")->capture_default_str();
    app.add_option("--seed", orders.match.seed, "another seed, another match")->capture_default_str();
    app.add_option("--map", map, "name of the map")->capture_default_str();
    app.add_flag("--no-bones", noBones, "without skeletons");
    app.add_option("--compression", compression, ".butter: how it is packed")
        ->transform(CLI::IsMember(compressions, CLI::ignore_case))
        ->capture_default_str();
    app.add_option("--level", orders.butter.level, ".butter: of the compressor, -1 = its usual one")
        ->capture_default_str();
    app.add_option("--keyframe-interval", orders.butter.keyframeInterval, ".butter: frames")
        ->check(CLI::Range(1, 65535))
        ->capture_default_str();
    app.add_flag("--tight", orders.butter.tight,
                 ".butter: choose what to send so that the file gets smaller");
    app.add_flag("--plain", plain, ".echoreplay: text instead of ZIP");
    CLI11_PARSE(app, argc, argv);
    orders.butter.compression = compressions.at(compression);
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
