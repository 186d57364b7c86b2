// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses shots automatically: keeps the play in frame from the side, and cuts at events that declare a cut.
// All shots are from the same side of the line of action, so that left stays left. Pure: the same instant
// always gives the same shot, whatever was shown before.
#include "model/replay/replay_index.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"
#include "render/camera/camera.h"
#include "render/camera/line_of_sight.h"

#include <functional>
#include <map>

namespace ghostline::render {

struct DirectedShot
{
    enum class Kind : std::uint8_t {
        Play,     ///< along with the play, from the side
        Overview, ///< all of it from above
        Moment    ///< the place where an event happens
    };
    Kind kind = Kind::Play;
    model::Micros start{}; ///< lasts until the next one starts
    int event = -1;        ///< that it was cut for: index into the table
};

/// UI thread only.
class Director
{
public:
    /// No shot is shorter.
    static constexpr model::Micros ShortestShot{2'500'000};
    /// Gives the state at an event; false when that would have to be waited for.
    using StateOf = std::function<bool(const model::Event&, model::WorldState&)>;

    void setIndex(std::shared_ptr<const model::ReplayIndex> index);
    void setScene(const model::SceneDescription& scene);
    void setStateOf(StateOf stateOf) { m_stateOf = std::move(stateOf); }

    const std::vector<DirectedShot>& shots() const { return m_shots; }
    const DirectedShot& shotAt(model::Micros time) const;

    struct Framing
    {
        CameraPose pose;
        DirectedShot shot;
    };
    /// Where the camera wants to be now; nothing when there is nothing to look at.
    std::optional<Framing> frame(const model::WorldState& state, double aspect) const;
    /// Position of what the play is about (ActorInfo::focus), if it is anywhere.
    std::optional<glm::dvec3> focus(const model::WorldState& state) const;

private:
    /// What a picture has to hold.
    struct Group
    {
        glm::dvec3 focus{0.0};
        std::vector<glm::dvec3> points; ///< the focus among them
    };
    void planShots();
    std::optional<Group> groupOf(const model::WorldState& state) const;
    std::vector<glm::dvec3> players(const model::WorldState& state) const;
    double sideOf(const glm::dvec3& place) const;
    CameraPose play(const Group& group, double aspect) const;
    CameraPose overview(const Group& group, double aspect) const;
    CameraPose moment(const glm::dvec3& place, const Group& group) const;
    std::optional<glm::dvec3> placeOf(int event) const;
    bool wholeSceneFits() const;
    bool keepsSide(const glm::dvec3& camera, const glm::dvec3& place) const;

    std::shared_ptr<const model::ReplayIndex> m_index = std::make_shared<model::ReplayIndex>();
    std::vector<model::SceneCamera> m_cameras;
    LineOfSight m_lineOfSight;
    model::Bounds m_bounds;
    std::vector<DirectedShot> m_shots{DirectedShot{}};
    StateOf m_stateOf;
    mutable std::map<int, glm::dvec3> m_places; ///< of events, as far as they are known
};

} // namespace ghostline::render
