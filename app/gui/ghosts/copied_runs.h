// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which ghosts are the runner's own run, copied: looked for in the background, told in words.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/jobs/job.h"
#include "model/compare/copied_run.h"

namespace ghostline::app {

struct CopiedGhost
{
    int id = 0; ///< of the ghost
    QString name;
    std::vector<model::CopiedStretch> stretches; ///< never empty; `a` is the runner
};

class CopiedRuns : public QObject
{
    Q_OBJECT
public:
    explicit CopiedRuns(QObject* parent = nullptr);

    /// Looks again where one of the runs is another one than before.
    void look(const GhostSet& ghosts);
    const std::vector<CopiedGhost>& found() const { return m_found; }
    /// What was found: the stretches of one ghost, or how many ghosts there are; empty when nothing was.
    QString summary() const;
    /// A line a ghost. Times are those of the runner's replay.
    QString text() const;

Q_SIGNALS:
    void changed(); ///< found() is new

private:
    struct Pair
    {
        int id = 0;
        QString name;
        std::shared_ptr<const model::RunTrack> ghost;
        friend bool operator==(const Pair&, const Pair&) = default;
    };

    std::shared_ptr<const model::RunTrack> m_runner;
    std::vector<Pair> m_looked; ///< the ghosts that were compared with it last
    std::vector<CopiedGhost> m_found;
    Job m_job; ///< last member: its threads end before what they report to
};

} // namespace ghostline::app
