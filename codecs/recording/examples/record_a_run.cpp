// SPDX-License-Identifier: GPL-3.0-or-later
// How a game server records a run: build with `pkg-config --cflags --libs ghostline-recorder`.
//
//   record_a_run FOLDER      a run of ten seconds into a new folder; called again, it says that it is
//   finished
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/recorder/tick_builder.h"

#include <QFile>

#include <cmath>
#include <cstdio>

using namespace ghostline::recording;

namespace {

int complain(const ghostline::model::Error& error)
{
    std::fprintf(stderr, "%s: %s\n", qPrintable(error.file), qPrintable(error.message));
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: record_a_run FOLDER\n");
        return 2;
    }
    const QString folder = QString::fromLocal8Bit(argv[1]);

    // What the recording is of. Nothing of it has to be known, but a viewer shows what there is.
    RecorderHead head;
    head.profile = Profile::H5;
    head.startMs = 1'786'000'000'000; // Unix time of the first tick
    head.playerName = QStringLiteral("Runner");
    head.mapId = QStringLiteral("training");
    head.mapName = QStringLiteral("Training ground");

    // A server that was killed finds an unfinished recording and goes on behind its last committed tick.
    const bool begun = QFile::exists(folder + QStringLiteral("/preamble.dat"));
    auto writer = begun ? RecordingWriter::append(folder) : RecordingWriter::create(folder, head);
    if (!writer)
        return complain(writer.error());

    TickBuilder tick(*writer);
    while (writer->nextTick() < 200) {
        const std::int32_t number = writer->nextTick();
        // Every tick, whether anything happens or not: an empty one costs next to nothing.
        if (number == 0) {
            tick.teleport(0, {{0.5, 65.0, 0.5}, -90.0F, 0.0F}); // entity 0 is the player
            tick.item(0, 0, "minecraft:ender_pearl", 4);
            for (int x = 0; x < 40; ++x)
                tick.block({x, 64, 0}, x % 2 == 0 ? "minecraft:stone" : "minecraft:oak_planks");
        }
        if (number == 20)
            tick.runStart();
        if (number >= 20) {
            // Where the player is now; the builder makes the smallest event of it that loses nothing.
            const double x = 0.5 + 0.2 * (number - 20);
            const double y = 65.0 + std::abs(std::sin(x)); // hop along
            tick.move(0, {{x, y, 0.5}, -90.0F, 0.0F}, {4.0, 0.0, 0.0});
        }
        if (number == 120)
            tick.checkpoint("halfway", (number - 20) * 50);
        if (number == 199)
            tick.runEnd(0, (number - 20) * 50);

        // A refused tick (InvalidArgument) is a mistake of the program. WriteFailed is the disk's: what was
        // committed stays valid, and flush() tries again, now or later.
        if (auto recorded = tick.commit(); !recorded)
            return complain(recorded.error());
    }
    if (auto done = writer->finish(QStringLiteral("finish")); !done)
        return complain(done.error());
    std::printf("%d ticks in %d segments\n", writer->committedTicks(), writer->segments());
    return 0;
}
