// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/observer_rows.h"

#include "app/gui/match/figures_text.h"
#include "app/gui/match/state_value.h"
#include "model/team_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

const model::PropertyInfo* infoOf(const model::ReplayInfo& info, model::PropertyId id)
{
    const auto i = static_cast<std::size_t>(id);
    return id >= 0 && i < info.actorProperties.size() ? &info.actorProperties[i] : nullptr;
}

double numberOf(const model::ReplayInfo& info, model::PropertyId id, model::PropertyValue value)
{
    const model::PropertyInfo* property = infoOf(info, id);
    return property != nullptr ? model::numericValue(*property, value)
                               : std::numeric_limits<double>::quiet_NaN();
}

bool same(double a, double b) { return !(a < b || b < a) || (std::isnan(a) && std::isnan(b)); }

ObserverRow playerRow(const model::ReplayInfo& info, const model::ObserverPage& page, model::ActorId player,
                      const model::WorldState& state)
{
    const std::ptrdiff_t at = state.row(player);
    ObserverRow row;
    row.player = player;
    row.present = at >= 0;
    row.team = info.actor(player)->team;
    row.figures.resize(page.figures.size());
    row.timers.resize(page.figures.size());
    if (at < 0)
        return row;
    const auto in = static_cast<std::size_t>(at);
    row.team = model::teamOf(info, state, in);
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        row.figures[i] = valueOf(state, in, page.figures[i].property);
        row.timers[i] = valueOf(state, in, page.figures[i].timer);
    }
    return row;
}

/// Everybody who is busy; `player` of each is yet to be found.
std::vector<ObserverRow> busyRows(const model::ReplayInfo& info, const model::ObserverListing& listing,
                                  const model::WorldState& state)
{
    std::vector<ObserverRow> items;
    for (std::size_t at = 0; at < state.size(); ++at) {
        const model::PropertyValue what = valueOf(state, at, listing.what);
        if (what.absent() || (state.flags[at] & model::Ended) != 0)
            continue;
        ObserverRow& item = items.emplace_back();
        item.maker = state.ids[at];
        item.team = model::teamOf(info, state, at);
        item.what = what.asText();
        item.progress = numberOf(info, listing.progress, valueOf(state, at, listing.progress));
        const model::PropertyValue more = valueOf(state, at, listing.more);
        item.waiting = more.absent() ? 0 : static_cast<int>(more.asInteger());
    }
    // What is not told stands last; who was there first stands first.
    std::stable_sort(items.begin(), items.end(), [](const ObserverRow& a, const ObserverRow& b) {
        return (std::isnan(a.progress) ? -1.0 : a.progress) > (std::isnan(b.progress) ? -1.0 : b.progress);
    });
    return items;
}

} // namespace

bool ObserverRow::operator==(const ObserverRow& other) const
{
    return sameLine(other) && team == other.team && present == other.present && figures == other.figures &&
           timers == other.timers && what == other.what && same(progress, other.progress) &&
           waiting == other.waiting;
}

std::vector<model::ActorId> observedPlayers(const model::ReplayInfo& info)
{
    std::vector<model::ActorId> players;
    const auto add = [&](model::ActorId id) {
        const model::ActorInfo* actor = info.actor(id);
        if (actor != nullptr && actor->kind == model::ActorKind::Player &&
            std::find(players.begin(), players.end(), id) == players.end())
            players.push_back(id);
    };
    for (const model::PlayerCard& card : info.players)
        add(card.actor);
    for (const model::ActorInfo& actor : info.cast)
        add(actor.id);
    return players;
}

std::vector<ObserverRow> observerRows(const model::ReplayInfo& info, const model::ObserverPage& page,
                                      const std::vector<model::ActorId>& players,
                                      const model::WorldState& state)
{
    std::vector<ObserverRow> items;
    if (!page.listing.empty())
        items = busyRows(info, page.listing, state);
    std::vector<ObserverRow> rows;
    rows.reserve(players.size() + items.size());
    std::vector<int> told; // teams whose work is listed already, below the first of their players
    told.reserve(players.size());
    for (const model::ActorId player : players) {
        rows.push_back(playerRow(info, page, player, state));
        const int team = rows.back().team;
        if (team < 0 || std::find(told.begin(), told.end(), team) != told.end())
            continue;
        told.push_back(team);
        for (ObserverRow& item : items) {
            if (item.team != team)
                continue;
            item.player = player;
            rows.push_back(item);
        }
    }
    return rows;
}

QString observerText(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value, model::PropertyValue timer)
{
    const model::PropertyInfo* property = infoOf(info, figure.property);
    if (property == nullptr || value.absent())
        return figureText(nullptr, std::numeric_limits<double>::quiet_NaN());
    const bool number =
        property->type == model::PropertyType::Real || property->type == model::PropertyType::Integer;
    QString text = number ? figureText(property, model::numericValue(*property, value))
                          : model::displayText(*property, value, *info.strings);
    if (number && property->unit == QLatin1String("%"))
        text += QStringLiteral(" %");
    const double left = numberOf(info, figure.timer, timer);
    if (left > 0.0)
        text += QLatin1Char(' ') + secondsText(left);
    return text;
}

double observerValue(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value)
{
    const model::PropertyInfo* property = infoOf(info, figure.property);
    if (property == nullptr || value.absent())
        return std::numeric_limits<double>::quiet_NaN();
    return property->plottable() ? model::numericValue(*property, value)
                                 : static_cast<double>(value.asInteger());
}

} // namespace ghostline::app
