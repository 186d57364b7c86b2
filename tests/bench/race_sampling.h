// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What playing a race costs beside drawing it: the runner and each ghost sampled out of an hour of its own.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/session/replay_session.h"
#include "tests/support/fake_replay.h"

#include <QCoreApplication>
#include <QElapsedTimer>

namespace ghostline::test {

class RaceSampling
{
public:
    /// Runs with skeletons, compared by place: the dearest alignment.
    explicit RaceSampling(int ghosts) : m_session(makeFakeReplay(hour(4.0)), QString(), CacheBytes)
    {
        m_ghosts.setOpener([this](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                std::make_unique<FakeReplay>(hour(4.0 + 0.001 * ++m_opened)));
        });
        m_ghosts.setAlignment(model::Alignment::Progress);
        m_ghosts.setSession(&m_session);
        for (int i = 0; i < ghosts; ++i)
            m_ghosts.add(QString::number(i));
        m_session.playhead().seek({First, 0.0});
        m_ready = waitFor([this, ghosts] { return all(ghosts); });
    }
    ~RaceSampling() { m_ghosts.setSession(nullptr); }
    Q_DISABLE_COPY_MOVE(RaceSampling)

    /// Everybody stands at the place of the last picture.
    bool ready() const
    {
        return m_ready && m_session.playback()->state().at == m_session.playhead().at() &&
               m_ghosts.figures().size() == m_ghosts.ghosts().size();
    }
    /// On to the next picture, three a recorded frame; milliseconds.
    double next()
    {
        ++m_picture;
        QElapsedTimer timer;
        timer.start();
        m_session.playhead().seek({First + m_picture / 3, static_cast<double>(m_picture % 3) / 3.0});
        return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
    }

private:
    static constexpr std::size_t CacheBytes = std::size_t{64} << 20;
    static constexpr model::FrameNumber First = 36'010;

    static FakeReplayOptions hour(double speed)
    {
        FakeReplayOptions options;
        options.frames = 72'000;
        options.framesPerSegment = 1200;
        options.actors = 1;
        options.bones = 18;
        options.motion = [speed](int, model::FrameNumber, double seconds) {
            return glm::dvec3(speed * seconds, 0.0, 0.0);
        };
        return options;
    }

    bool all(int ghosts) const
    {
        const auto& every = m_ghosts.ghosts();
        return m_session.playback()->state().size() > 0 &&
               m_ghosts.figures().size() == static_cast<std::size_t>(ghosts) &&
               std::all_of(every.begin(), every.end(),
                           [](const app::Ghost& ghost) { return ghost.progress != nullptr; });
    }

    template<typename Ready>
    static bool waitFor(Ready ready)
    {
        QElapsedTimer timer;
        timer.start();
        while (!ready() && timer.elapsed() < 30'000)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        return ready();
    }

    std::atomic<int> m_opened{0};
    app::ReplaySession m_session;
    app::GhostSet m_ghosts{nullptr};
    model::FrameNumber m_picture = 0;
    bool m_ready = false;
};

} // namespace ghostline::test
