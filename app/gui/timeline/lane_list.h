// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of the timeline: which there are, in which order, which are hidden, and where each stands.
#include "app/gui/timeline/lane.h"

#include <QJsonObject>
#include <QRect>
#include <QStringList>

#include <memory>
#include <vector>

namespace ghostline::app {

class LaneList
{
public:
    /// A lane that is shown.
    struct Row
    {
        Lane* lane;
        QRect rect; ///< whole width of the timeline
    };

    /// With the rows that every replay has.
    LaneList();

    const std::vector<std::unique_ptr<Lane>>& all() const { return m_lanes; }
    void add(std::unique_ptr<Lane> lane);
    /// Adds the rows that this replay's kinds of event ask for, and drops those of another replay.
    void fitTracks(const std::shared_ptr<const model::EventTable>& events);
    void setData(const LaneData& data);
    /// Whether any looks different when somebody else is selected.
    bool showSelection() const;

    void setHidden(const QString& id, bool hidden);
    bool isHidden(const QString& id) const { return m_hidden.contains(id); }
    /// By `steps` rows down (negative: up). False for a row that is not shown.
    bool move(const QString& id, int steps);
    /// What is said of rows that this replay has not got is kept for those that have.
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

    /// Pixels that the longest title takes.
    int titleWidth(const QFont& font) const;
    /// Rows give way together where there is little room, down to what can still be read.
    void layOut(int width, int top, int bottom);
    const std::vector<Row>& rows() const { return m_rows; }
    /// null = none.
    const Row* rowAt(QPoint at) const;
    const Row* rowOf(const QString& id) const;
    /// Of all rows together, as low as they get and as high as they would like to be.
    int leastHeight() const { return m_leastHeight; }
    int wholeHeight() const { return m_wholeHeight; }

private:
    void order();

    std::vector<std::unique_ptr<Lane>> m_lanes; ///< in the order shown
    QStringList m_order;                        ///< as wanted; also of rows that only other replays have
    QStringList m_hidden;                       ///< the same
    std::vector<Row> m_rows;
    std::shared_ptr<const model::EventTable> m_tracksOf; ///< the table that the track lanes were made for
    int m_leastHeight = 0;
    int m_wholeHeight = 0;
};

} // namespace ghostline::app
