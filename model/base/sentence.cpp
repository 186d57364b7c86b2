// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/sentence.h"

#include <QHash>

#include <array>
#include <deque>
#include <mutex>
#include <shared_mutex>

namespace ghostline::model {

// The code of a line: a unit below Figure is something kept, of so many characters; from there on, below
// Nested, a figure. Nested is followed by the number of a pattern and the codes of what is put into it, %1
// first.

namespace {

constexpr char16_t Figure = 0x8000;
constexpr char16_t Nested = 0xFFFF;
constexpr qsizetype LongestPart = 0x7FFE;
constexpr std::size_t MostArguments = 9;
/// A line of more patterns within patterns is not taken apart.
constexpr int DeepestNesting = 50;

/// Which argument stands at this place of a pattern; -1 for none.
int placeAt(const QString& pattern, qsizetype i)
{
    if (pattern[i] != u'%' || i + 1 >= pattern.size())
        return -1;
    const char16_t digit = pattern[i + 1].unicode();
    return digit >= u'1' && digit <= u'9' ? digit - u'1' : -1;
}

/// Calls put(place) and keep(character) for what a pattern consists of.
template<typename Put, typename Keep>
void walk(const QString& pattern, const Put& put, const Keep& keep)
{
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (const int place = placeAt(pattern, i); place >= 0) {
            put(static_cast<std::size_t>(place));
            ++i;
        } else {
            keep(pattern[i]);
        }
    }
}

struct Pattern
{
    QString text;
    std::size_t arguments = 0;
};

/// All patterns of the process, so that an event has only a number of its own.
class Patterns
{
public:
    /// Nested when there are too many.
    char16_t number(const QString& text)
    {
        {
            const std::shared_lock lock(m_mutex);
            if (const auto known = m_numbers.constFind(text); known != m_numbers.cend())
                return *known;
        }
        const std::unique_lock lock(m_mutex);
        if (const auto known = m_numbers.constFind(text); known != m_numbers.cend())
            return *known;
        if (m_all.size() >= Nested)
            return Nested;
        // A copy: the literal may lie in a plugin.
        Pattern pattern{QString(text.constData(), text.size()), 0};
        walk(
            pattern.text,
            [&pattern](std::size_t place) { pattern.arguments = std::max(pattern.arguments, place + 1); },
            [](QChar) {});
        const auto number = static_cast<char16_t>(m_all.size());
        m_numbers.insert(pattern.text, number);
        m_all.push_back(std::move(pattern));
        return number;
    }
    /// Stays where it is.
    const Pattern& at(char16_t number) const
    {
        const std::shared_lock lock(m_mutex);
        return m_all[number];
    }

private:
    mutable std::shared_mutex m_mutex;
    QHash<QString, char16_t> m_numbers;
    std::deque<Pattern> m_all;
};

Patterns& patterns()
{
    static Patterns all;
    return all;
}

/// Takes a line apart by its code, and puts it together in other words.
class Teller
{
public:
    Teller(std::u16string_view code, QStringView line, const Wording::Translate& translated,
           const QLocale& locale)
        : m_code(code), m_line(line), m_translated(translated), m_locale(locale)
    {
    }

    /// False where line and code do not belong together.
    bool tell(QString& out) { return take(out, 0) && m_at == m_line.size() && m_next == m_code.size(); }

private:
    bool take(QString& out, int depth)
    {
        if (m_next >= m_code.size() || depth > DeepestNesting)
            return false;
        const char16_t unit = m_code[m_next++];
        if (unit == Nested)
            return takePattern(out, depth);
        const qsizetype length = unit < Figure ? unit : unit - Figure;
        if (length > m_line.size() - m_at)
            return false;
        out = m_line.mid(m_at, length).toString();
        m_at += length;
        if (unit >= Figure)
            localise(out);
        return true;
    }

