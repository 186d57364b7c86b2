// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_manual.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_analyse.h"
#include "app/cli/verb_bench.h"
#include "app/cli/verb_check.h"
#include "app/cli/verb_codecs.h"
#include "app/cli/verb_compact.h"
#include "app/cli/verb_compare.h"
#include "app/cli/verb_convert.h"
#include "app/cli/verb_dump.h"
#include "app/cli/verb_events.h"
#include "app/cli/verb_flags.h"
#include "app/cli/verb_heatmap.h"
#include "app/cli/verb_highlights.h"
#include "app/cli/verb_host.h"
#include "app/cli/verb_info.h"
#include "app/cli/verb_marks.h"
#include "app/cli/verb_metrics.h"
#include "app/cli/verb_players.h"
#include "app/cli/verb_state.h"
#include "app/cli/verb_summary.h"
#include "app/cli/verbs.h"
#include "app/manual/help.h"
#include "model/bytes/file_names.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

Parser::Parser(const Session& session)
    : m_app("Looks into recordings of games without a window: what is in them, what happened, who was where.",
            "ghostline-cli"),
      m_session(session)
{
    m_app.set_help_flag("-h,--help", "Print this help");
    m_app.set_version_flag("--version", "ghostline-cli " GHOSTLINE_VERSION, "Print the version");
    m_app.require_subcommand(1);
    m_app.fallthrough(false);
    m_app.formatter_fn([this](const CLI::App* app, const std::string&, CLI::AppFormatMode) {
        const QString verb = app == &m_app ? QString() : decoded(app->get_name());
        return manual::helpText(describe(*this), verb).toStdString();
    });
    addInfo();
    addEvents();
    addState();
    addMetrics();
    addMarks();
    addAnalyse();
    addHeatmap();
    addHighlights();
    addSummary();
    addFormatWords();
    addMany();
    addCompare();
    addPlayers();
    addWriting();
    addCompact();
    addHosting();
    addMeasuring();
    examples(&m_app, {{u"info drive.log"_s, u"What drive.log is, who is in it and what is wrong with it"_s},
                      {u"state --help"_s, u"What a verb takes"_s}});
}

CLI::Option* Parser::recording(CLI::App* sub, const char* name, QString& target, const char* description)
{
    CLI::Option* option = text(sub, name, target, description)->required();
    m_notes.offers[option] = manual::Offer::Recording;
    return option;
}

void Parser::output(CLI::App* sub, QString& target, const char* description)
{
    m_notes.offers[text(sub, "OUT", target, description)->required()] = manual::Offer::File;
}

void Parser::paths(CLI::App* sub, QStringList& target, const char* description)
{
    CLI::Option* option = texts(sub, "PATH", target, description)->required();
    m_notes.offers[option] = manual::Offer::Recording;
}

void Parser::list(CLI::App* sub, ListArguments& target)
{
    paths(sub, target.paths, "Recordings, folders to search for them, or - for a list on standard input");
    listOptions(sub, target);
}

void Parser::replay(CLI::App* sub, ReplayArguments& arguments, const char* what)
{
    recording(sub, "FILE", arguments.file, what);
    options(sub, arguments.options);
    scene(sub, arguments.scene);
}

/// Not every format has surroundings to look for, and would say so; a wrong name is wrong for all.
void Parser::scene(CLI::App* sub, SceneArguments& arguments)
{
    CLI::Option* file =
        text(sub, "--scene", arguments.path, "Take the surroundings from this file, or folder of a world")
            ->type_name("FILE")
            ->check(CLI::ExistingPath);
    m_notes.offers[file] = manual::Offer::File;
    CLI::Option* folder =
        texts(sub, "--scene-folder", arguments.folders, "Look for its map in this folder, too")
            ->type_name("DIR")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
            ->check(CLI::ExistingDirectory);
    m_notes.offers[folder] = manual::Offer::File;
    text(sub, "--scene-radius", arguments.radius,
         "Metres round the tracks of which a large world is read, 128 by itself")
        ->type_name("M");
    text(sub, "--scene-at", arguments.at, "Where the origin of a map goes that has no place of its own")
        ->type_name("X,Y,Z");
}

