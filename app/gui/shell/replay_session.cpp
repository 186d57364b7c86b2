// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the playhead, fetches the state it asks for, keeps selection and bookmarks.
#include "app/gui/shell/replay_session.h"

#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ghostline::app {

namespace {

/// Beat without a renderer to follow, and the shortest time between two ticks with one.
constexpr int BeatMs = 16;
/// A hidden view returns no frames: tick on after this long.
constexpr int LostFrameMs = 100;
/// A machine that slept or a stalled desktop must not skip a stretch of the recording.
constexpr qint64 LongestTickNs = 1'000'000'000;
/// A device or a network that failed is asked again after this long, as long as somebody waits.
constexpr int RetryMs = 3000;
/// Live: further behind than this many arrivals, the oldest of them is skipped.
constexpr int MostArrivalsBehind = 3;

/// How much decoding around a frame yields, as its keyframe says.
std::uint32_t knowledgeAt(const model::ReplayIndex& index, model::FrameNumber frame)
{
    const int keyframe = index.keyframes.at(frame);
    return keyframe < 0 ? 0 : index.keyframes[keyframe].knowledge;
}

} // namespace

ReplaySession::ReplaySession(std::shared_ptr<model::ReplaySource> source, QString path,
                             std::size_t cacheBudget, QObject* parent)
    : QObject(parent), m_path(std::move(path)), m_index(source->index()),
      m_reader(std::make_unique<model::StateReader>(source, cacheBudget))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReplaySession::onTick);
    m_retry.setSingleShot(true);
    m_retry.setInterval(RetryMs);
    connect(&m_retry, &QTimer::timeout, this, [this] {
        m_reader->retry();
        showPlayhead();
    });
    connect(source.get(), &model::ReplaySource::changed, this, &ReplaySession::onIndexChanged,
            Qt::QueuedConnection);
    connect(m_reader.get(), &model::StateReader::ready, this, &ReplaySession::onReady, Qt::QueuedConnection);
    connect(m_reader.get(), &model::StateReader::failed, this, &ReplaySession::onFailed,
            Qt::QueuedConnection);
    connect(&m_playhead, &model::Playhead::moved, this, &ReplaySession::onMoved);
    connect(&m_playhead, &model::Playhead::playingChanged, this, &ReplaySession::onPlayingChanged);

    // A revision published between index() above and the connection is not missed: ask once more, queued.
    QMetaObject::invokeMethod(this, &ReplaySession::onIndexChanged, Qt::QueuedConnection);
    m_playhead.setTimeAxis(m_index->timeAxis);
    loadBookmarks();
    showPlayhead();
}

ReplaySession::~ReplaySession() { m_hasher.request_stop(); }

// ---- time ----

void ReplaySession::refresh() { showPlayhead(); }

void ReplaySession::onPlayingChanged(bool playing)
{
    if (playing) {
        setAwaitsMore(false);
        m_clock.start();
        m_timer.start(0);
        m_prefetchedFor = -1;
    } else {
        m_timer.stop();
        const bool more = !m_index->complete || m_index->growing;
        setAwaitsMore(m_inTick && more && m_playhead.rate() > 0);
        if (!m_awaitsGrowth)
            setLive(false);
    }
    m_playhead.setHeld(playing && m_buffering);
}

void ReplaySession::onTick()
{
    if (!m_playhead.playing())
        return;
    const qint64 elapsed = std::min(m_clock.nsecsElapsed(), LongestTickNs);
    m_clock.start();
    m_inTick = true;
    m_playhead.advance(std::chrono::nanoseconds{elapsed});
    m_inTick = false;
    if (m_playhead.playing())
        m_timer.start(m_framePaced ? LostFrameMs : BeatMs);
}

void ReplaySession::frameReturned()
{
    if (!m_framePaced || !m_playhead.playing())
        return;
    const auto waited = static_cast<int>(m_clock.elapsed());
    // At least one turn of the event loop between frames, so that input is never starved.
    m_timer.start(std::clamp(BeatMs - waited, 1, BeatMs));
}

