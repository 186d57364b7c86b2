// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opens recordings and their surroundings on worker threads, so that the window never waits.
#include "app/gui/jobs/job.h"
#include "model/codec/opening.h"
#include "model/world/scene_description.h"

#include <QObject>

#include <memory>

namespace ghostline::app {

/// At most one opening counts: a newer one cancels the one before. UI thread; signals arrive there.
class ReplayLoader : public QObject
{
    Q_OBJECT
public:
    explicit ReplayLoader(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent = nullptr);
    ~ReplayLoader() override;

    /// Replaces the registry's open(), for tests that need a slow one.
    void setOpener(model::Opener opener) { m_opener = std::move(opener); }
    /// Its progress and stop token are the loader's own.
    void open(const QString& path, const model::OpenOptions& options);
    /// The worker is told to stop; the window goes on at once.
    void cancel();
    bool busy() const { return m_opening.running(); }
    const QString& path() const { return m_path; }
    /// Reads the surroundings; `sceneLoaded` follows.
    void loadScene(std::shared_ptr<model::ReplaySource> source);
    /// A scene still being read is no longer wanted.
    void forgetScene() { m_scene.cancel(); }

Q_SIGNALS:
    void started(const QString& path);
    void progressed(double share);
    void opened(const std::shared_ptr<ghostline::model::ReplaySource>& source, const QString& path);
    void failed(const ghostline::model::Error& error, const QString& path);
    void cancelled(const QString& path);
    void sceneLoaded(const ghostline::model::SceneDescription& scene);
    void sceneFailed(const ghostline::model::Error& error);

private:
    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Opener m_opener;
    QString m_path;
    QString m_scenePath; ///< as asked for with the recording
    Job m_opening;
    Job m_scene;
};

} // namespace ghostline::app
