// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/replay_opener.h"

#include "app/gui/settings/settings.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <utility>

namespace ghostline::app {

ReplayOpener::ReplayOpener(std::shared_ptr<const model::CodecRegistry> registry, ViewArea* area, LoadBar* bar,
                           QObject* parent)
    : QObject(parent), m_area(area), m_bar(bar), m_loader(std::move(registry))
{
    connectLoader();
    // During indexing the recording is already shown: cancelling then closes it.
    connect(m_bar, &LoadBar::cancelled, this, [this] {
        if (m_loader.busy())
            m_loader.cancel();
        else
            Q_EMIT closeRequested();
    });
}

void ReplayOpener::connectLoader()
{
    connect(&m_loader, &ReplayLoader::started, this,
            [this](const QString& path) { m_bar->begin(tr("Opening %1").arg(shortName(path))); });
    connect(&m_loader, &ReplayLoader::progressed, m_bar, &LoadBar::setProgress);
    connect(&m_loader, &ReplayLoader::cancelled, m_bar, &LoadBar::done);
    connect(&m_loader, &ReplayLoader::failed, m_bar, &LoadBar::done);
    connect(&m_loader, &ReplayLoader::sceneLoaded, this, &ReplayOpener::showScene);
    connect(&m_loader, &ReplayLoader::sceneFailed, this, [this](const model::Error& error) {
        model::SceneDescription none;
        none.note = tr("No surroundings: %1").arg(shownError(error));
        showScene(none);
    });
}

void ReplayOpener::showScene(const model::SceneDescription& scene)
{
    m_area->setScene(scene);
    if (m_session != nullptr)
        m_session->setScene(m_area->views().content().scene.pointer()); // shared: it may be large
}

void ReplayOpener::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->unsubscribe(this);
        if (m_remembered)
            remember(*m_session); // it may have grown
    }
    m_session = session;
    if (session == nullptr) {
        m_sceneWasEarly = false;
        m_loader.forgetScene();
        m_bar->done();
        return;
    }
    m_place = std::exchange(m_nextPlace, {});
    m_sought.reset();
    m_remembered = false;
    connect(session, &ReplaySession::indexChanged, this, &ReplayOpener::onIndexChanged);
    onIndexChanged();
}

void ReplayOpener::openWithoutRemembering(const QString& path, const model::OpenOptions& options)
{
    m_forgotten = path;
    m_nextPlace.clear();
    m_loader.open(path, options);
}

void ReplayOpener::forgetPlace() { m_place.clear(); }

void ReplayOpener::loadScene(const ReplaySession& session)
{
    m_sceneWasEarly = !session.index()->complete;
    m_loader.loadScene(session.source());
}

void ReplayOpener::onIndexChanged()
{
    const model::ReplayIndex& index = *m_session->index();
    const QString& path = m_session->path();
    if (index.complete) {
        m_bar->done();
        // A recording that is still being made is complete again and again.
        if (path != m_forgotten && !std::exchange(m_remembered, true))
            remember(*m_session);
        if (std::exchange(m_sceneWasEarly, false))
            m_loader.loadScene(m_session->source());
    } else {
        m_bar->begin(tr("Reading %1").arg(shortName(path)));
        m_bar->setProgress(index.progress);
    }
    goToPlace();
}

void ReplayOpener::remember(const ReplaySession& session)
{
    const model::ReplayIndex& index = *session.index();
    rememberRecent({withoutPassword(session.path()), index.info->formatName, index.timeAxis.duration(),
                    QDateTime::currentDateTimeUtc()});
}

void ReplayOpener::goToPlace()
{
    const std::shared_ptr<const model::ReplayIndex> index = m_session->index();
    if (m_place.isEmpty() || index->frames() == 0)
        return;
    model::Playhead& playhead = m_session->playhead();
    if (m_sought && !playhead.playing() && playhead.at() != *m_sought) { // somebody went elsewhere meanwhile
        m_place.clear();
        return;
    }
    const auto place = model::parseTime(m_place, index->timeAxis, {});
    if (!place) {
        m_area->banner()->tell(Banner::Level::Warning, shownError(place.error()));
        m_place.clear();
        return;
    }
    playhead.seek(*place);
    m_sought = playhead.at();
    // Beyond what is indexed so far the place was clamped: try again when the index is whole.
    if (!index->complete)
        return;
    if (model::isBehindEnd(m_place, index->timeAxis))
        m_area->banner()->tell(Banner::Level::Info,
                               tr("%1 lies behind the end: this is the last frame").arg(m_place));
    m_place.clear();
}

} // namespace ghostline::app
