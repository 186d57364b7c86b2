// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/bash_completion.h"

#include "app/manual/shell_words.h"

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

/// %1: name of the function, %2: patterns.
constexpr auto Recordings = R"(
# Recordings by their names, and folders; any file where there is no such.
_%1_recordings()
{
    local pattern
    mapfile -t COMPREPLY < <(
        for pattern in %2; do
            compgen -f -X "!$pattern" -- "$1"
        done
    )
    if ((${#COMPREPLY[@]} == 0)); then
        compopt -o default
        return
    fi
    compopt -o filenames
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$1")
}
)"_L1;

/// %1: name of the function, %2: how the verb is found, %3: what each verb takes, %4: values of options.
constexpr auto Body = R"(
_%1()
{
    local word=${COMP_WORDS[COMP_CWORD]} verb='' value='' options='' takes='' rest='' kind='' place=0 each i
    local -a words=() places=()
    COMPREPLY=()
    # bash splits "--at=1:30" at its signs: those make no words of their own.
    [[ $word == : || ${COMP_WORDS[COMP_CWORD - 1]} == : ]] && return
    [[ $word == = ]] && word=''
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
        =) ;;
        :) ((++i)) ;;
        *) words+=("${COMP_WORDS[i]}") ;;
        esac
    done
%2    case $verb in
%3    esac
    for each in "${words[@]}"; do
        if [[ -n $value ]]; then
            value=''
        elif [[ " $takes " == *" $each "* ]]; then
            value=$each
        elif [[ $each != -* ]]; then
            ((++place))
        fi
    done
    if [[ -n $value ]]; then
        case $verb:$value in
%4        esac
    elif [[ $word == -* ]]; then
        kind=$options
    else
        kind=${places[place]-$rest}
    fi
    case $kind in
    recording) _%1_recordings "$word" ;;
    file) compopt -o default ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$word") ;;
    esac
}

complete -F _%1 %5
)"_L1;

constexpr auto FindVerb = R"(    while ((${#words[@]})) && [[ -z $verb ]]; do
        [[ ${words[0]} == -* ]] || verb=${words[0]}
        words=("${words[@]:1}")
    done
)"_L1;

QString kindOf(Offer offer)
{
    switch (offer) {
    case Offer::Recording:
        return u"recording"_s;
    case Offer::File:
        return u"file"_s;
    case Offer::Nothing:
        break;
    }
    return {};
}

/// Of an option or an argument.
template<typename Taken>
QString kindOf(const Taken& taken)
{
    return taken.choices.isEmpty() ? kindOf(taken.offer) : taken.choices.join(u' ');
}

QString verbCase(const Command& command, const QStringList& verbs)
{
    QStringList options;
    QStringList takes;
    for (const Option& option : command.options) {
        options += option.names;
        if (!option.value.isEmpty())
            takes += option.names;
    }
    QStringList places;
    QString rest;
    if (!verbs.isEmpty())
        places << quoted(verbs.join(u' '));
    for (const Argument& argument : command.arguments) {
        if (argument.repeats)
            rest = kindOf(argument);
        else
            places << quoted(kindOf(argument));
    }
    return u"    %1)\n        options=%2\n        takes=%3\n        places=(%4)\n        rest=%5\n        ;;\n"_s
        .arg(quoted(command.name), quoted(options.join(u' ')), quoted(takes.join(u' ')), places.join(u' '),
             quoted(rest));
}

QString valueCases(const Command& command)
{
    QString text;
    for (const Option& option : command.options) {
        const QString kind = kindOf(option);
        if (kind.isEmpty())
            continue;
        for (const QString& name : option.names)
            text += u"        %1:%2) kind=%3 ;;\n"_s.arg(command.name, name, quoted(kind));
    }
    return text;
}

} // namespace

QString bashCompletion(const Program& program)
{
    QStringList verbs;
    for (const Command& verb : program.verbs)
        verbs << verb.name;
    QString cases;
    QString values;
    for (const Command* command : commands(program)) {
        cases += verbCase(*command, command == &program.self ? verbs : QStringList());
        values += valueCases(*command);
    }
    QStringList patterns;
    for (const QString& pattern : program.recordings)
        patterns << quoted(pattern);
    const QString function = functionName(program);
    return written(program) + QString(Recordings).arg(function, patterns.join(u' ')) +
           QString(Body).arg(function, verbs.isEmpty() ? QString() : QString(FindVerb), cases, values,
                             program.name);
}

} // namespace ghostline::manual
