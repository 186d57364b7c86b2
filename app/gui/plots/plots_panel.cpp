// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's parts, its curves and how they follow the timeline.
#include "app/gui/plots/plots_panel.h"

#include "app/gui/docks/flow_layout.h"
#include "app/gui/docks/kind_chip.h"
#include "app/gui/docks/panel_style.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plot_picker.h"
#include "app/gui/shell/icons.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int AxisRoom = 88; // for unit and numbers left of the curves, where the timeline leaves less
constexpr int RightMargin = 16;
constexpr int LeastOverlap = 120; // pixels of common time axis that are worth aligning with
constexpr int DetailDelayMs = 60;

bool sameRequest(const model::MetricRequest& a, const model::MetricRequest& b)
{
    return a.metric.id == b.metric.id && a.actor == b.actor && a.other == b.other;
}

} // namespace

PlotsPanel::PlotsPanel(QWidget* parent) : QWidget(parent), m_theme(&render::Theme::dark())
{
    setAccessibleName(tr("Plots"));
    build();
    connectCanvas();
    connect(&m_reader, &PlotReader::arrived, this, &PlotsPanel::onArrived);
    connect(&m_reader, &PlotReader::failed, this, &PlotsPanel::onFailed);
    m_detailTimer.setSingleShot(true);
    m_detailTimer.setInterval(DetailDelayMs);
    connect(&m_detailTimer, &QTimer::timeout, this, &PlotsPanel::requestDetail);
    updateEmpty();
}

PlotsPanel::~PlotsPanel() = default;

void PlotsPanel::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 4, 8, 0);
    row->setSpacing(4);
    auto* legend = new QWidget(head);
    m_legend = new FlowLayout(legend, 4);
    m_legend->setContentsMargins(0, 0, 0, 0);
    row->addWidget(legend, 1);

    m_message = new QLabel(head);
    m_message->setVisible(false);
    row->addWidget(m_message);
    m_add = new QToolButton(head);
    m_add->setText(tr("Add"));
    m_add->setIcon(themedIcon(QStringLiteral("add")));
    m_add->setToolTip(tr("Plot a value of an actor over time"));
    m_add->setAccessibleName(tr("Add a plot"));
    m_export = new QToolButton(head);
    m_export->setText(tr("Export"));
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_export->setAccessibleName(tr("Export the plots"));
    auto* menu = new QMenu(m_export);
    connect(menu->addAction(tr("Picture (PNG)\u2026")), &QAction::triggered, this, &PlotsPanel::askPng);
    connect(menu->addAction(tr("Values in view (CSV)\u2026")), &QAction::triggered, this,
            &PlotsPanel::askCsv);
    connect(m_export, &QToolButton::clicked, this,
            [this, menu] { menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height()))); });
    for (QToolButton* button : {m_add, m_export}) {
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFixedHeight(24);
        row->addWidget(button, 0, Qt::AlignTop);
    }
    column->addWidget(head);

    m_canvas = new PlotCanvas(this);
    column->addWidget(m_canvas, 1);
    m_empty = emptyState(QString(), this);
    column->addWidget(m_empty, 1);

    m_picker = new PlotPicker(this);
    connect(m_picker, &PlotPicker::picked, this, &PlotsPanel::onPicked);
    connect(m_add, &QToolButton::clicked, this, [this] {
        if (!m_session)
            return;
        m_picker->setReplay(m_session->info(), m_session->selection());
        m_picker->adjustSize();
        const QPoint corner = m_add->mapToGlobal(QPoint(m_add->width() - m_picker->width(), m_add->height()));
        m_picker->move(corner);
        m_picker->show();
        m_picker->metricBox()->setFocus();
    });
}

