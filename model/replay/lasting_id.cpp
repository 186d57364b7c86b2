// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/lasting_id.h"

namespace ghostline::model {

QString lastingId(const ActorInfo* actor)
{
    if (actor == nullptr)
        return {};
    for (const auto& [name, value] : actor->attributes) {
        if (name == QLatin1String("uuid"))
            return value.toLower();
    }
    return {};
}

} // namespace ghostline::model
