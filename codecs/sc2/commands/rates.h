// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How fast a player acts: every action with its loop and whether it had an effect, counted per real minute.
// The definitions are in docs/formats/sc2replay.md, section 7.
#include "codecs/sc2/commands/player_actions.h"

namespace ghostline::sc2 {

class ActionMeter
{
public:
    /// `changed`: the player's current selection is another one now.
    void select(std::uint32_t loop, bool changed);
    void group(std::uint32_t loop, GroupAction action, bool changed);
    void command(std::uint32_t loop, const Order& order);
    /// The camera looks here from `loop` on.
    void look(std::uint32_t loop, float x, float y);
    void leave(std::uint32_t loop);

    /// Up to `lastLoop`, not more than `most` samples.
    std::vector<RateSample> rates(std::uint32_t lastLoop, double loopsPerMinute, std::size_t most);
    double averageApm(std::uint32_t lastLoop, double loopsPerMinute) const;
    double averageEpm(std::uint32_t lastLoop, double loopsPerMinute) const;

private:
    struct Action
    {
        std::uint32_t loop = 0;
        bool effective = true;
    };
    void act(std::uint32_t loop, bool effective);
    void selecting(std::uint32_t loop, bool changed);
    void settle(std::uint32_t loop);
    double minutes(std::uint32_t lastLoop, double loopsPerMinute) const;

    std::vector<Action> m_actions;
    std::vector<std::uint32_t> m_screens;
    std::vector<std::uint32_t> m_groups;

    std::size_t m_lastSelecting = 0; ///< index + 1 into m_actions while nothing was done with it, else 0
    Order m_lastOrder{};
    bool m_hasOrder = false;

    bool m_hasScreen = false;
    float m_screenX = 0.0F; ///< of the last screen that counted
    float m_screenY = 0.0F;
    bool m_moving = false; ///< a look is waiting to be known as one where the camera rests
    std::uint32_t m_lookLoop = 0;
    float m_lookX = 0.0F;
    float m_lookY = 0.0F;
    std::uint32_t m_left = 0;
    bool m_hasLeft = false;
};

} // namespace ghostline::sc2
