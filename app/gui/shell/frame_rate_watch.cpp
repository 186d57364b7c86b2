// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/frame_rate_watch.h"

#include "app/gui/shell/status_line.h"
#include "app/gui/view/view_area.h"

namespace ghostline::app {

namespace {

constexpr int RateIntervalMs = 500;

} // namespace

FrameRateWatch::FrameRateWatch(const ViewArea* area, StatusLine* status)
    : QObject(status), m_area(area), m_status(status)
{
    m_timer.setInterval(RateIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &FrameRateWatch::tell);
}

void FrameRateWatch::setSession(ReplaySession* session)
{
    m_session = session;
    if (session != nullptr) {
        m_timer.start();
        return;
    }
    m_timer.stop();
    m_status->setFrameRate(0.0);
}

void FrameRateWatch::tell()
{
    const bool playing = m_session != nullptr && m_session->playhead().playing();
    m_status->setFrameRate(playing ? m_area->framesPerSecond() : 0.0);
}

} // namespace ghostline::app
