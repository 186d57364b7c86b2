// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/replay/bone_owner.h"

#include "codecs/echo/frame/limits.h"

#include <algorithm>

namespace ghostline::echo {

namespace {

/// Hands no further from their bones than this, on average, are as good as certain; metres.
constexpr float NearHands = 0.2F;
/// Bones further away than this fit nobody.
constexpr double FarHands = 0.4;

float between(const glm::vec3& a, const glm::vec3& b)
{
    const float d = glm::distance(a, b);
    return std::isfinite(d) ? d : 1e6F;
}

/// How far the hands' bones are from the hands, whichever way round they are; metres for each hand.
float handDistance(const PlayerFrame& player, const BoneSet& set)
{
    const glm::vec3 a = boneInWorld(player, set.bones[HandBones.left]);
    const glm::vec3 b = boneInWorld(player, set.bones[HandBones.right]);
    const glm::vec3& left = player.part(Part::LeftHand).position;
    const glm::vec3& right = player.part(Part::RightHand).position;
    return 0.5F * std::min(between(a, left) + between(b, right), between(b, left) + between(a, right));
}

/// Cheapest assignment of rows to columns (rows <= columns), after Kuhn and Munkres with potentials.
class Assignment
{
public:
    Assignment(std::size_t rows, std::size_t columns) : m_rows(rows), m_columns(columns)
    {
        m_cost.resize(rows * columns);
    }
    float& cost(std::size_t row, std::size_t column) { return m_cost[row * m_columns + column]; }
    std::vector<std::size_t> solve();

private:
    void augment(std::size_t row);

    std::size_t m_rows;
    std::size_t m_columns;
    std::vector<float> m_cost;
    std::vector<float> m_u, m_v;
    std::vector<std::size_t> m_rowOf; ///< by column + 1; 0 = free
};

void Assignment::augment(std::size_t row)
{
    std::vector<float> least(m_columns + 1, std::numeric_limits<float>::max());
    std::vector<std::size_t> way(m_columns + 1, 0);
    std::vector<bool> used(m_columns + 1, false);
    m_rowOf[0] = row;
    std::size_t column = 0;
    do {
        used[column] = true;
        const std::size_t at = m_rowOf[column];
        float delta = std::numeric_limits<float>::max();
        std::size_t next = 0;
        for (std::size_t j = 1; j <= m_columns; ++j) {
            if (used[j])
                continue;
            const float reduced = cost(at - 1, j - 1) - m_u[at] - m_v[j];
            if (reduced < least[j]) {
                least[j] = reduced;
                way[j] = column;
            }
            if (least[j] < delta) {
                delta = least[j];
                next = j;
            }
        }
        for (std::size_t j = 0; j <= m_columns; ++j) {
            if (used[j]) {
                m_u[m_rowOf[j]] += delta;
                m_v[j] -= delta;
            } else {
                least[j] -= delta;
            }
        }
        column = next;
    } while (m_rowOf[column] != 0);
    while (column != 0) {
        m_rowOf[column] = m_rowOf[way[column]];
        column = way[column];
    }
}

std::vector<std::size_t> Assignment::solve()
{
    m_u.assign(m_rows + 1, 0.0F);
    m_v.assign(m_columns + 1, 0.0F);
    m_rowOf.assign(m_columns + 1, 0);
    for (std::size_t row = 1; row <= m_rows; ++row)
        augment(row);
    std::vector<std::size_t> columnOf(m_rows, 0);
    for (std::size_t j = 1; j <= m_columns; ++j) {
        if (m_rowOf[j] != 0)
            columnOf[m_rowOf[j] - 1] = j - 1;
    }
    return columnOf;
}

/// Sets that say no slot, among players who have none yet.
void matchByHands(std::span<const PlayerFrame> players, std::span<const BoneSet> bones,
                  const std::vector<std::size_t>& sets, const std::vector<std::size_t>& people,
                  std::vector<std::int16_t>& owners)
{
    const auto give = [&](std::size_t person, std::size_t set) {
        owners[people[person]] = static_cast<std::int16_t>(sets[set]);
    };
    const std::size_t both = std::min(sets.size(), people.size());
    float listed = 0.0F;
    for (std::size_t i = 0; i < both; ++i)
        listed += handDistance(players[people[i]], bones[sets[i]]);
    const bool plain = sets.size() == people.size() && listed <= NearHands * static_cast<float>(both);
    if (plain || both == 0 || std::max(sets.size(), people.size()) > MaxMatchedPlayers) {
        for (std::size_t i = 0; i < both; ++i)
            give(i, i);
        return;
    }
    const bool setsFewer = sets.size() <= people.size();
    const std::size_t rows = both;
    Assignment best(rows, std::max(sets.size(), people.size()));
    for (std::size_t p = 0; p < people.size(); ++p) {
        for (std::size_t s = 0; s < sets.size(); ++s)
            (setsFewer ? best.cost(s, p) : best.cost(p, s)) =
                handDistance(players[people[p]], bones[sets[s]]);
    }
    const std::vector<std::size_t> columns = best.solve();
    float found = 0.0F;
    for (std::size_t row = 0; row < rows; ++row)
        found += best.cost(row, columns[row]);
    // Poses that fit nobody say nothing: the order of the list stands.
    if (found > 0.7F * listed || found > static_cast<float>(FarHands) * static_cast<float>(both)) {
        for (std::size_t i = 0; i < both; ++i)
            give(i, i);
        return;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (setsFewer)
            give(columns[row], row);
        else
            give(row, columns[row]);
    }
}

} // namespace

glm::vec3 boneInWorld(const PlayerFrame& player, const Bone& bone)
{
    const PartPose& body = player.part(Part::Body);
    return body.position + body.orientation * bone.position;
}

void findBoneOwners(std::span<const PlayerFrame> players, std::span<const BoneSet> bones,
                    std::vector<std::int16_t>& owners)
{
    owners.assign(players.size(), -1);
    std::vector<std::size_t> sets;
    for (std::size_t s = 0; s < bones.size(); ++s) {
        if (bones[s].slot < 0) {
            sets.push_back(s);
            continue;
        }
        const auto it = std::find_if(players.begin(), players.end(), [&](const PlayerFrame& p) {
            return p.slot == bones[s].slot && owners[static_cast<std::size_t>(&p - players.data())] < 0;
        });
        if (it != players.end())
            owners[static_cast<std::size_t>(it - players.begin())] = static_cast<std::int16_t>(s);
    }
    std::vector<std::size_t> people;
    for (std::size_t i = 0; i < players.size(); ++i) {
        if (owners[i] < 0 && (players[i].team == TeamCode::Blue || players[i].team == TeamCode::Orange))
            people.push_back(i);
    }
    std::sort(people.begin(), people.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(players[a].slot, a) < std::pair(players[b].slot, b);
    });
    if (!sets.empty() && !people.empty())
        matchByHands(players, bones, sets, people, owners);
}

