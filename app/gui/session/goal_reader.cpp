// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/goal_reader.h"

#include "app/gui/session/replay_session.h"
#include "model/bytes/http_source.h"

namespace ghostline::app {

namespace {

constexpr int AfterGoalPictureMs = 200; // the first picture comes first

} // namespace

GoalReader::GoalReader(QObject* parent) : QObject(parent)
{
    m_begin.setSingleShot(true);
    m_begin.setInterval(AfterGoalPictureMs);
    connect(&m_begin, &QTimer::timeout, this, &GoalReader::read);
}

void GoalReader::setSession(ReplaySession* session)
{
    if (m_session)
        disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    m_begin.stop();
    m_job.cancel();
    m_begun = false;
    m_goals = nullptr;
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &GoalReader::follow);
    follow();
}

/// Not while it grows: what comes next is not known there. Of what lies on the web, a piece would be fetched
/// for each checkpoint, at the cost of what is being watched.
void GoalReader::follow()
{
    if (!m_session || !m_session->index()->complete || m_session->index()->growing || m_begun ||
        model::isWebAddress(m_session->path()))
        return;
    m_begun = true;
    if (!model::runGoals(m_session->info(), *m_session->index()->events).empty())
        m_begin.start();
}

void GoalReader::read()
{
    if (!m_session)
        return;
    m_job.start([this, source = m_session->source()](const model::Progress&,
                                                     const std::stop_token& stop) -> std::function<void()> {
        auto goals = model::readRunGoals(*source, stop);
        if (!goals)
            return {};
        return [this, read = std::make_shared<const model::RunGoals>(std::move(*goals))] {
            m_goals = read;
            Q_EMIT changed();
        };
    });
}

} // namespace ghostline::app
