// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/text.h"

#include <algorithm>

namespace ghostline::rts {

using model::Sentence;

QString oneLine(QString text, qsizetype most)
{
    for (QChar& c : text) {
        if (!c.isPrint() && !c.isSurrogate())
            c = u' ';
    }
    return text.size() > most ? text.left(most - 1) + u'…' : text;
}

QString oneLine(std::string_view utf8, qsizetype most)
{
    // Four bytes are the longest character, so no more than this can be shown.
    const auto bytes = std::min(static_cast<qsizetype>(utf8.size()), 4 * most + 4);
    return oneLine(QString::fromUtf8(utf8.data(), bytes), most);
}

QString grouped(std::int64_t number)
{
    QString digits = QString::number(number);
    const qsizetype first = number < 0 ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, u',');
    return digits;
}

QString joined(const QStringList& names)
{
    if (names.size() < 2)
        return names.join(QString());
    return names.mid(0, names.size() - 1).join(QStringLiteral(", ")) + QStringLiteral(" and ") + names.last();
}

Sentence joinedNames(const QStringList& names)
{
    const std::vector<Sentence> parts(names.begin(), names.end());
    return joinedParts(parts);
}

Sentence joinedParts(std::span<const Sentence> parts)
{
    if (parts.size() < 2)
        return parts.empty() ? Sentence() : parts.front();
    return Sentence::of(QStringLiteral("%1 and %2"),
                        {Sentence::chain(parts.first(parts.size() - 1)), parts.back()});
}

Sentence counted(std::uint64_t number, const char* one, const char* many)
{
    return Sentence::of(QString::fromLatin1(number == 1 ? one : many), {QString::number(number)});
}

void say(model::Event& event, const Sentence& sentence, qsizetype most)
{
    event.say(sentence);
    event.text = oneLine(event.text, most);
}

QString wordOf(int number, std::initializer_list<NumberedWord> words, const QString& otherwise)
{
    for (const NumberedWord& each : words) {
        if (each.number == number)
            return QString::fromUtf8(each.word);
    }
    return otherwise;
}

} // namespace ghostline::rts
