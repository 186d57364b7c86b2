// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the open recording is what was written: its hashes and signatures, checked in the background as
// soon as all of it is there. UI thread only.
#include "app/gui/jobs/job.h"
#include "model/base/diagnostic.h"

namespace ghostline::app {

class Integrity : public QObject
{
    Q_OBJECT
public:
    enum class State { NotChecked, Running, Checked, Cancelled };

    explicit Integrity(std::shared_ptr<model::ReplaySource> source) : m_source(std::move(source)) {}

    /// Checks from the start, whatever was running.
    void check();
    void cancel();
    State state() const { return m_state; }
    /// Empty until checked, and where the format has nothing to check.
    const std::vector<model::Verdict>& verdicts() const { return m_verdicts; }
    /// Null where nothing failed.
    const model::Verdict* firstFailure() const;

Q_SIGNALS:
    void changed();
    void progressed(double share);

private:
    void setState(State state);

    std::shared_ptr<model::ReplaySource> m_source;
    std::vector<model::Verdict> m_verdicts;
    State m_state = State::NotChecked;
    Job m_job;
};

} // namespace ghostline::app
