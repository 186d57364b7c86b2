// SPDX-License-Identifier: GPL-3.0-or-later
// What changed of the layers is meshed anew, with the neighbours that see it.
#include "render/cells/grid_batch.h"

#include "render/cells/grid_sections.h"

#include <algorithm>

namespace ghostline::render {

struct GridBatch::Private
{
    using Section = DetailedSection;
    using Layer = DetailedLayer;
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
    double distanceOf(const Layer& layer, const glm::ivec3& at) const;
    void collectTasks();
    void returnTasks();
    void mesh(Layer& layer, const glm::ivec3& at);
    void chooseLevels(bool keep);
    /// All levels of all layers.
    template<typename Do>
    void forEach(Do visit)
    {
        for (Layer& layer : layers) {
            visit(layer);
            for (const auto& coarse : layer.coarser)
                visit(*coarse);
        }
    }
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
    bool anyLevels() const
    {
        return std::ranges::any_of(layers, [](const Layer& layer) { return !layer.coarser.empty(); });
    }
    bool anyStale()
    {
        bool any = false;
        forEach([&any](const Layer& layer) { any = any || !layer.stale.empty(); });
        return any;
    }

    glm::dvec3 focus{0.0};
    glm::dvec3 eye{0.0};
    glm::dvec3 triedAt{0.0};               // focus when what was left out was last tried
    std::array<glm::dvec3, 2> chosenFor{}; // focus and eye when levels of detail were last chosen
    bool roomMayBeFree = false;            // since then
    bool levelsStale = false;
    bool steady = true;       // as in GridSight
    std::vector<Task> tasks;  // what is next to be meshed comes last
    glm::dvec3 sortedAt{0.0}; // focus when they were sorted
    double detail = 1.0;
    std::vector<Placed> placed; // the farthest last; filled when there is no room
    bool placedKnown = false;
    std::size_t meshed = 0;
    std::size_t mostQuads = MostQuads;
    std::size_t leftOut = 0;
};

namespace {

constexpr double RingWidth = 64.0; // metres: within one, what lies together is meshed together
constexpr double RetryWay = 48.0;  // metres that the focus moves before what was left out is tried again
constexpr double ChooseWay = 8.0;  // metres that the focus moves before levels of detail are chosen again
constexpr int FarthestRing = 1'000'000;
constexpr int FirstPlainLevel = 2; // too far away for darkened corners to be seen

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
        forEach([this](Layer& layer) {
            for (auto& [at, section] : layer.sections) {
                if (section.quadCount() > 0)
                    placed.push_back({&section, distanceOf(layer, at)});
            }
        });
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

void GridBatch::Private::mesh(Layer& layer, const glm::ivec3& at)
{
    Section& section = layer.sections.find(at)->second;
    const double distance = distanceOf(layer, at);
    section.stale = false;
    if (!layer.drawnAt(at)) {
        pages.takeOff(section);
        leftOut -= section.leftOut ? 1 : 0;
        section.leftOut = false;
        return;
    }
    if (section.leftOut && pages.quadCount() >= mostQuads && !isFarther(distance))
        return;
    GridSections made;
    const GridNeighbours neighbours = layer.drawnRound(at, made);
    const model::GridSection& content = *layer.contentOf(at);
    const auto overlays = layer.level == 0 ? overlaysOf(layer, layers) : std::vector<GridOverlay>();
    meshSection(content, neighbours, layer.looks, overlays, scratch,
                layer.level >= FirstPlainLevel ? GridCorners::Plain : GridCorners::Darkened);
    if (layer.level > 0)
        std::swap(scratch[GridPass::Solid], scratch[GridPass::Far]);
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

void GridBatch::Private::chooseLevels(bool keep)
{
    levelsStale = false;
    steady = keep;
    chosenFor = {focus, eye};
    for (Layer& layer : layers) {
        if (layer.coarser.empty())
            continue;
        const GridSight sight{
            focus,  eye,   layer.shown->origin, layer.shown->cellSize * static_cast<double>(SectionSide),
            detail, steady};
        roomMayBeFree = layer.chooseLevels(sight, overlaysOf(layer, layers)) || roomMayBeFree;
    }
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
    for (const auto& coarse : layer.coarser) {
        for (auto& [at, section] : coarse->sections) {
            pages.takeOff(section);
            leftOut -= section.leftOut ? 1 : 0;
        }
    }
    layer.dropCoarser();
    placedKnown = false;
}

/// Those that see a change are to be meshed: of the layer itself where `own`, and of what it overrides.
void GridBatch::Private::touch(Layer& layer, const model::GridSection* before,
                               const model::GridSection* after, bool own)
{
    if (own) {
        for (const glm::ivec3& at : sectionsTouched(before, after, glm::ivec3(0)))
            layer.markStale(at);
    }
    for (Layer& other : layers) {
        if (other.sections.empty() || !overlie(layer, other))
            continue;
        if (const auto offset = cellOffset(*layer.shown, *other.shown)) {
            for (const glm::ivec3& at : sectionsTouched(before, after, *offset))
                other.markStale(at);
            levelsStale = levelsStale || !other.coarser.empty();
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
    std::vector<glm::ivec3> changed;
    const auto replace = [&](const auto& before, const auto& after) {
        const glm::ivec3 at = changed.emplace_back(before ? before->at : after->at);
        if (after) {
            Section& own = layer.sections[at];
            own.layer = &layer;
            own.content = after;
            layer.markStale(at);
        } else {
            remove(layer, at);
        }
        if (!anew || layer.set == GridSet::State)
            touch(layer, before.get(), after.get(), !anew);
    };
    compareSections(anew ? nullptr : &last->sections, next->sections, replace);
    layer.changeCoarser(changed);
    layer.addCoarser();
    layer.showCoarser(options.barriers);
    levelsStale = levelsStale || !layer.coarser.empty();
    if (!anew || layer.set == GridSet::State)
        return;
    for (Layer& other : layers) {
        if (overlie(layer, other))
            other.markAllStale();
    }
}

/// What found no room does when a good part of it is free again, or when somebody looks elsewhere.
void GridBatch::Private::tryAgain()
{
    if (leftOut == 0)
        return;
    triedAt = focus;
    forEach([](Layer& layer) {
        for (auto& [at, section] : layer.sections) {
            if (section.leftOut)
                layer.markStale(at);
        }
    });
}

/// From the focus outward; what another level takes the place of goes last, so that no hole is seen
/// meanwhile.
void GridBatch::Private::collectTasks()
{
    returnTasks();
    sortedAt = focus;
    forEach([&](Layer& layer) {
        tasks.reserve(tasks.size() + layer.stale.size());
        for (const glm::ivec3& at : layer.stale) {
            const auto found = layer.sections.find(at);
            if (found == layer.sections.end() || !found->second.stale)
                continue;
            const bool drawn = layer.drawnAt(at);
            if (!drawn && found->second.quadCount() == 0 && !found->second.leftOut) {
                found->second.stale = false;
                continue;
            }
            const double ring = distanceOf(layer, at) / RingWidth;
            tasks.push_back(
                {&layer, at, drawn && ring < FarthestRing ? static_cast<int>(ring) : FarthestRing});
        }
        layer.stale.clear();
    });
    std::sort(tasks.begin(), tasks.end(), [](const Task& b, const Task& a) {
        return a.ring != b.ring ? a.ring < b.ring : nearOrder(a.at, b.at);
    });
}

/// Before layers may go.
void GridBatch::Private::returnTasks()
{
    for (const Task& task : tasks)
        task.layer->stale.push_back(task.at);
    tasks.clear();
}

GridBatch::GridBatch(std::size_t mostQuads) : d(std::make_unique<Private>()) { d->mostQuads = mostQuads; }

GridBatch::~GridBatch() = default;

void GridBatch::setLayers(GridSet set, const GridLayers& layers)
{
    d->returnTasks();
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
    d->forEach([&options](Private::Layer& layer) {
        if (!layer.looks.setBarriers(options.barriers))
            return;
        for (auto& entry : layer.sections)
            entry.second.outdated = layer.level > 0;
        static const std::vector<model::GridKind> None;
        layer.looks.update(layer.shown->kinds ? *layer.shown->kinds : None);
        layer.markAllStale();
    });
}

void GridBatch::setTheme(const Theme& theme) { d->pages.setTheme(theme); }
void GridBatch::setOrigin(const glm::dvec3& origin) { d->pages.setOrigin(origin); }

void GridBatch::setFocus(const glm::dvec3& place, const glm::dvec3& eye)
{
    d->focus = place;
    d->eye = eye;
    if (d->leftOut > 0 && glm::distance(place, d->triedAt) > RetryWay)
        d->tryAgain();
    const bool moved =
        glm::distance(place, d->chosenFor[0]) > ChooseWay || glm::distance(eye, d->chosenFor[1]) > ChooseWay;
    d->levelsStale = d->levelsStale || (moved && d->anyLevels());
}

void GridBatch::setDetail(double detail)
{
    d->levelsStale = d->levelsStale || (detail != d->detail && d->anyLevels());
    d->detail = detail;
}

bool GridBatch::pending() const { return d->levelsStale || !d->tasks.empty() || d->anyStale(); }

bool GridBatch::meshSome(std::chrono::microseconds time)
{
    if (!pending())
        return false;
    const auto started = std::chrono::steady_clock::now();
    const auto spent = [started] { return std::chrono::steady_clock::now() - started; };
    d->placedKnown = false;
    if (d->levelsStale)
        d->chooseLevels(true);
    if (d->anyStale() || glm::distance(d->focus, d->sortedAt) > RingWidth / 2.0)
        d->collectTasks();
    do {
        if (d->tasks.empty())
            break;
        const Private::Task task = d->tasks.back();
        d->tasks.pop_back();
        d->mesh(*task.layer, task.at);
    } while (spent() < time);
    if (d->tasks.empty() && d->roomMayBeFree) {
        d->roomMayBeFree = false;
        if (d->pages.quadCount() <= d->mostQuads / 4 * 3)
            d->tryAgain();
    }
    return true;
}

bool GridBatch::meshAll()
{
    // A picture shows what it shows, whatever was looked at before.
    if (d->anyLevels() && (d->levelsStale || d->steady || d->chosenFor != std::array{d->focus, d->eye}))
        d->chooseLevels(false);
    bool any = false;
    while (meshSome(std::chrono::hours(1)))
        any = true;
    return any;
}

const GridPages& GridBatch::pages() const { return d->pages; }
GridPages& GridBatch::pages() { return d->pages; }
std::size_t GridBatch::leftOut() const { return d->leftOut; }
std::size_t GridBatch::meshed() const { return d->meshed; }

} // namespace ghostline::render
