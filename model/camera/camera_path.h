// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A camera's way through a recording: key points, and the eased way through all of them. A pure function of
// time, so that playing, scrubbing, playing backward and exporting show the same.
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

/// World space, metres.
struct CameraPlace
{
    glm::dvec3 position{0.0};
    glm::dvec3 target{0.0, 0.0, 1.0}; ///< what it looks at
    glm::dvec3 up{0.0, 1.0, 0.0};
    double verticalFov = 45.0; ///< degrees

    friend bool operator==(const CameraPlace&, const CameraPlace&) = default;
};

/// Where the camera is to be at one instant.
struct CameraKey
{
    QString id; ///< uuid
    FrameNumber frame = 0;
    Micros time{};
    CameraPlace place;
    QDateTime created{};   ///< UTC
    QJsonObject unknown{}; ///< keys of newer versions, written back as read

    friend bool operator==(const CameraKey&, const CameraKey&) = default;
};

inline constexpr std::size_t MostCameraKeys = 1000; ///< of one recording

/// Finite numbers, a direction to look in, an angle that a lens has, and within the world's reach.
GHOSTLINE_MODEL_EXPORT bool isUsable(const CameraPlace& place);

/// Where the camera is on its way. Before the first and behind the last key point it stands there; of several
/// at one instant the last one counts. Nothing for an empty path. `path`: ascending in time, usable places.
GHOSTLINE_MODEL_EXPORT std::optional<CameraPlace> pathPlace(std::span<const CameraKey> path, Micros time);

/// The key point nearest after / before an instant, null when there is none. `path`: ascending in time.
GHOSTLINE_MODEL_EXPORT const CameraKey* nextKey(std::span<const CameraKey> path, Micros time);
GHOSTLINE_MODEL_EXPORT const CameraKey* previousKey(std::span<const CameraKey> path, Micros time);

/// The path with one more key point; one at the same frame gives way to it.
GHOSTLINE_MODEL_EXPORT std::vector<CameraKey> withKey(std::vector<CameraKey> path, CameraKey key);

/// As in the notes beside a recording (docs/formats/sidecar.md).
GHOSTLINE_MODEL_EXPORT QJsonObject toJson(const CameraKey& key);
/// Nothing where it does not say when, or its place is not usable.
GHOSTLINE_MODEL_EXPORT std::optional<CameraKey> cameraKeyFromJson(QJsonObject object);

} // namespace ghostline::model
