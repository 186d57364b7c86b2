// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the groups of verbs are made with: a verb, the kinds of arguments that many take, and what help and
// completions know of them.
#include "app/cli/verbs.h"
#include "app/manual/program.h"

#include <CLI/CLI.hpp>

#include <map>
#include <memory>

namespace ghostline::app {

/// What the parser's own classes have no place for.
struct ParserNotes
{
    std::map<const CLI::Option*, manual::Offer> offers;
    std::map<const CLI::Option*, QStringList> choices;
    std::map<const CLI::App*, std::vector<manual::Example>> examples;
};

/// Adds to `app`; both it and the session outlive this.
class VerbMaker
{
public:
    VerbMaker(CLI::App& app, const Session& session);
    VerbMaker(const VerbMaker&) = delete; // what was added points here
    VerbMaker& operator=(const VerbMaker&) = delete;

    template<typename Arguments>
    CLI::App* verb(const char* name, const char* description, std::shared_ptr<Arguments> arguments,
                   int (*run)(const Session&, const Arguments&))
    {
        CLI::App* sub = m_app.add_subcommand(name, description);
        sub->callback([this, arguments, run] { m_exitCode = run(m_session, *arguments); });
        sub->add_flag("--json", arguments->json, "Print JSON");
        return sub;
    }
    CLI::Option* recording(CLI::App* sub, const char* name, QString& target, const char* description);
    void output(CLI::App* sub, QString& target, const char* description);
    void paths(CLI::App* sub, QStringList& target,
               const char* description = "Recordings, and folders to search for them");
    void list(CLI::App* sub, ListArguments& target);
    void replay(CLI::App* sub, ReplayArguments& arguments, const char* what = "The recording");
    void scene(CLI::App* sub, SceneArguments& arguments);
    void zones(CLI::App* sub, ZoneArguments& arguments);
    void choose(CLI::Option* option, const std::vector<std::string>& choices);
    void examples(CLI::App* sub, std::vector<manual::Example> examples);
    void offer(const CLI::Option* option, manual::Offer offer);

    const ParserNotes& notes() const { return m_notes; }
    /// Of the verb that ran.
    int exitCode() const { return m_exitCode; }

private:
    CLI::App& m_app;
    const Session& m_session;
    ParserNotes m_notes;
    int m_exitCode = ExitFine;
};

} // namespace ghostline::app
