// SPDX-License-Identifier: GPL-3.0-or-later
// Which ghosts there are, and where each of them stands at the playhead.
#include "app/gui/ghosts/ghost_set.h"

#include "app/gui/ghosts/ghost_set_private.h"

#include <algorithm>

namespace ghostline::app {

std::optional<std::size_t> GhostSet::Private::find(int id) const
{
    for (std::size_t i = 0; i < ghosts.size(); ++i) {
        if (ghosts[i].id == id)
            return i;
    }
    return std::nullopt;
}

std::unique_ptr<BackgroundJob> GhostSet::Private::freeJob()
{
    if (spare.empty())
        return std::make_unique<BackgroundJob>();
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
/// of the runner's way that is known.
model::FrameTime GhostSet::Private::readAt(std::size_t i) const
{
    const bool byPlace = alignment == model::Alignment::Progress && ghosts[i].progress != nullptr;
    const auto& read = byPlace ? ghosts[i].measured : runner.measured();
    const model::FrameTime at = session->state().at;
    return read != nullptr ? std::min(at, model::FrameTime{read->axis.frames() - 1, 0.0}) : at;
}

void GhostSet::Private::show(std::size_t i)
{
    if (entries[i].figures == nullptr)
        return;
    std::optional<model::FrameTime> ghost;
    // A clock needs no more of the runner than the time.
    if (ghosts[i].visible && session != nullptr && session->state().size() > 0)
        ghost = ghosts[i].clock.ghostAt(alignment == model::Alignment::Progress ? readAt(i)
                                                                                : session->state().at);
    entries[i].figures->show(ghost, session->samplePolicy(), direction());
}

render::GhostFigure GhostSet::Private::figureOf(std::size_t i) const
{
    const Ghost& ghost = ghosts[i];
    const model::ReplayInfo& info = *ghost.index->info;
    render::GhostFigure figure;
    figure.id = ghost.id;
    figure.hue = ghost.hue;
    figure.info = info.actor(ghost.actor);
    if (figure.info->skeleton >= 0 && static_cast<std::size_t>(figure.info->skeleton) < info.skeletons.size())
        figure.skeleton = &info.skeletons[static_cast<std::size_t>(figure.info->skeleton)];
    figure.name = ghost.name;
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
    : QObject(parent),
      d(std::make_unique<Private>(
          this, [registry = std::move(registry)](const QString& path, const model::OpenOptions& options) {
              return registry->open(path, options);
          }))
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

void GhostSet::setOpener(Opener opener) { d->opener = std::move(opener); }

void GhostSet::setSession(ReplaySession* session)
{
    if (d->session != nullptr)
        d->session->disconnect(this);
    while (!d->ghosts.empty())
        d->drop(d->ghosts.size() - 1);
    d->session = session;
    d->settle();
    d->runner.setSession(session);
    if (session != nullptr)
        connect(session, &ReplaySession::stateChanged, this, [this] { d->showAll(); });
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
    Ghost ghost;
    ghost.id = ++d->lastId;
    ghost.path = path;
    ghost.name = d->freeName(path);
    ghost.hue = d->freeHue();
    d->ghosts.push_back(ghost);
    auto job = d->freeJob();
    job->start(openRun(d->opener, path, [this, id = ghost.id](const model::Result<OpenedRun>& opened) {
        d->onOpened(id, opened);
    }));
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

std::span<const render::GhostFigure> GhostSet::figures() const { return d->figures; }

std::optional<render::GhostFigure> GhostSet::figure(int id) const
{
    const auto found = std::find_if(d->figures.begin(), d->figures.end(),
                                    [id](const render::GhostFigure& figure) { return figure.id == id; });
    return found == d->figures.end() ? std::nullopt : std::optional(*found);
}

} // namespace ghostline::app
