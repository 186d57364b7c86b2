// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/entry/entry.h"

#include <algorithm>

namespace ghostline::library {

QString Entry::name() const { return path.section(QLatin1Char('/'), -1); }

QString Entry::matchUp() const
{
    std::vector<std::pair<QString, QString>> sides; // key, letters
    for (std::size_t i = 0; i < people.size(); ++i) {
        const Person& person = people[i];
        if (person.race.isEmpty())
            return {};
        const QString key = person.side.isEmpty() ? QString::number(i) : QLatin1Char('=') + person.side;
        auto side = std::ranges::find(sides, key, &std::pair<QString, QString>::first);
        if (side == sides.end())
            side = sides.insert(side, {key, QString()});
        side->second += person.race.front().toUpper();
    }
    if (sides.size() < 2)
        return {};
    QStringList letters;
    for (auto& [key, side] : sides) {
        std::sort(side.begin(), side.end());
        letters << side;
    }
    return letters.join(QLatin1Char('v'));
}

} // namespace ghostline::library
