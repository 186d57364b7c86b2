// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and decimating the curves of the Plots dock.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QLabel>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int KeptPoints = 100'000; // per curve in memory: 1.6 MB; shorter replays are kept whole
constexpr int PointsPerPixel = 2;   // minimum and maximum
constexpr double CoarseBelow = 2.0; // samples a pixel of a decimated curve that call for a closer reading
constexpr double NoValue = std::numeric_limits<double>::quiet_NaN();

/// The samples of [begin, end] and one neighbour on either side, so that lines run to the edges.
std::span<const model::MetricSample> slice(const std::vector<model::MetricSample>& samples, double begin,
                                           double end)
{
    auto first = std::lower_bound(samples.begin(), samples.end(), begin,
                                  [](const model::MetricSample& s, double t) { return s.time < t; });
    auto last = std::upper_bound(first, samples.end(), end,
                                 [](double t, const model::MetricSample& s) { return t < s.time; });
    if (first != samples.begin())
        --first;
    if (last != samples.end())
        ++last;
    return {first, last};
}

} // namespace

void PlotsPanel::Plot::takeSamples(Plot& from)
{
    whole = std::move(from.whole);
    read = from.read;
    detail = std::move(from.detail);
    detailFrames = from.detailFrames;
}

model::FrameRange PlotsPanel::visibleFrames() const
{
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    return {axis.frameAt(m_drawn.begin()), axis.frameAt(m_drawn.end()) + 1};
}

void PlotsPanel::requestWhole()
{
    if (!m_session || m_session->index()->frames() == 0)
        return;
    const model::FrameNumber frames = m_session->index()->frames();
    m_wholeCurves.clear();
    for (const Plot& plot : m_plots) {
        if (plot.read < frames)
            m_wholeCurves.push_back(plot.spec);
    }
    if (m_wholeCurves.empty())
        return;
    m_wholeFrames = frames;
    m_wholeJob = m_reader.read(
        {PlotReader::Sort::Whole, 0, m_session->source(), m_wholeCurves, {0, frames}, KeptPoints});
}

/// Whether there are as many samples in view as the screen can show, or as were recorded.
bool PlotsPanel::fineEnough(const Plot& plot, model::FrameRange frames) const
{
    const model::MetricSeries& series = finest(plot, frames);
    const auto shown = slice(series.samples, model::seconds(m_drawn.begin()), model::seconds(m_drawn.end()));
    return !series.decimated || static_cast<double>(shown.size()) >= CoarseBelow * m_drawn.width();
}

void PlotsPanel::requestDetail()
{
    if (!m_session || m_plots.empty())
        return;
    const model::FrameRange visible = visibleFrames();
    m_detailCurves.clear();
    for (const Plot& plot : m_plots) {
        if (!fineEnough(plot, visible))
            m_detailCurves.push_back(plot.spec);
    }
    if (m_detailCurves.empty())
        return;
    // A view's width on either side, so that panning finds it ready.
    const model::FrameNumber margin = visible.count();
    m_detailFrames = {std::max<model::FrameNumber>(0, visible.first - margin),
                      std::min(m_session->index()->frames(), visible.end + margin)};
    const int points = static_cast<int>(m_drawn.width()) * PointsPerPixel * 2 * 3;
    m_detailJob = m_reader.read(
        {PlotReader::Sort::Detail, 0, m_session->source(), m_detailCurves, m_detailFrames, points});
}

void PlotsPanel::onArrived(quint64 number, const std::vector<model::MetricSeries>& series)
{
    const bool whole = number == m_wholeJob;
    if (!whole && number != m_detailJob)
        return;
    const auto& curves = whole ? m_wholeCurves : m_detailCurves;
    for (std::size_t i = 0; i < series.size() && i < curves.size(); ++i) {
        const int there = indexOf(curves[i]);
        if (there < 0)
            continue;
        Plot& plot = m_plots[static_cast<std::size_t>(there)];
        (whole ? plot.whole : plot.detail) = series[i];
        if (whole)
            plot.read = m_wholeFrames;
        else
            plot.detailFrames = m_detailFrames;
    }
    (whole ? m_wholeJob : m_detailJob) = 0;
    m_message->setVisible(false);
    updatePoints();
    updateValues();
    if (whole)
        m_detailTimer.start();
    Q_EMIT dataArrived();
}

void PlotsPanel::onFailed(quint64 number, const QString& message)
{
    if (number != m_wholeJob && number != m_detailJob)
        return;
    (number == m_wholeJob ? m_wholeJob : m_detailJob) = 0;
    m_message->setText(tr("Not all could be read"));
    m_message->setToolTip(message);
    m_message->setVisible(true);
}

void PlotsPanel::onIndexChanged()
{
    const model::ReplayIndex& index = *m_session->index();
    readBands();
    if (!m_timeline) {
        m_view.setExtent(index.timeAxis.duration());
        align();
    }
    // While a recording grows, reading it all again for every revision would never end.
    if (index.complete || index.frames() > m_wholeFrames + m_wholeFrames / 2)
        requestWhole();
}

void PlotsPanel::updatePoints()
{
    if (!m_session)
        return;
    const double begin = model::seconds(m_drawn.begin());
    const double end = model::seconds(m_drawn.end());
    const model::FrameRange visible = visibleFrames();
    const int most = static_cast<int>(m_drawn.width()) * PointsPerPixel;
    for (int i = 0; i < plotCount(); ++i) {
        const Plot& plot = at(i);
        const auto near = slice(finest(plot, visible).samples, begin, end);
        const std::vector<model::MetricSample> shown = model::decimate(near, most);
        QVector<double> seconds;
        QVector<double> values;
        seconds.reserve(static_cast<qsizetype>(shown.size()));
        values.reserve(static_cast<qsizetype>(shown.size()));
        for (const model::MetricSample& sample : shown) {
            seconds.append(sample.time);
            values.append(std::isfinite(sample.value) ? sample.value : NoValue);
        }
        m_canvas->setPoints(i, seconds, values);
    }
    m_canvas->refresh();
}

/// What there is of a curve in that stretch that shows most of it.
const model::MetricSeries& PlotsPanel::finest(const Plot& plot, model::FrameRange frames) const
{
    const bool closer = plot.whole.decimated && plot.detailFrames.first <= frames.first &&
                        plot.detailFrames.end >= frames.end && !plot.detail.samples.empty();
    return closer ? plot.detail : plot.whole;
}

void PlotsPanel::updateValues()
{
    if (!m_session || m_session->index()->frames() == 0)
        return;
    const model::Micros time = m_session->playhead().time();
    const model::FrameNumber frame = m_session->index()->timeAxis.frameAt(time);
    const double now = model::seconds(time);
    for (const Plot& plot : m_plots) {
        const auto& samples = finest(plot, {frame, frame + 1}).samples;
        // The last sample at or before now; half a microsecond forgives the way to seconds and back.
        const auto after =
            std::upper_bound(samples.begin(), samples.end(), now + 5e-7,
                             [](double t, const model::MetricSample& s) { return t < s.time; });
        const bool known = after != samples.begin() && std::isfinite(std::prev(after)->value);
        plot.chip->setValue(known ? QLocale().toString(std::prev(after)->value, 'f', 2)
                                  : QString(QChar(0x2013)));
    }
}

} // namespace ghostline::app
