// SPDX-License-Identifier: GPL-3.0-or-later
// How a fight is told: who lost what, and who came out better.
#include "codecs/sc2/events/fights.h"

#include <algorithm>
#include <map>

namespace ghostline::sc2 {

namespace {

/// Traded value from which a fight weighs more in the event list.
constexpr std::array<int, 3> Severities{500, 1500, 4000};
/// Whoever lost less than this part of what the other lost came out better.
constexpr double ClearlyLess = 0.9;
/// A fight lasts at least as long as one can see its band.
constexpr std::uint32_t LeastLoops = 22;

struct Units
{
    int count = 0;
    std::int64_t worth = 0;
};

/// What one participant has of a fight.
struct Share
{
    std::int64_t lost = 0;
    std::int64_t killed = 0;
    std::map<QString, Units> units{}; ///< lost, by name
    bool part() const { return lost > 0 || killed > 0; }
};

/// "12 Marine, 3 Medivac": what cost most first.
QString unitsText(const Share& share)
{
    std::vector<std::pair<std::int64_t, QString>> byWorth;
    byWorth.reserve(share.units.size());
    for (const auto& [name, units] : share.units)
        byWorth.emplace_back(-units.worth, name);
    std::sort(byWorth.begin(), byWorth.end());
    QString text;
    for (const auto& [worth, name] : byWorth) {
        if (!text.isEmpty())
            text += QLatin1String(", ");
        text += QString::number(share.units.at(name).count) + u' ' + name;
    }
    return text;
}

/// The side that lost less, by name of its members; empty when only one took part.
QString winnerOf(const StoryWriter& story, const std::vector<Share>& shares)
{
    std::map<int, std::int64_t> lostBySide;
    std::map<int, QStringList> names;
    for (std::size_t p = 0; p < shares.size(); ++p) {
        if (!shares[p].part())
            continue;
        const Participant& player = story.players()[p];
        lostBySide[player.team] += shares[p].lost;
        names[player.team] << player.name;
    }
    if (lostBySide.size() < 2)
        return {};
    const auto least = std::min_element(lostBySide.begin(), lostBySide.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [side, lost] : lostBySide) {
        if (side != least->first &&
            static_cast<double>(least->second) > ClearlyLess * static_cast<double>(lost))
            return QStringLiteral("even");
    }
    return joined(names[least->first]);
}

void tell(StoryWriter& story, const Fight& fight, std::span<const Loss> losses)
{
    std::vector<Share> shares(story.players().size());
    std::int64_t value = 0;
    std::int64_t others = 0; // lost by somebody who is no participant
    for (const std::uint32_t i : fight.losses) {
        const Loss& loss = losses[i];
        value += loss.worth;
        if (loss.owner == Nobody) {
            others += loss.worth;
        } else {
            Share& own = shares[static_cast<std::size_t>(loss.owner)];
            own.lost += loss.worth;
            Units& units = own.units[story.facts(loss.type).plain];
            ++units.count;
            units.worth += loss.worth;
        }
        if (loss.byEnemy && loss.killer != Nobody)
            shares[static_cast<std::size_t>(loss.killer)].killed += loss.worth;
    }
    QStringList parts;
    model::Event& event = story.add(StoryKind::Fight, fight.first, {});
    for (std::size_t p = 0; p < shares.size(); ++p) {
        const Share& share = shares[p];
        if (share.part()) {
            story.actor(event, static_cast<int>(p));
            const QString lost = share.lost > 0 ? grouped(share.lost) : QStringLiteral("nothing");
            parts << QStringLiteral("%1 %2%3").arg(
                story.players()[p].name, parts.isEmpty() ? QStringLiteral("lost ") : QString(), lost);
        }
        event.data[participantKey("lost", p)] = static_cast<qint64>(share.lost);
        event.data[participantKey("killed", p)] = static_cast<qint64>(share.killed);
        if (!share.units.empty())
            event.data[participantKey("units", p)] = unitsText(share);
    }
    if (others > 0) {
        parts << QStringLiteral("others %1").arg(grouped(others));
        event.data[QLatin1String("lost_others")] = static_cast<qint64>(others);
    }
    event.text = QStringLiteral("Fight: %1").arg(parts.join(QStringLiteral(", ")));
    event.data[QLatin1String("value")] = static_cast<qint64>(value);
    event.data[QLatin1String("deaths")] = static_cast<int>(fight.losses.size());
    if (const QString winner = winnerOf(story, shares); !winner.isEmpty())
        event.data[QLatin1String("winner")] = winner;
    for (const int limit : Severities)
        event.severity += value >= limit ? 1 : 0;
    StoryWriter::place(event, fight.x, fight.y, fight.radius);
    story.last(event, std::max(fight.last, fight.first + LeastLoops));
    event.data[QLatin1String("seconds")] = model::seconds(event.length);
}

} // namespace

void tellFights(StoryWriter& story, std::span<const Loss> losses)
{
    const std::vector<Damage> damage = findDamage(story);
    for (const Fight& fight : findFights(losses, damage))
        tell(story, fight, losses);
}

} // namespace ghostline::sc2
