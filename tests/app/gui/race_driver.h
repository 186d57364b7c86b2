// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Races for the tests of the window: runs along one course, each at its own even pace.
#include "app/gui/ghosts/ghost_set.h"
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "tests/app/gui/window_driver.h"

#include <algorithm>

namespace ghostline::test {

inline constexpr double CourseLength = 60.0;
inline constexpr int StartTick = 5;

struct MadeRun
{
    const char* name;
    double step; ///< metres a tick, 50 ms each; adds up without rounding
    const char* map;
};
inline constexpr MadeRun Slow{"slow.hcrp", 0.25, "Skyline"};
inline constexpr MadeRun Brisk{"brisk.hcrp", 0.28125, "Skyline"};
inline constexpr MadeRun Fast{"fast.hcrp", 0.3125, "Skyline"};
inline constexpr MadeRun Other{"other.hcrp", 0.28125, "Harbour"};

recording::RecorderHead raceHead(const MadeRun& run);

/// Along x at an even pace, past p at 20 m and q at 40 m, to the finish.
class RaceWalk
{
public:
    RaceWalk(recording::Recorder& recorder, const MadeRun& run)
        : m_recorder(recorder), m_tick(recorder), m_step(run.step)
    {
    }
    /// At least as far as that; false where it cannot be recorded.
    bool to(double metres);

private:
    bool tick();

    recording::Recorder& m_recorder;
    recording::TickBuilder m_tick;
    double m_step;
    double m_x = 0.0;
    double m_before = -1.0; ///< where the last tick was
};

bool record(const QString& path, const MadeRun& run);

inline QString pathOf(const WindowPlace& place, const MadeRun& run)
{
    return place.folder.filePath(QLatin1String(run.name));
}

/// The real window with the slow run open; null where any of it fails.
std::unique_ptr<app::MainWindow> showRace(const WindowPlace& place, QStringList ghosts = {},
                                          const QString& noGl = {});
/// So many ghosts can be raced, in every alignment.
bool raceReady(const app::GhostSet& ghosts, int count);

} // namespace ghostline::test
