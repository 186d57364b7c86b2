// SPDX-License-Identifier: GPL-3.0-or-later
// Which ghosts there are, and where each of them stands at the playhead.
#include "app/gui/ghosts/ghost_set.h"

#include "app/gui/ghosts/ghost_names.h"
#include "app/gui/ghosts/ghost_run.h"
#include "app/gui/ghosts/ghost_set_private.h"
#include "app/gui/widgets/replay_words.h"
#include "model/compare/run_track.h"

#include <QFileInfo>

#include <algorithm>

namespace ghostline::app {

namespace {

/// The same for every way to write the path of one file.
QString sameFile(const QString& path)
{
    const QString whole = QFileInfo(path).canonicalFilePath();
    return whole.isEmpty() ? path : whole; // an address, or not there
}

} // namespace

bool canRace(const model::ReplayInfo& info)
{
    return info.census.empty() && model::runnerOf(info) != model::ActorId::None;
}

std::optional<std::size_t> GhostSet::Private::find(int id) const
{
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        if (ghosts[i].id == id)
            return i;
    }
    return std::nullopt;
}

std::unique_ptr<Job> GhostSet::Private::freeJob()
{
    if (spare.empty())
        return std::make_unique<Job>();
    auto job = std::move(spare.back());
    spare.pop_back();
    return job;
}

/// At once, whatever its thread is doing.
void GhostSet::Private::drop(std::size_t i)
{
    entries[i].job->cancel();
    spare.push_back(std::move(entries[i].job));
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
    ghosts.erase(ghosts.begin() + static_cast<std::ptrdiff_t>(i));
}

/// After ghosts came or went.
void GhostSet::Private::settle()
{
    runner.setWanted(!ghosts.empty());
    for (const Entry& entry : entries) {
        if (entry.figures != nullptr)
            entry.figures->setBudget(GhostCacheBudget / entries.size());
    }
    collect();
    Q_EMIT q->ghostsChanged();
    Q_EMIT q->figuresChanged();
}

// ---- showing ----

model::Direction GhostSet::Private::direction() const
{
    const model::Playhead& playhead = session->playhead();
    return !playhead.playing()     ? model::Direction::None
           : playhead.rate() < 0.0 ? model::Direction::Backward
                                   : model::Direction::Forward;
}

/// The playhead; at the end of a replay that grows, whose last frames are read a moment later, the last place
/// of the runner's path that is known.
model::FrameTime GhostSet::Private::readAt(std::size_t i) const
{
    const bool byPlace = alignment == model::Alignment::Progress && ghosts[i].progress != nullptr;
    const auto& read = byPlace ? ghosts[i].measured : runner.measured();
    const model::FrameTime at = session->playback()->state().at;
    return read != nullptr ? std::min(at, model::FrameTime{read->axis.frames() - 1, 0.0}) : at;
}

void GhostSet::Private::show(std::size_t i)
{
    if (entries[i].figures == nullptr)
        return;
    std::optional<model::FrameTime> ghost;
    // A clock needs no more of the runner than the time.
    if (ghosts[i].visible && session != nullptr && session->playback()->state().size() > 0)
        ghost = ghosts[i].clock.ghostAt(
            alignment == model::Alignment::Progress ? readAt(i) : session->playback()->state().at);
    entries[i].figures->show(ghost, session->playback()->samplePolicy(), direction());
}

render::GhostFigure GhostSet::Private::figureOf(std::size_t i) const
{
    render::GhostFigure figure = app::figureOf(ghosts[i]);
    entries[i].figures->put(figure);
    return figure;
}

void GhostSet::Private::collect()
{
    figures.clear();
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        if (entries[i].figures != nullptr && entries[i].figures->there())
            figures.push_back(figureOf(i));
    }
}

void GhostSet::Private::showAll()
{
    if (ghosts.empty())
        return;
    for (std::size_t i = 0; i < ghosts.size(); ++i)
        show(i);
    collect();
    Q_EMIT q->figuresChanged();
}

// ---- the set ----

GhostSet::GhostSet(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(registry)))
{
    connect(&d->runner, &GhostTrackReader::runnerChanged, this, [this] { d->onRunner(); });
    connect(&d->runner, &GhostTrackReader::trackRead, this, [this] { d->onRunnerRead(); });
    connect(&d->runner, &GhostTrackReader::trackExtended, this, [this] {
        d->setClocks();
        d->showAll();
    });
    connect(&d->runner, &GhostTrackReader::failed, this,
            [this](const QString& why) { Q_EMIT problem(tr("The runner's way cannot be read"), why); });
}

GhostSet::~GhostSet() = default;

void GhostSet::setOpener(model::Opener opener) { d->opener = std::move(opener); }

void GhostSet::setSession(ReplaySession* session)
{
    if (d->session != nullptr)
        d->session->unsubscribe(this);
    while (!d->ghosts.empty())
        d->drop(d->ghosts.size() - 1);
    d->session = session;
    d->settle();
    d->runner.setSession(session);
    if (session != nullptr)
        connect(session->playback(), &Playback::stateChanged, this, [this] { d->showAll(); });
}

