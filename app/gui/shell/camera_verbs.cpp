// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/camera_verbs.h"

#include "app/gui/shell/path_verbs.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/verbs/choice_verbs.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/banner.h"

#include <QActionGroup>
#include <QMenu>

#include <array>

namespace ghostline::app {

namespace {

struct CameraVerb
{
    const char* id;
    render::CameraMode mode;
};
constexpr std::array<CameraVerb, CameraModes> ModeVerbs{{
    {"camera.orbit", render::CameraMode::Orbit},
    {"camera.free", render::CameraMode::Free},
    {"camera.followActor", render::CameraMode::Follow},
    {"camera.firstPerson", render::CameraMode::FirstPerson},
    {"camera.topDown", render::CameraMode::TopDown},
    {"camera.directed", render::CameraMode::Director},
    {"camera.drone", render::CameraMode::Drone},
    {"camera.path", render::CameraMode::Path},
}};

constexpr int Places = 9; ///< scene cameras with a verb of their own

QString placeId(int place) { return QStringLiteral("camera.place%1").arg(place + 1); }

} // namespace

CameraVerbs::CameraVerbs(Actions* actions, ViewArea* area, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area), m_path(new PathVerbs(actions, area, this))
{
    ViewCamera& camera = area->camera();
    auto* group = new QActionGroup(this);
    for (const CameraVerb& verb : ModeVerbs) {
        group->addAction(actions->get(id(verb.id)));
        actions->on(id(verb.id), this, [&camera, mode = verb.mode](bool) { camera.requestMode(mode); });
    }
    for (int place = 0; place < Places; ++place) {
        group->addAction(actions->get(placeId(place)));
        onCamera(placeId(place), [&camera, place] { camera.setSceneCamera(place); });
    }
    connect(&camera, &ViewCamera::modeChanged, this, &CameraVerbs::showMode);
    connect(&camera, &ViewCamera::sceneCamerasChanged, this, &CameraVerbs::namePlaces);
    showMode(camera.mode());
    namePlaces({});
    onCamera(id("camera.followPlay"), [this] {
        if (!m_area->camera().followPlay())
            m_area->banner()->tell(Banner::Level::Info,
                                   tr("This recording has nothing the whole play is about, such as a ball"));
    });
    onCamera(id("camera.cycle"), [&camera] {
        const auto after = [](render::CameraMode mode) {
            return static_cast<render::CameraMode>((static_cast<int>(mode) + 1) % CameraModes);
        };
        render::CameraMode next = after(camera.mode());
        if (next == render::CameraMode::Path && !camera.hasPath())
            next = after(next);
        camera.setMode(next);
    });
    onCamera(id("camera.fitAll"), [&camera] { camera.fitAll(); });
    onCamera(id("camera.fitSelection"), [&camera] { camera.fitSelection(); });
}

void CameraVerbs::setSession(ReplaySession* session) { m_path->setSession(session); }

void CameraVerbs::onCamera(const QString& verb, const std::function<void()>& move)
{
    m_actions->on(verb, this, [this, move](bool) {
        move();
        Q_EMIT m_area->camera().movedByUser();
    });
}

void CameraVerbs::showMode(render::CameraMode mode)
{
    for (const CameraVerb& verb : ModeVerbs)
        m_actions->get(id(verb.id))->setChecked(verb.mode == mode);
    for (int place = 0; place < Places; ++place)
        m_actions->get(placeId(place))->setChecked(m_area->camera().sceneCamera() == place);
}

/// The first nine of the scene's cameras have verbs; all of them are in the chooser under the view.
void CameraVerbs::namePlaces(const QStringList& names)
{
    for (int place = 0; place < Places; ++place) {
        QAction* action = m_actions->get(placeId(place));
        action->setVisible(place < names.size()); // which also lets go of its key
        if (place >= names.size())
            continue;
        QString text = names[place];
        action->setToolTip(tr("Look from %1 (Ctrl+%2)").arg(text).arg(place + 1));
        action->setText(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
    }
    if (QMenu* menu = menuOf(*m_actions->get(placeId(0))))
        menu->menuAction()->setVisible(!names.isEmpty());
}

} // namespace ghostline::app
