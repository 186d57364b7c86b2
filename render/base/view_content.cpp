// SPDX-License-Identifier: GPL-3.0-or-later
// Part by part, and cheap: it is asked for every frame.
#include "render/base/view_content.h"

namespace ghostline::render {

const std::vector<std::shared_ptr<const model::GridLayer>>& ViewContent::surroundings() const
{
    static const std::vector<std::shared_ptr<const model::GridLayer>> None;
    return options.scene ? scene->grids : None;
}

ViewChanges changesBetween(const ViewContent& before, const ViewContent& after)
{
    ViewChanges changes;
    const auto note = [&changes](ViewPart part, bool same) { changes.setFlag(part, !same); };
    note(ViewPart::Theme, before.theme == after.theme);
    note(ViewPart::Quality, before.quality == after.quality);
    note(ViewPart::Options, before.options == after.options);
    note(ViewPart::Index, before.index == after.index);
    note(ViewPart::Scene, before.scene == after.scene);
    note(ViewPart::State, before.state == after.state);
    note(ViewPart::Grids, before.state == after.state || before.state->grids == after.state->grids);
    note(ViewPart::Trails, before.trails == after.trails);
    note(ViewPart::Ghosts, before.ghosts == after.ghosts);
    note(ViewPart::GhostTrails, before.ghostTrails == after.ghostTrails);
    note(ViewPart::Zones, before.zones == after.zones && before.chosenZone == after.chosenZone);
    note(ViewPart::Goals, before.goals == after.goals);
    note(ViewPart::Selection, before.selection == after.selection);
    note(ViewPart::Perspective, before.perspective == after.perspective);
    note(ViewPart::Hidden, before.hidden == after.hidden);
    note(ViewPart::Heat, before.heat == after.heat);
    note(ViewPart::CameraPath, before.cameraPath == after.cameraPath);
    note(ViewPart::Drawings, before.drawings == after.drawings && before.sketches == after.sketches &&
                                 before.chosenDrawing == after.chosenDrawing &&
                                 before.pointers == after.pointers);
    note(ViewPart::Playing, before.playing == after.playing);
    return changes;
}

ViewContent withoutPlayback(ViewContent content)
{
    content.trails = {};
    content.ghosts = {};
    content.ghostTrails = {};
    content.sketches = {};
    content.pointers = {};
    content.chosenDrawing.clear();
    content.hidden.clear();
    content.perspective = model::ActorId::None;
    content.playing = false;
    return content;
}

} // namespace ghostline::render
