// SPDX-License-Identifier: GPL-3.0-or-later
// A section stays on its page while it fits; a page that changed is written anew as a whole, which at a
// megabyte is cheaper than keeping its holes.
#include "render/grid_batch_private.h"

#include <algorithm>
#include <limits>

namespace ghostline::render {

namespace {

constexpr std::uint8_t Density = 138; // alpha of what is translucent
constexpr float Overlap = 0.0015F;    // of a cell: no seam shows where a long edge meets two short ones
constexpr std::uint8_t StateLift = 1; // over surroundings in the same plane

std::uint8_t lit(std::uint8_t channel, float shade, float ground, float quiet)
{
    const float own = static_cast<float>(channel) * shade;
    return static_cast<std::uint8_t>(std::min(own + (ground - own) * quiet, 255.0F));
}

} // namespace

void GridBatch::Private::takeOff(Section& section, std::size_t pass)
{
    if (section.page[pass] < 0)
        return;
    Page& page = pages[pass][static_cast<std::size_t>(section.page[pass])];
    page.sections.erase(std::find(page.sections.begin(), page.sections.end(), &section));
    page.quads -= section.quads[pass].size();
    quads -= section.quads[pass].size();
    page.dirty = true;
    section.page[pass] = -1;
}

void GridBatch::Private::place(Section& section, std::size_t pass, std::vector<GridQuad> next)
{
    if (next == section.quads[pass])
        return;
    std::vector<Page>& all = pages[pass];
    if (section.page[pass] >= 0) {
        Page& own = all[static_cast<std::size_t>(section.page[pass])];
        const std::size_t others = own.quads - section.quads[pass].size();
        if (!next.empty() && others + next.size() <= QuadsPerPage) {
            quads += next.size() - section.quads[pass].size();
            own.quads = others + next.size();
            own.dirty = true;
            section.quads[pass] = std::move(next);
            return;
        }
        takeOff(section, pass);
    }
    section.quads[pass] = std::move(next);
    const std::size_t count = section.quads[pass].size();
    if (count == 0)
        return;
    const std::size_t index = pageFor(section, pass, count);
    if (index == all.size())
        all.emplace_back();
    Page& page = all[index];
    page.sections.push_back(&section);
    page.quads += count;
    quads += count;
    page.dirty = true;
    section.page[pass] = static_cast<int>(index);
}

/// The nearest with room, or the end for a new one. What lies together can be left out together, so a page
/// that is half full takes only what is near.
std::size_t GridBatch::Private::pageFor(const Section& section, std::size_t pass, std::size_t count) const
{
    constexpr double Near = 2.5; // sections
    constexpr double Elsewhere = 1.0e9;
    const std::vector<Page>& all = pages[pass];
    const auto away = [&section](const Page& page) {
        if (page.sections.empty())
            return Near;
        const Section& first = *page.sections.front();
        return first.layer != section.layer
                   ? Elsewhere
                   : glm::distance(glm::dvec3(first.content->at), glm::dvec3(section.content->at));
    };
    std::size_t best = all.size();
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double distance = away(all[i]);
        const bool full =
            all[i].quads + count > QuadsPerPage || (all[i].quads >= QuadsPerPage / 2 && distance > Near);
        if (!full && distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

GridVertex* GridBatch::Private::write(GridVertex* out, const Section& section, std::size_t pass,
                                      std::uint8_t face) const
{
    const Layer& layer = *section.layer;
    const glm::dvec3 side = layer.shown->cellSize * static_cast<double>(model::GridSection::Side);
    const glm::vec3 base{layer.shown->origin - origin + glm::dvec3(section.content->at) * side};
    const glm::vec3 cell{layer.shown->cellSize};
    const std::uint8_t lift = layer.set == GridSet::State ? StateLift : std::uint8_t{0};
    const auto& all = section.quads[pass]; // one side after the other
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [face](const GridQuad& quad) { return quad.face < face; });
    for (auto at = first; at != all.end() && at->face == face; ++at) {
        const GridQuad& quad = *at;
        const GridLook& look = layer.looks.look(quad.look);
        const float shade = shades[quad.face];
        const int u = quad.face < 2 ? 2 : 0;
        const int v = quad.face == 2 || quad.face == 3 ? 2 : 1;
        const std::uint8_t colour[3] = {lit(look.r, shade, ground.r, quiet),
                                        lit(look.g, shade, ground.g, quiet),
                                        lit(look.b, shade, ground.b, quiet)};
        const auto points = corners(quad);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const bool right = i == 2 || i == (isTurned(quad) ? 3U : 1U);
            const bool up = i == 2 || i == (isTurned(quad) ? 1U : 3U);
            glm::vec3 place = points[i];
            place[u] += right ? Overlap : -Overlap;
            place[v] += up ? Overlap : -Overlap;
            place = base + place * cell;
            *out++ = {{place.x, place.y, place.z},
                      {colour[0], colour[1], colour[2], pass == 0 ? std::uint8_t{255} : Density},
                      {right ? quad.width : std::uint8_t{0}, up ? quad.height : std::uint8_t{0}, lift, 0}};
        }
    }
    return out;
}

QByteArray GridBatch::vertices(GridPass pass, std::size_t page)
{
    Private::Page& p = d->pages[static_cast<std::size_t>(pass)][page];
    p.dirty = false;
    QByteArray out(static_cast<qsizetype>(p.quads * 4 * sizeof(GridVertex)), Qt::Uninitialized);
    auto* const first = reinterpret_cast<GridVertex*>(out.data());
    GridVertex* at = first;
    for (std::size_t face = 0; face < GridFaces; ++face) {
        p.extent.starts[face] = static_cast<std::size_t>(at - first) / 4;
        for (const Private::Section* section : p.sections)
            at = d->write(at, *section, static_cast<std::size_t>(pass), static_cast<std::uint8_t>(face));
    }
    p.extent.starts[GridFaces] = p.quads;
    p.extent.low = glm::vec3(std::numeric_limits<float>::max());
    p.extent.high = -p.extent.low;
    for (const GridVertex* v = first; v != at; ++v) {
        const glm::vec3 place{v->position[0], v->position[1], v->position[2]};
        p.extent.low = glm::min(p.extent.low, place);
        p.extent.high = glm::max(p.extent.high, place);
    }
    return out;
}

} // namespace ghostline::render
