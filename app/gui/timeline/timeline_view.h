// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ruler, lanes and playhead over one stretch of time. Lanes are drawn once into a pixmap; the playhead, the
// hover guide and the loop are drawn over it, so that playing repaints two thin strips and nothing else.
#include "app/gui/timeline/lane.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QPixmap>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace ghostline::app {

class OverviewStrip;
class ReplaySession;

class TimelineView : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    void setEventFilter(const model::EventFilter& filter);
    void setDensity(MarkerDensity density);
    MarkerDensity density() const { return m_density; }

    const TimeView& timeView() const { return m_view; }
    /// Changes what is shown; every way of zooming and panning ends here.
    void setTimeView(const TimeView& view);
    /// Pixels from this widget's left edge to the time view's 0.
    int lanesLeft() const { return m_left; }
    /// Shows a guide for a place hovered elsewhere (a plot).
    void setGuide(std::optional<model::Micros> t);

    /// Adds a row below the others.
    void addLane(std::unique_ptr<Lane> lane);
    void setLaneHidden(const QString& id, bool hidden);
    bool isLaneHidden(const QString& id) const { return m_hidden.contains(id); }
    /// By `steps` rows down (negative: up).
    void moveLane(const QString& id, int steps);
    QRect laneRect(const QString& id) const;
    QRect rulerRect() const;
    OverviewStrip* overview() const { return m_overview; }
    /// What the tooltip says at a point: time, frame, what is there or the nearest event; over the name of a
    /// row what that has no room for.
    QString hoverText(QPoint at) const;
    /// Which lanes there are, in which order. What is said of rows that this replay has not got is kept for
    /// those that have.
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void timeViewChanged();
    void hoverTimeChanged(std::optional<ghostline::model::Micros> t);
    void densityChanged(ghostline::app::MarkerDensity density);
    /// A marker was clicked; index into EventTable::events.
    void eventActivated(int event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Row
    {
        Lane* lane;
        QRect rect; ///< whole width
    };
    enum class Drag { None, Press, Scrub, Pan, Loop, LoopIn, LoopOut };

    // Layout and content
    void layOut();
    void layOutRows();
    void refreshData();
    void refreshEvents();
    void showBookmarks();
    void showSelection();
    void fitTrackLanes();
    void orderLanes();
    void refreshExtent();
    LaneFrame frameOf(const Row& row) const;
    const Row* rowAt(QPoint at) const;
    std::optional<LaneHit> hitAt(QPointF at) const;
    /// Nearest event within a few pixels of `t`, -1 when there is none.
    int nearestEvent(model::Micros t) const;
    void invalidate();
    void pollLanes();

    // Painting
    void paintStatic();
    void paintRow(QPainter& painter, const Row& row);
    void paintRuler(QPainter& painter) const;
    void paintLoop(QPainter& painter) const;
    void paintGuide(QPainter& painter) const;
    void paintPlayhead(QPainter& painter) const;
    void paintEmpty(QPainter& painter) const;

    // Time
    void onMoved();
    void scrubTo(double x, bool wholeFrames);
    void applyScrub();
    void setHover(std::optional<model::Micros> t, bool own);
    void updateColumn(double x, int reach);
    void finishLoop(double x);
    std::optional<Drag> loopEdgeAt(QPointF at) const;
    void updateCursor(QPointF at, Qt::KeyboardModifiers modifiers);
    double laneX(double widgetX) const { return widgetX - m_left; }

    QPointer<ReplaySession> m_session;
    const render::Theme* m_theme;
    OverviewStrip* m_overview;
    std::vector<std::unique_ptr<Lane>> m_lanes; ///< in the order shown
    /// Ids in the order wanted; among them rows that only other replays have.
    QStringList m_order;
    QStringList m_hidden; ///< the same
    std::vector<Row> m_rows;
    std::shared_ptr<const model::EventTable> m_tracksOf; ///< the table that the track lanes were made for
    QFont m_font;
    TimeView m_view;
    int m_left = 96;
    int m_leastHeight = 120;
    int m_wholeHeight = 120;
    model::EventFilter m_filter;
    MarkerDensity m_density = MarkerDensity::All;
    std::shared_ptr<const model::EventList> m_events;     ///< that pass the filter
    std::shared_ptr<const model::ReplayIndex> m_eventsOf; ///< the revision they are of, null = to be listed

    QPixmap m_static;
    std::vector<Lane*> m_stale; ///< rows of m_static to draw again
    bool m_wasVisible = true;   ///< the playhead, before it moved
    double m_playheadX = -1.0;
    std::optional<model::Micros> m_hover;

    Drag m_drag = Drag::None;
    QPointF m_press;
    TimeView m_pressView;
    model::Micros m_pressTime{0};
    model::Micros m_dragTime{0};
    bool m_playOnRelease = false;
    std::optional<model::FrameTime> m_scrub; ///< newest place asked for, not yet shown
    QTimer m_scrubTimer;
    QElapsedTimer m_sinceScrub;
    QTimer m_pollTimer;
};

} // namespace ghostline::app