void PlotsPanel::connectCanvas()
{
    connect(m_canvas, &PlotCanvas::clicked, this, &PlotsPanel::seekTo);
    connect(m_canvas, &PlotCanvas::hovered, this, [this](std::optional<double> seconds) {
        m_canvas->setGuideTime(seconds);
        Q_EMIT hoverTimeChanged(seconds ? std::optional(model::fromSeconds(*seconds)) : std::nullopt);
    });
    // Zooming and panning here are the timeline's, so that both stay aligned.
    connect(m_canvas, &PlotCanvas::zoomed, this, [this](double factor, double pixel) {
        TimeView view = m_view;
        view.zoom(factor, view.x(model::fromSeconds(m_canvas->secondsAt(pixel))));
        Q_EMIT timeViewRequested(view);
    });
    connect(m_canvas, &PlotCanvas::dragBegun, this, [this] { m_dragView = m_view; });
    connect(m_canvas, &PlotCanvas::dragged, this, [this](double pixels) {
        TimeView view = m_dragView;
        view.pan(pixels * m_drawn.microsPerPixel() / view.microsPerPixel());
        Q_EMIT timeViewRequested(view);
    });
    connect(m_canvas, &PlotCanvas::doubleClicked, this, [this] {
        TimeView view = m_view;
        view.fit();
        Q_EMIT timeViewRequested(view);
    });
}

void PlotsPanel::setSession(ReplaySession* session)
{
    if (m_session) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
    m_reader.cancelAll();
    m_wholeJob = m_detailJob = m_exportJob = 0;
    for (const Plot& plot : m_plots)
        plot.chip->deleteLater();
    m_plots.clear();
    m_message->setVisible(false);
    if (session) {
        connect(session, &ReplaySession::indexChanged, this, &PlotsPanel::onIndexChanged);
        connect(session, &QObject::destroyed, this, [this] { setSession(nullptr); });
        connect(&session->playhead(), &model::Playhead::moved, this, &PlotsPanel::onMoved);
        if (!m_timeline) {
            m_view.setExtent(session->index()->timeAxis.duration());
            m_view.fit();
        }
        readBands(); // before the curves, so that its chips lead the legend
        if (!m_pending.isEmpty())
            restoreState(std::exchange(m_pending, QByteArray()));
    }
    readBands();
    showCurves();
    align();
    onMoved();
}

void PlotsPanel::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    m_canvas->setTheme(theme);
    for (const Plot& plot : m_plots)
        plot.chip->setTheme(theme);
    showBands();
}

// ---- curves ----

QString PlotsPanel::nameOf(const model::MetricRequest& request) const
{
    const auto actorName = [&](model::ActorId id) {
        const model::ActorInfo* actor = m_session->info().actor(id);
        return actor ? actor->name : QString();
    };
    QString name = request.metric.name;
    if (request.metric.needsActor())
        name += QStringLiteral(" \u00B7 ") + actorName(request.actor);
    if (request.metric.needsOther())
        name += QStringLiteral(" \u2013 ") + actorName(request.other);
    return name;
}

int PlotsPanel::freeSeries() const
{
    // A removed curve's hue is given out again; the others keep theirs.
    int series = 0;
    while (std::any_of(m_plots.begin(), m_plots.end(), [&](const Plot& p) { return p.series == series; }))
        ++series;
    return series;
}

void PlotsPanel::addPlot(const model::MetricRequest& request)
{
    if (!m_session || std::any_of(m_plots.begin(), m_plots.end(),
                                  [&](const Plot& p) { return sameRequest(p.request, request); }))
        return;
    Plot plot;
    plot.request = request;
    plot.name = nameOf(request);
    plot.series = freeSeries();
    plot.chip = new PlotChip(plot.name, plot.series, this);
    plot.chip->setTheme(*m_theme);
    connect(plot.chip, &PlotChip::removeRequested, this, [this, request] {
        for (int i = 0; i < plotCount(); ++i) {
            if (sameRequest(m_plots[static_cast<std::size_t>(i)].request, request)) {
                removePlot(i);
                return;
            }
        }
    });
    m_legend->addWidget(plot.chip);
    plot.chip->show();
    m_plots.push_back(std::move(plot));
    showCurves();
    requestWhole();
}

