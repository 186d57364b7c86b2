// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An actor of another recording in this one's picture: translucent, in a colour of its own, never picked.
#include "model/replay/replay_info.h"
#include "model/world/skeleton.h"
#include "model/world/world_state.h"

#include <memory>
#include <span>
#include <vector>

namespace ghostline::render {

/// What its pointers and spans refer to must live until the call that takes it returns.
struct GhostFigure
{
    int id = 0;
    int hue = 0;                               ///< index into the theme's series colours
    const model::ActorInfo* info = nullptr;    ///< of its own cast: shape and size
    const model::Skeleton* skeleton = nullptr; ///< null = none
    glm::dvec3 position{0.0};                  ///< world space, metres
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    std::span<const model::BonePose> bones{};
    QString name{}; ///< label; shared, so that copying it allocates nothing
    /// What `info` and `skeleton` are parts of; null where whoever made the figure outlives the picture.
    std::shared_ptr<const model::ReplayInfo> owner{};
};

/// The ghosts of one instant: keeps their bones, and what they refer to.
class GhostFrame
{
public:
    GhostFrame() = default;
    explicit GhostFrame(std::span<const GhostFigure> figures) { assign(figures); }
    GhostFrame(const GhostFrame&) = delete;
    GhostFrame& operator=(const GhostFrame&) = delete;
    GhostFrame(GhostFrame&&) = default; // the bones stay where they are
    GhostFrame& operator=(GhostFrame&&) = default;
    ~GhostFrame() = default;

    /// Allocates nothing once it has grown.
    void assign(std::span<const GhostFigure> figures);
    std::span<const GhostFigure> figures() const { return m_figures; }

private:
    std::vector<GhostFigure> m_figures;
    std::vector<model::BonePose> m_bones;
};

} // namespace ghostline::render
