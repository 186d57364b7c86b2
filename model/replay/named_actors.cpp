// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/named_actors.h"

#include <algorithm>

namespace ghostline::model {

std::vector<ActorId> actorsNamed(const QString& text, const ReplayInfo& info)
{
    const QLatin1String native("native:");
    std::vector<ActorId> found;
    const auto addWhere = [&](auto fits) {
        for (const ActorInfo& actor : info.cast) {
            if (fits(actor))
                found.push_back(actor.id);
        }
        return !found.empty();
    };
    if (text.isEmpty())
        return found;
    if (text.startsWith(native) && addWhere([&](const ActorInfo& actor) {
            return QString::number(actor.nativeId) == text.sliced(native.size());
        }))
        return found;
    bool isNumber = false;
    const uint number = text.toUInt(&isNumber);
    if (isNumber) {
        if (number < info.cast.size())
            found.push_back(info.cast[number].id);
        return found;
    }
    // A whole name means just that; a part of one, everybody who has it.
    if (!addWhere([&](const ActorInfo& actor) { return actor.name.compare(text, Qt::CaseInsensitive) == 0; }))
        addWhere([&](const ActorInfo& actor) { return actor.name.contains(text, Qt::CaseInsensitive); });
    return found;
}

ActorId actorNamed(const QString& text, const ReplayInfo& info, const WorldState& state)
{
    const std::vector<ActorId> found = actorsNamed(text, info);
    const auto there = std::ranges::find_if(found, [&state](ActorId id) { return state.row(id) >= 0; });
    if (there != found.end())
        return *there;
    return found.empty() ? ActorId::None : found.front();
}

} // namespace ghostline::model
