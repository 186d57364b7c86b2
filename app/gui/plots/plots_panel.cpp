// SPDX-License-Identifier: GPL-3.0-or-later
// The panel's parts, its curves and how they follow the timeline.
#include "app/gui/plots/plots_panel.h"

#include "app/gui/docks/chip_shelf.h"
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

constexpr int DetailDelayMs = 60;

} // namespace

PlotsPanel::PlotsPanel(QWidget* parent) : QWidget(parent), m_theme(&render::Theme::dark())
{
    setAccessibleName(tr("Plots"));
    setAcceptDrops(true);
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
    row->setContentsMargins(0, 4, 8, 0);
    row->setSpacing(4);
    m_legend = new ChipShelf(head);
    row->addWidget(m_legend, 1);

    m_message = new QLabel(head);
    m_message->setVisible(false);
    row->addWidget(m_message);
    buildButtons(head);
    for (QToolButton* button : {m_add, m_lock, m_export})
        row->addWidget(button, 0, Qt::AlignTop);
    column->addWidget(head);

    m_canvas = new PlotCanvas(this);
    m_canvas->setAdjustable(true);
    column->addWidget(m_canvas, 1);
    m_empty = emptyState(QString(), this);
    column->addWidget(m_empty, 1);

    m_picker = new PlotPicker(this);
    connect(m_picker, &PlotPicker::picked, this, &PlotsPanel::addPlot);
}

QToolButton* PlotsPanel::headButton(const QString& icon, const QString& text, QWidget* head)
{
    auto* button = new QToolButton(head);
    button->setText(text);
    button->setIcon(themedIcon(icon));
    button->setAutoRaise(true);
    button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    button->setFixedHeight(24);
    return button;
}

void PlotsPanel::buildButtons(QWidget* head)
{
    m_add = headButton(QStringLiteral("add"), tr("Add"), head);
    m_add->setToolTip(tr("Plot a value of an actor over time"));
    m_add->setAccessibleName(tr("Add a plot"));
    connect(m_add, &QToolButton::clicked, this, &PlotsPanel::showPicker);

    m_lock = headButton(QStringLiteral("lock"), QString(), head);
    m_lock->setCheckable(true);
    m_lock->setToolTip(tr("Keep this stretch of time\nOtherwise the plots show what the timeline shows"));
    m_lock->setAccessibleName(tr("Keep this stretch of time"));
    connect(m_lock, &QToolButton::toggled, this, &PlotsPanel::setLocked);

    m_export = headButton(QStringLiteral("export"), tr("Export"), head);
    m_export->setAccessibleName(tr("Export the plots"));
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("Picture (PNG)\u2026"), this, [this] { askPicture(false); });
    menu->addAction(tr("Drawing (SVG)\u2026"), this, [this] { askPicture(true); });
    menu->addAction(tr("Values in view (CSV)\u2026"), this, &PlotsPanel::askCsv);
    connect(m_export, &QToolButton::clicked, this,
            [this, menu] { menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height()))); });
}

void PlotsPanel::showPicker()
{
    if (!m_session)
        return;
    m_picker->setReplay(m_session->info(), m_session->zones(), m_session->selection());
    m_picker->adjustSize();
    m_picker->move(m_add->mapToGlobal(QPoint(m_add->width() - m_picker->width(), m_add->height())));
    m_picker->show();
    m_picker->metricBox()->setFocus();
}

void PlotsPanel::connectCanvas()
{
    connect(m_canvas, &PlotCanvas::clicked, this, &PlotsPanel::seekTo);
    connect(m_canvas, &PlotCanvas::hovered, this, [this](std::optional<double> seconds) {
        m_canvas->setGuideTime(seconds);
        Q_EMIT hoverTimeChanged(seconds ? std::optional(model::fromSeconds(*seconds)) : std::nullopt);
    });
    // Zooming and panning here are the timeline's, so that both stay aligned, unless the stretch is kept.
    connect(m_canvas, &PlotCanvas::zoomed, this, [this](double factor, double pixel) {
        TimeView view = m_view;
        view.zoom(factor, view.x(model::fromSeconds(m_canvas->secondsAt(pixel))));
        showView(view);
    });
    connect(m_canvas, &PlotCanvas::dragBegun, this, [this] { m_dragView = m_view; });
    connect(m_canvas, &PlotCanvas::dragged, this, [this](double pixels) {
        TimeView view = m_dragView;
        view.pan(pixels * m_drawn.microsPerPixel() / view.microsPerPixel());
        showView(view);
    });
    connect(m_canvas, &PlotCanvas::doubleClicked, this, [this] {
        TimeView view = m_view;
        view.fit();
        showView(view);
    });
    connect(m_canvas, &PlotCanvas::fieldMenuRequested, this, [this](int field, const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addScale(menu, field);
        menu->popup(at);
    });
}

