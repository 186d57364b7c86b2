// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_desk.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/session/moment_clip.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/camera_words.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/saved_view.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_snapshot.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"

#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>

namespace ghostline::app {

ClipDesk::ClipDesk(Actions* actions, ViewArea* area, GhostSet* ghosts, ClipHost host)
    : QObject(host.window), m_actions(actions), m_area(area), m_ghosts(ghosts), m_host(std::move(host))
{
    m_actions->on(id("file.exportClip"), this, [this](bool) { exportNow(); });
    m_actions->on(id("file.copyPicture"), this, [this](bool) { copyPicture(); });
    m_host.window->installEventFilter(this);
}

void ClipDesk::setSession(ReplaySession* session) { m_session = session; }

void ClipDesk::exportNow()
{
    if (m_session == nullptr)
        return;
    if (const auto clip = momentClip(*m_session, m_host.marked ? m_host.marked() : std::nullopt))
        exportClips({*clip});
}

void ClipDesk::exportClips(const std::vector<model::Clip>& clips)
{
    if (clips.empty())
        return;
    if (auto* shown = m_host.window->findChild<ExportClipDialog*>()) {
        if (shown->running()) {
            raiseDialog(m_host.window, "exportClipDialog");
            return m_area->banner()->tell(Banner::Level::Info, tr("Another clip is being written"));
        }
        delete shown; // it asks about other clips
    }
    ClipQuestion question;
    question.clips = clips;
    for (model::Clip& clip : question.clips) {
        if (clip.recording.isEmpty() && m_session != nullptr)
            clip.recording = m_session->path(); // another one may be open by the time it is drawn
    }
    question.cameras = cameras();
    question.proposedPath = proposedPath();
    const QWidget* view = m_area->viewWidget();
    question.viewPixels = (QSizeF(view->size()) * view->devicePixelRatioF()).toSize();
    question.hasScoreboard = m_session == nullptr || m_session->info().scoreboard.hasStrip();
    question.hasGhosts = !m_ghosts->ghosts().empty();
    auto* dialog = new ExportClipDialog(
        std::move(question),
        [this](std::vector<ClipOutput> outputs, const ClipChoices& choices) {
            return prepare(std::move(outputs), choices);
        },
        m_host.window);
    connect(dialog, &ExportClipDialog::exported, this, &ClipDesk::exported);
    dialog->show();
}

bool ClipDesk::eventFilter(QObject* watched, QEvent* event)
{
    auto* shown = event->type() == QEvent::Close ? m_host.window->findChild<ExportClipDialog*>() : nullptr;
    if (shown == nullptr || !shown->running())
        return QObject::eventFilter(watched, event);
    event->ignore();
    shown->giveUpThen([shown, window = m_host.window] {
        shown->close();
        window->close();
    });
    return true;
}

QString ClipDesk::proposedPath() const
{
    if (m_session == nullptr)
        return folderForOutput(QString()) + QStringLiteral("/reel");
    const QString path = m_session->path();
    return QStringLiteral("%1/%2-clip")
        .arg(folderForOutput(path), QFileInfo(shortName(path)).completeBaseName());
}

std::vector<CameraOffer> ClipDesk::cameras() const
{
    std::vector<CameraOffer> offers{{tr("As shown now"), {}}};
    for (const render::CameraMode mode : {render::CameraMode::Director, render::CameraMode::Follow,
                                          render::CameraMode::FirstPerson, render::CameraMode::TopDown})
        offers.push_back({cameraName(mode), cameraWord(mode)});
    if (m_area->camera().hasPath())
        offers.push_back({cameraName(render::CameraMode::Path), cameraWord(render::CameraMode::Path)});
    for (const QString& name : m_area->camera().sceneCameras())
        offers.push_back({name, name});
    if (m_session == nullptr)
        return offers;
    if (const model::ActorInfo* actor = m_session->info().actor(m_session->actors()->selected()))
        offers.push_back({tr("Follow %1").arg(actor->name), QStringLiteral("follow:") + actor->name});
    for (int number = 1; number <= SavedViews; ++number) {
        if (loadView(m_session->path(), number))
            offers.push_back({tr("View %1").arg(number), QStringLiteral("view:%1").arg(number)});
    }
    return offers;
}

ClipExport ClipDesk::prepare(std::vector<ClipOutput> outputs, const ClipChoices& choices) const
{
    ClipExport out;
    out.outputs = std::move(outputs);
    out.opener.registry = m_host.registry;
    if (m_host.options)
        out.opener.options = m_host.options();
    if (m_host.scene)
        out.opener.scene = m_host.scene();
    render::ViewContent content = m_area->views().content();
    content.options.labels = choices.labels;
    content.options.drawings = choices.drawings;
    out.opener.content.theme = content.theme;
    out.opener.content.options = content.options;
    out.stage.flat = !m_area->has3D();
    if (m_session == nullptr)
        return out;

    auto open = std::make_shared<OpenedRecording>();
    open->stage.path = m_session->path();
    open->stage.source = m_session->source();
    open->stage.index = m_session->index();
    open->stage.ghosts = m_ghosts->runs();
    open->stage.content = std::move(content);
    open->stage.policy = m_session->playback()->samplePolicy();
    open->content = m_session->notes()->sidecar().recording;
    out.known[m_session->path()] = open;

    out.look = currentLook(*m_area, *m_session);
    out.lookedAt = m_session->path();
    return out;
}

void ClipDesk::copyPicture()
{
    if (m_session == nullptr)
        return;
    const QWidget* view = m_area->viewWidget();
    const QImage image = m_area->capture((QSizeF(view->size()) * view->devicePixelRatioF()).toSize());
    if (image.isNull())
        return m_area->banner()->tell(Banner::Level::Warning, tr("The picture could not be drawn"));
    QGuiApplication::clipboard()->setImage(image);
    m_area->banner()->tell(Banner::Level::Info, tr("The picture is on the clipboard"));
}

} // namespace ghostline::app
