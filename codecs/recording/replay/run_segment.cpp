// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling: from tracks to a world state, without allocating.
#include "codecs/recording/replay/run_segment.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/run_body.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using model::FrameTime;
using model::Micros;
using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;

namespace {

constexpr double FullTurn = 360.0;

double yawBetween(float a, float b, double f)
{
    const double from = static_cast<double>(a);
    if (f <= 0.0)
        return from;
    const double value = from + std::remainder(static_cast<double>(b) - from, FullTurn) * f;
    // Written as the recording writes it.
    return std::abs(from) <= FullTurn / 2.0 ? std::remainder(value, FullTurn) : value;
}

double mix(float a, float b, double f)
{
    return static_cast<double>(a) + (static_cast<double>(b) - static_cast<double>(a)) * f;
}

/// `pose` is the place of what holds at the tick.
bool jumpsAt(const Track<PoseKey>& poses, std::size_t pose, std::int32_t tick)
{
    return poses[pose].jumped && poses.tickOf(pose) == tick;
}

} // namespace

std::size_t LifeTrack::bytes() const
{
    std::size_t sum = poses.bytes() + states.bytes() + heldSlots.bytes() + uses.bytes();
    if (swings)
        sum += sizeof *swings + swings->bytes();
    if (items) {
        sum += sizeof *items;
        for (const auto& slot : *items)
            sum += slot.bytes();
    }
    return sum;
}

std::size_t RunSegment::bytes() const
{
    std::size_t sum = sizeof *this + m_content.lives.capacity() * sizeof(LifeTrack) + m_content.run.bytes() +
                      m_content.blocks.bytes();
    for (const LifeTrack& life : m_content.lives)
        sum += life.bytes();
    // Layers and sections are shared; each is counted where it first comes up, which is good enough for a
    // budget.
    const model::GridLayer* before = nullptr;
    for (std::size_t i = 0; i < m_content.blocks.size(); ++i) {
        const model::GridLayer* const layer = m_content.blocks[i].layer.get();
        if (layer == nullptr || layer == before)
            continue;
        sum += sizeof *layer + layer->sections.capacity() * sizeof(layer->sections[0]);
        before = layer;
    }
    for (const EditedSection& section : m_content.end.sections)
        sum +=
            sizeof section + (section.shown ? section.shown->cells.capacity() * sizeof(model::GridCell) : 0);
    constexpr std::size_t MapNode = 32;
    return sum + m_content.end.entities.size() * (sizeof(LiveEntity) + MapNode);
}

Micros RunSegment::timeOf(std::int64_t tick) const
{
    constexpr std::int64_t MicrosPerSecond = 1'000'000;
    const std::int64_t rate = std::max(m_content.tickRate, 1);
    return Micros{(2 * tick * MicrosPerSecond + rate) / (2 * rate)};
}

RunSegment::Instant RunSegment::instantOf(FrameTime at, SamplePolicy policy) const
{
    Instant instant;
    instant.tick = static_cast<std::int32_t>(std::clamp<std::int64_t>(
        at.frame, m_content.startTick, std::max(m_content.startTick, m_content.endTick - 1)));
    instant.fraction = at.fraction > 0.0 ? std::min(at.fraction, 1.0) : 0.0;
    instant.read = instant.tick < m_content.readEnd;
    instant.last = instant.tick + 1 >= m_content.endTick;
    // Whether the next chunk can be read is known by its having a place for the actor.
    const bool onward = instant.last ? instant.read : instant.tick + 1 < m_content.readEnd;
    instant.f = policy == SamplePolicy::Interpolate && onward ? instant.fraction : 0.0;
    return instant;
}

