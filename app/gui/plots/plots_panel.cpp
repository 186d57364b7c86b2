// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plots_panel.h"

#include "app/gui/plots/band_chips.h"
#include "app/gui/plots/metric_drop.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plot_columns.h"
#include "app/gui/plots/plot_exporter.h"
#include "app/gui/plots/plot_loader.h"
#include "app/gui/plots/plot_menu.h"
#include "app/gui/plots/plot_picker.h"
#include "app/gui/plots/plots_head.h"
#include "app/gui/plots/plots_state.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/widgets/chip_shelf.h"
#include "app/gui/widgets/panel_style.h"
#include "model/base/numbers.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int LegendPart = 4; // of the height, at most, for the names; the rest of them scrolls

/// Its room in the legend is free at once.
void removeChip(PlotChip* chip)
{
    chip->hide();
    chip->deleteLater();
}

} // namespace

PlotsPanel::PlotsPanel(QWidget* parent) : Panel(parent), m_loader(new PlotLoader(&m_plots, this))
{
    setAccessibleName(tr("Plots"));
    build();
    connectCanvas();
    connectLoader();
    updateEmpty();
}

/// Before the plots that they use.
PlotsPanel::~PlotsPanel()
{
    delete m_drop;
    delete m_loader;
}

void PlotsPanel::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head = new PlotsHead(this);
    column->addWidget(m_head);
    m_canvas = new PlotCanvas(this);
    m_canvas->setAdjustable(true);
    column->addWidget(m_canvas, 1);
    m_empty = emptyState(QString(), this);
    column->addWidget(m_empty, 1);

    m_picker = new PlotPicker(this);
    connect(m_picker, &PlotPicker::picked, this, &PlotsPanel::addPlot);
    connect(m_head->addButton(), &QToolButton::clicked, this, &PlotsPanel::showPicker);
    connect(m_head->lockButton(), &QToolButton::toggled, this, &PlotsPanel::setKept);

    m_bands = new BandChips(m_head->legend(), m_canvas, this);
    m_drop = new MetricDrop(this, m_canvas, &m_plots);
    connect(m_drop, &MetricDrop::dropped, this, &PlotsPanel::placeAll);
    const auto values = [this]() -> std::optional<PlotExporter::Values> {
        if (!session() || m_plots.empty())
            return std::nullopt;
        PlotExporter::Values shown{session()->source(), {}, {}, m_loader->framesInView()};
        for (const Plot& plot : m_plots.all()) {
            shown.curves.push_back(plot.spec);
            shown.names << plot.name;
        }
        return shown;
    };
    m_exporter = new PlotExporter(m_canvas, values, this);
    QToolButton* exports = m_head->exportButton();
    QMenu* menu = m_exporter->makeMenu(exports);
    connect(exports, &QToolButton::clicked, this,
            [exports, menu] { menu->popup(exports->mapToGlobal(QPoint(0, exports->height()))); });
}

QToolButton* PlotsPanel::addButton() const { return m_head->addButton(); }

QToolButton* PlotsPanel::lockButton() const { return m_head->lockButton(); }

void PlotsPanel::showPicker()
{
    if (!session())
        return;
    m_picker->setReplay(session()->info(), session()->zones(), session()->actors()->selected());
    m_picker->adjustSize();
    const QToolButton* add = m_head->addButton();
    m_picker->move(add->mapToGlobal(QPoint(add->width() - m_picker->width(), add->height())));
    m_picker->show();
    m_picker->metricBox()->setFocus();
}

