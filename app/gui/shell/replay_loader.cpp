// SPDX-License-Identifier: GPL-3.0-or-later
// Worker threads for opening; results come back through the event loop and are dropped when out of date.
#include "app/gui/shell/replay_loader.h"

#include "model/scene_reader.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <atomic>

namespace ghostline::app {

ReplayLoader::ReplayLoader(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent)
    : QObject(parent), m_registry(std::move(registry)),
      m_opener([registry = m_registry](const QString& path, const model::OpenOptions& options) {
          return registry->open(path, options);
      })
{
}

ReplayLoader::~ReplayLoader()
{
    for (Job& job : m_jobs)
        job.thread.request_stop();
    m_jobs.clear(); // joins
}

void ReplayLoader::start(quint64 id, std::function<void(std::stop_token)> work)
{
    m_jobs.push_back({id, std::jthread([this, id, work = std::move(work)](const std::stop_token& token) {
                          work(token);
                          QMetaObject::invokeMethod(
                              this, [this, id] { finish(id); }, Qt::QueuedConnection);
                      })});
}

void ReplayLoader::finish(quint64 id)
{
    // The thread has posted its last word: joining it takes no time.
    std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; });
}

void ReplayLoader::stop(quint64 id)
{
    for (Job& job : m_jobs) {
        if (job.id == id)
            job.thread.request_stop();
    }
}

void ReplayLoader::open(const OpenRequest& request)
{
    cancel();
    const quint64 id = m_openId = ++m_lastId;
    m_path = request.path;
    m_scenePath = request.scenePath;
    m_busy = true;
    Q_EMIT started(m_path);

    start(id, [this, id, request, opener = m_opener](const std::stop_token& token) {
        model::OpenOptions options;
        options.codec = request.options;
        options.scenePath = request.scenePath;
        options.sceneFolders = request.sceneFolders;
        options.stop = token;
        // One queued message per percent, not per block read.
        auto percent = std::make_shared<std::atomic<int>>(-1);
        options.progress = [this, id, token, percent](double share) {
            const int now = static_cast<int>(share * 100.0);
            if (percent->exchange(now) != now) {
                QMetaObject::invokeMethod(
                    this,
                    [this, id, share] {
                        if (id == m_openId && m_busy)
                            Q_EMIT progressed(share);
                    },
                    Qt::QueuedConnection);
            }
            return !token.stop_requested();
        };
        auto result = opener(request.path, options);
        std::shared_ptr<model::ReplaySource> source;
        model::Error error;
        if (result) {
            source = std::move(*result);
            source->moveToThread(QCoreApplication::instance()->thread());
        } else {
            error = result.error();
        }
        QMetaObject::invokeMethod(
            this,
            // Moved along, and out of the call, which may end in either thread: the last reference must fall
            // in the UI thread.
            [this, id, moved = std::move(source), error, path = request.path]() mutable {
                const auto opening = std::move(moved);
                if (id != m_openId || !m_busy)
                    return; // cancelled or overtaken: the source closes with the last reference
                m_busy = false;
                if (opening)
                    Q_EMIT opened(opening, path);
                else if (error.code == model::ErrorCode::Cancelled)
                    Q_EMIT cancelled(path);
                else
                    Q_EMIT failed(error, path);
            },
            Qt::QueuedConnection);
    });
}

void ReplayLoader::cancel()
{
    if (!m_busy)
        return;
    m_busy = false;
    stop(m_openId);
    m_openId = 0;
    Q_EMIT cancelled(m_path);
}

void ReplayLoader::loadScene(std::shared_ptr<model::ReplaySource> source)
{
    forgetScene();
    const quint64 id = m_sceneId = ++m_lastId;
    start(id, [this, id, registry = m_registry, path = m_scenePath,
               source = std::move(source)](const std::stop_token& token) mutable {
        auto result = std::make_shared<model::Result<model::SceneDescription>>(
            model::sceneOf(*source, path, *registry, token));
        QMetaObject::invokeMethod(
            this,
            // The source is carried along so that its last reference is dropped in the UI thread.
            [this, id, result, keep = std::move(source)]() mutable {
                keep.reset();
                if (id != m_sceneId)
                    return;
                m_sceneId = 0;
                if (*result)
                    Q_EMIT sceneLoaded(**result);
                else if (result->error().code != model::ErrorCode::Cancelled)
                    Q_EMIT sceneFailed(result->error());
            },
            Qt::QueuedConnection);
    });
}

void ReplayLoader::forgetScene()
{
    if (m_sceneId == 0)
        return;
    stop(m_sceneId);
    m_sceneId = 0;
}

} // namespace ghostline::app
