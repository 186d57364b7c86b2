// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's camera verbs do, and the views that are remembered.
#include "app/gui/docks/minimap_panel.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/main_window_panels.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/view_snapshot.h"
#include "app/gui/shell/view_strip.h"

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
constexpr std::array<CameraVerb, CameraModes> CameraVerbs{{
    {"camera.orbit", render::CameraMode::Orbit},
    {"camera.free", render::CameraMode::Free},
    {"camera.followActor", render::CameraMode::Follow},
    {"camera.firstPerson", render::CameraMode::FirstPerson},
    {"camera.topDown", render::CameraMode::TopDown},
    {"camera.directed", render::CameraMode::Director},
}};

constexpr int Places = 9; ///< scene cameras with a verb of their own

QString id(const char* text) { return QString(QLatin1String(text)); }
QString placeId(int place) { return QStringLiteral("camera.place%1").arg(place + 1); }

} // namespace

void MainWindow::bindCamera()
{
    m_cameraGroup = new QActionGroup(this);
    for (const CameraVerb& verb : CameraVerbs) {
        m_cameraGroup->addAction(m_actions->get(id(verb.id)));
        m_actions->on(id(verb.id), this, [this, mode = verb.mode](bool) { m_area->wishCameraMode(mode); });
    }
    for (int place = 0; place < Places; ++place) {
        m_cameraGroup->addAction(m_actions->get(placeId(place)));
        m_actions->on(placeId(place), this, [this, place](bool) { m_area->setSceneCamera(place); });
    }
    connect(m_area, &ViewArea::cameraModeChanged, this, &MainWindow::showCameraMode);
    connect(m_area, &ViewArea::sceneCamerasChanged, this, &MainWindow::namePlaces);
    showCameraMode(m_area->cameraMode());
    namePlaces({});
    m_actions->on(id("camera.followPlay"), this, [this](bool) {
        if (!m_area->followPlay())
            m_area->banner()->tell(Banner::Level::Info,
                                   tr("This recording has nothing the whole play is about, such as a ball"));
    });
    m_actions->on(id("camera.cycle"), this, [this](bool) {
        const int next = (static_cast<int>(m_area->cameraMode()) + 1) % CameraModes;
        m_area->setCameraMode(static_cast<render::CameraMode>(next));
    });
    m_actions->on(id("camera.fitAll"), this, [this](bool) { m_area->fitAll(); });
    m_actions->on(id("camera.fitSelection"), this, [this](bool) { m_area->fitSelection(); });
    for (int number = 1; number <= SavedViews; ++number) {
        m_actions->on(QStringLiteral("camera.view%1").arg(number), this,
                      [this, number](bool) { recallView(number); });
        m_actions->on(QStringLiteral("camera.saveView%1").arg(number), this,
                      [this, number](bool) { storeView(number, false); });
        m_actions->on(QStringLiteral("camera.shareView%1").arg(number), this,
                      [this, number](bool) { storeView(number, true); });
    }
}

void MainWindow::showCameraMode(render::CameraMode mode)
{
    for (const CameraVerb& verb : CameraVerbs)
        m_actions->get(id(verb.id))->setChecked(verb.mode == mode);
    for (int place = 0; place < Places; ++place)
        m_actions->get(placeId(place))->setChecked(m_area->sceneCamera() == place);
}

/// The first nine of the scene's cameras have verbs; all of them are in the chooser under the view.
void MainWindow::namePlaces(const QStringList& names)
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
    if (m_placesMenu != nullptr)
        m_placesMenu->menuAction()->setVisible(!names.isEmpty());
}

/// Small, under the cast, and told what the view shows.
void MainWindow::buildMinimap(QDockWidget* under)
{
    MinimapPanel* map = m_panels->minimap = m_panels->add(new MinimapPanel(this));
    splitDockWidget(under, addPanel(QStringLiteral("minimap"), tr("Minimap"), map, Qt::LeftDockWidgetArea),
                    Qt::Vertical);
    const auto showCamera = [this, map] {
        if (!m_area->has3D())
            return;
        const QSizeF view = m_area->viewport()->size();
        map->setCamera(m_area->cameraPose(), view.width() / qMax(1.0, view.height()));
    };
    connect(m_area, &ViewArea::cameraMoved, map, showCamera);
    connect(m_area, &ViewArea::cameraModeChanged, map, showCamera);
    connect(m_area, &ViewArea::sceneChanged, map, &MinimapPanel::setScene);
    connect(m_area, &ViewArea::optionsChanged, map, &MinimapPanel::setOptions);
    connect(m_area, &ViewArea::trailsShown, map, &MinimapPanel::setTrails);
    connect(m_area, &ViewArea::ghostTrailsShown, map, &MinimapPanel::setGhostTrails);
    map->setGhosts(m_area->ghosts());
    connect(map, &MinimapPanel::lookRequested, m_area, &ViewArea::lookAt);
    connect(map, &MinimapPanel::contextMenuRequested, this, &MainWindow::showActorMenu);
}

void MainWindow::storeView(int number, bool everywhere)
{
    if (!app::storeView(currentView(*m_area, *m_session), everywhere ? QString() : m_session->path(), number))
        m_area->banner()->tell(Banner::Level::Warning,
                               tr("View %1 could not be saved: the settings cannot be written").arg(number));
    else
        m_area->banner()->tell(Banner::Level::Info,
                               everywhere ? tr("View %1 saved for every recording").arg(number)
                                          : tr("View %1 saved: Alt+%1 brings it back").arg(number));
}

void MainWindow::recallView(int number)
{
    const std::optional<SavedView> view = loadView(m_session->path(), number);
    if (!view) {
        m_area->banner()->tell(Banner::Level::Info,
                               tr("There is no view %1 yet: Ctrl+Alt+%1 saves this one").arg(number));
        return;
    }
    render::ViewOptions layers = view->layers;
    layers.trailSeconds = m_settings.trailSeconds;
    m_area->setOptions(layers);
    showViewOptions();
    lookAgain(*view, *m_area, *m_session);
}

} // namespace ghostline::app
