// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/view_description.h"

#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"

#include <QLocale>
#include <QWidget>

#include <algorithm>
#include <glm/glm.hpp>

namespace ghostline::app {

namespace {

constexpr double Standing = 0.05; ///< units of length a second; slower is told as nothing

QString figure(double value) { return QLocale().toString(value, 'f', 1); }

} // namespace

ViewDescription::ViewDescription(QWidget* surface, const ViewCamera* camera, QObject* parent)
    : QObject(parent), m_surface(surface), m_camera(camera)
{
    speakFor(surface);
    if (camera != nullptr)
        connect(camera, &ViewCamera::modeChanged, this, &ViewDescription::tell);
}

void ViewDescription::tell() { tellChanged(m_surface); }

void ViewDescription::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session != nullptr) {
        connect(session->playback(), &Playback::stateChanged, this, &ViewDescription::tell);
        connect(session->actors(), &ActorSelection::selectedChanged, this, &ViewDescription::tell);
        connect(session->actors(), &ActorSelection::followedChanged, this, &ViewDescription::tell);
        connect(session->actors(), &ActorSelection::perspectiveChanged, this, &ViewDescription::tell);
    }
    tell();
}

QString ViewDescription::selectionText() const
{
    const model::ReplayInfo& info = m_session->info();
    const model::ActorInfo* actor = info.actor(m_session->actors()->selected());
    if (actor == nullptr)
        return tr("Nobody selected");
    const model::WorldState& state = m_session->playback()->state();
    const std::ptrdiff_t row = state.row(actor->id);
    if (row < 0)
        return tr("%1 selected, not there now").arg(actor->name);
    const auto at = static_cast<std::size_t>(row);
    const glm::dvec3& place = state.positions[at];
    // All at once: a name may hold what looks like a place of a figure.
    QString text = tr("%1 selected, at %2, %3, %4 %5")
                       .arg(actor->name, figure(place.x), figure(place.y), figure(place.z), info.lengthUnit);
    const double speed = static_cast<double>(glm::length(state.velocities[at]));
    if (speed > Standing)
        text += tr(", %1 %2/s").arg(figure(speed), info.lengthUnit);
    return text;
}

QString ViewDescription::cameraText() const
{
    if (m_camera == nullptr)
        return tr("Flat map");
    const int place = m_camera->sceneCamera();
    const QString name = place >= 0 && place < m_camera->sceneCameras().size()
                             ? m_camera->sceneCameras()[place]
                             : cameraName(m_camera->mode());
    const model::ActorInfo* followed = m_session->info().actor(m_session->actors()->followed());
    return followed != nullptr ? tr("Camera: %1, follows %2").arg(name, followed->name)
                               : tr("Camera: %1").arg(name);
}

QString ViewDescription::accessibleValue() const
{
    if (m_session == nullptr)
        return {};
    QStringList parts{selectionText(), cameraText()};
    if (const model::ActorInfo* eyes = m_session->info().actor(m_session->actors()->perspective()))
        parts << tr("Seen as %1").arg(eyes->name);
    const auto& flags = m_session->playback()->state().flags;
    const auto shown = std::ranges::count_if(flags, [](auto flag) { return (flag & model::Hidden) == 0; });
    parts << tr("%n in the picture", nullptr, static_cast<int>(shown));
    return parts.join(QStringLiteral(". "));
}

} // namespace ghostline::app
