// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/findings.h"

#include "model/metrics/standing_still.h"
#include "model/replay/frame_walk.h"

#include <algorithm>

namespace ghostline::model {

namespace {

EventKind findingKind(const char* id, const char* name, std::vector<EventColumn> columns)
{
    EventKind kind;
    kind.id = QLatin1String(id);
    kind.name = QLatin1String(name);
    kind.band = true;
    kind.columns = std::move(columns);
    kind.lane = QStringLiteral("Worked out");
    return kind;
}

/// Their ids name the unit that most recordings have; what people read says the recording's own.
std::vector<EventColumn> encounterColumns(const QString& unit)
{
    return {{QStringLiteral("distance_m"), QStringLiteral("Closest"), unit, 2},
            {QStringLiteral("closest_s"), QStringLiteral("At"), QStringLiteral("s"), 2},
            {QStringLiteral("relative_speed_mps"), QStringLiteral("Relative speed"),
             unit + QStringLiteral("/s"), 1},
            {QStringLiteral("gap_m"), QStringLiteral("Gap"), unit, 2},
            {QStringLiteral("ttc_s"), QStringLiteral("Time to collision"), QStringLiteral("s"), 2},
            {QStringLiteral("pet_s"), QStringLiteral("Post-encroachment time"), QStringLiteral("s"), 2},
            {QStringLiteral("poses"), QStringLiteral("Poses"), QString(), 0}};
}

} // namespace

std::vector<EventKind> findingKinds(const ReplayInfo& info)
{
    return {findingKind("proximity", "Near (worked out)", encounterColumns(info.lengthUnit)),
            findingKind("contact", "Contact (worked out)", encounterColumns(info.lengthUnit)),
            findingKind("zone", "In a zone (worked out)",
                        {{QStringLiteral("zone"), QStringLiteral("Zone"), QString(), 0},
                         {QStringLiteral("poses"), QStringLiteral("Poses"), QString(), 0}}),
            findingKind("limit", "Over a limit (worked out)",
                        {{QStringLiteral("metric"), QStringLiteral("What"), QString(), 0},
                         {QStringLiteral("peak"), QStringLiteral("Peak"), QString(), 2}}),
            findingKind("alarm", "Detector's alarm (worked out)",
                        {{QStringLiteral("detector"), QStringLiteral("Detector"), QString(), 0},
                         {QStringLiteral("value"), QStringLiteral("Value"), QString(), 2},
                         {QStringLiteral("threshold"), QStringLiteral("Threshold"), QString(), 2},
                         {QStringLiteral("poses"), QStringLiteral("Poses"), QString(), 0}})};
}

QString whyNoneWord(WhyNone why)
{
    switch (why) {
    case WhyNone::NobodyToMeet:
        return QStringLiteral("nobody_to_meet");
    case WhyNone::OneTeam:
        return QStringLiteral("one_team");
    case WhyNone::Estimates:
        return QStringLiteral("estimates");
    case WhyNone::TooLarge:
        return QStringLiteral("too_large");
    case WhyNone::Unknown:
        break;
    }
    return {};
}

std::shared_ptr<const EventTable> tableOf(const ReplayInfo& info, std::span<const Findings* const> findings)
{
    auto table = std::make_shared<EventTable>();
    table->kinds = findingKinds(info);
    for (const Findings* each : findings)
        table->events.insert(table->events.end(), each->events.begin(), each->events.end());
    std::stable_sort(table->events.begin(), table->events.end(),
                     [](const Event& a, const Event& b) { return a.frame < b.frame; });
    return table;
}

std::vector<bool> watchedActors(const ReplayInfo& info, const ActorFilter& filter)
{
    std::vector<bool> watched;
    watched.reserve(info.cast.size());
    for (const ActorInfo& actor : info.cast) {
        const bool plays = actor.principal || actor.kind == ActorKind::Player;
        watched.push_back((plays || !filter.playersOnly) &&
                          (isMovingKind(actor.kind) || !filter.movingKindsOnly));
    }
    return watched;
}

Result<void> walkSteps(const ReplaySource& source, FrameRange frames, const StepVisitor& visit,
                       const Progress& progress, std::stop_token stop)
{
    const Micros maxGap = source.index()->info->maxGap;
    WorldState before;
    bool hasBefore = false;
    const auto step = [&](FrameNumber frame, const WorldState* now) {
        if (now == nullptr) {
            hasBefore = false;
            return;
        }
        visit(frame, hasBefore && now->time - before.time <= maxGap ? &before : nullptr, *now);
        before = *now;
        hasBefore = true;
    };
    return walkFrames(source, frames, step, progress, std::move(stop));
}

Event findingEvent(FindingKind kind, const Stretch& found, std::vector<ActorId> actors, const Sentence& text)
{
    Event event;
    event.frame = found.frames.first;
    event.time = found.begin;
    event.length = found.length;
    event.kind = static_cast<int>(kind);
    event.actors = std::move(actors);
    event.placed = true;
    event.place = found.place;
    event.say(Sentence::of(QStringLiteral("%1 (worked out)"), {text}));
    event.data[QStringLiteral("worked_out")] = true;
    event.data[QStringLiteral("poses")] = provenanceWord(found.provenance);
    return event;
}

QString actorName(const ReplayInfo& info, ActorId actor)
{
    const ActorInfo* known = info.actor(actor);
    return known != nullptr ? known->name : QString();
}

QString provenanceWord(Provenance provenance)
{
    switch (provenance) {
    case Provenance::Exact:
        return QStringLiteral("recorded");
    case Provenance::Interpolated:
        return QStringLiteral("interpolated");
    case Provenance::Sampled:
        return QStringLiteral("sampled");
    case Provenance::Held:
        break;
    }
    return QStringLiteral("held");
}

} // namespace ghostline::model