void PlotsPanel::connectCanvas()
{
    connect(m_canvas, &PlotCanvas::clicked, this, [this](double seconds) {
        if (session())
            session()->playhead().seekTime(model::fromSeconds(seconds));
    });
    connect(m_canvas, &PlotCanvas::hovered, this, [this](std::optional<double> seconds) {
        m_canvas->setGuideTime(seconds);
        Q_EMIT hoverTimeChanged(seconds ? std::optional(model::fromSeconds(*seconds)) : std::nullopt);
    });
    connect(m_canvas, &PlotCanvas::zoomed, this, [this](double factor, double pixel) {
        showView(m_axis.zoomed(factor, model::fromSeconds(m_canvas->secondsAt(pixel))));
    });
    connect(m_canvas, &PlotCanvas::dragBegun, this, [this] { m_axis.beginDrag(); });
    connect(m_canvas, &PlotCanvas::dragged, this,
            [this](double pixels) { showView(m_axis.dragged(pixels)); });
    connect(m_canvas, &PlotCanvas::doubleClicked, this, [this] {
        TimeView view = m_axis.view();
        view.fit();
        showView(view);
    });
    connect(m_canvas, &PlotCanvas::fieldMenuRequested, this, [this](int field, const QPoint& at) {
        auto* menu = new PlotMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addField(field);
        menu->popup(at);
    });
}

void PlotsPanel::connectLoader()
{
    connect(m_loader, &PlotLoader::arrived, this, [this] {
        m_head->showMessage({});
        updatePoints();
        updateValues();
        Q_EMIT dataArrived();
    });
    connect(m_loader, &PlotLoader::failed, this,
            [this](const QString& message) { m_head->showMessage(tr("Not all could be read"), message); });
}

bool PlotsPanel::reading() const { return m_loader->reading(); }

void PlotsPanel::onSessionChanged()
{
    closeForms();
    m_loader->setSession(session());
    m_drop->setSession(session());
    m_exporter->cancel();
    takePlots();
    m_head->lockButton()->setChecked(false);
    m_head->showMessage({});
    // Before the curves, so that its chips lead the legend.
    m_bands->setEvents(session() ? session()->index()->events : nullptr);
    if (session()) {
        connect(session(), &ReplaySession::indexChanged, this, &PlotsPanel::followIndex);
        connect(&session()->playhead(), &model::Playhead::moved, this, &PlotsPanel::followPlayhead);
        if (!m_timeline) {
            m_axis.setExtent(session()->index()->timeAxis.duration());
            m_axis.fit();
        }
        if (!m_pending.isEmpty())
            restoreState(std::exchange(m_pending, QByteArray()));
    }
    showCurves();
    followPlayhead();
}

/// Menus and dialogs speak of a replay's actors: another has others by the same numbers.
void PlotsPanel::closeForms()
{
    for (QWidget* form : findChildren<QWidget*>()) {
        if (form->isWindow() && form->isVisible())
            form->close();
    }
}

void PlotsPanel::onThemeChanged()
{
    m_canvas->setTheme(theme());
    for (PlotChip* chip : m_chips)
        chip->setTheme(theme());
    m_bands->setTheme(theme());
}

// ---- curves ----

void PlotsPanel::addPlot(const model::MetricRequest& request) { addCurve(request); }

void PlotsPanel::addCurve(const PlotSpec& spec)
{
    if (session() && m_plots.indexOf(spec) < 0)
        placePlot(spec, m_plots.fieldForUnit(spec.unit()));
}

/// Adds a curve, or moves one that is there, to a field; nothing = one of its own.
void PlotsPanel::placePlot(const PlotSpec& spec, std::optional<int> field)
{
    if (const int there = m_plots.indexOf(spec); there >= 0) {
        movePlot(there, field);
        return;
    }
    addToField(spec, field);
    showCurves();
    m_loader->readWhole();
}

/// The first decides where all go that go together.
void PlotsPanel::placeAll(const std::vector<model::MetricRequest>& requests, std::optional<int> field)
{
    for (const model::MetricRequest& request : requests) {
        placePlot(request, field && m_plots.takes(*field, request.metric.unit) ? field : std::nullopt);
        field = m_plots.at(m_plots.indexOf(request)).field;
    }
}

Plot& PlotsPanel::addToField(const PlotSpec& spec, std::optional<int> field)
{
    const model::ReplayInfo& info = session()->info();
    Plot& plot = m_plots.add(spec, spec.name(info), field, spec.team(info));
    auto* chip = new PlotChip(plot.name, plot.series, this);
    chip->setTheme(theme());
    chip->setTeams(info.teams);
    connect(chip, &PlotChip::removeRequested, this, [this, spec] { removePlot(m_plots.indexOf(spec)); });
    connect(chip, &PlotChip::menuRequested, this, [this, spec](const QPoint& at) {
        QMenu* menu = makeMenu(m_plots.indexOf(spec));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(at);
    });
    m_head->legend()->addChip(chip);
    chip->show();
    m_chips.push_back(chip);
    return plot;
}

