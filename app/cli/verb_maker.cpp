// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_maker.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"

namespace ghostline::app {

VerbMaker::VerbMaker(CLI::App& app, const Session& session) : m_app(app), m_session(session) {}

void VerbMaker::offer(const CLI::Option* option, manual::Offer offer) { m_notes.offers[option] = offer; }

CLI::Option* VerbMaker::recording(CLI::App* sub, const char* name, QString& target, const char* description)
{
    CLI::Option* option = text(sub, name, target, description)->required();
    offer(option, manual::Offer::Recording);
    return option;
}

void VerbMaker::output(CLI::App* sub, QString& target, const char* description)
{
    offer(text(sub, "OUT", target, description)->required(), manual::Offer::File);
}

void VerbMaker::paths(CLI::App* sub, QStringList& target, const char* description)
{
    CLI::Option* option = texts(sub, "PATH", target, description)->required();
    offer(option, manual::Offer::Recording);
}

void VerbMaker::list(CLI::App* sub, ListArguments& target)
{
    paths(sub, target.paths, "Recordings, folders to search for them, or - for a list on standard input");
    listOptions(sub, target);
}

void VerbMaker::replay(CLI::App* sub, ReplayArguments& arguments, const char* what)
{
    recording(sub, "FILE", arguments.file, what);
    options(sub, arguments.options);
    scene(sub, arguments.scene);
}

/// Not every format has surroundings to look for, and would say so; a wrong name is wrong for all.
void VerbMaker::scene(CLI::App* sub, SceneArguments& arguments)
{
    CLI::Option* file =
        text(sub, "--scene", arguments.path, "Take the surroundings from this file, or folder of a world")
            ->type_name("FILE")
            ->check(CLI::ExistingPath);
    offer(file, manual::Offer::File);
    CLI::Option* folder =
        texts(sub, "--scene-folder", arguments.folders, "Look for its map in this folder, too")
            ->type_name("DIR")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
            ->check(CLI::ExistingDirectory);
    offer(folder, manual::Offer::File);
    text(sub, "--scene-radius", arguments.radius,
         "Metres round the tracks of which a large world is read, 128 by itself")
        ->type_name("M");
    text(sub, "--scene-at", arguments.at, "Where the origin of a map goes that has no place of its own")
        ->type_name("X,Y,Z");
}

void VerbMaker::zones(CLI::App* sub, ZoneArguments& arguments)
{
    CLI::Option* file = text(sub, "--zones", arguments.file, "Zones as the window exports them")
                            ->type_name("FILE.json")
                            ->check(CLI::ExistingFile);
    offer(file, manual::Offer::File);
    each(sub, "--circle", arguments.circles, "A zone round a place, in metres east and south",
         "NAME=X,Z,RADIUS");
}

void VerbMaker::choose(CLI::Option* option, const std::vector<std::string>& choices)
{
    option->check(CLI::IsMember(choices));
    for (const std::string& choice : choices)
        m_notes.choices[option] << decoded(choice);
}

void VerbMaker::examples(CLI::App* sub, std::vector<manual::Example> examples)
{
    m_notes.examples[sub] = std::move(examples);
}

} // namespace ghostline::app
