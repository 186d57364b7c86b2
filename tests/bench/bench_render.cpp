// SPDX-License-Identifier: GPL-3.0-or-later
// World state to filled instance buffers; the goal is 0.1 ms for 1,000 actors.
#include "render/instance_buffers.h"
#include "tests/render/match_fixture.h"

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

} // namespace

BENCHMARK_MAIN();
