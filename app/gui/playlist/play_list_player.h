// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Plays clips one after the other in the window, through several recordings: while one is shown, the next
// recording is opened already. UI thread only.
//
// Every clip begins a moment earlier (lead-in), at normal speed. Pausing pauses; going on goes on with the
// list. Going somewhere outside of the clip, playing backward, opening another recording or closing this one
// ends it, and what is shown is the user's again. A clip that cannot be shown is passed over.
#include "app/gui/session/replay_loader.h"
#include "app/gui/session/replay_session.h"
#include "model/clips/clip.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>
#include <vector>

namespace ghostline::app {

/// What the window does for it.
struct PlayListHost
{
    std::shared_ptr<const model::CodecRegistry> registry;
    std::function<model::OpenOptions()> options; ///< for every opening
    /// Makes this the open recording, in the place of the one that is; the session follows within the call.
    std::function<void(const std::shared_ptr<model::ReplaySource>& source, const QString& path)> show;
    /// The picture is looked at with this camera from now on, see Clip::camera.
    std::function<void(const QString& camera)> look;
};

class PlayListPlayer : public QObject
{
    Q_OBJECT
public:
    enum class Phase {
        Idle,
        Opening, ///< its recording
        Reading, ///< its recording is open, and not known up to there yet
        Showing
    };
    enum class End {
        Finished, ///< the last one was shown
        Stopped,  ///< by stop()
        Left      ///< the user went elsewhere
    };

    explicit PlayListPlayer(PlayListHost host, QObject* parent = nullptr);

    bool active() const { return m_phase != Phase::Idle; }
    Phase phase() const { return m_phase; }
    /// Of the clips that were given, from 0; meaningless while not active().
    int entry() const { return m_entry; }
    int count() const { return static_cast<int>(m_clips.size()); }
    const model::Clip& clip() const { return m_clips[static_cast<std::size_t>(m_entry)]; }
    bool paused() const;
    /// The last clip that was passed over, as a sentence; empty = none was.
    const QString& trouble() const { return m_trouble; }
    int leftOut() const { return m_leftOut; }

    void setLeadIn(model::Micros leadIn) { m_leadIn = leadIn; }
    /// null = no recording is open. Not owned.
    void setSession(ReplaySession* session);
    /// The view shows this session for the first time.
    void onFirstPicture(const ReplaySession* session);
    /// Opens what is played, and what comes next.
    ReplayLoader& loader() { return m_loader; }

public Q_SLOTS:
    /// From the first one on. An empty Clip::recording is the one that is open now.
    void playClips(const std::vector<ghostline::model::Clip>& clips) { playFrom(clips, 0); }
    void playFrom(const std::vector<ghostline::model::Clip>& clips, int first);
    void next();
    /// To the start of the clip, or to the one before where that is near.
    void previous();
    void stop();

Q_SIGNALS:
    void changed(); ///< phase(), entry(), paused() or trouble()
    void leftOutEntry(int entry, const QString& recording, const QString& why);
    void ended(ghostline::app::PlayListPlayer::End how);

private:
    /// A recording that is opened ahead of its turn.
    struct Ahead
    {
        QString path;
        std::shared_ptr<model::ReplaySource> source; ///< null = still being opened, or failed
        std::optional<model::Error> error;
    };

    const QString& pathOf(int entry);
    void go(int entry, bool flows = false);
    void goLater(int entry);
    void onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path);
    void onFailed(const model::Error& error, const QString& path);
    void takeOver(const std::shared_ptr<model::ReplaySource>& source);
    void begin();
    void show(const model::TimeAxis& axis);
    void openAhead();
    void leaveOut(const QString& why);
    void onMoved();
    void onPlayingChanged(bool playing);
    void onIndexChanged();
    model::Micros endOfClip() const;
    void setRate(double rate);
    void end(End how);

    PlayListHost m_host;
    QPointer<ReplaySession> m_session;
    std::vector<model::Clip> m_clips;
    std::vector<QString> m_paths; ///< as sessions have them; empty = not asked for yet
    QString m_openAtFirst;        ///< what an empty Clip::recording means
    Phase m_phase = Phase::Idle;
    int m_entry = 0;
    int m_leftOut = 0;
    QString m_trouble;
    model::Micros m_leadIn{};
    model::Micros m_start{};                   ///< of what is shown of this clip
    double m_rateBefore = 1.0;                 ///< given back in the end
    bool m_own = false;                        ///< what the playhead does now is this object's doing
    bool m_replacing = false;                  ///< the session goes and comes because of this object
    bool m_flows = false;                      ///< the clip before came to its end by itself
    bool m_inLead = false;                     ///< the clip itself has not begun
    bool m_rateTouched = false;                ///< the user chose another speed for this clip
    const ReplaySession* m_pictured = nullptr; ///< has been shown; for comparing only
    bool m_pictureDue = false;                 ///< the view finds its first camera by itself, later
    bool m_ranOut = false;                     ///< stands at the end of what is known so far
    int m_turn = 0; ///< changes with every go(): what was put off for an earlier one is void
    Ahead m_ahead;
    ReplayLoader m_loader; ///< last: its threads end first
};

} // namespace ghostline::app
