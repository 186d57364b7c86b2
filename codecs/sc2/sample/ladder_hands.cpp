// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_hands.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace ghostline::sc2::ladder {

namespace {

constexpr double InPicture = 9.0;
constexpr qint64 PlaneUnit = 4096;
constexpr qint64 CameraUnit = 256;
constexpr int FlagUser = 0x100;
constexpr int FlagQueued = 0x2;
constexpr int FlagSmart = 0x8;
constexpr int FirstUnitLink = 40; ///< numbers of types of this made-up data build

QJsonObject plane(const glm::dvec2& at, qint64 unit)
{
    return {{key("x"), static_cast<qint64>(std::llround(at.x * static_cast<double>(unit)))},
            {key("y"), static_cast<qint64>(std::llround(at.y * static_cast<double>(unit)))}};
}

int linkOf(Kind kind) { return FirstUnitLink + static_cast<int>(kind); }

} // namespace

Hands::Hands(const Roster& roster, Log& log, int player)
    : m_roster(roster), m_log(log), m_player(player), m_user(static_cast<unsigned>(player) - 1), m_camera(0.0)
{
}

void Hands::lookAt(const glm::dvec2& at)
{
    if (glm::distance(at, m_camera) < InPicture)
        return;
    m_camera = glm::clamp(at, glm::dvec2(4.0), glm::dvec2(MapSize - 4));
    m_log.game(user(), "SCameraUpdateEvent", {{key("m_target"), plane(m_camera, CameraUnit)}});
}

void Hands::drift(const glm::dvec2& toward)
{
    const glm::dvec2 way = toward - m_camera;
    const double far = glm::length(way);
    if (far < 1.0)
        return;
    m_camera += way * (std::min(far, 1.5) / far);
    m_log.game(user(), "SCameraUpdateEvent", {{key("m_target"), plane(m_camera, CameraUnit)}});
}

void Hands::saveCamera(int which)
{
    m_log.game(user(), "SCameraSaveEvent",
               {{key("m_which"), which}, {key("m_target"), plane(m_camera, CameraUnit)}});
}

void Hands::select(const std::vector<UnitNumber>& units)
{
    std::vector<UnitNumber> sorted = units;
    std::stable_sort(sorted.begin(), sorted.end(), [this](UnitNumber a, UnitNumber b) {
        return linkOf(m_roster.unit(a).kind) < linkOf(m_roster.unit(b).kind);
    });
    if (sorted == m_lists[Current] || sorted.empty())
        return;
    QJsonArray groups;
    QJsonArray tags;
    for (std::size_t i = 0; i < sorted.size();) {
        const Kind kind = m_roster.unit(sorted[i]).kind;
        int count = 0;
        for (; i < sorted.size() && m_roster.unit(sorted[i]).kind == kind; ++i, ++count)
            tags.append(static_cast<qint64>(m_roster.unit(sorted[i]).tag.whole()));
        groups.append(QJsonObject{{key("m_unitLink"), linkOf(kind)},
                                  {key("m_subgroupPriority"), 10},
                                  {key("m_intraSubgroupPriority"), 1},
                                  {key("m_count"), count}});
    }
    QJsonObject mask;
    if (m_lists[Current].empty())
        mask.insert(key("None"), QJsonValue());
    else
        mask.insert(key("ZeroIndices"), QJsonArray()); // nothing stays
    m_log.game(user(), "SSelectionDeltaEvent",
               {{key("m_controlGroupId"), static_cast<int>(Current)},
                {key("m_delta"), QJsonObject{{key("m_removeMask"), mask},
                                             {key("m_addSubgroups"), groups},
                                             {key("m_addUnitTags"), tags}}}});
    m_lists[Current] = std::move(sorted);
    ++m_actions;
}

void Hands::setGroup(int group)
{
    m_lists[static_cast<std::size_t>(group)] = m_lists[Current];
    m_log.game(user(), "SControlGroupUpdateEvent",
               {{key("m_controlGroupIndex"), group}, {key("m_controlGroupUpdate"), 0}});
    ++m_actions;
}

