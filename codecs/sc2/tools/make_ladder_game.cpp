// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-ladder-game: writes a made-up game, for the bundled sample and for trying what reads
// replays.
#include "codecs/sc2/sample/ladder_game.h"

#include <CLI/CLI.hpp>
#include <QSaveFile>

#include <cstdio>

using namespace ghostline;

int main(int argc, char** argv)
{
    CLI::App app("Writes a made-up game of two, a .SC2Replay file.");
    std::string out;
    sc2::LadderOptions options;
    app.add_option("--out", out, "file to write")->required();
    app.add_option("--seed", options.seed, "another seed, another game")->capture_default_str();
    app.add_option("--minutes", options.minutes, "length in real time")
        ->check(CLI::Range(0.01, 15.0))
        ->capture_default_str();
    app.add_option("--format", options.archive.formatVersion, "of the archive")->check(CLI::IsMember({1, 3}));
    CLI11_PARSE(app, argc, argv);
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