/// All curves, out of the panel.
std::vector<Plot> PlotsPanel::takePlots()
{
    for (PlotChip* chip : std::exchange(m_chips, {}))
        removeChip(chip);
    return m_plots.takeAll();
}

void PlotsPanel::removePlot(int plot)
{
    if (plot < 0 || plot >= m_plots.count())
        return;
    removeChip(chip(plot));
    m_chips.erase(m_chips.begin() + plot);
    m_plots.remove(plot);
    showCurves();
}

void PlotsPanel::movePlot(int plot, std::optional<int> field)
{
    if (plot >= 0 && plot < m_plots.count() && m_plots.move(plot, field))
        showCurves();
}

QMenu* PlotsPanel::makeMenu(int plot)
{
    auto* menu = new PlotMenu(this);
    menu->addPlot(plot);
    return menu;
}

void PlotsPanel::showCurves()
{
    std::vector<PlotCurve> curves;
    curves.reserve(m_plots.all().size());
    for (const Plot& plot : m_plots.all())
        curves.push_back({plot.name, plot.spec.unit(), plot.series, {}, {}, plot.field});
    m_canvas->setTeams(session() ? session()->info().teams : std::vector<model::Team>());
    m_canvas->setCurves(curves);
    align(); // a field with a second unit takes room on the right
    updateValues();
    updateEmpty();
}

void PlotsPanel::updatePoints()
{
    if (!session())
        return;
    for (int i = 0; i < m_plots.count(); ++i) {
        const std::vector<model::MetricSample> shown = m_loader->samplesInView(m_plots.at(i));
        QVector<double> seconds;
        QVector<double> values;
        seconds.reserve(static_cast<qsizetype>(shown.size()));
        values.reserve(static_cast<qsizetype>(shown.size()));
        for (const model::MetricSample& sample : shown) {
            seconds.append(sample.time);
            values.append(std::isfinite(sample.value) ? sample.value : model::NoValue);
        }
        m_canvas->setPoints(i, seconds, values);
    }
    m_canvas->refresh();
}

void PlotsPanel::updateValues()
{
    if (!session() || session()->index()->frames() == 0)
        return;
    const model::Micros now = session()->playhead().time();
    const model::FrameNumber frame = session()->index()->timeAxis.frameAt(now);
    for (int i = 0; i < m_plots.count(); ++i) {
        const std::optional<double> value = m_plots.at(i).samples.valueAt(model::seconds(now), frame);
        chip(i)->setValue(value ? QLocale().toString(*value, 'f', 2) : QString(QChar(0x2013)));
    }
}

void PlotsPanel::updateEmpty()
{
    const bool empty = m_plots.empty();
    m_empty->setText(session() ? tr("No plots yet.\nDrag values here from the Inspector or the Metrics "
                                    "panel, use the plot button "
                                    "beside a value in the Inspector, or “Add”.")
                               : tr("Open a recording to plot its values."));
    m_bands->setChipsVisible(!empty);
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    m_head->exportButton()->setEnabled(!empty);
    m_head->lockButton()->setEnabled(!empty);
    m_head->addButton()->setEnabled(session());
}

void PlotsPanel::followPlayhead()
{
    if (!session())
        return;
    m_canvas->setCursorTime(model::seconds(session()->playhead().time()));
    updateValues();
}

void PlotsPanel::followIndex()
{
    const model::ReplayIndex& index = *session()->index();
    m_bands->setEvents(index.events);
    if (!m_timeline) {
        m_axis.setExtent(index.timeAxis.duration());
        align();
    }
    m_loader->followIndex();
}

// ---- the stretch in view ----

void PlotsPanel::attach(TimelinePanel* timeline)
{
    m_timeline = timeline;
    const auto follow = [this] { setTimeView(m_timeline->timeView(), m_timeline->lanesLeftGlobal()); };
    connect(timeline, &TimelinePanel::timeViewChanged, this, follow);
    connect(timeline, &TimelinePanel::hoverTimeChanged, this, &PlotsPanel::setGuide);
    connect(this, &PlotsPanel::hoverTimeChanged, timeline, &TimelinePanel::setGuide);
    connect(this, &PlotsPanel::timeViewRequested, timeline, &TimelinePanel::setTimeView);
    follow();
}

