// SPDX-License-Identifier: GPL-3.0-or-later
// Four curves over a million recorded frames: how long a frame of panning and of zooming the Plots takes,
// drawing included, and what the curves weigh. The goal is 16 ms, which is sixty frames a second. The time on
// the processor is told beside the one on the clock, which others on the machine lengthen.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/session/replay_session.h"
#include "tests/support/fake_replay.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace ghostline;
using app::TimeView;

namespace {

constexpr model::FrameNumber RecordedFrames = 1'000'000;
constexpr int Curves = 4;
constexpr int Warm = 5;
constexpr int Steps = 120;

double median(std::vector<double> v)
{
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
}

double worst(const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); }

/// Of this thread.
double processorMs()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) * 1e-6;
}

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0.0;
    return file.readAll().split(' ').value(1).toDouble() * 4096.0 / (1 << 20);
}

/// Somewhere within a metre of the line, and elsewhere in the next frame: the worst there is to draw.
glm::dvec3 shaking(int actor, model::FrameNumber frame, double seconds)
{
    const auto mixed = static_cast<std::uint32_t>(frame * 2'654'435'761 + actor * 40'503);
    return {seconds, static_cast<double>(mixed % 1009) / 1009.0, static_cast<double>(mixed % 997) / 997.0};
}

std::shared_ptr<test::FakeReplay> longReplay(bool rough)
{
    test::FakeReplayOptions options;
    options.frames = RecordedFrames;
    options.actors = Curves;
    options.framesPerSegment = 2000;
    options.stepMs = 10;
    options.properties = false;
    if (rough)
        options.motion = shaking;
    return test::makeFakeReplay(options);
}

class Bench
{
public:
    explicit Bench(bool rough)
        : m_session(longReplay(rough), m_folder.filePath(QStringLiteral("long.replay")),
                    std::size_t{64} << 20)
    {
        m_plots.setGeometry(0, 0, 1600, 500);
        m_plots.setSession(&m_session);
        m_view.setExtent(m_session.index()->timeAxis.duration());
        m_view.setWidth(1500.0);
        m_view.fit();
        m_host.resize(1600, 500);
        m_plots.setParent(&m_host);
        m_host.show();
    }

    void addCurves(bool derived)
    {
        const model::MetricInfo speed = model::metricsOf(m_session.info()).front();
        for (int i = 0; i < Curves; ++i) {
            const app::PlotSpec curve =
                model::MetricRequest{speed, static_cast<model::ActorId>(i), model::ActorId::None};
            m_plots.addCurve(derived && i >= Curves / 2 ? app::PlotSpec::mean(curve, 5.0) : curve);
        }
        settle();
    }

    void clear()
    {
        while (m_plots.plots().count() > 0)
            m_plots.removePlot(0);
    }

    void settle()
    {
        do {
            QThread::msleep(100);
            QCoreApplication::processEvents();
        } while (m_plots.reading());
    }

    /// Median and worst of the frames that `step` makes, in milliseconds on the clock and on the processor.
    template<typename Step>
    void measure(const char* what, const Step& step)
    {
        std::vector<double> times;
        times.reserve(Steps);
        std::vector<double> busy;
        busy.reserve(Steps);
        for (int i = 0; i < Warm + Steps; ++i) {
            QElapsedTimer timer;
            timer.start();
            const double before = processorMs();
            step(m_view, i);
            m_plots.setTimeView(m_view, 0);
            QCoreApplication::processEvents();
            m_plots.canvas()->grab();
            if (i < Warm)
                continue;
            times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
            busy.push_back(processorMs() - before);
        }
        std::printf("%-24s median %6.2f ms (%6.2f)   worst %6.2f ms (%6.2f)\n", what, median(times),
                    median(busy), worst(times), worst(busy));
    }

    void measureAll(const char* curves)
    {
        std::printf("%s\n", curves);
        m_view.fit();
        measure("  whole replay, redrawn", [](TimeView&, int) {});
        measure("  zooming in", [](TimeView& view, int) { view.zoom(1.06, 700.0); });
        settle();
        measure("  panning close", [](TimeView& view, int) { view.pan(-7.0); });
        measure("  zooming out", [](TimeView& view, int) { view.zoom(1.0 / 1.06, 700.0); });
        m_view.zoom(8.0, 700.0);
        settle();
        measure("  panning an eighth", [](TimeView& view, int i) { view.pan(i % 60 < 30 ? -20.0 : 20.0); });
    }

private:
    QTemporaryDir m_folder;
    app::ReplaySession m_session;
    QWidget m_host;
    app::PlotsPanel& m_plots = *new app::PlotsPanel(&m_host);
    TimeView m_view;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    Bench bench(false);
    const double before = residentMiB();
    QElapsedTimer timer;
    timer.start();
    bench.addCurves(false);
    std::printf("read in %.1f s, %.0f MiB more in memory\n", static_cast<double>(timer.elapsed()) / 1000.0,
                residentMiB() - before);
    bench.measureAll("four speeds");
    bench.clear();
    bench.addCurves(true);
    bench.measureAll("two speeds, two moving means");
    Bench rough(true);
    rough.addCurves(false);
    rough.measureAll("four speeds of who shakes");
    return 0;
}
