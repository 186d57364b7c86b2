// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which recordings of a list are there, and what they consist of: looked at and read beside the window, since
// a drive may be asleep and a recording large.
#include "app/gui/jobs/job.h"
#include "model/sidecar/content.h"

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QStringList>

namespace ghostline::app {

/// UI thread only.
class ListedRecordings : public QObject
{
    Q_OBJECT
public:
    explicit ListedRecordings(QObject* parent = nullptr) : QObject(parent) {}

    /// Sizes are known soon, hashes one after the other; what was read once is read again only where it has
    /// changed since. Nothing is said of addresses, nor of the content of `growing`.
    void look(const QSet<QString>& paths, const QString& growing = {});
    const QSet<QString>& missing() const { return m_missing; }
    /// By path, as far as it is known.
    const QHash<QString, model::ContentId>& contents() const { return m_contents; }

Q_SIGNALS:
    void changed();

private:
    /// How a recording looks from outside.
    struct Glance
    {
        bool there = false;
        std::int64_t size = -1;
        QDateTime modified{};
        friend bool operator==(const Glance&, const Glance&) = default;
    };
    void take(const QHash<QString, Glance>& glances);
    void readNext();

    QSet<QString> m_missing;
    QHash<QString, model::ContentId> m_contents;
    QHash<QString, Glance> m_read; ///< of those that were read, from before that
    QHash<QString, Glance> m_now;
    QStringList m_unread;
    Job m_looking;
    Job m_reading;
};

} // namespace ghostline::app
