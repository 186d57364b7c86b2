// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_reader.h"

#include "app/gui/widgets/replay_words.h"
#include "model/codec/find_recordings.h"
#include "model/sidecar/sidecar.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace ghostline::app {

namespace {

/// By which a recording, or what is said of it, is known to be still the same.
struct Stamp
{
    QString recording;
    QString notes;
};

/// A folder's own time and size say nothing of what is written into its files.
QString stampOf(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return {};
    QString stamp = QStringLiteral("%1 %2").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch());
    if (file.isDir()) {
        for (const QFileInfo& part : QDir(path).entryInfoList(QDir::Files))
            stamp += QLatin1Char('|') + stampOf(part.filePath());
    }
    return stamp;
}

Stamp stampsOf(const QString& path)
{
    return {stampOf(path),
            stampOf(model::sidecarPath(path)) + QLatin1Char('|') + stampOf(model::privateSidecarPath(path))};
}

} // namespace

/// What the worker has found and the UI has not fetched yet, and what it knows of from one look to the next.
struct QueueReader::Inbox
{
    std::mutex mutex;
    std::vector<model::ReviewedFile> files;
    std::vector<std::pair<QString, model::Sidecar>> notes;
    int total = -1;
    QHash<QString, Stamp> known; ///< the worker's alone
};

namespace {

/// A system watches only so many.
constexpr qsizetype MostFolders = 500;
/// Whoever writes a recording writes more often than that.
constexpr qint64 WritingMs = 10'000;

/// Those below the folder, the parts of recordings left out.
QStringList foldersBelow(const QString& folder, const QStringList& recordings, const std::stop_token& stop)
{
    QStringList folders;
    QDirIterator each(folder, QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (each.hasNext() && folders.size() < MostFolders && !stop.stop_requested()) {
        const QString path = each.next();
        if (!recordings.contains(path))
            folders << path;
    }
    return folders;
}

bool anyStillWritten(const QStringList& files)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    return std::ranges::any_of(files, [&now](const QString& file) {
        const qint64 age = QFileInfo(file).lastModified().msecsTo(now);
        return age >= 0 && age < WritingMs;
    });
}

/// A folder that cannot be read at all; empty = fine.
QString firstProblem(const model::FoundRecordings& found)
{
    return found.missing.empty() ? QString() : shownError(found.missing.front());
}

} // namespace

/// Which of the files have to be opened; notes that are newer go into the inbox by themselves.
QStringList QueueReader::newsOf(const QStringList& files, Inbox& inbox, const std::stop_token& stop)
{
    QStringList wanted;
    for (const QString& file : files) {
        const Stamp now = stampsOf(file);
        const auto known = inbox.known.constFind(file);
        const bool same = known != inbox.known.cend() && known->recording == now.recording;
        if (!same)
            wanted << file;
        else if (known->notes != now.notes) {
            if (auto notes = model::loadNotes(file)) {
                model::identify(notes->sidecar, file, stop);
                const std::lock_guard lock(inbox.mutex);
                inbox.notes.emplace_back(file, std::move(notes->sidecar));
            }
        }
        inbox.known[file] = now;
    }
    const std::lock_guard lock(inbox.mutex);
    inbox.total = static_cast<int>(files.size());
    return wanted;
}

QueueReader::QueueReader(QObject* parent) : QObject(parent)
{
    connect(&m_job, &Job::progressed, this, &QueueReader::drain);
}

void QueueReader::start(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                        const model::Options& options)
{
    m_folder = folder;
    m_registry = std::move(registry);
    m_options = {};
    m_options.codec = options;
    m_total = -1;
    m_inbox = std::make_shared<Inbox>();
    run();
}

void QueueReader::refresh()
{
    if (m_inbox != nullptr && !m_job.running())
        run();
}

void QueueReader::run()
{
    m_job.start([this, folder = m_folder, options = m_options, registry = m_registry,
                 inbox = m_inbox](const model::Progress& progress, std::stop_token stop) {
        const model::FoundRecordings recordings = model::findRecordings({folder}, *registry, stop);
        const QStringList wanted = newsOf(recordings.files, *inbox, stop);
        const QStringList below = foldersBelow(folder, recordings.files, stop);
        const bool written = anyStillWritten(wanted);
        QStringList lost;
        for (auto known = inbox->known.begin(); known != inbox->known.end();) {
            const bool there = recordings.files.contains(known.key()) || stop.stop_requested();
            if (!there)
                lost << known.key();
            known = there ? std::next(known) : inbox->known.erase(known);
        }
        progress(0.0);
        int done = 0;
        const auto take = [&](model::ReviewedFile&& file) {
            {
                const std::lock_guard lock(inbox->mutex);
                inbox->files.push_back(std::move(file));
            }
            return progress(static_cast<double>(++done) / static_cast<double>(wanted.size()));
        };
        const auto read = model::reviewFiles(wanted, model::openerOf(registry), options, 0, take, stop);
        const QString problem = read ? firstProblem(recordings) : shownError(read.error());
        return [this, problem, lost, below, written] {
            drain();
            Q_EMIT folders(below);
            if (written)
                Q_EMIT stillWritten();
            if (!lost.isEmpty())
                Q_EMIT gone(lost);
            Q_EMIT finished(problem);
        };
    });
}

void QueueReader::cancel() { m_job.cancel(); }

void QueueReader::drain()
{
    std::vector<model::ReviewedFile> files;
    std::vector<std::pair<QString, model::Sidecar>> notes;
    {
        const std::lock_guard lock(m_inbox->mutex);
        files.swap(m_inbox->files);
        notes.swap(m_inbox->notes);
        m_total = m_inbox->total;
    }
    Q_EMIT found(files);
    for (const auto& [path, sidecar] : notes)
        Q_EMIT notesFound(path, sidecar);
}

} // namespace ghostline::app
