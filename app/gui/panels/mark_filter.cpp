// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/mark_filter.h"

#include <QMap>

#include <algorithm>

namespace ghostline::app {

bool MarkFilter::lets(const model::Bookmark& mark) const
{
    if (!tags.isEmpty() &&
        std::ranges::none_of(mark.tags, [this](const QString& tag) { return tags.contains(tag); }))
        return false;
    const auto has = [this](const QString& said) { return said.contains(text, Qt::CaseInsensitive); };
    return text.isEmpty() || has(mark.title) || has(mark.note) || has(mark.author) ||
           std::ranges::any_of(mark.tags, has);
}

std::vector<std::pair<QString, int>> tagsInUse(const std::vector<model::Bookmark>& marks)
{
    QMap<QString, int> counts;
    for (const model::Bookmark& mark : marks) {
        for (const QString& tag : mark.tags)
            ++counts[tag];
    }
    std::vector<std::pair<QString, int>> used;
    used.reserve(static_cast<std::size_t>(counts.size()));
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        used.emplace_back(it.key(), it.value());
    std::ranges::stable_sort(
        used, [](const auto& a, const auto& b) { return QString::localeAwareCompare(a.first, b.first) < 0; });
    return used;
}

} // namespace ghostline::app
