// SPDX-License-Identifier: GPL-3.0-or-later
// Part by part: what has not changed since the last look stays as the user has it.
#include "app/gui/shell/together_look.h"

#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "together/limits.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <utility>

namespace ghostline::app {

namespace {

/// The layers that a talk may be about. Others are a matter of taste, or of the machine.
struct SharedLayer
{
    const char* tag;
    bool render::ViewOptions::*member;
};
constexpr std::array<SharedLayer, 9> SharedLayers{{
    {"trails", &render::ViewOptions::trails},
    {"labels", &render::ViewOptions::labels},
    {"unit_marks", &render::ViewOptions::unitMarks},
    {"sight", &render::ViewOptions::sight},
    {"velocity", &render::ViewOptions::velocityArrows},
    {"distance_rings", &render::ViewOptions::distanceRings},
    {"zones", &render::ViewOptions::zones},
    {"heat_map", &render::ViewOptions::heatMap},
    {"drawings", &render::ViewOptions::drawings},
}};

QStringList layersIn(const render::ViewOptions& options)
{
    QStringList tags;
    for (const SharedLayer& layer : SharedLayers) {
        if (options.*layer.member)
            tags << QLatin1String(layer.tag);
    }
    return tags;
}

/// The piece of ground that a map shows.
PlaceShot shotOf(const render::TopDownWidget& map)
{
    const QPointF middle = QRectF(map.rect()).center();
    PlaceShot shot;
    shot.place = map.groundAt(middle);
    const double half = glm::distance(shot.place, map.groundAt({middle.x(), 0.0}));
    if (half > 0.0)
        shot.radius = half;
    return shot;
}

together::SharedLook lookOf(const together::SharedState& state)
{
    return {.perspective = state.perspective,
            .selection = state.selection,
            .camera = state.camera,
            .layers = state.layers};
}

/// Between whom the camera keeps to and how it is turned: "follow:12;turn:30,20,11".
constexpr QLatin1Char TurnMark{';'};

bool keepsToSomebody(const QString& camera)
{
    return namedShotFrom(camera.section(TurnMark, 0, 0)).has_value();
}

} // namespace

TogetherLook::TogetherLook(ViewArea* area, QObject* parent) : QObject(parent), m_area(area)
{
    m_telling.setSingleShot(true);
    m_telling.setInterval(together::ChangeInterval);
    connect(&m_telling, &QTimer::timeout, this, &TogetherLook::tell);
    watchView();
}

void TogetherLook::watchView()
{
    ViewCamera& camera = m_area->camera();
    connect(&camera, &ViewCamera::moved, this, &TogetherLook::onChanged);
    connect(&camera, &ViewCamera::movedByUser, this, &TogetherLook::onUserMoved);
    connect(&camera, &ViewCamera::modeChanged, this, [this] {
        onChanged();
        onUserMoved();
    });
    connect(m_area, &ViewArea::optionsChanged, this, &TogetherLook::onChanged);
    // A new recording, and its surroundings, are first seen as the window sees fit.
    connect(m_area, &ViewArea::firstPicture, this, [this] {
        m_beginning = false;
        applyAgain();
    });
    connect(&camera, &ViewCamera::sceneCamerasChanged, this, [this] {
        if (std::exchange(m_settling, true))
            return;
        const auto settled = [this] {
            m_settling = false;
            applyAgain();
        };
        QMetaObject::invokeMethod(this, settled, Qt::QueuedConnection);
    });
}

void TogetherLook::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_applied.reset();
    m_ownPerspective.reset();
    m_beginning = session != nullptr && session->playback()->state().size() == 0;
    if (session == nullptr)
        return;
    const ActorSelection* actors = session->actors();
    connect(actors, &ActorSelection::selectedChanged, this, &TogetherLook::onChanged);
    connect(actors, &ActorSelection::perspectiveChanged, this, &TogetherLook::onPerspective);
    connect(actors, &ActorSelection::followedChanged, this, [this] {
        onChanged();
        onUserMoved();
    });
    connect(session, &ReplaySession::placeRequested, this, &TogetherLook::onUserMoved);
    connect(session, &ReplaySession::indexChanged, this, &TogetherLook::onIndexChanged);
}