void PlotsPanel::setTimeView(const TimeView& view, int lanesLeftGlobal)
{
    m_axis.follow(view, lanesLeftGlobal);
    align();
}

/// Zooming and panning here are the timeline's, so that both stay aligned, unless the stretch is kept.
void PlotsPanel::showView(const TimeView& view)
{
    if (!m_axis.kept()) {
        Q_EMIT timeViewRequested(view);
        return;
    }
    m_axis.show(view);
    align();
}

/// Released, the plots show what the timeline shows again.
void PlotsPanel::setKept(bool kept)
{
    m_axis.setKept(kept);
    if (!kept && m_timeline)
        setTimeView(m_timeline->timeView(), m_timeline->lanesLeftGlobal());
}

void PlotsPanel::setGuide(std::optional<model::Micros> t)
{
    m_canvas->setGuideTime(t ? std::optional(model::seconds(*t)) : std::nullopt);
}

void PlotsPanel::align()
{
    if (m_timeline)
        m_axis.setLanesLeft(m_timeline->lanesLeftGlobal());
    m_canvas->setColumns(plotColumns(m_plots.fields().size(), size(), fontMetrics().height()));
    const bool rightAxis = m_canvas->hasRightAxis();
    const auto [left, right] = m_canvas->columns() > 1
                                   ? m_axis.alignColumn(width() / m_canvas->columns(), rightAxis)
                                   : m_axis.align(mapToGlobal(QPoint(0, 0)).x(), width(), rightAxis);
    const TimeView& drawn = m_axis.drawn();
    m_canvas->setTimeAxis(model::seconds(drawn.begin()), model::seconds(drawn.end()), left, right);
    m_loader->setView(drawn);
    updatePoints();
}

void PlotsPanel::resizeEvent(QResizeEvent*)
{
    m_head->legend()->setRoom(height() / LegendPart);
    align();
}

void PlotsPanel::showEvent(QShowEvent*)
{
    // Docks move with their parents, which tell nobody else.
    for (QWidget* w = this; w && !w->isWindow(); w = w->parentWidget())
        w->installEventFilter(this);
    align();
}

bool PlotsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Move)
        align();
    return QWidget::eventFilter(watched, event);
}

// ---- what layouts remember ----

QByteArray PlotsPanel::saveState() const
{
    if (!session() && !m_pending.isEmpty())
        return m_pending; // no replay was opened: what was remembered stays so
    PlotsState state;
    for (const Plot& plot : m_plots.all())
        state.curves.push_back({plot.spec.toJson(), plot.field});
    state.fields = m_canvas->fields();
    state.bands = m_bands->choices();
    return state.toBytes();
}

/// Curves in place of those that are there; what both have is not read again. Another replay may have other
/// actors: what does not exist there is left out.
bool PlotsPanel::restoreState(const QByteArray& bytes)
{
    const std::optional<PlotsState> state = PlotsState::fromBytes(bytes);
    if (!state)
        return false;
    if (!session()) {
        m_pending = bytes;
        return true;
    }
    m_bands->setChoices(state->bands);
    std::vector<Plot> before = takePlots();
    const auto metrics = model::metricsOf(session()->info(), session()->zones());
    for (const PlotsState::Curve& curve : state->curves) {
        const auto spec = PlotSpec::fromJson(curve.spec, session()->info(), metrics);
        if (!spec || m_plots.indexOf(*spec) >= 0)
            continue;
        Plot& plot = addToField(*spec, curve.field.value_or(m_plots.fieldForUnit(spec->unit())));
        const auto same = std::find_if(before.begin(), before.end(),
                                       [&](const Plot& former) { return former.spec == plot.spec; });
        if (same != before.end())
            plot.samples = std::move(same->samples);
    }
    showCurves();
    m_loader->readWhole();
    m_canvas->setFields(state->fields); // a field is there only with its curves
    return true;
}

} // namespace ghostline::app
