// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_analyse.h"

#include "app/cli/event_output.h"
#include "app/cli/text_table.h"
#include "model/analysis/encounters.h"
#include "model/analysis/limits.h"
#include "model/analysis/zone_visits.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Findings;
using model::Result;

namespace {

/// What was found, and for zones how long everybody was inside.
struct Outcome
{
    Findings findings;
    std::vector<model::Zone> zones;
    std::vector<model::ZoneTotal> totals;
};

Result<model::ActorId> oneActor(const AnalyseArguments& arguments, const model::ReplayInfo& info)
{
    if (arguments.actor.isEmpty())
        return model::ActorId::None;
    const auto found = findActors({arguments.actor}, info);
    if (!found)
        return tl::unexpected(found.error());
    if (found->size() != 1)
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" names %2 actors; take an id"_s.arg(arguments.actor).arg(found->size()));
    return found->front();
}

Result<Outcome> encounters(const Session& session, const Replay& replay, const AnalyseArguments& arguments,
                           model::EncounterOptions options)
{
    const auto one = oneActor(arguments, replay.info());
    if (!one)
        return tl::unexpected(one.error());
    if (arguments.within) {
        // Apart again where a contact usually ends: half as far again.
        const double slack = options.release / options.radius;
        options.radius = *arguments.within;
        options.release = slack * options.radius;
    }
    options.minLength = model::fromSeconds(arguments.atLeast.value_or(0.0));
    options.actors.playersOnly = arguments.players;
    options.acrossTeams = arguments.acrossTeams;
    options.one = *one;
    options.recordedOnly = options.recordedOnly && !arguments.estimates;
    const auto found = model::findEncounters(*replay.source, options, {}, session.stop);
    if (!found)
        return tl::unexpected(found.error());
    return Outcome{model::findingsOf(*found, replay.info(), options), {}, {}};
}

Result<Outcome> zones(const Session& session, const Replay& replay, const AnalyseArguments& arguments)
{
    auto wanted = readZones(arguments.zones);
    if (!wanted)
        return tl::unexpected(wanted.error());
    if (wanted->empty())
        return fail(ErrorCode::InvalidArgument, u"which zones? Name them with --zones or --circle"_s);
    model::ActorFilter actors;
    actors.playersOnly = arguments.players;
    auto visits = model::findZoneVisits(*replay.source, *wanted, actors, {}, session.stop);
    if (!visits)
        return tl::unexpected(visits.error());
    Outcome outcome;
    outcome.findings = model::findingsOf(*visits, *wanted, replay.info());
    outcome.zones = std::move(*wanted);
    outcome.totals = std::move(visits->totals);
    return outcome;
}

Result<Outcome> limits(const Session& session, const Replay& replay, const AnalyseArguments& arguments)
{
    const std::vector<model::MetricInfo> metrics = model::limitMetrics(replay.info());
    const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                     [&](const model::MetricInfo& m) { return m.id == arguments.metric; });
    const auto one = oneActor(arguments, replay.info());
    if (!one)
        return tl::unexpected(one.error());
    if (metric == metrics.end())
        return fail(ErrorCode::InvalidArgument, u"there is no limit for \"%1\""_s.arg(arguments.metric));
    model::LimitOptions options;
    options.metric = *metric;
    options.above = arguments.above;
    options.minLength = model::fromSeconds(arguments.atLeast.value_or(model::seconds(options.minLength)));
    options.actors.playersOnly = arguments.players;
    options.one = *one;
    const auto found = model::findExcesses(*replay.source, options, {}, session.stop);
    if (!found)
        return tl::unexpected(found.error());
    return Outcome{model::findingsOf(*found, options, replay.info()), {}, {}};
}

Result<Outcome> analyse(const Session& session, const Replay& replay, const AnalyseArguments& arguments)
{
    if (arguments.what == "zones"_L1)
        return zones(session, replay, arguments);
    if (arguments.what == "limits"_L1)
        return limits(session, replay, arguments);
    return encounters(session, replay, arguments,
                      arguments.what == "contacts"_L1 ? model::contactOptions() : model::EncounterOptions{});
}

