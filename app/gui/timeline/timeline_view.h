// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ruler, lanes and playhead over one stretch of time. Lanes are drawn once into a pixmap; the playhead, the
// hover guide and the loop are drawn over it, so that playing repaints two thin strips and nothing else.
#include "app/gui/session/panel.h"
#include "app/gui/timeline/lane_list.h"
#include "app/gui/timeline/timeline_content.h"
#include "app/gui/timeline/timeline_picture.h"
#include "app/gui/widgets/accessible_content.h"

#include <QTimer>

namespace ghostline::app {

class OverviewStrip;
class TimelineInput;

class TimelineView final : public Panel, public AccessibleContent
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    void setEventFilter(const model::EventFilter& filter);
    void setDensity(MarkerDensity density);
    MarkerDensity density() const { return m_content.density(); }

    const TimeView& timeView() const { return m_view; }
    /// Changes what is shown; every way of zooming and panning ends here.
    void setTimeView(const TimeView& view);
    /// Pixels from this widget's left edge to the time view's 0.
    int lanesLeft() const { return m_left; }
    /// Shows a guide for a time hovered elsewhere (a plot).
    void setGuide(std::optional<model::Micros> t);
    /// The same for one hovered here, which others hear of.
    void hover(std::optional<model::Micros> t);

    const LaneList& lanes() const { return m_lanes; }
    /// Adds a row below the others.
    void addLane(std::unique_ptr<Lane> lane);
    void setLaneHidden(const QString& id, bool hidden);
    /// By `steps` rows down (negative: up).
    void moveLane(const QString& id, int steps);
    QRect laneRect(const QString& id) const;
    QRect rulerRect() const;
    OverviewStrip* overview() const { return m_overview; }
    /// What lies under a point of the widget.
    std::optional<LaneHit> hitAt(QPointF at) const;
    /// What the tooltip says at a point: time, frame, what is there or the nearest event; over the name of a
    /// row what that has no room for.
    QString hoverText(QPoint at) const;
    /// Which lanes there are, in which order, and how many markers.
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

    QAccessible::Role accessibleRole() const override { return QAccessible::Slider; }
    /// "1:02.345 of 10:00, frame 1,234".
    QString accessibleValue() const override;
    /// Seconds since the first frame.
    std::optional<AccessibleRange> accessibleRange() const override;
    void setAccessibleValue(double seconds) override;

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

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void connectOverview();
    void layOut();
    void refreshData();
    void invalidate();
    void pollLanes();
    void followPlayhead();
    int heightWith(int lanes) const;
    LaneFrame frameOf(const LaneList::Row& row) const;
    QString nearestText(model::Micros t) const;
    void paintOverlay(QPainter& painter, const TimelineFrame& frame) const;
    QString guideText() const;
    void updateColumn(double x, int reach);

    OverviewStrip* m_overview;
    TimelineInput* m_input;
    LaneList m_lanes;
    TimelineContent m_content;
    TimelinePicture m_picture;
    QFont m_font;
    TimeView m_view;
    int m_left = 96;
    bool m_wasVisible = true; ///< the playhead, before it moved
    double m_playheadX = -1.0;
    std::optional<model::Micros> m_hover;
    QTimer m_pollTimer;
};

} // namespace ghostline::app
