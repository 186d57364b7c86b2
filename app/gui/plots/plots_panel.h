// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Plots dock: values over time, on the timeline's own time axis.
#include "app/gui/docks/background_job.h"
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
class QMenu;
class QMimeData;
class QToolButton;

namespace ghostline::app {

class ChipShelf;
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
    /// A curve that is there already is not added twice. It joins a field with its unit, or has one of its
    /// own.
    void addPlot(const ghostline::model::MetricRequest& request);
    void addCurve(const PlotSpec& spec);
    void removePlot(int plot);
    /// A field takes curves of two units; nothing = a new field below all others.
    void movePlot(int plot, std::optional<int> field);
    int fieldOf(int plot) const { return at(plot).field; }
    const PlotSpec& specOf(int plot) const { return at(plot).spec; }
    int plotCount() const { return static_cast<int>(m_plots.size()); }

    /// Shares the timeline's view, hover guide and zooming in both directions, from now on.
    void attach(TimelinePanel* timeline);
    /// The view to draw and where its left edge lies on the screen; curves align with it to the pixel.
    void setTimeView(const TimeView& view, int lanesLeftGlobal);
    void setGuide(std::optional<ghostline::model::Micros> t);

    PlotCanvas* canvas() const { return m_canvas; }
    PlotPicker* picker() const { return m_picker; }
    QToolButton* addButton() const { return m_add; }
    PlotChip* chip(int plot) const { return at(plot).chip; }
    QToolButton* lockButton() const { return m_lock; }
    /// What the menu of a curve offers; the caller owns it.
    QMenu* makeMenu(int plot);
    /// True while something is being read for the curves.
    bool reading() const { return m_wholeJob != 0 || m_detailJob != 0; }

    /// What the panel shows now, as a picture.
    model::Result<void> exportPng(const QString& path);
    model::Result<void> exportSvg(const QString& path);
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
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Plot
    {
        PlotSpec spec;
        QString name;
        int series = 0;
        int field = 0;
        model::MetricSeries whole;   ///< the whole replay, decimated when long
        model::FrameNumber read = 0; ///< frames `whole` covers
        model::MetricSeries detail;  ///< a stretch, when `whole` is too coarse for it
        model::FrameRange detailFrames;
        PlotChip* chip = nullptr;

        void takeSamples(Plot& from);
    };

    /// A kind of event that lasts, and the chip that switches its shading.
    struct BandKind
    {
        int kind = 0; ///< index into the event table's kinds
        KindChip* chip = nullptr;
    };

    const Plot& at(int plot) const { return m_plots[static_cast<std::size_t>(plot)]; }
    void build();
    void buildButtons(QWidget* head);
    QToolButton* headButton(const QString& icon, const QString& text, QWidget* head);
    void showPicker();
    void closeForms();
    void connectCanvas();
    void readBands();
    void showBands();
    int freeSeries() const;
    int indexOf(const PlotSpec& spec) const;
    void align();
    void showCurves();
    void updatePoints();
    void updateValues();
    void updateEmpty();
    const model::MetricSeries& finest(const Plot& plot, model::FrameRange frames) const;
    bool fineEnough(const Plot& plot, model::FrameRange frames) const;
    void requestWhole();
    void requestDetail();
    void onArrived(quint64 number, const std::vector<model::MetricSeries>& series);
    void onFailed(quint64 number, const QString& message);
    void onIndexChanged();
    void onMoved();
    void seekTo(double seconds);
    model::FrameRange visibleFrames() const;

    // ---- fields ----
    std::vector<int> fieldNumbers() const;
    QStringList unitsOf(int field, int besides = -1) const;
    bool takes(int field, const QString& unit, int besides = -1) const;
    int newField() const;
    int fieldForUnit(const QString& unit) const;
    void placePlot(const PlotSpec& spec, std::optional<int> field);
    Plot& addToField(const PlotSpec& spec, std::optional<int> field);
    std::vector<Plot> takePlots();
    void removeChip(PlotChip* chip);
    void addDerivations(QMenu* menu, int plot);
    void addDifferences(QMenu* menu, int plot);
    void addPlaces(QMenu* menu, int plot);
    void addScale(QMenu* menu, int field);
    void askWindow(const PlotSpec& of);
    void askRange(int field);
    std::vector<model::MetricInfo> metrics() const;
    std::vector<model::MetricRequest> dropped(const QMimeData* mime) const;
    std::optional<int> dropField(const QPoint& at, const QString& unit) const;

    // ---- the stretch in view ----
    void showView(const TimeView& view);
    void setLocked(bool locked);

    // ---- files ----
    void askPicture(bool vectors);
    void askCsv();
    void tellExported(const QString& path, const QString& error);
    QJsonObject savedFields() const;
    void restoreFields(const QJsonObject& fields);
    void restorePlots(const QJsonArray& plots);
    void restoreBands(const QJsonObject& bands);

    QPointer<ReplaySession> m_session;
    QPointer<TimelinePanel> m_timeline;
    const render::Theme* m_theme;
    ChipShelf* m_legend = nullptr;
    PlotCanvas* m_canvas = nullptr;
    PlotPicker* m_picker = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_export = nullptr;
    QToolButton* m_lock = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_message = nullptr;
    std::vector<Plot> m_plots;
    std::shared_ptr<const model::EventTable> m_bandsOf;
    std::vector<BandKind> m_bands;
    QHash<QString, bool> m_bandWishes; ///< by kind: shaded or not, where the user said so
    QByteArray m_pending;              ///< state restored before a replay is open

    TimeView m_view; ///< the timeline's, or the panel's own while it is locked
    std::optional<int> m_lanesLeft;
    TimeView m_drawn; ///< the stretch this panel shows of it
    TimeView m_dragView;

    PlotReader m_reader;
    quint64 m_wholeJob = 0;
    std::vector<PlotSpec> m_wholeCurves;
    model::FrameNumber m_wholeFrames = 0;
    quint64 m_detailJob = 0;
    std::vector<PlotSpec> m_detailCurves;
    model::FrameRange m_detailFrames;
    QTimer m_detailTimer;
    BackgroundJob m_exporting;
};

} // namespace ghostline::app