void PlotsPanel::setSession(ReplaySession* session)
{
    if (m_session) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
    closeForms();
    m_reader.cancelAll();
    m_wholeJob = m_detailJob = 0;
    m_wholeFrames = 0; // another replay may have begun to grow only now
    m_exporting.cancel();
    takePlots();
    m_lock->setChecked(false);
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

/// Menus and dialogs speak of a replay's actors: another has others by the same numbers.
void PlotsPanel::closeForms()
{
    for (QWidget* form : findChildren<QWidget*>()) {
        if (form->isWindow() && form->isVisible())
            form->close();
    }
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

int PlotsPanel::freeSeries() const
{
    // A removed curve's hue is given out again; the others keep theirs.
    int series = 0;
    while (std::any_of(m_plots.begin(), m_plots.end(), [&](const Plot& p) { return p.series == series; }))
        ++series;
    return series;
}

int PlotsPanel::indexOf(const PlotSpec& spec) const
{
    const auto at =
        std::find_if(m_plots.begin(), m_plots.end(), [&](const Plot& plot) { return plot.spec == spec; });
    return at == m_plots.end() ? -1 : static_cast<int>(at - m_plots.begin());
}

void PlotsPanel::addPlot(const model::MetricRequest& request) { addCurve(request); }

void PlotsPanel::addCurve(const PlotSpec& spec)
{
    if (m_session && indexOf(spec) < 0)
        placePlot(spec, fieldForUnit(spec.unit()));
}

/// Adds a curve, or moves one that is there, to a field; nothing = one of its own.
void PlotsPanel::placePlot(const PlotSpec& spec, std::optional<int> field)
{
    if (const int there = indexOf(spec); there >= 0) {
        movePlot(there, field);
        return;
    }
    addToField(spec, field);
    showCurves();
    requestWhole();
}

PlotsPanel::Plot& PlotsPanel::addToField(const PlotSpec& spec, std::optional<int> field)
{
    Plot plot;
    plot.spec = spec;
    plot.name = spec.name(m_session->info());
    plot.series = freeSeries();
    plot.field = field && takes(*field, spec.unit()) ? *field : newField();
    plot.chip = new PlotChip(plot.name, plot.series, this);
    plot.chip->setTheme(*m_theme);
    connect(plot.chip, &PlotChip::removeRequested, this, [this, spec] { removePlot(indexOf(spec)); });
    connect(plot.chip, &PlotChip::menuRequested, this, [this, spec](const QPoint& at) {
        QMenu* menu = makeMenu(indexOf(spec));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(at);
    });
    m_legend->addChip(plot.chip);
    plot.chip->show();
    return m_plots.emplace_back(std::move(plot));
}

/// All curves, out of the panel.
std::vector<PlotsPanel::Plot> PlotsPanel::takePlots()
{
    std::vector<Plot> taken = std::exchange(m_plots, {});
    for (Plot& plot : taken)
        removeChip(std::exchange(plot.chip, nullptr));
    return taken;
}

void PlotsPanel::removeChip(PlotChip* chip)
{
    chip->hide(); // its place is taken at once
    chip->deleteLater();
}

void PlotsPanel::removePlot(int plot)
{
    if (plot < 0 || plot >= plotCount())
        return;
    removeChip(at(plot).chip);
    m_plots.erase(m_plots.begin() + plot);
    showCurves();
}

void PlotsPanel::showCurves()
{
    std::vector<PlotCurve> curves;
    curves.reserve(m_plots.size());
    for (const Plot& plot : m_plots)
        curves.push_back({plot.name, plot.spec.unit(), plot.series, {}, {}, plot.field});
    m_canvas->setCurves(curves);
    align(); // a field with a second unit takes room on the right
    updateValues();
    updateEmpty();
}

void PlotsPanel::updateEmpty()
{
    const bool empty = m_plots.empty();
    m_empty->setText(m_session ? tr("No plots yet.\nDrag values here from the Inspector or the Metrics "
                                    "panel, use the plot button "
                                    "beside a value in the Inspector, or “Add”.")
                               : tr("Open a recording to plot its values."));
    for (const BandKind& band : m_bands)
        band.chip->setVisible(!empty);
    m_empty->setVisible(empty);
    m_canvas->setVisible(!empty);
    m_export->setEnabled(!empty);
    m_lock->setEnabled(!empty);
    m_add->setEnabled(m_session);
}

void PlotsPanel::onMoved()
{
    if (!m_session)
        return;
    m_canvas->setCursorTime(model::seconds(m_session->playhead().time()));
    updateValues();
}

void PlotsPanel::seekTo(double seconds)
{
    if (m_session)
        m_session->playhead().seekTime(model::fromSeconds(seconds));
}

} // namespace ghostline::app
