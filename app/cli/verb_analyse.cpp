// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_analyse.h"

#include "app/cli/conditions.h"
#include "app/cli/event_output.h"
#include "app/cli/junit_report.h"
#include "app/cli/text_table.h"
#include "model/analysis/encounters.h"
#include "model/analysis/limits.h"
#include "model/analysis/zone_visits.h"
#include "model/base/numbers.h"
#include "model/bytes/http_source.h"
#include "model/time/time_text.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

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

void printTotalsCsv(const Session& session, const Replay& replay, const Outcome& outcome, const QString& file)
{
    const QByteArray prefix = file.isEmpty() ? QByteArray() : csvField(file) + ',';
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
        session.print(prefix + fields.join(',') + '\n');
    }
}

/// The greatest or least of what events say under a key; NaN where none says it.
double extremeOf(const Findings& findings, QLatin1String key, bool greatest)
{
    double extreme = model::NoValue;
    for (const model::Event& event : findings.events) {
        const double value = event.data.value(key).toDouble(model::NoValue);
        extreme = greatest ? std::fmax(extreme, value) : std::fmin(extreme, value);
    }
    return extreme;
}

/// What --fail-if may ask, in the order in which it is printed. The same for every recording.
std::vector<Figure> figuresOf(const QString& what, const Outcome& outcome, const QString& length = {})
{
    const Findings& findings = outcome.findings;
    const auto found = static_cast<double>(findings.events.size());
    const auto least = [&](const char* name, const char* key, const QString& unit) {
        return Figure{QString::fromLatin1(name), extremeOf(findings, QLatin1String(key), false), unit};
    };
    std::vector<Figure> figures{{u"found"_s, found}};
    if (what == "zones"_L1) {
        double inside = model::NoValue;
        for (const model::ZoneTotal& total : outcome.totals) {
            if (total.actor != model::ActorId::None)
                inside = std::fmax(inside, exactSeconds(total.inside));
        }
        figures.push_back({u"visits"_s, found});
        figures.push_back({u"max_inside"_s, inside, u"s"_s});
    } else if (what == "limits"_L1) {
        double peak = model::NoValue;
        for (const model::Event& event : findings.events)
            peak = std::fmax(peak, std::abs(event.data.value("peak"_L1).toDouble(model::NoValue)));
        figures.push_back({u"excesses"_s, found});
        figures.push_back({u"max_peak"_s, peak});
    } else {
        figures.push_back({what == "contacts"_L1 ? u"contacts"_s : u"encounters"_s, found});
        figures.push_back(least("min_distance", "distance_m", length));
        figures.push_back(least("min_gap", "gap_m", length));
        figures.push_back(least("min_ttc", "ttc_s", u"s"_s));
        figures.push_back(least("min_pet", "pet_s", u"s"_s));
        figures.push_back({u"max_relative_speed"_s,
                           extremeOf(findings, QLatin1String("relative_speed_mps"), true), length + u"/s"_s});
    }
    return figures;
}

/// One run over one recording or over a folder of them, in one format.
class AnalyseRun
{
public:
    AnalyseRun(const Session& session, const AnalyseArguments& arguments, std::vector<Condition> conditions,
               bool many)
        : m_session(session), m_arguments(arguments), m_conditions(std::move(conditions)), m_many(many),
          m_format(arguments.csv    ? EventFormat::Csv
                   : arguments.json ? EventFormat::Json
                                    : EventFormat::Text)
    {
        m_report.name = u"ghostline-cli analyse "_s + arguments.what;
        if (m_format == EventFormat::Json && many) {
            m_json.emplace(session.console.out);
            m_json->beginObject();
            m_json->key("files");
            m_json->beginArray();
        }
    }

    void add(const QString& file)
    {
        ReplayArguments one = static_cast<const ReplayArguments&>(m_arguments);
        one.file = file;
        const auto replay = openReplay(m_session, one);
        const auto outcome = replay ? analyse(m_session, *replay, m_arguments)
                                    : Result<Outcome>(tl::unexpected(replay.error()));
        if (m_session.stop.stop_requested() && !outcome && m_many)
            return; // half analysed is not analysed
        if (!outcome)
            return addError(file, outcome.error());
        judge(file, figuresOf(m_arguments.what, *outcome, replay->info().lengthUnit));
        print(*replay, *outcome, file);
        m_worst = std::max(m_worst, finish(m_session, *replay));
    }

    void addError(const QString& file, const model::Error& error)
    {
        if (m_json) {
            beginFile(*m_json, model::withoutPassword(file), &error);
            m_json->endObject();
        }
        m_worst = std::max(m_worst, failWith(m_session, error, file));
        for (const QString& name : caseNames())
            m_report.cases.push_back(
                {model::withoutPassword(file), name, JUnitCase::State::Unreadable, model::errorText(error)});
    }

    /// The exit code.
    int end()
    {
        if (m_json) {
            if (m_many)
                m_json->endArray();
            m_json->endObject();
            m_json->finish();
        }
        if (!m_arguments.junit.isEmpty() && !m_session.stop.stop_requested()) {
            if (const auto written = writeJUnit(m_arguments.junit, m_report); !written)
                return failWith(m_session, written.error(), m_arguments.junit);
        }
        return m_worst;
    }

private:
    QStringList caseNames() const
    {
        QStringList names;
        for (const Condition& condition : m_conditions)
            names << condition.text;
        return names.isEmpty() ? QStringList{m_arguments.what} : names;
    }

