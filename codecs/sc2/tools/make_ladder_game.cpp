// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-ladder-game: writes a made-up game, for the bundled sample and for trying what reads
// replays.
#include "codecs/io/sample_options.h"
#include "codecs/sc2/sample/ladder_game.h"

#include <QSaveFile>

#include <cstdio>

using namespace ghostline;

int main(int argc, char** argv)
{
    std::string out;
    sc2::LadderOptions options;
    const io::SampleOptions commandLine(
        "Writes a made-up game of two, a .SC2Replay file.",
        {{"--out", &out, "file to write"},
         {"--seed", &options.seed, "another seed, another game"},
         {"--minutes", &options.minutes, "length in real time", io::SampleRange{0.01, 15}},
         {"--format", &options.archive.formatVersion, "of the archive", io::SampleChoices{"1", "3"}}});
    if (const auto ended = commandLine.parse(argc, argv))
        return *ended;
    const std::vector<std::byte> bytes = sc2::makeLadderGame(options);
    QSaveFile file(QString::fromLocal8Bit(out.c_str()));
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size())) < 0 ||
        !file.commit()) {
        std::fprintf(stderr, "%s: %s\n", out.c_str(), qPrintable(file.errorString()));
        return 2;
    }
    std::printf("%s: %zu bytes\n", out.c_str(), bytes.size());
    return 0;
}
