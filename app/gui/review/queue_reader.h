// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Looks through a folder of recordings in the background and hands over what it finds as it goes.
#include "app/gui/jobs/job.h"
#include "model/review/review_queue.h"

namespace ghostline::app {

/// UI thread only; the work is done on others.
class QueueReader : public QObject
{
    Q_OBJECT
public:
    explicit QueueReader(QObject* parent = nullptr);
    /// Ends what was running. Everything below the folder that a codec knows is read, with the same options
    /// as when it is opened: what refuses them then is listed with that reason now.
    void start(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
               const model::Options& options);
    /// Looks again: only what is new or has changed since is read, and of the others only newer notes.
    /// Nothing while it is running.
    void refresh();
    void cancel();
    bool running() const { return m_job.running(); }
    /// Recordings found, -1 while the folder is still being listed.
    int total() const { return m_total; }

Q_SIGNALS:
    void found(std::vector<model::ReviewedFile>& files); ///< the next few; may be moved from
    void notesFound(const QString& path, const ghostline::model::Sidecar& sidecar); ///< newer ones
    void gone(const QStringList& paths);    ///< of those that were found
    void folders(const QStringList& paths); ///< below the folder, in which recordings may come to lie
    void stillWritten();                    ///< a recording changed just before it was read: look again soon
    void finished(const QString& problem);  ///< empty = none

private:
    struct Inbox;
    static QStringList newsOf(const QStringList& files, Inbox& inbox, const std::stop_token& stop);
    void run();
    void drain();

    QString m_folder;
    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::OpenOptions m_options;
    std::shared_ptr<Inbox> m_inbox;
    int m_total = -1;
    Job m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
