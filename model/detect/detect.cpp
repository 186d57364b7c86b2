// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/detect.h"

#include "model/detect/clicks.h"

#include <algorithm>
#include <deque>
#include <tuple>

namespace ghostline::model {

namespace {

/// What a recording does not have, of what detectors need.
std::uint8_t missingIn(const ReplayInfo& info, const EventTable& events, const std::vector<bool>& watched)
{
    std::uint8_t missing = 0;
    if (!info.motion)
        missing |= NeedsRules;
    const std::vector<bool> clicks = clickKinds(events);
    const bool clicked = std::ranges::any_of(
        events.events, [&](const Event& event) { return clicks[static_cast<std::size_t>(event.kind)]; });
    if (!clicked)
        missing |= NeedsClicks;
    const auto looks = [&](const ActorInfo& actor) {
        return watched[index(actor.id)] && (lookingBone(info, actor.id) || hasEyes(actor.kind));
    };
    if (std::ranges::none_of(info.cast, looks))
        missing |= NeedsLook;
    const auto others = std::ranges::count_if(info.cast, [](const ActorInfo& actor) {
        return hasEyes(actor.kind) || actor.kind == ActorKind::Unit;
    });
    if (others < 2)
        missing |= NeedsOthers;
    return missing;
}

/// All that look at one actor.
class Watch
{
public:
    Watch(const ReplayInfo& info, ActorId actor) : m_reader(info, actor) {}

    void add(std::size_t detector, const DetectorSetup& setup)
    {
        m_detectors.push_back({detector, detectors()[detector].make(setup)});
    }

    void visit(FrameNumber frame, const WorldState* before, const WorldState& now)
    {
        for (const Asked& each : m_detectors)
            each.detector->see(frame, now);
        const auto step = m_reader.next(frame, before, now);
        if (!step)
            return;
        for (const Asked& each : m_detectors)
            each.detector->next(*step);
    }

    void finish(std::vector<Alarm>& out)
    {
        for (const Asked& each : m_detectors) {
            each.detector->finish();
            for (Alarm& alarm : each.detector->take()) {
                alarm.detector = each.index;
                out.push_back(alarm);
            }
        }
    }

private:
    struct Asked
    {
        std::size_t index;
        std::unique_ptr<Detector> detector;
    };
    MotionReader m_reader;
    std::vector<Asked> m_detectors;
};

class Walk
{
public:
    Walk(const ReplayIndex& index, const DetectOptions& options)
        : m_info(*index.info), m_events(*index.events)
    {
        const std::vector<bool> watched = watchedActors(m_info, options.actors);
        const std::uint8_t missing = missingIn(m_info, m_events, watched);
        for (std::size_t i = 0; i < detectors().size(); ++i) {
            const DetectorInfo& info = detectors()[i];
            if (options.choices[i].on && (info.needs & missing) != 0)
                m_detected.notAsked.push_back({i, static_cast<std::uint8_t>(info.needs & missing)});
        }
        for (const ActorInfo& actor : m_info.cast) {
            if (watched[model::index(actor.id)])
                watch(actor.id, options, missing);
        }
    }

    void visit(FrameNumber frame, const WorldState* before, const WorldState& now)
    {
        for (Watch& watch : m_watches)
            watch.visit(frame, before, now);
    }

    Detected finish(FrameNumber frames)
    {
        for (Watch& watch : m_watches)
            watch.finish(m_detected.alarms);
        std::ranges::sort(m_detected.alarms, {}, [](const Alarm& alarm) {
            return std::tuple(alarm.frames.first, alarm.detector, alarm.actor);
        });
        m_detected.capped = m_detected.alarms.size() > MostAlarms;
        if (m_detected.capped)
            m_detected.alarms.resize(MostAlarms);
        m_detected.frames = frames;
        return std::move(m_detected);
    }

private:
    void watch(ActorId actor, const DetectOptions& options, std::uint8_t missing)
    {
        Watch& added = m_watches.emplace_back(m_info, actor);
        for (std::size_t i = 0; i < detectors().size(); ++i) {
            const DetectorInfo& info = detectors()[i];
            const DetectorChoice& choice = options.choices[i];
            if (choice.on && (info.needs & missing) == 0)
                added.add(i, {.info = m_info,
                              .events = m_events,
                              .actor = actor,
                              .parameters = choice.parameters,
                              .least = info.threshold.least});
        }
    }

