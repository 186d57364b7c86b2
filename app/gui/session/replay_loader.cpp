// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/replay_loader.h"

#include "model/codec/live_reader.h"

#include <QCoreApplication>
#include <QThread>

namespace ghostline::app {

ReplayLoader::ReplayLoader(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent)
    : QObject(parent), m_registry(std::move(registry)), m_opener(model::openerOf(m_registry))
{
    connect(&m_opening, &Job::progressed, this, &ReplayLoader::progressed);
}

/// All are told to stop before any is waited for.
ReplayLoader::~ReplayLoader()
{
    m_opening.cancel();
    forgetScene();
}

void ReplayLoader::open(const QString& path, const model::OpenOptions& options)
{
    cancel();
    m_path = path;
    m_opening.start([this, path, wanted = options,
                     opener = m_opener](const model::Progress& progress,
                                        const std::stop_token& stop) mutable -> std::function<void()> {
        wanted.progress = progress;
        wanted.stop = stop;
        auto result = opener(path, wanted);
        if (!result) {
            return [this, path, error = result.error()] {
                if (error.code == model::ErrorCode::Cancelled)
                    Q_EMIT cancelled(path);
                else
                    Q_EMIT failed(error, path);
            };
        }
        std::shared_ptr<model::ReplaySource> source = std::move(*result);
        source->moveToThread(QCoreApplication::instance()->thread());
        // A game is known by the file in which it is kept: notes lie beside it, and it can be opened again.
        const auto live = model::liveStateOf(*source);
        return [this, known = live ? live->keptAt : path, opening = std::move(source)] {
            Q_EMIT opened(opening, known);
        };
    });
    Q_EMIT started(m_path);
}

void ReplayLoader::cancel()
{
    if (!busy())
        return;
    m_opening.cancel();
    Q_EMIT cancelled(m_path);
}

void ReplayLoader::setSceneChoice(const model::SceneChoice& choice)
{
    m_choice = choice;
    m_mapShown = false;
}

void ReplayLoader::forgetScene()
{
    m_scene.cancel();
    m_map.cancel();
    m_mapShown = false;
}

void ReplayLoader::loadScene(std::shared_ptr<model::ReplaySource> source)
{
    m_map.cancel();
    m_scene.start([this, source = std::move(source)](const model::Progress&,
                                                     const std::stop_token& stop) -> std::function<void()> {
        auto read = source->scene(stop);
        if (!read && read.error().code == model::ErrorCode::Cancelled)
            return {};
        auto own = std::make_shared<const model::SceneDescription>(read ? std::move(*read)
                                                                        : model::SceneDescription());
        if (read)
            return [this, source, own] {
                loadMap(source, own);
                if (!m_mapShown)
                    Q_EMIT sceneLoaded(*own);
            };
        return [this, source, own, error = read.error()] {
            loadMap(source, own);
            Q_EMIT sceneFailed(error);
        };
    });
}

void ReplayLoader::loadMap(std::shared_ptr<model::ReplaySource> source,
                           std::shared_ptr<const model::SceneDescription> own)
{
    m_map.start([this, source = std::move(source), own = std::move(own), choice = m_choice,
                 registry = m_registry](const model::Progress&,
                                        const std::stop_token& stop) -> std::function<void()> {
        auto found = model::sceneAround(*own, *source, choice, *registry, stop);
        if (found)
            return [this, own, around = std::move(*found)] { showMap(around, *own); };
        if (found.error().code == model::ErrorCode::Cancelled)
            return {};
        return [this, own, path = choice.path, error = found.error()] {
            model::FoundScene without{.scene = *own};
            model::noteUnread(without.scene, path, error);
            Q_EMIT mapFailed(error);
            showMap(without, *own);
        };
    });
    Q_EMIT mapSought();
}

void ReplayLoader::showMap(const model::FoundScene& found, const model::SceneDescription& own)
{
    // What was told already is not laid out anew.
    const bool isNews = found.scene.path != own.path || found.scene.note != own.note || m_mapShown;
    m_mapShown = found.scene.path != own.path;
    if (isNews)
        Q_EMIT sceneLoaded(found.scene);
    Q_EMIT mapFound(found);
    Q_EMIT sceneSettled();
}

} // namespace ghostline::app