    void judge(const QString& file, std::vector<Figure> figures)
    {
        m_figures = std::move(figures);
        m_true.clear();
        const QString shown = model::withoutPassword(file);
        for (const Condition& condition : m_conditions) {
            const bool failed = holds(condition, m_figures);
            const QString reason = reasonText(condition, m_figures);
            m_report.cases.push_back({shown, condition.text,
                                      failed ? JUnitCase::State::Failed : JUnitCase::State::Passed, reason});
            if (!failed)
                continue;
            m_true << condition.text;
            m_worst = std::max<int>(m_worst, ExitLostData);
            m_session.console.err(
                u"ghostline-cli: %1: %2: %3\n"_s.arg(shownText(shown), condition.text, reason).toUtf8());
        }
        if (m_conditions.empty())
            m_report.cases.push_back({shown, m_arguments.what});
    }

    std::vector<const model::Event*> eventsIn(const Findings& findings) const
    {
        if (m_arguments.what == "proximity"_L1 || m_arguments.what == "contacts"_L1)
            return model::nearestFirst(findings);
        std::vector<const model::Event*> events;
        events.reserve(findings.events.size());
        for (const model::Event& event : findings.events)
            events.push_back(&event);
        return events;
    }

    void print(const Replay& replay, const Outcome& outcome, const QString& file)
    {
        const std::vector<model::EventKind> kinds = model::findingKinds(replay.info());
        const EventOutput output{replay.info(), kinds, eventsIn(outcome.findings),
                                 model::whyNoneWord(outcome.findings.whyNone),
                                 noneText(outcome.findings.whyNone)};
        const QString shown = model::withoutPassword(file);
        switch (m_format) {
        case EventFormat::Text:
            if (m_many)
                printFileHeading(m_session, shown, !m_printed);
            printTotals(m_session, replay, outcome);
            printEvents(m_session, output, EventFormat::Text);
            printFigures();
            break;
        case EventFormat::Csv:
            printRows(replay, outcome, output, m_many ? shown : QString());
            break;
        case EventFormat::Json:
            writeFile(output, shown);
            break;
        }
        m_printed = true;
        if (outcome.findings.capped)
            m_session.console.err("more was found than is listed; narrow it down\n");
    }

    void printRows(const Replay& replay, const Outcome& outcome, const EventOutput& output,
                   const QString& file)
    {
        if (m_arguments.totals) {
            if (!m_printed)
                m_session.print(m_many ? "file,zone,who,actor,team,inside_s,there_s,share,entries\n"
                                       : "zone,who,actor,team,inside_s,there_s,share,entries\n");
            printTotalsCsv(m_session, replay, outcome, file);
        } else {
            if (!m_printed)
                printCsvHeading(m_session, m_many);
            printCsvRows(m_session, output, file);
        }
        if (!output.noneText.isEmpty())
            m_session.console.err(u"nothing found: %1\n"_s.arg(output.noneText).toUtf8());
    }

    void writeFile(const EventOutput& output, const QString& file)
    {
        if (!m_many) // what cannot be analysed alone has no output but the error
            m_json.emplace(m_session.console.out);
        m_many ? beginFile(*m_json, file) : m_json->beginObject();
        writeEvents(*m_json, output);
        m_json->key("figures");
        m_json->beginObject(JsonLayout::Inline);
        for (const Figure& figure : m_figures)
            m_json->member(figure.name, figure.value);
        m_json->endObject();
        m_json->key("failed");
        m_json->beginArray(JsonLayout::Inline);
        for (const QString& condition : m_true)
            m_json->value(condition);
        m_json->endArray();
        if (m_many)
            m_json->endObject();
    }

    void printFigures() const
    {
        TextTable table({{u"Figure"_s}, {u"Value"_s, TextTable::Align::Right}, {u"Unit"_s}});
        for (const Figure& figure : m_figures) {
            if (!std::isnan(figure.value))
                table.addRow({figure.name, figureText(figure.value), figure.unit});
        }
        m_session.print('\n' + table.text());
    }

    const Session& m_session;
    const AnalyseArguments& m_arguments;
    std::vector<Condition> m_conditions;
    bool m_many = false;
    EventFormat m_format;
    std::optional<JsonWriter> m_json;
    JUnitReport m_report;
    std::vector<Figure> m_figures; ///< of the file that is looked at
    QStringList m_true;            ///< conditions that hold for it
    bool m_printed = false;        ///< something of some file
    int m_worst = ExitFine;
};

} // namespace

int runAnalyse(const Session& session, const AnalyseArguments& arguments)
{
    auto conditions = parseConditions(arguments.failIf, figuresOf(arguments.what, {}));
    if (!conditions)
        return failWith(session, conditions.error());
    if (const auto report = checkReportPath(arguments.junit); !report)
        return failWith(session, report.error());
    const QString path = session.registry.replayPath(arguments.file);
    const bool many = QFileInfo(path).isDir() && !session.registry.isReplayFolder(path);
    AnalyseRun run(session, arguments, std::move(*conditions), many);
    if (!many) {
        run.add(arguments.file);
        return run.end();
    }
    const auto found = model::findRecordings({arguments.file}, session.registry, session.stop);
    if (found.files.isEmpty() && found.missing.empty() && !session.stop.stop_requested()) {
        tellWithout(session, found); // nothing to find is not the same as nothing found
        return failWith(session,
                        {ErrorCode::NotFound, u"there is no recording below this folder"_s, {}, path});
    }
    return runOver(session, found, run, u"stopped before everything was analysed"_s);
}

} // namespace ghostline::app
