// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run that is the same every time, tick by tick, for tests of the recorder; and a reader that plays a
// recording from its first tick to its last and holds every snapshot against what was played.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "codecs/recording/state/world.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

#include <array>
#include <cmath>

namespace ghostline::test {

/// What happens in tick t depends on t alone.
struct RecorderScript
{
    static constexpr int StartTick = 3;
    static bool isQuiet(int t) { return t % 7 == 6 && t % 97 != 5 && t % 97 != 60; }
    static recording::Place place(int t);
    static recording::Place mobPlace(int t) { return {{t * 0.1001, 70.0, -3.0}, 45.0F, 0.0F}; }
    static bool mobLives(int t) { return t % 97 >= 5 && t % 97 < 60; }
    static int mob(int t) { return 1 + (t / 97) % 3; }
    static glm::ivec3 block(int t) { return {(t / 3) % 50, 60 + (t / 150) % 20, -(t % 4)}; }
    static const char* blockState(int t);
    static std::int64_t runMs(int t) { return std::int64_t{t - StartTick} * 50; }

    static void tick(recording::TickBuilder& out, int t);
};

/// Records ticks up to `end` by the script; the first error, if any.
model::Result<void> recordScript(recording::Recorder& recorder, int end);

struct Played
{
    recording::FileDescription known;
    std::vector<glm::dvec3> player; ///< after each tick
    std::vector<int> events;        ///< of each tick, those of snapshots included
    recording::World world;
    QStringList problems; ///< what contradicts itself
};

std::map<std::int64_t, std::string> blocksOf(const recording::World& world);
/// Differences between two states; held slots only where both know them.
QString difference(const recording::World& a, const recording::World& b);
/// `path`: a file, or a folder of segments.
model::Result<Played> playRecording(const QString& path);
/// What is wrong in the first `ticks` ticks of a recording that RecorderScript made from tick `from` of it
/// on.
QString scriptDiffers(const Played& played, int ticks, int from = 0);
/// Blocks as the script has them after `ticks` ticks.
std::map<std::int64_t, std::string> scriptBlocks(int ticks, int from = 0);

} // namespace ghostline::test
