// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parser of the headless tool: which verbs there are, what each takes, and the function that each runs.
#include "app/cli/verb_maker.h"

namespace ghostline::app {

/// Nothing runs before parse() of app(): what it takes can be read without.
class Parser
{
public:
    explicit Parser(const Session& session);

    CLI::App& app() { return m_app; }
    const CLI::App& app() const { return m_app; }
    const ParserNotes& notes() const { return m_make.notes(); }
    /// Of the verb that ran.
    int exitCode() const { return m_make.exitCode(); }

private:
    CLI::App m_app;
    VerbMaker m_make;
};

} // namespace ghostline::app
