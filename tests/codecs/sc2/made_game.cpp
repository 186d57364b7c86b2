// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/made_game.h"

namespace ghostline::test {

void MadeGame::add(std::uint32_t loop, int user, sc2::GameEventKind kind, std::size_t index)
{
    events.order.push_back(
        {loop, static_cast<std::uint32_t>(index), 0, static_cast<std::uint8_t>(user), kind});
    events.lastLoop = loop;
}

sc2::RemoveMask MadeGame::mask(sc2::MaskKind kind, std::initializer_list<int> positions, int length)
{
    sc2::RemoveMask made;
    made.kind = kind;
    made.first = static_cast<std::uint32_t>(events.positions.size());
    made.count = static_cast<std::uint32_t>(positions.size());
    made.length = static_cast<std::uint32_t>(length);
    for (const int at : positions)
        events.positions.push_back(static_cast<std::uint16_t>(at));
    return made;
}

void MadeGame::select(std::uint32_t loop, int user, std::initializer_list<std::uint32_t> tags,
                      sc2::RemoveMask remove, int group, std::uint16_t unitLink)
{
    sc2::SelectionDelta delta;
    delta.group = static_cast<std::uint8_t>(group);
    delta.remove = remove;
    delta.firstTag = static_cast<std::uint32_t>(events.tags.size());
    delta.tags = static_cast<std::uint32_t>(tags.size());
    delta.firstSubgroup = static_cast<std::uint32_t>(events.subgroups.size());
    if (tags.size() > 0) {
        events.subgroups.push_back({unitLink, static_cast<std::uint16_t>(tags.size())});
        delta.subgroups = 1;
    }
    events.tags.insert(events.tags.end(), tags.begin(), tags.end());
    events.selections.push_back(delta);
    add(loop, user, sc2::GameEventKind::Selection, events.selections.size() - 1);
}

void MadeGame::group(std::uint32_t loop, int user, int number, sc2::GroupAction action, sc2::RemoveMask mask)
{
    events.groups.push_back({static_cast<std::uint8_t>(number), action, mask});
    add(loop, user, sc2::GameEventKind::ControlGroup, events.groups.size() - 1);
}

sc2::Target MadeGame::at(float x, float y)
{
    sc2::Target target;
    target.kind = sc2::TargetKind::Point;
    target.point = {x, y, 0.0F};
    return target;
}

sc2::Target MadeGame::unit(std::uint32_t tag, float x, float y, int control, std::uint16_t link)
{
    sc2::Target target = at(x, y);
    target.kind = sc2::TargetKind::Unit;
    target.tag = tag;
    target.controlPlayer = static_cast<std::int8_t>(control);
    target.unitLink = link;
    return target;
}

void MadeGame::command(std::uint32_t loop, int user, int link, int index, sc2::Target target,
                       std::uint32_t flags)
{
    sc2::Command made;
    made.flags = flags;
    made.hasAbility = link >= 0;
    made.ability = static_cast<std::uint16_t>(link >= 0 ? link : 0);
    made.index = static_cast<std::uint8_t>(index);
    made.target = target;
    events.commands.push_back(made);
    add(loop, user, sc2::GameEventKind::Command, events.commands.size() - 1);
}

void MadeGame::retarget(std::uint32_t loop, int user, sc2::Target target)
{
    events.targets.push_back(target);
    add(loop, user,
        target.kind == sc2::TargetKind::Unit ? sc2::GameEventKind::TargetUnit
                                             : sc2::GameEventKind::TargetPoint,
        events.targets.size() - 1);
}

void MadeGame::camera(std::uint32_t loop, int user, float x, float y)
{
    sc2::CameraUpdate update;
    update.hasTarget = true;
    update.x = x;
    update.y = y;
    events.cameras.push_back(update);
    add(loop, user, sc2::GameEventKind::Camera, events.cameras.size() - 1);
}

} // namespace ghostline::test
