// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Plots dock: values over time, on the timeline's own time axis.
#include "app/gui/plots/plot_reader.h"
#include "app/gui/timeline/time_view.h"
#include "model/event.h"
#include "render/theme.h"

#include <QHash>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace ghostline::app {

class FlowLayout;
class KindChip;
class PlotCanvas;
class PlotChip;
class PlotPicker;
class ReplaySession;
class TimelinePanel;

class PlotsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit PlotsPanel(QWidget* parent = nullptr);
    ~PlotsPanel() override;

    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// A curve that is there already is not added twice.
    void addPlot(const ghostline::model::MetricRequest& request);
    void removePlot(int plot);
    int plotCount() const { return static_cast<int>(m_plots.size()); }

    /// Shares the timeline's view, hover guide and zooming in both directions, from now on.
    void attach(TimelinePanel* timeline);
    /// The view to draw and where its left edge lies on the screen; curves align with it to the pixel.
    void setTimeView(const TimeView& view, int lanesLeftGlobal);
    void setGuide(std::optional<ghostline::model::Micros> t);

    PlotCanvas* canvas() const { return m_canvas; }
    PlotPicker* picker() const { return m_picker; }
    QToolButton* addButton() const { return m_add; }
    PlotChip* chip(int plot) const { return m_plots[static_cast<std::size_t>(plot)].chip; }
    /// True while something is being read for the curves.
    bool reading() const { return m_wholeJob != 0 || m_detailJob != 0; }

    /// What the panel shows now, as a picture.
    bool exportPng(const QString& path);
    /// The visible stretch, every recorded frame, one column a curve; ends with exported().
    void exportCsv(const QString& path);

    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

Q_SIGNALS:
    void hoverTimeChanged(std::optional<ghostline::model::Micros> t);
    /// The user zoomed or panned here.
    void timeViewRequested(const ghostline::app::TimeView& view);
    void dataArrived();
    void exported(const QString& path, const QString& error);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Plot
    {
        model::MetricRequest request;
        QString name;
        int series = 0;
        model::MetricSeries whole;   ///< the whole replay, decimated when long
        model::FrameNumber read = 0; ///< frames `whole` covers
        model::MetricSeries detail;  ///< a stretch, when `whole` is too coarse for it
        model::FrameRange detailFrames;
        PlotChip* chip = nullptr;
    };

    /// A kind of event that lasts, and the chip that switches its shading.
    struct BandKind
    {
        int kind = 0; ///< index into the event table's kinds
        KindChip* chip = nullptr;
    };

    void build();
    void connectCanvas();
    void readBands();
    void showBands();
    QString nameOf(const model::MetricRequest& request) const;
    int freeSeries() const;
    void align();
    void showCurves();
    void updatePoints();
    void updateValues();
    void updateEmpty();
    void requestWhole();
    void requestDetail();
    void onArrived(quint64 number, const std::vector<model::MetricSeries>& series);
    void onFailed(quint64 number, const QString& message);
    void onIndexChanged();
    void onMoved();
    void onPicked(const model::MetricRequest& request);
    void askPng();
    void askCsv();
    void seekTo(double seconds);
    QString writeCsv(const QString& path, const std::vector<model::MetricSeries>& series) const;
    model::FrameRange visibleFrames() const;

    QPointer<ReplaySession> m_session;
    QPointer<TimelinePanel> m_timeline;
    const render::Theme* m_theme;
    FlowLayout* m_legend = nullptr;
    PlotCanvas* m_canvas = nullptr;
    PlotPicker* m_picker = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_message = nullptr;
    std::vector<Plot> m_plots;
    std::shared_ptr<const model::EventTable> m_bandsOf;
    std::vector<BandKind> m_bands;
    QHash<QString, bool> m_bandWishes; ///< by kind: shaded or not, where the user said so
    QByteArray m_pending;              ///< state restored before a replay is open

    TimeView m_view; ///< the timeline's
    std::optional<int> m_lanesLeft;
    TimeView m_drawn; ///< the stretch this panel shows of it
    TimeView m_dragView;

    PlotReader m_reader;
    quint64 m_wholeJob = 0;
    std::vector<model::MetricRequest> m_wholeRequests;
    model::FrameNumber m_wholeFrames = 0;
    quint64 m_detailJob = 0;
    std::vector<model::MetricRequest> m_detailRequests;
    model::FrameRange m_detailFrames;
    quint64 m_exportJob = 0;
    QString m_exportPath;
    QTimer m_detailTimer;
};

} // namespace ghostline::app