void Parser::zones(CLI::App* sub, ZoneArguments& arguments)
{
    CLI::Option* file = text(sub, "--zones", arguments.file, "Zones as the window exports them")
                            ->type_name("FILE.json")
                            ->check(CLI::ExistingFile);
    m_notes.offers[file] = manual::Offer::File;
    each(sub, "--circle", arguments.circles, "A zone round a place, in metres east and south",
         "NAME=X,Z,RADIUS");
}

void Parser::choose(CLI::Option* option, const std::vector<std::string>& choices)
{
    option->check(CLI::IsMember(choices));
    for (const std::string& choice : choices)
        m_notes.choices[option] << decoded(choice);
}

void Parser::examples(CLI::App* sub, std::vector<manual::Example> examples)
{
    m_notes.examples[sub] = std::move(examples);
}

void Parser::addInfo()
{
    const auto info = std::make_shared<InfoArguments>();
    CLI::App* sub =
        verb("info", "What a recording is, who is in it and what is wrong with it", info, &runInfo);
    replay(sub, *info);
    examples(sub, {{u"info drive.log"_s, u"Format, length, map, who is in it, and what cannot be read"_s},
                   {u"info drive.log --json"_s, u"The same for a program"_s}});
}

void Parser::addEvents()
{
    const auto events = std::make_shared<EventsArguments>();
    CLI::App* sub = verb("events", "What happened, when, and to whom", events, &runEvents);
    replay(sub, *events);
    each(sub, "--kind", events->kinds, "Only this kind of event", "KIND");
    each(sub, "--actor", events->actors, "Only events with this actor (id, name or native:ID)", "ACTOR");
    range(sub, events->from, events->to);
    sub->add_flag("--csv", events->csv, "Print CSV")->excludes("--json");
    examples(sub, {{u"events drive.log --kind collision --from 0:10"_s, u"Who hit whom after ten seconds"_s},
                   {u"events drive.log --csv"_s, u"Everything that happened, for a spreadsheet"_s}});
}

void Parser::addState()
{
    const auto state = std::make_shared<StateArguments>();
    CLI::App* sub = verb("state", "Everything that is true at one instant", state, &runState);
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
    examples(sub, {{u"state drive.log --at 0:12.5"_s, u"Who was where after twelve and a half seconds"_s},
                   {u"state drive.log --frame 200 --actor hero --json"_s,
                    u"All that is known of one actor in frame 200"_s}});
}

void Parser::addMetrics()
{
    const auto metrics = std::make_shared<MetricsArguments>();
    CLI::App* sub = verb("metrics", "Numbers over time: a row for each sample, a column for each metric",
                         metrics, &runMetrics);
    list(sub, metrics->recordings);
    options(sub, metrics->options);
    scene(sub, metrics->scene);
    each(sub, "--actor", metrics->actors, "Columns for this actor (id, name or native:ID), or `all`",
         "ACTOR");
    each(sub, "--metric", metrics->metrics, "Columns for this metric, or for several: x,y,z,heading", "ID");
    zones(sub, metrics->zones);
    range(sub, metrics->from, metrics->to);
    sub->add_flag("--csv", metrics->csv, "Print CSV")->excludes("--json");
    sub->add_flag("--list", metrics->list, "List the metrics this recording offers");
    examples(sub, {{u"metrics drive.log --list"_s, u"Which numbers this recording has"_s},
                   {u"metrics drive.log --actor hero --metric speed --csv"_s,
                    u"How fast somebody was in each frame"_s},
                   {u"metrics drive.log --circle start=0,0,25 --metric in_start"_s,
                    u"In which share of the frames each was within 25 m of the origin"_s}});
}