void RunSegment::sample(FrameTime at, SamplePolicy policy, WorldState& out) const
{
    out.clear();
    const Instant instant = instantOf(at, policy);
    std::size_t rows = 0;
    for (const LifeTrack& life : m_content.lives)
        rows += life.shownAt(instant.tick) ? 1 : 0;
    out.resize(rows, actor_property::Count);
    out.at = {instant.tick, instant.fraction};
    out.time = timeOf(instant.tick);
    if (instant.fraction > 0.0) {
        const auto step = static_cast<double>((timeOf(std::int64_t{instant.tick} + 1) - out.time).count());
        out.time += Micros{std::llround(step * instant.fraction)};
    }
    std::size_t row = 0;
    for (const LifeTrack& life : m_content.lives) {
        if (life.shownAt(instant.tick))
            sampleActor(life, instant, row++, out);
    }
    sampleRun(instant, out.match);
    if (const BlocksKey* const blocks = m_content.blocks.find(instant.tick)) {
        if (blocks->layer)
            out.grids.push_back(blocks->layer);
    }
}

std::optional<model::ActorPosition> RunSegment::actorPosition(model::ActorId actor,
                                                              model::FrameNumber frame) const
{
    const std::int32_t tick = instantOf({frame, 0.0}, SamplePolicy::Hold).tick;
    auto life = std::lower_bound(m_content.lives.begin(), m_content.lives.end(), actor,
                                 [](const LifeTrack& track, model::ActorId id) { return track.actor < id; });
    while (life != m_content.lives.end() && life->actor == actor && !life->shownAt(tick))
        ++life;
    if (life == m_content.lives.end() || life->actor != actor)
        return std::nullopt;
    const std::size_t pose = life->poses.at(tick);
    if (pose == Track<PoseKey>::None)
        return std::nullopt; // nothing has told yet where it is
    return model::ActorPosition{life->poses[pose].position, jumpsAt(life->poses, pose, tick)};
}

RunSegment::Step RunSegment::stepOf(const LifeTrack& life, const Instant& instant) const
{
    Step step;
    const std::size_t i = life.poses.at(instant.tick);
    if (i == Track<PoseKey>::None)
        return step;
    step.now = &life.poses[i];
    if (instant.last) {
        step.onward = instant.read && life.goesOn;
        if (step.onward) {
            step.to = life.next.position;
            step.yaw = life.next.yaw;
            step.pitch = life.next.pitch;
            step.jumps = life.next.jumped;
        }
        return step;
    }
    step.onward = instant.tick + 1 < m_content.readEnd && life.shownAt(instant.tick + 1);
    // No change recorded on the next tick: it is where it was.
    const bool changes = i + 1 < life.poses.size() && life.poses.tickOf(i + 1) == instant.tick + 1;
    const PoseKey& next = life.poses[changes ? i + 1 : i];
    step.to = next.position;
    step.yaw = next.yaw;
    step.pitch = next.pitch;
    step.jumps = changes && next.jumped;
    return step;
}

void RunSegment::sampleActor(const LifeTrack& life, const Instant& instant, std::size_t row,
                             WorldState& out) const
{
    out.ids[row] = life.actor;
    const auto properties = out.propertiesOf(row);
    properties[actor_property::EntityNumber] = PropertyValue::integer(life.entity);
    sampleState(life, instant.tick, properties);
    sampleItems(life, instant.tick, properties);
    const Step step = stepOf(life, instant);
    if (step.now == nullptr) {
        // Nothing has told yet where it is.
        out.flags[row] = model::Hidden;
        out.provenance[row] = Provenance::Held;
        return;
    }
    const PoseKey& now = *step.now;
    const bool moves = instant.f > 0.0 && step.onward && !step.jumps;
    const double f = moves ? instant.f : 0.0;
    out.positions[row] = f > 0.0 ? now.position + (step.to - now.position) * f : now.position;
    const double yaw = yawBetween(now.yaw, step.yaw, f);
    // The head's alone: the body stays upright.
    out.orientations[row] = lookRotation(yaw, 0.0);
    out.velocities[row] = glm::vec3(PackedVector{now.velocityBits, now.velocityMore}.value());
    // Of many entities no velocity is ever recorded; theirs follows from their places.
    out.flags[row] = now.velocityBits != 0 ? model::ActorFlags{model::VelocityRecorded} : model::ActorFlags{};
    const bool jumpedNow = jumpsAt(life.poses, life.poses.at(instant.tick), instant.tick);
    // Whether the actor jumped into this tick says nothing of the way from there.
    // A chunk begins with places, whatever way somebody came there.
    const bool placed = now.absolute || instant.tick == frames().first;
    if (jumpedNow && !moves)
        out.flags[row] |= placed ? model::Discontinuity | model::Placed : model::Discontinuity;
    out.provenance[row] = moves                                     ? Provenance::Interpolated
                          : instant.fraction > 0.0 || !instant.read ? Provenance::Held
                                                                    : Provenance::Exact;
    properties[actor_property::Yaw] = PropertyValue::real(yaw);
    properties[actor_property::Pitch] =
        PropertyValue::real(f > 0.0 ? mix(now.pitch, step.pitch, f) : static_cast<double>(now.pitch));
    sampleSpeed(life, instant, step, properties);
    if (life.entity == 0)
        sampleBody(life, instant, row, out);
}

