// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/fights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ghostline::sc2 {

namespace {

constexpr int MapCells = 256;

/// Neighbours are looked for among the latest points of the squares around: however many losses a file
/// claims, each is compared with a bounded number of others.
constexpr int SquareCells = 10;
constexpr int Squares = MapCells / SquareCells + 1;
constexpr int Reach = 2; ///< squares: FightCells / SquareCells
constexpr std::size_t Remembered = 16;
constexpr float LeastRadius = 3.0F;
constexpr double MostOfIt = 0.9;

constexpr int DamageSquareCells = 8;
constexpr int DamageSquares = MapCells / DamageSquareCells;

int squareOf(float cell, int size, int count)
{
    // Clamped before it becomes a number of cells: a damaged file may place things anywhere.
    return std::min(static_cast<int>(std::clamp(cell, 0.0F, static_cast<float>(MapCells))) / size, count - 1);
}

struct Point
{
    std::uint32_t loop = 0;
    float x = 0.0F;
    float y = 0.0F;
    bool damage = false;
};

/// Union-find over points: those that hang together have the same root.
class UnionFind
{
public:
    explicit UnionFind(const std::vector<Point>& points)
        : m_points(points), m_parent(points.size()), m_squares(static_cast<std::size_t>(Squares) * Squares)
    {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
        for (std::size_t i = 0; i < points.size(); ++i)
            link(static_cast<std::uint32_t>(i));
    }

    std::uint32_t root(std::uint32_t i)
    {
        while (m_parent[i] != i) {
            m_parent[i] = m_parent[m_parent[i]];
            i = m_parent[i];
        }
        return i;
    }

private:
    struct Square
    {
        std::array<std::uint32_t, Remembered> latest{};
        std::size_t count = 0; ///< of all points that ever fell into it
    };

    void link(std::uint32_t i)
    {
        const Point& point = m_points[i];
        const int sx = squareOf(point.x, SquareCells, Squares);
        const int sy = squareOf(point.y, SquareCells, Squares);
        for (int y = std::max(0, sy - Reach); y <= std::min(Squares - 1, sy + Reach); ++y) {
            for (int x = std::max(0, sx - Reach); x <= std::min(Squares - 1, sx + Reach); ++x)
                linkWith(i, square(x, y));
        }
        Square& own = square(sx, sy);
        own.latest[own.count++ % Remembered] = i;
    }

    void linkWith(std::uint32_t i, const Square& around)
    {
        const Point& point = m_points[i];
        for (std::size_t k = 0; k < std::min(around.count, Remembered); ++k) {
            const Point& other = m_points[around.latest[k]];
            const float reach = point.damage || other.damage ? DamageCells : FightCells;
            const float dx = point.x - other.x;
            const float dy = point.y - other.y;
            if (point.loop - other.loop > FightLoops || dx * dx + dy * dy > reach * reach)
                continue;
            const std::uint32_t a = root(i);
            const std::uint32_t b = root(around.latest[k]);
            m_parent[std::max(a, b)] = std::min(a, b); // the root is the earliest point
        }
    }

    Square& square(int x, int y)
    {
        return m_squares[static_cast<std::size_t>(y) * Squares + static_cast<std::size_t>(x)];
    }

