// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/declare.h"

namespace ghostline::rts {

std::vector<model::EventKind>
describeKinds(std::span<const KindWords> words,
              const std::function<std::vector<model::EventColumn>(int)>& columnsOf)
{
    std::vector<model::EventKind> kinds(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        model::EventKind& kind = kinds[i];
        kind.id = QLatin1String(words[i].id);
        kind.name = QLatin1String(words[i].name);
        kind.major = (words[i].traits & Major) != 0;
        kind.shownByDefault = (words[i].traits & Hidden) == 0;
        kind.cue = (words[i].traits & Cue) != 0;
        kind.band = (words[i].traits & Band) != 0;
        kind.flag = (words[i].traits & Flag) != 0;
        kind.named = (words[i].traits & Named) != 0;
        kind.lane = QLatin1String(words[i].lane);
        kind.columns = columnsOf(static_cast<int>(i));
        const KindWorth& worth = words[i].highlight;
        kind.highlight.worth = worth.worth;
        kind.highlight.scaleKey = QLatin1String(worth.scaleKey);
        kind.highlight.scale = worth.scale;
        kind.highlight.rarity = worth.rarity;
        kind.highlight.rare = worth.rare;
        kind.highlight.kill = worth.kill;
        kind.highlight.tech = worth.tech;
        kind.highlight.ending = worth.ending;
    }
    return kinds;
}

model::EventColumn column(const char* key, const char* name, const char* unit, int decimals)
{
    return {QLatin1String(key), QLatin1String(name), QLatin1String(unit), decimals};
}

model::Statistic gauge(const char* id, const char* name, const char* shortName, model::ActorPropertyId actor,
                       const QString& eventKind, int eventActor)
{
    model::Statistic statistic;
    statistic.id = QLatin1String(id);
    statistic.name = QLatin1String(name);
    statistic.shortName = QLatin1String(shortName);
    statistic.actor = actor;
    statistic.eventKind = eventKind;
    statistic.eventActor = eventActor;
    statistic.counter = false;
    return statistic;
}

} // namespace ghostline::rts
