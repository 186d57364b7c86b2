// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a ghost from its path until it can be laid on the runner. All that takes time is done
// elsewhere.
#include "app/gui/ghosts/ghost_set_private.h"
#include "model/compare/same_world.h"
#include "render/theme.h"

#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace ghostline::app {

namespace {

QString baseName(const QString& path)
{
    const QUrl url(path);
    const bool address = url.scheme().startsWith(QLatin1String("http"));
    const QString name = QFileInfo(address ? url.path() : path).completeBaseName();
    return name.isEmpty() ? path : name;
}

/// Index of the series colour in which the runner is drawn, -1 = none of them.
int hueOf(const model::ReplayInfo& info, model::ActorId runner)
{
    const model::ActorInfo* actor = info.actor(runner);
    if (actor == nullptr)
        return -1;
    const render::Theme& theme = render::Theme::dark();
    const auto found =
        std::find(theme.series.begin(), theme.series.end(), render::actorColor(theme, *actor, info.teams));
    return found == theme.series.end() ? -1 : static_cast<int>(found - theme.series.begin());
}

} // namespace

QString GhostSet::Private::freeName(const QString& path) const
{
    const QString base = baseName(path);
    QString name = base;
    const auto taken = [&](const Ghost& ghost) { return ghost.name == name; };
    for (int n = 2; std::any_of(ghosts.begin(), ghosts.end(), taken); ++n)
        name = QStringLiteral("%1 (%2)").arg(base).arg(n);
    return name;
}

/// There is one more hue than ghosts: none is in the runner's.
int GhostSet::Private::freeHue() const
{
    const int own = hueOf(session->info(), runner.runner());
    int hue = 0;
    const auto taken = [&](const Ghost& ghost) { return ghost.hue == hue; };
    while (hue == own || std::any_of(ghosts.begin(), ghosts.end(), taken))
        ++hue;
    return hue;
}

void GhostSet::Private::fail(std::size_t i, const QString& why)
{
    ghosts[i].status = GhostStatus::Failed;
    ghosts[i].trouble = why;
    Q_EMIT q->ghostsChanged();
}

void GhostSet::Private::onOpened(int id, const model::Result<OpenedRun>& opened)
{
    const auto i = find(id);
    if (!i || session == nullptr)
        return;
    if (!opened) {
        fail(*i, opened.error().message);
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
        fail(*i, read.error().message);
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
                          compared.error().message);
        return;
    }
    ghosts[*i].progress = *compared;
    ghosts[*i].measured = measured;
    ghosts[*i].course = course;
    setClock(*i);
    Q_EMIT q->ghostsChanged();
    showAll();
}

/// By place, what belongs together is laid on each other: the way and what was compared with it.
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
