// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/checkpoints.h"

#include <QHash>

#include <algorithm>

namespace ghostline::model {

namespace {

/// Of the table of the longest common subsequence: 16 MiB.
constexpr std::size_t MaxCells = std::size_t{1} << 22;

/// Length of the longest common subsequence of what follows a[i] and b[j], these included.
class SuffixLengths
{
public:
    SuffixLengths(const Checkpoints& a, const Checkpoints& b, std::size_t first)
        : m_first(first), m_width(b.size() - first + 1), m_lengths((a.size() - first + 1) * m_width, 0)
    {
        for (std::size_t i = a.size(); i-- > first;) {
            for (std::size_t j = b.size(); j-- > first;)
                at(i, j) = a[i].id == b[j].id ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        }
    }

    std::uint32_t& at(std::size_t i, std::size_t j)
    {
        return m_lengths[(i - m_first) * m_width + (j - m_first)];
    }

private:
    std::size_t m_first;
    std::size_t m_width;
    std::vector<std::uint32_t> m_lengths;
};

} // namespace

std::vector<bool> sameAfter(const Checkpoints& a, const Checkpoints& b)
{
    const std::size_t count = std::min(a.size(), b.size());
    std::vector<bool> same(count + 1, true);
    QHash<QString, int> surplus; // of A over B; without those that are even
    const auto add = [&surplus](const QString& id, int by) {
        if ((surplus[id] += by) == 0)
            surplus.remove(id);
    };
    for (std::size_t k = 0; k < count; ++k) {
        add(a[k].id, 1);
        add(b[k].id, -1);
        same[k + 1] = surplus.isEmpty();
    }
    return same;
}

std::vector<std::optional<std::size_t>> matchesIn(const Checkpoints& a, const Checkpoints& b)
{
    QHash<QString, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < a.size(); ++i)
        places[a[i].id].push_back(i);
    QHash<QString, std::size_t> taken;
    std::vector<std::optional<std::size_t>> matches(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) {
        const auto found = places.constFind(b[i].id);
        const std::size_t before = taken[b[i].id]++;
        if (found != places.constEnd() && before < found->size())
            matches[i] = (*found)[before];
    }
    return matches;
}

std::vector<CheckpointPair> commonCheckpoints(const Checkpoints& a, const Checkpoints& b)
{
    std::vector<CheckpointPair> pairs;
    std::size_t first = 0;
    while (first < a.size() && first < b.size() && a[first].id == b[first].id) {
        pairs.push_back({first, first});
        ++first;
    }
    if ((a.size() - first + 1) > MaxCells / (b.size() - first + 1))
        return pairs;
    SuffixLengths lengths(a, b, first);
    std::size_t i = first;
    std::size_t j = first;
    while (i < a.size() && j < b.size()) {
        if (a[i].id == b[j].id)
            pairs.push_back({i++, j++});
        else if (lengths.at(i + 1, j) >= lengths.at(i, j + 1))
            ++i;
        else
            ++j;
    }
    return pairs;
}

} // namespace ghostline::model
