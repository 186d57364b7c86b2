// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/look_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_dump.h"
#include "app/cli/verb_events.h"
#include "app/cli/verb_info.h"
#include "app/cli/verb_library.h"
#include "app/cli/verb_marks.h"
#include "app/cli/verb_metrics.h"
#include "app/cli/verb_state.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void addInfo(VerbMaker& make)
{
    const auto info = std::make_shared<InfoArguments>();
    CLI::App* sub =
        make.verb("info", "What a recording is, who is in it and what is wrong with it", info, &runInfo);
    make.replay(sub, *info);
    make.examples(sub,
                  {{u"info drive.log"_s, u"Format, length, map, who is in it, and what cannot be read"_s},
                   {u"info drive.log --json"_s, u"The same for a program"_s}});
}

void addEvents(VerbMaker& make)
{
    const auto events = std::make_shared<EventsArguments>();
    CLI::App* sub = make.verb("events", "What happened, when, and to whom", events, &runEvents);
    make.replay(sub, *events);
    each(sub, "--kind", events->kinds, "Only this kind of event", "KIND");
    each(sub, "--actor", events->actors, "Only events with this actor (id, name or native:ID)", "ACTOR");
    range(sub, events->from, events->to);
    sub->add_flag("--csv", events->csv, "Print CSV")->excludes("--json");
    make.examples(sub,
                  {{u"events drive.log --kind collision --from 0:10"_s, u"Who hit whom after ten seconds"_s},
                   {u"events drive.log --csv"_s, u"Everything that happened, for a spreadsheet"_s}});
}

void addState(VerbMaker& make)
{
    const auto state = std::make_shared<StateArguments>();
    CLI::App* sub = make.verb("state", "Everything that is true at one instant", state, &runState);
    make.replay(sub, *state);
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
    make.examples(sub,
                  {{u"state drive.log --at 0:12.5"_s, u"Who was where after twelve and a half seconds"_s},
                   {u"state drive.log --frame 200 --actor hero --json"_s,
                    u"All that is known of one actor in frame 200"_s}});
}

void addMetrics(VerbMaker& make)
{
    const auto metrics = std::make_shared<MetricsArguments>();
    CLI::App* sub = make.verb("metrics", "Numbers over time: a row for each sample, a column for each metric",
                              metrics, &runMetrics);
    make.list(sub, metrics->recordings);
    options(sub, metrics->options);
    make.scene(sub, metrics->scene);
    each(sub, "--actor", metrics->actors, "Columns for this actor (id, name or native:ID), or `all`",
         "ACTOR");
    each(sub, "--metric", metrics->metrics, "Columns for this metric, or for several: x,y,z,heading", "ID");
    make.zones(sub, metrics->zones);
    range(sub, metrics->from, metrics->to);
    sub->add_flag("--csv", metrics->csv, "Print CSV")->excludes("--json");
    sub->add_flag("--list", metrics->list, "List the metrics this recording offers");
    make.examples(sub, {{u"metrics drive.log --list"_s, u"Which numbers this recording has"_s},
                        {u"metrics drive.log --actor hero --metric speed --csv"_s,
                         u"How fast somebody was in each frame"_s},
                        {u"metrics drive.log --circle start=0,0,25 --metric in_start"_s,
                         u"In which share of the frames each was within 25 m of the origin"_s}});
}

void addMarks(VerbMaker& make)
{
    const auto marks = std::make_shared<MarksArguments>();
    CLI::App* sub = make.verb(
        "marks", "The bookmarks of a recording, in JSON, CSV or Sportscode XML, and from files of these",
        marks, &runMarks);
    make.replay(sub, *marks);
    each(sub, "--tag", marks->tags, "Only bookmarks with this tag, or with another one that is named", "TAG");
    CLI::Option* csv = sub->add_flag("--csv", marks->csv, "Print CSV")->excludes("--json");
    CLI::Option* xml =
        sub->add_flag("--xml", marks->xml, "Print Sportscode XML")->excludes("--json")->excludes(csv);
    CLI::Option* output =
        text(sub, "-o,--output", marks->output, "Write to this file; in which form says its name")
            ->type_name("OUT");
    make.offer(output, manual::Offer::File);
    sub->add_flag("--force", marks->force, "Replace OUT if it exists")->needs(output);
    CLI::Option* import =
        text(sub, "--import", marks->import, "Add the marks of this file (.csv, .xml) to the notes")
            ->type_name("FILE")
            ->check(CLI::ExistingFile)
            ->excludes(csv)
            ->excludes(xml)
            ->excludes(output);
    make.offer(import, manual::Offer::File);
    make.examples(sub, {{u"marks drive.log --tag overtaking"_s, u"What was marked with that tag"_s},
                        {u"marks drive.log -o drive.xml"_s, u"All bookmarks, for Sportscode"_s},
                        {u"marks drive.log --import marks.csv"_s,
                         u"The lines of a table become bookmarks beside the recording"_s}});
}

void addFormatWords(VerbMaker& make)
{
    const auto dump = std::make_shared<DumpArguments>();
    CLI::App* sub =
        make.verb("dump", "The raw records, one JSON object a line; without a stream, a list of the streams",
                  dump, &runDump);
    make.replay(sub, *dump);
    text(sub, "STREAM", dump->stream, "Which records");
    each(sub, "--record", dump->records, "Only records of this name", "NAME");
    sub->add_option("--limit", dump->limit, "Stop after this many")->type_name("N")->check(zeroOrMore());
    make.examples(sub,
                  {{u"dump drive.log"_s, u"Which streams of records there are"_s},
                   {u"dump drive.log Position --limit 10"_s, u"The first ten records of one of them"_s}});

    const auto report = std::make_shared<ReportArguments>();
    sub = make.verb("report", "A text report that the format's codec offers (see `codecs`)", report,
                    &runReport);
    make.replay(sub, *report);
    text(sub, "NAME", report->name, "Which report")->required();
    texts(sub, "ARG", report->arguments, "What the report asks for");
    make.examples(sub, {{u"report drive.log info"_s, u"The report `info` of this format"_s},
                        {u"report drive.log collisions h a"_s, u"A report that asks for two words"_s}});
}

void addLibrary(VerbMaker& make)
{
    const auto made = std::make_shared<LibraryArguments>();
    CLI::App* sub = make.verb("library", "All recordings in the folders that are watched, found in a moment",
                              made, &runLibrary);
    make.choose(text(sub, "ACTION", made->action, "What to do")->required(),
                {"scan", "search", "stats", "forget"});
    make.offer(texts(sub, "WORD", made->words, "scan, forget: folders; search: what is looked for"),
               manual::Offer::File);
    CLI::Option* file =
        text(sub, "--library", made->library, "Keep it in this file instead of the user's own")
            ->type_name("FILE.sqlite");
    make.offer(file, manual::Offer::File);
    options(sub, made->options);
    sub->add_flag("--outlines", made->outlines, "scan: leave out what takes going through a whole recording");
    make.examples(sub, {{u"library scan recordings"_s, u"Watch that folder, and look through it"_s},
                        {u"library scan"_s, u"Look again, at what is new or has changed"_s},
                        {u"library search race:PvT flag:open"_s, u"What is like that, the newest first"_s},
                        {u"library stats --json"_s, u"How much there is, by format, for a program"_s}});
}

} // namespace

void addLookVerbs(VerbMaker& make)
{
    addInfo(make);
    addEvents(make);
    addState(make);
    addMetrics(make);
    addMarks(make);
    addFormatWords(make);
    addLibrary(make);
}

} // namespace ghostline::app