void TogetherLook::setPlayback(together::SharedPlayback* playback)
{
    if (playback == m_playback)
        return;
    if (m_playback != nullptr)
        m_playback->disconnect(this);
    m_playback = playback;
    m_telling.stop();
    m_applied.reset();
    setLookingAround(false);
    if (playback == nullptr) {
        restore();
        return;
    }
    connect(playback, &together::SharedPlayback::lookCame, this, &TogetherLook::onLookCame);
    connect(playback, &together::SharedPlayback::followingChanged, this, &TogetherLook::onFollowing);
    playback->setLook(look());
    if (playback->follows() && playback->state())
        onLookCame(lookOf(*playback->state()));
}

// ---- what is looked at here ----

together::SharedLook TogetherLook::look() const
{
    together::SharedLook look;
    look.camera = cameraWordNow();
    look.layers = layersIn(m_area->options());
    if (m_session == nullptr)
        return look;
    if (const model::ActorId player = m_session->actors()->perspective(); player != model::ActorId::None)
        look.perspective = QString::number(model::index(player));
    if (const model::ActorId selected = m_session->actors()->selected(); selected != model::ActorId::None)
        look.selection = {selected};
    return look;
}

/// As ViewCamera::word(), but actors by their numbers, since names repeat; and a map that keeps to nobody
/// by the ground that it shows.
QString TogetherLook::cameraWordNow() const
{
    const ViewCamera& camera = m_area->camera();
    if (camera.mode() == render::CameraMode::Path)
        return poseWord(camera.pose()); // the others have other key points, or none
    if (!isAttached(camera.mode()))
        return camera.word();
    if (const model::ActorId whom = keptTo(); whom != model::ActorId::None) {
        const QString word = QStringLiteral("%1:%2").arg(cameraWord(camera.mode())).arg(model::index(whom));
        const auto turn = camera.turn();
        return turn ? word + TurnMark + turnWord(*turn) : word;
    }
    return m_area->has3D() ? poseWord(camera.pose()) : placeWord(shotOf(*m_area->flatMap()));
}

/// Whom the camera keeps to and the others have, too: ghosts are not shared.
model::ActorId TogetherLook::keptTo() const
{
    const ViewGhosts& ghosts = m_area->ghosts();
    const bool toGhost = ghosts.followed() != 0 && !ghosts.isSplit();
    return m_session != nullptr && !toGhost ? m_session->actors()->followed() : model::ActorId::None;
}

bool TogetherLook::drives() const
{
    return m_playback != nullptr && !m_playback->follows() && !m_playback->isApart();
}

/// Who does not drive has nobody to tell: onFollowing() does as soon as that changes.
void TogetherLook::onChanged()
{
    if (drives() && !m_telling.isActive())
        m_telling.start();
}

void TogetherLook::onPerspective()
{
    if (m_ownPerspective && !m_applying)
        m_ownPerspective = m_session->actors()->perspective();
    onChanged();
}

void TogetherLook::tell()
{
    if (drives())
        m_playback->setLook(look());
}

void TogetherLook::onUserMoved()
{
    if (m_applying || m_beginning || m_settling)
        return;
    // Who drives is followed, and breaks away from nobody.
    if (m_playback != nullptr && !drives())
        setLookingAround(true);
}

void TogetherLook::setLookingAround(bool on)
{
    if (std::exchange(m_around, on) != on)
        Q_EMIT lookingAroundChanged();
}

// ---- what others look at ----

void TogetherLook::followAgain()
{
    setLookingAround(false);
    m_applied.reset();
    if (m_playback == nullptr)
        return;
    m_playback->follow();
    if (!m_applied && m_playback->follows() && m_playback->state())
        onLookCame(lookOf(*m_playback->state()));
}

void TogetherLook::onFollowing()
{
    if (!drives())
        return;
    // The drive is here: all see what this window sees.
    m_applied.reset();
    setLookingAround(false);
    tell();
}

