// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/scene_props.h"

#include "codecs/rts/props.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/scene_ground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace ghostline::sc2 {

namespace {

using rts::PropShape;

/// A thing of scale 1.
struct PropLook
{
    PropShape shape = PropShape::Box;
    glm::vec3 size{1.0F}; ///< metres: width, height, depth
    glm::vec3 colour{0.5F};
    float ground = 0.3F; ///< share of the ground's colour in it
};

constexpr PropLook TreeLook{PropShape::Tree, {2.2F, 3.4F, 2.2F}, {0.27F, 0.42F, 0.20F}, 0.25F};
constexpr PropLook PlantLook{PropShape::Plant, {1.0F, 0.7F, 1.0F}, {0.33F, 0.47F, 0.24F}, 0.35F};
constexpr PropLook RockLook{PropShape::Rock, {1.8F, 1.1F, 1.6F}, {0.45F, 0.42F, 0.39F}, 0.5F};
constexpr PropLook CrystalLook{PropShape::Crystal, {1.4F, 1.8F, 1.4F}, {0.45F, 0.62F, 0.78F}, 0.1F};
constexpr PropLook DebrisLook{PropShape::Box, {1.5F, 0.4F, 1.1F}, {0.42F, 0.40F, 0.38F}, 0.4F};
constexpr PropLook BuildingLook{PropShape::Box, {1.6F, 1.3F, 1.6F}, {0.45F, 0.46F, 0.48F}, 0.25F};
constexpr PropLook PillarLook{PropShape::Cylinder, {0.9F, 2.4F, 0.9F}, {0.47F, 0.46F, 0.44F}, 0.25F};
constexpr PropLook WallLook{PropShape::Box, {2.2F, 0.9F, 0.4F}, {0.43F, 0.42F, 0.41F}, 0.3F};

struct PropWord
{
    std::string_view begins; ///< a word of the type's name, in small letters
    PropLook look;
};

constexpr std::array PropWords{
    PropWord{"tree", TreeLook},          PropWord{"palm", TreeLook},
    PropWord{"pine", TreeLook},          PropWord{"bamboo", TreeLook},
    PropWord{"trunk", PillarLook},       PropWord{"plant", PlantLook},
    PropWord{"bush", PlantLook},         PropWord{"shrub", PlantLook},
    PropWord{"fern", PlantLook},         PropWord{"grass", PlantLook},
    PropWord{"flower", PlantLook},       PropWord{"foliage", PlantLook},
    PropWord{"vine", PlantLook},         PropWord{"weed", PlantLook},
    PropWord{"cactus", PlantLook},       PropWord{"root", PlantLook},
    PropWord{"mushroom", PlantLook},     PropWord{"coral", PlantLook},
    PropWord{"reed", PlantLook},         PropWord{"rock", RockLook},
    PropWord{"boulder", RockLook},       PropWord{"stone", RockLook},
    PropWord{"asteroid", RockLook},      PropWord{"stalagmite", RockLook},
    PropWord{"iceberg", RockLook},       PropWord{"outcrop", RockLook},
    PropWord{"crystal", CrystalLook},    PropWord{"shard", CrystalLook},
    PropWord{"debris", DebrisLook},      PropWord{"rubble", DebrisLook},
    PropWord{"wreck", DebrisLook},       PropWord{"scrap", DebrisLook},
    PropWord{"bone", DebrisLook},        PropWord{"skeleton", DebrisLook},
    PropWord{"crate", DebrisLook},       PropWord{"barrel", DebrisLook},
    PropWord{"building", BuildingLook},  PropWord{"structure", BuildingLook},
    PropWord{"house", BuildingLook},     PropWord{"hut", BuildingLook},
    PropWord{"bunker", BuildingLook},    PropWord{"container", BuildingLook},
    PropWord{"generator", BuildingLook}, PropWord{"vent", BuildingLook},
    PropWord{"temple", BuildingLook},    PropWord{"ruin", BuildingLook},
    PropWord{"pillar", PillarLook},      PropWord{"column", PillarLook},
    PropWord{"statue", PillarLook},      PropWord{"obelisk", PillarLook},
    PropWord{"tower", PillarLook},       PropWord{"antenna", PillarLook},
    PropWord{"tank", PillarLook},        PropWord{"silo", PillarLook},
    PropWord{"wall", WallLook},          PropWord{"fence", WallLook},
    PropWord{"railing", WallLook},       PropWord{"barrier", WallLook},
    PropWord{"pipe", WallLook},
};

/// What has no body, or none that anybody would miss.
constexpr std::array<std::string_view, 23> NoBody{
    "light",  "glow", "logo",      "decal", "splat",    "fog",     "mist",   "smoke",
    "steam",  "fire", "particle",  "rain",  "snowfall", "blocker", "sound",  "emitter",
    "rocket", "bird", "footprint", "beam",  "shadow",   "water",   "critter"};

struct PropScale
{
    std::string_view word;
    float factor;
};
constexpr std::array<PropScale, 8> SizeWords{{{"huge", 2.2F},
                                              {"giant", 2.2F},
                                              {"large", 1.5F},
                                              {"big", 1.5F},
                                              {"tall", 1.4F},
                                              {"small", 0.6F},
                                              {"tiny", 0.4F},
                                              {"mini", 0.5F}}};

/// "AiurTree_Tall02" -> aiur, tree, tall.
std::vector<std::string> typeWords(const QString& type)
{
    std::vector<std::string> words;
    bool open = false, small = false;
    for (const QChar c : type.left(MaxTypeLetters)) {
        const char letter = c.toLatin1();
        const bool upper = letter >= 'A' && letter <= 'Z';
        if (!upper && (letter < 'a' || letter > 'z')) {
            open = false;
            continue;
        }
        if (!open || (upper && small))
            words.emplace_back();
        words.back() += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        open = true;
        small = !upper;
    }
    return words;
}

/// The last word that means something is what it is: a "RockPlant" is a plant.
std::optional<PropLook> doodadLook(const QString& type)
{
    std::optional<PropLook> look;
    float factor = 1.0F;
    for (const std::string& word : typeWords(type)) {
        const auto begins = [&word](std::string_view known) { return word.starts_with(known); };
        if (std::any_of(NoBody.begin(), NoBody.end(), begins))
            return {};
        for (const PropWord& known : PropWords) {
            if (begins(known.begins))
                look = known.look;
        }
        for (const PropScale& known : SizeWords) {
            if (word == known.word)
                factor = known.factor;
        }
    }
    if (look)
        look->size *= factor;
    return look;
}

/// "DestructibleRock6x6WeaK" -> 6 by 6.
glm::vec2 footprintIn(const QString& type, float otherwise)
{
    for (qsizetype i = 1; i + 1 < type.size(); ++i) {
        const int across = type[i - 1].digitValue(), deep = type[i + 1].digitValue();
        if (type[i] == u'x' && across > 0 && deep > 0)
            return {across, deep};
    }
    return glm::vec2(otherwise);
}

std::optional<PropLook> unitLook(const QString& type)
{
    const auto has = [&type](const char* part) { return type.contains(QLatin1String(part)); };
    const bool rich = has("Rich") || has("Gold");
    if (has("MineralField"))
        return PropLook{PropShape::Crystal,
                        {1.9F, 1.1F, 1.3F},
                        rich ? glm::vec3(0.83F, 0.68F, 0.25F) : glm::vec3(0.34F, 0.58F, 0.83F),
                        0.0F};
    if (has("Geyser"))
        return PropLook{PropShape::Cylinder, {2.8F, 0.5F, 2.8F}, {0.30F, 0.52F, 0.40F}, 0.2F};
    if (has("XelNagaTower"))
        return PropLook{PropShape::Cylinder, {1.6F, 2.4F, 1.6F}, {0.62F, 0.60F, 0.52F}, 0.0F};
    const bool low = has("Unbuildable") || has("Plate");
    if (!low && !has("Destructible") && !has("Debris"))
        return {};
    const glm::vec2 foot = footprintIn(type, low ? 2.0F : 4.0F);
    return PropLook{has("Plate") || has("Debris") ? PropShape::Box : PropShape::Rock,
                    {foot.x, low ? 0.15F : 1.2F, foot.y},
                    {0.50F, 0.43F, 0.36F},
                    0.2F};
}

struct PlacedProp
{
    rts::Prop prop;
    double beyond = 0.0; ///< cells away from what is played on
};

std::optional<PlacedProp> placedProp(const MapData& map, const MapObject& object,
                                     std::span<const glm::u8vec3> ground)
{
    constexpr float Tiny = 0.35F; // metres, of the longest side
    constexpr float Largest = 16.0F;
    constexpr double Floating = 12.0; // metres off the ground
    constexpr double FarOut = 48.0;   // cells
    const bool unit = object.kind == MapObject::Kind::Unit;
    const auto look = unit ? unitLook(object.type) : doodadLook(object.type);
    const glm::dvec3& at = object.position;
    if (!look || !std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z))
        return {};
    // Objects have their scale as width, depth, height.
    const glm::vec3 size =
        look->size * (unit ? glm::vec3(1.0F) : glm::vec3(object.scale.x, object.scale.z, object.scale.y));
    const float longest = std::max({size.x, size.y, size.z});
    const double beyond = beyondPlayed(map, {at.x, at.y});
    const double height = map.heightAt(at.x, at.y);
    const double stands = object.heightAbsolute ? at.z : height + at.z;
    if (!(longest >= Tiny) || beyond > FarOut || std::abs(stands - height) > Floating)
        return {};
    PlacedProp placed;
    placed.beyond = beyond;
    placed.prop = {look->shape, mapToWorld(at.x, at.y, stands), size * std::min(1.0F, Largest / longest),
                   object.rotation, look->colour};
    const bool onMap = at.x >= 0.0 && at.y >= 0.0 && at.x <= map.width && at.y <= map.height;
    if (!ground.empty() && onMap) {
        const auto corner =
            static_cast<std::size_t>(std::lround(at.y)) * (static_cast<std::size_t>(map.width) + 1) +
            static_cast<std::size_t>(std::lround(at.x));
        // The ground beyond is dark already.
        const glm::vec3 below = glm::vec3(ground[corner]) / 255.0F / (beyond > 0.0 ? BeyondLight : 1.0F);
        placed.prop.colour = glm::mix(placed.prop.colour, glm::min(below, 1.0F), look->ground);
    }
    if (beyond > 0.0)
        placed.prop.colour *= BeyondLight;
    return placed;
}

} // namespace

