// SPDX-License-Identifier: GPL-3.0-or-later
// Reading, decimating, exporting and remembering the curves of the Plots dock.
#include "app/gui/docks/kind_chip.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ghostline::app {

namespace {

constexpr int KeptPoints = 100'000; // per curve in memory: 1.6 MB; shorter replays are kept whole
constexpr int PointsPerPixel = 2;   // minimum and maximum
constexpr double CoarseBelow = 2.0; // samples a pixel of a decimated curve that call for a closer reading
constexpr int StateVersion = 1;
constexpr int PictureScale = 2;

QString quoted(QString text)
{
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

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
    m_wholeRequests.clear();
    for (const Plot& plot : m_plots) {
        if (plot.read < frames)
            m_wholeRequests.push_back(plot.request);
    }
    if (m_wholeRequests.empty())
        return;
    m_wholeFrames = frames;
    m_wholeJob = m_reader.read(
        {PlotReader::Sort::Whole, 0, m_session->source(), m_wholeRequests, {0, frames}, KeptPoints});
}

void PlotsPanel::requestDetail()
{
    if (!m_session || m_plots.empty())
        return;
    const model::FrameRange visible = visibleFrames();
    m_detailRequests.clear();
    for (const Plot& plot : m_plots) {
        if (!plot.whole.decimated)
            continue;
        const bool covered = plot.detailFrames.first <= visible.first && plot.detailFrames.end >= visible.end;
        const auto near =
            slice(plot.whole.samples, model::seconds(m_drawn.begin()), model::seconds(m_drawn.end()));
        const auto& detail = plot.detail;
        const bool fineEnough =
            covered &&
            (!detail.decimated || static_cast<double>(slice(detail.samples, model::seconds(m_drawn.begin()),
                                                            model::seconds(m_drawn.end()))
                                                          .size()) >= CoarseBelow * m_drawn.width());
        if (static_cast<double>(near.size()) < CoarseBelow * m_drawn.width() && !fineEnough)
            m_detailRequests.push_back(plot.request);
    }
    if (m_detailRequests.empty())
        return;
    // A view's width on either side, so that panning finds it ready.
    const model::FrameNumber margin = visible.count();
    m_detailFrames = {std::max<model::FrameNumber>(0, visible.first - margin),
                      std::min(m_session->index()->frames(), visible.end + margin)};
    const int points = static_cast<int>(m_drawn.width()) * PointsPerPixel * 2 * 3;
    m_detailJob = m_reader.read(
        {PlotReader::Sort::Detail, 0, m_session->source(), m_detailRequests, m_detailFrames, points});
}

void PlotsPanel::onArrived(quint64 number, const std::vector<model::MetricSeries>& series)
{
    if (number == m_exportJob) {
        m_exportJob = 0;
        Q_EMIT exported(m_exportPath, writeCsv(m_exportPath, series));
        return;
    }
    const bool whole = number == m_wholeJob;
    if (!whole && number != m_detailJob)
        return;
    const auto& requests = whole ? m_wholeRequests : m_detailRequests;
    for (std::size_t i = 0; i < series.size() && i < requests.size(); ++i) {
        for (Plot& plot : m_plots) {
            if (plot.request.metric.id != requests[i].metric.id || plot.request.actor != requests[i].actor ||
                plot.request.other != requests[i].other)
                continue;
            (whole ? plot.whole : plot.detail) = series[i];
            if (whole)
                plot.read = m_wholeFrames;
            else
                plot.detailFrames = m_detailFrames;
        }
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
    if (number == m_exportJob) {
        m_exportJob = 0;
        Q_EMIT exported(m_exportPath, message);
        return;
    }
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
        const Plot& plot = m_plots[static_cast<std::size_t>(i)];
        const bool closer = plot.whole.decimated && plot.detailFrames.first <= visible.first &&
                            plot.detailFrames.end >= visible.end && !plot.detail.samples.empty();
        const auto near = slice(closer ? plot.detail.samples : plot.whole.samples, begin, end);
        const std::vector<model::MetricSample> shown = model::decimate(near, most);
        QVector<double> seconds;
        QVector<double> values;
        seconds.reserve(static_cast<qsizetype>(shown.size()));
        values.reserve(static_cast<qsizetype>(shown.size()));
        for (const model::MetricSample& sample : shown) {
            seconds.append(sample.time);
            values.append(sample.value);
        }
        m_canvas->setPoints(i, seconds, values);
    }
    m_canvas->refresh();
}

// ---- export ----

void PlotsPanel::askPng()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export plots as a picture"), QString(),
                                                      tr("Pictures (*.png)"));
    if (!path.isEmpty() && !exportPng(path))
        Q_EMIT exported(path, tr("The picture could not be written"));
}

