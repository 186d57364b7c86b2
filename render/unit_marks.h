// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands beside a unit: a bar for its health, chevrons for its rank; and how far units see, about.
// Lines in the picture, no GL.
#include "render/camera.h"
#include "render/instance_buffers.h"
#include "render/sight_outline.h"

namespace ghostline::render {

class UnitMarks
{
public:
    void setInfo(const model::ReplayInfo& info, const Theme& theme);
    /// The replay tells health, rank or sight.
    bool any() const;

    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin
        const CameraPose& camera;
        QSizeF viewport; ///< logical pixels
        model::ActorId selection = model::ActorId::None;
        double ground = 0.0;  ///< height that is drawn on, metres
        bool playing = false; ///< another frame follows in a moment
    };
    /// Bars over the hurt and the chosen, chevrons over those with a rank; the nearest ones when there are
    /// too many, none where they would be a few pixels wide.
    void appendBars(std::vector<Instance>& out, const model::WorldState& state,
                    const InstanceBuffers& buffers, const Frame& frame);
    /// How far somebody sees, see SightOutline.
    void appendSight(std::vector<Instance>& out, const model::WorldState& state,
                     const InstanceBuffers& buffers, const Frame& frame);

private:
    struct Bar
    {
        std::uint32_t row = 0;
        float depth = 0.0F;  ///< metres from the camera
        float share = -1.0F; ///< of its health, negative = unknown
        int rank = 0;
    };
    double number(const model::WorldState& state, std::size_t row, model::PropertyId property) const;
    void appendBar(std::vector<Instance>& out, const model::WorldState& state, const InstanceBuffers& buffers,
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
