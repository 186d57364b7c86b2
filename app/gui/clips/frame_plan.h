// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which instant every picture of a video shows. Pure arithmetic: picture n depends on n alone.
#include "app/gui/clips/video_format.h"
#include "model/clips/clip.h"

namespace ghostline::app {

class FramePlan
{
public:
    FramePlan() = default;
    /// Clips one after the other, each at its own speed. `fps` above 0.
    FramePlan(std::vector<model::Clip> clips, double fps);

    const std::vector<model::Clip>& clips() const { return m_clips; }
    qint64 frames() const { return m_ends.empty() ? 0 : m_ends.back(); }
    double seconds() const { return static_cast<double>(frames()) / m_fps; }

    struct Picture
    {
        std::size_t clip = 0;
        model::Micros at{};         ///< in the clip's recording
        model::Micros sinceTitle{}; ///< how long the video has shown clips with this one's title
    };
    /// 0 <= n < frames().
    Picture picture(qint64 n) const;
    /// One for each clip, with those that go on from it; none where nothing has a title.
    std::vector<VideoChapter> chapters() const;

private:
    model::Micros videoTime(qint64 frame) const;
    qint64 firstOf(std::size_t clip) const { return clip == 0 ? 0 : m_ends[clip - 1]; }

    std::vector<model::Clip> m_clips;
    double m_fps = 60.0;
    std::vector<qint64> m_ends;   ///< of each clip: the picture behind its last
    std::vector<qint64> m_titled; ///< of each clip: the first picture of the chapter that it is part of
};

/// How many pictures a clip has: at least one.
qint64 framesOf(const model::Clip& clip, double fps);

} // namespace ghostline::app