model::Direction ReplaySession::direction() const
{
    if (!m_playhead.playing())
        return model::Direction::None;
    return m_playhead.rate() < 0 ? model::Direction::Backward : model::Direction::Forward;
}

void ReplaySession::showPlayhead()
{
    if (m_index->frames() == 0)
        return;
    const model::FrameTime at = m_playhead.at();
    const int keyframe = m_index->keyframes.at(at.frame);
    if (m_reader->trySample(at, m_policy, m_state)) {
        // Look ahead once per segment, not once per frame.
        const model::Direction toward = direction();
        if (keyframe != m_prefetchedFor || toward != m_prefetchedTo) {
            m_prefetchedFor = keyframe;
            m_prefetchedTo = toward;
            m_reader->request(at, toward);
        }
        setBuffering(false);
        if (std::exchange(m_waiting, false))
            Q_EMIT recovered();
        Q_EMIT stateChanged();
        return;
    }
    if (m_failedKeyframes.contains(keyframe)) {
        setBuffering(false); // lost for good: the old picture stays and time goes on
        return;
    }
    m_prefetchedFor = -1;
    setBuffering(true);
    m_reader->request(at, direction());
}

void ReplaySession::setBuffering(bool on)
{
    m_playhead.setHeld(on && m_playhead.playing());
    if (on == m_buffering)
        return;
    m_buffering = on;
    if (!on)
        m_clock.start(); // the wait does not count as playing time
    Q_EMIT bufferingChanged(on);
}

void ReplaySession::onReady()
{
    if (m_buffering)
        showPlayhead();
}

void ReplaySession::onFailed(int keyframe, const QString& message, bool mayRecover)
{
    if (m_failedKeyframes.contains(keyframe))
        return;
    if (mayRecover) {
        // Time stands still meanwhile: what is only late is not lost.
        m_waiting = true;
        Q_EMIT waiting(message);
        m_retry.start();
        return;
    }
    m_failedKeyframes.insert(keyframe);
    Q_EMIT problem(tr("Part of the recording cannot be read"), message);
    if (m_buffering)
        showPlayhead();
}

void ReplaySession::onIndexChanged()
{
    const auto newest = source()->index();
    if (newest->revision == m_index->revision)
        return;
    const model::FrameNumber arrived = newest->frames() - m_index->frames();
    const model::FrameNumber shown = m_state.at.frame;
    const bool knowsMore = knowledgeAt(*newest, shown) != knowledgeAt(*m_index, shown);
    m_index = newest;
    m_failedKeyframes.clear();
    m_prefetchedFor = -1;
    const bool goOn = m_awaitsGrowth && newest->timeAxis.frames() > m_playhead.timeAxis().frames();
    m_playhead.setTimeAxis(newest->timeAxis);
    Q_EMIT indexChanged();
    if (m_buffering || m_state.size() == 0 || knowsMore)
        showPlayhead(); // the same instant may hold more than a moment ago
    if (goOn)
        m_playhead.play();
    if (m_live && !newest->growing)
        setLive(false);
    m_longestArrival = std::max(m_longestArrival, arrived);
    const model::FrameNumber behind = newest->frames() - 1 - m_playhead.at().frame;
    if (m_live && arrived > 0 && behind > MostArrivalsBehind * m_longestArrival)
        goLive();
}

// ---- live ----

void ReplaySession::onMoved()
{
    if (!m_inTick && !m_movesItself)
        setLive(false); // whoever goes elsewhere wants to be there
    showPlayhead();
}

void ReplaySession::setLive(bool on)
{
    on = on && m_index->growing;
    if (!on)
        setAwaitsMore(false);
    if (on == m_live)
        return;
    m_live = on;
    m_longestArrival = 0;
    if (on)
        goLive();
    Q_EMIT liveChanged(on);
}

void ReplaySession::setAwaitsMore(bool on)
{
    if (on == m_awaitsGrowth)
        return;
    m_awaitsGrowth = on;
    Q_EMIT awaitsMoreChanged();
}

