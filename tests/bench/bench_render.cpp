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

#include <benchmark/benchmark.h>

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
    for (const render::GridPass pass :
         {render::GridPass::Solid, render::GridPass::Translucent, render::GridPass::Detail}) {
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
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
