// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/replay_loader.h"

#include "model/codec/scene_reader.h"

#include <QCoreApplication>
#include <QThread>

namespace ghostline::app {

ReplayLoader::ReplayLoader(std::shared_ptr<const model::CodecRegistry> registry, QObject* parent)
    : QObject(parent), m_registry(std::move(registry)), m_opener(model::openerOf(m_registry))
{
    connect(&m_opening, &Job::progressed, this, &ReplayLoader::progressed);
}

/// Both are told to stop before either is waited for.
ReplayLoader::~ReplayLoader()
{
    m_opening.cancel();
    m_scene.cancel();
}

void ReplayLoader::open(const QString& path, const model::OpenOptions& options)
{
    cancel();
    m_path = path;
    m_scenePath = options.scenePath;
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
        return [this, path, opening = std::move(source)] { Q_EMIT opened(opening, path); };
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

void ReplayLoader::loadScene(std::shared_ptr<model::ReplaySource> source)
{
    m_scene.start([this, registry = m_registry, path = m_scenePath, source = std::move(source)](
                      const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        auto scene = model::sceneOf(*source, path, *registry, stop);
        if (scene)
            return [this, read = std::move(*scene)] { Q_EMIT sceneLoaded(read); };
        if (scene.error().code == model::ErrorCode::Cancelled)
            return {};
        return [this, error = scene.error()] { Q_EMIT sceneFailed(error); };
    });
}

} // namespace ghostline::app
