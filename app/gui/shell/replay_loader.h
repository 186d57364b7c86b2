// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opens recordings and their surroundings on worker threads, so that the window never waits.
#include "model/codec_registry.h"
#include "model/scene_description.h"

#include <QObject>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace ghostline::app {

struct OpenRequest
{
    QString path;
    model::Options options; ///< `--option NAME=VALUE`
    QString scenePath;
    QStringList sceneFolders;
};

/// At most one opening counts: a newer one cancels the one before. UI thread; signals arrive there.
class ReplayLoader : public QObject
{
    Q_OBJECT
public:
    using Opener = std::function<model::Result<std::unique_ptr<model::ReplaySource>>(
        const QString&, const model::OpenOptions&)>;

    explicit ReplayLoader(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent = nullptr);
    ~ReplayLoader() override;

    /// Replaces the registry's open(), for tests that need a slow one.
    void setOpener(Opener opener) { m_opener = std::move(opener); }
    void open(const OpenRequest& request);
    /// The worker is told to stop; the window goes on at once.
    void cancel();
    bool busy() const { return m_busy; }
    const QString& path() const { return m_path; }
    /// Reads the surroundings; `sceneLoaded` follows.
    void loadScene(std::shared_ptr<model::ReplaySource> source);
    /// A scene still being read is no longer wanted.
    void forgetScene();

Q_SIGNALS:
    void started(const QString& path);
    void progressed(double share);
    void opened(const std::shared_ptr<ghostline::model::ReplaySource>& source, const QString& path);
    void failed(const ghostline::model::Error& error, const QString& path);
    void cancelled(const QString& path);
    void sceneLoaded(const ghostline::model::SceneDescription& scene);
    void sceneFailed(const ghostline::model::Error& error);

private:
    struct Job
    {
        quint64 id = 0;
        std::jthread thread;
    };
    void start(quint64 id, std::function<void(std::stop_token)> work);
    void finish(quint64 id);
    void stop(quint64 id);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    Opener m_opener;
    QString m_path;
    QString m_scenePath; ///< as asked for with the recording
    bool m_busy = false;
    quint64 m_lastId = 0;
    quint64 m_openId = 0;
    quint64 m_sceneId = 0;
    std::vector<Job> m_jobs;
};

} // namespace ghostline::app
