// SPDX-License-Identifier: GPL-3.0-or-later
// What changed of the layers is meshed anew, with the neighbours that see it.
#include "render/cells/grid_batch.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ghostline::render {

struct GridPlaceHash
{
    std::size_t operator()(const glm::ivec3& at) const
    {
        const auto part = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
        return static_cast<std::size_t>((part(at.x) * 0x9E3779B97F4A7C15U) ^
                                        (part(at.y) * 0xC2B2AE3D27D4EB4FU) ^
                                        (part(at.z) * 0x165667B19E3779F9U));
    }
};

struct GridBatch::Private
{
    struct Section : GridPiece
    {
        bool stale = false;
        bool leftOut = false;
    };
    struct Layer : ShownLayer
    {
        std::unordered_map<glm::ivec3, Section, GridPlaceHash> sections;
        std::vector<glm::ivec3> stale; ///< to be meshed; some may have gone since
    };
    /// A section that is to be meshed.
    struct Task
    {
        Layer* layer = nullptr;
        glm::ivec3 at{0};
        int ring = 0; ///< round the focus
    };
    struct Placed
    {
        Section* section = nullptr;
        double distance = 0.0;
    };

    void show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next);
    void touch(Layer& layer, const model::GridSection* before, const model::GridSection* after, bool own);
    static void markStale(Layer& layer, const glm::ivec3& at);
    static void markAllStale(Layer& layer);
    double distanceOf(const Layer& layer, const glm::ivec3& at) const;
    std::vector<Task> tasks();
    void mesh(Layer& layer, Section& section);
    bool makeRoom(std::size_t count, double distance);
    bool isFarther(double distance);
    void leaveOut(Section& section);
    void remove(Layer& layer, const glm::ivec3& at);
    void clear(Layer& layer);
    void tryAgain();

    std::list<Layer> layers;
    GridPages pages;
    GridQuads scratch;
    GridOptions options;
    glm::dvec3 focus{0.0};
    glm::dvec3 triedAt{0.0};    // focus when what was left out was last tried
    std::vector<Placed> placed; // the farthest last; filled when there is no room
    bool placedKnown = false;
    std::size_t meshed = 0;
    std::size_t mostQuads = MostQuads;
    std::size_t leftOut = 0;
};

namespace {

constexpr double RingWidth = 64.0; // metres: within one, what lies together is meshed together
constexpr double RetryWay = 48.0;  // metres that the focus moves before what was left out is tried again
constexpr int FarthestRing = 1'000'000;

/// Along a curve that fills space: what comes together on a page lies together.
bool nearOrder(const glm::ivec3& a, const glm::ivec3& b)
{
    const glm::uvec3 differ = glm::uvec3(a) ^ glm::uvec3(b);
    int axis = 1;
    for (const int other : {2, 0}) {
        if (differ[axis] < differ[other] && differ[axis] < (differ[axis] ^ differ[other]))
            axis = other; // its highest bit is higher
    }
    return a[axis] < b[axis];
}

} // namespace

void GridBatch::Private::markStale(Layer& layer, const glm::ivec3& at)
{
    const auto found = layer.sections.find(at);
    if (found == layer.sections.end() || found->second.stale)
        return;
    found->second.stale = true;
    layer.stale.push_back(at);
}

void GridBatch::Private::markAllStale(Layer& layer)
{
    for (const auto& entry : layer.sections)
        markStale(layer, entry.first);
}

double GridBatch::Private::distanceOf(const Layer& layer, const glm::ivec3& at) const
{
    const glm::dvec3 side = layer.shown->cellSize * static_cast<double>(SectionSide);
    return glm::distance(layer.shown->origin + (glm::dvec3(at) + 0.5) * side, focus);
}

void GridBatch::Private::leaveOut(Section& section)
{
    pages.takeOff(section);
    leftOut += section.leftOut ? 0 : 1;
    section.leftOut = true;
}

