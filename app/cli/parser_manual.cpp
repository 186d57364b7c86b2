// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser_manual.h"

#include "app/cli/parser.h"
#include "app/cli/parser_options.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

template<typename Value>
Value noted(const std::map<const CLI::Option*, Value>& notes, const CLI::Option* option)
{
    const auto at = notes.find(option);
    return at == notes.end() ? Value{} : at->second;
}

/// Without what CLI11 puts behind it: the words of its checks.
QString valueName(const CLI::Option& option)
{
    return option.get_expected_max() == 0 ? QString() : decoded(option.get_type_name()).section(u':', 0, 0);
}

QStringList namesOf(const std::set<CLI::Option*>& options)
{
    QStringList names;
    for (const CLI::Option* option : options)
        names << decoded(option->get_name());
    names.sort(); // the set's order is that of addresses
    return names;
}

manual::Argument argumentOf(const CLI::Option& option, const ParserNotes& notes)
{
    manual::Argument out;
    out.name = decoded(option.get_name(true));
    out.description = decoded(option.get_description());
    out.required = option.get_required();
    out.repeats = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
    out.offer = noted(notes.offers, &option);
    out.choices = noted(notes.choices, &option);
    return out;
}

manual::Option optionOf(const CLI::Option& option, const ParserNotes& notes)
{
    manual::Option out;
    for (const std::string& name : option.get_snames())
        out.names << u'-' + decoded(name);
    for (const std::string& name : option.get_lnames())
        out.names << u"--"_s + decoded(name);
    out.value = valueName(option);
    out.description = decoded(option.get_description());
    out.offer = noted(notes.offers, &option);
    out.choices = noted(notes.choices, &option);
    out.standard = decoded(option.get_default_str());
    out.repeats = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    out.excludes = namesOf(option.get_excludes());
    out.needs = namesOf(option.get_needs());
    return out;
}

/// A group without a name: its rule is that one of it must be there.
std::vector<manual::Option> alternatives(const CLI::App& group, const ParserNotes& notes)
{
    std::vector<manual::Option> options;
    for (const CLI::Option* option : group.get_options()) {
        if (option == group.get_help_ptr()) // the verb's own is listed already
            continue;
        options.push_back(optionOf(*option, notes));
        options.back().heading = u"One of these"_s;
    }
    return options;
}

manual::Command commandOf(const CLI::App& app, const ParserNotes& notes)
{
    manual::Command command;
    command.name = decoded(app.get_name());
    command.description = decoded(app.get_description());
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional())
            command.arguments.push_back(argumentOf(*option, notes));
        else
            command.options.push_back(optionOf(*option, notes));
    }
    for (const CLI::App* group : app.get_subcommands({})) {
        if (group->get_name().empty())
            std::ranges::move(alternatives(*group, notes), std::back_inserter(command.options));
    }
    if (const auto at = notes.examples.find(&app); at != notes.examples.end())
        command.examples = at->second;
    return command;
}

std::vector<manual::Glossary> glossaries()
{
    return {
        {u"Words"_s,
         {{u"FILE"_s, u"a file, a folder that is one recording, or a web address of either"_s},
          {u"TIME"_s, u"75.5, 1:15.5 or 1:01:15 since the first frame; #1500, a frame counted from 0; 50%; "
                      u"+10s or -1f from the start"_s},
          {u"ACTOR"_s, u"an id as `info` lists it, the format's own id (native:501), or a name or a part of "
                       u"one"_s}}},
        {u"Exit status"_s,
         {{u"0"_s, u"fine"_s},
          {u"1"_s, u"opened, but part of the recording is lost, or a --fail-if of analyse is true"_s},
          {u"2"_s, u"cannot be opened, or wrong arguments"_s},
          {u"3"_s,
           u"`flags` found something open: nobody has reviewed it, reviewers differ, or it needs more"_s}}},
        {u"Environment"_s,
         {{u"GHOSTLINE_CODEC_PATH"_s,
           u"folders, separated by colons, that are searched for codecs before the installed ones"_s}}}};
}

} // namespace

manual::Program describe(const Parser& parser)
{
    manual::Program program;
    const CLI::App& app = parser.app();
    program.name = decoded(app.get_name());
    program.version = QStringLiteral(GHOSTLINE_VERSION);
    program.purpose = u"looks into recordings of games without a window"_s;
    program.self = commandOf(app, parser.notes());
    program.self.name.clear();
    for (const CLI::App* verb : app.get_subcommands({}))
        program.verbs.push_back(commandOf(*verb, parser.notes()));
    program.glossaries = glossaries();
    program.related = {u"ghostline"_s};
    return program;
}

manual::Program describeTool()
{
    const model::CodecRegistry none{QStringList{}};
    const Session session{{}, none, {}, {}};
    return describe(Parser(session));
}

} // namespace ghostline::app
