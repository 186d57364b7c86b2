// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_settings.h"

#include "app/gui/settings/settings.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr qsizetype MostRecentLists = 8;
constexpr double FirstLeadIn = 1.0;
constexpr double LongestLeadIn = 60.0;
const QString LeadInKey = QStringLiteral("playlist/lead_in_seconds");
const QString RecentListsKey = QStringLiteral("playlist/recent");

} // namespace

model::Micros loadLeadIn()
{
    bool ok = false;
    const double value = openStore()->value(LeadInKey, FirstLeadIn).toDouble(&ok);
    return model::fromSeconds(ok && value >= 0.0 && value <= LongestLeadIn ? value : FirstLeadIn);
}

void saveLeadIn(model::Micros leadIn) { openStore()->setValue(LeadInKey, model::seconds(leadIn)); }

QStringList loadRecentLists()
{
    QStringList paths = openStore()->value(RecentListsKey).toStringList();
    paths.removeAll(QString());
    return paths.first(std::min(paths.size(), MostRecentLists));
}

void rememberRecentList(const QString& path)
{
    QStringList paths = loadRecentLists();
    paths.removeAll(path);
    paths.prepend(path);
    openStore()->setValue(RecentListsKey, paths.first(std::min(paths.size(), MostRecentLists)));
}

void clearRecentLists() { openStore()->remove(RecentListsKey); }

} // namespace ghostline::app
