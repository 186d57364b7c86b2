// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the set of ghosts keeps, as its own source files see it.
#include "app/gui/ghosts/ghost_figures.h"
#include "app/gui/ghosts/ghost_loader.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghost_track_reader.h"

namespace ghostline::app {

inline constexpr std::size_t GhostCacheBudget = std::size_t{64} << 20; ///< bytes of decoded segments, of all

struct GhostSet::Private
{
    /// What the others need not know of a ghost; same order as `ghosts`.
    struct Entry
    {
        std::unique_ptr<Job> job;
        std::shared_ptr<model::ReplaySource> source{};
        std::unique_ptr<GhostFigures> figures{};
    };

    Private(GhostSet* owner, std::shared_ptr<const model::CodecRegistry> codecs)
        : q(owner), opener(model::openerOf(std::move(codecs)))
    {
        figures.reserve(Most);
    }

    std::optional<std::size_t> find(int id) const;
    std::unique_ptr<Job> freeJob();
    void drop(std::size_t i);
    void settle();

    void onOpened(int id, const Opened& opened);
    void readTrackOf(std::size_t i, model::ActorId actor);
    void onTrack(int id, const TrackRead& read);
    void compare(std::size_t i);
    void onCompared(int id, const Compared& compared, const std::shared_ptr<const model::RunTrack>& measured,
                    const std::shared_ptr<const model::Course>& course);
    void fail(std::size_t i, const QString& why);
    void onRunner();
    void onRunnerRead();
    void setClock(std::size_t i);
    void setClocks();

    model::Direction direction() const;
    model::FrameTime readAt(std::size_t i) const;
    void show(std::size_t i);
    void collect();
    void showAll();
    render::GhostFigure figureOf(std::size_t i) const;

    GhostSet* q;
    model::Opener opener;
    QPointer<ReplaySession> session;
    GhostTrackReader runner;
    model::Alignment alignment = model::Alignment::Start;
    int lastId = 0;
    std::vector<Ghost> ghosts;
    std::vector<Entry> entries;
    std::vector<std::unique_ptr<Job>> spare; ///< of ghosts that went; may still come to their end
    std::vector<render::GhostFigure> figures;
};

} // namespace ghostline::app
