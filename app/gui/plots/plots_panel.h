// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Plots dock: values over time, on the timeline's own time axis.
#include "app/gui/plots/plot_list.h"
#include "app/gui/plots/plot_time_axis.h"
#include "app/gui/session/panel.h"

#include <QPointer>

#include <optional>

class QLabel;
class QMenu;
class QToolButton;

namespace ghostline::app {

class BandChips;
class MetricDrop;
class PlotCanvas;
class PlotChip;
class PlotExporter;
class PlotLoader;
class PlotPicker;
class PlotsHead;
class TimelinePanel;

class PlotsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit PlotsPanel(QWidget* parent = nullptr);
    ~PlotsPanel() override;

    /// A curve that is there already is not added twice. It joins a field with its unit, or has one of its
    /// own.
    void addPlot(const ghostline::model::MetricRequest& request);
    void addCurve(const PlotSpec& spec);
    void removePlot(int plot);
    /// A field takes curves of two units; nothing = a new field below all others.
    void movePlot(int plot, std::optional<int> field);
    const PlotList& plots() const { return m_plots; }

    /// Shares the timeline's view, hover guide and zooming in both directions, from now on.
    void attach(TimelinePanel* timeline);
    /// The view to draw and where its left edge lies on the screen; curves align with it to the pixel.
    void setTimeView(const TimeView& view, int lanesLeftGlobal);
    void setGuide(std::optional<ghostline::model::Micros> t);

    PlotCanvas* canvas() const { return m_canvas; }
    PlotPicker* picker() const { return m_picker; }
    PlotExporter* exporter() const { return m_exporter; }
    QToolButton* addButton() const;
    QToolButton* lockButton() const;
    PlotChip* chip(int plot) const { return m_chips[static_cast<std::size_t>(plot)]; }
    /// What the menu of a curve offers; the caller owns it.
    QMenu* makeMenu(int plot);
    /// True while something is being read for the curves.
    bool reading() const;

    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

Q_SIGNALS:
    void hoverTimeChanged(std::optional<ghostline::model::Micros> t);
    /// The user zoomed or panned here.
    void timeViewRequested(const ghostline::app::TimeView& view);
    void dataArrived();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    void connectCanvas();
    void connectLoader();
    void showPicker();
    void closeForms();
    void setKept(bool kept);
    void showView(const TimeView& view);
    Plot& addToField(const PlotSpec& spec, std::optional<int> field);
    void placePlot(const PlotSpec& spec, std::optional<int> field);
    void placeAll(const std::vector<model::MetricRequest>& requests, std::optional<int> field);
    std::vector<Plot> takePlots();
    void showCurves();
    void updatePoints();
    void updateValues();
    void updateEmpty();
    void align();
    void followPlayhead();
    void followIndex();

    QPointer<TimelinePanel> m_timeline;
    PlotList m_plots;
    std::vector<PlotChip*> m_chips; ///< one for each of the plots
    PlotTimeAxis m_axis;
    PlotLoader* m_loader;
    PlotsHead* m_head = nullptr;
    PlotCanvas* m_canvas = nullptr;
    PlotPicker* m_picker = nullptr;
    QLabel* m_empty = nullptr;
    BandChips* m_bands = nullptr;
    MetricDrop* m_drop = nullptr;
    PlotExporter* m_exporter = nullptr;
    QByteArray m_pending; ///< state restored before a replay is open
};

} // namespace ghostline::app
