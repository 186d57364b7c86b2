// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/rates.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {
namespace {

/// Half a second at Faster: the same order again within it changes nothing.
constexpr std::uint32_t RepeatLoops = 11;
/// A quarter of a second: a selection gone by then was on the way to the next.
constexpr std::uint32_t GlanceLoops = 6;
/// The camera rests when it stays for this long.
constexpr std::uint32_t RestLoops = 5;
/// About half of what the camera shows across: another place.
constexpr float ScreenCells = 12.0F;
constexpr float SameTargetCells = 2.0F;

float distance(float ax, float ay, float bx, float by) { return std::hypot(ax - bx, ay - by); }

/// Once more makes one more of these; all else asks for what is under way already.
bool addsUp(const Order& order)
{
    switch (order.purpose) {
    case CommandPurpose::Move:
    case CommandPurpose::Attack:
    case CommandPurpose::Patrol:
    case CommandPurpose::HoldOrStop:
    case CommandPurpose::Gather:
    case CommandPurpose::Rally:
        return false;
    default:
        return order.hasAbility;
    }
}

bool sameTarget(const Target& a, const Target& b)
{
    if (a.kind != b.kind)
        return false;
    if (a.kind == TargetKind::Unit || a.kind == TargetKind::Data)
        return a.tag == b.tag;
    return a.kind == TargetKind::None ||
           distance(a.point.x, a.point.y, b.point.x, b.point.y) < SameTargetCells;
}

} // namespace

void ActionMeter::act(std::uint32_t loop, bool effective) { m_actions.push_back({loop, effective}); }

void ActionMeter::selecting(std::uint32_t loop, bool changed)
{
    if (changed && m_lastSelecting != 0) {
        Action& before = m_actions[m_lastSelecting - 1];
        if (loop - before.loop < GlanceLoops)
            before.effective = false;
    }
    act(loop, changed);
    if (changed)
        m_lastSelecting = m_actions.size();
}

void ActionMeter::select(std::uint32_t loop, bool changed) { selecting(loop, changed); }

void ActionMeter::group(std::uint32_t loop, GroupAction action, bool changed)
{
    m_groups.push_back(loop);
    if (action == GroupAction::Recall) {
        selecting(loop, changed);
        return;
    }
    act(loop, changed);
    m_lastSelecting = 0; // what was selected has been kept: something was done with it
}

void ActionMeter::command(std::uint32_t loop, const Order& order)
{
    const bool again = m_hasOrder && loop - m_lastOrder.loop < RepeatLoops && !order.queued &&
                       order.hasAbility == m_lastOrder.hasAbility && order.ability == m_lastOrder.ability &&
                       order.index == m_lastOrder.index && order.selection == m_lastOrder.selection &&
                       sameTarget(order.target, m_lastOrder.target);
    act(loop, !again || addsUp(order));
    // A key, and then a click at the target: two actions for one command, as the game itself counts.
    if (order.hasAbility && order.target.kind != TargetKind::None)
        act(loop, false);
    m_lastOrder = order;
    m_hasOrder = true;
    m_lastSelecting = 0;
}

void ActionMeter::settle(std::uint32_t loop)
{
    if (!m_moving || loop - m_lookLoop < RestLoops)
        return;
    m_moving = false;
    if (m_hasScreen && distance(m_lookX, m_lookY, m_screenX, m_screenY) < ScreenCells)
        return;
    // The first is where the game put the camera.
    if (m_hasScreen)
        m_screens.push_back(m_lookLoop);
    m_hasScreen = true;
    m_screenX = m_lookX;
    m_screenY = m_lookY;
}

void ActionMeter::look(std::uint32_t loop, float x, float y)
{
    settle(loop);
    m_moving = true;
    m_lookLoop = loop;
    m_lookX = x;
    m_lookY = y;
}

void ActionMeter::leave(std::uint32_t loop)
{
    m_left = loop;
    m_hasLeft = true;
}

double ActionMeter::minutes(std::uint32_t lastLoop, double loopsPerMinute) const
{
    const std::uint32_t end = m_hasLeft ? std::min(m_left, lastLoop) : lastLoop;
    return loopsPerMinute > 0.0 ? end / loopsPerMinute : 0.0;
}

double ActionMeter::averageApm(std::uint32_t lastLoop, double loopsPerMinute) const
{
    const double time = minutes(lastLoop, loopsPerMinute);
    return time > 0.0 ? static_cast<double>(m_actions.size()) / time : 0.0;
}

double ActionMeter::averageEpm(std::uint32_t lastLoop, double loopsPerMinute) const
{
    const double time = minutes(lastLoop, loopsPerMinute);
    const auto effective =
        std::count_if(m_actions.begin(), m_actions.end(), [](const Action& a) { return a.effective; });
    return time > 0.0 ? static_cast<double>(effective) / time : 0.0;
}

std::vector<RateSample> ActionMeter::rates(std::uint32_t lastLoop, double loopsPerMinute, std::size_t most)
{
    settle(lastLoop + RestLoops);
    const auto window = static_cast<std::uint32_t>(std::lround(loopsPerMinute));
    std::vector<RateSample> out;
    if (window == 0)
        return out;
    out.reserve(std::min<std::size_t>(most, lastLoop / RateStep + 1));
    struct Window
    {
        std::size_t from = 0;
        std::size_t to = 0;
    };
    Window actions;
    Window screens;
    Window groups;
    std::size_t effective = 0;
    const auto slide = [](Window& w, const std::vector<std::uint32_t>& loops, std::uint32_t after,
                          std::uint32_t until) {
        while (w.to < loops.size() && loops[w.to] <= until)
            ++w.to;
        while (w.from < w.to && loops[w.from] <= after && after > 0)
            ++w.from;
        return static_cast<float>(w.to - w.from);
    };
    for (std::uint32_t loop = 0; loop <= lastLoop && out.size() < most; loop += RateStep) {
        const std::uint32_t after = loop > window ? loop - window : 0;
        for (; actions.to < m_actions.size() && m_actions[actions.to].loop <= loop; ++actions.to)
            effective += m_actions[actions.to].effective ? 1 : 0;
        for (; after > 0 && actions.from < actions.to && m_actions[actions.from].loop <= after;
             ++actions.from)
            effective -= m_actions[actions.from].effective ? 1 : 0;
        // Of the first minute there is only a part.
        const auto scale = static_cast<float>(
            loopsPerMinute / std::max<double>(RateStep, std::min<double>(loop, loopsPerMinute)));
        RateSample sample;
        sample.loop = loop;
        sample.apm = static_cast<float>(actions.to - actions.from) * scale;
        sample.epm = static_cast<float>(effective) * scale;
        sample.screens = slide(screens, m_screens, after, loop) * scale;
        sample.groups = slide(groups, m_groups, after, loop) * scale;
        out.push_back(sample);
        if (lastLoop - loop < RateStep)
            break;
    }
    return out;
}

} // namespace ghostline::sc2
