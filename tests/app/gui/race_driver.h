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

inline recording::RecorderHead raceHead(const MadeRun& run)
{
    recording::RecorderHead head;
    head.startMs = 1'786'000'000'000;
    head.playerName = QStringLiteral("Ada");
    head.mapName = QString::fromLatin1(run.map);
    return head;
}

/// Along x at an even pace, past p at 20 m and q at 40 m, to the finish.
class RaceWalk
{
public:
    RaceWalk(recording::Recorder& recorder, const MadeRun& run)
        : m_recorder(recorder), m_tick(recorder), m_step(run.step)
    {
    }
    /// At least as far as that; false where it cannot be recorded.
    bool to(double metres)
    {
        while (m_before < metres) {
            if (!tick())
                return false;
        }
        return true;
    }

private:
    bool tick()
    {
        const int at = m_recorder.nextTick();
        const std::int64_t runMs = std::int64_t{at - StartTick} * 50;
        m_tick.move(0, {{m_x, 65.0, 0.5}, 270.0F, 0.0F});
        if (at == StartTick)
            m_tick.runStart();
        for (const auto& [id, place] : {std::pair("p", 20.0), std::pair("q", 40.0)}) {
            if (m_before < place && m_x >= place)
                m_tick.checkpoint(id, runMs);
        }
        if (m_x >= CourseLength)
            m_tick.runEnd(0, runMs);
        m_before = m_x;
        m_x += at >= StartTick ? m_step : 0.0;
        return m_tick.commit().has_value();
    }

    recording::Recorder& m_recorder;
    recording::TickBuilder m_tick;
    double m_step;
    double m_x = 0.0;
    double m_before = -1.0; ///< where the last tick was
};

inline bool record(const QString& path, const MadeRun& run)
{
    auto recorder = recording::LoneRecorder::create(raceHead(run));
    return recorder && RaceWalk(*recorder, run).to(CourseLength) &&
           recorder->save(path, QStringLiteral("finish"));
}

inline QString pathOf(const WindowPlace& place, const MadeRun& run)
{
    return place.folder.filePath(QLatin1String(run.name));
}

/// The real window with the slow run open; null where any of it fails.
inline std::unique_ptr<app::MainWindow> showRace(const WindowPlace& place, QStringList ghosts = {},
                                                 const QString& noGl = {})
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.ghosts = std::move(ghosts);
    setup.noGl = noGl;
    auto window = std::make_unique<app::MainWindow>(std::move(setup));
    window->resize(1400, 900);
    if (!bringUp(*window) || !openAndWait(*window, pathOf(place, Slow)))
        return nullptr;
    return window;
}

/// So many ghosts can be raced, in every alignment.
inline bool raceReady(const app::GhostSet& ghosts, int count)
{
    return QTest::qWaitFor(
        [&ghosts, count] {
            const auto& all = ghosts.ghosts();
            return std::count_if(all.begin(), all.end(),
                                 [](const app::Ghost& ghost) {
                                     return ghost.status == app::GhostStatus::Ready &&
                                            ghost.progress != nullptr;
                                 }) == count &&
                   ghosts.course() != nullptr;
        },
        OpenMs);
}

} // namespace ghostline::test
