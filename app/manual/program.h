// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a program takes from its command line, as data that its parser yields. Help, manual pages and shell
// completions are written from it, so that none of them can say something else than the parser does.
#include <QStringList>

#include <vector>

namespace ghostline::manual {

/// What a shell may offer for a word of the command line.
enum class Offer {
    Nothing,
    Recording, ///< recordings by their names, and folders
    File
};

struct Argument
{
    QString name;
    QString description;
    bool required = false;
    bool repeats = false;
    Offer offer = Offer::Nothing;
    QStringList choices; ///< the words that it may be; empty: any
};

struct Option
{
    QStringList names; ///< "-h", "--help"
    QString value;     ///< what is to be filled in: "TIME"; empty for a flag
    QString description;
    QString heading; ///< of the block it stands in; empty: that of most
    Offer offer = Offer::Nothing;
    QStringList choices; ///< values that a shell may offer
    QString standard;    ///< the value unless said otherwise
    bool repeats = false;
    QStringList excludes; ///< names of options that cannot stand beside it
    QStringList needs;
};

struct Example
{
    QString line; ///< without the program's name
    QString answer;
};

/// A verb, or what a program without verbs takes.
struct Command
{
    QString name; ///< empty for the program itself
    QString description;
    std::vector<Argument> arguments;
    std::vector<Option> options;
    std::vector<Example> examples;
};

/// Words and what each means: exit codes, ways to write a time.
struct Glossary
{
    struct Entry
    {
        QString word;
        QString meaning;
    };
    QString title;
    std::vector<Entry> entries;
};

struct Program
{
    QString name;
    QString version;
    QString purpose; ///< a line without a full stop
    Command self;
    std::vector<Command> verbs;
    std::vector<Glossary> glossaries;
    QStringList recordings; ///< patterns of their names, "*.log", for completion
    QStringList related;    ///< other programs with a manual page
};

} // namespace ghostline::manual
