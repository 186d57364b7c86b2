// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the quality that the machine draws in time, from how long frames take.
#include "render/base/quality.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace ghostline::render {

/// True for OpenGL renderers that draw on the processor.
bool drawsBySoftware(std::string_view glRenderer);

/// Milliseconds between two pictures of a screen; as of 60 Hz where its rate is not known.
double frameInterval(double refreshRate);

/// Goes up where frames come in time, and down where they do not. Whether there is room for more cannot be
/// seen beforehand, as a frame that is ready early waits for the screen: so the next quality is tried, and
/// one that was given up is left alone for long.
class QualityChoice
{
public:
    static constexpr std::size_t Frames = 60; ///< whose median counts
    /// 60 pictures a second are 16.7 ms each, and a screen's own beat is not quite even. A slower screen
    /// lets frames wait for longer: both limits grow with its interval.
    static constexpr double InTimeMs = 17.2;
    static constexpr double LateMs = 20.0;
    static constexpr double RetrySeconds = 900.0; ///< twice as long with each time
    static constexpr std::size_t Unsteady = 10;   ///< frames after a change that do not count

    explicit QualityChoice(bool software);
    Quality quality() const { return m_quality; }
    /// `now` in seconds, never earlier than before; `interval` as frameInterval() of the screen. True when it
    /// changed the quality.
    bool addFrame(double milliseconds, double now, double interval);

private:
    double median() const;
    void change(Quality quality);
    bool mayTry(Quality quality, double now) const;

    struct Given
    {
        int times = 0;
        double at = 0.0;
    };
    bool m_software;
    Quality m_quality;
    std::array<double, Frames> m_times{};
    std::size_t m_count = 0; ///< since the last change or decision
    std::size_t m_skip = Unsteady;
    std::array<Given, 3> m_given{}; ///< up, by quality
};

} // namespace ghostline::render
