// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs that take something away from the window: clips as video, the picture on the clipboard.
#include "app/gui/clips/export_clip_dialog.h"
#include "app/gui/session/replay_session.h"

#include <QPointer>

namespace ghostline::app {

class Actions;
class Banner;
class GhostSet;
class ViewArea;

struct ClipHost
{
    std::shared_ptr<const model::CodecRegistry> registry;
    std::function<model::OpenOptions()> options{}; ///< other recordings are opened with these
    std::function<model::SceneChoice()> scene{};   ///< and have these surroundings
    /// What the loop does not say: the range of the selected bookmark, with its title; nothing = none.
    std::function<std::optional<model::Clip>()> marked{};
    QWidget* window = nullptr; ///< over which the dialog stands
};

class ClipDesk : public QObject
{
    Q_OBJECT
public:
    /// All outlive it.
    ClipDesk(Actions* actions, ViewArea* area, GhostSet* ghosts, ClipHost host);

    void setSession(ReplaySession* session);
    /// Asks how these become video.
    void exportClips(const std::vector<model::Clip>& clips);

Q_SIGNALS:
    void exported(const QStringList& paths);

protected:
    /// The window does not go over a video that is being written without a question.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void exportNow();
    void copyPicture();
    ClipExport prepare(std::vector<ClipOutput> outputs, const ClipChoices& choices) const;
    std::vector<CameraOffer> cameras() const;
    QString proposedPath() const;

    Actions* m_actions;
    ViewArea* m_area;
    GhostSet* m_ghosts;
    ClipHost m_host;
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
