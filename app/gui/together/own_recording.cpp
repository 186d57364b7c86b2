// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/own_recording.h"

#include "app/gui/widgets/replay_address.h"
#include "model/base/thread_priority.h"

namespace ghostline::app {

void OwnRecording::setSession(ReplaySession* session)
{
    if (m_session)
        m_session->disconnect(this);
    forget();
    m_session = session;
    m_name = {};
    m_growing = false;
    if (!session)
        return;
    m_growing = session->index()->growing;
    m_name.name = shortName(session->path());
    if (!m_growing)
        m_name.content = model::sizeOfContent(session->path());
    connect(session, &ReplaySession::indexChanged, this, &OwnRecording::takeIndex);
}

bool OwnRecording::isOpen(const QString& path) const
{
    return m_session && !path.isEmpty() && m_session->path() == path;
}

void OwnRecording::identify()
{
    m_wanted = true;
    if (!m_hashing.running() && m_name.content.sha256.isEmpty())
        hash();
}

void OwnRecording::know(const model::ContentId& content)
{
    if (!m_session || m_growing || content.sha256.isEmpty())
        return;
    m_hashing.cancel();
    m_name.content = content;
}

void OwnRecording::forget()
{
    m_wanted = false;
    m_hashing.cancel();
}

void OwnRecording::takeIndex()
{
    const bool growing = m_session->index()->growing;
    if (growing == m_growing)
        return;
    m_growing = growing;
    m_hashing.cancel(); // of what it was
    m_name.content = growing ? model::ContentId{} : model::sizeOfContent(m_session->path());
    if (m_wanted)
        hash();
    Q_EMIT changed();
}

void OwnRecording::hash()
{
    if (!m_session || m_growing || isOnWeb())
        return;
    m_hashing.start([this, path = m_session->path()](const model::Progress&,
                                                     const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority(); // whoever plays meanwhile comes first
        return [this, content = model::contentOf(path, stop)] {
            if (content)
                m_name.content = *content;
            else
                Q_EMIT failed(content.error());
            Q_EMIT changed();
        };
    });
}

} // namespace ghostline::app
