// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks of units: a bar for health, chevrons for rank, and the outline of what units see.
// Lines in the picture, no GL.
#include "render/actors/actor_styles.h"
#include "render/actors/instance.h"
#include "render/actors/sight_outline.h"
#include "render/base/ground_level.h"
#include "render/camera/camera.h"

namespace ghostline::render {

class UnitMarks
{
public:
    void setInfo(const model::ReplayInfo& info, const Theme& theme);
    /// True when the replay records health, rank or sight.
    bool any() const;

    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin
        const CameraPose& camera;
        QSizeF viewport; ///< logical pixels
        model::ActorId selection = model::ActorId::None;
        GroundLevel ground{}; ///< that is drawn on
        bool playing = false; ///< another frame follows in a moment
    };
    /// Health bars over units that are damaged or selected, chevrons over units with a rank. Only the nearest
    /// ones when there are too many, none that would be only a few pixels wide.
    void appendBars(std::vector<Instance>& out, const model::WorldState& state, const ActorStyles& styles,
                    const Frame& frame);
    /// The outline of what units see, see SightOutline.
    void appendSight(std::vector<Instance>& out, const model::WorldState& state, const ActorStyles& styles,
                     const Frame& frame);

private:
    struct Bar
    {
        std::uint32_t row = 0;
        float depth = 0.0F;  ///< metres from the camera
        float share = -1.0F; ///< of its health, negative = unknown
        int rank = 0;
    };
    double number(const model::WorldState& state, std::size_t row, model::ActorPropertyId property) const;
    void appendBar(std::vector<Instance>& out, const model::WorldState& state, const ActorStyles& styles,
                   const Frame& frame, const Bar& bar) const;

    model::UnitMarks m_marks;
    glm::vec4 m_rim{0.0F};
    glm::vec4 m_good{1.0F};
    glm::vec4 m_hurt{1.0F};
    glm::vec4 m_bad{1.0F};
    glm::vec4 m_rank{1.0F};
    glm::vec4 m_casing{0.0F};
    SightOutline m_sight;
    std::vector<Bar> m_bars; ///< these two are kept for their memory
    std::vector<SightOutline::Dash> m_dashes;
};

} // namespace ghostline::render