bool GhostSet::add(const QString& path)
{
    if (d->session == nullptr)
        return false;
    if (d->ghosts.size() >= Most) {
        Q_EMIT problem(tr("There are %1 ghosts already").arg(Most),
                       tr("Remove one to make room for another"));
        return false;
    }
    const auto known =
        std::ranges::find(d->ghosts, sameFile(path), [](const Ghost& ghost) { return sameFile(ghost.path); });
    if (known != d->ghosts.end() && known->status != GhostStatus::Failed) {
        Q_EMIT problem(tr("%1 races along already").arg(known->name), path);
        return true; // there is room for others
    }
    if (known != d->ghosts.end())
        d->drop(static_cast<std::size_t>(known - d->ghosts.begin())); // once more
    Ghost ghost;
    ghost.id = ++d->lastId;
    ghost.path = path;
    ghost.name = ghostName(path, d->ghosts);
    ghost.hue = ghostHue(d->session->info(), d->runner.runner(), d->ghosts);
    d->ghosts.push_back(ghost);
    auto job = d->freeJob();
    job->start(
        openRun(d->opener, path, [this, id = ghost.id](const Opened& opened) { d->onOpened(id, opened); }));
    d->entries.push_back({.job = std::move(job)});
    d->settle();
    return true;
}

void GhostSet::addAnyway(int id)
{
    const auto i = d->find(id);
    if (i && d->ghosts[*i].otherWorld && d->ghosts[*i].status == GhostStatus::Failed)
        d->readTrackOf(*i, d->ghosts[*i].actor);
}

void GhostSet::remove(int id)
{
    const auto i = d->find(id);
    if (!i)
        return;
    d->drop(*i);
    d->settle();
}

void GhostSet::clear()
{
    if (d->ghosts.empty())
        return;
    while (!d->ghosts.empty())
        d->drop(d->ghosts.size() - 1);
    d->settle();
}

void GhostSet::setVisible(int id, bool visible)
{
    const auto i = d->find(id);
    if (!i || d->ghosts[*i].visible == visible)
        return;
    d->ghosts[*i].visible = visible;
    Q_EMIT ghostsChanged();
    d->showAll();
}

void GhostSet::setActor(int id, model::ActorId actor)
{
    const auto i = d->find(id);
    if (!i || d->entries[*i].source == nullptr || d->ghosts[*i].actor == actor)
        return;
    const bool refused = d->ghosts[*i].otherWorld && d->ghosts[*i].status == GhostStatus::Failed;
    if (refused) {
        d->ghosts[*i].actor = actor; // for addAnyway()
        return;
    }
    d->readTrackOf(*i, actor);
    d->showAll();
}

void GhostSet::setRunner(model::ActorId actor) { d->runner.setRunner(actor); }
model::ActorId GhostSet::runner() const { return d->runner.runner(); }
std::shared_ptr<const model::RunTrack> GhostSet::runnerTrack() const { return d->runner.track(); }
std::shared_ptr<const model::Course> GhostSet::course() const { return d->runner.course(); }

void GhostSet::setAlignment(model::Alignment alignment)
{
    if (alignment == d->alignment)
        return;
    d->alignment = alignment;
    d->setClocks();
    Q_EMIT alignmentChanged();
    d->showAll();
}

model::Alignment GhostSet::alignment() const { return d->alignment; }
const std::vector<Ghost>& GhostSet::ghosts() const { return d->ghosts; }

const Ghost* GhostSet::ghost(int id) const
{
    const auto i = d->find(id);
    return i ? &d->ghosts[*i] : nullptr;
}

std::optional<model::Gap> GhostSet::gap(int id) const
{
    const auto i = d->find(id);
    if (!i || d->ghosts[*i].status != GhostStatus::Ready || d->session == nullptr ||
        d->runner.track() == nullptr)
        return std::nullopt;
    return d->ghosts[*i].clock.gapAt(d->readAt(*i));
}

std::vector<GhostRun> GhostSet::runs() const
{
    std::vector<GhostRun> runs;
    for (std::size_t i = 0; i < d->ghosts.size(); ++i) {
        const Ghost& ghost = d->ghosts[i];
        if (ghost.visible && ghost.status == GhostStatus::Ready && ghost.track != nullptr)
            runs.emplace_back(ghost, d->entries[i].source);
    }
    return runs;
}

std::span<const render::GhostFigure> GhostSet::figures() const { return d->figures; }

std::optional<render::GhostFigure> GhostSet::figure(int id) const
{
    const auto found = std::find_if(d->figures.begin(), d->figures.end(),
                                    [id](const render::GhostFigure& figure) { return figure.id == id; });
    return found == d->figures.end() ? std::nullopt : std::optional(*found);
}

// What becomes of a ghost from its path until it can be laid on the runner. All that takes time is done
// elsewhere.

