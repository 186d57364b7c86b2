// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the bundled samples, or of the files named, in a window of 1280x720 (GHOSTLINE_BENCH_SIZE=WxH):
// whole and from above, and behind the first who is followed (GHOSTLINE_BENCH_QUALITY=low|medium|high). The
// state moves on with every frame. Beside the time a frame takes, what it costs on all cores together: where
// others work on the same machine, only that can be compared.
#include "model/codec/codec_registry.h"
#include "model/replay/state_reader.h"
#include "render/view/still.h"
#include "render/view/viewport.h"
#include "tests/bench/bench_quality.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace ghostline;

namespace {

constexpr int Frames = 200;

void waitFor(const auto& done)
{
    QTimer wake; // sleeps instead of asking again and again, which would count as work
    wake.start(100);
    QElapsedTimer timer;
    for (timer.start(); !done() && timer.elapsed() < 10'000;)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

struct Times
{
    double median = 0.0;
    double late = 0.0; ///< one in a hundred takes longer
};

Times timesOf(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

/// The first who has a body one can follow.
model::ActorId somebody(const model::ReplayInfo& info)
{
    const auto found = std::ranges::find_if(
        info.cast, [](const model::ActorInfo& a) { return a.principal && model::hasEyes(a.kind); });
    return found == info.cast.end() ? model::ActorId::None : found->id;
}

QSize wantedSize()
{
    const QStringList sides = qEnvironmentVariable("GHOSTLINE_BENCH_SIZE").split(QLatin1Char('x'));
    return sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize(1280, 720);
}

bool measure(const model::CodecRegistry& registry, const QString& path)
{
    auto opened = registry.open(path);
    if (!opened || !(*opened)->waitComplete({}))
        return false;
    const std::shared_ptr<model::ReplaySource> source = std::move(*opened);
    const auto index = source->index();
    model::StateReader reader(source);
    model::WorldState state;
    const model::FrameNumber middle = index->frames() / 2;
    const auto step = std::max<model::FrameNumber>(1, index->frames() / 4 / Frames);
    const auto stateAt = [&](int frame) {
        return reader.stateAt({middle + frame * step, 0.0}, model::SamplePolicy::Interpolate, state)
            .has_value();
    };
    const model::SceneDescription scene = source->scene({}).value_or(model::SceneDescription{});
    for (const bool follows : {false, true}) {
        const model::ActorId who = follows ? somebody(*index->info) : model::ActorId::None;
        if (follows && who == model::ActorId::None)
            continue;
        render::Viewport view;
        view.setReducedMotion(true);
        view.resize(wantedSize());
        render::ViewContent content;
        content.quality = test::benchQuality();
        content.index = index;
        content.scene = scene;
        if (!stateAt(0))
            return false;
        content.state = state;
        content.playing = true;
        view.setContent(content);
        view.show();
        double drawn = 0.0;
        QObject::connect(&view, &render::Viewport::frameDrawn, &view, [&drawn](double ms) { drawn = ms; });
        waitFor([&view] { return view.isReady(); });
        if (follows) {
            view.setCameraMode(render::CameraMode::Follow);
            view.setFollowed(who);
        } else if (!scene.cameras.empty()) {
            view.fitStage(scene);
        }
        std::vector<double> times;
        std::vector<double> costs;
        times.reserve(Frames);
        costs.reserve(Frames);
        for (int frame = -10; frame < Frames; ++frame) {
            if (!stateAt(std::max(frame, 0)))
                return false;
            content.state = state;
            drawn = 0.0;
            const std::clock_t begun = std::clock();
            view.setContent(content);
            waitFor([&drawn] { return drawn > 0.0; });
            if (frame < 0)
                continue;
            times.push_back(drawn);
            costs.push_back(static_cast<double>(std::clock() - begun) * 1000.0 / CLOCKS_PER_SEC);
        }
        const Times t = timesOf(std::move(times));
        const Times cost = timesOf(std::move(costs));
        std::printf("%-36s %-7s median %6.2f ms  99%% %6.2f ms  all cores %6.2f ms\n",
                    qPrintable(path.section(QLatin1Char('/'), -1)), follows ? "follow" : "whole", t.median,
                    t.late, cost.median);
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    render::prepareGraphics();
    const QApplication app(argc, argv);
    const model::CodecRegistry registry;
    QStringList files = QCoreApplication::arguments().mid(1);
    if (files.isEmpty()) {
        const QDir samples(QStringLiteral(GHOSTLINE_SAMPLES));
        for (const QString& name : samples.entryList({QStringLiteral("sample-*")}, QDir::Files, QDir::Name))
            files << samples.filePath(name);
    }
    bool all = true;
    for (const QString& file : files) {
        if (measure(registry, file))
            continue;
        qCritical("%s cannot be shown", qPrintable(file));
        all = false;
    }
    return all ? 0 : 2;
}
