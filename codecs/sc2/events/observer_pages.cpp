// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/observer_pages.h"

#include "codecs/sc2/game/ids.h"

#include <algorithm>
#include <initializer_list>

namespace ghostline::sc2 {

namespace {

using model::Density;
using model::ObserverPage;

struct PageFigure
{
    ActorProperty property;
    const char* shortName;
    Density from = Density::Normal;
    bool spread = false;
};

ObserverPage observerPage(const char* id, const char* name, std::initializer_list<PageFigure> figures,
                          std::initializer_list<ActorProperty> graphs)
{
    ObserverPage page;
    page.id = QLatin1String(id);
    page.name = QLatin1String(name);
    page.figures.reserve(figures.size());
    for (const PageFigure& from : figures) {
        model::ObserverFigure& figure = page.figures.emplace_back();
        figure.property = sc2::id(from.property);
        figure.shortName = QLatin1String(from.shortName);
        figure.from = from.from;
        figure.spread = from.spread;
    }
    page.graphs.reserve(graphs.size());
    for (const ActorProperty graph : graphs)
        page.graphs.push_back(sc2::id(graph));
    return page;
}

ObserverPage armyPage()
{
    using enum ActorProperty;
    ObserverPage page = observerPage("army", "Army",
                                     {{ArmyValue, "Army", Density::Compact, true},
                                      {SupplyUsed, "Supply", Density::Compact},
                                      {ResourcesKilled, "Killed", Density::Normal, true},
                                      {ResourcesLost, "Lost", Density::Normal, true}},
                                     {ArmyValue, SupplyUsed, ResourcesKilled, ResourcesLost});
    page.census = true;
    return page;
}

/// The reports say of what is being made only what it costs; buildings and warp-ins are in the picture, too.
ObserverPage productionPage()
{
    using enum ActorProperty;
    ObserverPage page = observerPage("production", "Production",
                                     {{InProduction, "In production", Density::Compact, true},
                                      {Upgrades, "Upgrades"},
                                      {Bases, "Bases"},
                                      {LastCommand, "Last command", Density::Full}},
                                     {InProduction, Upgrades, Bases});
    page.listing.what = sc2::id(UnderConstruction);
    page.listing.progress = sc2::id(Progress);
    return page;
}

ObserverPage economyPage()
{
    using enum ActorProperty;
    return observerPage("economy", "Economy",
                        {{Income, "Income", Density::Compact, true},
                         {Unspent, "Unspent", Density::Compact},
                         {Workers, "Workers", Density::Normal, true},
                         {Minerals, "Minerals"},
                         {Vespene, "Vespene"},
                         {MineralsRate, "Minerals income", Density::Full},
                         {VespeneRate, "Vespene income", Density::Full}},
                        {Income, Unspent, Workers, Minerals, Vespene});
}

ObserverPage supplyPage()
{
    using enum ActorProperty;
    return observerPage("supply", "Supply",
                        {{SupplyUsed, "Supply used", Density::Compact, true},
                         {SupplyMade, "Supply made", Density::Compact},
                         {SupplyBlocked, "Supply blocked"}},
                        {SupplyUsed, SupplyMade});
}

ObserverPage scorePage()
{
    using enum ActorProperty;
    return observerPage("score", "Score",
                        {{ResourcesKilled, "Killed", Density::Compact, true},
                         {ResourcesLost, "Lost", Density::Compact, true},
                         {ArmyValue, "Army", Density::Normal, true},
                         {Upgrades, "Upgrades", Density::Full},
                         {Bases, "Bases", Density::Full}},
                        {ResourcesKilled, ResourcesLost, ArmyValue});
}

ObserverPage actionsPage()
{
    using enum ActorProperty;
    return observerPage("apm", "APM",
                        {{Apm, "APM", Density::Compact, true},
                         {Epm, "EPM", Density::Normal, true},
                         {Screens, "Screens", Density::Full},
                         {Groups, "Control groups", Density::Full}},
                        {Apm, Epm, Screens, Groups});
}

} // namespace

std::vector<ObserverPage> observerPages(const ReplayData& data)
{
    std::vector<ObserverPage> pages;
    if (data.hasTracker)
        pages = {armyPage(), productionPage(), economyPage(), supplyPage(), scorePage()};
    if (std::ranges::any_of(data.actions.rates, [](const auto& of) { return !of.empty(); }))
        pages.push_back(actionsPage());
    return pages;
}

} // namespace ghostline::sc2
