// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/verbs.h"

#include <QFile>

#include <CLI/CLI.hpp>

#include <algorithm>

#ifndef GHOSTLINE_VERSION
#define GHOSTLINE_VERSION "unknown"
#endif

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

/// Arguments are bytes in the file system's encoding until here.
QString decoded(const std::string& text) { return QFile::decodeName(QByteArray::fromStdString(text)); }

class Wiring
{
public:
    Wiring(CLI::App& app, const Session& session) : m_app(app), m_session(session) {}

    void addVerbs()
    {
        addReading();
        addFormatWords();
        addMany();
        addCompare();
        addWriting();
        addMeasuring();
    }
    int exitCode() const { return m_exitCode; }

private:
    template<typename Arguments>
    CLI::App* verb(const char* name, const char* description, std::shared_ptr<Arguments> arguments,
                   int (*run)(const Session&, const Arguments&))
    {
        CLI::App* sub = m_app.add_subcommand(name, description);
        sub->callback([this, arguments, run] { m_exitCode = run(m_session, *arguments); });
        sub->add_flag("--json", arguments->json, "Print JSON");
        return sub;
    }
    static CLI::Option* text(CLI::App* sub, const char* name, QString& target, const char* description)
    {
        return sub->add_option_function<std::string>(
            name, [&target](const std::string& value) { target = decoded(value); }, description);
    }
    static CLI::Option* texts(CLI::App* sub, const char* name, QStringList& target, const char* description)
    {
        return sub->add_option_function<std::vector<std::string>>(
            name,
            [&target](const std::vector<std::string>& values) {
                for (const std::string& value : values)
                    target += decoded(value);
            },
            description);
    }
    static void each(CLI::App* sub, const char* name, QStringList& target, const char* description,
                     const char* typeName)
    {
        texts(sub, name, target, description)
            ->type_name(typeName)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
    static void options(CLI::App* sub, QStringList& target)
    {
        each(sub, "--option", target, "A wish the format's codec declares (see `codecs`); may be repeated",
             "NAME=VALUE");
    }
    static void replay(CLI::App* sub, ReplayArguments& arguments)
    {
        text(sub, "FILE", arguments.file, "The recording")->required()->type_name("");
        options(sub, arguments.options);
        // Not every format has surroundings to look for, and would say so; a wrong name is wrong for all.
        text(sub, "--scene", arguments.scene, "Take the surroundings from this file")
            ->type_name("FILE")
            ->check(CLI::ExistingFile);
    }
    static void range(CLI::App* sub, QString& from, QString& to)
    {
        text(sub, "--from", from, "From this time or frame on: 12:34.5, #1500, 50%")->type_name("TIME");
        text(sub, "--to", to, "Up to and including this time or frame")->type_name("TIME");
    }

    void addReading();
    void addFormatWords();
    void addMany();
    void addCompare();
    void addWriting();
    void addMeasuring();

    CLI::App& m_app;
    const Session& m_session;
    int m_exitCode = ExitFine;
};

void Wiring::addReading()
{
    const auto info = std::make_shared<InfoArguments>();
    replay(verb("info", "What a recording is, who is in it and what is wrong with it", info, &runInfo),
           *info);

    const auto events = std::make_shared<EventsArguments>();
    CLI::App* sub = verb("events", "What happened, when, and to whom", events, &runEvents);
    replay(sub, *events);
    each(sub, "--kind", events->kinds, "Only this kind of event; may be repeated", "KIND");
    each(sub, "--actor", events->actors, "Only events with this actor (id, name or native:ID)", "ACTOR");
    range(sub, events->from, events->to);
    sub->add_flag("--csv", events->csv, "Print CSV")->excludes("--json");

    const auto state = std::make_shared<StateArguments>();
    sub = verb("state", "Everything that is true at one instant", state, &runState);
    replay(sub, *state);
    CLI::Option_group* place = sub->add_option_group("place");
    text(place, "--at", state->at, "At this time or frame: 12:34.5, #1500, 50%")->type_name("TIME");
    place
        ->add_option_function<std::int64_t>(
            "--frame", [state](std::int64_t frame) { state->frame = frame; }, "At this frame, counted from 0")
        ->type_name("N");
    place->require_option(1);
    each(sub, "--actor", state->actors, "Only this actor (id, name or native:ID), with its properties",
         "ACTOR");
    auto* reported = sub->add_flag("--reported", state->reported,
                                   "Without estimates: only places that the recording gives");
    sub->add_flag("--exact", state->exact,
                  "Only what was recorded in full: the keyframe at or before, where a format has such")
        ->excludes(reported);
    sub->add_flag("--native", state->native, "Add the values in the format's own axes and units");

    const auto metrics = std::make_shared<MetricsArguments>();
    sub = verb("metrics", "Numbers over time: a row for each sample, a column for each metric", metrics,
               &runMetrics);
    replay(sub, *metrics);
    each(sub, "--actor", metrics->actors, "Columns for this actor (id, name or native:ID), or `all`",
         "ACTOR");
    each(sub, "--metric", metrics->metrics, "Columns for this metric; may be repeated", "ID");
    range(sub, metrics->from, metrics->to);
    sub->add_flag("--csv", metrics->csv, "Print CSV")->excludes("--json");
    sub->add_flag("--list", metrics->list, "List the metrics this recording offers");
}

void Wiring::addFormatWords()
{
    const auto dump = std::make_shared<DumpArguments>();
    CLI::App* sub =
        verb("dump", "The raw records, one JSON object a line; without a stream, a list of the streams", dump,
             &runDump);
    replay(sub, *dump);
    text(sub, "STREAM", dump->stream, "Which records")->type_name("");
    each(sub, "--record", dump->records, "Only records of this name; may be repeated", "NAME");
    sub->add_option("--limit", dump->limit, "Stop after this many")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);

