// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One open replay as the window sees it: what is known of it, the playhead, and the parts that play it, say
// whom the user attends to, and keep the notes. Every panel reads from here and listens here; none keeps a
// "now" of its own. UI thread only.
#include "app/gui/session/actor_selection.h"
#include "app/gui/session/integrity.h"
#include "app/gui/session/match_course.h"
#include "app/gui/session/moment_mark.h"
#include "app/gui/session/playback.h"
#include "app/gui/session/replay_notes.h"
#include "model/world/scene_description.h"
#include "model/world/zone.h"

#include <memory>

namespace ghostline::app {

class ReplaySession : public QObject
{
    Q_OBJECT
public:
    /// `path` is what the user opened; notes go beside it. `cacheBudget` in bytes.
    ReplaySession(std::shared_ptr<model::ReplaySource> source, QString path, std::size_t cacheBudget,
                  QObject* parent = nullptr);
    ~ReplaySession() override;

    const QString& path() const { return m_path; }
    const std::shared_ptr<model::ReplaySource>& source() const { return m_source; }
    /// With the events that were worked out; source()->index() has the recorded ones alone.
    const std::shared_ptr<const model::ReplayIndex>& index() const { return m_index; }
    const model::ReplayInfo& info() const { return *m_index->info; }
    model::Playhead& playhead() { return m_playhead; }
    const model::Playhead& playhead() const { return m_playhead; }

    Playback* playback() const { return m_playback.get(); }
    ActorSelection* actors() const { return m_actors.get(); }
    ReplayNotes* notes() const { return m_notes.get(); }
    /// Begins by itself once a recording on this machine is whole.
    Integrity* integrity() const { return m_integrity.get(); }
    /// Nothing of the session, of its playhead or of its parts is told to `listener` any more.
    void unsubscribe(const QObject* listener);

    /// What analyses found, listed with the recorded events under kinds of its own; null = nothing.
    void setWorkedOut(std::shared_ptr<const model::EventTable> events);
    /// The pieces of ground that the user marked.
    const std::vector<model::Zone>& zones() const { return m_zones; }
    void setZones(std::vector<model::Zone> zones);
    /// The user marked others: setZones() that can be taken back.
    void changeZones(const std::vector<model::Zone>& zones);

    /// What it is surrounded by, as the views show it; null until it has been read.
    const std::shared_ptr<const model::SceneDescription>& scene() const { return m_scene; }
    void setScene(std::shared_ptr<const model::SceneDescription> scene);

    /// The best moments, for all to mark; none until somebody has had them looked for.
    const std::vector<MomentMark>& moments() const { return m_moments; }
    void setMoments(std::vector<MomentMark> moments);

    /// How the match goes; null until it has been read, and where nothing of it is told.
    const std::shared_ptr<const MatchCourse>& course() const { return m_course; }
    void setCourse(std::shared_ptr<const MatchCourse> course);

Q_SIGNALS:
    void indexChanged(); ///< index() is a new revision, or lists other worked out events
    /// Somebody went to something that happened at a place: the view may show it, `radius` metres around.
    void placeRequested(const glm::dvec3& place, double radius);
    void zonesChanged();
    void momentsChanged();
    void courseChanged();
    void sceneChanged();
    void problem(const QString& title, const QString& detail); ///< of the playback or the notes

private:
    void onSourceChanged();
    void compose(std::shared_ptr<const model::ReplayIndex> recorded);
    void checkIntegrity();

    QString m_path;
    std::shared_ptr<model::ReplaySource> m_source;
    std::shared_ptr<const model::ReplayIndex> m_recorded; ///< the source's revision that index() is made of
    std::shared_ptr<const model::ReplayIndex> m_index;
    std::shared_ptr<const model::EventTable> m_workedOut; ///< null = index() is the source's own
    std::shared_ptr<const model::EventTable> m_merged;    ///< what index() lists otherwise ...
    std::shared_ptr<const model::EventTable> m_mergedOf;  ///< ... the recorded part of it
    std::vector<model::Zone> m_zones;
    std::vector<MomentMark> m_moments;
    std::shared_ptr<const MatchCourse> m_course;
    std::shared_ptr<const model::SceneDescription> m_scene;
    model::Playhead m_playhead;
    // Last, for they use the playhead.
    std::unique_ptr<Playback> m_playback;
    std::unique_ptr<ActorSelection> m_actors;
    std::unique_ptr<ReplayNotes> m_notes;
    std::unique_ptr<Integrity> m_integrity;
};

} // namespace ghostline::app
