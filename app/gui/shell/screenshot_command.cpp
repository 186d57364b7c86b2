// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/screenshot_command.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/shell/command_line.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/view/camera_look.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"

#include <QDialog>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

// Panels fill in their own time once everything is there. Looks are counted, not milliseconds: on a busy
// machine the window has had as many turns as elsewhere.
constexpr int QuietLooks = 6;

/// With the dialogs over it, which say why where something failed.
QImage pictureOf(MainWindow& window)
{
    QImage image = screenshotOf(window);
    QPainter painter(&image);
    painter.setPen(window.palette().color(QPalette::PlaceholderText)); // in place of the desktop's frame
    for (QDialog* dialog : window.findChildren<QDialog*>()) {
        if (!dialog->isVisible())
            continue;
        const QPoint place = window.mapFromGlobal(dialog->mapToGlobal(QPoint(0, 0)));
        painter.drawPixmap(place, dialog->grab());
        painter.drawRect(QRect(place, dialog->size()).adjusted(-1, -1, 0, 0));
    }
    return image;
}

} // namespace

QImage screenshotOf(MainWindow& window)
{
    QImage image = window.grab().toImage();
    ViewArea& area = window.area();
    const QWidget* view = area.viewWidget();
    if (area.has3D() && view->isVisible()) {
        const qreal ratio = image.devicePixelRatio();
        QPainter painter(&image);
        const QImage picture = area.capture((QSizeF(view->size()) * ratio).toSize());
        painter.drawImage(QRect(view->mapTo(&window, QPoint(0, 0)), view->size()), picture);
    }
    return image;
}

ScreenshotCommand::ScreenshotCommand(MainWindow& window, Request request, QObject* parent)
    : QObject(parent), m_window(window), m_request(std::move(request))
{
    const ReplayLoader& loader = window.loader();
    connect(&loader, &ReplayLoader::opened, this, [this] { m_sceneDue = true; });
    // Surroundings read before the index was whole are read again: only the last ones count.
    const auto sceneShown = [this] {
        const ReplaySession* session = m_window.session();
        m_sceneDue = session != nullptr && !session->index()->complete && !session->index()->growing;
    };
    connect(&loader, &ReplayLoader::sceneSettled, this, sceneShown);
    connect(&loader, &ReplayLoader::mapFailed, this, [this](const model::Error& error) {
        if (!m_request.scenePath.isEmpty())
            complain(error.message);
    });
    connect(&loader, &ReplayLoader::failed, this, [this](const model::Error& error, const QString& path) {
        complain(QStringLiteral("%1: %2").arg(path, error.message));
    });
    const ViewCamera& camera = window.area().camera();
    connect(&camera, &ViewCamera::notFound, this,
            [this, &camera](const QString& name) { complain(noCameraText(name, camera.sceneCameras())); });
    connect(&m_look, &QTimer::timeout, this, &ScreenshotCommand::look);
    m_look.start(m_request.betweenLooks);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        m_look.stop();
        complain(QStringLiteral("after %1 s not all of it was there; the picture shows how far it came")
                     .arg(std::chrono::duration<double>(m_request.limit).count()));
        take();
    });
    m_limit.start(m_request.limit);
}

bool ScreenshotCommand::isArriving() const
{
    const ReplaySession* session = m_window.session();
    const std::vector<Ghost>& ghosts = m_window.area().ghosts().ghosts()->ghosts();
    const auto* queue = m_window.findChild<QueueView*>();
    // Without a frame there is no first picture, and surroundings come only after that.
    const bool empty = session != nullptr && session->index()->complete && session->index()->frames() == 0;
    return !m_window.isVisible() || m_window.loader().busy() || (m_sceneDue && !empty) ||
           (session != nullptr && session->playback()->buffering()) ||
           std::any_of(ghosts.begin(), ghosts.end(),
                       [](const Ghost& ghost) { return ghost.status == GhostStatus::Loading; }) ||
           (queue != nullptr && queue->reading());
}

void ScreenshotCommand::complain(const QString& what)
{
    if (m_complaint.isEmpty())
        m_complaint = what;
}

void ScreenshotCommand::look()
{
    m_quietLooks = isArriving() ? 0 : m_quietLooks + 1;
    if (m_quietLooks < QuietLooks)
        return;
    m_look.stop();
    m_limit.stop();
    play();
}

void ScreenshotCommand::play()
{
    if (m_window.session() == nullptr || m_request.playSeconds <= 0.0) {
        take();
        return;
    }
    m_window.session()->playhead().play();
    const std::chrono::duration<double> length(m_request.playSeconds);
    QTimer::singleShot(std::chrono::duration_cast<std::chrono::milliseconds>(length), this,
                       &ScreenshotCommand::take);
}

void ScreenshotCommand::take()
{
    for (const Ghost& ghost : m_window.area().ghosts().ghosts()->ghosts()) {
        if (ghost.status == GhostStatus::Failed)
            complain(QStringLiteral("%1: %2").arg(ghost.path, ghost.trouble));
    }
    if (!pictureOf(m_window).save(m_request.path))
        m_complaint = QStringLiteral("%1 cannot be written").arg(m_request.path);
    Q_EMIT finished(m_complaint);
}

} // namespace ghostline::app
