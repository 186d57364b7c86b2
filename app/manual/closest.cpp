// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/closest.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

/// Letters to insert, remove, replace or swap with their neighbour until `a` is `b`.
qsizetype distance(const QString& a, const QString& b)
{
    const auto width = static_cast<std::size_t>(b.size()) + 1;
    std::vector<qsizetype> before(width);
    std::vector<qsizetype> above(width);
    std::vector<qsizetype> row(width);
    for (std::size_t j = 0; j < width; ++j)
        row[j] = static_cast<qsizetype>(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        before = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const auto at = static_cast<qsizetype>(j);
            const bool same = a[i - 1] == b[at - 1];
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            if (i > 1 && at > 1 && a[i - 1] == b[at - 2] && a[i - 2] == b[at - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

QString didYouMean(const QString& word, const QStringList& names)
{
    // A long word written a hundred times over is nobody's slip of the finger.
    constexpr qsizetype LongestWord = 64;
    if (word.size() > LongestWord)
        return {};
    QString best;
    qsizetype least = std::max<qsizetype>(1, word.size() / 3) + 1;
    for (const QString& name : names) {
        const qsizetype far = distance(word, name);
        if (far < least) {
            least = far;
            best = name;
        }
    }
    return best.isEmpty() ? best : u"; did you mean %1?"_s.arg(best);
}

} // namespace ghostline::manual
