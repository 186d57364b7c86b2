// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Actors of other recordings in this picture: bodies, trails, names, camera anchors.
#include "render/actors/ghost_cast.h"
#include "render/labels/labels.h"
#include "render/qt3d/scene_graph.h"
#include "render/view/frame_view.h"

namespace ghostline::render {

class GhostLayer
{
public:
    void change(const ViewContent& content, ViewChanges changes);
    /// The ghost that the camera follows, 0 = none; `firstPerson`: through its eyes.
    void setFollowedGhost(int ghost, bool firstPerson);
    /// The bodies must be laid out again although they have not changed.
    void invalidate() { m_dirty = true; }
    bool dirty() const { return m_dirty; }
    bool empty() const { return m_cast.empty(); }
    /// Some are cameras, which are shown by their footprints.
    bool anyCamera() const;
    /// `subject` must stay visible; the followed ghost takes its place.
    void refresh(SceneGraph& graph, const FrameView& frame, const std::optional<PickBox>& subject);

    void appendTrails(std::vector<Instance>& out, const FrameView& frame) const;
    void appendFootprints(std::vector<Instance>& out, const FrameView& frame) const;
    void appendLabels(std::vector<LabelCandidate>& out, const CameraPose& camera) const;
    std::optional<CameraSubject> anchor(int ghost) const;

private:
    GhostCast m_cast;
    int m_followed = 0;
    bool m_firstPerson = false;
    bool m_dirty = false;
};

} // namespace ghostline::render