void RunSegment::sampleSpeed(const LifeTrack& life, const Instant& instant, const Step& step,
                             std::span<PropertyValue> out) const
{
    // What lies ahead of a tick is in this chunk or in the next one's head; what lay before it is not.
    glm::dvec3 way = step.to - step.now->position;
    bool known = step.onward && !step.jumps;
    if (!step.onward && instant.last && instant.read && !life.goesOn && instant.tick > life.first) {
        // The very end: how it came there.
        const PoseKey* const before = life.poses.find(instant.tick - 1);
        known = before != nullptr && !(step.now != before && step.now->jumped);
        if (known)
            way = step.now->position - before->position;
    }
    if (!known)
        return;
    const double rate = m_content.tickRate;
    out[actor_property::Speed] = PropertyValue::real(glm::length(way) * rate);
    out[actor_property::VerticalSpeed] = PropertyValue::real(way.y * rate);
}

void RunSegment::sampleState(const LifeTrack& life, std::int32_t tick, std::span<PropertyValue> out)
{
    const StateKey* const state = life.states.find(tick);
    if (state == nullptr)
        return;
    const auto flag = [&](actor_property::Id id, StateFlag bit) {
        out[static_cast<std::size_t>(id)] = PropertyValue::boolean((state->flags & bit) != 0);
    };
    out[actor_property::Pose] = PropertyValue::integer(state->pose);
    flag(actor_property::OnFire, OnFireFlag);
    flag(actor_property::Sneaking, SneakFlag);
    flag(actor_property::Sprinting, SprintFlag);
    flag(actor_property::Swimming, SwimFlag);
    flag(actor_property::Gliding, ElytraFlag);
    flag(actor_property::Riptide, RiptideFlag);
    flag(actor_property::Invisible, InvisibleFlag);
    flag(actor_property::Glowing, GlowFlag);
}

void RunSegment::sampleItems(const LifeTrack& life, std::int32_t tick, std::span<PropertyValue> out)
{
    const auto itemAt = [&](int slot) {
        if (!life.items)
            return model::StringId::Empty;
        const model::StringId* const text = (*life.items)[static_cast<std::size_t>(slot)].find(tick);
        return text == nullptr ? model::StringId::Empty : *text;
    };
    for (int slot = 0; slot < ShownSlots; ++slot) {
        if (const model::StringId text = itemAt(slot); text != model::StringId::Empty)
            out[static_cast<std::size_t>(actor_property::FirstHotbar) + static_cast<std::size_t>(slot)] =
                PropertyValue::text(text);
    }
    if (const std::uint8_t* const held = life.heldSlots.find(tick); held != nullptr && *held != UnknownSlot) {
        out[actor_property::HeldSlot] = PropertyValue::integer(*held);
        if (*held < HotbarSlots)
            out[actor_property::HeldItem] =
                out[static_cast<std::size_t>(actor_property::FirstHotbar) + static_cast<std::size_t>(*held)];
    }
    const UsedHand* const use = life.uses.find(tick);
    out[actor_property::UsingItem] = PropertyValue::boolean(use != nullptr && *use != UsedHand::None);
}