void Hands::recallGroup(int group)
{
    if (m_lists[static_cast<std::size_t>(group)].empty())
        return;
    m_lists[Current] = m_lists[static_cast<std::size_t>(group)];
    m_log.game(user(), "SControlGroupUpdateEvent",
               {{key("m_controlGroupIndex"), group}, {key("m_controlGroupUpdate"), 2}});
    ++m_actions;
}

QJsonObject Hands::targetOf(UnitNumber target) const
{
    const Unit& unit = m_roster.unit(target);
    QJsonObject out{{key("m_targetUnitFlags"), 111},
                    {key("m_tag"), static_cast<qint64>(unit.tag.whole())},
                    {key("m_snapshotUnitLink"), linkOf(unit.kind)},
                    {key("m_snapshotPoint"), plane(unit.at, PlaneUnit)}};
    if (unit.player != 0) {
        out.insert(key("m_snapshotControlPlayerId"), unit.player);
        out.insert(key("m_snapshotUpkeepPlayerId"), unit.player);
    }
    return out;
}

void Hands::sendCommand(const Ability* what, const QJsonObject& data, bool queued)
{
    const int flags = FlagUser | (queued ? FlagQueued : 0) | (what == nullptr ? FlagSmart : 0);
    QJsonObject fields{{key("m_cmdFlags"), flags}, {key("m_data"), data}, {key("m_sequence"), ++m_sequence}};
    if (what != nullptr)
        fields.insert(key("m_abil"),
                      QJsonObject{{key("m_abilLink"), what->link}, {key("m_abilCmdIndex"), what->index}});
    m_log.game(user(), "SCmdEvent", fields);
    ++m_actions;
}

void Hands::commandPoint(const Ability& what, const glm::dvec2& at, bool queued)
{
    sendCommand(&what, {{key("TargetPoint"), plane(at, PlaneUnit)}}, queued);
}

void Hands::commandUnit(const Ability& what, UnitNumber target, bool queued)
{
    sendCommand(&what, {{key("TargetUnit"), targetOf(target)}}, queued);
}

void Hands::command(const Ability& what) { sendCommand(&what, {{key("None"), QJsonValue()}}, false); }

void Hands::rightClick(const glm::dvec2& at)
{
    sendCommand(nullptr, {{key("TargetPoint"), plane(at, PlaneUnit)}}, false);
}

void Hands::rightClick(UnitNumber target)
{
    sendCommand(nullptr, {{key("TargetUnit"), targetOf(target)}}, false);
}

void Hands::repeat()
{
    m_log.game(user(), "SCommandManagerStateEvent", {{key("m_state"), 1}, {key("m_sequence"), ++m_sequence}});
    ++m_actions;
}

void Hands::aimAnew(const glm::dvec2& at)
{
    m_log.game(user(), "SCmdUpdateTargetPointEvent", {{key("m_target"), plane(at, PlaneUnit)}});
    ++m_actions;
}

void Hands::say(const QString& text)
{
    m_log.message(user(), "SChatMessage", {{key("m_recipient"), 0}, {key("m_string"), text}});
}

void Hands::ping(const glm::dvec2& at)
{
    m_log.message(user(), "SPingMessage", {{key("m_recipient"), 1}, {key("m_point"), plane(at, PlaneUnit)}});
}

void Hands::forget(const std::vector<UnitNumber>& fallen)
{
    if (fallen.empty())
        return;
    for (std::size_t group = 0; group < m_lists.size(); ++group) {
        auto& list = m_lists[group];
        QJsonArray gone;
        std::vector<UnitNumber> left;
        left.reserve(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (std::find(fallen.begin(), fallen.end(), list[i]) != fallen.end())
                gone.append(static_cast<int>(i));
            else
                left.push_back(list[i]);
        }
        if (gone.isEmpty())
            continue;
        list = std::move(left);
        m_log.game(
            user(), "SSelectionDeltaEvent",
            {{key("m_controlGroupId"), static_cast<int>(group)},
             {key("m_delta"), QJsonObject{{key("m_removeMask"), QJsonObject{{key("OneIndices"), gone}}}}}});
    }
}

} // namespace ghostline::sc2::ladder
