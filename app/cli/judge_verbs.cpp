// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/judge_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_case.h"
#include "app/cli/verb_check.h"
#include "app/cli/verb_detect.h"
#include "app/cli/verb_flags.h"
#include "app/cli/verb_merge_notes.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void addCheck(VerbMaker& make)
{
    const auto check = std::make_shared<ManyArguments>();
    CLI::App* sub = make.verb("check", "Decode everything, verify what can be verified, list what is wrong",
                              check, &runCheck);
    make.list(sub, *check);
    options(sub, check->options);
    make.examples(
        sub, {{u"check recordings"_s, u"Which recordings below that folder are whole"_s},
              {u"check - --timeout 10"_s, u"The recordings named on standard input, a line of JSON each"_s}});
}

void addFlags(VerbMaker& make)
{
    const auto flags = std::make_shared<FlagsArguments>();
    CLI::App* sub = make.verb("flags", "What accuses someone, one JSON object a line", flags, &runFlags);
    make.list(sub, *flags);
    options(sub, flags->options);
    make.choose(sub->add_option("--severity", flags->severity, "From this severity on")
                    ->capture_default_str()
                    ->type_name("0-3"),
                {"0", "1", "2", "3"});
    sub->add_flag("--precision", flags->precision,
                  "Print how often each check was right instead, as far as it was judged");
    sub->add_flag("--csv", flags->csv, "With --precision: print CSV");
    text(sub, "--reviewer", flags->reviewer, "With --precision: only the verdicts of NAME count")
        ->type_name("NAME");
    make.examples(sub,
                  {{u"flags recordings --severity 3"_s, u"The worst that recordings accuse someone of"_s},
                   {u"flags recordings --precision --severity 0"_s, u"Which checks can be relied on"_s}});
}

void addDetect(VerbMaker& make)
{
    const auto detect = std::make_shared<DetectArguments>();
    CLI::App* sub =
        make.verb("detect", "What no honest play does, as alarms: worked out, not proof", detect, &runDetect);
    make.list(sub, *detect);
    sub->get_option("PATH")->required(false);
    options(sub, detect->options);
    each(sub, "--detector", detect->detectors.only, "Only this detector, proven or not", "ID");
    each(sub, "--set", detect->detectors.values, "Another threshold, or parameter, than the standard one",
         "ID[.PARAMETER]=NUMBER");
    sub->add_flag("--experimental", detect->detectors.experimental,
                  "Ask those, too, that are known to be wrong at times");
    sub->add_flag("--below", detect->rest, "List what stays below the threshold, too");
    sub->add_flag("--list", detect->list,
                  "List the detectors, what each measures and what it is wrong about");
    make.examples(sub, {{u"detect --list"_s, u"Which detectors there are"_s},
                        {u"detect recordings"_s, u"What they find in the recordings below that folder"_s},
                        {u"detect recordings --detector speed --set speed=1.2 --json"_s,
                         u"Who was a fifth faster than anybody can be, for a program"_s}});
}

void addMergeNotes(VerbMaker& make)
{
    const auto merge = std::make_shared<MergeNotesArguments>();
    CLI::App* sub = make.verb("merge-notes", "Take over what another person noted beside the same recordings",
                              merge, &runMergeNotes);
    make.recording(sub, "FOLDER", merge->folder, "Your folder of recordings");
    make.recording(sub, "OTHER", merge->other, "Another person's folder: its *.ghostline.json are only read");
    make.examples(
        sub, {{u"merge-notes recordings theirs"_s, u"All verdicts and bookmarks of another reviewer"_s}});
}

void addCase(VerbMaker& make)
{
    const auto made = std::make_shared<CaseArguments>();
    CLI::App* sub = make.verb(
        "case", "All there is to know of one flag, as a page that can be held against the recording", made,
        &runCase);
    make.replay(sub, *made);
    sub->add_option("--flag", made->choices.flag, "Which flag, in order of time from 1")
        ->check(between(1, 1'000'000'000))
        ->capture_default_str()
        ->type_name("N");
    CLI::Option* output =
        text(sub, "-o,--output", made->output, "Write the page here")->type_name("PAGE.html");
    make.offer(output, manual::Offer::File);
    sub->add_flag("--force", made->force, "Replace the page if it exists")->needs(output);
    sub->add_option("--margin", made->choices.margin, "Before the flag and after it")
        ->check(between(0.0, model::MostCaseMargin))
        ->capture_default_str()
        ->type_name("SECONDS");
    sub->add_flag("--anonymous", made->choices.anonymous, "Replace the names of players and reviewers");
    sub->add_flag("--without-notes", made->withoutNotes, "Leave out verdicts beside the recording");
    sub->add_flag("--without-pictures", made->withoutPictures,
                  "Leave out the pictures from two cameras, which take seconds");
    make.examples(sub,
                  {{u"case drive.log --flag 1 -o case.html"_s, u"The first flag as a page"_s},
                   {u"case drive.log --flag 1 -o nameless.html --anonymous"_s, u"The same without names"_s}});
}

void addVerify(VerbMaker& make)
{
    const auto verify = std::make_shared<VerifyArguments>();
    CLI::App* sub = make.verb("verify", "Work out every figure of a case file again from the recording",
                              verify, &runVerify);
    CLI::Option* page = text(sub, "CASE", verify->made, "The page, or the JSON that case prints")->required();
    make.offer(page, manual::Offer::File);
    make.replay(sub, *verify);
    make.examples(sub, {{u"verify case.html drive.log"_s, u"Whether all that the page says is so"_s}});
}

} // namespace

void addJudgeVerbs(VerbMaker& make)
{
    addCheck(make);
    addFlags(make);
    addDetect(make);
    addMergeNotes(make);
    addCase(make);
    addVerify(make);
}

} // namespace ghostline::app
