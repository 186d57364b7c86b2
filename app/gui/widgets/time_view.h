// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which stretch of the replay is on screen and how times map to pixels. A value without any widget, shared by
// the timeline's lanes and the plots, so that both agree to the pixel.
#include <QString>

#include "model/base/time_types.h"

#include <vector>

namespace ghostline::app {

/// Times are whole microseconds; pixels are real numbers from the left edge of the lanes.
// The same in the timeline and in plots, whose axes stand above each other.
inline constexpr int RightMargin = 16;        ///< pixels right of the axis
inline constexpr double WheelFactor = 1.2;    ///< zoom for each notch
inline constexpr double TickLabelRoom = 84.0; ///< pixels from label to label, at least

class TimeView
{
public:
    /// Closest zoom: below this a pixel would be finer than the time unit.
    static constexpr model::Micros MinSpan{4'000};

    /// Length of the replay; a fitted view stays fitted, another one is kept and clamped.
    void setExtent(model::Micros extent);
    void setWidth(double pixels);

    model::Micros extent() const { return m_extent; }
    model::Micros begin() const { return m_begin; }
    model::Micros end() const { return m_begin + m_span; }
    model::Micros span() const { return m_span; }
    double width() const { return m_width; }
    double microsPerPixel() const { return static_cast<double>(m_span.count()) / m_width; }
    /// True while the whole replay is shown.
    bool fitted() const { return m_span >= fullSpan(); }

    double x(model::Micros t) const;
    /// Not clamped: left of 0 gives a time before begin().
    model::Micros timeAt(double x) const;
    bool contains(model::Micros t) const { return t >= begin() && t <= end(); }

    /// Factor > 1 zooms in; the time under `x` stays there unless an end of the replay is in the way.
    void zoom(double factor, double x);
    /// Moves the picture by `pixels` (positive: earlier times come into view).
    void pan(double pixels);
    void fit();
    /// Shows [begin, end], clamped; ends in the wrong order are swapped.
    void show(model::Micros begin, model::Micros end);
    /// Moves, without zooming, so that `t` lies at `share` (0 left .. 1 right) of the width.
    void place(model::Micros t, double share);

    /// How long `pixels` last here: what "near" means at this zoom.
    model::Micros tolerance(double pixels) const;

    /// Distance of labelled ticks at least `minPixels` apart: 1-2-5 below a second, then clock steps.
    model::Micros tickStep(double minPixels) const;
    /// Distance of the unlabelled ticks between them.
    static model::Micros minorStep(model::Micros step);
    /// Multiples of `step` in view, ascending.
    std::vector<model::Micros> ticks(model::Micros step) const;
    /// `0:12`, `0:12.5`, `1:02:00`: as many decimals as the step needs.
    static QString tickLabel(model::Micros t, model::Micros step);

    friend bool operator==(const TimeView&, const TimeView&) = default;

private:
    model::Micros fullSpan() const { return m_extent < MinSpan ? MinSpan : m_extent; }
    void clamp();

    model::Micros m_extent{0};
    model::Micros m_begin{0};
    model::Micros m_span = MinSpan;
    double m_width = 1.0;
};

} // namespace ghostline::app
