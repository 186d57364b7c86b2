// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Timeline dock: transport above the lanes.
#include "app/gui/timeline/time_view.h"
#include "model/event_list.h"
#include "render/theme.h"

#include <QWidget>

#include <optional>

namespace ghostline::app {

class Actions;
class ReplaySession;
class TimelineView;
class TransportBar;

class TimelinePanel : public QWidget
{
    Q_OBJECT
public:
    explicit TimelinePanel(Actions* actions, QWidget* parent = nullptr);

    /// Null closes. The session must outlive its use here or be destroyed as a whole.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
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
    /// Zoomed, panned, resized or moved on the screen.
    void timeViewChanged();
    void hoverTimeChanged(std::optional<ghostline::model::Micros> t);
    /// A marker was clicked; index into EventTable::events.
    void eventActivated(int event);

protected:
    void moveEvent(QMoveEvent* event) override;

private:
    TransportBar* m_transport;
    TimelineView* m_view;
};

} // namespace ghostline::app
