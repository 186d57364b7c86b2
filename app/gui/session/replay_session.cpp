// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/replay_session.h"

#include "model/analysis/merge_events.h"
#include "model/bytes/http_source.h"

#include <utility>

namespace ghostline::app {

ReplaySession::ReplaySession(std::shared_ptr<model::ReplaySource> source, QString path,
                             std::size_t cacheBudget, QObject* parent)
    : QObject(parent), m_path(std::move(path)), m_source(std::move(source)), m_recorded(m_source->index()),
      m_index(m_recorded),
      m_playback(std::make_unique<Playback>(m_source, m_recorded, cacheBudget, m_playhead)),
      m_actors(std::make_unique<ActorSelection>()),
      m_notes(std::make_unique<ReplayNotes>(m_path, m_playhead)),
      m_integrity(std::make_unique<Integrity>(m_source))
{
    connect(m_source.get(), &model::ReplaySource::changed, this, &ReplaySession::onSourceChanged,
            Qt::QueuedConnection);
    // A revision published between index() above and the connection is not missed: ask once more, queued.
    QMetaObject::invokeMethod(this, &ReplaySession::onSourceChanged, Qt::QueuedConnection);
    connect(m_playback.get(), &Playback::problem, this, &ReplaySession::problem);
    connect(m_notes.get(), &ReplayNotes::problem, this, &ReplaySession::problem);
}

ReplaySession::~ReplaySession() = default;

void ReplaySession::unsubscribe(const QObject* listener)
{
    for (const QObject* part :
         {static_cast<QObject*>(this), static_cast<QObject*>(&m_playhead),
          static_cast<QObject*>(m_playback.get()), static_cast<QObject*>(m_actors.get()),
          static_cast<QObject*>(m_notes.get()), static_cast<QObject*>(m_integrity.get())})
        part->disconnect(listener);
}

void ReplaySession::onSourceChanged()
{
    const auto newest = m_source->index();
    if (newest->revision != m_recorded->revision) {
        compose(newest);
        const Playback::Arrival arrival = m_playback->takeIndex(newest);
        Q_EMIT indexChanged();
        m_playback->continueWith(arrival);
    }
    m_notes->setGrowing(m_recorded->growing);
    if (m_recorded->complete)
        m_notes->takeRecorded(*m_recorded->events);
    checkIntegrity();
}

/// What is still being made cannot be checked, and what lies on the web would be fetched whole for it.
void ReplaySession::checkIntegrity()
{
    const bool whole = m_recorded->complete && !m_recorded->growing;
    if (whole && !model::isWebAddress(m_path) && m_integrity->state() == Integrity::State::NotChecked)
        m_integrity->check();
}

/// Every panel that lists events reads index(): what was worked out is seen wherever what was recorded is.
void ReplaySession::compose(std::shared_ptr<const model::ReplayIndex> recorded)
{
    m_recorded = std::move(recorded);
    m_index = m_recorded;
    if (m_workedOut == nullptr)
        return;
    if (m_mergedOf != m_recorded->events) {
        m_merged = model::mergeEvents(*m_recorded->events, *m_workedOut, m_merged.get());
        m_mergedOf = m_recorded->events;
    }
    auto both = std::make_shared<model::ReplayIndex>(*m_recorded);
    both->events = m_merged;
    m_index = std::move(both);
}

void ReplaySession::setWorkedOut(std::shared_ptr<const model::EventTable> events)
{
    if (events == m_workedOut)
        return;
    // Without any the kinds stay: panels know them by their index.
    m_workedOut = events != nullptr ? std::move(events) : std::make_shared<const model::EventTable>();
    m_mergedOf.reset();
    compose(m_recorded);
    Q_EMIT indexChanged();
}

void ReplaySession::setZones(std::vector<model::Zone> zones)
{
    if (zones == m_zones)
        return;
    m_zones = std::move(zones);
    Q_EMIT zonesChanged();
}

void ReplaySession::setCourse(std::shared_ptr<const MatchCourse> course)
{
    m_course = std::move(course);
    Q_EMIT courseChanged();
}

void ReplaySession::setMoments(std::vector<MomentMark> moments)
{
    if (moments == m_moments)
        return;
    m_moments = std::move(moments);
    Q_EMIT momentsChanged();
}

void ReplaySession::setScene(std::shared_ptr<const model::SceneDescription> scene)
{
    if (scene == m_scene)
        return;
    m_scene = std::move(scene);
    Q_EMIT sceneChanged();
}

void ReplaySession::changeZones(const std::vector<model::Zone>& zones)
{
    if (zones == m_zones)
        return;
    m_notes->history().add(
        tr("Change zones"), [this, before = m_zones] { setZones(before); },
        [this, zones] { setZones(zones); });
    setZones(zones);
}

} // namespace ghostline::app
