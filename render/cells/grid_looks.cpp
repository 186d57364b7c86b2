// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_looks.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr std::size_t MostBoxes = 32; // of one kind: its faces are numbered in a byte
constexpr int TinyVolume = 200;       // of 4096 sixteenths: a pressure plate is as large as that
constexpr std::uint8_t LiquidTop = 14;
constexpr model::GridBox PlantBox{{2, 0, 2}, {14, 13, 14}};
constexpr std::size_t MostLooks = GridLooks::Foreign - 1;

std::uint8_t channel(float value)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
}

std::array<std::uint8_t, 3> bytes(const glm::vec3& c) { return {channel(c.r), channel(c.g), channel(c.b)}; }

bool isBox(const model::GridBox& box)
{
    return glm::all(glm::lessThan(box.low, box.high)) &&
           glm::all(glm::lessThanEqual(box.high, glm::u8vec3(CellParts)));
}

std::vector<model::GridBox> boxesOf(const model::GridKind& kind)
{
    std::vector<model::GridBox> out;
    if (kind.form == model::GridForm::Cube || kind.form == model::GridForm::Nothing)
        return out;
    for (const model::GridBox& box : kind.boxes) {
        if (isBox(box) && out.size() < MostBoxes)
            out.push_back(box);
    }
    if (kind.form == model::GridForm::Liquid) {
        const std::uint8_t top = out.empty() ? LiquidTop : out.front().high.y;
        out.assign(1, {glm::u8vec3(0), {CellParts, top, CellParts}});
    } else if (kind.form == model::GridForm::Cross) {
        out = {out.empty() ? PlantBox : out.front()};
    }
    return out;
}

std::string keyOf(const GridLook& look)
{
    std::string key;
    const auto add = [&key](auto value) { key.push_back(static_cast<char>(value)); };
    for (std::size_t i = 0; i < 3; ++i) {
        add(look.top[i]);
        add(look.side[i]);
    }
    add(look.light);
    add((look.translucent ? 1 : 0) | (look.invisible ? 2 : 0) | (look.mark ? 4 : 0) | (look.hides ? 8 : 0));
    add(look.form);
    for (const model::GridBox& box : look.boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            add(box.low[axis]);
            add(box.high[axis]);
        }
    }
    return key;
}

GridShapeFace faceOf(const model::GridBox& box, std::size_t face)
{
    const int normal = static_cast<int>(face / 2);
    const int u = faceAxisU(face);
    const int v = faceAxisV(face);
    const auto size = [&box](int axis) { return static_cast<std::uint8_t>(box.high[axis] - box.low[axis]); };
    return {static_cast<std::uint8_t>(face),
            face % 2 == 0 ? box.high[normal] : box.low[normal],
            box.low[u],
            box.low[v],
            size(u),
            size(v)};
}

/// Whether another box of the same cell goes on behind all of this face.
bool inside(const GridShapeFace& face, const model::GridBox& other)
{
    const int normal = face.face / 2;
    const bool beyond = face.face % 2 == 0
                            ? other.low[normal] <= face.plane && other.high[normal] > face.plane
                            : other.high[normal] >= face.plane && other.low[normal] < face.plane;
    return beyond && faceOf(other, face.face).contains(face);
}

bool isTiny(const GridLook& look)
{
    glm::ivec3 low(CellParts);
    glm::ivec3 high(0);
    for (const model::GridBox& box : look.boxes) {
        low = glm::min(low, glm::ivec3(box.low));
        high = glm::max(high, glm::ivec3(box.high));
    }
    const glm::ivec3 size = high - low;
    return size.x * size.y * size.z < TinyVolume;
}

GridPass passOf(const GridLook& look)
{
    if (look.form == model::GridForm::Cross)
        return GridPass::Detail;
    if (look.translucent || look.invisible)
        return GridPass::Translucent;
    const bool tiny = look.form == model::GridForm::Boxes && !look.mark && isTiny(look);
    return tiny ? GridPass::Detail : GridPass::Solid;
}

} // namespace

GridLooks::Shaped GridLooks::shaped(GridLook look)
{
    Shaped out{std::move(look)};
    out.pass = passOf(out.look);
    if (out.look.form == model::GridForm::Cube || out.look.form == model::GridForm::Cross)
        return out;
    const auto& boxes = out.look.boxes;
    out.faces.reserve(boxes.size() * GridFaces);
    for (std::size_t face = 0; face < GridFaces; ++face) {
        out.starts[face] = out.faces.size();
        for (const model::GridBox& box : boxes) {
            const GridShapeFace own = faceOf(box, face);
            if (std::none_of(boxes.begin(), boxes.end(),
                             [&own](const model::GridBox& other) { return inside(own, other); }))
                out.faces.push_back(own);
        }
    }
    out.starts[GridFaces] = out.faces.size();
    return out;
}

std::uint8_t GridLooks::traitsOf(const Shaped& own)
{
    if (own.look.form == model::GridForm::Cube)
        return own.look.opaque() ? CoversAll | Opaque : 0;
    unsigned traits = Special;
    // What is left out from afar hides nothing.
    if (own.look.form == model::GridForm::Boxes && own.pass == GridPass::Solid) {
        for (const GridShapeFace& face : own.faces) {
            if (face.flush() && face.contains({}))
                traits |= 1U << face.face;
        }
    }
    return static_cast<std::uint8_t>(traits);
}

GridLooks::Code GridLooks::codeOf(const model::GridKind& kind)
{
    if (kind.form == model::GridForm::Nothing || (kind.invisible && !m_barriers))
        return 0;
    GridLook look{bytes(kind.colour),  bytes(kind.sideColour()),
                  channel(kind.light), kind.translucent,
                  kind.invisible,      kind.mark,
                  kind.form,           kind.hides,
                  boxesOf(kind)};
    if (look.form == model::GridForm::Boxes && look.boxes.empty())
        look.form = model::GridForm::Cube; // boxes that are none
    const auto [at, isNew] = m_index.try_emplace(keyOf(look), static_cast<std::uint16_t>(m_looks.size()));
    if (isNew && m_looks.size() >= MostLooks) {
        m_index.erase(at);
        return 1;
    }
    if (isNew) {
        m_looks.push_back(shaped(std::move(look)));
        m_traits.push_back(traitsOf(m_looks.back()));
    }
    return static_cast<Code>(at->second + 1);
}

bool GridLooks::update(const std::vector<model::GridKind>& kinds)
{
    bool same = kinds.size() >= m_of.size();
    const std::size_t known = std::min(m_of.size(), kinds.size());
    m_of.resize(kinds.size());
    m_anyBarrier = false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Code code = codeOf(kinds[i]);
        same = same && (i >= known || m_of[i] == code);
        m_of[i] = code;
        m_anyBarrier = m_anyBarrier || kinds[i].invisible;
    }
    return same;
}

bool GridLooks::setBarriers(bool on)
{
    const bool changed = on != m_barriers;
    m_barriers = on;
    return changed && m_anyBarrier;
}

} // namespace ghostline::render
