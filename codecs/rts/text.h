// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and names as the texts of events have them.
#include "model/replay/event.h"

#include <QString>
#include <QStringList>

#include <initializer_list>
#include <span>
#include <string_view>

namespace ghostline::rts {

/// One line of at most `most` characters, whatever a file wrote.
QString oneLine(QString text, qsizetype most = 300);
QString oneLine(std::string_view utf8, qsizetype most = 300);
/// "1,200"
QString grouped(std::int64_t number);
inline model::Sentence groupedFigure(std::int64_t number) { return model::Sentence::figure(grouped(number)); }
/// "Ada", "Ada and Ben", "Ada, Ben and Cem"
QString joined(const QStringList& names);
model::Sentence joinedNames(const QStringList& names);
model::Sentence joinedParts(std::span<const model::Sentence> parts);
/// "1 unit", "3 units": one of the two patterns ("%1 unit", "%1 units").
model::Sentence counted(std::uint64_t number, const char* one, const char* many);
/// The event's text, one line of at most `most` characters.
void say(model::Event& event, const model::Sentence& sentence, qsizetype most = 300);

/// The word for a number that a file has.
struct NumberedWord
{
    int number;
    const char* word;
};
QString wordOf(int number, std::initializer_list<NumberedWord> words, const QString& otherwise = {});

} // namespace ghostline::rts