/// Whether anything that is drawn is farther away than that.
bool GridBatch::Private::isFarther(double distance)
{
    if (!placedKnown) {
        placed.clear();
        for (Layer& layer : layers) {
            for (auto& [at, section] : layer.sections) {
                if (section.quadCount() > 0)
                    placed.push_back({&section, distanceOf(layer, at)});
            }
        }
        std::sort(placed.begin(), placed.end(),
                  [](const Placed& a, const Placed& b) { return a.distance < b.distance; });
        placedKnown = true;
    }
    while (!placed.empty() && placed.back().section->quadCount() == 0)
        placed.pop_back();
    return !placed.empty() && placed.back().distance > distance;
}

/// Leaves out what is farther away until there is room.
bool GridBatch::Private::makeRoom(std::size_t count, double distance)
{
    while (pages.quadCount() + count > mostQuads) {
        if (!isFarther(distance))
            return false;
        leaveOut(*placed.back().section);
        placed.pop_back();
    }
    return true;
}

void GridBatch::Private::mesh(Layer& layer, Section& section)
{
    const glm::ivec3 at = section.content->at;
    const double distance = distanceOf(layer, at);
    section.stale = false;
    if (section.leftOut && pages.quadCount() >= mostQuads && !isFarther(distance))
        return;
    GridNeighbours neighbours{};
    for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
            for (int x = -1; x <= 1; ++x) {
                const auto neighbour = layer.sections.find(at + glm::ivec3(x, y, z));
                if (neighbour != layer.sections.end())
                    neighbours[neighbourAt(x, y, z)] = neighbour->second.content.get();
            }
        }
    }
    meshSection(*section.content, neighbours, layer.looks, overlaysOf(layer, layers), scratch);
    ++meshed;
    leftOut -= section.leftOut ? 1 : 0;
    section.leftOut = false;
    const std::size_t own = section.quadCount();
    if (scratch.size() > own && pages.quadCount() - own + scratch.size() > mostQuads) {
        pages.takeOff(section);
        if (!makeRoom(scratch.size(), distance)) {
            leaveOut(section);
            return;
        }
    }
    if (!pages.place(section, scratch)) {
        section.leftOut = true; // a part of it
        ++leftOut;
    }
}

void GridBatch::Private::remove(Layer& layer, const glm::ivec3& at)
{
    const auto found = layer.sections.find(at);
    if (found == layer.sections.end())
        return;
    pages.takeOff(found->second);
    leftOut -= found->second.leftOut ? 1 : 0;
    layer.sections.erase(found);
    placedKnown = false;
}

void GridBatch::Private::clear(Layer& layer)
{
    for (auto& [at, section] : layer.sections) {
        pages.takeOff(section);
        leftOut -= section.leftOut ? 1 : 0;
        touch(layer, section.content.get(), nullptr, false);
    }
    layer.sections.clear();
    layer.stale.clear();
    placedKnown = false;
}

/// Those that see a change are to be meshed: of the layer itself where `own`, and of what it overrides.
void GridBatch::Private::touch(Layer& layer, const model::GridSection* before,
                               const model::GridSection* after, bool own)
{
    if (own) {
        for (const glm::ivec3& at : sectionsTouched(before, after, glm::ivec3(0)))
            markStale(layer, at);
    }
    for (Layer& other : layers) {
        if (other.sections.empty() || !overlie(layer, other))
            continue;
        if (const auto offset = cellOffset(*layer.shown, *other.shown)) {
            for (const glm::ivec3& at : sectionsTouched(before, after, *offset))
                markStale(other, at);
        }
    }
}

void GridBatch::Private::show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next)
{
    if (layer.shown == next)
        return;
    if (!layer.updateLooks(*next) || !layer.liesAs(*next))
        clear(layer);
    const bool anew = layer.sections.empty();
    const std::shared_ptr<const model::GridLayer> last = layer.shown;
    layer.shown = next;
    const auto replace = [&](const auto& before, const auto& after) {
        const glm::ivec3 at = before ? before->at : after->at;
        if (after) {
            Section& own = layer.sections[at];
            own.layer = &layer;
            own.content = after;
            markStale(layer, at);
        } else {
            remove(layer, at);
        }
        if (!anew || layer.set == GridSet::State)
            touch(layer, before.get(), after.get(), !anew);
    };
    compareSections(anew ? nullptr : &last->sections, next->sections, replace);
    if (!anew || layer.set == GridSet::State)
        return;
    for (Layer& other : layers) {
        if (overlie(layer, other))
            markAllStale(other);
    }
}