void BoneSideFinder::take(std::span<const PlayerFrame> players, std::span<const BoneSet> bones)
{
    findBoneOwners(players, bones, m_owners);
    for (std::size_t i = 0; i < players.size(); ++i) {
        if (m_owners[i] < 0)
            continue;
        const BoneSet& set = bones[static_cast<std::size_t>(m_owners[i])];
        const glm::vec3 l = boneInWorld(players[i], set.bones[HandBones.left]);
        const glm::vec3 r = boneInWorld(players[i], set.bones[HandBones.right]);
        const glm::vec3& left = players[i].part(Part::LeftHand).position;
        const glm::vec3& right = players[i].part(Part::RightHand).position;
        m_asListed += static_cast<double>(between(l, left) + between(r, right));
        m_swapped += static_cast<double>(between(r, left) + between(l, right));
        m_hands += 2;
        // The body's +X is its left.
        const double wide = static_cast<double>(set.bones[ThighBones.left].position.x) -
                            static_cast<double>(set.bones[ThighBones.right].position.x);
        m_wide += std::isfinite(wide) ? wide : 0.0;
        m_apart += std::isfinite(wide) ? std::abs(wide) : 0.0;
    }
    conclude();
}

void BoneSideFinder::conclude()
{
    constexpr double Clearly = 0.7;
    const double less = std::min(m_asListed, m_swapped);
    m_armsClear = m_hands > 0 && less <= FarHands * static_cast<double>(m_hands) &&
                  less <= Clearly * std::max(m_asListed, m_swapped);
    m_legsClear = std::abs(m_wide) > Clearly * m_apart;
    m_sides = {m_armsClear && m_swapped < m_asListed, m_legsClear && m_wide < 0.0};
}

BoneOwners::BoneOwners(const FrameBlock& block, const ChunkCast& cast)
{
    std::vector<std::int16_t> owners;
    const Roster* roster = nullptr;
    const Frame* last = nullptr;
    const auto sameSlots = [&block](const Frame& a, const Frame& b) {
        const auto x = block.bonesOf(a);
        const auto y = block.bonesOf(b);
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [](const BoneSet& p, const BoneSet& q) { return p.slot == q.slot; });
    };
    for (std::size_t i = 0; i < block.size(); ++i) {
        const Frame& frame = block.frames[i];
        const Roster& now = cast.at(i);
        if (&now == roster && last->hasBones == frame.hasBones && sameSlots(*last, frame)) {
            last = &frame;
            continue;
        }
        roster = &now;
        last = &frame;
        findBoneOwners(block.playersOf(frame), block.bonesOf(frame), owners);
        const auto owned = std::count_if(owners.begin(), owners.end(), [](std::int16_t o) { return o >= 0; });
        m_runs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(m_owners.size()),
                          static_cast<std::uint32_t>(owned)});
        m_owners.insert(m_owners.end(), owners.begin(), owners.end());
    }
}

const BoneOwners::Run* BoneOwners::runOf(std::size_t frame) const
{
    const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), frame,
                                        [](std::size_t f, const Run& r) { return f < r.frame; });
    return after == m_runs.begin() ? nullptr : &*std::prev(after);
}

} // namespace ghostline::echo