    const std::vector<Point>& m_points;
    std::vector<std::uint32_t> m_parent;
    std::vector<Square> m_squares;
};

void locate(Fight& fight, std::span<const Loss> losses)
{
    double weight = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (const std::uint32_t i : fight.losses) {
        weight += losses[i].worth;
        x += losses[i].worth * static_cast<double>(losses[i].x);
        y += losses[i].worth * static_cast<double>(losses[i].y);
    }
    fight.x = static_cast<float>(x / weight);
    fight.y = static_cast<float>(y / weight);
    // Nearest first, until most of it is inside: one scout on the way there does not widen the fight.
    std::vector<std::pair<float, int>> byDistance;
    byDistance.reserve(fight.losses.size());
    for (const std::uint32_t i : fight.losses)
        byDistance.emplace_back(std::hypot(losses[i].x - fight.x, losses[i].y - fight.y), losses[i].worth);
    std::sort(byDistance.begin(), byDistance.end());
    double inside = 0.0;
    for (const auto& [distance, worth] : byDistance) {
        if (inside >= MostOfIt * weight)
            break;
        inside += worth;
        fight.radius = distance;
    }
    fight.radius = std::max(fight.radius, LeastRadius);
}

bool counts(const Fight& fight, std::span<const Loss> losses)
{
    std::int64_t value = 0;
    bool enemy = false;
    for (const std::uint32_t i : fight.losses) {
        value += losses[i].worth;
        enemy = enemy || losses[i].byEnemy;
    }
    return enemy && value > 0 && (value >= FightValue || fight.losses.size() >= FightLosses);
}

/// One report per unit and side in a square of the map at one loop.
struct Hurt
{
    std::uint32_t loop = 0;
    std::uint16_t square = 0;
    std::uint32_t side = 0; ///< a bit
    float x = 0.0F;
    float y = 0.0F;
};

/// The same place gathered from all of them.
struct Gathered
{
    std::uint32_t sides = 0;
    std::uint32_t count = 0;
    float x = 0.0F; ///< sums
    float y = 0.0F;
};

std::vector<Hurt> findHurt(const EventWriter& writer)
{
    const UnitLives& lives = writer.data().lives;
    std::vector<Hurt> hurt;
    hurt.reserve(writer.data().tracker.positions.size());
    for (const UnitLife& life : lives.lives) {
        if (life.reportCount < 2 || life.ownerCount == 0 || life.revealed)
            continue;
        const int control = lives.ownersOf(life).back().control;
        if (control <= 0)
            continue;
        const int owner = writer.participantOf(control);
        const int team = owner == Nobody ? 31 : writer.players()[static_cast<std::size_t>(owner)].team;
        const std::uint32_t side = 1U << static_cast<unsigned>(std::clamp(team, 0, 31));
        for (const Report& report : lives.reportsOf(life)) {
            // Birth and death are places too, but no damage.
            if (report.loop == 0 || report.loop == life.first || report.loop == life.end)
                continue;
            const int square = squareOf(report.y, DamageSquareCells, DamageSquares) * DamageSquares +
                               squareOf(report.x, DamageSquareCells, DamageSquares);
            hurt.push_back({report.loop, static_cast<std::uint16_t>(square), side, report.x, report.y});
        }
    }
    std::sort(hurt.begin(), hurt.end(), [](const Hurt& a, const Hurt& b) {
        return a.loop != b.loop ? a.loop < b.loop : a.square < b.square;
    });
    return hurt;
}

std::uint32_t sidesAround(const std::vector<Gathered>& squares, int square)
{
    const int cx = square % DamageSquares;
    const int cy = square / DamageSquares;
    std::uint32_t sides = 0;
    for (int y = std::max(0, cy - 1); y <= std::min(DamageSquares - 1, cy + 1); ++y) {
        for (int x = std::max(0, cx - 1); x <= std::min(DamageSquares - 1, cx + 1); ++x)
            sides |= squares[static_cast<std::size_t>(y) * DamageSquares + static_cast<std::size_t>(x)].sides;
    }
    return sides;
}

} // namespace

std::vector<Damage> findDamage(const EventWriter& writer)
{
    const std::vector<Hurt> hurt = findHurt(writer);
    std::vector<Damage> damage;
    std::vector<Gathered> squares(static_cast<std::size_t>(DamageSquares) * DamageSquares);
    for (std::size_t first = 0; first < hurt.size();) {
        std::size_t end = first;
        for (; end < hurt.size() && hurt[end].loop == hurt[first].loop; ++end) {
            Gathered& here = squares[hurt[end].square];
            here.sides |= hurt[end].side;
            here.count += 1;
            here.x += hurt[end].x;
            here.y += hurt[end].y;
        }
        for (std::size_t i = first; i < end; ++i) {
            if (i > first && hurt[i].square == hurt[i - 1].square)
                continue;
            const std::uint32_t sides = sidesAround(squares, hurt[i].square);
            const Gathered& here = squares[hurt[i].square];
            const auto count = static_cast<float>(here.count);
            if ((sides & (sides - 1)) != 0) // more than one
                damage.push_back({hurt[i].loop, here.x / count, here.y / count});
        }
        for (std::size_t i = first; i < end; ++i)
            squares[hurt[i].square] = {};
        first = end;
    }
    return damage;
}

std::vector<Fight> findFights(std::span<const Loss> losses, std::span<const Damage> damage)
{
    std::vector<Point> points;
    std::vector<std::uint32_t> lossAt; // by point; the number of losses for a report of damage
    points.reserve(losses.size() + damage.size());
    lossAt.reserve(losses.size() + damage.size());
    const auto none = static_cast<std::uint32_t>(losses.size());
    for (std::size_t l = 0, d = 0; l < losses.size() || d < damage.size();) {
        const bool loss = d == damage.size() || (l < losses.size() && losses[l].loop <= damage[d].loop);
        lossAt.push_back(loss ? static_cast<std::uint32_t>(l) : none);
        if (loss) {
            points.push_back({losses[l].loop, losses[l].x, losses[l].y, false});
            ++l;
        } else {
            points.push_back({damage[d].loop, damage[d].x, damage[d].y, true});
            ++d;
        }
    }
    UnionFind groups(points);
    std::vector<Fight> all;
    std::vector<std::uint32_t> fightOf(points.size(), 0); // by root
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto at = static_cast<std::uint32_t>(i);
        const std::uint32_t root = groups.root(at);
        if (root == at) { // the earliest of its group, so it comes first
            fightOf[i] = static_cast<std::uint32_t>(all.size());
            all.emplace_back().first = points[i].loop;
        }
        Fight& fight = all[fightOf[root]];
        fight.last = points[i].loop;
        if (lossAt[i] != none)
            fight.losses.push_back(lossAt[i]);
    }
    std::erase_if(all, [&](const Fight& fight) { return !counts(fight, losses); });
    for (Fight& fight : all)
        locate(fight, losses);
    return all;
}

