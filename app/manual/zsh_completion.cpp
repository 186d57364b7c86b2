// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/zsh_completion.h"

#include "app/manual/shell_words.h"

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

/// Within a specification of _arguments or _describe.
QString zshEscaped(const QString& text)
{
    QString out;
    for (const QChar c : text) {
        if (u"\\:[]"_s.contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

/// What comes behind the second colon: how the value is completed. A space: not at all.
QString action(Offer offer, const QStringList& choices, const Program& program)
{
    if (!choices.isEmpty())
        return u'(' + choices.join(u' ') + u')';
    switch (offer) {
    case Offer::Recording:
        return u"_files -g \"(%1)\""_s.arg(program.recordings.join(u'|'));
    case Offer::File:
        return u"_files"_s;
    case Offer::Nothing:
        break;
    }
    return u" "_s;
}

/// What stands before a name: which options are offered no more once this one is there.
QString exclusions(const Option& option)
{
    // Help and version end the program.
    if (option.names.contains(u"--help"_s) || option.names.contains(u"--version"_s))
        return u"(- *)"_s;
    if (option.repeats)
        return u"*"_s;
    return u'(' + (option.names + option.excludes).join(u' ') + u')';
}

QStringList optionSpecifications(const Option& option, const Program& program)
{
    QStringList all;
    for (const QString& name : option.names) {
        QString text = exclusions(option) + name;
        if (!option.value.isEmpty())
            text += name.startsWith(u"--") ? u"="_s : u"+"_s;
        text += u'[' + zshEscaped(option.description) + u']';
        if (!option.value.isEmpty())
            text += u':' + zshEscaped(option.value) + u':' + action(option.offer, option.choices, program);
        all << quoted(text);
    }
    return all;
}

QStringList specifications(const Command& command, const Program& program)
{
    QStringList all;
    for (const Option& option : command.options)
        all += optionSpecifications(option, program);
    int place = 0;
    for (const Argument& argument : command.arguments) {
        const QString where = argument.repeats ? u"*"_s : QString::number(++place);
        const QString colon = argument.required || argument.repeats ? u":"_s : u"::"_s;
        all << quoted(where + colon + zshEscaped(argument.name) + u':' +
                      action(argument.offer, argument.choices, program));
    }
    return all;
}

QString call(const QStringList& all, int indent)
{
    const QString separator = u" \\\n"_s + QString(indent + 2, u' ');
    return QString(indent, u' ') + u"_arguments -C"_s + separator + all.join(separator) + u'\n';
}

QString verbStates(const Program& program)
{
    QString text = u"  case $state in\n  verb)\n    local -a verbs=(\n"_s;
    for (const Command& verb : program.verbs)
        text += u"      "_s + quoted(verb.name + u':' + zshEscaped(verb.description)) + u'\n';
    text += u"    )\n    _describe -t verbs verb verbs\n    ;;\n  arguments)\n    case $words[1] in\n"_s;
    for (const Command& verb : program.verbs)
        text += u"    "_s + verb.name + u")\n"_s + call(specifications(verb, program), 6) + u"      ;;\n"_s;
    return text + u"    esac\n    ;;\n  esac\n"_s;
}

} // namespace

QString zshCompletion(const Program& program)
{
    QStringList own = specifications(program.self, program);
    if (!program.verbs.empty())
        own << u"'1: :->verb'"_s << u"'*:: :->arguments'"_s;
    QString text = u"#compdef %1\n"_s.arg(program.name) + written(program);
    text += u"\n_%1() {\n  local context state state_descr line curcontext=\"$curcontext\"\n"_s.arg(
        functionName(program));
    text += u"  typeset -A opt_args\n"_s + call(own, 2);
    if (!program.verbs.empty())
        text += verbStates(program);
    return text + u"}\n\n_%1 \"$@\"\n"_s.arg(functionName(program));
}

} // namespace ghostline::manual
