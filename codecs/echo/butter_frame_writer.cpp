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
constexpr float PauseTolerance = 0.0002F;    ///< seconds, what a timer may be off before it is sent again
constexpr std::size_t MostPeople = 255;
constexpr float VelocityStep = 0.0001F; ///< (0.01 m/s)^2: smaller changes are left out

/// What storing a number as a half takes off it.
float halfCut(float value) { return std::abs(value - halfEdge(half(value))); }

std::uint8_t teamOf(const PlayerFrame& player)
{
    return static_cast<std::uint8_t>(std::min(static_cast<int>(player.team), Teams - 1));
}

std::uint8_t byteOf(std::int32_t value) { return static_cast<std::uint8_t>(value & 0xFF); }

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

void ButterFrameWriter::writeMatch(ButterOutput& out)
{
    struct Field
    {
        FieldGroup group;
        Bytes bytes;
        bool send = false;
    };
    std::array<Field, 8> fields{{{FieldGroup::Status, {}},
                                 {FieldGroup::Pause, {}},
                                 {FieldGroup::Score, {}},
                                 {FieldGroup::Throw, {}},
                                 {FieldGroup::Vr, {}},
                                 {FieldGroup::Disc, {}},
                                 {FieldGroup::Payload, {}},
                                 {FieldGroup::Rules, {}}}};
    const bool arena = m_mode == Mode::Arena;
    statusBytes(fields[0].bytes);
    const bool samePoints = m_before.points == m_frame->points || m_mode == Mode::Neither;
    fields[0].send =
        m_key || !samePoints || m_before.status != m_frame->status || m_before.inputs != m_frame->inputs;
    fields[1].send = pauseBytes(fields[1].bytes);
    const auto changed = [&](Field& field, Bytes& last) {
        field.send = m_key || field.bytes != last;
        last = field.bytes;
    };
    if (arena) {
        scoreBytes(fields[2].bytes);
        changed(fields[2], m_score);
    } else if (m_frame->score != LastScore{}) {
        ++m_losses.scores;
    }
    throwBytes(fields[3].bytes);
    changed(fields[3], m_throw);
    fields[4].send = vrBytes(fields[4].bytes);
    if (arena)
        fields[5].send = discBytes(fields[5].bytes);
    else if (m_frame->hasDisc)
        ++m_losses.discs;
    if (m_mode == Mode::Combat) {
        payloadBytes(fields[6].bytes);
        changed(fields[6], m_payload);
    }
    const bool rules = m_frame->rulesChangedAt != 0 || m_frame->rulesChangedBy != 0;
    if (arena && m_private) {
        rulesBytes(fields[7].bytes);
        fields[7].send = m_key || m_before.rulesChangedAt != m_frame->rulesChangedAt ||
                         m_before.rulesChangedBy != m_frame->rulesChangedBy;
    } else if (rules) {
        ++m_losses.rules;
    }
    unsigned mask = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
        mask |= (fields[i].send ? 1U : 0U) << i;
    append(out.in(FieldGroup::FrameHeader), static_cast<std::uint8_t>(mask));
    for (const Field& field : fields) {
        Bytes& bytes = out.in(field.group);
        if (field.send)
            bytes.insert(bytes.end(), field.bytes.begin(), field.bytes.end());
    }
}

void ButterFrameWriter::statusBytes(Bytes& out)
{
    append(out, static_cast<std::uint8_t>(m_frame->status));
    for (const float points : m_frame->points) {
        if (m_mode == Mode::Arena)
            append(out, byteOf(static_cast<std::int32_t>(std::clamp(sound(points), 0.0F, 255.0F))));
        else if (m_mode == Mode::Combat)
            append(out, half(sound(points)));
    }
    append(out, m_frame->inputs);
}

