// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/frame_plan.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

qint64 framesOf(const model::Clip& clip, double fps)
{
    const double seconds = model::seconds(clip.to - clip.from) / clip.rate;
    return std::max(qint64{1}, static_cast<qint64>(std::llround(seconds * fps)));
}

FramePlan::FramePlan(std::vector<model::Clip> clips, double fps) : m_clips(std::move(clips)), m_fps(fps)
{
    qint64 end = 0;
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
        m_titled.push_back(i > 0 && m_clips[i].goesOn ? m_titled.back() : end);
        m_ends.push_back(end += framesOf(m_clips[i], fps));
    }
}

model::Micros FramePlan::videoTime(qint64 frame) const
{
    return model::Micros{std::llround(static_cast<double>(frame) / m_fps * 1e6)};
}

FramePlan::Picture FramePlan::picture(qint64 n) const
{
    const auto found = std::upper_bound(m_ends.begin(), m_ends.end(), n);
    Picture out;
    out.clip = static_cast<std::size_t>(found - m_ends.begin());
    const model::Clip& clip = m_clips[out.clip];
    const double seconds = static_cast<double>(n - firstOf(out.clip)) / m_fps * clip.rate;
    out.at = std::min(clip.to, clip.from + model::Micros{std::llround(seconds * 1e6)});
    out.sinceTitle = videoTime(n - m_titled[out.clip]);
    return out;
}

std::vector<VideoChapter> FramePlan::chapters() const
{
    std::vector<VideoChapter> out;
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
        if (m_titled[i] == firstOf(i))
            out.push_back({videoTime(firstOf(i)), {}, m_clips[i].title});
        out.back().to = videoTime(m_ends[i]);
    }
    const bool named = std::any_of(out.begin(), out.end(),
                                   [](const VideoChapter& chapter) { return !chapter.title.isEmpty(); });
    return named ? out : std::vector<VideoChapter>{};
}

} // namespace ghostline::app
