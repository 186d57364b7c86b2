// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A row of its own for kinds of event that ask for one: who talked, who used which control group. A line for
// each actor, bars for what lasts, strokes for instants.
#include "app/gui/timeline/lane.h"

#include <algorithm>

namespace ghostline::app {

class TrackLane final : public Lane
{
public:
    static constexpr int MostLines = 6; ///< further actors share the last one, as they do in a low row

    /// `title` as in EventKind::lane; `lines` as linesOf() says.
    TrackLane(const QString& title, int lines);
    static QString idOf(const QString& title) { return QStringLiteral("track:") + title; }
    /// Titles of the rows that a replay asks for, in the order of its kinds; only those with events.
    static QStringList titlesOf(const model::EventTable& events);
    /// Lines that a row needs, at least 1.
    static int linesOf(const model::EventTable& events, const QString& title);

    int lines() const { return m_lines; }
    void setData(const LaneData& data) override;
    bool used() const override { return m_used; }
    void paint(QPainter& painter, const LaneFrame& frame) override;
    bool showsSelection() const override { return true; }
    QString note(const LaneFrame& frame) const override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    /// What lies over what.
    enum class Standing {
        Other,   ///< concerns others than who is locked
        Strong,  ///< concerns who is locked, or nobody is
        Foremost ///< of the actor whom the first line is kept for
    };
    struct Item
    {
        model::Micros begin{};
        model::Micros end{};
        int event = 0; ///< index into EventTable::events
        int rank = 0;  ///< of its actor: the line, where there are enough
        int hue = -1;  ///< of the theme's series, -1 = the team's colour
        int team = -1; ///< of its actor
        Standing standing = Standing::Strong;
        bool lasts() const { return end > begin; }
    };
    model::EventFilter filterFor(const model::EventTable& events, model::EventFilter filter) const;
    Item itemFor(const model::Event& event, const LaneData& data) const;
    /// Lines that this height has room for.
    int linesIn(const LaneFrame& frame) const;
    int lineOf(const Item& item, const LaneFrame& frame) const
    {
        return std::min(item.rank, linesIn(frame) - 1);
    }
    /// Whether the line of an item is also that of other actors.
    bool shared(const Item& item, const LaneFrame& frame) const;
    std::ptrdiff_t positionOf(model::ActorId actor) const;
    int rankOf(model::ActorId actor) const;
    QRectF place(const Item& item, const LaneFrame& frame) const;
    void paintItems(QPainter& painter, const LaneFrame& frame, Standing standing) const;
    /// First item that may reach into the view.
    std::size_t firstIn(model::Micros begin) const;

    static constexpr std::ptrdiff_t NoOne = -1;
    int m_lines;
    bool m_used = false;
    std::vector<Item> m_items; ///< ascending begin
    std::shared_ptr<const model::EventTable> m_events;
    std::vector<model::ActorId> m_actors; ///< of m_events, that have bars here, by number
    std::ptrdiff_t m_foremost = NoOne;    ///< of m_actors: has the first line
    model::Micros m_longest{};
};

} // namespace ghostline::app
