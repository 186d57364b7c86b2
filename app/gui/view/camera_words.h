// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Cameras in words: those of the command line, of play lists and of clips.
#include "render/camera/camera.h"

#include <QString>

#include <optional>

namespace ghostline::app {

/// Words for a camera mode, for people ("Top-down") and for the command line ("top-down").
QString cameraName(render::CameraMode mode);
QString cameraWord(render::CameraMode mode);
std::optional<render::CameraMode> cameraFromWord(const QString& word);
/// The modes there are words for, separated by commas, for messages.
QString cameraWords();
/// Those of every recording; a scene's own cameras come after them.
inline constexpr int CameraModes = 8;

/// Keeps to whom it is told to.
bool isAttached(render::CameraMode mode);

/// A mode that keeps to somebody, and to whom.
struct NamedShot
{
    render::CameraMode mode = render::CameraMode::Follow;
    QString actor; ///< as in model::actorsNamed()
};
/// From "follow:ACTOR"; nothing where the text names no such mode or nobody.
std::optional<NamedShot> namedShotFrom(const QString& text);

inline constexpr double LeastFov = 1.0; ///< of a camera that is read, degrees
inline constexpr double MostFov = 170.0;

/// "pose:" and ten numbers, world space: position, target, up, and the vertical field of view in degrees; an
/// eleventh is the metres over the height of a picture without perspective.
QString poseWord(const render::CameraPose& pose);
/// Nothing for another word, and for a camera that could look nowhere.
std::optional<render::CameraPose> poseFromWord(const QString& word);

/// How a camera that keeps behind somebody is turned: "turn:YAW,PITCH,DISTANCE", degrees and metres.
QString turnWord(const render::FollowTurn& turn);
std::optional<render::FollowTurn> turnFromWord(const QString& word);

/// A piece of ground to have in view.
struct PlaceShot
{
    glm::dvec3 place{0.0}; ///< world space, metres
    double radius = 10.0;  ///< metres
};
QString placeWord(const PlaceShot& shot);
/// "place:X,Y,Z,RADIUS".
std::optional<PlaceShot> placeFromWord(const QString& word);

/// The number of "view:N".
std::optional<int> savedViewFromWord(const QString& word);

} // namespace ghostline::app
