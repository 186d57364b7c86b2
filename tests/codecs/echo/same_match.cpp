// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/same_match.h"

namespace ghostline::test {

QString SameMatch::difference(const model::WorldState& a, const model::WorldState& b) const
{
    if (a.size() != b.size())
        return QStringLiteral("%1 actors, not %2").arg(b.size()).arg(a.size());
    if (const QString match = values(m_a.matchProperties, a.match, b.match); !match.isEmpty())
        return match;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::ptrdiff_t j = counterpart(a, i, b);
        const QString name = m_a.cast[model::index(a.ids[i])].name;
        if (j < 0)
            return name + QStringLiteral(" is not there");
        if (const QString text = actor(a, i, b, static_cast<std::size_t>(j)); !text.isEmpty())
            return name + QStringLiteral(": ") + text;
    }
    return {};
}

std::ptrdiff_t SameMatch::counterpart(const model::WorldState& a, std::size_t i,
                                      const model::WorldState& b) const
{
    using namespace echo::actor_property;
    for (std::size_t j = 0; j < b.size(); ++j) {
        if (m_a.cast[model::index(a.ids[i])].kind == m_b.cast[model::index(b.ids[j])].kind &&
            a.propertiesOf(i)[Slot] == b.propertiesOf(j)[Slot])
            return static_cast<std::ptrdiff_t>(j);
    }
    return -1;
}

QString SameMatch::actor(const model::WorldState& a, std::size_t i, const model::WorldState& b,
                         std::size_t j) const
{
    const auto who = [](const model::ReplayInfo& info, model::ActorId id) {
        const model::ActorInfo& actor = info.cast[model::index(id)];
        return actor.name + QString::number(actor.nativeId);
    };
    if (m_bounds.people && who(m_a, a.ids[i]) != who(m_b, b.ids[j]))
        return QStringLiteral("is somebody else");
    if (a.flags[i] != b.flags[j])
        return QStringLiteral("flags %1, not %2").arg(b.flags[j]).arg(a.flags[i]);
    if (!(glm::distance(a.positions[i], b.positions[j]) <= m_bounds.place))
        return QStringLiteral("%1 m away").arg(glm::distance(a.positions[i], b.positions[j]));
    if (!sameTurn(a.orientations[i], b.orientations[j]))
        return QStringLiteral("turned otherwise");
    if (!(static_cast<double>(glm::distance(a.velocities[i], b.velocities[j])) <= m_bounds.speed))
        return QStringLiteral("%1 m/s apart")
            .arg(static_cast<double>(glm::distance(a.velocities[i], b.velocities[j])));
    const auto x = a.bonesOf(i);
    const auto y = b.bonesOf(j);
    if (x.size() != y.size())
        return QStringLiteral("%1 bones, not %2").arg(y.size()).arg(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        const auto apart = static_cast<double>(glm::distance(x[k].position, y[k].position));
        if (!(apart <= m_bounds.place) || !sameTurn(x[k].orientation, y[k].orientation))
            return QStringLiteral("bone %1 is %2 m away").arg(k).arg(apart);
    }
    return values(m_a.actorProperties, a.propertiesOf(i), b.propertiesOf(j));
}

bool SameMatch::sameTurn(const glm::quat& a, const glm::quat& b) const
{
    if (m_bounds.turn == 0.0)
        return a == b;
    return 1.0 - std::abs(static_cast<double>(glm::dot(a, b))) <= m_bounds.turn;
}

QString SameMatch::values(const std::vector<model::PropertyInfo>& infos,
                          std::span<const model::PropertyValue> a,
                          std::span<const model::PropertyValue> b) const
{
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (m_bounds.not_.contains(infos[i].id))
            continue;
        const bool real = infos[i].type == model::PropertyType::Real && !a[i].absent() && !b[i].absent();
        bool same = false;
        if (real) {
            const double apart = std::abs(a[i].asReal() - b[i].asReal());
            same = apart <= m_bounds.number * std::max(1.0, std::abs(a[i].asReal()));
        } else {
            same = model::displayText(infos[i], a[i], *m_a.strings) ==
                   model::displayText(infos[i], b[i], *m_b.strings);
        }
        if (!same)
            return QStringLiteral("%1 is %2, not %3")
                .arg(infos[i].id, model::displayText(infos[i], b[i], *m_b.strings),
                     model::displayText(infos[i], a[i], *m_a.strings));
    }
    return {};
}

} // namespace ghostline::test
