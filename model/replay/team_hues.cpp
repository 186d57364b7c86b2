// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/team_hues.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// What players and games call by the names of the hues, in the order of the theme's series. Never drawn.
constexpr std::array<std::array<int, 3>, TeamHues> NamedHues{{{40, 110, 220},   // blue
                                                              {240, 140, 20},   // orange
                                                              {30, 160, 60},    // green
                                                              {200, 40, 30},    // vermilion
                                                              {90, 200, 240},   // sky
                                                              {150, 50, 170},   // purple
                                                              {240, 230, 60}}}; // yellow

/// How unlike two colours look: brightness counts less than hue. Four times the squared distance, of which
/// three quarters of the part along the greys are taken off.
int difference(const Rgb& a, const std::array<int, 3>& b)
{
    int squares = 0;
    int sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const int d = int{a[i]} - b[i];
        squares += d * d;
        sum += d;
    }
    return 4 * squares - sum * sum;
}

} // namespace

std::vector<int> chooseHues(std::span<const std::optional<Rgb>> recorded)
{
    struct Fit
    {
        int difference = 0;
        std::size_t player = 0;
        std::size_t hue = 0;
    };
    std::vector<Fit> fits;
    fits.reserve(recorded.size() * NamedHues.size());
    for (std::size_t player = 0; player < recorded.size(); ++player) {
        for (std::size_t hue = 0; hue < NamedHues.size(); ++hue)
            fits.push_back(
                {recorded[player] ? difference(*recorded[player], NamedHues[hue]) : 0, player, hue});
    }
    std::stable_sort(fits.begin(), fits.end(),
                     [](const Fit& a, const Fit& b) { return a.difference < b.difference; });
    std::vector<int> hues(recorded.size(), -1);
    for (std::size_t given = 0; given < recorded.size();) {
        std::array<bool, NamedHues.size()> taken{}; // more players than hues: another round
        for (const Fit& fit : fits) {
            if (hues[fit.player] >= 0 || taken[fit.hue])
                continue;
            hues[fit.player] = static_cast<int>(fit.hue);
            taken[fit.hue] = true;
            ++given;
        }
    }
    return hues;
}

} // namespace ghostline::model
