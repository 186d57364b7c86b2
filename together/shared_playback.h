// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One's own playback among those of others: follows whoever drives, or tells all what it does while oneself
// drives. Moves the playhead that the window has and no other. UI thread only.
#include "model/time/playhead.h"
#include "together/follower.h"
#include "together/participant.h"

#include <QPointer>
#include <QTimer>

namespace ghostline::together {

/// What is looked at, in the window's words (SharedState says what each is).
struct SharedLook
{
    QString perspective{};
    std::vector<model::ActorId> selection{};
    QString camera{};
    QStringList layers{};

    friend bool operator==(const SharedLook&, const SharedLook&) = default;
};

class SharedPlayback : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    SharedPlayback(Participant* participant, model::Playhead* playhead, QObject* parent = nullptr);
    /// The trim of the playhead is taken back.
    ~SharedPlayback() override;

    /// What is looked at here; told to all while oneself drives.
    void setLook(const SharedLook& look);
    /// Plays but stands, since it waits for data; told to all while oneself drives.
    void setHeld(bool held);

    /// A guest, or a host that does not drive, follows the play until the user plays, pauses or seeks on his
    /// own; then it is apart until follow(). Who drives does not follow.
    bool follows() const;
    bool isApart() const;
    void follow();
    void breakAway();
    /// The newest state that came, or that was told; nothing before the first.
    const std::optional<SharedState>& state() const;
    /// How far this playback is behind whoever drives, negative where it is ahead; nothing where it is not
    /// known.
    std::optional<model::Micros> behind() const;

Q_SIGNALS:
    /// Of whoever drives, whenever a part of it changed, and whole with follow().
    void lookCame(const ghostline::together::SharedLook& look);
    void followingChanged(); ///< follows() or isApart()

private:
    /// Whether what the playhead does is this one's doing.
    class Moving;

    void listen();
    void onMoved();
    void afterMoved();
    void onPlaying(bool playing);
    void onLoop();
    void onTick();
    void onPeople();
    void onState(const SharedState& state);
    /// Of the user's: told while oneself drives, else no longer followed.
    void changedHere();
    bool standsAtOwnEnd() const;
    bool runs() const { return m_playhead->playing() && !m_playhead->held(); }
    /// The instant at which the playhead was where it says it is.
    std::optional<HostInstant> placeHeldAt() const;

    void ask();
    void apply(const FollowStep& step);
    void snap();
    void giveLook(bool whole);
    void setApart(bool apart);

    void tell();
    void tellIfNeeded();
    bool isNews(HostInstant at) const;

    Participant* m_participant;
    model::Playhead* m_playhead;
    Follower m_follower;
    std::optional<SharedState> m_state;
    SharedLook m_look;                ///< here
    std::optional<SharedLook> m_came; ///< of the driver, as it was given last
    bool m_held = false;
    bool m_drives = false;
    bool m_apart = false;
    bool m_moving = false;                 ///< this one moves the playhead
    bool m_looksSoon = false;              ///< afterMoved() is on its way
    bool m_isDue = false;                  ///< asks itself as soon as the playhead was advanced
    std::optional<HostInstant> m_advanced; ///< when the playhead moved last
    std::optional<HostInstant> m_asked;
    std::optional<model::FrameRange> m_loop; ///< the playhead's, as it was last
    QTimer m_timer;
};

} // namespace ghostline::together
