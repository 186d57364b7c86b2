// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/text.h"

#include <algorithm>

namespace ghostline::rts {

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

QString counted(std::uint64_t number, const char* one, const char* many)
{
    return QStringLiteral("%1 %2").arg(number).arg(QLatin1String(number == 1 ? one : many));
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
