// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Timeline dock: transport above the lanes.
#include "app/gui/session/panel.h"
#include "app/gui/widgets/time_view.h"
#include "model/replay/event_list.h"

#include <optional>

namespace ghostline::app {

class Actions;
class CourseReader;
class TimelineView;
class TransportBar;

class TimelinePanel final : public Panel
{
    Q_OBJECT
public:
    explicit TimelinePanel(Actions* actions, QWidget* parent = nullptr);

    void setEventFilter(const model::EventFilter& filter);

    const TimeView& timeView() const;
    void setTimeView(const TimeView& view);
    /// Pixels from this panel's left edge to the time view's 0; the same in screen coordinates.
    int lanesLeft() const;
    int lanesLeftGlobal() const;
    /// Shows a guide for a place hovered in a plot.
    void setGuide(std::optional<ghostline::model::Micros> t);

    TransportBar* transport() const { return m_transport; }
    TimelineView* view() const { return m_view; }

    QByteArray saveState() const;
    /// Empty: as on the first start. False, and nothing changed, for what it did not write.
    bool restoreState(const QByteArray& state);

Q_SIGNALS:
    void wholeHeightChanged(); ///< there are other lanes: sizeHint() is another one
    /// Zoomed, panned, resized or moved on the screen.
    void timeViewChanged();
    void hoverTimeChanged(std::optional<ghostline::model::Micros> t);
    /// A marker was clicked; index into EventTable::events.
    void eventActivated(int event);

protected:
    bool event(QEvent* event) override;
    void moveEvent(QMoveEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    TransportBar* m_transport;
    TimelineView* m_view;
    CourseReader* m_course; ///< its lanes are here
    int m_wholeHeight = 0;
};

} // namespace ghostline::app
