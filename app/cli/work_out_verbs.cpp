// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/work_out_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_analyse.h"
#include "app/cli/verb_compare.h"
#include "app/cli/verb_copies.h"
#include "app/cli/verb_heatmap.h"
#include "app/cli/verb_highlights.h"
#include "app/cli/verb_players.h"
#include "app/cli/verb_summary.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void addAnalyse(VerbMaker& make)
{
    const auto analyse = std::make_shared<AnalyseArguments>();
    CLI::App* sub = make.verb("analyse", "Works out who came near whom, who was where, and who went too far",
                              analyse, &runAnalyse);
    make.replay(sub, *analyse, "The recording, or a folder to search for them");
    make.choose(text(sub, "WHAT", analyse->what, "What to look for")->required(),
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
    make.zones(sub, analyse->zones);
    make.choose(text(sub, "--metric", analyse->metric, "Of limits: what must not be more")
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
    make.offer(junit, manual::Offer::File);
    make.examples(
        sub, {{u"analyse drive.log proximity --within 10"_s, u"Who came within ten metres of whom"_s},
              {u"analyse drive.log zones --circle start=0,0,25"_s,
               u"Who was within 25 m of the origin, and for how long"_s},
              {u"analyse drive.log limits --metric turn_rate --above 35 --csv"_s,
               u"Sharp turns, for a spreadsheet"_s},
              {u"analyse recordings contacts --fail-if contacts>1 --junit contacts.xml"_s,
               u"Ends with 1 where there was more than one contact, in any recording below that folder"_s}});
}

void addHeatmap(VerbMaker& make)
{
    const auto heat = std::make_shared<HeatmapArguments>();
    CLI::App* sub = make.verb("heatmap", "How much of something there was where: time, events, a metric",
                              heat, &runHeatmap);
    CLI::Option* files =
        texts(sub, "FILE", heat->files, "Recordings of one map, laid over one another")->required();
    make.offer(files, manual::Offer::Recording);
    options(sub, heat->options);
    make.scene(sub, heat->scene);
    text(sub, "--what", heat->what, "positions, stops, attention (of cameras), event:KIND or metric:ID")
        ->type_name("WHAT")
        ->default_str(heat->what.toStdString());
    text(sub, "--by", heat->by, "Of events: add up this number that they bear, instead of counting")
        ->type_name("KEY");
    make.choose(text(sub, "--at", heat->place,
                     "Of events: their own place, or that of the first or last who took part")
                    ->type_name("PLACE"),
                {"recorded", "first", "last"});
    make.choose(text(sub, "--sum", heat->sum,
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
    make.choose(text(sub, "--scale", heat->scale, "Of the picture: how values become colours")
                    ->type_name("SCALE")
                    ->default_str(heat->scale.toStdString()),
                {"lin", "sqrt", "log"});
    sub->add_flag("--other-maps", heat->otherMaps, "Lay recordings of other maps over it, too");
    sub->add_flag("--csv", heat->csv, "Print the grid as CSV")->excludes("--json");
    CLI::Option* png =
        text(sub, "--png", heat->png, "Write a picture with transparent ground here")->type_name("FILE.png");
    make.offer(png, manual::Offer::File);
    sub->add_option("--size", heat->size, "Pixels of the picture's longer side")
        ->capture_default_str()
        ->type_name("PIXELS")
        ->check(between(1, 8192));
    sub->add_flag("--light", heat->light, "Colours that stand out from light ground");
    make.examples(sub, {{u"heatmap drive.log"_s, u"Where most time was spent"_s},
                        {u"heatmap drive.log --what stops --smooth 2 --png stops.png"_s,
                         u"Where was stopped, as a picture to lay over a map"_s},
                        {u"heatmap drive.log --what metric:speed --csv"_s, u"How fast was driven where"_s}});
}

void addHighlights(VerbMaker& make)
{
    const auto highlights = std::make_shared<HighlightsArguments>();
    CLI::App* sub =
        make.verb("highlights", "The best moments of recordings, ranked, with what each scores and why",
                  highlights, &runHighlights);
    make.paths(sub, highlights->paths);
    options(sub, highlights->options);
    sub->add_option("--top", highlights->top, "How many of each recording; else 5")
        ->type_name("N")
        ->check(between(1, 1000));
    CLI::Option* weights = text(sub, "--weights", highlights->weights,
                                "By what they are ranked: JSON, as --json prints it under `weights`")
                               ->type_name("FILE.json")
                               ->check(CLI::ExistingFile);
    make.offer(weights, manual::Offer::File);
    CLI::Option* output =
        text(sub, "-o,--output", highlights->output, "Write the clips that show them here, as a play list")
            ->type_name("LIST.ghostline-list.json");
    make.offer(output, manual::Offer::File);
    sub->add_flag("--force", highlights->force, "Replace the play list if it exists")->needs(output);
    sub->add_flag("--csv", highlights->csv, "Print CSV")->excludes("--json");
    make.examples(sub, {{u"highlights drive.log"_s, u"The five best moments, and what made them so"_s},
                        {u"highlights drive.log --top 10 --json"_s,
                         u"Ten, each with its score broken down and its clips"_s},
                        {u"highlights recordings -o best.ghostline-list.json"_s,
                         u"A reel of the best moments of all recordings below that folder"_s}});
}

void addSummary(VerbMaker& make)
{
    const auto summary = std::make_shared<SummaryArguments>();
    CLI::App* sub =
        make.verb("summary", "A match on one page to hand out: result, figures, moments, the coach's notes",
                  summary, &runSummary);
    make.replay(sub, *summary);
    CLI::Option* output =
        text(sub, "-o,--output", summary->output, "Write the page here")->type_name("PAGE.html");
    make.offer(output, manual::Offer::File);
    sub->add_flag("--force", summary->force, "Replace the page if it exists")->needs(output);
    sub->add_flag("--without-notes", summary->withoutNotes, "Leave out bookmarks and drawings");
    make.examples(sub, {{u"summary drive.log -o drive.html"_s, u"One HTML page that needs nothing else"_s},
                        {u"summary drive.log --json"_s, u"The same for a program"_s}});
}

void addCompare(VerbMaker& make)
{
    const auto compare = std::make_shared<CompareArguments>();
    CLI::App* sub = make.verb("compare", "Where one run loses time against another, of any two recordings",
                              compare, &runCompare);
    make.recording(sub, "A", compare->a, "The reference");
    make.recording(sub, "B", compare->b, "The run compared with it: less than 0 means B is faster");
    options(sub, compare->options);
    std::vector<std::string> names;
    for (const auto alignment : {model::Alignment::Start, model::Alignment::Tick,
                                 model::Alignment::Checkpoint, model::Alignment::Progress})
        names.push_back(model::alignmentName(alignment).toStdString());
    make.choose(
        sub->add_option_function<std::string>(
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
    make.examples(sub, {{u"compare slow.log fast.log"_s, u"How much faster one was, and where"_s},
                        {u"compare slow.log fast.log --align progress --every 0.5 --csv"_s,
                         u"The gap twice a second, at the same places of the way"_s}});
}

void addCopies(VerbMaker& make)
{
    const auto copies = std::make_shared<CopiesArguments>();
    CLI::App* sub =
        make.verb("copies", "Which of many runs are the same one, frame for frame, at least in part", copies,
                  &runCopies);
    make.paths(sub, copies->paths);
    options(sub, copies->options);
    sub->add_flag("--csv", copies->csv, "Print CSV")->excludes("--json");
    make.examples(sub,
                  {{u"copies runs"_s, u"Who handed in a run that another one in that folder has made"_s}});
}

void addPlayers(VerbMaker& make)
{
    const auto players = std::make_shared<PlayersArguments>();
    CLI::App* sub =
        make.verb("players", "Two actors side by side, or one in two parts of a match or in two recordings",
                  players, &runPlayers);
    make.recording(sub, "A", players->a, "The recording");
    make.offer(text(sub, "B", players->b, "Where the second one is, if not in A as well"),
               manual::Offer::Recording);
    options(sub, players->options);
    each(sub, "--actor", players->actors,
         "Who (id, name or native:ID); twice for two, once for the same one in both", "ACTOR");
    each(sub, "--part", players->parts,
         "Which part: whole, round:N, half:1, half:2 or FROM..TO; twice for one each", "PART");
    make.zones(sub, players->zones);
    const auto limit = [sub](const char* name, std::optional<double>& target, const char* description) {
        sub->add_option(name, target, description)->type_name("SPEED")->check(aboveZero());
    };
    limit("--still", players->still, "Not faster is standing; else a twentieth of what is fast for the two");
    limit("--sprint", players->sprint, "From here on is a sprint; else three quarters of what is fast");
    sub->add_flag("--csv", players->csv, "Print CSV")->excludes("--json");
    make.examples(sub,
                  {{u"players drive.log --actor hero --actor 12"_s, u"Who drove farther, and how fast"_s},
                   {u"players drive.log --actor hero --part half:1 --part half:2"_s,
                    u"Whether somebody was slower in the second half"_s},
                   {u"players slow.log fast.log --actor hero --csv"_s,
                    u"The same driver in two recordings, for a spreadsheet"_s}});
}

} // namespace

void addWorkOutVerbs(VerbMaker& make)
{
    addAnalyse(make);
    addHeatmap(make);
    addHighlights(make);
    addSummary(make);
    addCompare(make);
    addCopies(make);
    addPlayers(make);
}

} // namespace ghostline::app
