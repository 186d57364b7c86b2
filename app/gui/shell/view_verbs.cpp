// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/view_verbs.h"

#include "app/gui/settings/settings.h"
#include "app/gui/settings/view_option_store.h"
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_snapshot.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/replay_address.h"
#include "model/compare/run_marks.h"
#include "render/view/still.h"
#include "render/view/viewport.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

constexpr QSize ThumbnailPixels{224, 126};

bool hasInvisible(const model::GridLayer& layer)
{
    return layer.kinds != nullptr && std::any_of(layer.kinds->begin(), layer.kinds->end(),
                                                 [](const model::GridKind& kind) { return kind.invisible; });
}

} // namespace

ViewVerbs::ViewVerbs(Actions* actions, ViewArea* area, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area)
{
    for (const ViewToggle& toggle : viewToggles()) {
        if (toggle.verb != nullptr)
            m_actions->on(id(toggle.verb), this,
                          [this, member = toggle.member](bool on) { switchOption(member, on); });
    }
    for (int number = 1; number <= SavedViews; ++number) {
        m_actions->on(QStringLiteral("camera.view%1").arg(number), this, [this, number](bool) {
            recall(number);
            Q_EMIT m_area->camera().movedByUser();
        });
        m_actions->on(QStringLiteral("camera.saveView%1").arg(number), this,
                      [this, number](bool) { store(number, false); });
        m_actions->on(QStringLiteral("camera.shareView%1").arg(number), this,
                      [this, number](bool) { store(number, true); });
    }
    connect(&m_area->camera(), &ViewCamera::savedViewWanted, this, &ViewVerbs::recall);
    m_actions->on(id("file.exportPicture"), this, [this](bool) { exportPicture(); });
    connect(m_area, &ViewArea::optionsChanged, this, &ViewVerbs::showOptions);
    showOptions();
}

void ViewVerbs::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session == nullptr)
        return;
    m_kindsSeen = nullptr;
    m_hasEdits = false;
    m_hasBarriers = false;
    connect(session, &ReplaySession::indexChanged, this, &ViewVerbs::offer);
    connect(session, &ReplaySession::sceneChanged, this, &ViewVerbs::offerBlocks);
    connect(session->playback(), &Playback::stateChanged, this, &ViewVerbs::lookForBlocks);
    offer();
    offerBlocks();
}

void ViewVerbs::switchOption(bool render::ViewOptions::*member, bool on)
{
    m_area->changeOptions([member, on](render::ViewOptions& options) {
        options.*member = on;
        // Two answers to one question: what may be shown between two records.
        if (on && member == &render::ViewOptions::exactOnly)
            options.reportedOnly = false;
        if (on && member == &render::ViewOptions::reportedOnly)
            options.exactOnly = false;
    });
}

void ViewVerbs::showOptions()
{
    for (const ViewToggle& toggle : viewToggles()) {
        if (toggle.verb != nullptr)
            m_actions->get(id(toggle.verb))->setChecked(m_area->options().*toggle.member);
    }
}

/// What only some recordings have something for.
void ViewVerbs::offer()
{
    const model::ReplayInfo& info = m_session->info();
    m_actions->offer(id("view.exact"), info.exactAtKeyframes,
                     tr("This format does not store whole states with others put together in between"));
    m_actions->offer(id("view.unitMarks"), info.marks.health || info.marks.rank || info.marks.turret,
                     tr("This recording tells neither health nor rank nor turrets"));
    m_actions->offer(id("view.sight"), bool(info.marks.sight),
                     tr("This recording does not tell how far anybody sees"));
    const auto& kinds = m_session->index()->events->kinds;
    m_actions->offer(
        id("view.nextGoal"),
        std::ranges::any_of(
            kinds, [](const model::EventKind& kind) { return kind.id == model::runmarks::Checkpoint; }),
        tr("This format tells of no checkpoints"));
}

void ViewVerbs::offerBlocks()
{
    const model::SceneDescription* scene = m_session->scene().get();
    const bool inMap = scene != nullptr &&
                       std::any_of(scene->grids.begin(), scene->grids.end(),
                                   [](const auto& grid) { return grid != nullptr && hasInvisible(*grid); });
    m_actions->offer(id("view.edits"), m_hasEdits, tr("This recording has set no blocks so far"));
    m_actions->offer(id("view.barriers"), m_hasBarriers || inMap,
                     tr("Neither the map nor the recording has invisible blocks"));
}

/// For every state: blocks may be set late. Kinds are looked through only when there are others.
void ViewVerbs::lookForBlocks()
{
    bool news = false;
    for (const auto& grid : m_session->playback()->state().grids) {
        if (grid == nullptr || !grid->overrides)
            continue;
        news |= !std::exchange(m_hasEdits, true);
        if (!m_hasBarriers && m_kindsSeen != grid->kinds.get()) {
            m_kindsSeen = grid->kinds.get();
            m_hasBarriers = hasInvisible(*grid);
            news |= m_hasBarriers;
        }
    }
    if (news)
        offerBlocks();
}

void ViewVerbs::store(int number, bool everywhere)
{
    if (!storeView(currentView(*m_area, *m_session), everywhere ? QString() : m_session->path(), number))
        m_area->banner()->tell(Banner::Level::Warning,
                               tr("View %1 could not be saved: the settings cannot be written").arg(number));
    else
        m_area->banner()->tell(Banner::Level::Info,
                               everywhere ? tr("View %1 saved for every recording").arg(number)
                                          : tr("View %1 saved: Alt+%1 brings it back").arg(number));
}

void ViewVerbs::recall(int number)
{
    const std::optional<SavedView> view = loadView(m_session->path(), number);
    if (!view) {
        m_area->banner()->tell(Banner::Level::Info,
                               tr("There is no view %1 yet: Ctrl+Alt+%1 saves this one").arg(number));
        return;
    }
    render::ViewOptions layers = view->layers;
    layers.trailSeconds = m_area->options().trailSeconds; // a setting of its own
    m_area->setOptions(layers);
    lookAgain(*view, *m_area, *m_session);
}

void ViewVerbs::exportPicture()
{
    const QWidget* view = m_area->viewWidget();
    const QString path = m_session->path();
    const QString suggested = QStringLiteral("%1/%2-frame-%3.png")
                                  .arg(folderForOutput(path), QFileInfo(shortName(path)).completeBaseName())
                                  .arg(m_session->playback()->state().at.frame);
    const auto capture = [area = QPointer<ViewArea>(m_area), session = m_session](QSize pixels,
                                                                                  bool transparent) {
        if (area == nullptr || session == nullptr)
            return QImage();
        if (!transparent)
            return area->capture(pixels);
        render::StillRequest request;
        request.content = area->views().content();
        request.pixels = pixels;
        request.look = currentLook(*area, *session);
        request.transparent = true;
        return render::renderStill(request).value_or(QImage());
    };
    showExportDialog(m_area->window(), (QSizeF(view->size()) * view->devicePixelRatioF()).toSize(), suggested,
                     m_area->has3D(), capture);
}

void storeThumbnail(const ViewArea& area, const ReplaySession& session)
{
    const bool drawn = area.has3D() ? area.viewport()->isReady() : true;
    if (!drawn || session.playback()->state().size() == 0)
        return;
    const QString path = thumbnailPath(session.path());
    if (QDir().mkpath(QFileInfo(path).absolutePath()))
        // A missing thumbnail is no loss worth a message. Drawn larger, as names are as large in every
        // picture.
        (void)savePicture(area.capture(ThumbnailPixels * 3)
                              .scaled(ThumbnailPixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation),
                          path);
}

} // namespace ghostline::app
