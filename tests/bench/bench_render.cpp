// SPDX-License-Identifier: GPL-3.0-or-later
// World state to filled instance buffers; the goal is 0.1 ms for 1,000 actors. Cells to vertex buffers, and
// whole frames of them where there is a display (GHOSTLINE_BENCH_QUALITY=low|medium|high).
#include "render/actors/instance_buffers.h"
#include "render/cells/grid_batch.h"
#include "render/view/still.h"
#include "render/view/viewport.h"
#include "tests/bench/bench_quality.h"
#include "tests/render/grid_fixture.h"
#include "tests/render/match_fixture.h"
#include "tests/render/streets.h"
#include "tests/render/view_fixture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <cmath>

using namespace ghostline;

namespace {

void fillBoxes(benchmark::State& run)
{
    const test::World w = test::World::boxes(static_cast<int>(run.range(0)));
    render::InstanceBuffers buffers;
    buffers.setCast(*w.info, render::Theme::dark());
    buffers.fill(w.state, {});
    for (auto _ : run) {
        buffers.fill(w.state, {});
        benchmark::DoNotOptimize(buffers.solid(render::MeshKind::Box).data());
    }
}
BENCHMARK(fillBoxes)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

/// The same with what the view does before: keeping its own copy of the state.
void copyAndFillVehicles(benchmark::State& run)
{
    test::World w = test::World::boxes(static_cast<int>(run.range(0)));
    for (model::ActorInfo& a : w.info->cast)
        a.shape = model::ActorShape::Vehicle;
    render::InstanceBuffers buffers;
    buffers.setCast(*w.info, render::Theme::dark());
    model::WorldState kept;
    for (auto _ : run) {
        kept = w.state;
        buffers.fill(kept, {});
        benchmark::DoNotOptimize(buffers.solid(render::MeshKind::Vehicle).data());
    }
}
BENCHMARK(copyAndFillVehicles)->Arg(1000)->Unit(benchmark::kMicrosecond);

/// People with skeletons, some two dozen parts each.
void fillPeople(benchmark::State& run)
{
    test::Match m;
    for (int i = 0; i < static_cast<int>(run.range(0)); ++i)
        m.addPerson({.head = {i * 1.5, 1.7, 0.0}, .team = i % 2, .gesture = i % 4});
    render::InstanceBuffers buffers;
    buffers.setCast(*m.info, render::Theme::dark());
    buffers.fill(m.state, {});
    for (auto _ : run) {
        buffers.fill(m.state, {});
        benchmark::DoNotOptimize(buffers.solid(render::MeshKind::Limb).data());
    }
}
BENCHMARK(fillPeople)->Arg(10)->Arg(20)->Unit(benchmark::kMicrosecond);

// ---- cells: 0 = hills, 1 = scattered so that nothing merges; 100,000 of them ----

const std::shared_ptr<const model::GridLayer>& cells(std::int64_t which)
{
    static const std::array layers{test::terrain(100), test::scattered(100'000)};
    return layers[static_cast<std::size_t>(which)];
}

void vertices(render::GridBatch& batch)
{
    batch.meshAll();
    render::GridPages& pages = batch.pages();
    for (const render::GridPass pass : render::AllGridPasses) {
        for (std::size_t i = 0; i < pages.pageCount(pass); ++i) {
            if (pages.dirty(pass, i))
                benchmark::DoNotOptimize(pages.vertices(pass, i).constData());
        }
    }
}

void meshAllCells(benchmark::State& run)
{
    const auto& layer = cells(run.range(0));
    std::size_t quads = 0;
    for (auto _ : run) {
        render::GridBatch batch;
        batch.setLayers(render::GridSet::State, {layer});
        vertices(batch);
        quads = batch.pages().quadCount();
    }
    run.counters["cells"] = static_cast<double>(layer->cellCount());
    run.counters["sections"] = static_cast<double>(layer->sections.size());
    run.counters["triangles"] = static_cast<double>(quads * 2);
}
BENCHMARK(meshAllCells)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// The same layer with one cell less in the middle of one section.
std::shared_ptr<const model::GridLayer> edited(const model::GridLayer& layer)
{
    auto out = std::make_shared<model::GridLayer>(layer);
    auto& section = out->sections[out->sections.size() / 2];
    auto copy = std::make_shared<model::GridSection>(*section);
    copy->cells.erase(copy->cells.begin() + static_cast<std::ptrdiff_t>(copy->cells.size() / 2));
    section = copy;
    return out;
}

void editOneCell(benchmark::State& run)
{
    const auto& layer = cells(run.range(0));
    const auto other = edited(*layer);
    render::GridBatch batch;
    batch.setLayers(render::GridSet::State, {layer});
    vertices(batch);
    bool flip = false;
    for (auto _ : run) {
        flip = !flip;
        batch.setLayers(render::GridSet::State, {flip ? other : layer});
        vertices(batch);
    }
}
BENCHMARK(editOneCell)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void meshOneSection(benchmark::State& run)
{
    const auto& layer = cells(run.range(0));
    render::GridLooks looks;
    looks.update(*layer->kinds);
    const model::GridSection& section = *layer->sections[layer->sections.size() / 2];
    const render::GridNeighbours neighbours = test::neighboursOf(*layer, section.at);
    render::GridQuads quads;
    for (auto _ : run) {
        render::meshSection(section, neighbours, looks, {}, quads);
        benchmark::DoNotOptimize(quads.size());
    }
    run.counters["cells"] = static_cast<double>(section.cells.size());
}
BENCHMARK(meshOneSection)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

/// Frames of a 1280x720 window; `change` does something to the state before each.
template<typename Change>
void measureFrames(benchmark::State& run, render::Viewport& view, const model::WorldState& state,
                   Change change)
{
    test::change(view, [](render::ViewContent& c) { c.quality = test::benchQuality(); });
    view.resize(1280, 720);
    view.show();
    double drawn = 0.0;
    QObject::connect(&view, &render::Viewport::frameDrawn, &view, [&drawn](double ms) { drawn = ms; });
    const auto wait = [&](auto done) {
        QElapsedTimer timer;
        for (timer.start(); !done() && timer.elapsed() < 5000;)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    };
    wait([&view] { return view.isReady(); });
    for (auto _ : run) {
        change();
        drawn = 0.0;
        test::showState(view, state);
        wait([&drawn] { return drawn > 0.0; });
        run.SetIterationTime(drawn / 1000.0);
    }
}

enum class Look : std::int64_t { All, Edited, Within };

/// Frames of a 1280x720 window that looks at all of it, somebody moving in front; every tenth has an edit
/// where `range(1)` says so. Or from within.
void frameOfCells(benchmark::State& run)
{
    test::World w;
    w.add({.shape = model::ActorShape::Capsule, .position = {0.0, 12.0, 0.0}, .half = {0.34F, 0.93F, 0.34F}});
    const bool empty = run.range(0) < 0;
    const auto layer = empty ? nullptr : cells(run.range(0));
    const auto other = empty ? nullptr : edited(*layer);
    render::Viewport view;
    view.setReducedMotion(true);
    test::showIndex(view, w.index());
    if (layer)
        w.state.grids = {layer};
    test::showState(view, w.state);
    render::CameraPose pose;
    const auto look = static_cast<Look>(run.range(1));
    pose.position = {46.0, 40.0, 60.0};
    if (look == Look::Within) {
        pose.position = {-6.0, 29.0, -8.0};
        pose.target = {10.0, 25.0, 4.0};
    }
    view.camera().setPose(pose, false);
    int n = 0;
    measureFrames(run, view, w.state, [&] {
        w.state.positions[0].x += 0.01;
        if (!empty && look == Look::Edited && ++n % 10 == 0)
            w.state.grids = {n % 20 == 0 ? layer : other};
    });
}

/// Frames of a 1280x720 window on a town of 10 x 10 blocks. 0 = on a street, 1 = over a quarter, 2 = over all
/// of it, 3 = without the town.
void frameOfStreets(benchmark::State& run)
{
    static constexpr std::array<glm::dvec3, 4> From{
        glm::dvec3(500.0, 3.0, 500.0), glm::dvec3(300.0, 120.0, 700.0), glm::dvec3(500.0, 900.0, 1300.0),
        glm::dvec3(500.0, 3.0, 500.0)};
    static constexpr std::array<glm::dvec3, 4> At{
        glm::dvec3(500.0, 0.0, 460.0), glm::dvec3(360.0, 0.0, 560.0), glm::dvec3(500.0, 0.0, 520.0),
        glm::dvec3(500.0, 0.0, 460.0)};
    const auto where = static_cast<std::size_t>(run.range(0));
    test::World w;
    w.add({.shape = model::ActorShape::Vehicle, .position = At[where]});
    if (where < 3)
        w.scene = test::streets(10);
    render::CameraPose pose;
    pose.position = From[where];
    pose.target = At[where];
    render::Viewport view;
    view.setReducedMotion(true);
    test::showIndex(view, w.index());
    test::showScene(view, w.scene);
    test::showState(view, w.state);
    view.camera().setPose(pose, false);
    measureFrames(run, view, w.state, [&w] { w.state.positions[0].x += 0.01; });
}

constexpr int MountainSide = 500;

/// Height of the topmost filled cell.
int mountainAt(int x, int z)
{
    return static_cast<int>(std::lround(80.0 + 60.0 * std::sin(x * 0.017) * std::cos(z * 0.021) +
                                        25.0 * std::sin((x + 2 * z) * 0.05) +
                                        12.0 * std::cos((2 * x - z) * 0.11)));
}

/// 500 x 256 x 500 cells: hills up to 200 cells high of mixed kinds, caves in them and water round them.
std::shared_ptr<const model::GridLayer> mountains()
{
    constexpr int Side = MountainSide, High = 256, Water = 40;
    constexpr int Cell = model::GridSection::Side;
    auto layer = std::make_shared<model::GridLayer>();
    layer->id = QStringLiteral("blocks");
    layer->kinds = std::make_shared<const std::vector<model::GridKind>>(std::vector<model::GridKind>{
        {.name = QStringLiteral("stone"), .colour = {0.52F, 0.52F, 0.53F}},
        {.name = QStringLiteral("ore"), .colour = {0.3F, 0.3F, 0.35F}},
        {.name = QStringLiteral("dirt"), .colour = {0.53F, 0.38F, 0.26F}},
        {.name = QStringLiteral("grass"), .colour = {0.44F, 0.64F, 0.29F}},
        {.name = QStringLiteral("water"), .colour = {0.24F, 0.47F, 0.78F}, .translucent = true}});
    std::array<std::array<double, Side>, 3> waves{}; // of caves, along each axis
    for (std::size_t i = 0; i < Side; ++i) {
        constexpr std::array Turns{0.13, 0.17, 0.11};
        for (std::size_t axis = 0; axis < waves.size(); ++axis)
            waves[axis][i] = std::sin(static_cast<double>(i) * Turns[axis]);
    }
    const auto kindAt = [&waves](int x, int y, int z, int top) {
        if (y > top)
            return y <= Water ? 4 : -1;
        const double cave = waves[0][static_cast<std::size_t>(x)] + waves[1][static_cast<std::size_t>(y)] +
                            waves[2][static_cast<std::size_t>(z)];
        if (cave > 2.2)
            return -1;
        if (y == top)
            return (x * 7 + z * 13) % 11 == 0 ? 2 : 3;
        return y > top - 4 ? 2 : (x * 31 + y * 17 + z * 57) % 29 == 0 ? 1 : 0;
    };
    std::vector<int> tops(static_cast<std::size_t>(Side * Side));
    for (int z = 0; z < Side; ++z) {
        for (int x = 0; x < Side; ++x)
            tops[static_cast<std::size_t>(z * Side + x)] = mountainAt(x, z);
    }
    for (int sy = 0; sy < High / Cell; ++sy) {
        for (int sz = 0; sz * Cell < Side; ++sz) {
            for (int sx = 0; sx * Cell < Side; ++sx) {
                auto section = std::make_shared<model::GridSection>();
                section->at = {sx, sy, sz};
                for (int place = 0; place < Cell * Cell * Cell; ++place) {
                    const glm::ivec3 at = model::gridCellAt(section->at, static_cast<std::uint16_t>(place));
                    if (at.x >= Side || at.z >= Side)
                        continue;
                    const int kind =
                        kindAt(at.x, at.y, at.z, tops[static_cast<std::size_t>(at.z * Side + at.x)]);
                    if (kind >= 0)
                        section->cells.push_back(
                            {static_cast<std::uint16_t>(place), static_cast<std::uint16_t>(kind)});
                }
                section->cells.shrink_to_fit();
                if (!section->cells.empty())
                    layer->sections.push_back(section);
            }
        }
    }
    return layer;
}

/// Of this process, in MB; 0 where the system does not say.
double memoryInUse()
{
    constexpr double PagesPerMegabyte = 256.0;
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0.0;
    return file.readAll().split(' ').value(1).toDouble() / PagesPerMegabyte;
}

/// Behind a runner on the mountains (0), or so many metres above, while they are still being meshed, from the
/// first frame on.
void frameOfMountains(benchmark::State& run)
{
    constexpr double Step = 0.15; // metres a frame
    const double before = memoryInUse();
    test::World w;
    w.add({.shape = model::ActorShape::Capsule, .half = {0.34F, 0.93F, 0.34F}});
    const auto layer = mountains();
    const double cells = memoryInUse();
    w.scene.grids = {layer};
    render::Viewport view;
    view.setReducedMotion(true);
    test::showIndex(view, w.index());
    test::showScene(view, w.scene);
    glm::dvec3& runner = w.state.positions[0];
    runner.z = MountainSide / 2;
    double x = MountainSide / 2;
    const auto step = [&] {
        x += Step;
        runner.x = x;
        runner.y =
            mountainAt(static_cast<int>(x), MountainSide / 2) + 2.0 + static_cast<double>(run.range(0));
        render::CameraPose pose;
        pose.target = runner;
        pose.position = runner + glm::dvec3(0.0, 4.0, 12.0);
        const int ground = mountainAt(static_cast<int>(pose.position.x), static_cast<int>(pose.position.z));
        pose.position.y = std::max(pose.position.y, ground + 3.0);
        view.camera().setPose(pose, false);
    };
    step();
    test::showState(view, w.state);
    double last = 0.0;
    std::vector<double> times;
    QObject::connect(&view, &render::Viewport::frameDrawn, &view, [&last](double ms) { last = ms; });
    measureFrames(run, view, w.state, [&] {
        if (last > 0.0)
            times.push_back(last);
        step();
    });
    std::sort(times.begin(), times.end());
    if (!times.empty()) {
        run.counters["median ms"] = times[times.size() / 2];
        run.counters["99% ms"] = times[times.size() * 99 / 100];
    }
    run.counters["cells"] = static_cast<double>(layer->cellCount());
    run.counters["cells MB"] = cells - before;
    run.counters["all MB"] = memoryInUse() - before;
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    std::unique_ptr<QApplication> app;
    if (qEnvironmentVariableIsSet("DISPLAY")) {
        render::prepareGraphics();
        app = std::make_unique<QApplication>(argc, argv);
        for (const auto& args :
             std::vector<std::vector<std::int64_t>>{{-1, 0}, {0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}})
            benchmark::RegisterBenchmark("frameOfCells", frameOfCells)
                ->Args(args)
                ->UseManualTime()
                ->Iterations(100)
                ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("frameOfStreets", frameOfStreets)
            ->DenseRange(0, 3)
            ->UseManualTime()
            ->Iterations(100)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("frameOfMountains", frameOfMountains)
            ->Arg(0)
            ->Arg(100)
            ->UseManualTime()
            ->Iterations(200)
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