void TogetherLook::onLookCame(const together::SharedLook& look)
{
    if (m_playback != nullptr && m_playback->follows())
        apply(look);
}

/// The window has looked elsewhere by itself.
void TogetherLook::applyAgain()
{
    if (const auto last = std::exchange(m_applied, std::nullopt))
        onLookCame(*last);
}

void TogetherLook::apply(const together::SharedLook& look)
{
    const QScopedValueRollback applying(m_applying, true);
    const std::optional<together::SharedLook> before = std::exchange(m_applied, look);
    const bool camera = !m_around && (!before || m_lacking.camera || before->camera != look.camera);
    if (camera)
        m_lacking.camera = !applyCamera(look.camera);
    // Keeping to somebody selects them.
    if (!before || m_lacking.selection || before->selection != look.selection ||
        (camera && keepsToSomebody(look.camera)))
        m_lacking.selection = !applySelection(look.selection);
    if (!before || m_lacking.perspective || before->perspective != look.perspective)
        m_lacking.perspective = !applyPerspective(look.perspective);
    // No word of the camera either: nothing was said of a look yet.
    if ((!before || before->layers != look.layers) && !(look.layers.isEmpty() && look.camera.isEmpty()))
        applyLayers(look.layers);
}

/// What somebody drives to may come here only later: who joins the match, or what is not read yet.
void TogetherLook::onIndexChanged()
{
    if (!m_applied || !(m_lacking.camera || m_lacking.selection || m_lacking.perspective))
        return;
    const together::SharedLook last = *m_applied;
    onLookCame(last);
}

bool TogetherLook::applyCamera(const QString& word)
{
    // What somebody saved under a number is somebody else's here.
    if (word.isEmpty() || savedViewFromWord(word))
        return true;
    ViewCamera& camera = m_area->camera();
    const auto pose = poseFromWord(word);
    if (m_session != nullptr && !keepsToSomebody(word))
        m_session->actors()->follow(model::ActorId::None); // that would move the camera again
    if (pose) {
        camera.showPose(*pose);
        return true;
    }
    if (!camera.chooseNow(word.section(TurnMark, 0, 0))) // later it would be taken for the user's doing
        return false;
    if (const auto turn = turnFromWord(word.section(TurnMark, 1)))
        camera.showTurn(*turn);
    return true;
}

bool TogetherLook::knows(model::ActorId actor) const
{
    return m_session != nullptr && m_session->info().actor(actor) != nullptr;
}

bool TogetherLook::applySelection(const std::vector<model::ActorId>& selection)
{
    if (m_session == nullptr)
        return false;
    const model::ActorId last = selection.empty() ? model::ActorId::None : selection.back();
    if (last != model::ActorId::None && !knows(last))
        return false;
    m_session->actors()->select(last);
    return true;
}

bool TogetherLook::applyPerspective(const QString& player)
{
    if (m_session == nullptr)
        return false;
    model::ActorId whose = model::ActorId::None;
    if (!player.isEmpty()) {
        bool ok = false;
        whose = model::ActorId{player.toUInt(&ok)};
        const std::vector<model::ActorId> all = perspectivesIn(m_session->info());
        if (!ok || std::ranges::find(all, whose) == all.end())
            return false;
    }
    if (!m_ownPerspective)
        m_ownPerspective = m_session->actors()->perspective();
    m_session->actors()->setPerspective(whose);
    return true;
}

void TogetherLook::applyLayers(const QStringList& layers)
{
    render::ViewOptions options = m_area->options();
    for (const SharedLayer& layer : SharedLayers)
        options.*layer.member = layers.contains(QLatin1String(layer.tag));
    m_area->borrowOptions(options);
}

void TogetherLook::restore()
{
    const QScopedValueRollback applying(m_applying, true);
    m_area->returnOptions();
    if (const auto own = std::exchange(m_ownPerspective, std::nullopt); own && m_session != nullptr)
        m_session->actors()->setPerspective(*own);
}

} // namespace ghostline::app
