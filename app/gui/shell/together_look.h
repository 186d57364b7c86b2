// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is looked at alike by all who watch together: camera, perspective, selection and layers of the window,
// in words for the others, and theirs for the window. Who moves the camera on his own is let be.
#include "app/gui/session/replay_session.h"
#include "together/shared_playback.h"

#include <QPointer>
#include <QTimer>

#include <optional>

namespace ghostline::app {

class ViewArea;

class TogetherLook : public QObject
{
    Q_OBJECT
public:
    /// The area outlives it.
    explicit TogetherLook(ViewArea* area, QObject* parent = nullptr);
    /// After the area was given it. null = no recording is open.
    void setSession(ReplaySession* session);
    /// Tells that one what is looked at here, and looks where it says; not owned. null = nobody watches
    /// together (any more): what was the user's own comes back.
    void setPlayback(together::SharedPlayback* playback);

    together::SharedLook look() const;
    /// Looks there, which does not count as the user's doing.
    void apply(const together::SharedLook& look);
    /// Layers and perspective are the user's own again.
    void restore();

    /// The user moved the camera while somebody else drives: it stays the user's until followAgain(). What
    /// else is shared is followed nevertheless.
    bool isLookingAround() const { return m_around; }
    /// The camera, and the play with it.
    void followAgain();

Q_SIGNALS:
    void lookingAroundChanged();

private:
    /// Parts of a look that name what is not there yet.
    struct Lacking
    {
        bool camera = false;
        bool selection = false;
        bool perspective = false;
    };

    void watchView();
    void onChanged();
    void onPerspective();
    void onUserMoved();
    void onLookCame(const together::SharedLook& look);
    void onFollowing();
    bool drives() const;
    void tell();
    void applyAgain();
    void setLookingAround(bool on);
    void onIndexChanged();
    // apart for each part of a look; false = what it names is not there (yet)
    QString cameraWordNow() const;
    model::ActorId keptTo() const;
    bool applyCamera(const QString& word);
    bool applyPerspective(const QString& player);
    bool applySelection(const std::vector<model::ActorId>& selection);
    void applyLayers(const QStringList& layers);
    bool knows(model::ActorId actor) const;

    ViewArea* m_area;
    QPointer<ReplaySession> m_session;
    QPointer<together::SharedPlayback> m_playback;
    std::optional<together::SharedLook> m_applied;  ///< the last one
    Lacking m_lacking;                              ///< of that one
    std::optional<model::ActorId> m_ownPerspective; ///< while somebody else's was taken
    QTimer m_telling{this};
    bool m_applying = false;
    // Meanwhile the view moves by itself:
    bool m_beginning = false; ///< the first picture of the session is still to come
    bool m_settling = false;  ///< the surroundings are others
    bool m_around = false;
};

} // namespace ghostline::app