    const ReplayInfo& m_info;
    const EventTable& m_events;
    std::deque<Watch> m_watches;
    Detected m_detected;
};

bool isWithin(double value, const DetectorParameter& parameter)
{
    return value >= parameter.least && value <= parameter.most;
}

Result<void> check(const DetectOptions& options)
{
    const std::span<const DetectorInfo> all = detectors();
    if (options.choices.size() != all.size())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("a choice for each detector is needed"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const DetectorChoice& choice = options.choices[i];
        bool fits = isWithin(choice.threshold, all[i].threshold) &&
                    choice.parameters.size() == all[i].parameters.size();
        for (std::size_t k = 0; fits && k < choice.parameters.size(); ++k)
            fits = isWithin(choice.parameters[k], all[i].parameters[k]);
        if (!fits)
            return fail(ErrorCode::InvalidArgument,
                        QStringLiteral("a value of the detector \"%1\" is outside its range")
                            .arg(QLatin1String(all[i].id)));
    }
    return {};
}

} // namespace

DetectOptions standardDetectOptions()
{
    DetectOptions options;
    for (const DetectorInfo& info : detectors()) {
        DetectorChoice choice;
        choice.on = !info.experimental();
        choice.threshold = info.threshold.standard;
        for (const DetectorParameter& parameter : info.parameters)
            choice.parameters.push_back(parameter.standard);
        options.choices.push_back(std::move(choice));
    }
    return options;
}

Sentence missingText(std::uint8_t missing)
{
    std::vector<Sentence> all;
    if ((missing & NeedsRules) != 0)
        all.push_back(
            Sentence::of(QStringLiteral("it is not known how fast honest players of this game can be")));
    if ((missing & NeedsLook) != 0)
        all.push_back(Sentence::of(QStringLiteral("it is not recorded where players look")));
    if ((missing & NeedsClicks) != 0)
        all.push_back(Sentence::of(QStringLiteral("no clicks are recorded")));
    if ((missing & NeedsOthers) != 0)
        all.push_back(Sentence::of(QStringLiteral("nobody else is there")));
    return Sentence::chain(all);
}

bool isAlarm(const Alarm& alarm, const DetectOptions& options)
{
    return alarm.value >= options.choices[alarm.detector].threshold;
}

Result<Detected> detect(const ReplaySource& source, const DetectOptions& options, const Progress& progress,
                        std::stop_token stop)
{
    if (auto fits = check(options); !fits)
        return tl::unexpected(fits.error());
    const auto index = source.waitComplete(stop); // events are needed whole
    if (!index)
        return tl::unexpected(index.error());
    Walk walk(**index, options);
    return findInSteps(walk, source, (*index)->frames(), progress, std::move(stop));
}

Findings findingsOf(const Detected& detected, const DetectOptions& options, const ReplayInfo& info)
{
    Findings findings;
    findings.frames = detected.frames;
    findings.capped = detected.capped;
    for (const Alarm& alarm : detected.alarms) {
        if (!isAlarm(alarm, options))
            continue;
        const DetectorInfo& by = detectors()[alarm.detector];
        const QString unit = QString::fromUtf8(by.threshold.unit);
        const Sentence figure = Sentence::figure(alarm.value, by.threshold.decimals);
        const Sentence value =
            unit.isEmpty() ? figure : Sentence::of(QStringLiteral("%1 %2"), {figure, unit});
        Event event = findingEvent(
            FindingKind::Alarm, alarm, {alarm.actor},
            Sentence::of(QStringLiteral("%1: %2, %3; not proof"),
                         {actorName(info, alarm.actor), Sentence::of(QString::fromUtf8(by.name)), value}));
        event.data[QStringLiteral("detector")] = QLatin1String(by.id);
        event.data[QStringLiteral("value")] = alarm.value;
        event.data[QStringLiteral("unit")] = unit;
        event.data[QStringLiteral("threshold")] = options.choices[alarm.detector].threshold;
        findings.events.push_back(std::move(event));
    }
    return findings;
}

} // namespace ghostline::model
