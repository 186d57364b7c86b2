// SPDX-License-Identifier: GPL-3.0-or-later
// Build tool: blocks.txt in, C++ with two constexpr arrays out. Says the line and fails when the text is
// wrong.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Box = std::array<int, 6>; // low corner, high corner

struct Block
{
    std::string name;
    std::string colour;
    std::string side;
    std::string shape; ///< as BlockShape spells it
    bool translucent = false;
    bool hides = false;
    int light = 0;
    std::vector<Box> boxes;
};

constexpr int Sixteenths = 16;
constexpr int MostLight = 15;
constexpr std::size_t MostBoxes = 6;

const std::map<std::string_view, std::string_view>& shapeNames()
{
    static const std::map<std::string_view, std::string_view> names{
        {"cube", "Cube"},         {"nothing", "Nothing"}, {"liquid", "Liquid"},
        {"cross", "Cross"},       {"box", "Box"},         {"plate", "Plate"},
        {"turned", "Turned"},     {"upright", "Upright"}, {"axis", "Axis"},
        {"attached", "Attached"}, {"piston", "Piston"},   {"slab", "Slab"},
        {"stairs", "Stairs"},     {"snow", "Snow"},       {"fence", "Fence"},
        {"wall", "Wall"},         {"pane", "Pane"},       {"fence_gate", "FenceGate"},
        {"trapdoor", "Trapdoor"}, {"door", "Door"},       {"bed", "Bed"},
        {"chest", "Chest"},       {"candles", "Candles"}, {"pickles", "Pickles"},
        {"eggs", "Eggs"},         {"lantern", "Lantern"}, {"spike", "Spike"},
        {"arms", "Arms"},         {"rail", "Rail"},       {"wire", "Wire"},
        {"faces", "Faces"},       {"moss", "Moss"}};
    return names;
}

/// Shapes whose boxes the table gives; those of the others follow from the state alone.
bool takesBoxes(std::string_view shape)
{
    constexpr std::array<std::string_view, 9> Given{"Box",      "Plate",  "Turned", "Upright", "Axis",
                                                    "Attached", "Piston", "Chest",  "Lantern"};
    return std::find(Given.begin(), Given.end(), shape) != Given.end();
}

bool isColour(std::string_view text)
{
    return text.size() == 6 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool readNumber(std::string_view text, int most, int& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= most;
}

/// "0,0,13,16,16,16"
bool readBox(const std::string& text, Box& box)
{
    std::istringstream numbers(text);
    std::size_t count = 0;
    for (std::string number; std::getline(numbers, number, ',');) {
        if (count == box.size() || !readNumber(number, Sixteenths, box[count++]))
            return false;
    }
    return count == box.size() && box[0] < box[3] && box[1] < box[4] && box[2] < box[5];
}

bool readBoxes(const std::string& text, std::vector<Box>& boxes)
{
    if (text == "-")
        return true;
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ';');) {
        if (!readBox(entry, boxes.emplace_back()))
            return false;
    }
    return !boxes.empty() && boxes.size() <= MostBoxes;
}

bool readBlock(const std::string& line, Block& block)
{
    std::istringstream words(line);
    std::string transparency;
    std::string shape;
    std::string boxes;
    std::string hides;
    std::string light;
    std::string more;
    if (!(words >> block.name >> block.colour >> block.side >> transparency >> shape >> boxes >> hides >>
          light) ||
        words >> more)
        return false;
    constexpr std::array<std::string_view, 4> Transparencies{"opaque", "cutout", "translucent", "none"};
    const auto known = shapeNames().find(shape);
    if (known == shapeNames().end() ||
        std::find(Transparencies.begin(), Transparencies.end(), transparency) == Transparencies.end() ||
        (hides != "0" && hides != "1") || !isColour(block.colour) ||
        (block.side != "-" && !isColour(block.side)))
        return false;
    block.shape = known->second;
    block.translucent = transparency == "translucent";
    block.hides = hides == "1";
    return (!block.hides || (block.shape == "Cube" || block.shape == "Piston")) &&
           readNumber(light, MostLight, block.light) && readBoxes(boxes, block.boxes) &&
           block.boxes.empty() != takesBoxes(block.shape);
}

bool readBlocks(std::istream& in, std::vector<Block>& blocks)
{
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line.front() == '#')
            continue;
        Block block;
        if (!readBlock(line, block)) {
            std::cerr << "line " << number << ": cannot be understood: " << line << '\n';
            return false;
        }
        blocks.push_back(std::move(block));
    }
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(blocks.begin(), blocks.end(),
                                          [](const Block& a, const Block& b) { return a.name == b.name; });
    if (twice != blocks.end())
        std::cerr << "named twice: " << twice->name << '\n';
    return twice == blocks.end() && !blocks.empty();
}

/// The same boxes are written down once.
class BoxList
{
public:
    /// Where they begin in the list.
    std::size_t add(const std::vector<Box>& boxes)
    {
        const auto at = std::search(m_all.begin(), m_all.end(), boxes.begin(), boxes.end());
        const auto first = static_cast<std::size_t>(at - m_all.begin());
        if (at == m_all.end())
            m_all.insert(m_all.end(), boxes.begin(), boxes.end());
        return first;
    }
    const std::vector<Box>& all() const { return m_all; }

private:
    std::vector<Box> m_all;
};

void write(std::ostream& out, const std::vector<Block>& blocks)
{
    const auto truth = [](bool value) { return value ? "true" : "false"; };
    BoxList boxes;
    std::ostringstream rows;
    for (const Block& block : blocks) {
        rows << "    {\"" << block.name << "\", 0x" << block.colour << ", "
             << (block.side == "-" ? "-1" : "0x" + block.side) << ", BlockShape::" << block.shape << ", "
             << truth(block.translucent) << ", " << truth(block.hides) << ", " << block.light << ", ";
        if (block.boxes.empty())
            rows << "{}},\n";
        else
            rows << "std::span(KnownBoxes).subspan(" << boxes.add(block.boxes) << ", " << block.boxes.size()
                 << ")},\n";
    }
    out << "// Made from blocks.txt by compile_blocks.\n"
           "#include \"codecs/recording/worlds/block_rows.h\"\n\n"
           "namespace ghostline::recording {\n\n"
           "namespace {\n\n"
           "constexpr model::GridBox KnownBoxes[] = {\n";
    for (const Box& b : boxes.all())
        out << "    {{" << b[0] << ", " << b[1] << ", " << b[2] << "}, {" << b[3] << ", " << b[4] << ", "
            << b[5] << "}},\n";
    out << "};\n\nconstexpr BlockRow KnownBlocks[] = {\n"
        << rows.str()
        << "};\n\n} // namespace\n\n"
           "std::span<const BlockRow> blockRows() { return KnownBlocks; }\n\n"
           "} // namespace ghostline::recording\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: compile_blocks blocks.txt OUTPUT.cpp\n";
        return EXIT_FAILURE;
    }
    std::ifstream in(argv[1]);
    if (!in) {
        std::cerr << "cannot be read: " << argv[1] << '\n';
        return EXIT_FAILURE;
    }
    std::vector<Block> blocks;
    if (!readBlocks(in, blocks))
        return EXIT_FAILURE;
    std::ofstream out(argv[2], std::ios::trunc);
    write(out, blocks);
    out.flush();
    if (!out) {
        std::cerr << "cannot be written: " << argv[2] << '\n';
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