void Parser::addMarks()
{
    const auto marks = std::make_shared<MarksArguments>();
    CLI::App* sub =
        verb("marks", "The bookmarks of a recording, in JSON, CSV or Sportscode XML, and from files of these",
             marks, &runMarks);
    replay(sub, *marks);
    each(sub, "--tag", marks->tags, "Only bookmarks with this tag, or with another one that is named", "TAG");
    CLI::Option* csv = sub->add_flag("--csv", marks->csv, "Print CSV")->excludes("--json");
    CLI::Option* xml =
        sub->add_flag("--xml", marks->xml, "Print Sportscode XML")->excludes("--json")->excludes(csv);
    CLI::Option* output =
        text(sub, "-o,--output", marks->output, "Write to this file; in which form says its name")
            ->type_name("OUT");
    m_notes.offers[output] = manual::Offer::File;
    sub->add_flag("--force", marks->force, "Replace OUT if it exists")->needs(output);
    CLI::Option* import =
        text(sub, "--import", marks->import, "Add the marks of this file (.csv, .xml) to the notes")
            ->type_name("FILE")
            ->check(CLI::ExistingFile)
            ->excludes(csv)
            ->excludes(xml)
            ->excludes(output);
    m_notes.offers[import] = manual::Offer::File;
    examples(sub, {{u"marks drive.log --tag overtaking"_s, u"What was marked with that tag"_s},
                   {u"marks drive.log -o drive.xml"_s, u"All bookmarks, for Sportscode"_s},
                   {u"marks drive.log --import marks.csv"_s,
                    u"The lines of a table become bookmarks beside the recording"_s}});
}

void Parser::addAnalyse()
{
    const auto analyse = std::make_shared<AnalyseArguments>();
    CLI::App* sub = verb("analyse", "Works out who came near whom, who was where, and who went too far",
                         analyse, &runAnalyse);
    replay(sub, *analyse, "The recording, or a folder to search for them");
    choose(text(sub, "WHAT", analyse->what, "What to look for")->required(),
           {"proximity", "contacts", "zones", "limits"});
    text(sub, "--actor", analyse->actor, "Only with this actor (id, name or native:ID); not of zones")
        ->type_name("ACTOR");
    sub->add_flag("--players", analyse->players, "Only players, and whom else the recording is about");
    sub->add_flag("--across-teams", analyse->acrossTeams, "Only pairs of different teams");
    sub->add_flag("--estimates", analyse->estimates,
                  "Contacts of places between those that were recorded, too");
    sub->add_option("--within", analyse->within, "Metres that are near; else 5, of contacts 1")
        ->type_name("METRES")
        ->check(aboveZero());
    sub->add_option("--at-least", analyse->atLeast, "Seconds it lasts; else 0, of limits 0.2")
        ->type_name("SECONDS")
        ->check(zeroOrMore());
    zones(sub, analyse->zones);
    choose(text(sub, "--metric", analyse->metric, "Of limits: what must not be more")
               ->type_name("ID")
               ->default_str(analyse->metric.toStdString()),
           {"speed", "vertical_speed", "acceleration", "turn_rate"});
    sub->add_option("--above", analyse->above, "Of limits: than this, in the metric's unit, either way")
        ->capture_default_str()
        ->type_name("NUMBER")
        ->check(zeroOrMore());
    CLI::Option* csv = sub->add_flag("--csv", analyse->csv, "Print CSV")->excludes("--json");
    sub->add_flag("--totals", analyse->totals, "Of zones: how long everybody was inside, instead of when")
        ->needs(csv);
    each(sub, "--fail-if", analyse->failIf,
         "End with 1 when this is true of a recording: a figure, < <= > >= = or !=, a number", "EXPRESSION");
    CLI::Option* junit = text(sub, "--junit", analyse->junit,
                              "Write a JUnit report here: a test case a recording and condition")
                             ->type_name("FILE.xml");
    m_notes.offers[junit] = manual::Offer::File;
    examples(sub,
             {{u"analyse drive.log proximity --within 10"_s, u"Who came within ten metres of whom"_s},
              {u"analyse drive.log zones --circle start=0,0,25"_s,
               u"Who was within 25 m of the origin, and for how long"_s},
              {u"analyse drive.log limits --metric turn_rate --above 35 --csv"_s,
               u"Sharp turns, for a spreadsheet"_s},
              {u"analyse recordings contacts --fail-if contacts>1 --junit contacts.xml"_s,
               u"Ends with 1 where there was more than one contact, in any recording below that folder"_s}});
}

