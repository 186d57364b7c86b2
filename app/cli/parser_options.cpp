// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser_options.h"

#include "app/cli/number_checks.h"
#include "model/bytes/file_names.h"

namespace ghostline::app {

QString decoded(const std::string& text) { return model::pathFromBytes(text); }

CLI::Option* text(CLI::App* sub, const char* name, QString& target, const char* description)
{
    return sub->add_option_function<std::string>(
        name, [&target](const std::string& value) { target = decoded(value); }, description);
}

CLI::Option* texts(CLI::App* sub, const char* name, QStringList& target, const char* description)
{
    return sub->add_option_function<std::vector<std::string>>(
        name,
        [&target](const std::vector<std::string>& values) {
            for (const std::string& value : values)
                target += decoded(value);
        },
        description);
}

void each(CLI::App* sub, const char* name, QStringList& target, const char* description, const char* typeName)
{
    texts(sub, name, target, description)
        ->type_name(typeName)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void options(CLI::App* sub, QStringList& target)
{
    each(sub, "--option", target, "A wish that the format's codec declares, see `codecs`", "NAME=VALUE");
}

void range(CLI::App* sub, QString& from, QString& to)
{
    text(sub, "--from", from, "From this time or frame on: 12:34.5, #1500, 50%")->type_name("TIME");
    text(sub, "--to", to, "Up to and including this time or frame")->type_name("TIME");
}

void listOptions(CLI::App* sub, ListArguments& target)
{
    sub->add_flag("--jsonl", target.jsonl,
                  "Print a line of JSON for each recording; with - as PATH by itself");
    sub->add_flag("-0,--null", target.zeroEnds, "Of -: a zero byte ends each name, not a line end");
    sub->add_option("--timeout", target.timeout, "Of --jsonl and -: give a recording up after so long")
        ->type_name("SECONDS")
        ->check(aboveZero());
    sub->add_option("--jobs", target.jobs, "Of --jsonl and -: recordings at once; else one for each core")
        ->type_name("N")
        ->check(between(1, 1024));
}

} // namespace ghostline::app
