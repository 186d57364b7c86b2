// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/shown_text.h"

#include <QLocale>
#include <QRegularExpression>

#include <cmath>

namespace ghostline::model {

namespace {

constexpr char16_t FirstBeyondAscii = 0x7F;

/// Of letters of two halves the whole, of others and of lone halves the unit itself.
char32_t letterAt(const QString& text, qsizetype i)
{
    const QChar unit = text[i];
    if (unit.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
        return QChar::surrogateToUcs4(unit, text[i + 1]);
    return unit.unicode();
}

QString escaped(char16_t unit)
{
    switch (unit) {
    case u'\n':
        return QStringLiteral("\\n");
    case u'\r':
        return QStringLiteral("\\r");
    case u'\t':
        return QStringLiteral("\\t");
    default:
        return QStringLiteral("\\u%1").arg(static_cast<uint>(unit), 4, 16, QLatin1Char('0'));
    }
}

/// "-12.5", "+0:01.250", "-1,5e3", "-3 %", and a sign alone.
bool isSignedNumber(const QString& text)
{
    static const QRegularExpression pattern(
        QStringLiteral("^[-+](\\d[\\d.,:]*|\\.\\d+)([eE][-+]?\\d+)?( ?%)?$"));
    return text.size() == 1 || pattern.match(text).hasMatch();
}

/// By its first letter, the wide ones of East Asian keyboards included.
bool looksLikeFormula(const QString& text)
{
    const QChar first = text.isEmpty() ? QChar() : text.front();
    if (first == u'-' || first == u'+')
        return !isSignedNumber(text);
    return first != QChar() && QStringView(u"=@\uFF1D\uFF0B\uFF0D\uFF20").contains(first);
}

} // namespace

bool isUnprintable(char32_t letter)
{
    constexpr char32_t NonJoiner = 0x200C;
    constexpr char32_t Joiner = 0x200D;
    switch (QChar::category(letter)) {
    case QChar::Other_Control:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format:
        return letter != NonJoiner && letter != Joiner;
    default:
        return false;
    }
}

QString shownText(const QString& text)
{
    QString shown;
    qsizetype plain = 0; // where what needs no change begins
    for (qsizetype i = 0; i < text.size();) {
        const char16_t unit = text[i].unicode();
        const char32_t letter = unit < FirstBeyondAscii ? unit : letterAt(text, i);
        const qsizetype units = letter > 0xFFFF ? 2 : 1;
        if ((unit >= u' ' && unit < FirstBeyondAscii) || !isUnprintable(letter)) {
            i += units;
            continue;
        }
        shown += QStringView(text).sliced(plain, i - plain);
        const bool fileByte = units == 1 && unit >= 0xDC80 && unit <= 0xDCFF; // model/bytes/file_names.h
        if (fileByte)
            shown += QStringLiteral("\\x%1").arg(static_cast<uint>(unit - 0xDC00), 2, 16, QLatin1Char('0'));
        for (const qsizetype end = i + units; i < end; ++i)
            shown += fileByte ? QString() : escaped(text[i].unicode());
        plain = i;
    }
    return plain == 0 ? text : shown + text.sliced(plain);
}

QByteArray csvField(const QString& text)
{
    QByteArray field = shownText(text).toUtf8();
    if (looksLikeFormula(text))
        field.prepend('\'');
    if (!field.contains(',') && !field.contains('"'))
        return field;
    field.replace('"', "\"\"");
    return '"' + field + '"';
}

QByteArray csvNumber(double value)
{
    return std::isfinite(value) ? QByteArray::number(value, 'g', QLocale::FloatingPointShortest)
                                : QByteArray();
}

} // namespace ghostline::model
