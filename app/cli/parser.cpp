// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser.h"

#include "app/cli/judge_verbs.h"
#include "app/cli/look_verbs.h"
#include "app/cli/parser_manual.h"
#include "app/cli/parser_options.h"
#include "app/cli/program_verbs.h"
#include "app/cli/work_out_verbs.h"
#include "app/cli/write_verbs.h"
#include "app/manual/help.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

Parser::Parser(const Session& session)
    : m_app("Looks into recordings of games without a window: what is in them, what happened, who was where.",
            "ghostline-cli"),
      m_make(m_app, session)
{
    m_app.set_help_flag("-h,--help", "Print this help");
    m_app.set_version_flag("--version", "ghostline-cli " GHOSTLINE_VERSION, "Print the version");
    m_app.require_subcommand(1);
    m_app.fallthrough(false);
    m_app.formatter_fn([this](const CLI::App* app, const std::string&, CLI::AppFormatMode) {
        const QString verb = app == &m_app ? QString() : decoded(app->get_name());
        return manual::helpText(describe(*this), verb).toStdString();
    });
    addLookVerbs(m_make);
    addWorkOutVerbs(m_make);
    addJudgeVerbs(m_make);
    addWriteVerbs(m_make);
    addProgramVerbs(m_make);
    m_make.examples(&m_app,
                    {{u"info drive.log"_s, u"What drive.log is, who is in it and what is wrong with it"_s},
                     {u"state --help"_s, u"What a verb takes"_s}});
}

} // namespace ghostline::app