QString nameOf(const model::ZoneTotal& total, const model::ReplayInfo& info)
{
    if (total.actor != model::ActorId::None)
        return info.cast[index(total.actor)].name;
    return info.teams[static_cast<std::size_t>(total.team)].name;
}

/// Why nothing was found; empty = that is just how it was.
QString noneText(model::WhyNone why)
{
    switch (why) {
    case model::WhyNone::NobodyToMeet:
        return u"there are never two who count at the same time"_s;
    case model::WhyNone::OneTeam:
        return u"the recording does not tell of two teams"_s;
    case model::WhyNone::Estimates:
        return u"most places were not recorded but estimated, and a contact is not made of those; "
               "--estimates counts them, too"_s;
    case model::WhyNone::TooLarge:
        return u"distances are those between the middles of two, and even the smallest are wider than that; "
               "take more with --within"_s;
    case model::WhyNone::Unknown:
        break;
    }
    return {};
}

/// A line for each team and actor that was in a zone at all.
void printTotals(const Session& session, const Replay& replay, const Outcome& outcome)
{
    const auto right = TextTable::Align::Right;
    TextTable table(
        {{u"Zone"_s}, {u"Who"_s}, {u"Inside"_s, right}, {u"Share"_s, right}, {u"Entries"_s, right}});
    for (const model::ZoneTotal& total : outcome.totals)
        table.addRow({outcome.zones[total.zone].name, nameOf(total, replay.info()),
                      model::formatTime(total.inside), u"%1 %"_s.arg(100.0 * total.share(), 0, 'f', 1),
                      QString::number(total.entries)});
    if (!table.empty())
        session.print(table.text() + '\n');
}

void printTotalsCsv(const Session& session, const Replay& replay, const Outcome& outcome)
{
    session.print("zone,who,actor,team,inside_s,there_s,share,entries\n");
    for (const model::ZoneTotal& total : outcome.totals) {
        const bool team = total.actor == model::ActorId::None;
        const QByteArrayList fields{csvField(outcome.zones[total.zone].name),
                                    csvField(nameOf(total, replay.info())),
                                    team ? QByteArray() : QByteArray::number(index(total.actor)),
                                    QByteArray::number(total.team),
                                    csvNumber(exactSeconds(total.inside)),
                                    csvNumber(exactSeconds(total.there)),
                                    csvNumber(total.share()),
                                    QByteArray::number(total.entries)};
        session.print(fields.join(',') + '\n');
    }
}

} // namespace

int runAnalyse(const Session& session, const AnalyseArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto outcome = analyse(session, *replay, arguments);
    if (!outcome)
        return failWith(session, outcome.error(), arguments.file);
    const EventFormat format = arguments.csv    ? EventFormat::Csv
                               : arguments.json ? EventFormat::Json
                                                : EventFormat::Text;
    const std::vector<model::EventKind> kinds = model::findingKinds(replay->info());
    EventOutput output{replay->info(), kinds, {}};
    output.events.reserve(outcome->findings.events.size());
    for (const model::Event& event : outcome->findings.events)
        output.events.push_back(&event);
    output.noneBecause = model::whyNoneWord(outcome->findings.whyNone);
    output.noneText = noneText(outcome->findings.whyNone);
    if (format == EventFormat::Text)
        printTotals(session, *replay, *outcome);
    if (arguments.totals)
        printTotalsCsv(session, *replay, *outcome);
    else
        printEvents(session, output, format);
    if (format == EventFormat::Csv && !output.noneText.isEmpty())
        session.console.err(u"nothing found: %1\n"_s.arg(output.noneText).toUtf8());
    if (outcome->findings.capped)
        session.console.err("more was found than is listed; narrow it down\n");
    return finish(session, *replay);
}

} // namespace ghostline::app
