// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What goes on around opening a recording: the load bar, the surroundings, the list of recent ones, and going
// to the place that was asked for once it is known.
#include "app/gui/session/replay_loader.h"
#include "app/gui/session/replay_session.h"
#include "model/marks/moment_link.h"

#include <QPointer>

#include <optional>

namespace ghostline::app {

class LoadBar;
class ViewArea;

class ReplayOpener : public QObject
{
    Q_OBJECT
public:
    /// Area and bar outlive it.
    ReplayOpener(std::shared_ptr<const model::CodecRegistry> registry, ViewArea* area, LoadBar* bar,
                 QObject* parent);
    /// Opens recordings; failing and being opened is told there.
    ReplayLoader& loader() { return m_loader; }
    /// It does not come into the list of recent ones.
    void openWithoutRemembering(const QString& path, const model::OpenOptions& options);
    /// Where to stand in the next recording that is opened, less its flag, which is the review's.
    void setPlace(const model::StartPlace& place)
    {
        m_nextPlace = place;
        m_nextClip = false;
    }
    /// In the recording that is open: nothing is read again, and what was worked out stays.
    void goTo(const model::StartPlace& place);
    /// The next one is a clip of a moment: in its middle, behind whom it is about.
    void setClip();
    /// Where to stand in this one is somebody else's to say from now on.
    void forgetPlace();
    /// The recording that is shown now: its index is followed. null = none any more. Not owned.
    void setSession(ReplaySession* session);
    /// Reads the surroundings, and once more when the index is whole if it is not yet.
    void loadScene(const ReplaySession& session);

Q_SIGNALS:
    void closeRequested(); ///< cancelled while the recording was already shown

private:
    void connectLoader();
    void showScene(const model::SceneDescription& scene);
    void onIndexChanged();
    void begin(const model::StartPlace& place);
    void goToPlace();
    void chooseCamera();
    void goToTime();
    void selectActor();
    void onFirstPicture();
    void followClip();
    static void remember(const ReplaySession& session);

    ViewArea* m_area;
    LoadBar* m_bar;
    ReplayLoader m_loader;
    QPointer<ReplaySession> m_session;
    model::StartPlace m_nextPlace;
    QString m_forgotten;                      ///< a path that is not to be remembered
    std::optional<model::FrameTime> m_sought; ///< where that went so far
    bool m_remembered = false;                ///< this recording stands in the list of recent ones
    model::StartPlace m_place;                ///< each part empty as soon as it is done
    bool m_nextClip = false;
    bool m_clip = false;          ///< whom it is about is not known yet
    bool m_pictured = false;      ///< the first picture of it was shown
    bool m_goesLive = false;      ///< a running game is followed as soon as it can be
    bool m_sceneWasEarly = false; ///< surroundings were read before the index was whole
};

} // namespace ghostline::app
