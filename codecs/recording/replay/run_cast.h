// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part in a run: one entry per life, named after its type and counted.
#include "codecs/recording/state/world.h"
#include "model/world/actor.h"

namespace ghostline::recording {

/// What something of a type looks like, from its name alone.
struct EntityLook
{
    QString name; ///< "Stray", "entity #128"
    model::ActorKind kind = model::ActorKind::Unit;
    model::ActorShape shape = model::ActorShape::Capsule;
    glm::vec3 size{0.6F, 1.8F, 0.6F}; ///< metres
};
EntityLook entityLook(const Kind& type);

/// Grows with the background pass. Actor 0 is the player, from the first tick to the last.
class RunCast
{
public:
    explicit RunCast(const QString& playerName, const QString& playerId = {});

    /// Ids come in order; what is beyond MaxLives is not listed.
    void begin(model::ActorId actor, std::int32_t entity, const Kind& type, model::FrameNumber first);
    void end(model::ActorId actor, model::FrameNumber end);
    /// A name given by the game ("CustomName").
    void describe(model::ActorId actor, const QString& name);
    /// Somebody for whom there is no number any more.
    void leaveOut() { ++m_leftOut; }
    const QString& name(model::ActorId actor) const;
    std::size_t size() const { return m_cast.size(); }
    std::size_t leftOut() const { return m_leftOut; }
    /// Lives that have not ended last until `frames`.
    std::vector<model::ActorInfo> snapshot(model::FrameNumber frames) const;

private:
    std::vector<model::ActorInfo> m_cast;
    std::map<QString, int> m_counts; ///< of a name, so that each is told from the others
    std::size_t m_leftOut = 0;
};

} // namespace ghostline::recording
