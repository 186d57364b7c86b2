// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One row of the timeline. The widget knows only this interface: a further row needs no change to it.
#include "app/gui/session/match_course.h"
#include "app/gui/session/moment_mark.h"
#include "app/gui/widgets/time_view.h"
#include "model/replay/event_list.h"
#include "model/replay/replay_index.h"
#include "model/replay/state_reader.h"
#include "model/sidecar/sidecar.h"
#include "render/base/theme.h"

#include <QFont>
#include <QPainter>
#include <QString>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace ghostline::app {

/// How many markers there are.
enum class MarkerDensity {
    All,     ///< every event that the list shows
    Notable, ///< major kinds, what accuses, what lasts, what is grave
    Major    ///< major kinds and what accuses
};

/// What lanes draw from. Pointers are never null while a replay is open.
struct LaneData
{
    std::shared_ptr<const model::ReplayIndex> index;
    std::shared_ptr<const model::EventList> events; ///< those that pass the filter
    const model::Sidecar* sidecar = nullptr;
    const std::vector<MomentMark>* moments = nullptr;
    std::shared_ptr<const MatchCourse> course{}; ///< null = not read, or nothing is told
    const model::StateReader* reader = nullptr;
    model::EventFilter filter; ///< the one that `events` passed
    MarkerDensity density = MarkerDensity::All;
    /// Whom the camera is locked to: what they take part in stands out. None = nobody.
    model::ActorId locked = model::ActorId::None;
    model::ActorId selected = model::ActorId::None;
};

/// How a lane is drawn now. Coordinates: x from the left edge of the lanes, y from the top of this lane.
struct LaneFrame
{
    const TimeView& view;
    const render::Theme& theme;
    QFont font; ///< small, tabular figures
    int height = 0;
};

/// What lies under a point.
struct LaneHit
{
    model::FrameTime at{}; ///< where a click goes
    double x = 0.0;        ///< pixel of `at`
    int event = -1;        ///< index into EventTable::events, -1 = none
    QString bookmark;      ///< id, empty = none
    QString text;          ///< one line for people
    QString detail;        ///< further lines for the tooltip, may be empty
    bool clickable = true; ///< false: only says something
};

/// Lives in the UI thread.
class Lane
{
public:
    Lane(QString id, QString title, int height)
        : m_id(std::move(id)), m_title(std::move(title)), m_height(height)
    {
    }
    virtual ~Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    const QString& id() const { return m_id; }
    const QString& title() const { return m_title; }
    int height() const { return m_height; }
    /// Pixels below which nothing of it could be read.
    virtual int least() const { return std::min(m_height, 16); }
    virtual void setData(const LaneData& data) { m_data = data; }
    /// False: this replay has nothing for the lane, which is then left out.
    virtual bool used() const { return true; }
    /// True when what the lane shows changed by itself since the last call; asked a few times a second.
    virtual bool poll() { return false; }
    virtual void paint(QPainter& painter, const LaneFrame& frame) = 0;
    /// Whether it looks different when somebody else is selected.
    virtual bool showsSelection() const { return false; }
    /// What the picture has no room for, for people; mostly empty.
    virtual QString note(const LaneFrame&) const { return {}; }
    virtual std::optional<LaneHit> hit(QPointF, const LaneFrame&) { return std::nullopt; }

protected:
    const LaneData& data() const { return m_data; }
    /// Of what was noted at a frame: the frame is what was marked; its time may have been rounded when it was
    /// written.
    model::Micros notedTime(model::FrameNumber frame, model::Micros written) const
    {
        return m_data.index && frame < m_data.index->frames() ? m_data.index->timeAxis.timeOf(frame)
                                                              : written;
    }

private:
    QString m_id;
    QString m_title;
    int m_height;
    LaneData m_data;
};

} // namespace ghostline::app
