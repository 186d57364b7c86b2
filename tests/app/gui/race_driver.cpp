// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/race_driver.h"

namespace ghostline::test {

recording::RecorderHead raceHead(const MadeRun& run)
{
    recording::RecorderHead head;
    head.startMs = 1'786'000'000'000;
    head.playerName = QStringLiteral("Ada");
    head.mapName = QString::fromLatin1(run.map);
    return head;
}

bool RaceWalk::to(double metres)
{
    while (m_before < metres) {
        if (!tick())
            return false;
    }
    return true;
}

bool RaceWalk::tick()
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

bool record(const QString& path, const MadeRun& run)
{
    auto recorder = recording::LoneRecorder::create(raceHead(run));
    return recorder && RaceWalk(*recorder, run).to(CourseLength) &&
           recorder->save(path, QStringLiteral("finish"));
}

std::unique_ptr<app::MainWindow> showRace(const WindowPlace& place, QStringList ghosts, const QString& noGl)
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

bool raceReady(const app::GhostSet& ghosts, int count)
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