void RunSegment::sampleBody(const LifeTrack& life, const Instant& instant, std::size_t row,
                            WorldState& out) const
{
    const auto properties = out.propertiesOf(row);
    BodyState body;
    body.position = out.positions[row];
    body.yaw = properties[actor_property::Yaw].asReal();
    body.pitch = properties[actor_property::Pitch].asReal();
    if (const StateKey* const state = life.states.find(instant.tick)) {
        body.pose = state->pose;
        body.flags = state->flags;
    }
    const double now = static_cast<double>(instant.tick) + (instant.f > 0.0 ? instant.f : 0.0);
    body.seconds = now / std::max(m_content.tickRate, 1);
    if (const PropertyValue speed = properties[actor_property::Speed]; !speed.absent()) {
        const double up = properties[actor_property::VerticalSpeed].asReal();
        body.walking = std::sqrt(std::max(speed.asReal() * speed.asReal() - up * up, 0.0));
    }
    const std::size_t i = life.swings ? life.swings->at(instant.tick) : Track<SwingKey>::None;
    if (i != Track<SwingKey>::None) {
        const SwingKey& swing = (*life.swings)[i];
        const double through = (now - life.swings->tickOf(i)) / swing.ticks;
        if (through < 1.0)
            body.swing = static_cast<float>(through);
        body.swingOff = swing.offHand;
    }
    if (const UsedHand* const use = life.uses.find(instant.tick)) {
        body.usesMain = *use == UsedHand::Main;
        body.usesOff = *use == UsedHand::Off;
    }
    const std::size_t first = out.bonePoses.size();
    out.bonePoses.resize(first + BodyBones);
    poseBody(body, std::span(out.bonePoses).subspan(first));
    out.bones[row] = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(BodyBones)};
}

std::optional<double> RunSegment::runTime(std::int32_t tick) const
{
    const RunKey* const run = m_content.run.find(tick);
    if (run == nullptr || !run->startTick)
        return std::nullopt;
    return static_cast<double>(run->endTick.value_or(tick) - *run->startTick) /
           std::max(m_content.tickRate, 1);
}

void RunSegment::sampleRun(const Instant& instant, std::vector<PropertyValue>& out) const
{
    out.assign(match_property::Count, PropertyValue());
    const BlocksKey* const blocks = m_content.blocks.find(instant.tick);
    out[match_property::BlocksEdited] = PropertyValue::integer(blocks == nullptr ? 0 : blocks->edited);
    const RunKey* const run = m_content.run.find(instant.tick);
    if (run == nullptr)
        return;
    if (run->checkpointsKnown)
        out[match_property::Checkpoints] = PropertyValue::integer(run->checkpoints);
    if (run->lastCheckpoint != model::StringId::Empty)
        out[match_property::LastCheckpoint] = PropertyValue::text(run->lastCheckpoint);
    if (run->resetsKnown)
        out[match_property::Resets] = PropertyValue::integer(run->resets);
    RunPhase phase = RunPhase::Waiting;
    if (run->endTick)
        phase = run->endReason == 1 ? RunPhase::Reset : RunPhase::Finished;
    else if (run->startTick)
        phase = RunPhase::Running;
    if (run->clockKnown || run->endTick)
        out[match_property::RunState] = PropertyValue::integer(static_cast<std::int64_t>(phase));
    if (const auto seconds = runTime(instant.tick)) {
        const std::int32_t tick = run->endTick.value_or(instant.tick);
        out[match_property::RunTick] = PropertyValue::integer(std::int64_t{tick} - *run->startTick);
        const RunKey* const next = instant.last ? run : m_content.run.find(instant.tick + 1);
        const bool ticking = instant.f > 0.0 && !run->endTick && next->startTick == run->startTick;
        out[match_property::RunTime] =
            PropertyValue::real(*seconds + (ticking ? instant.f / std::max(m_content.tickRate, 1) : 0.0));
    }
}

} // namespace ghostline::recording
