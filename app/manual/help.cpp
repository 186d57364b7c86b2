// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/help.h"

#include <algorithm>

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype Indent = 2;
/// A longer word of the left column gets a line of its own.
constexpr qsizetype WidestLeft = 26;

struct Row
{
    QString left;
    QString right;
};

/// Broken between words; a word that is wider than `width` stays whole.
QStringList wrapped(const QString& text, qsizetype width)
{
    QStringList lines;
    QString line;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > width) {
            lines << line;
            line.clear();
        }
        line += (line.isEmpty() ? QString() : u" "_s) + word;
    }
    return lines << line;
}

QString block(const QString& title, const std::vector<Row>& rows)
{
    if (rows.empty())
        return {};
    qsizetype left = 0;
    for (const Row& row : rows) {
        if (row.left.size() <= WidestLeft)
            left = std::max(left, row.left.size());
    }
    const qsizetype column = Indent + left + 2;
    QString text = u'\n' + title + u":\n"_s;
    for (const Row& row : rows) {
        QString line = QString(Indent, u' ') + row.left;
        if (row.left.size() > left) {
            text += line + u'\n';
            line.clear();
        }
        for (const QString& part : wrapped(row.right, HelpWidth - column)) {
            text += line.leftJustified(column) + part + u'\n';
            line.clear();
        }
    }
    return text;
}

std::vector<Row> rowsOf(const std::vector<Argument>& arguments)
{
    std::vector<Row> rows;
    rows.reserve(arguments.size());
    for (const Argument& argument : arguments)
        rows.push_back({placeholder(argument), fullDescription(argument)});
    return rows;
}

QString optionBlocks(const std::vector<Option>& options)
{
    QString text;
    for (const auto& [heading, members] : blocks(options)) {
        std::vector<Row> rows;
        rows.reserve(members.size());
        for (const Option& option : members)
            rows.push_back(
                {(option.names.join(u", "_s) + u' ' + option.value).trimmed(), fullDescription(option)});
        text += block(heading, rows);
    }
    return text;
}

QString examplesBlock(const Program& program, const Command& command)
{
    QString text;
    for (const Example& example : command.examples) {
        text += u"  %1 %2\n"_s.arg(program.name, example.line);
        for (const QString& line : wrapped(example.answer, HelpWidth - 3 * Indent))
            text += QString(3 * Indent, u' ') + line + u'\n';
    }
    return text.isEmpty() ? text : u"\nExamples:\n"_s + text;
}

QString usage(const Program& program, const Command& command)
{
    QStringList words{u"Usage:"_s, program.name};
    if (!command.name.isEmpty())
        words << command.name;
    if (command.name.isEmpty() && !program.verbs.empty())
        words << u"VERB"_s;
    words << u"[OPTIONS]"_s;
    for (const Argument& argument : command.arguments)
        words << placeholder(argument);
    return words.join(u' ');
}

QString programBlocks(const Program& program)
{
    std::vector<Row> verbs;
    verbs.reserve(program.verbs.size());
    for (const Command& verb : program.verbs)
        verbs.push_back({verb.name, verb.description});
    QString text = block(u"Verbs"_s, verbs);
    for (const Glossary& glossary : program.glossaries) {
        std::vector<Row> rows;
        rows.reserve(glossary.entries.size());
        for (const Glossary::Entry& entry : glossary.entries)
            rows.push_back({entry.word, entry.meaning});
        text += block(glossary.title, rows);
    }
    return text;
}

QString described(const QString& description, const QStringList& choices)
{
    return choices.isEmpty() ? description : description + u"; "_s + choices.join(u", "_s);
}

} // namespace

QString fullDescription(const Option& option)
{
    QStringList parts{described(option.description, option.choices)};
    if (!option.standard.isEmpty())
        parts << option.standard + u" unless said otherwise"_s;
    if (option.repeats)
        parts << u"may be repeated"_s;
    if (!option.needs.isEmpty())
        parts << u"only with "_s + option.needs.join(u" and "_s);
    if (!option.excludes.isEmpty())
        parts << u"not with "_s + option.excludes.join(u" or "_s);
    return parts.join(u"; "_s);
}

QString fullDescription(const Argument& argument)
{
    return described(argument.description, argument.choices);
}

QString placeholder(const Argument& argument)
{
    const QString name = argument.repeats ? argument.name + u"..."_s : argument.name;
    return argument.required ? name : u'[' + name + u']';
}

std::vector<std::pair<QString, std::vector<Option>>> blocks(const std::vector<Option>& options)
{
    std::vector<std::pair<QString, std::vector<Option>>> found;
    for (const Option& option : options) {
        const QString heading = option.heading.isEmpty() ? u"Options"_s : option.heading;
        auto at = std::find_if(found.begin(), found.end(),
                               [&heading](const auto& b) { return b.first == heading; });
        if (at == found.end())
            at = found.insert(found.end(), {heading, {}});
        at->second.push_back(option);
    }
    return found;
}

QString helpText(const Program& program, const QString& verb)
{
    const auto at = std::find_if(program.verbs.begin(), program.verbs.end(),
                                 [&verb](const Command& command) { return command.name == verb; });
    const bool whole = at == program.verbs.end();
    const Command& command = whole ? program.self : *at;
    QString text = wrapped(command.description, HelpWidth).join(u'\n') + u'\n';
    text += usage(program, command) + u'\n';
    text += block(u"Arguments"_s, rowsOf(command.arguments)) + optionBlocks(command.options);
    if (whole)
        text += programBlocks(program);
    return text + examplesBlock(program, command);
}

} // namespace ghostline::manual