void Parser::addHeatmap()
{
    const auto heat = std::make_shared<HeatmapArguments>();
    CLI::App* sub =
        verb("heatmap", "How much of something there was where: time, events, a metric", heat, &runHeatmap);
    CLI::Option* files =
        texts(sub, "FILE", heat->files, "Recordings of one map, laid over one another")->required();
    m_notes.offers[files] = manual::Offer::Recording;
    options(sub, heat->options);
    scene(sub, heat->scene);
    text(sub, "--what", heat->what, "positions, stops, attention (of cameras), event:KIND or metric:ID")
        ->type_name("WHAT")
        ->default_str(heat->what.toStdString());
    text(sub, "--by", heat->by, "Of events: add up this number that they bear, instead of counting")
        ->type_name("KEY");
    choose(text(sub, "--at", heat->place,
                "Of events: their own place, or that of the first or last who took part")
               ->type_name("PLACE"),
           {"recorded", "first", "last"});
    choose(text(sub, "--sum", heat->sum,
                "Of metrics: the mean over time, value times seconds, or by how much it grew")
               ->type_name("HOW"),
           {"mean", "integral", "growth"});
    sub->add_option("--speed", heat->stopSpeed, "Of stops: slower than this, in metres a second")
        ->capture_default_str()
        ->type_name("SPEED")
        ->check(zeroOrMore());
    each(sub, "--actor", heat->actors, "Only this actor (id, name or native:ID)", "ACTOR");
    each(sub, "--team", heat->teams, "Only this team (name, side or number)", "TEAM");
    range(sub, heat->from, heat->to);
    sub->add_option("--cell", heat->cell, "Side of a cell in metres; else by the extent")
        ->type_name("METRES");
    sub->add_option("--smooth", heat->smooth, "Spread each cell by this standard deviation")
        ->type_name("METRES")
        ->check(zeroOrMore());
    choose(text(sub, "--scale", heat->scale, "Of the picture: how values become colours")
               ->type_name("SCALE")
               ->default_str(heat->scale.toStdString()),
           {"lin", "sqrt", "log"});
    sub->add_flag("--other-maps", heat->otherMaps, "Lay recordings of other maps over it, too");
    sub->add_flag("--csv", heat->csv, "Print the grid as CSV")->excludes("--json");
    CLI::Option* png =
        text(sub, "--png", heat->png, "Write a picture with transparent ground here")->type_name("FILE.png");
    m_notes.offers[png] = manual::Offer::File;
    sub->add_option("--size", heat->size, "Pixels of the picture's longer side")
        ->capture_default_str()
        ->type_name("PIXELS")
        ->check(between(1, 8192));
    sub->add_flag("--light", heat->light, "Colours that stand out from light ground");
    examples(sub, {{u"heatmap drive.log"_s, u"Where most time was spent"_s},
                   {u"heatmap drive.log --what stops --smooth 2 --png stops.png"_s,
                    u"Where was stopped, as a picture to lay over a map"_s},
                   {u"heatmap drive.log --what metric:speed --csv"_s, u"How fast was driven where"_s}});
}

void Parser::addHighlights()
{
    const auto highlights = std::make_shared<HighlightsArguments>();
    CLI::App* sub =
        verb("highlights", "The best moments of recordings, ranked, with what each scores and why",
             highlights, &runHighlights);
    paths(sub, highlights->paths);
    options(sub, highlights->options);
    sub->add_option("--top", highlights->top, "How many of each recording; else 5")
        ->type_name("N")
        ->check(between(1, 1000));
    CLI::Option* weights = text(sub, "--weights", highlights->weights,
                                "By what they are ranked: JSON, as --json prints it under `weights`")
                               ->type_name("FILE.json")
                               ->check(CLI::ExistingFile);
    m_notes.offers[weights] = manual::Offer::File;
    CLI::Option* output =
        text(sub, "-o,--output", highlights->output, "Write the clips that show them here, as a play list")
            ->type_name("LIST.ghostline-list.json");
    m_notes.offers[output] = manual::Offer::File;
    sub->add_flag("--force", highlights->force, "Replace the play list if it exists")->needs(output);
    sub->add_flag("--csv", highlights->csv, "Print CSV")->excludes("--json");
    examples(sub, {{u"highlights drive.log"_s, u"The five best moments, and what made them so"_s},
                   {u"highlights drive.log --top 10 --json"_s,
                    u"Ten, each with its score broken down and its clips"_s},
                   {u"highlights recordings -o best.ghostline-list.json"_s,
                    u"A reel of the best moments of all recordings below that folder"_s}});
}