/// To the newest frame, and on from there as soon as there is more.
void ReplaySession::goLive()
{
    m_movesItself = true;
    if (m_playhead.rate() < 0.0)
        m_playhead.setRate(1.0);
    m_playhead.seek({m_index->frames() - 1, 0.0});
    m_movesItself = false;
    setAwaitsMore(!m_playhead.playing());
}

void ReplaySession::setSamplePolicy(model::SamplePolicy policy)
{
    if (policy == m_policy)
        return;
    m_policy = policy;
    showPlayhead();
}

// ---- selection ----

void ReplaySession::select(model::ActorId actor)
{
    if (actor == m_selection)
        return;
    m_selection = actor;
    Q_EMIT selectionChanged();
}

void ReplaySession::follow(model::ActorId actor)
{
    if (actor == m_followed)
        return;
    m_followed = actor;
    Q_EMIT followedChanged();
}

void ReplaySession::setPerspective(model::ActorId player)
{
    if (player == m_perspective)
        return;
    m_perspective = player;
    Q_EMIT perspectiveChanged();
}

int ReplaySession::perspectiveTeam() const
{
    const model::ActorInfo* player = info().actor(m_perspective);
    return player != nullptr ? player->team : -1;
}

std::vector<model::ActorId> ReplaySession::perspectives() const
{
    std::vector<model::ActorId> players;
    if (info().marks.sight < 0)
        return players;
    for (const model::ActorInfo& actor : info().cast) {
        if (actor.kind == model::ActorKind::Player && actor.team >= 0)
            players.push_back(actor.id);
    }
    return players;
}

void ReplaySession::setActorsHidden(const std::vector<model::ActorId>& actors, bool hidden)
{
    QSet<quint32> now = m_hidden;
    for (const model::ActorId actor : actors) {
        if (hidden)
            now.insert(model::index(actor));
        else
            now.remove(model::index(actor));
    }
    if (now == m_hidden)
        return;
    m_hidden = std::move(now);
    Q_EMIT hiddenActorsChanged();
}

// ---- bookmarks ----

void ReplaySession::loadBookmarks()
{
    if (m_path.isEmpty())
        return;
    // Nobody is connected yet while constructing.
    const auto tell = [this](const QString& title, const QString& detail) {
        QMetaObject::invokeMethod(
            this, [this, title, detail] { Q_EMIT problem(title, detail); }, Qt::QueuedConnection);
    };
    auto loaded = model::loadNotes(m_path);
    m_sidecarWritable = loaded.has_value();
    if (!loaded) {
        tell(tr("The bookmarks cannot be read and are left as they are"), loaded.error().message);
        return;
    }
    if (loaded->leftOut)
        tell(tr("One of this recording's two notes files is left out and left as it is"),
             QStringLiteral("%1: %2").arg(loaded->leftOut->file, loaded->leftOut->message));
    m_sidecar = std::move(loaded->sidecar);
    if (!m_sidecar.replayHash.isEmpty())
        hashRecording();
}

QString ReplaySession::addBookmark(const QString& title, const QString& note)
{
    model::Bookmark bookmark;
    bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    bookmark.frame = m_playhead.at().frame;
    bookmark.time = m_playhead.time();
    if (const auto loop = m_playhead.loop(); loop && loop->contains(bookmark.frame)) {
        bookmark.frame = loop->first;
        bookmark.time = m_index->timeAxis.timeOf(loop->first);
        bookmark.length = m_index->timeAxis.timeOf(loop->end - 1) - bookmark.time;
    }
    QString added = bookmark.id;
    bookmark.title = title;
    bookmark.note = note;
    bookmark.created = QDateTime::currentDateTimeUtc();
    m_sidecar.add(std::move(bookmark));
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
    return added;
}

void ReplaySession::removeBookmark(const QString& id)
{
    if (!m_sidecar.remove(id))
        return;
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
}

void ReplaySession::updateBookmark(const model::Bookmark& bookmark)
{
    if (!m_sidecar.remove(bookmark.id))
        return;
    m_sidecar.add(bookmark);
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
}

