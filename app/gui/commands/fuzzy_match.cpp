// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/fuzzy_match.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int Letter = 1;
constexpr int WordStart = 8; ///< "ce" means Camera: Entry rather than sc-e-ne
constexpr int Following = 9; ///< a letter right behind the one before
constexpr int TextStart = 4;
constexpr int None = std::numeric_limits<int>::min() / 2;

int worth(const QString& text, qsizetype at)
{
    if (at == 0)
        return Letter + WordStart + TextStart;
    const QChar before = text[at - 1];
    const bool start = !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper());
    return start ? Letter + WordStart : Letter;
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
        FuzzyMatch match{*best, {}};
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

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text)
{
    FuzzyMatch all;
    for (const QString& word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (text.isEmpty())
            return std::nullopt;
        const auto match = WordFit(word, text).result();
        if (!match)
            return std::nullopt;
        all.score += match->score;
        all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
    }
    std::sort(all.positions.begin(), all.positions.end());
    all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
    return all;
}

} // namespace ghostline::app
