// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/run_goals.h"

#include "model/compare/run_marks.h"
#include "model/compare/run_track.h"
#include "model/replay/frame_walk.h"

#include <QHash>
#include <QUuid>

#include <algorithm>
#include <limits>

namespace ghostline::model {

namespace {

constexpr std::size_t MostPlacedGoals = 2000; // each costs a decoded segment

bool isOf(const RunGoal& goal, ActorId actor)
{
    return goal.actor == ActorId::None || actor == ActorId::None || goal.actor == actor;
}

/// Index of a kind; -1 where the table declares none.
int kindOf(const EventTable& events, QLatin1StringView id)
{
    const auto found = std::ranges::find(events.kinds, id, &EventKind::id);
    return found == events.kinds.end() ? -1 : static_cast<int>(found - events.kinds.begin());
}

/// One for everybody who takes part; of an event that names nobody, one for whoever runs.
void addGoals(std::vector<RunGoal>& out, const Event& event, const QString& name, int number)
{
    RunGoal goal{.frame = event.frame, .actor = ActorId::None, .name = name, .number = number};
    if (event.placed)
        goal.place = event.place;
    for (const ActorId actor : event.actors) {
        goal.actor = actor;
        out.push_back(goal);
    }
    if (event.actors.empty())
        out.push_back(goal);
}

/// Numbers checkpoints in the order in which the recording first takes them.
class CheckpointNumbers
{
public:
    void beginRun() { m_nameless = 0; }
    int of(const QString& id)
    {
        // Those without a name are told apart by their order in the run.
        const QString key = id.isEmpty() ? QStringLiteral("\n%1").arg(++m_nameless) : id;
        const auto found = m_numbers.constFind(key);
        if (found != m_numbers.cend())
            return *found;
        return *m_numbers.insert(key, static_cast<int>(m_numbers.size()) + 1);
    }
    int count() const { return static_cast<int>(m_numbers.size()); }

private:
    QHash<QString, int> m_numbers;
    int m_nameless = 0;
};

/// Of a place or a number of the program that recorded it nobody can make anything: then the checkpoint's own
/// number is said.
QString nameOf(const QString& id)
{
    const QString name = id.simplified();
    const bool speaks = !name.contains(QLatin1Char(':')) && QUuid::fromString(name).isNull();
    return speaks ? name : QString();
}

} // namespace

ActorId RunGoals::runnerFor(ActorId chosen) const
{
    const bool runs = chosen != ActorId::None &&
                      std::ranges::any_of(goals, [chosen](const RunGoal& g) { return g.actor == chosen; });
    return runs ? chosen : runner;
}

const RunGoal* RunGoals::next(FrameNumber now, ActorId actor) const
{
    const auto nextOf = [now](const std::vector<FrameNumber>& marks) {
        const auto found = std::ranges::upper_bound(marks, now);
        return found == marks.end() ? std::numeric_limits<FrameNumber>::max() : *found;
    };
    const FrameNumber end = std::min(nextOf(starts), nextOf(resets));
    const auto after = std::ranges::upper_bound(goals, now, {}, &RunGoal::frame);
    const auto found =
        std::find_if(after, goals.end(), [actor](const RunGoal& goal) { return isOf(goal, actor); });
    if (found != goals.end() && found->frame < end)
        return &*found;
    const FrameNumber start = startOf(now);
    const bool arrived = std::any_of(goals.begin(), after, [&](const RunGoal& goal) {
        return goal.finish() && goal.frame >= start && isOf(goal, actor);
    });
    // Who is put back or gives up was on the way to what comes next on the course, as another attempt passed
    // it.
    const int last = passed(now, actor);
    const RunGoal* following = nullptr;
    for (const RunGoal& goal : goals) {
        const bool onward = goal.finish()
                                ? following == nullptr
                                : goal.number > last && (following == nullptr || following->finish() ||
                                                         goal.number < following->number);
        if (onward && isOf(goal, actor))
            following = &goal;
    }
    return arrived ? nullptr : following;
}

FrameNumber RunGoals::startOf(FrameNumber now) const
{
    const auto after = std::ranges::upper_bound(starts, now);
    return after == starts.begin() ? std::numeric_limits<FrameNumber>::min() : *(after - 1);
}

int RunGoals::passed(FrameNumber now, ActorId actor) const
{
    const FrameNumber start = startOf(now);
    auto at = std::ranges::upper_bound(goals, now, {}, &RunGoal::frame);
    while (at != goals.begin()) {
        --at;
        if (at->frame < start)
            return 0;
        if (!at->finish() && isOf(*at, actor))
            return at->number;
    }
    return 0;
}

int RunGoals::resetsBy(FrameNumber now) const
{
    const auto from = std::ranges::lower_bound(resets, startOf(now));
    const auto to = std::ranges::upper_bound(resets, now);
    return from < to ? static_cast<int>(to - from) : 0;
}

RunGoals runGoals(const ReplayInfo& info, const EventTable& events)
{
    RunGoals run;
    const int start = kindOf(events, runmarks::Start), checkpoint = kindOf(events, runmarks::Checkpoint);
    const int reset = kindOf(events, runmarks::Reset), end = kindOf(events, runmarks::End);
    if (start < 0 && checkpoint < 0 && end < 0)
        return run;
    CheckpointNumbers numbers;
    for (const Event& event : events.events) {
        if (event.kind == start) {
            numbers.beginRun();
            run.starts.push_back(event.frame);
        } else if (event.kind == checkpoint) {
            const QString id = event.data[runmarks::IdKey].toString();
            addGoals(run.goals, event, nameOf(id), numbers.of(id));
        } else if (event.kind == reset) {
            run.resets.push_back(event.frame);
        } else if (event.kind == end && event.data[runmarks::ReasonKey].toString() == runmarks::Finish) {
            addGoals(run.goals, event, {}, 0);
        }
    }
    run.checkpoints = numbers.count();
    run.runner = run.goals.empty() ? ActorId::None : run.goals.front().actor;
    if (run.runner == ActorId::None && (!run.goals.empty() || !run.starts.empty()))
        run.runner = runnerOf(info);
    return run;
}

Result<RunGoals> readRunGoals(const ReplaySource& source, std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    RunGoals run = runGoals(*index->info, *index->events);
    std::size_t read = 0;
    for (RunGoal& goal : run.goals) {
        if (goal.place)
            continue;
        if (++read > MostPlacedGoals)
            break;
        const auto take = [&goal](FrameNumber frame, const std::optional<ActorPosition>& at) {
            // Who is put elsewhere at that very frame passed it where they were before.
            if (at && (frame < goal.frame || !at->jumped || !goal.place))
                goal.place = at->position;
        };
        const ActorId actor = goal.actor == ActorId::None ? run.runner : goal.actor;
        const auto walked = walkPositions(source, {goal.frame - 1, goal.frame + 1}, actor, take, {}, stop);
        if (!walked && walked.error().code == ErrorCode::Cancelled)
            return tl::unexpected(walked.error());
    }
    return run;
}

} // namespace ghostline::model
