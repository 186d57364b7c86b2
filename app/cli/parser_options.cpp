// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser_options.h"

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

} // namespace ghostline::app
