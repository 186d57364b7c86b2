// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/listed_recordings.h"

#include "model/bytes/file_names.h"
#include "model/bytes/http_source.h"

#include <QFileInfo>

namespace ghostline::app {

void ListedRecordings::look(const QSet<QString>& paths, const QString& growing)
{
    m_looking.start(
        [this, paths, growing](const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
            QHash<QString, Glance> glances;
            for (const QString& path : paths) {
                if (stop.stop_requested())
                    return {};
                if (model::isWebAddress(path))
                    continue;
                Glance glance{.there = model::pathExists(path)};
                if (glance.there && path != growing) {
                    glance.size = model::sizeOfContent(path).size;
                    glance.modified = QFileInfo(path).lastModified();
                }
                glances.insert(path, glance);
            }
            return [this, glances] { take(glances); };
        });
}

void ListedRecordings::take(const QHash<QString, Glance>& glances)
{
    m_now = glances;
    m_missing.clear();
    m_unread.clear();
    for (auto it = glances.begin(); it != glances.end(); ++it) {
        const QString& path = it.key();
        if (!it->there)
            m_missing.insert(path);
        if (it->size >= 0 && m_read.contains(path) && m_read.value(path) == *it)
            continue;
        m_read.remove(path);
        m_contents.insert(path, {{}, it->size});
        if (it->size >= 0)
            m_unread << path;
    }
    Q_EMIT changed();
    if (!m_reading.running())
        readNext();
}

/// What cannot be read is known by its size alone; opening it says why.
void ListedRecordings::readNext()
{
    if (m_unread.isEmpty())
        return;
    const QString path = m_unread.takeFirst();
    m_reading.start([this, path, glance = m_now.value(path)](
                        const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        const auto content = model::contentOf(path, stop);
        return [this, path, glance, content] {
            // It may look another way by now, and is read again then.
            if (m_now.value(path) == glance) {
                m_unread.removeAll(path);
                m_read.insert(path, glance);
                if (content)
                    m_contents.insert(path, *content);
                Q_EMIT changed();
            }
            readNext();
        };
    });
}

} // namespace ghostline::app
