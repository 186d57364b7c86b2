// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/observer_rows.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/replay_words.h"
#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

bool same(double a, double b) { return !(a < b || b < a) || (std::isnan(a) && std::isnan(b)); }

void readPlayer(const model::ReplayInfo& info, const model::ObserverPage& page, model::ActorId player,
                const model::WorldState& state, ObserverRow& row)
{
    const std::ptrdiff_t at = state.row(player);
    row.player = player;
    row.present = at >= 0;
    row.team = info.actor(player)->team;
    row.figures.assign(page.figures.size(), {});
    row.timers.assign(page.figures.size(), {});
    if (at < 0)
        return;
    const auto in = static_cast<std::size_t>(at);
    row.team = model::teamOf(info, state, in);
    for (std::size_t i = 0; i < page.figures.size(); ++i) {
        row.figures[i] = state.value(in, page.figures[i].property);
        row.timers[i] = state.value(in, page.figures[i].timer);
    }
}

/// Everybody who is busy and whose team has a player.
void readBusy(const model::ReplayInfo& info, const model::ObserverListing& listing,
              const model::WorldState& state, ObserverLines& lines)
{
    for (std::size_t at = 0; at < state.size(); ++at) {
        const model::PropertyValue what = state.value(at, listing.what);
        if (what.absent() || (state.flags[at] & model::Ended) != 0)
            continue;
        const int team = model::teamOf(info, state, at);
        const auto first = std::find_if(lines.players.begin(), lines.players.end(),
                                        [team](const ObserverRow& row) { return row.team == team; });
        if (team < 0 || first == lines.players.end())
            continue;
        ObserverRow& item = lines.items.emplace_back();
        item.player = first->player;
        item.maker = state.ids[at];
        item.team = team;
        item.what = what.asText();
        item.progress = info.number(listing.progress, state.value(at, listing.progress));
        const model::PropertyValue more = state.value(at, listing.more);
        item.waiting = more.absent() ? 0 : static_cast<int>(more.asInteger());
    }
    // What is not told stands last; who was there first stands first.
    std::stable_sort(lines.items.begin(), lines.items.end(), [](const ObserverRow& a, const ObserverRow& b) {
        return (std::isnan(a.progress) ? -1.0 : a.progress) > (std::isnan(b.progress) ? -1.0 : b.progress);
    });
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

void readObserverLines(const model::ReplayInfo& info, const model::ObserverPage& page,
                       const std::vector<model::ActorId>& players, const model::WorldState& state,
                       ObserverLines& lines)
{
    lines.players.resize(players.size());
    for (std::size_t i = 0; i < players.size(); ++i)
        readPlayer(info, page, players[i], state, lines.players[i]);
    lines.items.clear();
    if (!page.listing.empty())
        readBusy(info, page.listing, state, lines);
}

QString observerText(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value, model::PropertyValue timer)
{
    const model::PropertyInfo* property = info.property(figure.property);
    if (property == nullptr || value.absent())
        return figureText(nullptr, std::numeric_limits<double>::quiet_NaN());
    const bool number =
        property->type == model::PropertyType::Real || property->type == model::PropertyType::Integer;
    QString text = number ? figureText(property, model::numericValue(*property, value))
                          : shownValue(*property, value, *info.strings);
    if (number && property->unit == QLatin1String("%"))
        text += QStringLiteral(" %");
    const double left = info.number(figure.timer, timer);
    if (left > 0.0)
        text += QLatin1Char(' ') + secondsText(left);
    return text;
}

double observerValue(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value)
{
    const model::PropertyInfo* property = info.property(figure.property);
    if (property == nullptr || value.absent())
        return std::numeric_limits<double>::quiet_NaN();
    return property->plottable() ? model::numericValue(*property, value)
                                 : static_cast<double>(value.asInteger());
}

} // namespace ghostline::app
