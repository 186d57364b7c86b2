// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/fuzzy_match.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <numeric>

namespace ghostline::app {

namespace {

constexpr int Letter = 1;
constexpr int WordStart = 8; ///< "ce" means Camera: Entry rather than sc-e-ne
constexpr int Following = 9; ///< a letter right behind the one before
constexpr int TextStart = 4;
constexpr int Beginning = 16; ///< all of it in one piece where a word starts: more than scattered letters get
constexpr int WholeWord = 6;
constexpr int OwnName = 3; ///< of the verb rather than of a menu it stands in
constexpr int None = std::numeric_limits<int>::min() / 2;

bool startsWord(const QString& text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    return !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper());
}

int worth(const QString& text, qsizetype at)
{
    return Letter + (startsWord(text, at) ? WordStart : 0) + (at == 0 ? TextStart : 0);
}

/// The best places for one word, by its letters: `best` of a letter at a place that ends the word so far.
class WordFit
{
public:
    WordFit(const QString& word, const QString& text)
        : m_word(word), m_text(text), m_width(static_cast<std::size_t>(text.size())),
          m_best(static_cast<std::size_t>(word.size()) * m_width, None), m_from(m_best.size(), -1)
    {
        for (qsizetype letter = 0; letter < word.size(); ++letter)
            fillRow(letter);
    }

    std::optional<FuzzyMatch> result() const
    {
        const std::size_t last = at(m_word.size() - 1, 0);
        const auto begin = m_best.begin() + static_cast<std::ptrdiff_t>(last);
        const auto best = std::max_element(begin, m_best.end());
        if (best == m_best.end() || *best < 0)
            return std::nullopt;
        FuzzyMatch match{.score = *best, .positions = {}};
        auto place = static_cast<int>(best - begin);
        for (qsizetype letter = m_word.size() - 1; letter >= 0; --letter) {
            match.positions.push_back(place);
            place = m_from[at(letter, place)];
        }
        std::reverse(match.positions.begin(), match.positions.end());
        return match;
    }

private:
    std::size_t at(qsizetype letter, qsizetype place) const
    {
        return static_cast<std::size_t>(letter) * m_width + static_cast<std::size_t>(place);
    }

    void fillRow(qsizetype letter)
    {
        int before = letter == 0 ? 0 : None; // the best of the row above, left of this place
        int beforeAt = -1;
        for (qsizetype place = 0; place < m_text.size(); ++place) {
            if (m_text[place].toCaseFolded() == m_word[letter].toCaseFolded())
                fit(letter, place, before, beforeAt);
            if (letter > 0 && m_best[at(letter - 1, place)] > before) {
                before = m_best[at(letter - 1, place)];
                beforeAt = static_cast<int>(place);
            }
        }
    }

    void fit(qsizetype letter, qsizetype place, int before, int beforeAt)
    {
        int sum = before;
        int from = beforeAt;
        if (letter > 0 && place > 0) {
            const int next = m_best[at(letter - 1, place - 1)] + Following;
            if (next >= sum) {
                sum = next;
                from = static_cast<int>(place) - 1;
            }
        }
        if (sum < 0)
            return;
        m_best[at(letter, place)] = sum + worth(m_text, place);
        m_from[at(letter, place)] = from;
    }

    const QString& m_word;
    const QString& m_text;
    std::size_t m_width;
    std::vector<int> m_best; ///< by letter, then place
    std::vector<int> m_from; ///< where the letter before was
};

/// How much of one word of a text was typed.
struct TypedOfWord
{
    int length = 0;
    int typed = 0;
    bool start = true; ///< the letters that were typed are its first ones
};

std::vector<TypedOfWord> typedWords(const std::vector<int>& positions, const QString& text)
{
    std::vector<TypedOfWord> words;
    auto next = positions.begin();
    for (int at = 0; at < text.size(); ++at) {
        const bool hit = next != positions.end() && *next == at;
        next += hit ? 1 : 0;
        if (!text[at].isLetterOrNumber() && !hit)
            continue;
        if (words.empty() || startsWord(text, at))
            words.emplace_back();
        TypedOfWord& word = words.back();
        if (hit && word.typed != word.length)
            word.start = false;
        ++word.length;
        word.typed += hit ? 1 : 0;
    }
    std::erase_if(words, [](const TypedOfWord& word) { return word.typed == 0; });
    return words;
}

/// Says how good scattered letters are: "heat" is nothing of "Help: About", but "nxtev" is "Next event".
std::optional<FuzzyMatch> judged(FuzzyMatch match, const QString& text)
{
    const std::vector<TypedOfWord> words = typedWords(match.positions, text);
    match.atWordStarts = std::ranges::all_of(words, &TypedOfWord::start);
    const auto hardly = [](const TypedOfWord& word) { return !word.start && 2 * word.typed < word.length; };
    if (words.size() > 1 && std::ranges::any_of(words, hardly))
        return std::nullopt;
    return match;
}

/// In one piece, from the start of a word on; the best such place.
std::optional<FuzzyMatch> inOnePiece(const QString& word, const QString& text)
{
    const auto length = static_cast<int>(word.size());
    const qsizetype colon = text.lastIndexOf(QLatin1String(": "));
    const qsizetype name = colon < 0 ? 0 : colon + 2;
    std::optional<FuzzyMatch> best;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        if (!startsWord(text, at))
            continue;
        const qsizetype end = at + length;
        const bool whole = end == text.size() || !text[end].isLetterOrNumber();
        const int score = worth(text, at) + (length - 1) * (Letter + Following) + Beginning +
                          (whole ? WholeWord : 0) + (at == name ? OwnName : 0);
        if (best && best->score >= score)
            continue;
        best =
            FuzzyMatch{.score = score, .positions = std::vector<int>(static_cast<std::size_t>(word.size()))};
        std::iota(best->positions.begin(), best->positions.end(), static_cast<int>(at));
    }
    return best;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text)
{
    FuzzyMatch all;
    for (const QString& word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (text.isEmpty())
            return std::nullopt;
        auto match = inOnePiece(word, text);
        if (!match) {
            match = WordFit(word, text).result();
            if (match)
                match = judged(std::move(*match), text);
        }
        if (!match)
            return std::nullopt;
        all.score += match->score;
        all.atWordStarts = all.atWordStarts && match->atWordStarts;
        all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
    }
    std::sort(all.positions.begin(), all.positions.end());
    all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
    return all;
}

} // namespace ghostline::app
