// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/fish_completion.h"

#include "app/manual/shell_words.h"

#include <algorithm>

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

constexpr auto VerbIs = R"(
function __%1_verb_is
    set -l words (commandline -poc)
    test "$words[2]" = "$argv[1]"
end
)"_L1;

/// Within single quotes fish knows both \' and \\.
QString fishQuoted(QString text)
{
    return u'\'' + text.replace(u"\\"_s, u"\\\\"_s).replace(u"'"_s, u"\\'"_s) + u'\'';
}

QString complete(const Program& program, const QString& verb)
{
    QString text = u"complete -c "_s + program.name;
    if (!program.verbs.empty())
        text += u" -n "_s + fishQuoted(u"__%1_verb_is \"%2\""_s.arg(functionName(program), verb));
    return text;
}

QString offered(const QStringList& choices) { return u" -a "_s + fishQuoted(choices.join(u' ')); }

QString switches(const Option& option)
{
    QString text;
    for (const QString& name : option.names)
        text += name.startsWith(u"--") ? u" -l "_s + name.mid(2) : u" -s "_s + name.mid(1);
    if (!option.choices.isEmpty())
        text += u" -x"_s + offered(option.choices);
    else if (option.offer != Offer::Nothing)
        text += u" -r -F"_s;
    else if (!option.value.isEmpty())
        text += u" -x"_s;
    return text + u" -d "_s + fishQuoted(option.description);
}

} // namespace

QString fishCompletion(const Program& program)
{
    QString text = written(program);
    if (!program.verbs.empty())
        text += QString(VerbIs).arg(functionName(program));
    text += u"\ncomplete -c %1 -f\n"_s.arg(program.name);
    for (const Command& verb : program.verbs)
        text +=
            complete(program, {}) + u" -a "_s + verb.name + u" -d "_s + fishQuoted(verb.description) + u'\n';
    for (const Command* command : commands(program)) {
        for (const Option& option : command->options)
            text += complete(program, command->name) + switches(option) + u'\n';
        const bool files =
            std::any_of(command->arguments.begin(), command->arguments.end(),
                        [](const Argument& argument) { return argument.offer != Offer::Nothing; });
        if (files)
            text += complete(program, command->name) + u" -F\n"_s;
        for (const Argument& argument : command->arguments) {
            if (!argument.choices.isEmpty())
                text += complete(program, command->name) + offered(argument.choices) + u'\n';
        }
    }
    return text;
}

} // namespace ghostline::manual
