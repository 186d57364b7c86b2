// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ghosts of the open replay: other recordings shown in its time. Loads and compares them in the
// background; view, panel and plot read from here. UI thread only.
#include "app/gui/session/replay_session.h"
#include "model/codec/opening.h"
#include "model/compare/ghost_clock.h"
#include "model/compare/splits.h"
#include "render/base/ghost_figure.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::app {

class GhostRun;

enum class GhostStatus { Loading, Ready, Failed };

struct Ghost
{
    int id = 0; ///< never used again in one set
    QString path;
    QString name; ///< file name without ending, told apart where two are alike
    int hue = 0;  ///< index into the theme's series colours
    GhostStatus status = GhostStatus::Loading;
    QString trouble; ///< why it failed
    bool visible = true;
    bool otherWorld = false; ///< recorded on another map, or another version of it
    std::shared_ptr<const model::ReplayIndex> index;
    model::ActorId actor = model::ActorId::None; ///< whom of it
    std::shared_ptr<const model::RunTrack> track;
    std::shared_ptr<const model::ProgressComparison> progress; ///< null until computed
    /// What `progress` was compared with and along: a runner that grows has newer ones.
    std::shared_ptr<const model::RunTrack> measured;
    std::shared_ptr<const model::Course> course;
    model::GhostClock clock;
};

/// Whether runs of such a recording can be laid on one another: somebody in it runs or drives. Armies do not.
bool canRace(const model::ReplayInfo& info);

class GhostSet : public QObject
{
    Q_OBJECT
public:
    static constexpr int Most = 6;

    explicit GhostSet(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent = nullptr);
    ~GhostSet() override;
    /// Replaces the registry's open(), for tests that need other recordings or a slow one.
    void setOpener(model::Opener opener);

    /// Another replay, or none: the ghosts go.
    void setSession(ReplaySession* session);
    /// False, and problem() says why, when there are Most of them already. One that races along already is
    /// not added once more, which problem() tells, too. A recording of another world is added as Failed with
    /// otherWorld set; addAnyway() takes it all the same.
    bool add(const QString& path);
    void addAnyway(int id);
    void remove(int id);
    void clear();
    void setVisible(int id, bool visible);
    /// Which actor of a ghost's recording runs.
    void setActor(int id, model::ActorId actor);

    /// Whom of the open replay the ghosts are compared with; the one who is first until somebody is chosen.
    void setRunner(model::ActorId actor);
    model::ActorId runner() const;
    /// Null until it has been read.
    std::shared_ptr<const model::RunTrack> runnerTrack() const;
    std::shared_ptr<const model::Course> course() const;

    void setAlignment(model::Alignment alignment);
    model::Alignment alignment() const;

    const std::vector<Ghost>& ghosts() const;
    const Ghost* ghost(int id) const;
    /// Gap to a ghost at the playhead; nothing while it is not ready.
    std::optional<model::Gap> gap(int id) const;
    /// What the view draws now: visible ghosts that have a place at the playhead. Valid until the next
    /// change.
    std::span<const render::GhostFigure> figures() const;
    /// Those that are visible and ready, apart from the playhead: for pictures of other instants.
    std::vector<GhostRun> runs() const;
    /// A ghost's pose at the playhead, for cameras.
    std::optional<render::GhostFigure> figure(int id) const;

Q_SIGNALS:
    void ghostsChanged(); ///< one came, went, or changed in another way than its place
    void runnerChanged(); ///< another one, or the track has been read
    void alignmentChanged();
    void figuresChanged(); ///< with the session's stateChanged(), and when a ghost's data arrived
    void problem(const QString& title, const QString& detail);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::app