/// What found no room does when a good part of it is free again, or when somebody looks elsewhere.
void GridBatch::Private::tryAgain()
{
    if (leftOut == 0)
        return;
    triedAt = focus;
    for (Layer& layer : layers) {
        for (auto& [at, section] : layer.sections) {
            if (section.leftOut)
                markStale(layer, at);
        }
    }
}

/// From the focus outward.
std::vector<GridBatch::Private::Task> GridBatch::Private::tasks()
{
    std::vector<Task> out;
    for (Layer& layer : layers) {
        out.reserve(out.size() + layer.stale.size());
        for (const glm::ivec3& at : layer.stale) {
            const auto found = layer.sections.find(at);
            if (found == layer.sections.end() || !found->second.stale)
                continue;
            const double ring = distanceOf(layer, at) / RingWidth;
            out.push_back({&layer, at, ring < FarthestRing ? static_cast<int>(ring) : FarthestRing});
        }
        layer.stale.clear();
    }
    std::sort(out.begin(), out.end(), [](const Task& a, const Task& b) {
        return a.ring != b.ring ? a.ring < b.ring : nearOrder(a.at, b.at);
    });
    return out;
}

GridBatch::GridBatch(std::size_t mostQuads) : d(std::make_unique<Private>()) { d->mostQuads = mostQuads; }

GridBatch::~GridBatch() = default;

void GridBatch::setLayers(GridSet set, const GridLayers& layers)
{
    followLayers(
        d->layers, set, layers, [this](Private::Layer& layer) { d->clear(layer); },
        [this](Private::Layer& layer, const auto& next) {
            layer.looks.setBarriers(d->options.barriers);
            d->show(layer, next);
        });
    if (d->pages.quadCount() <= d->mostQuads / 4 * 3)
        d->tryAgain();
}

void GridBatch::setOptions(const GridOptions& options)
{
    d->pages.setEditsMarked(options.edits);
    d->options = options;
    for (Private::Layer& layer : d->layers) {
        if (!layer.looks.setBarriers(options.barriers))
            continue;
        static const std::vector<model::GridKind> None;
        layer.looks.update(layer.shown->kinds ? *layer.shown->kinds : None);
        Private::markAllStale(layer);
    }
}

void GridBatch::setTheme(const Theme& theme) { d->pages.setTheme(theme); }
void GridBatch::setOrigin(const glm::dvec3& origin) { d->pages.setOrigin(origin); }

void GridBatch::setFocus(const glm::dvec3& place)
{
    d->focus = place;
    if (d->leftOut > 0 && glm::distance(place, d->triedAt) > RetryWay)
        d->tryAgain();
}

bool GridBatch::pending() const
{
    return std::any_of(d->layers.begin(), d->layers.end(),
                       [](const Private::Layer& layer) { return !layer.stale.empty(); });
}

bool GridBatch::meshSome(std::chrono::microseconds time)
{
    if (!pending())
        return false;
    const auto started = std::chrono::steady_clock::now();
    const auto spent = [started] { return std::chrono::steady_clock::now() - started; };
    d->placedKnown = false;
    const std::vector<Private::Task> tasks = d->tasks();
    auto task = tasks.begin();
    do {
        if (task == tasks.end())
            break;
        d->mesh(*task->layer, task->layer->sections.find(task->at)->second);
        ++task;
    } while (spent() < time);
    for (; task != tasks.end(); ++task)
        task->layer->stale.push_back(task->at);
    return true;
}

void GridBatch::meshAll()
{
    while (meshSome(std::chrono::hours(1))) {
    }
}

const GridPages& GridBatch::pages() const { return d->pages; }
GridPages& GridBatch::pages() { return d->pages; }
std::size_t GridBatch::leftOut() const { return d->leftOut; }
std::size_t GridBatch::meshed() const { return d->meshed; }

} // namespace ghostline::render
