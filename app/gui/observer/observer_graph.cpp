// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/observer_graph.h"

#include "app/gui/observer/observer_rows.h"
#include "app/gui/plots/event_bands.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_values.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "render/base/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int GraphAxisRoom = 60; ///< for the numbers left of the curves
constexpr int GraphRightMargin = 3 * Grid;
constexpr int MaxPoints = 2000; ///< per curve: two for each pixel of a wide panel

/// In the colour of the player's team; who shares one gets another stroke.
std::vector<PlotSeries> seriesOf(const model::ReplayInfo& info, const std::vector<model::ActorId>& players)
{
    std::vector<PlotSeries> series;
    series.reserve(players.size());
    for (const model::ActorId player : players) {
        PlotSeries wanted{0, info.actor(player)->team};
        while (std::find(series.begin(), series.end(), wanted) != series.end())
            ++wanted.number;
        series.push_back(wanted);
    }
    return series;
}

QString figureText(const model::PropertyInfo& info)
{
    return info.unit.isEmpty() || info.unit == QLatin1String("s")
               ? shownName(info.name)
               : QStringLiteral("%1 (%2)").arg(shownName(info.name), info.unit);
}

} // namespace

ObserverGraph::ObserverGraph(QWidget* parent) : Panel(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, Grid, 2 * Grid, 0);
    m_which = new QComboBox(this);
    m_which->setAccessibleName(tr("Figure drawn over time"));
    m_which->setToolTip(tr("Which figure is drawn over time"));
    connect(m_which, &QComboBox::currentIndexChanged, this, &ObserverGraph::choose);
    m_message = new QLabel(this);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_which);
    row->addWidget(m_message, 1);
    column->addLayout(row);
    m_canvas = new PlotCanvas(this);
    m_canvas->setAccessibleName(tr("Figure of every player over time"));
    column->addWidget(m_canvas, 1);
    connect(m_canvas, &PlotCanvas::clicked, this, [this](double seconds) {
        if (session() != nullptr)
            session()->playhead().seekTime(model::fromSeconds(seconds));
    });
    connect(m_canvas, &PlotCanvas::hovered, m_canvas, &PlotCanvas::setGuideTime);
    connect(&m_job, &Job::progressed, this, [this](double share) {
        if (m_series.isEmpty())
            m_message->setText(tr("Reading… %1 %").arg(static_cast<int>(share * 100.0)));
    });
}

void ObserverGraph::onSessionChanged()
{
    m_job.cancel();
    m_read = 0;
    m_series.clear();
    m_failure.clear();
    m_bandsOf.reset();
    m_players = session() != nullptr ? observedPlayers(session()->info()) : std::vector<model::ActorId>();
    offer({}, {});
}

void ObserverGraph::onThemeChanged()
{
    m_canvas->setTheme(theme());
    m_bandsOf.reset(); // their colours
    showBands();
}

void ObserverGraph::setGraphs(const QString& page, const std::vector<model::ActorPropertyId>& graphs)
{
    if (!offers(page, graphs))
        offer(page, graphs);
}

bool ObserverGraph::offers(const QString& page, const std::vector<model::ActorPropertyId>& graphs) const
{
    int at = 0;
    for (const model::ActorPropertyId id : graphs) {
        const model::PropertyInfo* info = infoOf(id);
        if (info == nullptr)
            continue;
        if (m_which->itemData(at) != static_cast<int>(id.index()) ||
            m_which->itemText(at) != figureText(*info))
            return false;
        ++at;
    }
    return page == m_page && at == m_which->count();
}

void ObserverGraph::offer(const QString& page, const std::vector<model::ActorPropertyId>& graphs)
{
    m_page = page;
    {
        const QSignalBlocker quiet(m_which);
        m_which->clear();
        for (const model::ActorPropertyId id : graphs) {
            const model::PropertyInfo* info = infoOf(id);
            if (info == nullptr)
                continue;
            m_which->addItem(figureText(*info), static_cast<int>(id.index()));
            if (info->id == m_chosen.value(page))
                m_which->setCurrentIndex(m_which->count() - 1);
        }
    }
    m_which->setEnabled(m_which->count() > 1);
    showCurves();
}

const model::PropertyInfo* ObserverGraph::infoOf(model::ActorPropertyId id) const
{
    return session() == nullptr ? nullptr : session()->info().property(id);
}

void ObserverGraph::choose()
{
    if (const model::PropertyInfo* info = infoOf(shown()))
        m_chosen.insert(m_page, info->id);
    showCurves();
}

model::ActorPropertyId ObserverGraph::shown() const
{
    return m_which->currentIndex() < 0 ? model::ActorPropertyId()
                                       : model::ActorPropertyId(m_which->currentData().toInt());
}

std::vector<model::MetricRequest> ObserverGraph::requests() const
{
    return shown() ? requestsOf({shown()}) : std::vector<model::MetricRequest>();
}

