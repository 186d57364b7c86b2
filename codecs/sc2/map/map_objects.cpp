// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_objects.h"

#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_xml.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

constexpr int ObjectDepth = 2; ///< below the root

bool onMap(const std::vector<double>& position)
{
    return position.size() >= 2 &&
           std::ranges::all_of(position, [](double value) { return std::abs(value) <= MaxMapPlace; });
}

/// The kind of the element that the reader stands at; nothing for what is not kept.
std::optional<MapObject::Kind> kindOf(const MapXmlReader& xml)
{
    if (xml.isElement(QLatin1String("ObjectUnit")))
        return MapObject::Kind::Unit;
    if (xml.isElement(QLatin1String("ObjectDoodad")))
        return MapObject::Kind::Doodad;
    if (!xml.isElement(QLatin1String("ObjectPoint")))
        return std::nullopt;
    const QString type = xml.text(QLatin1String("Type"));
    if (type == QLatin1String("StartLoc"))
        return MapObject::Kind::StartLocation;
    if (type == QLatin1String("NoFlyZone"))
        return MapObject::Kind::NoFly;
    if (type == QLatin1String("BlockPathing"))
        return MapObject::Kind::NoPath;
    return std::nullopt;
}

glm::vec3 scaleIn(const QString& text)
{
    constexpr double MostScale = 100.0;
    glm::vec3 scale{1.0F};
    const auto parts = numbersIn(text, 3);
    if (!parts)
        return scale;
    for (int i = 0; i < 3; ++i) {
        const auto at = std::min(static_cast<std::size_t>(i), parts->size() - 1); // one stands for all
        const double part = (*parts)[at];
        if (part > 0.0 && part <= MostScale)
            scale[i] = static_cast<float>(part);
    }
    return scale;
}

/// Of a point round which the way is barred: the hard radius, else the soft one.
double barredRadius(const MapXmlReader& xml)
{
    constexpr double MostRadius = 256.0; // cells
    for (const char* name : {"PathingRadiusHard", "PathingRadiusSoft"}) {
        const double radius = xml.decimal(QLatin1String(name)).value_or(0.0);
        if (radius > 0.0 && radius <= MostRadius)
            return radius;
    }
    return 0.0;
}

/// Nothing when it has no place.
std::optional<MapObject> readObject(const MapXmlReader& xml, MapObject::Kind kind, PlacedObjects& out)
{
    const QString place = xml.text(QLatin1String("Position"));
    if (place.isEmpty())
        return std::nullopt;
    const auto position = numbersIn(place, 3);
    if (!position || !onMap(*position)) {
        ++out.misplaced;
        return std::nullopt;
    }
    MapObject object;
    object.kind = kind;
    object.type = xml.text(kind == MapObject::Kind::Unit ? QLatin1String("UnitType") : QLatin1String("Type"));
    object.position = {(*position)[0], (*position)[1], position->size() > 2 ? (*position)[2] : 0.0};
    object.rotation = xml.decimal(QLatin1String("Rotation")).value_or(0.0);
    object.scale = scaleIn(xml.text(QLatin1String("Scale")));
    if (kind == MapObject::Kind::NoFly || kind == MapObject::Kind::NoPath)
        object.radius = barredRadius(xml);
    return object;
}

} // namespace

model::Result<PlacedObjects> parseObjects(std::span<const std::byte> bytes, const std::stop_token& stop)
{
    PlacedObjects out;
    bool open = false; // the last object of the list is the one whose flags are read
    MapXmlReader xml(bytes, stop);
    while (xml.next()) {
        if (xml.depth() == ObjectDepth) {
            const auto kind = kindOf(xml);
            auto object = kind ? readObject(xml, *kind, out) : std::nullopt;
            open = object.has_value();
            if (object)
                out.objects.push_back(std::move(*object));
        } else if (open && xml.isElement(QLatin1String("Flag")) &&
                   xml.text(QLatin1String("Index")) == QLatin1String("HeightAbsolute")) {
            out.objects.back().heightAbsolute = xml.number(QLatin1String("Value")).value_or(0) != 0;
        }
    }
    if (auto status = xml.status(); !status)
        return tl::unexpected(status.error());
    return out;
}

} // namespace ghostline::sc2
