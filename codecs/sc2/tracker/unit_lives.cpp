// SPDX-License-Identifier: GPL-3.0-or-later
// Lives from the tracker's columns: first who each change belongs to, then the periods and reports of every
// life side by side, counted before they are filled so that nothing is moved.
#include "codecs/sc2/tracker/unit_lives.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/base/loop_steps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ghostline::sc2 {

namespace {

constexpr std::size_t IndexCount = 1U << 14;

class LivesBuilder
{
public:
    explicit LivesBuilder(const TrackerEvents& tracker) : m_tracker(tracker) {}
    UnitLives build();

private:
    void follow(const TrackerEvents::Change& change, std::uint32_t& owner);
    void begin(const TrackedBirth& birth);
    std::uint32_t alive(std::uint32_t tag) const;
    std::uint32_t lately(std::uint32_t tag) const;
    void followChanges();
    void groupByIndex();
    void assignPositions();
    void reserveRanges();
    void fillRanges();
    UnitLife& life(std::uint32_t number) { return m_out.lives[number]; }

    const TrackerEvents& m_tracker;
    UnitLives m_out;
    std::array<std::uint32_t, IndexCount> m_current{}; ///< newest life of every index, plus 1
    std::vector<std::uint32_t> m_before;               ///< by life: the one that had its index before it
    std::vector<std::uint32_t> m_ofChange;             ///< life by change
    std::vector<std::uint32_t> m_ofPosition;           ///< life by position report
};

/// NoLife when another or nobody has the index now.
std::uint32_t LivesBuilder::alive(std::uint32_t tag) const
{
    const std::uint32_t current = m_current[tagIndex(tag)];
    if (current == 0)
        return NoLife;
    const UnitLife& newest = m_out.lives[current - 1];
    return newest.tag == tag && newest.end == OpenEnd ? current - 1 : NoLife;
}

/// The same for one that may have gone already: a missile still kills when who fired it is dead.
std::uint32_t LivesBuilder::lately(std::uint32_t tag) const
{
    std::uint32_t at = m_current[tagIndex(tag)];
    for (int step = 0; at != 0 && step < MaxKillerSteps; ++step) {
        if (m_out.lives[at - 1].tag == tag)
            return at - 1;
        at = m_before[at - 1];
    }
    return NoLife;
}

void LivesBuilder::begin(const TrackedBirth& birth)
{
    const auto number = static_cast<std::uint32_t>(m_out.lives.size());
    std::uint32_t& current = m_current[tagIndex(birth.tag)];
    // An index belongs to one unit at a time: who had it is gone, though nobody said so.
    if (current != 0 && life(current - 1).end == OpenEnd)
        life(current - 1).end = birth.loop;
    UnitLife made;
    made.tag = birth.tag;
    made.first = birth.loop;
    made.finished = birth.init ? OpenEnd : birth.loop;
    made.creator = birth.creator != 0 ? lately(birth.creator) : NoLife;
    made.typeCount = 1;
    made.ownerCount = 1;
    made.reportCount = 1;
    m_before.push_back(current);
    m_out.lives.push_back(made);
    current = number + 1;
}

void LivesBuilder::follow(const TrackerEvents::Change& change, std::uint32_t& owner)
{
    switch (change.kind) {
    case TrackerKind::Born:
    case TrackerKind::Init:
        owner = static_cast<std::uint32_t>(m_out.lives.size());
        begin(m_tracker.births[change.index]);
        break;
    case TrackerKind::Died: {
        const TrackedDeath& death = m_tracker.deaths[change.index];
        owner = alive(death.tag);
        if (owner == NoLife)
            break;
        UnitLife& dead = life(owner);
        dead.end = death.loop;
        dead.died = true;
        dead.killerPlayer = death.killerPlayer;
        dead.killer = death.hasKiller ? lately(death.killer) : NoLife;
        ++dead.reportCount;
        break;
    }
    case TrackerKind::Owner:
        owner = alive(m_tracker.owners[change.index].tag);
        if (owner != NoLife)
            ++life(owner).ownerCount;
        break;
    case TrackerKind::Type:
        owner = alive(m_tracker.types[change.index].tag);
        if (owner != NoLife)
            ++life(owner).typeCount;
        break;
    case TrackerKind::Done:
        owner = alive(m_tracker.done[change.index].tag);
        if (owner != NoLife && life(owner).finished == OpenEnd)
            life(owner).finished = change.loop;
        break;
    default:
        break;
    }
}

void LivesBuilder::followChanges()
{
    const auto& changes = m_tracker.changes;
    m_ofChange.assign(changes.size(), NoLife);
    m_out.lives.reserve(m_tracker.births.size());
    m_before.reserve(m_tracker.births.size());
    for (std::size_t i = 0; i < changes.size(); ++i)
        follow(changes[i], m_ofChange[i]);
}

void LivesBuilder::groupByIndex()
{
    std::uint32_t indices = 0;
    for (const UnitLife& one : m_out.lives)
        indices = std::max(indices, tagIndex(one.tag) + 1);
    m_out.indexStart.assign(std::size_t{indices} + 1, 0);
    for (const UnitLife& one : m_out.lives)
        ++m_out.indexStart[tagIndex(one.tag) + 1];
    for (std::size_t i = 1; i < m_out.indexStart.size(); ++i)
        m_out.indexStart[i] += m_out.indexStart[i - 1];
    std::vector<std::uint32_t> next(m_out.indexStart.begin(), m_out.indexStart.end());
    m_out.byIndex.resize(m_out.lives.size());
    for (std::uint32_t i = 0; i < m_out.lives.size(); ++i)
        m_out.byIndex[next[tagIndex(m_out.lives[i].tag)]++] = i;
}

/// Lives of an index follow one another, and reports ascend: each index is walked through once.
void LivesBuilder::assignPositions()
{
    const auto& positions = m_tracker.positions;
    m_ofPosition.assign(positions.size(), NoLife);
    std::vector<std::uint32_t> at(m_out.indexStart.begin(), m_out.indexStart.end());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const TrackedPosition& report = positions[i];
        if (std::size_t{report.index} + 1 >= m_out.indexStart.size())
            continue;
        std::uint32_t& here = at[report.index];
        const std::uint32_t groupEnd = m_out.indexStart[report.index + 1];
        // Who dies in this very loop was reported before it did.
        while (here < groupEnd && life(m_out.byIndex[here]).end < report.loop)
            ++here;
        if (here == groupEnd || life(m_out.byIndex[here]).first > report.loop)
            continue;
        m_ofPosition[i] = m_out.byIndex[here];
        ++life(m_ofPosition[i]).reportCount;
    }
}