void Parser::addSummary()
{
    const auto summary = std::make_shared<SummaryArguments>();
    CLI::App* sub =
        verb("summary", "A match on one page to hand out: result, figures, moments, the coach's notes",
             summary, &runSummary);
    replay(sub, *summary);
    CLI::Option* output =
        text(sub, "-o,--output", summary->output, "Write the page here")->type_name("PAGE.html");
    m_notes.offers[output] = manual::Offer::File;
    sub->add_flag("--force", summary->force, "Replace the page if it exists")->needs(output);
    sub->add_flag("--without-notes", summary->withoutNotes, "Leave out bookmarks and drawings");
    examples(sub, {{u"summary drive.log -o drive.html"_s, u"One HTML page that needs nothing else"_s},
                   {u"summary drive.log --json"_s, u"The same for a program"_s}});
}

void Parser::addHosting()
{
    const auto host = std::make_shared<HostArguments>();
    CLI::App* sub =
        verb("host", "Let others watch it together with each other, at their own machines", host, &runHost);
    replay(sub, *host);
    text(sub, "--listen", host->listen,
         "Who can reach it: an address of this machine, or `all`; without, this machine alone")
        ->type_name("ADDRESS");
    sub->add_option("--port", host->port, "Listen there; where it is taken, on one of the next")
        ->type_name("N")
        ->check(between(1, 65'535));
    CLI::Option* code =
        text(sub, "--code-file", host->codeFile, "Take the code from this file instead of making one up")
            ->type_name("FILE")
            ->check(CLI::ExistingFile);
    CLI::Option* certificate = text(sub, "--certificate", host->certificate, "Encrypt, with this certificate")
                                   ->type_name("FILE.pem")
                                   ->check(CLI::ExistingFile);
    CLI::Option* key = text(sub, "--key", host->key, "The certificate's key, without a password")
                           ->type_name("FILE.pem")
                           ->check(CLI::ExistingFile);
    key->needs(certificate);
    certificate->needs(key);
    for (const CLI::Option* file : {code, certificate, key})
        m_notes.offers[file] = manual::Offer::File;
    text(sub, "--name", host->name, "What it is called in the list of people")->type_name("NAME");
    sub->add_option("--guests", host->guests, "So many at most")->type_name("N")->check(between(1, 50));
    sub->add_flag("--offer", host->offer, "Who does not have the recording may fetch it from here");
    sub->add_flag("--without-drawing", host->withoutDrawing, "Guests neither point nor draw");
    sub->add_flag("--without-chat", host->withoutChat, "Guests do not write to each other");
    examples(sub, {{u"host drive.log"_s, u"Prints the line that others on this machine paste"_s},
                   {u"host drive.log --listen all --offer"_s,
                    u"For everybody on the network, with the file for who does not have it"_s}});
}

void Parser::addFormatWords()
{
    const auto dump = std::make_shared<DumpArguments>();
    CLI::App* sub =
        verb("dump", "The raw records, one JSON object a line; without a stream, a list of the streams", dump,
             &runDump);
    replay(sub, *dump);
    text(sub, "STREAM", dump->stream, "Which records");
    each(sub, "--record", dump->records, "Only records of this name", "NAME");
    sub->add_option("--limit", dump->limit, "Stop after this many")->type_name("N")->check(zeroOrMore());
    examples(sub, {{u"dump drive.log"_s, u"Which streams of records there are"_s},
                   {u"dump drive.log Position --limit 10"_s, u"The first ten records of one of them"_s}});

    const auto report = std::make_shared<ReportArguments>();
    sub = verb("report", "A text report that the format's codec offers (see `codecs`)", report, &runReport);
    replay(sub, *report);
    text(sub, "NAME", report->name, "Which report")->required();
    texts(sub, "ARG", report->arguments, "What the report asks for");
    examples(sub, {{u"report drive.log info"_s, u"The report `info` of this format"_s},
                   {u"report drive.log collisions h a"_s, u"A report that asks for two words"_s}});
}

void Parser::addMany()
{
    const auto check = std::make_shared<ManyArguments>();
    CLI::App* sub =
        verb("check", "Decode everything, verify what can be verified, list what is wrong", check, &runCheck);
    list(sub, *check);
    options(sub, check->options);
    examples(sub,
             {{u"check recordings"_s, u"Which recordings below that folder are whole"_s},
              {u"check - --timeout 10"_s, u"The recordings named on standard input, a line of JSON each"_s}});

    const auto flags = std::make_shared<ManyArguments>();
    sub = verb("flags", "What accuses someone, one JSON object a line", flags, &runFlags);
    list(sub, *flags);
    options(sub, flags->options);
    choose(sub->add_option("--severity", flags->severity, "From this severity on")
               ->capture_default_str()
               ->type_name("0-3"),
           {"0", "1", "2", "3"});
    examples(sub, {{u"flags recordings --severity 3"_s, u"The worst that recordings accuse someone of"_s}});
}

void Parser::addCompare()
{
    const auto compare = std::make_shared<CompareArguments>();
    CLI::App* sub = verb("compare", "Where one run loses time against another, of any two recordings",
                         compare, &runCompare);
    recording(sub, "A", compare->a, "The reference");
    recording(sub, "B", compare->b, "The run compared with it: less than 0 means B is faster");
    options(sub, compare->options);
    std::vector<std::string> names;
    for (const auto alignment : {model::Alignment::Start, model::Alignment::Tick,
                                 model::Alignment::Checkpoint, model::Alignment::Progress})
        names.push_back(model::alignmentName(alignment).toStdString());
    choose(sub->add_option_function<std::string>(
                  "--align",
                  [compare](const std::string& name) {
                      compare->alignment =
                          model::alignmentNamed(decoded(name)).value_or(model::Alignment::Start);
                  },
                  "What is laid on each other: the starts, the first frames, each checkpoint, or the same "
                  "places")
               ->type_name("WHAT")
               ->default_str(model::alignmentName(compare->alignment).toStdString()),
           names);
    text(sub, "--actor-a", compare->actorA, "Who of A (id, name or native:ID)")->type_name("ACTOR");
    text(sub, "--actor-b", compare->actorB, "Who of B")->type_name("ACTOR");
    sub->add_option("--every", compare->every, "Seconds from sample to sample, 0 = each frame of B")
        ->type_name("SECONDS")
        ->check(between(0.0, 86'400.0));
    CLI::Option* csv = sub->add_flag("--csv", compare->csv, "Print the samples as CSV")->excludes("--json");
    sub->add_flag("--splits", compare->splits, "The splits instead of the samples")->needs(csv);
    examples(sub, {{u"compare slow.log fast.log"_s, u"How much faster one was, and where"_s},
                   {u"compare slow.log fast.log --align progress --every 0.5 --csv"_s,
                    u"The gap twice a second, at the same places of the way"_s}});
}

void Parser::addPlayers()
{
    const auto players = std::make_shared<PlayersArguments>();
    CLI::App* sub =
        verb("players", "Two actors side by side, or one in two parts of a match or in two recordings",
             players, &runPlayers);
    recording(sub, "A", players->a, "The recording");
    m_notes.offers[text(sub, "B", players->b, "Where the second one is, if not in A as well")] =
        manual::Offer::Recording;
    options(sub, players->options);
    each(sub, "--actor", players->actors,
         "Who (id, name or native:ID); twice for two, once for the same one in both", "ACTOR");
    each(sub, "--part", players->parts,
         "Which part: whole, round:N, half:1, half:2 or FROM..TO; twice for one each", "PART");
    zones(sub, players->zones);
    const auto limit = [sub](const char* name, std::optional<double>& target, const char* description) {
        sub->add_option(name, target, description)->type_name("SPEED")->check(aboveZero());
    };
    limit("--still", players->still, "Not faster is standing; else a twentieth of what is fast for the two");
    limit("--sprint", players->sprint, "From here on is a sprint; else three quarters of what is fast");
    sub->add_flag("--csv", players->csv, "Print CSV")->excludes("--json");
    examples(sub, {{u"players drive.log --actor hero --actor 12"_s, u"Who drove farther, and how fast"_s},
                   {u"players drive.log --actor hero --part half:1 --part half:2"_s,
                    u"Whether somebody was slower in the second half"_s},
                   {u"players slow.log fast.log --actor hero --csv"_s,
                    u"The same driver in two recordings, for a spreadsheet"_s}});
}

void Parser::addWriting()
{
    const auto convert = std::make_shared<WriteArguments>();
    CLI::App* sub = verb("convert", "Write a recording, or part of it, to a new file", convert, &runConvert);
    replay(sub, *convert);
    output(sub, convert->output, "The file to write");
    range(sub, convert->from, convert->to);
    text(sub, "--format", convert->format, "Codec to write with; else by the name of OUT")->type_name("ID");
    text(sub, "--window", convert->window, "Writer option `window`, seconds")->type_name("SECONDS");
    text(sub, "--keyframe-interval", convert->keyframeInterval, "Writer option `keyframe_interval`, frames")
        ->type_name("N");
    sub->add_flag("--force", convert->force, "Replace OUT if it exists");
    examples(sub, {{u"convert drive.log part.log --from 10 --to 25"_s,
                    u"Fifteen seconds of it as a recording of their own"_s}});

    const auto repair = std::make_shared<WriteArguments>();
    sub = verb("repair", "Write what is readable of a damaged recording to a new file", repair, &runRepair);
    replay(sub, *repair);
    output(sub, repair->output, "The file to write; of a recording in a folder, a new folder");
    sub->add_flag("--force", repair->force, "Replace OUT if it exists");
    examples(sub, {{u"repair damaged.log mended.log"_s, u"All of damaged.log that can still be read"_s}});
}

void Parser::addCompact()
{
    const auto compact = std::make_shared<CompactArguments>();
    CLI::App* sub = verb(
        "compact", "Write a finished recording as small as it goes, with what was noted beside it, verified",
        compact, &runCompact);
    replay(sub, *compact);
    output(sub, compact->output, "The file to write");
    CLI::Option* metadata =
        text(sub, "--metadata", compact->metadata, "Add this JSON object to the recording's own metadata")
            ->type_name("FILE.json");
    m_notes.offers[metadata] = manual::Offer::File;
    sub->add_flag("--force", compact->force, "Replace OUT if it exists");
    examples(sub, {{u"compact runs/4711 small/4711 --metadata season.json"_s,
                    u"A finished run as one file, for the archive, with more about it"_s}});
}

void Parser::addMeasuring()
{
    const auto bench = std::make_shared<BenchArguments>();
    CLI::App* sub = verb("bench", "How fast this recording opens, decodes and seeks", bench, &runBench);
    replay(sub, *bench);
    sub->add_option("--targets", bench->targets, "Random places to seek to")
        ->capture_default_str()
        ->type_name("N")
        ->check(between(1, 1'000'000));
    sub->add_option("--cache", bench->cacheMegabytes, "Cache budget in MiB")
        ->capture_default_str()
        ->type_name("MIB")
        ->check(between(1, 1 << 20));
    examples(sub, {{u"bench short.log --targets 100"_s,
                    u"How long opening, decoding and a hundred random seeks take"_s}});

    const auto json = std::make_shared<bool>(false);
    sub = m_app.add_subcommand("codecs",
                               "Which formats are known, their options and reports, and what failed to load");
    sub->add_flag("--json", *json, "Print JSON");
    sub->callback([this, json] { m_exitCode = runCodecs(m_session, *json); });
    examples(sub,
             {{u"codecs"_s, u"Which formats there are, and what --option and `report` take for each"_s}});
}

} // namespace ghostline::app