void PlotsPanel::askCsv()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export plotted values"), QString(), tr("Tables (*.csv)"));
    if (!path.isEmpty())
        exportCsv(path);
}

bool PlotsPanel::exportPng(const QString& path)
{
    return m_canvas->savePng(path, m_canvas->width(), m_canvas->height(), PictureScale);
}

void PlotsPanel::exportCsv(const QString& path)
{
    if (!m_session || m_plots.empty())
        return;
    std::vector<model::MetricRequest> requests;
    requests.reserve(m_plots.size());
    for (const Plot& plot : m_plots)
        requests.push_back(plot.request);
    m_exportPath = path;
    m_exportJob = m_reader.read({PlotReader::Sort::Export, 0, m_session->source(), std::move(requests),
                                 visibleFrames(), std::numeric_limits<int>::max()});
}

/// Empty text when all went well, otherwise why not.
QString PlotsPanel::writeCsv(const QString& path, const std::vector<model::MetricSeries>& series) const
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    QByteArray text("time_s");
    std::map<double, std::vector<double>> rows;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const QString name = i < m_plots.size() ? m_plots[i].name : series[i].name;
        const QString unit =
            series[i].unit.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(series[i].unit);
        text += ',' + quoted(name + unit).toUtf8();
        for (const model::MetricSample& sample : series[i].samples) {
            auto& row = rows[sample.time];
            row.resize(series.size(), std::numeric_limits<double>::quiet_NaN());
            row[i] = sample.value;
        }
    }
    text += '\n';
    for (const auto& [time, values] : rows) {
        text += QByteArray::number(time, 'f', 6);
        for (const double value : values) {
            text += ',';
            if (!std::isnan(value))
                text += QByteArray::number(value, 'g', 10);
        }
        text += '\n';
    }
    if (file.write(text) != text.size() || !file.commit())
        return file.errorString();
    return {};
}

// ---- state ----

QByteArray PlotsPanel::saveState() const
{
    QJsonArray plots;
    for (const Plot& plot : m_plots) {
        QJsonObject entry{{QStringLiteral("metric"), plot.request.metric.id}};
        if (plot.request.metric.needsActor())
            entry[QStringLiteral("actor")] = static_cast<qint64>(model::index(plot.request.actor));
        if (plot.request.metric.needsOther())
            entry[QStringLiteral("other")] = static_cast<qint64>(model::index(plot.request.other));
        plots.append(entry);
    }
    QJsonObject bands;
    for (auto wish = m_bandWishes.begin(); wish != m_bandWishes.end(); ++wish)
        bands.insert(wish.key(), wish.value());
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), StateVersion},
                                     {QStringLiteral("plots"), plots},
                                     {QStringLiteral("bands"), bands}})
        .toJson(QJsonDocument::Compact);
}

bool PlotsPanel::restoreState(const QByteArray& state)
{
    const QJsonObject root = QJsonDocument::fromJson(state).object();
    if (root[QStringLiteral("version")].toInt() != StateVersion)
        return false;
    if (!m_session) {
        m_pending = state;
        return true;
    }
    const QJsonObject bands = root[QStringLiteral("bands")].toObject();
    for (auto wish = bands.begin(); wish != bands.end(); ++wish)
        m_bandWishes.insert(wish.key(), wish.value().toBool());
    for (const BandKind& band : m_bands) {
        const QString& kind = m_bandsOf->kinds[static_cast<std::size_t>(band.kind)].id;
        if (m_bandWishes.contains(kind))
            band.chip->setChecked(m_bandWishes.value(kind));
    }
    const model::ReplayInfo& info = m_session->info();
    const std::vector<model::MetricInfo> metrics = model::metricsOf(info);
    const auto actorIn = [&](const QJsonObject& entry, const QString& key) {
        const auto id = static_cast<model::ActorId>(
            static_cast<std::uint32_t>(entry[key].toInteger(model::index(model::ActorId::None))));
        return info.actor(id) ? id : model::ActorId::None;
    };
    for (const auto& value : root[QStringLiteral("plots")].toArray()) {
        const QJsonObject entry = value.toObject();
        const auto metric = std::find_if(metrics.begin(), metrics.end(), [&](const model::MetricInfo& m) {
            return m.id == entry[QStringLiteral("metric")].toString();
        });
        if (metric == metrics.end())
            continue;
        const model::MetricRequest request{*metric, actorIn(entry, QStringLiteral("actor")),
                                           actorIn(entry, QStringLiteral("other"))};
        // Another replay may have other actors: what does not exist there is left out.
        if ((metric->needsActor() && request.actor == model::ActorId::None) ||
            (metric->needsOther() && request.other == model::ActorId::None))
            continue;
        addPlot(request);
    }
    return true;
}

} // namespace ghostline::app