/// Readers add the timers' differences up, so these go against what readers have. At a keyframe within the
/// same state they go on by the last difference: then 0 is stored, as in every file of the format's own
/// writer. Where that would be wrong the time itself is stored.
bool ButterFrameWriter::pauseBytes(Bytes& out)
{
    const Pause& pause = m_frame->pause;
    unsigned flags = (m_frame->restartRequest[0] ? 1U : 0U) | (m_frame->restartRequest[1] ? 2U : 0U);
    flags |= static_cast<unsigned>(pause.requestedBy) << 2;
    flags |= static_cast<unsigned>(pause.unpausedBy) << 4;
    const auto state = static_cast<std::uint8_t>(pause.state);
    const std::array<float, 2> timers{sound(pause.pausedTimer), sound(pause.unpausedTimer)};
    const bool same = m_started && flags == m_pause.flags && state == m_pause.state;
    const bool running = pause.state != PauseState::Unpaused && pause.state != PauseState::None;
    Half3 step{};
    Half3 stored{};
    bool send = m_key || !same;
    if (m_key) {
        for (std::size_t i = 0; i < 2; ++i) {
            const float next = m_pause.shown[i] + halfEdge(m_pause.step[i]);
            const bool goesOn = m_started && pause.state == m_pause.last && running;
            const bool told = !goesOn || std::abs(next - timers[i]) > PauseTolerance + halfCut(timers[i]);
            stored[i] = told ? half(timers[i]) : Half{0};
            // readers take 0 for "nothing said"
            m_pause.shown[i] = stored[i] != 0 ? halfEdge(stored[i]) : goesOn ? next : 0.0F;
        }
    } else {
        bool repeat = true;
        for (std::size_t i = 0; i < 2; ++i) {
            step[i] = half(timers[i] - m_pause.shown[i]);
            const float next = m_pause.shown[i] + halfEdge(m_pause.step[i]);
            repeat = repeat && std::abs(next - timers[i]) <= PauseTolerance;
        }
        send = send || !repeat;
        if (repeat)
            step = m_pause.step;
        for (std::size_t i = 0; i < 2; ++i)
            m_pause.shown[i] += halfEdge(step[i]);
        stored = step;
    }
    m_pause.flags = static_cast<std::uint8_t>(flags);
    m_pause.state = state;
    m_pause.last = pause.state;
    m_pause.step = step;
    append(out, m_pause.flags);
    append(out, state);
    append(out, stored[0]);
    append(out, stored[1]);
    return send;
}

void ButterFrameWriter::scoreBytes(Bytes& out)
{
    const LastScore& score = m_frame->score;
    unsigned first = static_cast<unsigned>(score.team) & 3U;
    first |= (score.points == 2 ? 0U : 1U) << 2;
    first |= static_cast<unsigned>(score.type) << 3;
    append(out, static_cast<std::uint8_t>(first));
    append(out, fileIndex(score.scorer));
    append(out, fileIndex(score.assister));
    append(out, half(sound(score.discSpeed)));
    append(out, half(sound(score.distance)));
}

void ButterFrameWriter::throwBytes(Bytes& out)
{
    for (const float value : m_frame->lastThrow)
        append(out, half(sound(value)));
}

bool ButterFrameWriter::vrBytes(Bytes& out)
{
    PartPose pose = m_frame->vr;
    pose.position = sound(pose.position, m_vr.position.truth);
    PoseCode code =
        m_tight ? m_tight->pose(m_vr, pose, m_key, ButterTight::Kind::Vr) : plainPose(m_vr, pose, m_key);
    append(out, code.delta);
    append(out, code.rotation);
    return code.sendPosition || code.sendRotation;
}

bool ButterFrameWriter::discBytes(Bytes& out)
{
    if (!m_frame->hasDisc) {
        ++m_losses.missingDiscs;
        return false;
    }
    const bool fresh = !m_discKnown;
    m_discKnown = true;
    PartPose pose = m_frame->disc;
    pose.position = sound(pose.position, m_disc.position.truth);
    const glm::vec3 velocity = sound(m_frame->discVelocity, m_discVelocity.truth);
    PoseCode code;
    Half3 change{};
    bool send = true;
    if (m_tight) {
        send =
            m_tight->disc(m_disc, m_discVelocity, m_plainDiscVelocity, pose, velocity, fresh, code, change);
    } else {
        code = plainPose(m_disc, pose, fresh);
        change = halfs(fresh ? velocity : velocity - m_discVelocity.truth);
        send = fresh || code.sendPosition || change != m_discVelocity.delta;
        m_discVelocity.truth = velocity;
        m_discVelocity.delta = change;
    }
    append(out, code.delta);
    append(out, code.rotation);
    append(out, change);
    return send;
}

void ButterFrameWriter::payloadBytes(Bytes& out)
{
    const Payload& payload = m_frame->payload;
    append(out, static_cast<std::uint8_t>(payload.contested ? 1 : 0));
    append(out, byteOf(payload.checkpoint));
    append(out, byteOf(payload.defenders));
    append(out, half(sound(payload.distance)));
    append(out, half(sound(payload.speed)));
}

void ButterFrameWriter::rulesBytes(Bytes& out)
{
    append(out, m_frame->rulesChangedAt);
    for (const char letter : asciiName(m_names.textAt(m_frame->rulesChangedBy)))
        append(out, static_cast<std::uint8_t>(letter));
    append(out, std::uint8_t{0});
}

} // namespace ghostline::echo::encode
