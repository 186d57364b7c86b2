// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/man_page.h"

#include "app/manual/help.h"

#include <QRegularExpression>

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

QString roffEscaped(const QString& text)
{
    QString out;
    for (const char32_t c : text.toUcs4()) {
        switch (c) {
        case U'\\':
            out += u"\\e"_s;
            break;
        case U'-':
            out += u"\\-"_s;
            break;
        case U'\'':
            out += u"\\(aq"_s;
            break;
        case U'`':
            out += u"\\(ga"_s;
            break;
        case U'~':
            out += u"\\(ti"_s;
            break;
        case U'^':
            out += u"\\(ha"_s;
            break;
        case U'"':
            out += u"\\(dq"_s;
            break;
        default:
            if (c < 0x80)
                out += QChar(static_cast<char16_t>(c));
            else
                out += u"\\[u%1]"_s.arg(QString::number(c, 16).toUpper(), 4, u'0');
        }
    }
    // A line that begins with a point would be a request.
    return out.startsWith(u'.') ? u"\\&"_s + out : out;
}

QString bold(const QString& text) { return u"\\fB%1\\fR"_s.arg(roffEscaped(text)); }
QString italic(const QString& text) { return u"\\fI%1\\fR"_s.arg(roffEscaped(text)); }

/// `words` in backquotes become bold.
QString prose(const QString& text)
{
    QString out;
    bool code = false;
    for (const QString& part : text.split(u'`')) {
        if (!part.isEmpty())
            out += code ? bold(part) : roffEscaped(part);
        code = !code;
    }
    return out;
}

QString entry(const QString& tag, const QString& text) { return u".TP\n%1\n%2\n"_s.arg(tag, prose(text)); }

QString synopsis(const Program& program, const Command& command)
{
    QString line = bold(command.name.isEmpty() ? program.name : program.name + u' ' + command.name);
    if (command.name.isEmpty() && !program.verbs.empty())
        line += u' ' + italic(u"VERB"_s);
    line += u" ["_s + italic(u"OPTIONS"_s) + u']';
    for (const Argument& argument : command.arguments)
        line += u' ' + italic(placeholder(argument));
    return line + u'\n';
}

QString optionTag(const Option& option)
{
    QStringList names;
    for (const QString& name : option.names)
        names << bold(name);
    return names.join(u", "_s) + (option.value.isEmpty() ? QString() : u' ' + italic(option.value));
}

QString examples(const Program& program, const Command& command)
{
    QString text;
    for (const Example& example : command.examples) {
        text += u".PP\n%1\n.PP\n.RS 4\n.nf\n%2\n.fi\n.RE\n"_s.arg(prose(example.answer + u':'),
                                                                  bold(program.name + u' ' + example.line));
    }
    return text;
}

/// Arguments and options of a command.
QString body(const Command& command)
{
    QString text;
    for (const Argument& argument : command.arguments)
        text += entry(italic(argument.name), fullDescription(argument));
    for (const auto& [heading, options] : blocks(command.options)) {
        if (!options.front().heading.isEmpty())
            text += u".PP\n%1:\n"_s.arg(prose(heading));
        for (const Option& option : options)
            text += entry(optionTag(option), fullDescription(option));
    }
    return text;
}

QString glossaries(const Program& program)
{
    QString text;
    for (const Glossary& glossary : program.glossaries) {
        text += u".SH %1\n"_s.arg(roffEscaped(glossary.title.toUpper()));
        for (const Glossary::Entry& e : glossary.entries)
            text += entry(bold(e.word), e.meaning);
    }
    return text;
}

QString verbs(const Program& program)
{
    if (program.verbs.empty())
        return {};
    QString text = u".SH VERBS\n"_s;
    for (const Command& verb : program.verbs)
        text += u".SS %1\n%2.PP\n%3.\n"_s.arg(roffEscaped(verb.name), synopsis(program, verb),
                                              prose(verb.description)) +
                body(verb) + examples(program, verb);
    return text;
}

} // namespace

QString manPage(const Program& program)
{
    // No date: the same sources yield the same page.
    QString text = u".\\\" Written from the program's own parser; do not edit.\n"_s;
    text += u".TH %1 1 \"\" \"Ghostline %2\" \"Ghostline\"\n"_s.arg(roffEscaped(program.name.toUpper()),
                                                                    roffEscaped(program.version));
    // Neither words broken at a hyphen nor lines stretched: commands are to be copied.
    text += u".nh\n.ad l\n"_s;
    text += u".SH NAME\n%1 \\- %2\n"_s.arg(roffEscaped(program.name), roffEscaped(program.purpose));
    text += u".SH SYNOPSIS\n"_s + synopsis(program, program.self);
    text += u".SH DESCRIPTION\n"_s + prose(program.self.description) + u'\n';
    text += u".SH OPTIONS\n"_s + body(program.self);
    text += verbs(program);
    text += glossaries(program);
    if (!program.self.examples.empty())
        text += u".SH EXAMPLES\n"_s + examples(program, program.self);
    QStringList related;
    for (const QString& name : program.related)
        related << u"\\fB%1\\fR(1)"_s.arg(roffEscaped(name));
    if (!related.isEmpty())
        text += u".SH SEE ALSO\n"_s + related.join(u", "_s) + u'\n';
    return text;
}

} // namespace ghostline::manual
