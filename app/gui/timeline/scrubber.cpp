// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/scrubber.h"

#include <utility>

namespace ghostline::app {

namespace {

constexpr int ScrubMs = 16;

} // namespace

Scrubber::Scrubber(Seek seek) : m_seek(std::move(seek))
{
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { seekNow(); });
}

void Scrubber::seek(model::FrameTime at)
{
    m_wanted = at;
    if (!m_since.isValid() || m_since.elapsed() >= ScrubMs)
        seekNow();
    else if (!m_timer.isActive())
        m_timer.start(ScrubMs - static_cast<int>(m_since.elapsed()));
}

void Scrubber::seekNow()
{
    m_timer.stop();
    if (!m_wanted)
        return;
    const model::FrameTime at = *std::exchange(m_wanted, std::nullopt);
    m_since.start();
    m_seek(at);
}

void Scrubber::cancel()
{
    m_timer.stop();
    m_wanted.reset();
}

} // namespace ghostline::app