    bool takePattern(QString& out, int depth)
    {
        if (m_next >= m_code.size())
            return false;
        const Pattern& pattern = patterns().at(m_code[m_next++]);
        // The codes stand by number, the line by where the pattern has them: each is told at its first place.
        std::array<std::size_t, MostArguments> begins{};
        for (std::size_t i = 0; i < pattern.arguments; ++i) {
            begins[i] = m_next;
            if (!skip(0))
                return false;
        }
        const std::size_t end = m_next;
        std::array<QString, MostArguments> arguments;
        bool fits = true;
        walk(
            pattern.text,
            [&](std::size_t place) {
                m_next = begins[place];
                fits = fits && take(arguments[place], depth + 1);
            },
            [&](QChar kept) { fits = fits && m_at < m_line.size() && m_line[m_at++] == kept; });
        m_next = end;
        if (!fits)
            return false;
        out.clear();
        walk(
            m_translated(pattern.text), [&](std::size_t place) { out += arguments[place]; },
            [&](QChar kept) { out += kept; });
        return true;
    }

    bool skip(int depth)
    {
        if (m_next >= m_code.size() || depth > DeepestNesting)
            return false;
        if (m_code[m_next++] != Nested)
            return true;
        if (m_next >= m_code.size())
            return false;
        const std::size_t arguments = patterns().at(m_code[m_next++]).arguments;
        for (std::size_t i = 0; i < arguments; ++i) {
            if (!skip(depth + 1))
                return false;
        }
        return true;
    }

    void localise(QString& figure) const
    {
        QString out;
        for (const QChar c : std::as_const(figure)) {
            if (c == u'.')
                out += m_locale.decimalPoint();
            else if (c == u',')
                out += m_locale.groupSeparator();
            else
                out += c;
        }
        figure = out;
    }

    std::u16string_view m_code;
    QStringView m_line;
    const Wording::Translate& m_translated;
    const QLocale& m_locale;
    std::size_t m_next = 0; ///< in the code
    qsizetype m_at = 0;     ///< in the line
};

} // namespace

QString Wording::told(const QString& line, const Translate& translated, const QLocale& locale) const
{
    QString out;
    return !empty() && Teller(m_code, line, translated, locale).tell(out) ? out : line;
}

Sentence::Sentence(const QString& kept) : m_text(kept)
{
    if (kept.size() <= LongestPart)
        m_code.assign(1, static_cast<char16_t>(kept.size()));
}

Sentence Sentence::of(const QString& pattern, std::span<const Sentence> arguments)
{
    Sentence out;
    walk(
        pattern,
        [&](std::size_t place) {
            if (place < arguments.size())
                out.m_text += arguments[place].m_text;
        },
        [&out](QChar kept) { out.m_text += kept; });
    const char16_t number = patterns().number(pattern);
    out.m_code.clear();
    if (number == Nested || patterns().at(number).arguments != arguments.size())
        return out;
    std::u16string code{Nested, number};
    for (const Sentence& argument : arguments) {
        if (argument.m_code.empty())
            return out;
        code += argument.m_code;
    }
    out.m_code = std::move(code);
    return out;
}

Sentence Sentence::figure(const QString& english)
{
    Sentence out(english);
    if (!out.m_code.empty())
        out.m_code[0] = static_cast<char16_t>(Figure + out.m_code[0]);
    return out;
}

Sentence Sentence::again(const QString& line, const Wording& wording)
{
    Sentence out(line);
    if (!wording.empty())
        out.m_code = wording.m_code;
    return out;
}

Sentence Sentence::chain(std::span<const Sentence> all, const QString& pattern)
{
    if (all.empty())
        return {};
    if (all.size() == 1)
        return all.front();
    // In halves: no deep nesting, however many there are.
    const std::size_t half = all.size() / 2;
    return of(pattern, {chain(all.first(half), pattern), chain(all.subspan(half), pattern)});
}

Wording Sentence::wording() const
{
    Wording out;
    if (!m_code.empty() && m_code[0] >= Figure)
        out.m_code = m_code;
    return out;
}

} // namespace ghostline::model
