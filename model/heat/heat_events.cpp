// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_events.h"

#include "model/heat/heat_sheet.h"
#include "model/replay/placed.h"
#include "model/replay/team_of.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// States at frames that are asked for in order, so that each segment is read once.
class StateFinder
{
public:
    StateFinder(const ReplaySource& source, std::stop_token stop)
        : m_source(source), m_index(source.index()), m_stop(std::move(stop))
    {
    }

    /// Null where the frame could not be decoded.
    Result<const WorldState*> at(FrameNumber frame)
    {
        if (m_sampled == frame)
            return &m_state;
        if (frame < 0 || frame >= m_index->frames() || m_index->keyframes.empty())
            return nullptr;
        const int keyframe = m_index->keyframes.at(frame);
        if (keyframe != m_keyframe) {
            Result<std::shared_ptr<const Segment>> next =
                m_source.readSegment(keyframe, m_segment.get(), m_stop);
            if (!next && next.error().code == ErrorCode::Cancelled)
                return tl::unexpected<Error>(std::move(next.error()));
            m_segment = next ? std::move(*next) : nullptr;
            m_keyframe = keyframe;
        }
        if (m_segment == nullptr || !m_segment->frames().contains(frame))
            return nullptr;
        m_segment->sample({frame, 0.0}, SamplePolicy::Interpolate, m_state);
        m_sampled = frame;
        return &m_state;
    }

private:
    const ReplaySource& m_source;
    std::shared_ptr<const ReplayIndex> m_index;
    std::stop_token m_stop;
    std::shared_ptr<const Segment> m_segment;
    int m_keyframe = -1;
    WorldState m_state;
    FrameNumber m_sampled = -1;
};

class EventCollector
{
public:
    EventCollector(const ReplaySource& source, const HeatOptions& options, const std::stop_token& stop)
        : m_index(source.index()), m_info(*m_index->info), m_options(options), m_states(source, stop),
          m_sheet(options.layout, options.grows, options.cell)
    {
    }

    Result<void> take(const Event& event)
    {
        const auto theirs = concerns(event);
        if (!theirs || !*theirs)
            return theirs ? Result<void>() : tl::unexpected<Error>(theirs.error());
        double amount = 1.0;
        if (!m_options.weightKey.isEmpty()) {
            m_asked = true;
            const QJsonValue number = event.data.value(m_options.weightKey);
            if (!number.isDouble())
                return {};
            amount = number.toDouble();
            m_weighed = true;
        }
        const auto place = placeOf(event);
        if (!place)
            return tl::unexpected<Error>(place.error());
        if (*place)
            m_sheet.add((*place)->x, (*place)->z, amount, 0.0);
        else
            m_sheet.miss();
        return {};
    }

    /// Whether a number was asked for that no event bore.
    bool unweighed() const { return m_asked && !m_weighed; }
    HeatGrid finish() && { return std::move(m_sheet).finish(m_options.smooth, false); }

private:
    ActorId asked(const Event& event) const
    {
        if (event.actors.empty())
            return ActorId::None;
        return m_options.place == HeatPlace::Last ? event.actors.back() : event.actors.front();
    }

    Result<bool> concerns(const Event& event)
    {
        const bool one = m_options.place != HeatPlace::Recorded;
        const auto chosen = [this](ActorId actor) {
            return m_options.actors.empty() || std::find(m_options.actors.begin(), m_options.actors.end(),
                                                         actor) != m_options.actors.end();
        };
        if (!m_options.actors.empty() &&
            !(one ? chosen(asked(event)) : std::ranges::any_of(event.actors, chosen)))
            return false;
        if (m_options.teams.empty())
            return true;
        if (!one && event.team >= 0)
            return ofTeam(event.team);
        for (const ActorId actor : event.actors) {
            if (one && actor != asked(event))
                continue;
            const auto team = teamAt(actor, event.frame);
            if (!team)
                return tl::unexpected<Error>(team.error());
            if (ofTeam(*team))
                return true;
        }
        return false;
    }

    bool ofTeam(int team) const
    {
        return std::find(m_options.teams.begin(), m_options.teams.end(), team) != m_options.teams.end();
    }