bool ReplaySession::addReview(const model::Flag& flag, model::FlagVerdict verdict, const QString& note,
                              const QString& reviewer)
{
    model::FlagReview review;
    review.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    review.frame = flag.frame;
    review.time = flag.time;
    review.check = flag.check;
    review.verdict = verdict;
    review.note = note;
    review.reviewer = reviewer;
    review.created = QDateTime::currentDateTimeUtc();
    const QString id = review.id;
    m_sidecar.add(std::move(review));
    // One that is not kept must not count as given.
    if (!saveNotes(tr("The verdict was not saved"))) {
        std::erase_if(m_sidecar.reviews, [&id](const model::FlagReview& r) { return r.id == id; });
        return false;
    }
    Q_EMIT reviewsChanged();
    return true;
}

void ReplaySession::mergeNotes(const QString& notesPath)
{
    auto theirs = model::loadSidecarFile(notesPath);
    if (!theirs) {
        Q_EMIT problem(tr("The notes were not merged"), theirs.error().message);
        return;
    }
    // Whether they are of this recording can be said only once this one's content is known, too.
    const bool unknown = m_sidecar.replayHash.isEmpty() && !theirs->replayHash.isEmpty();
    m_toMerge.push_back(std::move(*theirs));
    if (unknown && QFileInfo(m_path).isFile())
        hashRecording();
    else
        mergePending();
}

void ReplaySession::mergePending()
{
    for (const model::Sidecar& theirs : std::exchange(m_toMerge, {})) {
        auto merged = model::mergeSidecars(m_sidecar, theirs);
        if (!merged) {
            Q_EMIT problem(tr("The notes were not merged"), merged.error().message);
            continue;
        }
        const std::size_t reviews = merged->reviews.size() - m_sidecar.reviews.size();
        const std::size_t bookmarks = merged->bookmarks.size() - m_sidecar.bookmarks.size();
        m_sidecar = std::move(*merged);
        const bool saved = saveNotes(tr("The merged notes were not saved"));
        Q_EMIT bookmarksChanged();
        Q_EMIT reviewsChanged();
        if (saved)
            Q_EMIT notesMerged(static_cast<int>(reviews), static_cast<int>(bookmarks));
    }
}

bool ReplaySession::saveNotes(const QString& problemTitle)
{
    if (m_path.isEmpty())
        return false;
    if (!m_sidecarWritable) {
        Q_EMIT problem(problemTitle, tr("its notes file is damaged and is not overwritten"));
        return false;
    }
    const auto saved = model::saveSidecar(m_path, m_sidecar);
    if (!saved) {
        Q_EMIT problem(problemTitle, saved.error().message);
        return false;
    }
    told(*saved);
    if (m_sidecar.replayHash.isEmpty() && !m_hasher.joinable())
        hashRecording();
    return true;
}

void ReplaySession::told(const QString& sidecarPath)
{
    if (sidecarPath == model::sidecarPath(m_path) || m_toldWhereNotesAre)
        return;
    m_toldWhereNotesAre = true;
    Q_EMIT problem(tr("Nothing can be written beside this recording"),
                   tr("its bookmarks and verdicts are kept in %1").arg(sidecarPath));
}

/// The sidecar names the recording by content, so that notes never end up with another one. A folder may
/// still grow and an address would have to be fetched whole: those go by their path.
void ReplaySession::hashRecording()
{
    if (!QFileInfo(m_path).isFile())
        return;
    m_hasher = std::jthread([this, path = m_path](const std::stop_token& stop) {
        const auto hash = model::hashFile(path, stop);
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(
                this, [this, value = hash.value_or(QByteArray())] { onHashed(value); }, Qt::QueuedConnection);
    });
}

/// `hash` is empty when the recording could not be read: notes are then taken at their word.
void ReplaySession::onHashed(const QByteArray& hash)
{
    if (hash.isEmpty() || m_sidecar.replayHash == hash) {
        mergePending();
        return;
    }
    if (!m_sidecar.replayHash.isEmpty()) {
        Q_EMIT problem(tr("The bookmarks were made for another recording"),
                       tr("The content of this file is not the one its bookmarks were saved with"));
        return;
    }
    m_sidecar.replayHash = hash;
    saveNotes(tr("The bookmarks were not saved"));
    mergePending();
}

} // namespace ghostline::app
