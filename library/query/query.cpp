// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/query/query.h"

#include "library/query/query_range.h"

#include <algorithm>
#include <optional>

namespace ghostline::library {

using namespace Qt::StringLiterals;

namespace {

using Holds = std::function<bool(const FoldedEntry&)>;
/// None = the value cannot be meant.
using MakeHolds = std::optional<Holds> (*)(const QString& value, const QDateTime& now);

template<QString FoldedEntry::*Text>
std::optional<Holds> contains(const QString& value, const QDateTime&)
{
    return [needle = folded(value)](const FoldedEntry& entry) { return (entry.*Text).contains(needle); };
}

/// "PvT", a race, or the beginning of one.
std::optional<Holds> race(const QString& value, const QDateTime&)
{
    const QString wanted = folded(value);
    const QString sides = sortedMatchUp(value);
    return [wanted, sides](const FoldedEntry& entry) {
        const QStringList races = entry.races.split(u'\n');
        return entry.matchUp == sides ||
               std::ranges::any_of(races, [&](const QString& each) { return each.startsWith(wanted); });
    };
}

std::optional<Holds> result(const QString& value, const QDateTime&)
{
    return [wanted = folded(value)](const FoldedEntry& entry) {
        return std::ranges::any_of(entry.entry.people,
                                   [&](const Person& person) { return folded(person.result) == wanted; });
    };
}

std::optional<Holds> format(const QString& value, const QDateTime&)
{
    return [wanted = folded(value)](const FoldedEntry& entry) {
        return entry.entry.format == wanted || folded(entry.entry.formatName).contains(wanted);
    };
}

std::optional<Holds> version(const QString& value, const QDateTime&)
{
    return [wanted = folded(value)](const FoldedEntry& entry) {
        return folded(entry.entry.version).startsWith(wanted);
    };
}

std::optional<Holds> length(const QString& value, const QDateTime&)
{
    const auto range = lengthRange(value);
    if (!range)
        return std::nullopt;
    return [range = *range](const FoldedEntry& entry) {
        return entry.entry.duration && range.contains(entry.entry.duration->count());
    };
}

std::optional<Holds> date(const QString& value, const QDateTime& now)
{
    const auto range = dateRange(value, now);
    if (!range)
        return std::nullopt;
    return [range = *range](const FoldedEntry& entry) {
        return entry.entry.recordedAt.isValid() && range.contains(entry.entry.recordedAt.toMSecsSinceEpoch());
    };
}

std::optional<Holds> flag(const QString& value, const QDateTime&)
{
    const QString word = folded(value);
    if (word == "open"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.openFlags > 0; };
    if (word == "any"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.flags > 0; };
    if (word == "none"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.flags == 0; };
    if (word == "done"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.flags > 0 && entry.entry.openFlags == 0; };
    const auto range = numberRange(value);
    if (!range)
        return std::nullopt;
    return [range = *range](const FoldedEntry& entry) { return range.contains(entry.entry.flags); };
}

template<int Entry::*Number>
std::optional<Holds> number(const QString& value, const QDateTime&)
{
    const auto range = numberRange(value);
    if (!range)
        return std::nullopt;
    return [range = *range](const FoldedEntry& entry) { return range.contains(entry.entry.*Number); };
}

std::optional<Holds> players(const QString& value, const QDateTime&)
{
    const auto range = numberRange(value);
    if (!range)
        return std::nullopt;
    return [range = *range](const FoldedEntry& entry) {
        return range.contains(static_cast<qint64>(entry.entry.people.size()));
    };
}

std::optional<Holds> is(const QString& value, const QDateTime&)
{
    const QString word = folded(value);
    if (word == "unreadable"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.state == ReadState::Unreadable; };
    if (word == "damaged"_L1)
        return [](const FoldedEntry& entry) { return entry.entry.lostData; };
    return std::nullopt;
}

struct Field
{
    QueryField told;
    MakeHolds make;
};

const std::vector<Field>& fields()
{
    static const std::vector<Field> all{
        {{"map"_L1, "map:\"Ruby Rock\""_L1}, &contains<&FoldedEntry::map>},
        {{"player"_L1, "player:herO"_L1}, &contains<&FoldedEntry::people>},
        {{"players"_L1, "players:2"_L1}, &players},
        {{"team"_L1, "team:blue"_L1}, &contains<&FoldedEntry::teams>},
        {{"race"_L1, "race:PvT"_L1}, &race},
        {{"result"_L1, "result:win"_L1}, &result},
        {{"length"_L1, "length:>15m"_L1}, &length},
        {{"date"_L1, "date:2026-10"_L1}, &date},
        {{"format"_L1, "format:replay"_L1}, &format},
        {{"version"_L1, "version:5.0"_L1}, &version},
        {{"flag"_L1, "flag:open"_L1}, &flag},
        {{"bookmarks"_L1, "bookmarks:>0"_L1}, &number<&Entry::bookmarks>},
        {{"tag"_L1, "tag:watch"_L1}, &contains<&FoldedEntry::tags>},
        {{"path"_L1, "path:cup"_L1}, &contains<&FoldedEntry::path>},
        {{"is"_L1, "is:unreadable"_L1}, &is},
    };
    return all;
}

/// At blanks outside of quotes; the quotes are left out. A minus, and a colon behind a field's name, count
/// only outside of them.
struct Token
{
    QString text;
    qsizetype colon = -1; ///< in `text`
    bool negated = false;
};

std::vector<Token> tokensOf(const QString& text)
{
    std::vector<Token> tokens;
    Token token;
    bool quoted = false;
    bool begun = false;
    const auto end = [&] {
        if (begun && !token.text.isEmpty())
            tokens.push_back(token);
        token = {};
        begun = false;
    };
    for (const QChar c : text) {
        if (c == u'"') {
            quoted = !quoted;
            begun = true;
        } else if (c.isSpace() && !quoted) {
            end();
        } else if (c == u'-' && !quoted && !begun) {
            token.negated = true;
            begun = true;
        } else {
            if (c == u':' && !quoted && token.colon < 0)
                token.colon = token.text.size();
            token.text += c;
            begun = true;
        }
    }
    end();
    return tokens;
}

} // namespace

const std::vector<QueryField>& queryFields()
{
    static const std::vector<QueryField> told = [] {
        std::vector<QueryField> out;
        for (const Field& field : fields())
            out.push_back(field.told);
        return out;
    }();
    return told;
}

Query Query::parse(const QString& text, const QDateTime& now)
{
    Query query;
    for (const Token& token : tokensOf(text)) {
        const QString name = folded(token.text.left(std::max<qsizetype>(token.colon, 0)));
        const auto field =
            std::ranges::find_if(fields(), [&name](const Field& each) { return each.told.name == name; });
        Holds holds = [](const FoldedEntry&) { return false; };
        if (field == fields().end()) { // a word, though it may have a colon in it
            holds = *contains<&FoldedEntry::all>(token.text, now);
        } else if (const QString value = token.text.mid(token.colon + 1); value.isEmpty()) {
            continue; // is still being typed
        } else if (const auto made = field->make(value, now)) {
            holds = *made;
        } else {
            query.m_problems << u"%1:%2 is not understood; try %3"_s.arg(name, value, field->told.example);
        }
        query.m_terms.push_back({token.negated, std::move(holds)});
    }
    return query;
}

bool Query::matches(const FoldedEntry& entry) const
{
    return std::ranges::all_of(m_terms,
                               [&entry](const Term& term) { return term.holds(entry) != term.negated; });
}

} // namespace ghostline::library
