// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/parser.h"
#include "app/cli/parser_options.h"
#include "app/manual/closest.h"
#include "model/base/shown_text.h"
#include "model/bytes/file_names.h"

#include <QRegularExpression>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

/// Of all verbs; CLI11 would only say that one is missing.
QString unknownVerb(const CLI::App& app, const QString& word)
{
    QStringList verbs;
    for (const CLI::App* verb : app.get_subcommands({}))
        verbs << decoded(verb->get_name());
    if (word.isEmpty() || word.startsWith(u'-') || verbs.contains(word))
        return {};
    return u"there is no verb \"%1\"%2; ghostline-cli --help lists them"_s.arg(
        word, manual::didYouMean(word, verbs));
}

/// Of the verb that was parsed last; whatever else is wrong, a mistyped option is why.
QString unknownOption(const CLI::App& app)
{
    for (const CLI::App* verb : app.get_subcommands()) {
        QStringList names;
        for (const CLI::Option* option : verb->get_options())
            names << decoded(option->get_name());
        for (const CLI::App* group : verb->get_subcommands({})) {
            for (const CLI::Option* option : group->get_options())
                names << decoded(option->get_name());
        }
        for (const std::string& rest : verb->remaining()) {
            const QString word = decoded(rest).section(u'=', 0, 0);
            if (word.startsWith(u"--") && word.size() > 2)
                return u"`%1` has no option %2%3"_s.arg(decoded(verb->get_name()), word,
                                                        manual::didYouMean(word, names));
        }
    }
    return {};
}

/// What is wrong with an argument is said without a password that is in it.
QString withoutPasswords(QString text)
{
    static const QRegularExpression userInfo(u"(https?://)[^\\s/?#]*@"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    return text.replace(userInfo, u"\\1"_s);
}

int fail(const Session& session, const QString& reason, const QString& advice = {})
{
    session.console.err(
        (u"ghostline-cli: "_s + model::shownText(withoutPasswords(reason)) + u'\n' + advice).toUtf8());
    return ExitFailed;
}

} // namespace

int runCommandLine(const QStringList& arguments, const Session& session)
{
    Parser parser(session);
    CLI::App& app = parser.app();
    if (const QString reason = unknownVerb(app, arguments.value(0)); !reason.isEmpty())
        return fail(session, reason);

    // CLI11 wants the arguments last first.
    std::vector<std::string> reversed;
    for (auto it = arguments.rbegin(); it != arguments.rend(); ++it)
        reversed.push_back(model::pathToBytes(*it).toStdString());
    try {
        app.parse(reversed);
    } catch (const CLI::Success& wish) {
        std::ostringstream out;
        std::ostringstream err;
        app.exit(wish, out, err);
        session.console.out(QByteArray::fromStdString(out.str()));
        return ExitFine;
    } catch (const CLI::ParseError& error) {
        const QString option = unknownOption(app);
        return fail(session, option.isEmpty() ? decoded(error.what()) : option,
                    u"  ghostline-cli --help and ghostline-cli VERB --help say more\n"_s);
    }
    return parser.exitCode();
}

} // namespace ghostline::app
