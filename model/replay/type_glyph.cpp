// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/type_glyph.h"

#include <QSet>

#include <algorithm>

namespace ghostline::model {

namespace {

constexpr std::size_t MostStrings = 4096; ///< a recording may bring any number of them

/// "Siege Tank (sieged)" -> "Siege Tank"
QString withoutBrackets(const QString& name)
{
    const qsizetype bracket = name.indexOf(QLatin1String(" ("));
    return bracket > 0 ? name.left(bracket) : name;
}

/// Runs of letters and digits, in capitals.
QStringList wordsOf(const QString& type)
{
    QStringList words;
    bool within = false;
    for (const QChar c : type) {
        if (!c.isLetterOrNumber()) {
            within = false;
            continue;
        }
        if (!within)
            words.append(QString());
        within = true;
        words.last().append(c.toUpper());
    }
    return words;
}

/// The first choice first: of one word its initial, of several their initials; then the initial and another
/// letter, then the initial and a digit.
QString choose(const QString& type, const QSet<QString>& taken)
{
    const QStringList words = wordsOf(type);
    if (words.isEmpty())
        return {};
    const QChar initial = words.first().front();
    const auto pair = [initial](QChar other) { return QString(initial) + other; };
    const auto free = [&taken](const QString& glyph) { return !taken.contains(glyph); };
    if (words.size() == 1 && free(QString(initial)))
        return QString(initial);
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (free(pair(words[i].front())))
            return pair(words[i].front());
    }
    for (const QString& word : words) {
        for (qsizetype i = &word == &words.first() ? 1 : 0; i < word.size(); ++i) {
            if (free(pair(word[i])))
                return pair(word[i]);
        }
    }
    for (char16_t digit = u'2'; digit <= u'9'; ++digit) {
        if (free(pair(digit)))
            return pair(digit);
    }
    return {};
}

} // namespace

QString typeOfActorName(const QString& name)
{
    qsizetype end = name.size();
    while (end > 0 && name[end - 1].isDigit())
        --end;
    const bool numbered = end > 1 && end < name.size() && name[end - 1] == QLatin1Char(' ');
    return withoutBrackets(numbered ? name.left(end - 1) : name);
}

QStringList glyphsOf(const QStringList& types)
{
    QStringList glyphs;
    glyphs.reserve(types.size());
    QSet<QString> taken;
    for (const QString& type : types) {
        glyphs.append(choose(type, taken));
        taken.insert(glyphs.last());
    }
    return glyphs;
}

TypeGlyphs::TypeGlyphs(const ReplayInfo& info)
{
    if (info.census.empty())
        return;
    QStringList types;
    QSet<QString> known;
    const auto add = [&](const QString& type) {
        if (type.isEmpty() || known.contains(type))
            return;
        known.insert(type);
        types.append(type);
    };
    for (const ActorInfo& actor : info.cast) {
        const bool unit = actor.kind == ActorKind::Unit || actor.kind == ActorKind::Structure;
        if (unit && !actor.nativeType.isEmpty())
            add(typeOfActorName(actor.name));
    }
    const std::size_t strings = std::min(info.strings->size(), MostStrings);
    for (std::size_t i = 0; i < strings; ++i)
        add(withoutBrackets(info.strings->text(static_cast<StringId>(i))));
    const QStringList glyphs = glyphsOf(types);
    m_byName.reserve(types.size());
    for (qsizetype i = 0; i < types.size(); ++i)
        m_byName.insert(types[i], glyphs[i]);
    m_byString.reserve(strings);
    for (std::size_t i = 0; i < strings; ++i)
        m_byString.push_back(of(info.strings->text(static_cast<StringId>(i))));
}

QString TypeGlyphs::of(const QString& type) const { return m_byName.value(withoutBrackets(type)); }

const QString& TypeGlyphs::of(StringId type) const
{
    static const QString None;
    const auto at = static_cast<std::size_t>(type);
    return at < m_byString.size() ? m_byString[at] : None;
}

} // namespace ghostline::model
