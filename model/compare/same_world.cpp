// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/same_world.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// What is not known of either is no difference.
bool agree(const QString& a, const QString& b) { return a.isEmpty() || b.isEmpty() || a == b; }

/// A world's own number; empty when it has none, which may be written as zeros.
QString worldId(const QJsonObject& head)
{
    const QString id = head[QLatin1String("world_id")].toString();
    const bool given = std::any_of(id.begin(), id.end(), [](QChar c) { return c != u'0' && c != u'-'; });
    return given ? id : QString();
}

} // namespace

bool sameWorld(const ReplayInfo& a, const ReplayInfo& b)
{
    const QJsonObject headA = a.metadata[QLatin1String("header")].toObject();
    const QJsonObject headB = b.metadata[QLatin1String("header")].toObject();
    const QString idA = worldId(headA);
    const QString idB = worldId(headB);
    // One world may go by several names.
    const bool numbered = !idA.isEmpty() && !idB.isEmpty();
    if (numbered ? idA != idB : !agree(a.map, b.map))
        return false;
    const QLatin1StringView version{"world_version"};
    return agree(headA[version].toString(), headB[version].toString());
}

} // namespace ghostline::model
