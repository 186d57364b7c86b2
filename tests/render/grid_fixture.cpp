// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/grid_fixture.h"

namespace ghostline::test {

std::uint16_t Cells::kind(const QString& name, std::uint32_t rgb, bool translucent)
{
    const auto c = [rgb](unsigned shift) { return static_cast<float>(rgb >> shift & 0xFFU) / 255.0F; };
    m_kinds->push_back({name, {c(16), c(8), c(0)}, translucent});
    return static_cast<std::uint16_t>(m_kinds->size() - 1);
}

std::uint16_t Cells::kind(model::GridKind kind)
{
    m_kinds->push_back(std::move(kind));
    return static_cast<std::uint16_t>(m_kinds->size() - 1);
}

void Cells::clear(const glm::ivec3& cell)
{
    auto& section = m_sections[key(model::gridSectionOf(cell))];
    section.erase(model::gridPlaceOf(cell));
    if (section.empty())
        m_sections.erase(key(model::gridSectionOf(cell)));
}

void Cells::box(const glm::ivec3& low, const glm::ivec3& high, std::uint16_t kind)
{
    for (int y = low.y; y <= high.y; ++y) {
        for (int z = low.z; z <= high.z; ++z) {
            for (int x = low.x; x <= high.x; ++x)
                set({x, y, z}, kind);
        }
    }
}

std::shared_ptr<const model::GridLayer> Cells::layer(const model::GridLayer* before) const
{
    auto out = std::make_shared<model::GridLayer>();
    out->id = QStringLiteral("blocks");
    out->kinds = std::make_shared<const std::vector<model::GridKind>>(*m_kinds);
    for (const auto& [at, cells] : m_sections) {
        model::GridSection section;
        section.at = {at[2], at[0], at[1]};
        section.cells.reserve(cells.size());
        for (const auto& [place, kind] : cells)
            section.cells.push_back({place, kind});
        std::shared_ptr<const model::GridSection> same;
        for (std::size_t i = 0; before && i < before->sections.size(); ++i) {
            if (*before->sections[i] == section)
                same = before->sections[i];
        }
        out->sections.push_back(same ? same : std::make_shared<const model::GridSection>(std::move(section)));
    }
    return out;
}

std::shared_ptr<const model::GridLayer> terrain(int side)
{
    Cells cells;
    const std::uint16_t stone = cells.kind(QStringLiteral("stone"), 0x848486);
    const std::uint16_t dirt = cells.kind(QStringLiteral("dirt"), 0x866043);
    const std::uint16_t grass = cells.kind(QStringLiteral("grass"), 0x6FA34A);
    const std::uint16_t sand = cells.kind(QStringLiteral("sand"), 0xDDD0A2);
    const std::uint16_t water = cells.kind(QStringLiteral("water"), 0x3E78C8, true);
    for (int z = -side / 2; z < side - side / 2; ++z) {
        for (int x = -side / 2; x < side - side / 2; ++x) {
            const double hill =
                4.0 * std::sin(x * 0.11) * std::cos(z * 0.09) + 2.5 * std::sin((x + 2 * z) * 0.05);
            const int top = static_cast<int>(std::lround(hill));
            for (int y = -10; y < top; ++y)
                cells.set({x, y, z}, y < top - 2 ? stone : dirt);
            cells.set({x, top, z}, top < -1 ? sand : grass);
            for (int y = top + 1; y <= -2; ++y)
                cells.set({x, y, z}, water);
        }
    }
    return cells.layer();
}

std::shared_ptr<const model::GridLayer> scattered(int count)
{
    Cells cells;
    std::vector<std::uint16_t> kinds;
    for (int i = 0; i < 8; ++i)
        kinds.push_back(cells.kind(QString::number(i), 0x404060U + static_cast<unsigned>(i) * 0x101008U));
    const int side = static_cast<int>(std::ceil(std::cbrt(count * 2.0)));
    for (int i = 0, placed = 0; placed < count; ++i) {
        const glm::ivec3 p{i % side, i / (side * side), i / side % side};
        if ((p.x + p.y + p.z) % 2 == 0) {
            cells.set(p - glm::ivec3(side / 2, 0, side / 2),
                      kinds[static_cast<std::size_t>(i) % kinds.size()]);
            ++placed;
        }
    }
    return cells.layer();
}

World course()
{
    World w;
    w.add({.shape = model::ActorShape::Capsule,
           .kind = model::ActorKind::Player,
           .position = {0.5, 3.0, 2.5},
           .yaw = 150.0F,
           .half = {0.34F, 0.93F, 0.34F}},
          QStringLiteral("Ada"));
    Cells cells;
    const std::uint16_t stone = cells.kind(QStringLiteral("stone"), 0x848486);
    const std::uint16_t grass = cells.kind(QStringLiteral("grass"), 0x6FA34A);
    const std::uint16_t planks = cells.kind(QStringLiteral("planks"), 0xA9844E);
    const std::uint16_t leaves = cells.kind(QStringLiteral("leaves"), 0x55893A);
    const std::uint16_t white = cells.kind(QStringLiteral("white"), 0xDDE0E0);
    const std::uint16_t black = cells.kind(QStringLiteral("black"), 0x36383F);
    const std::uint16_t red = cells.kind(QStringLiteral("red"), 0xB23A34);
    const std::uint16_t glass = cells.kind(QStringLiteral("glass"), 0x5FB4DC, true);
    const std::uint16_t water = cells.kind(QStringLiteral("water"), 0x3E78C8, true);
    cells.box({-12, -1, -12}, {11, -1, 11}, stone);
    cells.box({-10, 0, -10}, {9, 0, 9}, water);
    for (int i = -12; i <= 11; ++i) {
        for (const int edge : {-12, -11, 10, 11}) {
            cells.set({i, 0, edge}, grass);
            cells.set({edge, 0, i}, grass);
        }
    }
    cells.box({-1, 2, 1}, {1, 2, 3}, planks);
    cells.box({4, 3, -1}, {5, 3, 0}, white);
    cells.box({4, 4, -5}, {6, 4, -4}, black);
    cells.box({-1, 5, -7}, {1, 5, -6}, red);
    cells.box({-6, 0, -6}, {-6, 6, 2}, stone);
    cells.box({-6, 2, -3}, {-6, 4, -1}, glass);
    for (int i = 0; i < 4; ++i)
        cells.box({-5 + i, i, 6}, {-5 + i, i, 8}, planks);
    cells.box({8, 1, 7}, {8, 4, 7}, planks);
    cells.box({7, 4, 6}, {9, 6, 8}, leaves);
    w.state.grids = {cells.layer()};
    return w;
}

const model::GridSection* findSection(const model::GridLayer& layer, const glm::ivec3& at)
{
    const auto found = std::lower_bound(layer.sections.begin(), layer.sections.end(), at,
                                        [](const std::shared_ptr<const model::GridSection>& s,
                                           const glm::ivec3& w) { return model::gridOrder(s->at, w); });
    return found != layer.sections.end() && (*found)->at == at ? found->get() : nullptr;
}

render::GridNeighbours neighboursOf(const model::GridLayer& layer, const glm::ivec3& at)
{
    render::GridNeighbours out{};
    for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
            for (int x = -1; x <= 1; ++x)
                out[render::neighbourAt(x, y, z)] = findSection(layer, at + glm::ivec3(x, y, z));
        }
    }
    return out;
}

} // namespace ghostline::test
