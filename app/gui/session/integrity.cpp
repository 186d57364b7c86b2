// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/integrity.h"

#include "model/base/thread_priority.h"

#include <algorithm>

namespace ghostline::app {

void Integrity::check()
{
    m_verdicts.clear();
    connect(&m_job, &Job::progressed, this, &Integrity::progressed, Qt::UniqueConnection);
    m_job.start([this, source = m_source](const model::Progress& progress,
                                          const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority(); // whoever plays meanwhile comes first
        return [this, verdicts = source->verify(progress, stop)] {
            m_verdicts = verdicts;
            setState(State::Checked);
        };
    });
    setState(State::Running);
}

void Integrity::cancel()
{
    m_job.cancel();
    if (m_state == State::Running)
        setState(State::Cancelled);
}

const model::Verdict* Integrity::firstFailure() const
{
    const auto failed = std::ranges::find(m_verdicts, model::VerdictState::Failed, &model::Verdict::state);
    return failed == m_verdicts.end() ? nullptr : &*failed;
}

void Integrity::setState(State state)
{
    m_state = state;
    Q_EMIT changed();
}

} // namespace ghostline::app