void LivesBuilder::reserveRanges()
{
    std::uint32_t types = 0;
    std::uint32_t owners = 0;
    std::uint32_t reports = 0;
    for (UnitLife& one : m_out.lives) {
        one.firstType = types;
        one.firstOwner = owners;
        one.firstReport = reports;
        types += std::exchange(one.typeCount, 0);
        owners += std::exchange(one.ownerCount, 0);
        reports += std::exchange(one.reportCount, 0);
    }
    m_out.types.resize(types);
    m_out.owners.resize(owners);
    m_out.reports.resize(reports);
}

/// Births, then what changed, then positions, then deaths: so the reports of each life ascend.
void LivesBuilder::fillRanges()
{
    const auto addType = [this](UnitLife& to, std::uint32_t loop, NameId type) {
        m_out.types[to.firstType + to.typeCount++] = {loop, type};
    };
    const auto addOwner = [this](UnitLife& to, std::uint32_t loop, std::int8_t control) {
        m_out.owners[to.firstOwner + to.ownerCount++] = {loop, control};
    };
    const auto addReport = [this](UnitLife& to, std::uint32_t loop, float x, float y) {
        m_out.reports[to.firstReport + to.reportCount++] = {loop, x, y};
    };
    const auto& changes = m_tracker.changes;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (m_ofChange[i] == NoLife)
            continue;
        UnitLife& to = life(m_ofChange[i]);
        const TrackerEvents::Change& change = changes[i];
        if (change.kind == TrackerKind::Born || change.kind == TrackerKind::Init) {
            const TrackedBirth& birth = m_tracker.births[change.index];
            addType(to, change.loop, birth.type);
            addOwner(to, change.loop, birth.control);
            addReport(to, change.loop, birth.x, birth.y);
        } else if (change.kind == TrackerKind::Owner) {
            addOwner(to, change.loop, m_tracker.owners[change.index].control);
        } else if (change.kind == TrackerKind::Type) {
            addType(to, change.loop, m_tracker.types[change.index].type);
        }
    }
    for (std::size_t i = 0; i < m_tracker.positions.size(); ++i) {
        const TrackedPosition& report = m_tracker.positions[i];
        if (m_ofPosition[i] != NoLife)
            addReport(life(m_ofPosition[i]), report.loop, report.x, report.y);
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (changes[i].kind != TrackerKind::Died || m_ofChange[i] == NoLife)
            continue;
        const TrackedDeath& death = m_tracker.deaths[changes[i].index];
        addReport(life(m_ofChange[i]), death.loop, death.x, death.y);
    }
}

UnitLives LivesBuilder::build()
{
    followChanges();
    groupByIndex();
    assignPositions();
    reserveRanges();
    fillRanges();
    return std::move(m_out);
}

/// The last period that has begun at a loop; the first when none has.
template<typename Period>
const Period& periodAt(std::span<const Period> periods, std::uint32_t loop)
{
    const Period* found = lastAt(periods, loop);
    return found != nullptr ? *found : periods.front();
}

} // namespace

std::uint32_t UnitLives::find(std::uint32_t tag, std::uint32_t loop) const
{
    const std::uint32_t index = tagIndex(tag);
    if (std::size_t{index} + 1 >= indexStart.size())
        return NoLife;
    const std::uint32_t* first = byIndex.data() + indexStart[index];
    const std::uint32_t* last = byIndex.data() + indexStart[index + 1];
    const std::uint32_t* after =
        std::upper_bound(first, last, loop,
                         [this](std::uint32_t at, std::uint32_t number) { return at < lives[number].first; });
    if (after == first)
        return NoLife;
    const UnitLife& found = lives[*(after - 1)];
    return found.tag == tag && loop < found.end ? *(after - 1) : NoLife;
}

NameId UnitLives::typeAt(const UnitLife& life, std::uint32_t loop) const
{
    return life.typeCount == 0 ? 0 : periodAt(typesOf(life), loop).type;
}

std::int8_t UnitLives::ownerAt(const UnitLife& life, std::uint32_t loop) const
{
    return life.ownerCount == 0 ? std::int8_t{0} : periodAt(ownersOf(life), loop).control;
}

UnitLives buildLives(const TrackerEvents& tracker) { return LivesBuilder(tracker).build(); }

} // namespace ghostline::sc2
