// SPDX-License-Identifier: GPL-3.0-or-later
// What was worked out from the recording joins what was recorded.
#include "app/gui/shell/replay_session.h"
#include "model/analysis/merge_events.h"

namespace ghostline::app {

/// Every panel that lists events reads index(): what was worked out is seen wherever what was recorded is.
void ReplaySession::takeRevision(std::shared_ptr<const model::ReplayIndex> recorded)
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
    takeRevision(m_recorded);
    Q_EMIT indexChanged();
}

void ReplaySession::setZones(std::vector<model::Zone> zones)
{
    if (zones == m_zones)
        return;
    m_zones = std::move(zones);
    Q_EMIT zonesChanged();
}

} // namespace ghostline::app
