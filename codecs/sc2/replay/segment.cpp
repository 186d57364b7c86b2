// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/segment.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

/// Entries the index of stretches may have beyond one a life; longer stretches when it would be more.
constexpr std::uint64_t MaxStretchEntries = 4'000'000;

} // namespace

Sc2Segment::Sc2Segment(SegmentParts parts)
    : m_data(std::move(parts.data)), m_kinds(std::move(parts.kinds)), m_figures(std::move(parts.figures)),
      m_axis(std::move(parts.axis)), m_numbers{m_data->head.participants.size()}
{
    const auto [loops, seconds] = m_data->head.loopsPerSecond();
    m_loopsPerSecond = static_cast<double>(loops) / seconds;
    m_starts = startPlaces(*m_data);
    fillAliveIndex();
    fillKills();
    fillStanding();
}

void Sc2Segment::fillAliveIndex()
{
    const auto& lives = m_data->lives.lives;
    const std::uint32_t lastLoop = m_data->loops;
    const auto lastOf = [lastLoop](const UnitLife& life) {
        return std::min(lastLoop, std::max(life.end, life.first + 1) - 1);
    };
    const auto entries = [&](unsigned shift) {
        std::uint64_t count = std::uint64_t{lastLoop} >> shift;
        for (const UnitLife& life : lives) {
            if (life.first <= lastLoop)
                count += (lastOf(life) >> shift) - (life.first >> shift);
        }
        return count;
    };
    while (m_stretchShift < 31 && entries(m_stretchShift) > MaxStretchEntries)
        ++m_stretchShift;
    const std::size_t stretches = (lastLoop >> m_stretchShift) + std::size_t{1};
    m_stretchStart.assign(stretches + 1, 0);
    const auto eachStretch = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < lives.size(); ++i) {
            if (lives[i].first > lastLoop || lives[i].end <= lives[i].first)
                continue;
            for (std::uint32_t s = lives[i].first >> m_stretchShift; s <= lastOf(lives[i]) >> m_stretchShift;
                 ++s)
                visit(s, i);
        }
    };
    eachStretch([this](std::uint32_t s, std::uint32_t) { ++m_stretchStart[s + 1]; });
    for (std::size_t s = 0; s < stretches; ++s)
        m_stretchStart[s + 1] += m_stretchStart[s];
    m_alive.resize(m_stretchStart.back());
    std::vector<std::uint32_t> next(m_stretchStart.begin(), m_stretchStart.end() - 1);
    eachStretch([this, &next](std::uint32_t s, std::uint32_t life) { m_alive[next[s]++] = life; });
}

void Sc2Segment::fillKills()
{
    const auto& lives = m_data->lives.lives;
    const auto killedBy = [&lives](const UnitLife& life) {
        return life.died && life.killer < lives.size() ? life.killer : NoLife;
    };
    m_killStart.assign(lives.size() + 1, 0);
    for (const UnitLife& life : lives) {
        if (const std::uint32_t killer = killedBy(life); killer != NoLife)
            ++m_killStart[killer + 1];
    }
    for (std::size_t i = 0; i < lives.size(); ++i)
        m_killStart[i + 1] += m_killStart[i];
    m_kills.resize(m_killStart.back());
    std::vector<std::uint32_t> next(m_killStart.begin(), m_killStart.end() - 1);
    for (const UnitLife& life : lives) {
        if (const std::uint32_t killer = killedBy(life); killer != NoLife)
            m_kills[next[killer]++] = life.end;
    }
    for (std::size_t i = 0; i < lives.size(); ++i)
        std::sort(m_kills.begin() + m_killStart[i], m_kills.begin() + m_killStart[i + 1]);
}

/// Buildings, rocks and minerals that nothing says to have moved are where they were reported.
std::uint32_t Sc2Segment::standsUntil(std::size_t life) const
{
    const UnitLife& unit = m_data->lives.lives[life];
    const auto reports = m_data->lives.reportsOf(unit);
    const bool heads = life < m_data->motions.units.size() && m_data->motions.units[life].heads;
    if (unit.revealed || heads || reports.empty())
        return 0;
    // Where reports break off nobody knows what became of it.
    const TrackerEvents& tracker = m_data->tracker;
    std::uint32_t until = tracker.failure ? tracker.lastLoop + 1 : OpenEnd;
    for (const Report& report : reports) {
        if (report.x != reports.front().x || report.y != reports.front().y)
            until = std::min(until, report.loop);
    }
    for (const TypePeriod& period : m_data->lives.typesOf(unit)) {
        if (!m_kinds->of(period.type).rooted)
            until = std::min(until, period.loop);
    }
    return until;
}

void Sc2Segment::fillStanding()
{
    const std::size_t lives = m_data->lives.lives.size();
    m_standsUntil.reserve(lives);
    for (std::size_t life = 0; life < lives; ++life)
        m_standsUntil.push_back(standsUntil(life));
}

model::FrameRange Sc2Segment::frames() const
{
    return {0, static_cast<model::FrameNumber>(m_data->loops) + 1};
}

std::size_t Sc2Segment::bytes() const
{
    // The replay itself stays with its source: dropping the segment would free only this.
    return sizeof *this + m_starts.capacity() * sizeof(glm::dvec3) +
           (m_stretchStart.capacity() + m_alive.capacity() + m_killStart.capacity() + m_kills.capacity() +
            m_standsUntil.capacity()) *
               sizeof(std::uint32_t);
}

std::vector<glm::dvec3> startPlaces(const ReplayData& data)
{
    enum class Sure { No, Unit, TownHall };
    const std::size_t participants = data.head.participants.size();
    const glm::dvec3 middle =
        toWorld(static_cast<float>(data.head.mapSizeX) / 2, static_cast<float>(data.head.mapSizeY) / 2);
    std::vector<glm::dvec3> places(participants, middle);
    std::vector<Sure> sure(participants, Sure::No);
    for (const UnitLife& life : data.lives.lives) {
        const auto reports = data.lives.reportsOf(life);
        const int p = data.head.participantOfPlayer(data.lives.ownerAt(life, life.first));
        if (p < 0 || reports.empty())
            continue;
        const UnitType* type = findUnitType(data.tracker.names[data.lives.typeAt(life, life.first)]);
        const Sure now =
            type != nullptr && type->unitClass == UnitClass::TownHall ? Sure::TownHall : Sure::Unit;
        Sure& before = sure[static_cast<std::size_t>(p)];
        if (before >= now)
            continue;
        before = now;
        places[static_cast<std::size_t>(p)] = toWorld(reports.front().x, reports.front().y);
    }
    return places;
}

} // namespace ghostline::sc2
