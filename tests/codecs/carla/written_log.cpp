// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/carla/written_log.h"

namespace ghostline::test {

QByteArray logBytes(const QString& path)
{
    QFile file(path);
    return !path.isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray logNamed(const QString& name)
{
    TrafficOptions options{.vehicles = 12, .walkers = 4, .lights = 8, .seconds = 7.0, .crashAt = 0.0};
    if (name == QLatin1String("traffic"))
        return trafficLog(options);
    if (name == QLatin1String("traffic-ue5")) {
        options.doubles = true;
        options.doorsFirst = true;
        return trafficLog(options);
    }
    return logBytes(test::sharedData(QStringLiteral("carla/") + name));
}

QString difference(const model::ReplaySource& a, FrameNumber f, const model::ReplaySource& b, FrameNumber g)
{
    const auto ia = a.index();
    const auto ib = b.index();
    const model::WorldState sa = test::stateAt(a, {f, 0.0});
    const model::WorldState sb = test::stateAt(b, {g, 0.0});
    const model::WorldState before = g == 1 ? test::stateAt(a, {f - 1, 0.0}) : model::WorldState{};
    if (sa.size() != sb.size())
        return QStringLiteral("%1 actors, %2").arg(sa.size()).arg(sb.size());
    std::map<std::int64_t, std::size_t> rows;
    for (std::size_t row = 0; row < sb.size(); ++row)
        rows[ib->info->actor(sb.ids[row])->nativeId] = row;
    for (std::size_t row = 0; row < sa.size(); ++row) {
        const model::ActorInfo& actor = *ia->info->actor(sa.ids[row]);
        const QString who = QStringLiteral("%1 (%2): ").arg(actor.nativeId).arg(actor.name);
        const auto found = rows.find(actor.nativeId);
        if (found == rows.end())
            return who + QStringLiteral("missing");
        const std::size_t other = found->second;
        const model::ActorInfo& twin = *ib->info->actor(sb.ids[other]);
        if (twin.nativeType != actor.nativeType || twin.kind != actor.kind || twin.boxHalf != actor.boxHalf ||
            twin.attributes != actor.attributes)
            return who + QStringLiteral("described otherwise");
        if (glm::distance(sa.positions[row], sb.positions[other]) > 1e-4)
            return who + QStringLiteral("is elsewhere");
        if (std::abs(glm::dot(sa.orientations[row], sb.orientations[other])) < 1.0F - 1e-6F)
            return who + QStringLiteral("looks elsewhere");
        // The first frame of a trimmed log knows nothing of the frame before, and when it has no place of its
        // own, the second one does not know how old the first one's is.
        const bool knowsWay =
            g > 1 || (g == 1 && before.provenance[static_cast<std::size_t>(std::max<std::ptrdiff_t>(
                                    0, before.row(sa.ids[row])))] == model::Provenance::Exact);
        if (knowsWay || f == g) {
            if (glm::distance(sa.velocities[row], sb.velocities[other]) > 1e-3F)
                return who + QStringLiteral("moves otherwise");
            if (sa.flags[row] != sb.flags[other])
                return who + QStringLiteral("flags differ");
        }
        if ((sa.flags[row] & model::Hidden) != (sb.flags[other] & model::Hidden))
            return who + QStringLiteral("hidden in one only");
        for (std::size_t p = 0; p < sa.propertyCount; ++p) {
            if (sa.propertiesOf(row)[p] != sb.propertiesOf(other)[p])
                return who + ia->info->actorProperties[p].id;
        }
        const auto bones = sa.bonesOf(row);
        const auto twins = sb.bonesOf(other);
        if (bones.size() != twins.size())
            return who + QStringLiteral("bones");
        for (std::size_t k = 0; k < bones.size(); ++k) {
            if (glm::distance(bones[k].position, twins[k].position) > 1e-3F)
                return who + QStringLiteral("bone %1").arg(k);
        }
    }
    for (std::size_t m = 0; m < sa.match.size(); ++m) {
        const bool numbered = m == match_property::FrameId || m == match_property::FrameDuration;
        if (!numbered && sa.match[m] != sb.match[m])
            return ia->info->matchProperties[m].id;
    }
    return {};
}

} // namespace ghostline::test
