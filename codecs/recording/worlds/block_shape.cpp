// SPDX-License-Identifier: GPL-3.0-or-later
// All is drawn as it faces north and then turned; measures are those of the game's own boxes, taller than a
// cell cut off at its top.
#include "codecs/recording/worlds/block_shape.h"

#include <algorithm>
#include <array>

namespace ghostline::recording {

using model::GridBox;
using model::GridForm;

namespace {

using Boxes = std::vector<GridBox>;

constexpr int Full = GridBox{}.high.x;

GridBox box(int x0, int y0, int z0, int x1, int y1, int z1) { return {{x0, y0, z0}, {x1, y1, z1}}; }

/// Centred, as wide in x as in z.
GridBox post(int low, int bottom, int top) { return box(low, bottom, low, Full - low, top, Full - low); }

// Sides in quarter turns from north, clockwise as seen from above.
constexpr std::array<std::string_view, 4> Sides{"north", "east", "south", "west"};

GridBox turnedOnce(const GridBox& b)
{
    return box(Full - b.high.z, b.low.y, b.low.x, Full - b.low.z, b.high.y, b.high.x);
}

GridBox turnedBox(GridBox b, int quarters)
{
    for (int i = 0; i < quarters; ++i)
        b = turnedOnce(b);
    return b;
}

Boxes turned(Boxes boxes, int quarters)
{
    for (GridBox& b : boxes)
        b = turnedBox(b, quarters);
    return boxes;
}

GridBox mirroredBox(const GridBox& b)
{
    return box(b.low.x, Full - b.high.y, b.low.z, b.high.x, Full - b.low.y, b.high.z);
}

Boxes mirrored(Boxes boxes)
{
    for (GridBox& b : boxes)
        b = mirroredBox(b);
    return boxes;
}

/// What stood on the ground stands on the wall in the south, its top to the north.
Boxes tipped(Boxes boxes)
{
    for (GridBox& b : boxes)
        b = box(b.low.x, b.low.z, Full - b.high.y, b.high.x, b.high.z, Full - b.low.y);
    return boxes;
}

int quartersOf(std::string_view side)
{
    const auto found = std::find(Sides.begin(), Sides.end(), side);
    return found != Sides.end() ? static_cast<int>(found - Sides.begin()) : 0;
}

int facing(const BlockState& state) { return quartersOf(state.value("facing")); }

/// Standing signs and banners turn in sixteenths of a circle from south; the nearest side is taken.
int turnOf(const BlockState& state)
{
    constexpr int North = 8;
    if (!state.value("rotation").empty())
        return (state.number("rotation", 15, North) + North + 2) / 4 % 4;
    return state.value("axis") == "z" ? 1 : facing(state);
}

Boxes upright(const Boxes& boxes, std::string_view direction)
{
    if (direction == "down")
        return mirrored(boxes);
    const auto side = std::find(Sides.begin(), Sides.end(), direction);
    return side != Sides.end() ? turned(tipped(boxes), static_cast<int>(side - Sides.begin())) : boxes;
}

Boxes alongAxis(const Boxes& boxes, std::string_view axis)
{
    if (axis == "x")
        return turned(tipped(boxes), 1);
    return axis == "z" ? tipped(boxes) : boxes;
}

Boxes attached(const Boxes& boxes, const BlockState& state)
{
    const std::string_view face = state.value("face");
    if (face == "floor")
        return turned(boxes, facing(state));
    return turned(face == "ceiling" ? mirrored(boxes) : tipped(boxes), facing(state));
}

Boxes slab(const BlockState& state)
{
    const std::string_view type = state.value("type");
    if (type == "double")
        return {GridBox{}};
    return {type == "top" ? box(0, 8, 0, 16, 16, 16) : box(0, 0, 0, 16, 8, 16)};
}

Boxes stairs(const BlockState& state)
{
    const std::string_view shape = state.value("shape");
    const bool left = shape.ends_with("left");
    Boxes boxes{box(0, 0, 0, 16, 8, 16)};
    if (shape.starts_with("outer"))
        boxes.push_back(left ? box(0, 8, 0, 8, 16, 8) : box(8, 8, 0, 16, 16, 8));
    else
        boxes.push_back(box(0, 8, 0, 16, 16, 8));
    if (shape.starts_with("inner"))
        boxes.push_back(left ? box(0, 8, 8, 8, 16, 16) : box(8, 8, 8, 16, 16, 16));
    boxes = turned(std::move(boxes), facing(state));
    return state.value("half") == "top" ? mirrored(std::move(boxes)) : boxes;
}

/// How high the arm toward a side is; 0 = none.
int armHeight(std::string_view value)
{
    constexpr int LowWall = 14;
    if (value == "low")
        return LowWall;
    return value == "true" || value == "tall" || value == "side" || value == "up" ? Full : 0;
}

/// A post from `postLow` to the opposite side, and arms from `armLow` on that begin where the post ends.
Boxes postWithArms(const BlockState& state, int postLow, int armLow, int top = Full)
{
    Boxes boxes{post(postLow, 0, top)};
    for (std::size_t side = 0; side < Sides.size(); ++side) {
        if (const int height = std::min(top, armHeight(state.value(Sides[side]))); height > 0)
            boxes.push_back(
                turnedBox(box(armLow, 0, 0, Full - armLow, height, postLow), static_cast<int>(side)));
    }
    return boxes;
}

/// Before 1.16 walls said only true and false of their sides, which are low ones.
Boxes wall(const BlockState& state)
{
    constexpr int ArmLow = 5;
    BlockState sides = state;
    int highest = 0;
    for (BlockProperty& property : sides.properties) {
        if (std::find(Sides.begin(), Sides.end(), property.key) == Sides.end())
            continue;
        property.value = property.value == "true" ? "low" : property.value;
        highest = std::max(highest, armHeight(property.value));
    }
    if (state.value("up") != "false" || highest == 0)
        return postWithArms(sides, 4, ArmLow);
    return postWithArms(sides, ArmLow, ArmLow, highest);
}

Boxes fenceGate(const BlockState& state)
{
    const int sunk = state.is("in_wall") ? 3 : 0; // so that it meets walls, which are lower
    if (!state.is("open"))
        return turned({box(0, 0, 6, 16, 16 - sunk, 10)}, facing(state));
    return turned({box(0, 5 - sunk, 1, 2, 16 - sunk, 9), box(14, 5 - sunk, 1, 16, 16 - sunk, 9)},
                  facing(state));
}

Boxes trapdoor(const BlockState& state)
{
    if (state.is("open"))
        return turned({box(0, 0, 13, 16, 16, 16)}, facing(state));
    return {state.value("half") == "top" ? box(0, 13, 0, 16, 16, 16) : box(0, 0, 0, 16, 3, 16)};
}

Boxes door(const BlockState& state)
{
    if (!state.is("open"))
        return turned({box(0, 0, 13, 16, 16, 16)}, facing(state));
    const bool right = state.value("hinge") == "right";
    return turned({right ? box(13, 0, 0, 16, 16, 16) : box(0, 0, 0, 3, 16, 16)}, facing(state));
}

/// Two legs at the far end of each half.
Boxes bed(const BlockState& state)
{
    const int z = state.value("part") == "head" ? 0 : 13;
    return turned({box(0, 3, 0, 16, 9, 16), box(0, 0, z, 3, 3, z + 3), box(13, 0, z, 16, 3, z + 3)},
                  facing(state));
}

Boxes chest(const Boxes& boxes, const BlockState& state)
{
    Boxes reaching = boxes;
    const std::string_view type = state.value("type");
    for (GridBox& b : reaching) {
        if (type == "left")
            b.high.x = Full;
        else if (type == "right")
            b.low.x = 0;
    }
    return turned(std::move(reaching), facing(state));
}

Boxes candles(const BlockState& state)
{
    static constexpr std::array<GridBox, 4> Groups{{{{7, 0, 7}, {9, 6, 9}},
                                                    {{5, 0, 6}, {11, 6, 9}},
                                                    {{5, 0, 6}, {10, 6, 11}},
                                                    {{5, 0, 5}, {11, 6, 10}}}};
    return {Groups[static_cast<std::size_t>(std::max(1, state.number("candles", 4, 1)) - 1)]};
}

Boxes pickles(const BlockState& state)
{
    switch (state.number("pickles", 4, 1)) {
    case 2:
        return {post(3, 0, 6)};
    case 3:
        return {post(2, 0, 6)};
    case 4:
        return {post(2, 0, 7)};
    default:
        return {post(6, 0, 6)};
    }
}

Boxes eggs(const BlockState& state)
{
    return {state.number("eggs", 4, 1) > 1 ? post(1, 0, 7) : box(3, 0, 3, 12, 7, 12)};
}

Boxes lantern(Boxes boxes, const BlockState& state)
{
    if (!state.is("hanging"))
        return boxes;
    for (GridBox& b : boxes)
        b = box(b.low.x, b.low.y + 1, b.low.z, b.high.x, b.high.y + 1, b.high.z);
    return boxes;
}

Boxes spike(const BlockState& state)
{
    const std::string_view thickness = state.value("thickness");
    if (thickness == "base")
        return {post(2, 0, 16)};
    if (thickness == "middle")
        return {post(3, 0, 16)};
    if (thickness == "frustum")
        return {post(4, 0, 16)};
    if (thickness == "tip_merge")
        return {post(5, 0, 16)};
    return {state.value("vertical_direction") == "down" ? post(5, 5, 16) : post(5, 0, 11)};
}

Boxes arms(const BlockState& state)
{
    constexpr int Low = 3;
    const GridBox core = post(Low, Low, Full - Low);
    const Boxes up{post(Low, Full - Low, Full)};
    Boxes boxes{core};
    for (const std::string_view direction : {"up", "down", "north", "east", "south", "west"}) {
        if (state.is(direction))
            boxes.push_back(upright(up, direction).front());
    }
    return boxes;
}

/// A slope in two steps, thin like the flat ones.
Boxes rail(const BlockState& state)
{
    constexpr std::string_view Ascending = "ascending_";
    const std::string_view shape = state.value("shape");
    if (!shape.starts_with(Ascending))
        return {box(0, 0, 0, 16, 1, 16)};
    return turned({box(0, 3, 8, 16, 5, 16), box(0, 11, 0, 16, 13, 8)},
                  quartersOf(shape.substr(Ascending.size())));
}

Boxes faces(const BlockState& state)
{
    const Boxes down{box(0, 0, 0, 16, 1, 16)};
    Boxes boxes;
    for (std::size_t side = 0; side < Sides.size(); ++side) {
        if (state.is(Sides[side]))
            boxes.push_back(turnedBox(box(0, 0, 0, 16, 16, 1), static_cast<int>(side)));
    }
    if (state.is("up"))
        boxes.push_back(mirroredBox(down.front()));
    if (state.is("down") || boxes.empty())
        boxes.push_back(down.front());
    return boxes;
}

Boxes moss(const BlockState& state)
{
    constexpr int LowMoss = 8;
    Boxes boxes;
    if (state.value("bottom") != "false")
        boxes.push_back(box(0, 0, 0, 16, 1, 16));
    for (std::size_t side = 0; side < Sides.size(); ++side) {
        const std::string_view height = state.value(Sides[side]);
        if (height == "low" || height == "tall")
            boxes.push_back(
                turnedBox(box(0, 1, 0, 16, height == "low" ? LowMoss : Full, 1), static_cast<int>(side)));
    }
    if (boxes.empty())
        boxes.push_back(box(0, 0, 0, 16, 1, 16));
    return boxes;
}

/// Sources and what falls stand below the cell's top; what flows is the lower the farther it has come.
Boxes liquid(const BlockState& state)
{
    static constexpr std::array<int, 8> Heights{14, 12, 11, 9, 7, 5, 4, 2};
    const auto level = static_cast<std::size_t>(state.number("level", 15, 0));
    return {box(0, 0, 0, 16, level < Heights.size() ? Heights[level] : Heights[0], 16)};
}

Boxes boxesOf(const BlockRow& row, const BlockState& state)
{
    Boxes own(row.boxes.begin(), row.boxes.end());
    switch (row.shape) {
    case BlockShape::Cube:
    case BlockShape::Nothing:
    case BlockShape::Cross:
        return {};
    case BlockShape::Box:
    case BlockShape::Plate:
        return own;
    case BlockShape::Turned:
        return turned(own, turnOf(state));
    case BlockShape::Upright:
        return upright(own, state.value("facing"));
    case BlockShape::Axis:
        return alongAxis(own, state.value("axis"));
    case BlockShape::Attached:
        return attached(own, state);
    case BlockShape::Piston:
        return state.is("extended") ? upright(own, state.value("facing")) : Boxes{GridBox{}};
    case BlockShape::Liquid:
        return liquid(state);
    case BlockShape::Slab:
        return slab(state);
    case BlockShape::Stairs:
        return stairs(state);
    case BlockShape::Snow:
        return {box(0, 0, 0, 16, 2 * std::max(1, state.number("layers", 8, 1)), 16)};
    case BlockShape::Fence:
        return postWithArms(state, 6, 6);
    case BlockShape::Wall:
        return wall(state);
    case BlockShape::Pane:
        return postWithArms(state, 7, 7);
    case BlockShape::FenceGate:
        return fenceGate(state);
    case BlockShape::Trapdoor:
        return trapdoor(state);
    case BlockShape::Door:
        return door(state);
    case BlockShape::Bed:
        return bed(state);
    case BlockShape::Chest:
        return chest(own, state);
    case BlockShape::Candles:
        return candles(state);
    case BlockShape::Pickles:
        return pickles(state);
    case BlockShape::Eggs:
        return eggs(state);
    case BlockShape::Lantern:
        return lantern(own, state);
    case BlockShape::Spike:
        return spike(state);
    case BlockShape::Arms:
        return arms(state);
    case BlockShape::Rail:
        return rail(state);
    case BlockShape::Wire:
        return postWithArms(state, 5, 5, 1);
    case BlockShape::Faces:
        return faces(state);
    case BlockShape::Moss:
        return moss(state);
    }
    return {};
}

/// Whether `b` begins where `a` ends along an axis, with the same outline across it.
bool follows(const GridBox& a, const GridBox& b, int axis)
{
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    return a.high[axis] == b.low[axis] && a.low[u] == b.low[u] && a.high[u] == b.high[u] &&
           a.low[v] == b.low[v] && a.high[v] == b.high[v];
}

/// Puts one pair of boxes together; false when there is none.
bool mergePair(Boxes& boxes)
{
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                if (i == k || !follows(boxes[i], boxes[k], axis))
                    continue;
                boxes[i].high[axis] = boxes[k].high[axis];
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(k));
                return true;
            }
        }
    }
    return false;
}

GridForm formOf(BlockShape shape)
{
    switch (shape) {
    case BlockShape::Cube:
        return GridForm::Cube;
    case BlockShape::Nothing:
        return GridForm::Nothing;
    case BlockShape::Cross:
        return GridForm::Cross;
    case BlockShape::Liquid:
        return GridForm::Liquid;
    default:
        return GridForm::Boxes;
    }
}

} // namespace

BlockFilling blockFilling(const BlockRow& row, const BlockState& state)
{
    BlockFilling filling{formOf(row.shape), row.shape == BlockShape::Cube && row.hides, boxesOf(row, state)};
    if (filling.form != GridForm::Boxes)
        return filling;
    while (mergePair(filling.boxes)) {
    }
    // A double slab, eight layers of snow, a piston at rest.
    if (filling.boxes == Boxes{GridBox{}})
        return {GridForm::Cube, !row.translucent, {}};
    return filling;
}

} // namespace ghostline::recording
