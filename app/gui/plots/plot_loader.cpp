// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_loader.h"

#include "app/gui/plots/plot_values.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/replay_words.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int DetailDelayMs = 60;
constexpr int KeptPoints = 100'000; // per curve in memory: 1.6 MB; shorter replays are kept whole
constexpr int PointsPerPixel = 2;   // minimum and maximum
constexpr double DetailBelow = 2.0; // samples a pixel of a decimated curve that call for a closer reading

} // namespace

PlotLoader::PlotLoader(PlotList* plots, QObject* parent) : QObject(parent), m_plots(plots)
{
    m_detailTimer.setSingleShot(true);
    m_detailTimer.setInterval(DetailDelayMs);
    connect(&m_detailTimer, &QTimer::timeout, this, &PlotLoader::readDetail);
}

PlotLoader::~PlotLoader() = default;

void PlotLoader::setSession(ReplaySession* session)
{
    m_session = session;
    m_whole.cancel();
    m_detail.cancel();
    m_wholeFrames = 0; // another replay may have begun to grow only now
}

void PlotLoader::setView(const TimeView& view)
{
    m_view = view;
    m_detailTimer.start();
}

model::FrameRange PlotLoader::framesInView() const
{
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    return {axis.frameAt(m_view.begin()), axis.frameAt(m_view.end()) + 1};
}

std::span<const model::MetricSample> PlotLoader::inView(const Plot& plot) const
{
    return plot.samples.between(model::seconds(m_view.begin()), model::seconds(m_view.end()), framesInView());
}

std::vector<model::MetricSample> PlotLoader::samplesInView(const Plot& plot) const
{
    return model::decimate(inView(plot), static_cast<int>(m_view.width()) * PointsPerPixel);
}

void PlotLoader::readWhole()
{
    if (!m_session || m_session->index()->frames() == 0)
        return;
    const model::FrameNumber frames = m_session->index()->frames();
    std::vector<PlotSpec> curves;
    for (const Plot& plot : m_plots->all()) {
        if (plot.samples.read < frames)
            curves.push_back(plot.spec);
    }
    if (curves.empty())
        return;
    m_wholeFrames = frames;
    read(true, curves, {0, frames}, KeptPoints);
}

/// Whether there are as many samples in view as the screen can show, or as were recorded.
bool PlotLoader::fineEnough(const Plot& plot) const
{
    return !plot.samples.finest(framesInView()).decimated ||
           static_cast<double>(inView(plot).size()) >= DetailBelow * m_view.width();
}

void PlotLoader::readDetail()
{
    if (!m_session || m_plots->empty())
        return;
    std::vector<PlotSpec> curves;
    for (const Plot& plot : m_plots->all()) {
        if (!fineEnough(plot))
            curves.push_back(plot.spec);
    }
    if (curves.empty())
        return;
    // A view's width on either side, so that panning finds it ready.
    const model::FrameRange visible = framesInView();
    const model::FrameNumber margin = visible.count();
    const model::FrameRange frames{std::max<model::FrameNumber>(0, visible.first - margin),
                                   std::min(m_session->index()->frames(), visible.end + margin)};
    const int points = static_cast<int>(m_view.width()) * PointsPerPixel * 2 * 3;
    read(false, curves, frames, points);
}

void PlotLoader::read(bool whole, const std::vector<PlotSpec>& curves, model::FrameRange frames,
                      int maxPoints)
{
    (whole ? m_whole : m_detail)
        .start([this, whole, curves, frames, maxPoints, source = m_session->source()](
                   const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
            auto series = readPlots(*source, curves, frames, maxPoints, progress, stop);
            if (!series)
                return [this, why = shownError(series.error())] { Q_EMIT failed(why); };
            return [this, whole, curves, frames, read = std::move(*series)] {
                take(whole, curves, frames, read);
            };
        });
}

void PlotLoader::take(bool whole, const std::vector<PlotSpec>& curves, model::FrameRange frames,
                      const std::vector<model::MetricSeries>& series)
{
    for (std::size_t i = 0; i < series.size() && i < curves.size(); ++i) {
        const int there = m_plots->indexOf(curves[i]);
        if (there < 0)
            continue;
        PlotSamples& samples = m_plots->at(there).samples;
        (whole ? samples.whole : samples.detail) = series[i];
        if (whole)
            samples.read = frames.end;
        else
            samples.detailFrames = frames;
    }
    if (whole)
        m_detailTimer.start();
    Q_EMIT arrived();
}

void PlotLoader::followIndex()
{
    // While a recording grows, reading it all again for every revision would never end.
    const model::ReplayIndex& index = *m_session->index();
    if (index.complete || index.frames() > m_wholeFrames + m_wholeFrames / 2)
        readWhole();
}

} // namespace ghostline::app
