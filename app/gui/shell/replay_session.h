// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One open replay as the window sees it: source, reader, playhead, current state, selection, bookmarks.
// Every dock reads from here and listens here; none keeps a "now" of its own. UI thread only.
#include "model/playhead.h"
#include "model/replay_source.h"
#include "model/review/flag.h"
#include "model/sidecar.h"
#include "model/state_reader.h"
#include "model/zone.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>
#include <thread>

namespace ghostline::app {

class ReplaySession : public QObject
{
    Q_OBJECT
public:
    /// `path` is what the user opened; bookmarks go beside it.
    ReplaySession(std::shared_ptr<model::ReplaySource> source, QString path, std::size_t cacheBudget,
                  QObject* parent = nullptr);
    ~ReplaySession() override;

    const QString& path() const { return m_path; }
    const std::shared_ptr<model::ReplaySource>& source() const { return m_reader->source(); }
    /// With the events that were worked out; source()->index() has the recorded ones alone.
    const std::shared_ptr<const model::ReplayIndex>& index() const { return m_index; }
    const model::ReplayInfo& info() const { return *m_index->info; }
    model::StateReader& reader() { return *m_reader; }
    model::Playhead& playhead() { return m_playhead; }
    const model::Playhead& playhead() const { return m_playhead; }
    /// The state last shown; its `at` may lag behind the playhead while buffering().
    const model::WorldState& state() const { return m_state; }
    bool buffering() const { return m_buffering; }
    /// Sticks to the newest frame of a replay that is still growing: plays what arrives, waits for more.
    bool live() const { return m_live; }
    /// Only a growing replay can be live; seeking away, stepping and pausing end it.
    void setLive(bool on);
    /// Stands at the end of what there is so far and plays on as soon as there is more.
    bool awaitsMore() const { return m_awaitsGrowth; }

    model::ActorId selection() const { return m_selection; }
    void select(model::ActorId actor);
    model::ActorId followed() const { return m_followed; }
    void follow(model::ActorId actor);
    /// The player whose eyes the match is seen with: what they cannot perceive is faded or left out. None =
    /// everything is shown.
    model::ActorId perspective() const { return m_perspective; }
    void setPerspective(model::ActorId player);
    /// The player's team, -1 = everyone's view.
    int perspectiveTeam() const;
    /// The players whose perspective can be taken; empty where the recording does not tell who sees what.
    std::vector<model::ActorId> perspectives() const;
    const QSet<quint32>& hiddenActors() const { return m_hidden; }
    void setActorsHidden(const std::vector<model::ActorId>& actors, bool hidden);

    /// What analyses found, listed with the recorded events under kinds of its own; null = nothing.
    void setWorkedOut(std::shared_ptr<const model::EventTable> events);
    /// The pieces of ground that the user marked.
    const std::vector<model::Zone>& zones() const { return m_zones; }
    void setZones(std::vector<model::Zone> zones);

    const model::Sidecar& sidecar() const { return m_sidecar; }
    /// Adds or removes and saves at once; an error is reported by `problem`. A new bookmark spans the loop
    /// when the playhead stands in one. Returns its id.
    QString addBookmark(const QString& title, const QString& note = {});
    void removeBookmark(const QString& id);
    void updateBookmark(const model::Bookmark& bookmark);
    /// Adds what a reviewer thinks of a flag and saves at once; false when it was not saved, which `problem`
    /// reports.
    bool addReview(const model::Flag& flag, model::FlagVerdict verdict, const QString& note,
                   const QString& reviewer);
    /// Adds what is in another person's notes of this recording and saves; the end of it is told by
    /// notesMerged() or `problem`, later where the recording has to be identified first.
    void mergeNotes(const QString& notesPath);

    /// Ticks follow frameReturned() instead of a fixed beat, so that a slow renderer never queues work.
    void setFramePaced(bool paced) { m_framePaced = paced; }
    /// The view has drawn the state last signalled.
    void frameReturned();
    /// Puts this instant's data on screen again (a view was just attached).
    void refresh();

    void setSamplePolicy(model::SamplePolicy policy);
    model::SamplePolicy samplePolicy() const { return m_policy; }

Q_SIGNALS:
    void stateChanged(); ///< state() is new
    void indexChanged(); ///< index() is a new revision, or lists other worked out events
    void selectionChanged();
    /// Somebody went to something that happened at a place: the view may show it, `radius` metres around.
    void placeRequested(const glm::dvec3& place, double radius);
    void followedChanged();
    void perspectiveChanged();
    void hiddenActorsChanged();
    void zonesChanged();
    void bookmarksChanged();
    void reviewsChanged();
    void notesMerged(int reviews, int bookmarks); ///< how many came new
    void bufferingChanged(bool buffering);
    void liveChanged(bool live);
    void awaitsMoreChanged();
    /// The device or the network failed; it is asked again until recovered().
    void waiting(const QString& why);
    void recovered();
    void problem(const QString& title, const QString& detail);

private:
    void showPlayhead();
    void onTick();
    void onPlayingChanged(bool playing);
    void onIndexChanged();
    void onReady();
    void onFailed(int keyframe, const QString& message, bool mayRecover);
    void setBuffering(bool on);
    void goLive();
    void setAwaitsMore(bool on);
    void onMoved();
    void told(const QString& sidecarPath);
    model::Direction direction() const;
    void takeRevision(std::shared_ptr<const model::ReplayIndex> recorded);
    void loadBookmarks();
    bool saveNotes(const QString& problemTitle);
    void hashRecording();
    void mergePending();
    void onHashed(const QByteArray& hash);

    QString m_path;
    std::shared_ptr<const model::ReplayIndex> m_recorded; ///< the source's revision that index() is made of
    std::shared_ptr<const model::ReplayIndex> m_index;
    std::unique_ptr<model::StateReader> m_reader;
    model::Playhead m_playhead;
    model::WorldState m_state;
    model::SamplePolicy m_policy = model::SamplePolicy::Interpolate;
    model::ActorId m_selection = model::ActorId::None;
    model::ActorId m_followed = model::ActorId::None;
    model::ActorId m_perspective = model::ActorId::None;
    QSet<quint32> m_hidden;
    std::shared_ptr<const model::EventTable> m_workedOut; ///< null = index() is the source's own
    std::shared_ptr<const model::EventTable> m_merged;    ///< what index() lists otherwise ...
    std::shared_ptr<const model::EventTable> m_mergedOf;  ///< ... the recorded part of it
    std::vector<model::Zone> m_zones;
    model::Sidecar m_sidecar;
    std::vector<model::Sidecar> m_toMerge; ///< wait until it is known whether they are of this recording
    bool m_buffering = false;
    bool m_sidecarWritable = true;
    bool m_framePaced = false;
    bool m_awaitsGrowth = false; ///< ran into the end of an unfinished index: goes on when there is more
    bool m_inTick = false;
    bool m_live = false;
    bool m_waiting = false;                  ///< waiting() was said and recovered() not yet
    model::FrameNumber m_longestArrival = 0; ///< frames that came at once, at most, while live
    bool m_movesItself = false;              ///< the session moves the playhead, not the user
    bool m_toldWhereNotesAre = false;        ///< once, when they cannot lie beside the recording
    QTimer m_retry;                          ///< a source that failed for the moment is asked again
    int m_prefetchedFor = -1;                ///< keyframe the last prefetch was asked for
    model::Direction m_prefetchedTo = model::Direction::None;
    QSet<int> m_failedKeyframes;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::jthread m_hasher; ///< last member: stopped and joined before anything it reports to
};

} // namespace ghostline::app
