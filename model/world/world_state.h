// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything that is true at one instant. A value, reused from frame to frame; no Qt object, no string in it.
#include "model/base/time_types.h"
#include "model/world/actor.h"
#include "model/world/grid_layer.h"
#include "model/world/property.h"

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <span>
#include <vector>

namespace ghostline::model {

/// How a state came about. Shown to the user: a guess is never passed off as a record.
enum class Provenance : std::uint8_t {
    Exact,        ///< recorded at this very frame
    Interpolated, ///< between two neighbouring recorded frames
    Sampled,      ///< between sparse samples further apart
    Held          ///< last known, nothing recorded here
};

enum ActorFlag : std::uint16_t {
    Discontinuity = 1,    ///< jumped since the previous frame: no interpolation, no speed
    Hidden = 2,           ///< exists but is parked out of the scene; not drawn, not fitted
    VelocityRecorded = 4, ///< velocity is from the recording, not a difference of positions
    Ended = 8,            ///< dead or removed but still shown
    Stunned = 16,         ///< cannot act
    Blocking = 32,        ///< shields itself
    Invulnerable = 64,    ///< cannot be stunned or hurt for the moment
    Possession = 128,     ///< has the disc, or was the last to touch it
    Unfinished = 256,     ///< still being built: there, but not at work
    Placed = 512,         ///< of one that jumped: the recording says that the game set it down here
};
using ActorFlags = std::uint16_t;

/// A bone in world space: metres, unit quaternion.
struct BonePose
{
    glm::vec3 position{0.0F};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
};

struct BoneSpan
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// One actor in another's hand: drawn there, although its own pose stays what was recorded.
struct Attachment
{
    ActorId held = ActorId::None;
    ActorId holder = ActorId::None;
    std::uint32_t bone = 0; ///< of the holder: index into its bone span
    friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// One actor that another (a player) has selected at this instant.
struct Selected
{
    ActorId by = ActorId::None;
    ActorId actor = ActorId::None;
    friend bool operator==(const Selected&, const Selected&) = default;
};

/// World space: right-handed, metres, +Y up, +X east, +Z south; actors face local +Z.
/// All actor columns have the same length and order (ascending id).
struct WorldState
{
    FrameTime at{};
    Micros time{};

    std::vector<ActorId> ids;
    std::vector<glm::dvec3> positions;
    std::vector<glm::quat> orientations;
    std::vector<glm::vec3> velocities; ///< m/s; zero when unknown
    std::vector<ActorFlags> flags;
    std::vector<Provenance> provenance;
    std::vector<BoneSpan> bones; ///< into bonePoses; count 0 = none
    std::vector<BonePose> bonePoses;
    std::vector<Attachment> attachments;
    std::vector<Selected> selected;        ///< grouped by `by`, ascending
    std::vector<PropertyValue> properties; ///< actors x propertyCount, row-major
    std::size_t propertyCount = 0;         ///< = ReplayInfo::actorProperties.size()
    std::vector<PropertyValue> match;      ///< = ReplayInfo::matchProperties.size()
    std::vector<std::shared_ptr<const GridLayer>> grids;

    std::size_t size() const { return ids.size(); }
    /// Row of an actor, or -1 when it is not in this state. Binary search.
    GHOSTLINE_MODEL_EXPORT std::ptrdiff_t row(ActorId id) const;
    /// Absent where `id` names none, or none that this state has.
    PropertyValue value(std::size_t row, ActorPropertyId id) const
    {
        return id && id.index() < propertyCount ? properties[row * propertyCount + id.index()]
                                                : PropertyValue();
    }
    PropertyValue value(MatchPropertyId id) const
    {
        return id && id.index() < match.size() ? match[id.index()] : PropertyValue();
    }
    std::span<const PropertyValue> propertiesOf(std::size_t row) const
    {
        return {properties.data() + row * propertyCount, propertyCount};
    }
    std::span<PropertyValue> propertiesOf(std::size_t row)
    {
        return {properties.data() + row * propertyCount, propertyCount};
    }
    std::span<const BonePose> bonesOf(std::size_t row) const
    {
        return {bonePoses.data() + bones[row].first, bones[row].count};
    }
    /// Empties the columns but keeps their memory.
    GHOSTLINE_MODEL_EXPORT void clear();
    /// Gives every actor column this length; new rows are default. Keeps memory.
    GHOSTLINE_MODEL_EXPORT void resize(std::size_t actors, std::size_t propertiesPerActor);
};

} // namespace ghostline::model
