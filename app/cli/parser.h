// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parser of the headless tool: which verbs there are, what each takes, and the function that each runs.
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

/// Nothing runs before parse() of app(): what it takes can be read without.
class Parser
{
public:
    explicit Parser(const Session& session);

    CLI::App& app() { return m_app; }
    const CLI::App& app() const { return m_app; }
    const ParserNotes& notes() const { return m_notes; }
    /// Of the verb that ran.
    int exitCode() const { return m_exitCode; }

private:
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

    void addInfo();
    void addEvents();
    void addState();
    void addMarks();
    void addMetrics();
    void addAnalyse();
    void addHeatmap();
    void addHighlights();
    void addFormatWords();
    void addMany();
    void addCompare();
    void addPlayers();
    void addWriting();
    void addCompact();
    void addSummary();
    void addHosting();
    void addMeasuring();

    CLI::App m_app;
    const Session& m_session;
    ParserNotes m_notes;
    int m_exitCode = ExitFine;
};

} // namespace ghostline::app