std::vector<model::MetricRequest>
ObserverGraph::requestsOf(const std::vector<model::ActorPropertyId>& graphs) const
{
    std::vector<model::MetricRequest> wanted;
    const std::vector<model::MetricInfo> metrics = model::metricsOf(session()->info());
    for (const model::ActorPropertyId id : graphs) {
        const auto metric = std::find_if(metrics.begin(), metrics.end(), [id](const model::MetricInfo& m) {
            return m.source == model::MetricSource::ActorProperty && model::ActorPropertyId(m.property) == id;
        });
        for (std::size_t i = 0; metric != metrics.end() && i < m_players.size(); ++i)
            wanted.push_back({*metric, m_players[i], model::ActorId::None});
    }
    return wanted;
}

// ---- reading ----

/// The curves of all pages at one go: walking through a replay once costs as much as the first of them.
void ObserverGraph::read()
{
    if (session() == nullptr || m_job.running())
        return;
    const model::ReplayIndex& index = *session()->index();
    const model::FrameNumber frames = index.frames();
    // While a recording grows, reading it all again for every revision would never end.
    if (frames == 0 || frames == m_read || (!index.complete && frames < m_read + m_read / 2))
        return;
    std::vector<model::ActorPropertyId> all;
    for (const model::ObserverPage& page : index.info->observer) {
        for (const model::ActorPropertyId id : page.graphs) {
            if (std::find(all.begin(), all.end(), id) == all.end())
                all.push_back(id);
        }
    }
    m_read = frames;
    const std::vector<model::MetricRequest> curves = requestsOf(all);
    if (curves.empty())
        return;
    m_failure.clear();
    m_job.start([this, curves, frames, source = session()->source()](
                    const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        auto series =
            readPlots(*source, {curves.begin(), curves.end()}, {0, frames}, MaxPoints, progress, stop);
        if (!series) {
            return [this, why = shownError(series.error())] {
                m_failure = why;
                tell();
            };
        }
        return [this, curves, read = std::move(*series)] { take(curves, read); };
    });
    tell();
}

void ObserverGraph::take(const std::vector<model::MetricRequest>& curves,
                         const std::vector<model::MetricSeries>& series)
{
    m_series.clear();
    for (std::size_t i = 0; i < series.size() && i < curves.size(); ++i)
        m_series[model::ActorPropertyId(curves[i].metric.property)].push_back(series[i]);
    showCurves();
}

void ObserverGraph::readIndex()
{
    showBands();
    align();
}

void ObserverGraph::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    align();
    showBands();
}

// ---- showing ----

void ObserverGraph::showCurves()
{
    std::vector<PlotCurve> curves;
    const auto found = m_series.constFind(shown());
    if (session() != nullptr && found != m_series.constEnd()) {
        const std::vector<PlotSeries> series = seriesOf(session()->info(), m_players);
        for (std::size_t i = 0; i < found->size() && i < m_players.size(); ++i) {
            PlotCurve curve{session()->info().actor(m_players[i])->name, {}, series[i], {}, {}};
            for (const model::MetricSample& sample : (*found)[i].samples) {
                curve.seconds.append(sample.time);
                curve.values.append(sample.value);
            }
            curves.push_back(std::move(curve));
        }
    }
    m_canvas->setTeams(session() != nullptr ? session()->info().teams : std::vector<model::Team>());
    m_canvas->setCurves(curves);
    align();
    showBands();
    moveNow();
    tell();
}

/// Those that the Plots panel shades by itself.
void ObserverGraph::showBands()
{
    const auto events = session() != nullptr ? session()->index()->events : nullptr;
    if (events == m_bandsOf || !isVisible())
        return;
    m_bandsOf = events;
    std::vector<PlotBands> bands;
    for (std::size_t i = 0; events != nullptr && i < events->kinds.size(); ++i) {
        if (events->kinds[i].band && events->kinds[i].shownByDefault)
            bands.push_back(eventBands(*events, static_cast<int>(i), theme()));
    }
    m_canvas->setBands(std::move(bands));
}

void ObserverGraph::showState()
{
    if (!isVisible())
        return;
    read();
    moveNow();
}

void ObserverGraph::moveNow()
{
    if (session() != nullptr)
        m_canvas->setCursorTime(model::seconds(session()->playback()->state().time));
}

/// Why there are no curves, where there are none.
void ObserverGraph::tell()
{
    QString text;
    if (!m_failure.isEmpty())
        text = tr("Not all could be read");
    else if (m_job.running() && m_series.isEmpty())
        text = tr("Reading…");
    else if (m_series.contains(shown())) {
        const auto& curves = m_series[shown()];
        const bool any = std::any_of(curves.begin(), curves.end(), [](const model::MetricSeries& curve) {
            return std::any_of(curve.samples.begin(), curve.samples.end(),
                               [](const model::MetricSample& s) { return !std::isnan(s.value); });
        });
        text = any ? QString() : tr("Nothing of it is recorded");
    }
    m_message->setText(text);
    m_message->setToolTip(m_failure);
}

void ObserverGraph::align()
{
    const double end = session() != nullptr ? model::seconds(session()->index()->timeAxis.duration()) : 1.0;
    m_canvas->setTimeAxis(0.0, end, GraphAxisRoom, std::max(width() - GraphRightMargin, GraphAxisRoom + 1));
}

void ObserverGraph::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    align();
}

} // namespace ghostline::app