// How a fight is told: who lost what, and who came out better.

namespace {

/// Traded value from which a fight weighs more in the event list.
constexpr std::array<int, 3> Severities{500, 1500, 4000};
/// Whoever lost less than this part of what the other lost came out better.
constexpr double ClearlyLess = 0.9;
/// An army is wiped out when it was one at all, and hardly anything is left of it.
constexpr std::int64_t LeastArmy = 1000;
constexpr double WipedShare = 0.8;
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
    std::int64_t army = 0;            ///< of what was lost
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
QString winnerOf(const EventWriter& writer, const std::vector<Share>& shares)
{
    std::map<int, std::int64_t> lostBySide;
    std::map<int, QStringList> names;
    for (std::size_t p = 0; p < shares.size(); ++p) {
        if (!shares[p].part())
            continue;
        const Participant& player = writer.players()[p];
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

/// Whether somebody lost about all of the army that the last report before the fight counted.
bool wiped(const EventWriter& writer, std::size_t participant, const Share& share, std::uint32_t begin)
{
    std::int64_t before = 0;
    for (const TrackedStats* stats : writer.statsOf(participant)) {
        if (stats->loop > begin)
            break;
        before = std::int64_t{(*stats)[Stat::MineralsUsedArmy]} + (*stats)[Stat::VespeneUsedArmy];
    }
    return before >= LeastArmy && static_cast<double>(share.army) >= WipedShare * static_cast<double>(before);
}

void write(EventWriter& writer, const Fight& fight, std::span<const Loss> losses)
{
    std::vector<Share> shares(writer.players().size());
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
            const UnitType* const type = writer.facts(loss.type).type;
            own.army += type != nullptr && isArmy(type->unitClass) ? loss.worth : 0;
            Units& units = own.units[writer.facts(loss.type).plain];
            ++units.count;
            units.worth += loss.worth;
        }
        if (loss.byEnemy && loss.killer != Nobody)
            shares[static_cast<std::size_t>(loss.killer)].killed += loss.worth;
    }
    std::vector<Sentence> parts;
    model::Event& event = writer.add(DerivedKind::Fight, fight.first, {});
    for (std::size_t p = 0; p < shares.size(); ++p) {
        const Share& share = shares[p];
        if (share.part()) {
            writer.actor(event, static_cast<int>(p));
            if (share.lost > 0)
                event.losses.push_back({event.actors.back(), static_cast<double>(share.lost)});
            const Sentence lost =
                share.lost > 0 ? groupedFigure(share.lost) : Sentence::of(QStringLiteral("nothing"));
            parts.push_back(
                Sentence::of(parts.empty() ? QStringLiteral("%1 lost %2") : QStringLiteral("%1 %2"),
                             {writer.players()[p].name, lost}));
        }
        event.data[participantKey("lost", p)] = static_cast<qint64>(share.lost);
        event.data[participantKey("killed", p)] = static_cast<qint64>(share.killed);
        if (!share.units.empty())
            event.data[participantKey("units", p)] = unitsText(share);
    }
    if (others > 0) {
        parts.push_back(Sentence::of(QStringLiteral("others %1"), {groupedFigure(others)}));
        event.data[QLatin1String("lost_others")] = static_cast<qint64>(others);
        event.losses.push_back({model::ActorId::None, static_cast<double>(others)});
    }
    event.say(Sentence::of(QStringLiteral("Fight: %1"), {Sentence::chain(parts)}));
    event.data[QLatin1String("value")] = static_cast<qint64>(value);
    event.data[QLatin1String("deaths")] = static_cast<int>(fight.losses.size());
    if (const QString winner = winnerOf(writer, shares); !winner.isEmpty())
        event.data[QLatin1String("winner")] = winner;
    for (std::size_t p = 0; p < shares.size(); ++p) {
        if (wiped(writer, p, shares[p], fight.first))
            event.rare = model::Rare::ArmyWipe;
    }
    for (const int limit : Severities)
        event.severity += value >= limit ? 1 : 0;
    EventWriter::place(event, fight.x, fight.y, fight.radius);
    writer.last(event, std::max(fight.last, fight.first + LeastLoops));
    event.data[QLatin1String("seconds")] = model::seconds(event.length);
}

} // namespace

void writeFights(EventWriter& writer, std::span<const Loss> losses)
{
    const std::vector<Damage> damage = findDamage(writer);
    for (const Fight& fight : findFights(losses, damage))
        write(writer, fight, losses);
}

} // namespace ghostline::sc2