bool isReportedThing(const MapObject& object)
{
    return object.kind == MapObject::Kind::Unit && unitLook(object.type).has_value();
}

model::SceneMesh placedProps(const MapData& map, MapUnits units, std::span<const glm::u8vec3> ground)
{
    std::vector<PlacedProp> all;
    for (const MapObject& object : map.objects) {
        const bool body = object.kind == MapObject::Kind::Doodad ||
                          (object.kind == MapObject::Kind::Unit && units == MapUnits::Drawn);
        if (!body)
            continue;
        if (auto placed = placedProp(map, object, ground))
            all.push_back(*placed);
    }
    std::stable_sort(all.begin(), all.end(), [](const PlacedProp& a, const PlacedProp& b) {
        const auto bulk = [](const PlacedProp& p) { return p.prop.size.x * p.prop.size.y * p.prop.size.z; };
        return a.beyond != b.beyond ? a.beyond < b.beyond : bulk(a) > bulk(b);
    });
    rts::PropBuilder builder(mapToWorld(map.width / 2.0, map.height / 2.0, 0.0));
    std::size_t count = 0;
    for (const PlacedProp& placed : all) {
        if (count++ == MaxMapProps || builder.triangles() >= MaxPropTriangles)
            break;
        builder.add(placed.prop);
    }
    return builder.take();
}

} // namespace ghostline::sc2
