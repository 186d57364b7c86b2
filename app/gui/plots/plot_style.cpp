// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_style.h"

#include <array>
#include <vector>

namespace ghostline::app {

PlotStyle plotStyle(int series, const render::Theme& theme)
{
    if (series < 0)
        return {theme.text, Qt::SolidLine};
    // Three strokes against seven hues: look-alike hues never share a stroke, 21 series are all different.
    constexpr std::array Strokes{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine};
    return {theme.hue(series), Strokes[static_cast<std::size_t>(series) % Strokes.size()]};
}

PlotStyle plotStyle(const PlotSeries& series, std::span<const model::Team> teams, const render::Theme& theme)
{
    if (series.number < 0 || render::teamHue(teams, series.team) < 0)
        return plotStyle(series.number, theme);
    constexpr std::array Strokes{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine,
                                 Qt::DashDotDotLine};
    const auto team = static_cast<std::size_t>(series.team);
    const auto number = static_cast<std::size_t>(series.number);
    constexpr std::size_t Shades = 3; // no more are told apart where they must stand out from the ground, too
    std::vector<QColor> given = render::teamColors(theme, teams);
    QColor colour = given[team];
    for (std::size_t shade = 0; shade < number / Strokes.size() % Shades; ++shade)
        given.push_back(colour = render::toldApart(colour, theme.grounds(), render::MarkContrast, given,
                                                   render::TeamDifference));
    return {colour, Strokes[(team + number) % Strokes.size()]};
}

} // namespace ghostline::app