    const auto report = std::make_shared<ReportArguments>();
    sub = verb("report", "A text report that the format's codec offers (see `codecs`)", report, &runReport);
    replay(sub, *report);
    text(sub, "NAME", report->name, "Which report")->required()->type_name("");
    texts(sub, "ARG", report->arguments, "What the report asks for")->type_name("");
}

void Wiring::addMany()
{
    const auto check = std::make_shared<ManyArguments>();
    CLI::App* sub =
        verb("check", "Decode everything, verify what can be verified, list what is wrong", check, &runCheck);
    texts(sub, "PATH", check->paths, "Files and folders")->required()->type_name("");
    options(sub, check->options);

    const auto flags = std::make_shared<ManyArguments>();
    sub = verb("flags", "What accuses someone, one JSON object a line", flags, &runFlags);
    texts(sub, "PATH", flags->paths, "Files and folders")->required()->type_name("");
    options(sub, flags->options);
    sub->add_option("--severity", flags->severity, "From this severity on, 0 to 3")
        ->capture_default_str()
        ->type_name("0-3")
        ->check(CLI::Range(0, 3));
}

void Wiring::addCompare()
{
    const auto compare = std::make_shared<CompareArguments>();
    CLI::App* sub = verb("compare", "Where one run loses time against another, of any two recordings",
                         compare, &runCompare);
    text(sub, "A", compare->a, "The reference")->required()->type_name("");
    text(sub, "B", compare->b, "The run compared with it: less than 0 means B is faster")
        ->required()
        ->type_name("");
    options(sub, compare->options);
    std::vector<std::string> names;
    for (const auto alignment : {model::Alignment::Start, model::Alignment::Tick,
                                 model::Alignment::Checkpoint, model::Alignment::Progress})
        names.push_back(model::alignmentName(alignment).toStdString());
    sub->add_option_function<std::string>(
           "--align",
           [compare](const std::string& name) {
               compare->alignment = model::alignmentNamed(decoded(name)).value_or(model::Alignment::Start);
           },
           "What is laid on each other: the starts, the first frames, each checkpoint, or the same places")
        ->type_name("WHAT")
        ->check(CLI::IsMember(names));
    text(sub, "--actor-a", compare->actorA, "Who of A (id, name or native:ID)")->type_name("ACTOR");
    text(sub, "--actor-b", compare->actorB, "Who of B")->type_name("ACTOR");
    sub->add_option("--every", compare->every, "Seconds from sample to sample, 0 = each frame of B")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 86'400.0));
    CLI::Option* csv = sub->add_flag("--csv", compare->csv, "Print the samples as CSV")->excludes("--json");
    sub->add_flag("--splits", compare->splits, "With --csv: the splits instead")->needs(csv);
}

