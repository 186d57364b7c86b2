// SPDX-License-Identifier: GPL-3.0-or-later
// Names are matched by whole words ("oak" in "stripped_oak_log"), the first row of words that fits wins;
// dyed, oxidised and ore-bearing blocks are mixed from what they are made of. Nothing is as dark or as light
// as the grounds it is drawn on.
#include "codecs/recording/worlds/block_colour.h"

#include "codecs/recording/worlds/block_words.h"

#include <algorithm>
#include <string>

namespace ghostline::recording {

namespace {

constexpr float Brightest = 0.90F;
constexpr float Darkest = 0.21F; // of the strongest channel

glm::vec3 fromRgb(std::uint32_t rgb)
{
    const auto channel = [rgb](unsigned shift) { return static_cast<float>(rgb >> shift & 0xFFU) / 255.0F; };
    return {channel(16), channel(8), channel(0)};
}

glm::vec3 kept(glm::vec3 c)
{
    c = glm::min(c, glm::vec3(Brightest));
    const float strongest = std::max({c.r, c.g, c.b});
    return strongest < Darkest ? c + glm::vec3(Darkest - strongest) : c;
}

/// Whether `words` stand in `name` as whole words.
bool holds(std::string_view name, std::string_view words)
{
    for (std::size_t at = name.find(words); at != std::string_view::npos; at = name.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_'))
            return true;
    }
    return false;
}

template<typename T>
const typename T::value_type* rowFor(const T& table, std::string_view name)
{
    const auto row =
        std::find_if(table.begin(), table.end(), [name](const auto& r) { return holds(name, r.words); });
    return row != table.end() ? &*row : nullptr;
}

bool isThin(std::string_view name)
{
    return std::any_of(Thin.begin(), Thin.end(), [name](std::string_view word) {
        return name == word || (name.size() > word.size() && name.ends_with(word) &&
                                name[name.size() - word.size() - 1] == '_');
    });
}

/// "light_blue_stained_glass": a dye, then something that is dyed.
bool dyedLook(std::string_view name, BlockColour& look)
{
    for (const WordColour& dye : Dyes) {
        if (!name.starts_with(dye.words) || name.size() <= dye.words.size() + 1 ||
            name[dye.words.size()] != '_')
            continue;
        const std::string_view rest = name.substr(dye.words.size() + 1);
        const auto* thing = std::find_if(DyedThings.begin(), DyedThings.end(),
                                         [rest](const Dyed& d) { return d.words == rest; });
        if (thing == DyedThings.end())
            return false;
        look.top = glm::mix(fromRgb(dye.rgb), fromRgb(thing->rgb), thing->share);
        look.translucent = thing->translucent;
        return true;
    }
    return false;
}

bool oreLook(std::string_view name, BlockColour& look)
{
    const WordColour* gem = name.ends_with("_ore") ? rowFor(Gems, name) : nullptr;
    if (gem == nullptr)
        return false;
    const std::uint32_t host = holds(name, "deepslate") ? Deepslate
                               : holds(name, "nether")  ? Netherrack
                                                        : Stone;
    look.top = glm::mix(fromRgb(host), fromRgb(gem->rgb), 0.5F);
    return true;
}

bool copperLook(std::string_view name, BlockColour& look)
{
    if (!holds(name, "copper") && !holds(name, "lightning_rod"))
        return false;
    if (holds(name, "raw_copper_block"))
        return false;
    const WordColour* stage = rowFor(Copper, name);
    look.top = fromRgb(stage != nullptr ? stage->rgb : FreshCopper);
    return true;
}

bool isMisleading(std::string_view name)
{
    constexpr std::string_view Plant = "bamboo"; // green, other than what is made of it
    return name == Plant || (!name.starts_with("stripped_") &&
                             std::any_of(Misleading.begin(), Misleading.end(),
                                         [name](std::string_view words) { return holds(name, words); }));
}

/// What hangs on a wall is what stands on the ground: "soul_wall_torch" -> "soul_torch".
std::string withoutWall(std::string_view name)
{
    constexpr std::string_view Wall = "wall_";
    std::string text(name);
    const std::size_t at = text.find(Wall);
    if (at != std::string::npos && (at == 0 || text[at - 1] == '_'))
        text.erase(at, Wall.size());
    return text;
}

/// A quiet colour of its own; stairs and slabs of one thing share it.
glm::vec3 colourOfName(std::string_view name)
{
    for (const std::string_view shape : Shapes) {
        if (name.size() > shape.size() && name.ends_with(shape)) {
            name.remove_suffix(shape.size());
            break;
        }
    }
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    hash ^= hash >> 15;
    const float hue = static_cast<float>(hash % 360U) / 60.0F;
    const float value = 0.52F + 0.16F * static_cast<float>(hash / 360U % 16U) / 15.0F;
    constexpr float Saturation = 0.30F;
    const auto channel = [hue, value](float turn) {
        const float k = glm::mod(turn + hue, 6.0F);
        return value * (1.0F - Saturation * glm::clamp(glm::min(k, 4.0F - k), 0.0F, 1.0F));
    };
    return {channel(5.0F), channel(3.0F), channel(1.0F)};
}

} // namespace

BlockColour blockColour(const BlockState& state, const BlockRow* row)
{
    BlockColour look;
    const std::string name = withoutWall(state.name);
    if (row != nullptr && isMisleading(name))
        look.top = fromRgb(row->colour);
    else if (!dyedLook(name, look) && !oreLook(name, look) && !copperLook(name, look)) {
        const WordColour* words = rowFor(ColourTable, name);
        look.top = words != nullptr ? fromRgb(words->rgb)
                   : row != nullptr ? fromRgb(row->colour)
                                    : colourOfName(state.name);
        look.translucent = words != nullptr && words->translucent;
    }
    look.translucent = row != nullptr ? row->translucent : look.translucent || isThin(name);
    if (row != nullptr && row->side >= 0)
        look.side = kept(fromRgb(static_cast<std::uint32_t>(row->side)));
    // A trunk that lies shows its bark from above, too.
    const std::string_view axis = state.value("axis");
    if (look.side && (axis == "x" || axis == "z"))
        look.top = *look.side;
    if (state.is("snowy"))
        look.top = fromRgb(Snow);
    look.top = kept(look.top);
    return look;
}

} // namespace ghostline::recording
