// SPDX-License-Identifier: GPL-3.0-or-later
// Where the figures come from: codecs/sc2/data/SOURCES.md.
#include "codecs/sc2/map/texture_colours.h"

#include <algorithm>
#include <string_view>

namespace ghostline::sc2 {

namespace {

struct TextureEntry
{
    std::string_view name;
    glm::u8vec3 colour;
};

/// Sorted by name.
constexpr TextureEntry MeasuredColours[] = {
    {"AgriaConcrete", {89, 86, 81}},
    {"AgriaCrops", {80, 83, 43}},
    {"AgriaDirt", {104, 75, 54}},
    {"AgriaDirtRough", {65, 43, 21}},
    {"AgriaFoliage", {44, 68, 24}},
    {"AgriaGrassGreen", {70, 102, 34}},
    {"AgriaGrassYellow", {133, 132, 64}},
    {"AgriaRock", {121, 124, 102}},
    {"Aiur4City7", {104, 102, 90}},
    {"Aiur4Temple1", {31, 64, 13}},
    {"AiurTemple3", {80, 79, 63}},
    {"AiurTemple4", {65, 70, 45}},
    {"AiurTempleJungle1", {31, 64, 13}},
    {"AiurTempleJungle2", {77, 77, 57}},
    {"AiurTempleJungle3", {77, 72, 56}},
    {"AiurTempleJungle4", {62, 70, 46}},
    {"AiurTempleJungle5", {82, 93, 67}},
    {"AiurTempleJungle6", {48, 55, 37}},
    {"BelShirBrushEx2", {50, 75, 31}},
    {"BelShirGrassDark", {17, 48, 19}},
    {"BraxisAlphaMesh", {27, 27, 28}},
    {"BraxisAlphaMeshEx2", {43, 39, 37}},
    {"BraxisAlphaMetalDetailEx2", {49, 48, 50}},
    {"BraxisAlphaMetalEx2", {57, 50, 50}},
    {"BraxisAlphaPlates", {77, 78, 85}},
    {"BraxisAlphaPlatesEx2", {73, 68, 63}},
    {"BraxisAlphaRockEx2", {77, 50, 37}},
    {"BraxisAlphaRust", {92, 43, 19}},
    {"BraxisAlphaRustEx2", {73, 41, 26}},
    {"BraxisAlphaWreckedPlatesEx2", {56, 50, 53}},
    {"Char2_1", {49, 45, 45}},
    {"CharDirtEx2", {44, 27, 24}},
    {"CompoundMansion_3", {95, 95, 94}},
    {"CompoundMansion_8", {155, 151, 143}},
    {"CompoundSewer_6", {62, 55, 38}},
    {"Cybros2", {173, 172, 170}},
    {"Cybros6", {25, 25, 25}},
    {"DesertWorld1", {112, 110, 104}},
    {"DesertWorld2", {106, 105, 98}},
    {"DesertWorld3", {76, 74, 66}},
    {"DesertWorld4", {69, 68, 62}},
    {"DesertWorld5", {92, 76, 60}},
    {"DesertWorld6", {159, 134, 102}},
    {"DesertWorld7", {191, 162, 121}},
    {"DesertWorld8", {200, 176, 143}},
    {"Elsecaro1", {237, 237, 237}},
    {"Elsecaro3", {98, 124, 73}},
    {"Elsecaro4", {144, 136, 122}},
    {"Elsecaro5", {158, 154, 147}},
    {"Elsecaro6", {121, 113, 103}},
    {"ElsecaroCity2", {55, 58, 33}},
    {"ElsecaroCity3", {120, 140, 98}},
    {"Endion1", {43, 50, 28}},
    {"Endion3", {57, 48, 43}},
    {"Endion4", {53, 63, 35}},
    {"Endion7", {60, 68, 44}},
    {"Forest1", {99, 79, 62}},
    {"Forest12", {66, 68, 36}},
    {"Forest13", {90, 76, 62}},
    {"Forest14", {75, 61, 49}},
    {"Forest15", {134, 108, 83}},
    {"Forest152", {80, 66, 53}},
    {"HavenDirt", {63, 61, 41}},
    {"HavenGrass", {2, 59, 29}},
    {"HavenGrassLight", {70, 125, 53}},
    {"HavenGrassRocky", {52, 63, 45}},
    {"HavenRockRough", {75, 74, 71}},
    {"HavenRockSmooth", {91, 99, 87}},
    {"HybridLabInner6", {14, 16, 20}},
    {"HybridLabXelNaga8", {39, 49, 60}},
    {"IceWorld4", {145, 163, 160}},
    {"IceWorld7", {86, 103, 119}},
    {"IceWorldEx2_8", {81, 92, 100}},
    {"JarbanMinor_Jungle1", {33, 30, 14}},
    {"JarbanMinor_Jungle2", {49, 43, 25}},
    {"JarbanMinor_Jungle5", {44, 42, 39}},
    {"JarbanMinor_Jungle6", {48, 48, 48}},
    {"JarbanMinor_Jungle7", {41, 41, 35}},
    {"Korhal8", {66, 73, 48}},
    {"KorhalCityEx2_3", {29, 29, 30}},
    {"KorhalCityEx2_7", {80, 88, 22}},
    {"KorhalOutskirts1", {91, 85, 80}},
    {"KorhalOutskirts8", {92, 85, 80}},
    {"KorhalPlatformEx2_1", {34, 34, 35}},
    {"KorhalPlatformEx2_3", {28, 26, 25}},
    {"KorhalPlatformEx2_4", {58, 59, 63}},
    {"KorhalPlatformEx2_5", {34, 17, 8}},
    {"KorhalPlatformEx2_6", {24, 24, 24}},
    {"KorhalPlatformEx2_7", {24, 24, 26}},
    {"KorhalPlatformEx2_8", {18, 20, 17}},
    {"MeinhoffConcrete", {64, 70, 76}},
    {"MeinhoffCraters", {65, 67, 74}},
    {"MeinhoffGrating", {75, 80, 88}},
    {"MeinhoffPanels", {75, 76, 78}},
    {"MeinhoffRock", {59, 57, 68}},
    {"MeinhoffRoughSand", {91, 94, 97}},
    {"MeinhoffSandDunes", {170, 174, 160}},
    {"MeinhoffWhiteSand", {171, 176, 181}},
    {"NewFolsomConcrete", {60, 59, 65}},
    {"NewFolsomDirt", {55, 49, 54}},
    {"NewFolsomDirtCracked", {49, 35, 41}},
    {"NewFolsomGrating", {71, 45, 45}},
    {"NewFolsomMesh", {31, 21, 21}},
    {"NewFolsomRock", {46, 27, 33}},
    {"NewFolsomSand", {61, 45, 48}},
    {"NewFolsomTiles", {54, 47, 49}},
    {"RedstoneDirt", {76, 57, 65}},
    {"RedstoneMud", {117, 87, 97}},
    {"RedstonePanels", {73, 55, 57}},
    {"RedstoneRockyDirt", {60, 41, 48}},
    {"ShakurasCity3", {20, 23, 32}},
    {"ShakurasCity4", {7, 13, 36}},
    {"ShakurasCity7", {52, 58, 69}},
    {"ShakurasCity8", {43, 40, 60}},
    {"ShakurasSandDark", {73, 128, 143}},
    {"ShakurasTemple1", {43, 70, 132}},
    {"ShakurasTemple2", {58, 87, 147}},
    {"ShakurasTemple4", {25, 29, 49}},
    {"Slayn5", {42, 45, 50}},
    {"Slayn8", {34, 36, 40}},
    {"Starship4", {44, 49, 56}},
    {"Starship5", {100, 81, 55}},
    {"Starship6", {54, 51, 45}},
    {"Starship7", {89, 76, 64}},
    {"TarsonisRubble", {135, 139, 120}},
    {"Typhon1", {46, 57, 42}},
    {"TyradorBigBricks", {72, 73, 64}},
    {"TyradorRubble", {100, 98, 94}},
    {"UlaanRoughRock", {19, 46, 38}},
    {"UlnarOuter7", {49, 54, 60}},
    {"XilRockDark", {49, 72, 65}},
    {"XilSand", {202, 197, 192}},
    {"ZhakulDasGrass", {25, 94, 43}},
    {"ZhakulDasTiles", {25, 32, 40}},
};
static_assert(std::ranges::is_sorted(MeasuredColours, {}, &TextureEntry::name));

/// Parts of names, what the ground is made of before the places where it lies: the first that is found
/// counts.
constexpr TextureEntry WordColours[] = {
    {"grass", {74, 98, 48}},       {"jungle", {62, 88, 46}},     {"foliage", {66, 92, 44}},
    {"brush", {70, 86, 46}},       {"moss", {72, 90, 50}},       {"crops", {118, 116, 56}},
    {"weeds", {80, 92, 50}},       {"ice", {172, 192, 206}},     {"snow", {214, 222, 230}},
    {"lava", {150, 58, 22}},       {"mud", {84, 66, 46}},        {"dune", {178, 150, 104}},
    {"sand", {168, 142, 100}},     {"dirt", {112, 88, 62}},      {"crack", {104, 84, 62}},
    {"rough", {92, 80, 68}},       {"rock", {100, 92, 84}},      {"crater", {96, 84, 74}},
    {"rust", {122, 82, 56}},       {"brick", {112, 104, 96}},    {"tile", {124, 124, 126}},
    {"concrete", {128, 126, 122}}, {"panel", {108, 112, 118}},   {"plate", {104, 108, 114}},
    {"metal", {98, 104, 110}},     {"grat", {78, 84, 90}},       {"mesh", {84, 90, 96}},
    {"rubble", {100, 94, 88}},     {"city", {104, 106, 112}},    {"platform", {96, 104, 116}},
    {"temple", {120, 108, 84}},    {"desert", {170, 134, 92}},   {"char", {74, 52, 46}},
    {"korhal", {112, 112, 114}},   {"braxis", {118, 132, 146}},  {"aiur", {96, 104, 66}},
    {"shakuras", {66, 70, 112}},   {"ulaan", {112, 116, 126}},   {"zhakul", {96, 108, 122}},
    {"redstone", {134, 74, 48}},   {"agria", {98, 100, 58}},     {"tarsonis", {98, 92, 86}},
    {"haven", {84, 98, 70}},       {"typhon", {90, 86, 96}},     {"ulnar", {86, 82, 74}},
    {"slayn", {84, 78, 66}},       {"elsecaro", {108, 90, 74}},  {"belshir", {78, 102, 64}},
    {"xil", {150, 122, 86}},       {"meinhoff", {142, 122, 92}},
};

glm::u8vec3 lightened(const glm::u8vec3& colour, double factor)
{
    const auto part = [factor](std::uint8_t value) {
        return static_cast<std::uint8_t>(std::min(value * factor, 255.0));
    };
    return {part(colour.x), part(colour.y), part(colour.z)};
}

} // namespace

glm::u8vec3 textureColour(const QString& name, std::size_t number)
{
    const std::string exact = name.toStdString();
    const auto measured =
        std::ranges::lower_bound(MeasuredColours, std::string_view(exact), {}, &TextureEntry::name);
    if (measured != std::end(MeasuredColours) && measured->name == exact)
        return measured->colour;
    const std::string lower = name.toLower().toStdString();
    for (const TextureEntry& word : WordColours) {
        // Two kinds of grass should not look the same.
        if (lower.find(word.name) != std::string::npos)
            return lightened(word.colour, 0.88 + 0.06 * static_cast<double>(number % 5));
    }
    return glm::u8vec3(static_cast<std::uint8_t>(96 + 12 * (number % 8)));
}

} // namespace ghostline::sc2
