// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_reader.h"

#include "model/find_recordings.h"

#include <mutex>

namespace ghostline::app {

/// What the worker has found and the UI has not fetched yet.
struct QueueReader::Inbox
{
    std::mutex mutex;
    std::vector<model::ReviewedFile> files;
    int total = -1;
};

namespace {

/// A folder that cannot be read at all; empty = fine.
QString firstProblem(const model::FoundRecordings& found)
{
    return found.missing.empty() ? QString() : found.missing.front().message;
}

} // namespace

QueueReader::QueueReader(QObject* parent) : QObject(parent)
{
    connect(&m_job, &BackgroundJob::progressed, this, &QueueReader::drain);
}

void QueueReader::start(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                        const model::Options& options)
{
    m_total = -1;
    m_inbox = std::make_shared<Inbox>();
    model::OpenOptions openOptions;
    openOptions.codec = options;
    m_job.start([this, folder, openOptions, registry = std::move(registry),
                 inbox = m_inbox](const model::Progress& progress, std::stop_token stop) {
        const model::FoundRecordings recordings = model::findRecordings({folder}, *registry, stop);
        const auto total = static_cast<int>(recordings.files.size());
        {
            const std::lock_guard lock(inbox->mutex);
            inbox->total = total;
        }
        progress(0.0);
        int done = 0;
        const auto open = [&registry](const QString& path, const model::OpenOptions& how) {
            return registry->open(path, how);
        };
        const auto take = [&](model::ReviewedFile&& file) {
            {
                const std::lock_guard lock(inbox->mutex);
                inbox->files.push_back(std::move(file));
            }
            return progress(static_cast<double>(++done) / total);
        };
        const auto read = model::reviewFiles(recordings.files, open, openOptions, 0, take, stop);
        const QString problem = read ? firstProblem(recordings) : read.error().message;
        return [this, problem] {
            drain();
            Q_EMIT finished(problem);
        };
    });
}

void QueueReader::cancel() { m_job.cancel(); }

void QueueReader::drain()
{
    std::vector<model::ReviewedFile> files;
    {
        const std::lock_guard lock(m_inbox->mutex);
        files.swap(m_inbox->files);
        m_total = m_inbox->total;
    }
    Q_EMIT found(files);
}

} // namespace ghostline::app