    Result<int> teamAt(ActorId actor, FrameNumber frame)
    {
        const ActorInfo* known = m_info.actor(actor);
        if (known != nullptr && !m_info.teamProperty)
            return known->team;
        const auto state = m_states.at(frame);
        if (!state)
            return tl::unexpected<Error>(state.error());
        const std::ptrdiff_t row = *state != nullptr ? (*state)->row(actor) : -1;
        if (row >= 0)
            return teamOf(m_info, **state, static_cast<std::size_t>(row));
        return known != nullptr ? known->team : -1;
    }

    Result<std::optional<glm::dvec3>> placeOf(const Event& event)
    {
        if (m_options.place == HeatPlace::Recorded && event.placed)
            return std::optional(event.place);
        const ActorId actor = asked(event);
        // Who dies may be gone in the very frame that says so.
        for (const FrameNumber frame : {event.frame, event.frame - 1}) {
            const auto state = actor != ActorId::None ? m_states.at(frame) : nullptr;
            if (!state)
                return tl::unexpected<Error>(state.error());
            const std::ptrdiff_t row = *state != nullptr ? (*state)->row(actor) : -1;
            if (row < 0)
                continue;
            const auto at = static_cast<std::size_t>(row);
            if (((*state)->flags[at] & Hidden) == 0 && hasPlace(m_info, **state, at))
                return std::optional((*state)->positions[at]);
        }
        return std::optional<glm::dvec3>();
    }

    std::shared_ptr<const ReplayIndex> m_index; ///< a newer one may take its place meanwhile
    const ReplayInfo& m_info;
    const HeatOptions& m_options;
    StateFinder m_states;
    HeatSheet m_sheet;
    bool m_asked = false;
    bool m_weighed = false;
};

QString unitOf(const EventKind& kind, const QString& key)
{
    const auto column = std::find_if(kind.columns.begin(), kind.columns.end(),
                                     [&key](const EventColumn& c) { return c.key == key; });
    return column != kind.columns.end() ? column->unit : QString();
}

tl::unexpected<Error> noSuchKind(const EventTable& table, const QString& id)
{
    Error error;
    error.code = ErrorCode::InvalidArgument;
    error.say(Sentence::of(QStringLiteral("there is no kind of event \"%1\" in this recording"), {id}));
    QStringList known;
    for (const EventKind& kind : table.kinds)
        known += kind.id;
    if (!known.isEmpty())
        error.advise(Sentence::of(QStringLiteral("It has: %1"), {known.join(QStringLiteral(", "))}));
    return tl::unexpected<Error>(std::move(error));
}

} // namespace

Result<HeatGrid> readHeatEvents(const ReplaySource& source, const HeatOptions& options,
                                const std::vector<FrameRange>& ranges, const Progress& progress,
                                const std::stop_token& stop)
{
    const std::shared_ptr<const EventTable> table = source.index()->events;
    const auto kind = std::find_if(table->kinds.begin(), table->kinds.end(),
                                   [&](const EventKind& k) { return k.id == options.id; });
    if (kind == table->kinds.end())
        return noSuchKind(*table, options.id);
    const auto number = static_cast<int>(kind - table->kinds.begin());
    EventCollector collector(source, options, stop);
    std::size_t done = 0;
    for (const Event& event : table->events) {
        ++done;
        const auto inside = [&event](const FrameRange& range) { return range.contains(event.frame); };
        if (event.kind != number || std::ranges::none_of(ranges, inside))
            continue;
        if (stop.stop_requested())
            return cancelled(QStringLiteral("the analysis was cancelled"));
        if (const auto taken = collector.take(event); !taken)
            return tl::unexpected<Error>(taken.error());
        if (progress && !progress(static_cast<double>(done) / static_cast<double>(table->events.size())))
            return cancelled(QStringLiteral("the analysis was cancelled"));
    }
    if (collector.unweighed())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("no event of the kind \"%1\" bears a number \"%2\""),
                                 {options.id, options.weightKey}));
    HeatGrid grid = std::move(collector).finish();
    grid.name = kind->name;
    grid.unit = options.weightKey.isEmpty() ? QString() : unitOf(*kind, options.weightKey);
    return grid;
}

} // namespace ghostline::model
