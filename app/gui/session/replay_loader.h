// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opens recordings and their surroundings on worker threads, so that the window never waits.
#include "app/gui/jobs/job.h"
#include "model/codec/opening.h"
#include "model/codec/scene_reader.h"

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
    const std::shared_ptr<const model::CodecRegistry>& registry() const { return m_registry; }
    /// Which map is wanted of whatever is open; loadScene() reads it.
    void setSceneChoice(const model::SceneChoice& choice);
    const model::SceneChoice& sceneChoice() const { return m_choice; }
    /// Reads the surroundings: first what the recording itself holds, which is told at once, then the map.
    void loadScene(std::shared_ptr<model::ReplaySource> source);
    /// Surroundings still being read are no longer wanted.
    void forgetScene();

Q_SIGNALS:
    void started(const QString& path);
    void progressed(double share);
    void opened(const std::shared_ptr<ghostline::model::ReplaySource>& source, const QString& path);
    void failed(const ghostline::model::Error& error, const QString& path);
    void cancelled(const QString& path);
    /// The recording's own, and once more with the map round it, or with a note why there is none.
    void sceneLoaded(const ghostline::model::SceneDescription& scene);
    void sceneFailed(const ghostline::model::Error& error); ///< the recording's own; a map may still come
    void mapSought();
    void mapFound(const ghostline::model::FoundScene& found); ///< what else may be the map
    void mapFailed(const ghostline::model::Error& error);     ///< the one that was named; the own stand
    void sceneSettled();                                      ///< nothing more of all this will come

private:
    void loadMap(std::shared_ptr<model::ReplaySource> source,
                 std::shared_ptr<const model::SceneDescription> own);
    void showMap(const model::FoundScene& found, const model::SceneDescription& own);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Opener m_opener;
    QString m_path;
    model::SceneChoice m_choice;
    bool m_mapShown = false; ///< of this recording and by this choice: not to be gone while it is read again
    Job m_opening;
    Job m_scene;
    Job m_map;
};

} // namespace ghostline::app