void PlotsPanel::removePlot(int plot)
{
    if (plot < 0 || plot >= plotCount())
        return;
    PlotChip* removed = m_plots[static_cast<std::size_t>(plot)].chip;
    m_legend->removeWidget(removed);
    removed->hide();
    removed->deleteLater();
    m_plots.erase(m_plots.begin() + plot);
    showCurves();
}

void PlotsPanel::showCurves()
{
    std::vector<PlotCurve> curves;
    curves.reserve(m_plots.size());
    for (const Plot& plot : m_plots)
        curves.push_back({plot.name, plot.request.metric.unit, plot.series, {}, {}});
    m_canvas->setCurves(curves);
    updatePoints();
    updateValues();
    updateEmpty();
}

void PlotsPanel::updateEmpty()
{
    const bool empty = m_plots.empty();
    m_empty->setText(
        m_session
            ? tr("No plots yet.\nUse the plot button beside a value in the Inspector, or \u201CAdd\u201D.")
            : tr("Open a recording to plot its values."));
    for (const BandKind& band : m_bands)
        band.chip->setVisible(!empty);
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    m_export->setEnabled(!empty);
    m_add->setEnabled(m_session);
}

void PlotsPanel::onMoved()
{
    if (!m_session)
        return;
    m_canvas->setCursorTime(model::seconds(m_session->playhead().time()));
    updateValues();
}

void PlotsPanel::updateValues()
{
    if (!m_session)
        return;
    const double now = model::seconds(m_session->playhead().time());
    for (const Plot& plot : m_plots) {
        const auto& samples = plot.whole.samples;
        // The last sample at or before now; half a microsecond forgives the way to seconds and back.
        const auto after =
            std::upper_bound(samples.begin(), samples.end(), now + 5e-7,
                             [](double t, const model::MetricSample& s) { return t < s.time; });
        const bool known = after != samples.begin() && !std::isnan(std::prev(after)->value);
        plot.chip->setValue(known ? QString::number(std::prev(after)->value, 'f', 2)
                                  : QString(QChar(0x2013)));
    }
}

void PlotsPanel::seekTo(double seconds)
{
    if (m_session)
        m_session->playhead().seekTime(model::fromSeconds(seconds));
}

void PlotsPanel::onPicked(const model::MetricRequest& request) { addPlot(request); }

// ---- the time axis ----

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
    m_view = view;
    m_lanesLeft = lanesLeftGlobal;
    align();
}

void PlotsPanel::setGuide(std::optional<model::Micros> t)
{
    m_canvas->setGuideTime(t ? std::optional(model::seconds(*t)) : std::nullopt);
}

void PlotsPanel::align()
{
    const int own = width();
    int left = AxisRoom;
    int right = std::max(left + 1, own - RightMargin);
    m_drawn = m_view;
    if (m_timeline)
        m_lanesLeft = m_timeline->lanesLeftGlobal();
    if (m_lanesLeft) {
        // Only what lies above the timeline's lanes shares its axis; a panel elsewhere draws the same stretch
        // in its own width.
        const int lanes = *m_lanesLeft - mapToGlobal(QPoint(0, 0)).x();
        const int from = std::max(lanes, AxisRoom);
        const int to = std::min(lanes + static_cast<int>(m_view.width()), own - 4);
        if (to - from >= LeastOverlap) {
            left = from;
            right = to;
            m_drawn.show(m_view.timeAt(from - lanes), m_view.timeAt(to - lanes));
        }
    }
    m_drawn.setWidth(right - left);
    m_canvas->setTimeAxis(model::seconds(m_drawn.begin()), model::seconds(m_drawn.end()), left, right);
    updatePoints();
    m_detailTimer.start();
}

void PlotsPanel::resizeEvent(QResizeEvent*) { align(); }

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

} // namespace ghostline::app
