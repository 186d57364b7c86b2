// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of the format's third version; docs/formats/echo.md lists the fields in this order.
#include "codecs/echo/butter_frame_writer.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr std::uint16_t KeyframeMagic = 0xFEFC;
constexpr std::uint16_t FrameMagic = 0xFEFE;
constexpr std::int64_t LongestStep = 60'000; ///< milliseconds; the field ends at 65,535
constexpr std::size_t MostPeople = 255;
constexpr float VelocityStep = 0.0001F; ///< (0.01 m/s)^2: smaller changes are left out

std::uint8_t teamOf(const PlayerFrame& player)
{
    return static_cast<std::uint8_t>(std::min(static_cast<int>(player.team), Teams - 1));
}

} // namespace

PoseCode plainPose(PoseMemory& memory, const PartPose& pose, bool fresh)
{
    VectorMemory& position = memory.position;
    PoseCode code;
    code.delta = halfs(fresh ? pose.position : pose.position - position.truth);
    code.rotation = smallestThree(pose.orientation);
    code.sendRotation = fresh || code.rotation != memory.rotation;
    code.sendPosition = code.sendRotation || code.delta != position.delta;
    position.truth = pose.position;
    position.delta = code.delta;
    memory.rotation = code.rotation;
    return code;
}

bool plainVelocity(VectorMemory& memory, const glm::vec3& velocity, bool fresh, Half3& delta)
{
    const glm::vec3 change = fresh ? velocity : velocity - memory.truth;
    memory.truth = velocity;
    delta = halfs(change);
    return glm::dot(change, change) > VelocityStep;
}

ButterFrameWriter::ButterFrameWriter(const MatchHeader& header, const MatchNames& names, bool tight)
    : m_names(names), m_mode(header.mode()), m_private(header.privateMatch)
{
    if (tight)
        m_tight.emplace();
}

std::uint8_t ButterFrameWriter::fileIndex(std::int32_t person)
{
    if (person < 0 || person >= m_names.people())
        return 0;
    const auto known = m_indexes.find(person);
    if (known != m_indexes.end())
        return known->second;
    if (m_roster.size() >= MostPeople) {
        ++m_losses.people;
        return 0;
    }
    m_roster.push_back(person);
    return m_indexes[person] = static_cast<std::uint8_t>(m_roster.size());
}

float ButterFrameWriter::sound(float value)
{
    if (std::isfinite(value))
        return std::clamp(value, -LargestHalf, LargestHalf);
    ++m_losses.numbers;
    return 0.0F;
}

glm::vec3 ButterFrameWriter::sound(const glm::vec3& value, const glm::vec3& before)
{
    glm::vec3 out;
    for (int i = 0; i < 3; ++i)
        out[i] = std::isfinite(value[i]) ? sound(value[i]) : (++m_losses.numbers, before[i]);
    return out;
}

ButterFrameWriter::Entry ButterFrameWriter::entryOf(const PlayerFrame& player, std::uint8_t team)
{
    const std::uint8_t index = fileIndex(player.person);
    return {.player = &player,
            .fileIndex = index,
            .userId = index != 0 ? m_names[player.person].userId : 0,
            .team = team};
}

void ButterFrameWriter::arrange()
{
    m_entries.clear();
    const auto players = m_block->playersOf(*m_frame);
    std::array<std::size_t, Teams> counts{};
    for (std::uint8_t team = 0; team < Teams; ++team) {
        for (const PlayerFrame& player : players) {
            if (teamOf(player) == team && ++counts[team] <= 255)
                m_entries.push_back(entryOf(player, team));
        }
    }
    for (Entry& entry : m_entries)
        entry.before = memoryOf(entry);
}

/// Whose record of the frame before a reader takes: of one user the one in the same slot, else the only one.
const PlayerMemory* ButterFrameWriter::memoryOf(Entry& entry) const
{
    const PlayerMemory* only = nullptr;
    int found = 0;
    for (const PlayerMemory& memory : m_players) {
        if (memory.userId != entry.userId)
            continue;
        if (memory.slot == entry.player->slot)
            return &memory;
        only = &memory;
        ++found;
    }
    const auto same = std::count_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& other) { return other.userId == entry.userId; });
    entry.ambiguous = found > 1 || (found == 1 && same > 1);
    return entry.ambiguous ? nullptr : only;
}

bool ButterFrameWriter::counterRanBack(const Stats& now, const StatsMemory& before) const
{
    if (!before.known)
        return false;
    if (now.stuns < before.truth.stuns || now.possessionTime < before.truth.possessionTime)
        return true;
    return !std::equal(now.counters.begin(), now.counters.end(), before.truth.counters.begin(),
                       [](std::int32_t a, std::int32_t b) { return a >= b; });
}

bool ButterFrameWriter::begin(const FrameBlock& block, std::size_t index)
{
    m_block = &block;
    m_frame = &block.frames[index];
    arrange();
    if (!m_started)
        return true;
    const std::int64_t step = m_frame->timeMs - m_before.timeMs;
    if (step < 0)
        ++m_losses.times;
    bool key = step < 0 || step > LongestStep;
    // What only a keyframe can take back: readers keep a disc, add to counters, and share bones by place.
    key = key || (m_discKnown && !m_frame->hasDisc);
    key = key || (m_bonesKnown && m_frame->hasBones && m_bones.size() != m_frame->bones.count);
    for (std::size_t team = 0; team < Teams; ++team)
        key = key ||
              (m_frame->hasTeamStats[team] && counterRanBack(m_frame->teamStats[team], m_teamStats[team]));
    for (const Entry& entry : m_entries) {
        key = key || entry.ambiguous ||
              (entry.before != nullptr && entry.player->hasStats &&
               counterRanBack(entry.player->stats, entry.before->stats));
    }
    return key;
}

void ButterFrameWriter::write(bool keyframe, ButterOutput& out)
{
    m_key = keyframe || !m_started;
    if (m_key) {
        m_discKnown = false;
        m_teamStats = {};
        for (Entry& entry : m_entries)
            entry.before = nullptr;
    }
    writeClock(out);
    writeMatch(out);
    writeTeams(out);
    writeBones(out);
    m_before = *m_frame;
    m_started = true;
}

void ButterFrameWriter::writeClock(ButterOutput& out)
{
    Bytes& bytes = out.in(FieldGroup::FrameHeader);
    append(bytes, m_key ? KeyframeMagic : FrameMagic);
    if (m_key)
        append(bytes, m_frame->timeMs);
    else
        append(bytes, static_cast<std::uint16_t>(m_frame->timeMs - m_before.timeMs));
    float clock = m_frame->clock;
    if (!std::isfinite(clock)) {
        ++m_losses.clocks;
        clock = m_clock;
    }
    float step = m_key ? clock : clock - m_clock;
    if (m_tight && !m_key)
        step = ButterTight::clockStep(clock, m_shownClock);
    m_shownClock = (m_key ? 0.0 : m_shownClock) + static_cast<double>(step);
    appendFloat(bytes, step);
    m_clock = clock;
}

} // namespace ghostline::echo::encode
