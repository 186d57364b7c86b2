// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/replay_opener.h"

#include "app/gui/session/moment_place.h"
#include "app/gui/settings/settings.h"
#include "app/gui/view/camera_look.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/live_reader.h"
#include "model/replay/named_actors.h"
#include "model/time/time_text.h"

#include <utility>

namespace ghostline::app {

ReplayOpener::ReplayOpener(std::shared_ptr<const model::CodecRegistry> registry, ViewArea* area, LoadBar* bar,
                           QObject* parent)
    : QObject(parent), m_area(area), m_bar(bar), m_loader(std::move(registry))
{
    connectLoader();
    connect(m_area, &ViewArea::firstPicture, this, &ReplayOpener::onFirstPicture);
    connect(&m_area->camera(), &ViewCamera::notFound, this, [this](const QString& name) {
        m_area->banner()->tell(Banner::Level::Warning, noCameraText(name, m_area->camera().sceneCameras()));
    });
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
    connect(&m_loader, &ReplayLoader::started, this, [this](const QString& path) {
        // A game that runs may be in no match yet, for however long.
        const bool live = model::liveCodecOf(path, *m_loader.registry()) != nullptr;
        m_bar->begin(live ? tr("Waiting for a match at %1").arg(whereabouts(path))
                          : tr("Opening %1").arg(shortName(path)));
    });
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
    begin(std::exchange(m_nextPlace, {}));
    m_clip = std::exchange(m_nextClip, false);
    m_pictured = false;
    m_remembered = false;
    m_goesLive = m_place.at.isEmpty() && model::liveStateOf(*session->source()).has_value();
    connect(session, &ReplaySession::indexChanged, this, &ReplayOpener::onIndexChanged);
    onIndexChanged();
}

void ReplayOpener::begin(const model::StartPlace& place)
{
    m_place = place;
    m_sought.reset();
    if (m_place.camera.isEmpty()) {
        m_place.camera = m_place.shot();
        m_place.actor.clear(); // who is followed is selected
    }
}

void ReplayOpener::goTo(const model::StartPlace& place)
{
    if (m_session == nullptr)
        return;
    m_clip = false;
    begin(place);
    m_session->playhead().pause();
    goToPlace();
    if (m_pictured)
        chooseCamera();
}

void ReplayOpener::openWithoutRemembering(const QString& path, const model::OpenOptions& options)
{
    m_forgotten = path;
    setPlace({});
    m_loader.open(path, options);
}

void ReplayOpener::setClip()
{
    setPlace({.at = QStringLiteral("50%")});
    m_nextClip = true;
}

void ReplayOpener::forgetPlace()
{
    m_place = {};
    m_clip = false;
}

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
    if (index.growing && std::exchange(m_goesLive, false))
        m_session->playback()->setLive(true);
}

void ReplayOpener::remember(const ReplaySession& session)
{
    const model::ReplayIndex& index = *session.index();
    rememberRecent({withoutPassword(session.path()), index.info->formatName, index.timeAxis.duration(),
                    QDateTime::currentDateTimeUtc()});
}

void ReplayOpener::goToPlace()
{
    if (m_session->index()->frames() == 0)
        return;
    if (!m_place.at.isEmpty())
        goToTime();
    if (m_pictured) {
        selectActor();
        followClip();
    }
}

/// Not before the first picture, with which the view finds its camera by itself.
void ReplayOpener::onFirstPicture()
{
    if (m_session == nullptr)
        return;
    m_pictured = true;
    chooseCamera();
    selectActor();
    followClip();
}

void ReplayOpener::chooseCamera()
{
    if (const QString camera = std::exchange(m_place.camera, {}); !camera.isEmpty())
        m_area->camera().require(camera);
}

/// Once all of it is known: before that another flag may still come, and the middle moves.
void ReplayOpener::followClip()
{
    if (!m_clip || !m_session->index()->complete)
        return;
    m_clip = false;
    const model::ActorId actor = personOfClip(m_session->path(), *m_session->index());
    if (actor != model::ActorId::None)
        m_area->camera().choose(QStringLiteral("follow:%1").arg(model::index(actor)));
}

/// Once the cast names them: a recording that is still being read may name them later.
void ReplayOpener::selectActor()
{
    if (m_place.actor.isEmpty())
        return;
    const model::ActorId actor =
        model::actorNamed(m_place.actor, m_session->info(), m_session->playback()->state());
    if (actor != model::ActorId::None)
        m_session->actors()->select(actor);
    else if (m_session->index()->complete)
        m_area->banner()->tell(Banner::Level::Warning,
                               tr("Nobody in this recording is called %1").arg(m_place.actor));
    else
        return;
    m_place.actor.clear();
}

void ReplayOpener::goToTime()
{
    const std::shared_ptr<const model::ReplayIndex> index = m_session->index();
    model::Playhead& playhead = m_session->playhead();
    if (m_sought && !playhead.playing() && playhead.at() != *m_sought) { // somebody went elsewhere meanwhile
        m_place.at.clear();
        return;
    }
    const auto place = model::parseTime(m_place.at, index->timeAxis, {});
    if (!place) {
        m_area->banner()->tell(Banner::Level::Warning, shownError(place.error()));
        m_place.at.clear();
        return;
    }
    playhead.seek(*place);
    m_sought = playhead.at();
    // Beyond what is indexed so far the place was clamped: try again when the index is whole.
    if (!index->complete)
        return;
    if (model::isBehindEnd(m_place.at, index->timeAxis))
        m_area->banner()->tell(Banner::Level::Info,
                               tr("%1 lies behind the end: this is the last frame").arg(m_place.at));
    m_place.at.clear();
}

} // namespace ghostline::app