void GhostSet::Private::fail(std::size_t i, const QString& why)
{
    ghosts[i].status = GhostStatus::Failed;
    ghosts[i].trouble = why;
    Q_EMIT q->ghostsChanged();
}

void GhostSet::Private::onOpened(int id, const Opened& opened)
{
    const auto i = find(id);
    if (!i || session == nullptr)
        return;
    if (!opened) {
        fail(*i, shownError(opened.error()));
        return;
    }
    Ghost& ghost = ghosts[*i];
    entries[*i].source = opened->source;
    ghost.index = opened->index;
    ghost.actor = model::runnerOf(*ghost.index->info);
    ghost.otherWorld = !model::sameWorld(session->info(), *ghost.index->info);
    if (ghost.otherWorld) {
        fail(*i, tr("It was recorded in another world, or in another version of it"));
        return;
    }
    readTrackOf(*i, ghost.actor);
}

void GhostSet::Private::readTrackOf(std::size_t i, model::ActorId actor)
{
    Ghost& ghost = ghosts[i];
    Entry& entry = entries[i];
    ghost.actor = actor;
    ghost.track.reset();
    ghost.progress.reset();
    ghost.clock = {};
    ghost.trouble.clear();
    entry.figures.reset();
    if (actor == model::ActorId::None) {
        fail(i, tr("There is nobody in it who moves"));
        return;
    }
    ghost.status = GhostStatus::Loading;
    entry.job->start(
        readTrack(entry.source, actor, [this, id = ghost.id](const TrackRead& read) { onTrack(id, read); }));
    Q_EMIT q->ghostsChanged();
}

void GhostSet::Private::onTrack(int id, const TrackRead& read)
{
    const auto i = find(id);
    if (!i)
        return;
    if (!read) {
        fail(*i, shownError(read.error()));
        return;
    }
    Ghost& ghost = ghosts[*i];
    Entry& entry = entries[*i];
    ghost.track = *read;
    ghost.status = GhostStatus::Ready;
    entry.figures =
        std::make_unique<GhostFigures>(entry.source, ghost.index, GhostCacheBudget / entries.size());
    entry.figures->setTrack(ghost.track);
    QObject::connect(entry.figures.get(), &GhostFigures::arrived, q, [this] { showAll(); });
    QObject::connect(entry.figures.get(), &GhostFigures::trouble, q,
                     [this, name = ghost.name](const QString& why) {
                         Q_EMIT q->problem(tr("Part of the ghost %1 cannot be read").arg(name), why);
                     });
    setClock(*i);
    compare(*i);
    Q_EMIT q->ghostsChanged();
    showAll();
}

// ---- comparing ----

void GhostSet::Private::compare(std::size_t i)
{
    const auto course = runner.course();
    if (course == nullptr || ghosts[i].track == nullptr)
        return;
    entries[i].job->start(
        compareRun(course, ghosts[i].track,
                   [this, id = ghosts[i].id, measured = runner.measured(), course](const Compared& compared) {
                       onCompared(id, compared, measured, course);
                   }));
}

void GhostSet::Private::onCompared(int id, const Compared& compared,
                                   const std::shared_ptr<const model::RunTrack>& measured,
                                   const std::shared_ptr<const model::Course>& course)
{
    const auto i = find(id);
    if (!i || measured->actor != runner.runner()) // somebody else runs now
        return;
    if (!compared) {
        Q_EMIT q->problem(tr("The ghost %1 cannot be compared").arg(ghosts[*i].name),
                          shownError(compared.error()));
        return;
    }
    ghosts[*i].progress = *compared;
    ghosts[*i].measured = measured;
    ghosts[*i].course = course;
    setClock(*i);
    Q_EMIT q->ghostsChanged();
    showAll();
}

/// By place, what belongs together is laid on each other: the path and what was compared with it.
void GhostSet::Private::setClock(std::size_t i)
{
    Ghost& ghost = ghosts[i];
    const bool byPlace = alignment == model::Alignment::Progress && ghost.progress != nullptr;
    ghost.clock = model::GhostClock(byPlace ? ghost.measured : runner.track(), ghost.track, alignment,
                                    ghost.course, ghost.progress);
}

void GhostSet::Private::setClocks()
{
    for (std::size_t i = 0; i < ghosts.size(); ++i)
        setClock(i);
}

void GhostSet::Private::onRunner()
{
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        if (ghosts[i].progress == nullptr)
            continue;
        ghosts[i].progress.reset();
        ghosts[i].course.reset();
        ghosts[i].measured.reset();
    }
    setClocks();
    Q_EMIT q->runnerChanged();
    Q_EMIT q->ghostsChanged();
    showAll();
}

void GhostSet::Private::onRunnerRead()
{
    setClocks();
    for (std::size_t i = 0; i < ghosts.size(); ++i)
        compare(i);
    Q_EMIT q->runnerChanged();
    Q_EMIT q->ghostsChanged();
    showAll();
}

} // namespace ghostline::app