void Wiring::addWriting()
{
    const auto convert = std::make_shared<WriteArguments>();
    CLI::App* sub = verb("convert", "Write a recording, or part of it, to a new file", convert, &runConvert);
    replay(sub, *convert);
    text(sub, "OUT", convert->output, "The file to write")->required()->type_name("");
    range(sub, convert->from, convert->to);
    text(sub, "--format", convert->format, "Codec to write with; else by the name of OUT")->type_name("ID");
    text(sub, "--window", convert->window, "Writer option `window`, seconds")->type_name("SECONDS");
    text(sub, "--keyframe-interval", convert->keyframeInterval, "Writer option `keyframe_interval`, frames")
        ->type_name("N");
    sub->add_flag("--force", convert->force, "Replace OUT if it exists");

    const auto repair = std::make_shared<WriteArguments>();
    sub = verb("repair", "Write what is readable of a damaged recording to a new file", repair, &runRepair);
    replay(sub, *repair);
    text(sub, "OUT", repair->output, "The file to write; of a recording in a folder, a new folder")
        ->required()
        ->type_name("");
    sub->add_flag("--force", repair->force, "Replace OUT if it exists");

    const auto compact = std::make_shared<CompactArguments>();
    sub = verb("compact",
               "Write a finished recording as small as it goes, with what was noted beside it, verified",
               compact, &runCompact);
    replay(sub, *compact);
    text(sub, "OUT", compact->output, "The file to write")->required()->type_name("");
    text(sub, "--metadata", compact->metadata, "Add this JSON object to the recording's own metadata")
        ->type_name("FILE.json");
    sub->add_flag("--force", compact->force, "Replace OUT if it exists");
}

void Wiring::addMeasuring()
{
    const auto bench = std::make_shared<BenchArguments>();
    CLI::App* sub = verb("bench", "How fast this recording opens, decodes and seeks", bench, &runBench);
    replay(sub, *bench);
    sub->add_option("--targets", bench->targets, "Random places to seek to")
        ->capture_default_str()
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    sub->add_option("--cache", bench->cacheMegabytes, "Cache budget in MiB")
        ->capture_default_str()
        ->type_name("MIB")
        ->check(CLI::Range(1, 1 << 20));

    const auto json = std::make_shared<bool>(false);
    sub = m_app.add_subcommand("codecs",
                               "Which formats are known, their options and reports, and what failed to load");
    sub->add_flag("--json", *json, "Print JSON");
    sub->callback([this, json] { m_exitCode = runCodecs(m_session, *json); });
}

} // namespace

int runCommandLine(const QStringList& arguments, const Session& session)
{
    CLI::App app("Ghostline's headless tool: looks into game replays without a window.", "ghostline-cli");
    app.set_version_flag("--version", "ghostline-cli " GHOSTLINE_VERSION);
    app.footer(
        "Exit code: 0 fine, 1 opened but part of the recording is lost, 2 cannot open or wrong arguments,\n"
        "3 `flags` found something nobody has reviewed.");
    app.require_subcommand(1);
    app.fallthrough(false);
    Wiring wiring(app, session);
    wiring.addVerbs();

    // CLI11 would only say that a verb is missing.
    const QString verb = arguments.value(0);
    const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
    const bool known = std::any_of(verbs.begin(), verbs.end(),
                                   [&verb](const CLI::App* sub) { return decoded(sub->get_name()) == verb; });
    if (!verb.isEmpty() && !verb.startsWith(u'-') && !known) {
        const QString text =
            u"ghostline-cli: there is no verb \"%1\"; ghostline-cli --help lists them\n"_s.arg(verb);
        session.console.err(text.toUtf8());
        return ExitFailed;
    }

    // CLI11 wants the arguments last first.
    std::vector<std::string> reversed;
    for (auto it = arguments.rbegin(); it != arguments.rend(); ++it)
        reversed.push_back(QFile::encodeName(*it).toStdString());
    try {
        app.parse(reversed);
    } catch (const CLI::Success& wish) {
        std::ostringstream out;
        std::ostringstream err;
        app.exit(wish, out, err);
        session.console.out(QByteArray::fromStdString(out.str()));
        return ExitFine;
    } catch (const CLI::ParseError& error) {
        const QString text = u"ghostline-cli: %1\n"_s.arg(decoded(error.what()));
        session.console.err(text.toUtf8() +
                            "  ghostline-cli --help and ghostline-cli VERB --help say more\n");
        return ExitFailed;
    }
    return wiring.exitCode();
}

} // namespace ghostline::app
