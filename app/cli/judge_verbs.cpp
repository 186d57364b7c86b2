// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/judge_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_check.h"
#include "app/cli/verb_flags.h"

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
    const auto flags = std::make_shared<ManyArguments>();
    CLI::App* sub = make.verb("flags", "What accuses someone, one JSON object a line", flags, &runFlags);
    make.list(sub, *flags);
    options(sub, flags->options);
    make.choose(sub->add_option("--severity", flags->severity, "From this severity on")
                    ->capture_default_str()
                    ->type_name("0-3"),
                {"0", "1", "2", "3"});
    make.examples(sub,
                  {{u"flags recordings --severity 3"_s, u"The worst that recordings accuse someone of"_s}});
}

} // namespace

void addJudgeVerbs(VerbMaker& make)
{
    addCheck(make);
    addFlags(make);
}

} // namespace ghostline::app
