// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/path_verbs.h"

#include "app/gui/verbs/actions.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "model/camera/camera_path.h"
#include "model/time/time_text.h"
#include "render/camera/camera_math.h"

#include <algorithm>
#include <array>

namespace ghostline::app {

PathVerbs::PathVerbs(Actions* actions, ViewArea* area, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area)
{
    actions->on(id("camera.keyPoint"), this, [this](bool) { setKeyPoint(); });
    actions->on(id("camera.nextKeyPoint"), this, [this](bool) {
        if (m_session != nullptr)
            goTo(model::nextKey(path(), m_session->playhead().time()));
    });
    actions->on(id("camera.previousKeyPoint"), this, [this](bool) {
        if (m_session != nullptr)
            goTo(model::previousKey(path(), m_session->playhead().time()));
    });
    actions->on(id("camera.removeKeyPoint"), this, [this](bool) { removeNearest(); });
    actions->on(id("camera.clearPath"), this, [this](bool) {
        if (m_session != nullptr)
            m_session->notes()->setCameraPath(tr("Clear path"), {});
    });
    connect(&area->camera(), &ViewCamera::pathMissing, this, [this] {
        m_area->banner()->tell(
            Banner::Level::Info,
            tr("The camera has no path here: set key points with %1 first")
                .arg(m_actions->get(id("camera.keyPoint"))->shortcut().toString(QKeySequence::NativeText)));
    });
    offer();
}

void PathVerbs::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session != nullptr)
        connect(session->notes(), &ReplayNotes::cameraPathChanged, this, &PathVerbs::offer);
    offer();
}

const std::vector<model::CameraKey>& PathVerbs::path() const
{
    return m_session->notes()->sidecar().cameraPath;
}

void PathVerbs::setKeyPoint()
{
    if (m_session == nullptr || !m_area->has3D())
        return;
    const render::CameraPose pose = render::asPerspective(m_area->camera().pose());
    model::CameraKey key;
    key.frame = m_session->playhead().at().frame;
    key.time = m_session->playhead().time();
    key.place = {pose.position, pose.target, pose.up, pose.verticalFov};
    if (!model::isUsable(key.place))
        return;
    if (m_session->notes()->setCameraPath(tr("Set key point"), model::withKey(path(), std::move(key))))
        m_area->banner()->tell(
            Banner::Level::Info,
            tr("Key point of the camera at %1, %n in all", nullptr, static_cast<int>(path().size()))
                .arg(model::formatTime(m_session->playhead().time())));
}

void PathVerbs::goTo(const model::CameraKey* key)
{
    if (key != nullptr)
        m_session->playhead().seekTime(key->time);
}

void PathVerbs::removeNearest()
{
    if (m_session == nullptr || path().empty())
        return;
    const model::Micros now = m_session->playhead().time();
    std::vector<model::CameraKey> left = path();
    left.erase(std::ranges::min_element(
        left, {}, [now](const model::CameraKey& key) { return std::chrono::abs(key.time - now); }));
    m_session->notes()->setCameraPath(tr("Remove key point"), std::move(left));
}

/// What can be done with the path now.
void PathVerbs::offer()
{
    m_actions->offer(id("camera.keyPoint"), m_area->has3D(),
                     tr("Without the 3D view there is no camera to place"));
    const bool any = m_session != nullptr && !path().empty();
    for (const char* verb :
         {"camera.nextKeyPoint", "camera.previousKeyPoint", "camera.removeKeyPoint", "camera.clearPath"})
        m_actions->offer(id(verb), any, tr("The camera has no key points"));
}

} // namespace ghostline::app
