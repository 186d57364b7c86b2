// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_water.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_xml.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t WaterMagic = 0x52544157; // "WATR"
constexpr std::uint32_t WaterVersion = 110;
constexpr std::size_t WaterHeader = 32;
constexpr std::size_t WaterEntry = 56;
constexpr std::size_t WaterName = 40;
constexpr int MaxWaterParents = 8; ///< followed from one to the next

bool isPlace(double value) { return std::abs(value) <= MaxMapPlace; } // false for what is no number

/// Height and Color are attributes of the state, or elements in it with a value.
void takeWaterHeight(WaterLook& look, std::optional<double> height)
{
    if (height && isPlace(*height))
        look.height = height;
}

void takeWaterColour(WaterLook& look, const QString& text)
{
    const auto parts = numbersIn(text, 4);
    if (!parts || parts->size() < 3)
        return;
    const double most = *std::max_element(parts->begin(), parts->begin() + 3);
    const double unit = most > 1.0 ? 255.0 : 1.0; // both ways of writing occur
    const auto part = [&](std::size_t i) {
        return static_cast<float>(std::clamp((*parts)[i] / unit, 0.0, 1.0));
    };
    look.colour = glm::vec3(part(0), part(1), part(2));
}

} // namespace

model::Result<std::vector<MapWater>> parseWater(std::span<const std::byte> bytes)
{
    io::ByteCursor in(bytes);
    const auto magic = in.le<std::uint32_t>();
    const auto version = in.le<std::uint32_t>();
    const auto count = in.le<std::uint32_t>();
    in.skip(WaterHeader - 12);
    if (const auto status = in.status(QStringLiteral("t3Water")); !status)
        return tl::unexpected(status.error());
    if (magic != WaterMagic || version != WaterVersion)
        return io::damaged(QStringLiteral("it is no water of the one known version"), 0);
    if (count > MaxMapWaters || in.remaining() != count * WaterEntry)
        return io::damaged(
            QStringLiteral("it declares %1 rectangles in %2 bytes").arg(count).arg(in.remaining()), 8);
    std::vector<MapWater> waters;
    waters.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t at = in.offset();
        std::string_view name = in.text(WaterName);
        name = name.substr(0, name.find('\0'));
        MapWater water;
        water.type = model::textOf(name);
        for (double* value : {&water.low.x, &water.low.y, &water.high.x, &water.high.y}) {
            *value = static_cast<double>(in.le<float>());
            if (!isPlace(*value))
                return io::damaged(QStringLiteral("rectangle %1 lies at no place on a map").arg(i), at);
        }
        if (water.low.x > water.high.x)
            std::swap(water.low.x, water.high.x);
        if (water.low.y > water.high.y)
            std::swap(water.low.y, water.high.y);
        waters.push_back(std::move(water));
    }
    return waters;
}

model::Result<WaterLooks> parseWaterLooks(std::span<const std::byte> bytes, const std::stop_token& stop)
{
    WaterLooks looks;
    WaterLook* water = nullptr;
    bool first = false; // in its first state, the one at rest
    MapXmlReader xml(bytes, stop);
    while (xml.next()) {
        if (xml.isElement(QLatin1String("CWater"))) {
            water = &looks[xml.text(QLatin1String("id"))];
            water->parent = xml.text(QLatin1String("parent"));
            first = false;
        } else if (xml.depth() <= 2) {
            water = nullptr;
        } else if (water != nullptr && xml.isElement(QLatin1String("State"))) {
            first = xml.number(QLatin1String("index")).value_or(0) == 0;
            if (!first)
                continue;
            takeWaterHeight(*water, xml.decimal(QLatin1String("Height")));
            takeWaterColour(*water, xml.text(QLatin1String("Color")));
        } else if (water != nullptr && first && xml.isElement(QLatin1String("Height"))) {
            takeWaterHeight(*water, xml.decimal(QLatin1String("value")));
        } else if (water != nullptr && first && xml.isElement(QLatin1String("Color"))) {
            takeWaterColour(*water, xml.text(QLatin1String("value")));
        }
    }
    if (auto status = xml.status(); !status)
        return tl::unexpected(status.error());
    return looks;
}

void giveLooks(std::vector<MapWater>& waters, const WaterLooks& looks)
{
    for (MapWater& water : waters) {
        auto found = looks.find(water.type);
        for (int step = 0; step < MaxWaterParents && found != looks.end(); ++step) {
            if (!water.height)
                water.height = found->second.height;
            if (!water.colour)
                water.colour = found->second.colour;
            found = looks.find(found->second.parent);
        }
    }
}

} // namespace ghostline::sc2
