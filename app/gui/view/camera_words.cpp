// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/camera_words.h"

#include "app/gui/view/saved_view.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cmath>
#include <vector>

namespace ghostline::app {

namespace {

struct ModeWords
{
    render::CameraMode mode;
    const char* name;
    const char* word;
};
constexpr std::array<ModeWords, CameraModes> Modes{{
    {render::CameraMode::Orbit, QT_TRANSLATE_NOOP("Camera", "Orbit"), "orbit"},
    {render::CameraMode::Free, QT_TRANSLATE_NOOP("Camera", "Free flight"), "free"},
    {render::CameraMode::Follow, QT_TRANSLATE_NOOP("Camera", "Follow"), "follow"},
    {render::CameraMode::FirstPerson, QT_TRANSLATE_NOOP("Camera", "First person"), "first-person"},
    {render::CameraMode::TopDown, QT_TRANSLATE_NOOP("Camera", "Top-down"), "top-down"},
    {render::CameraMode::Director, QT_TRANSLATE_NOOP("Camera", "Directed"), "directed"},
    {render::CameraMode::Drone, QT_TRANSLATE_NOOP("Camera", "Drone"), "drone"},
    {render::CameraMode::Path, QT_TRANSLATE_NOOP("Camera", "Camera path"), "path"},
}};

/// The numbers behind the colon of "word:1,2.5,..."; empty for another word, or where one is none.
std::vector<double> numbersOf(const QString& text, QLatin1String word)
{
    if (!text.startsWith(word, Qt::CaseInsensitive))
        return {};
    std::vector<double> numbers;
    const QStringList parts = text.mid(word.size()).split(QLatin1Char(','));
    for (const QString& part : parts) {
        bool ok = false;
        numbers.push_back(part.toDouble(&ok));
        if (!ok || !std::isfinite(numbers.back()))
            return {};
    }
    return numbers;
}

glm::dvec3 vectorAt(const std::vector<double>& n, std::size_t first)
{
    return {n[first], n[first + 1], n[first + 2]};
}

} // namespace

QString cameraName(render::CameraMode mode)
{
    if (mode == render::CameraMode::Scene)
        return QCoreApplication::translate("Camera", "Scene camera");
    return QCoreApplication::translate("Camera", Modes[static_cast<std::size_t>(mode)].name);
}

QString cameraWord(render::CameraMode mode)
{
    if (mode == render::CameraMode::Scene)
        return QStringLiteral("scene");
    return QLatin1String(Modes[static_cast<std::size_t>(mode)].word);
}

std::optional<render::CameraMode> cameraFromWord(const QString& word)
{
    for (const ModeWords& m : Modes) {
        if (word.compare(QLatin1String(m.word), Qt::CaseInsensitive) == 0)
            return m.mode;
    }
    return std::nullopt;
}

QString cameraWords()
{
    QStringList words;
    for (const ModeWords& m : Modes)
        words << QLatin1String(m.word);
    return words.join(QStringLiteral(", "));
}

bool isAttached(render::CameraMode mode)
{
    return mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson ||
           mode == render::CameraMode::TopDown;
}

std::optional<NamedShot> namedShotFrom(const QString& text)
{
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    if (colon < 0 || colon + 1 == text.size())
        return std::nullopt;
    const auto mode = cameraFromWord(text.left(colon));
    if (!mode || !isAttached(*mode))
        return std::nullopt;
    return NamedShot{*mode, text.sliced(colon + 1)};
}

QString placeWord(const PlaceShot& shot)
{
    QStringList parts;
    for (const double value : {shot.place.x, shot.place.y, shot.place.z, shot.radius})
        parts << QString::number(value, 'g', 9);
    return QStringLiteral("place:") + parts.join(QLatin1Char(','));
}

QString poseWord(const render::CameraPose& pose)
{
    QStringList parts;
    const auto add = [&parts](double value) { parts << QString::number(value, 'g', 9); };
    for (const glm::dvec3& v : {pose.position, pose.target, pose.up}) {
        for (int i = 0; i < 3; ++i)
            add(v[i]);
    }
    add(pose.verticalFov);
    if (pose.orthographic)
        add(pose.orthographicHeight);
    return QStringLiteral("pose:") + parts.join(QLatin1Char(','));
}

std::optional<render::CameraPose> poseFromWord(const QString& word)
{
    const std::vector<double> n = numbersOf(word, QLatin1String("pose:"));
    if (n.size() != 10 && n.size() != 11)
        return std::nullopt;
    render::CameraPose pose{vectorAt(n, 0), vectorAt(n, 3), vectorAt(n, 6), n[9]};
    const glm::dvec3 side = glm::cross(pose.target - pose.position, pose.up);
    if (glm::length(side) <= 0.0 || n[9] < LeastFov || n[9] > MostFov)
        return std::nullopt;
    pose.orthographic = n.size() == 11;
    if (pose.orthographic && n[10] <= 0.0)
        return std::nullopt;
    if (pose.orthographic)
        pose.orthographicHeight = n[10];
    return pose;
}

QString turnWord(const render::FollowTurn& turn)
{
    return QStringLiteral("turn:%1,%2,%3")
        .arg(turn.yaw, 0, 'g', 9)
        .arg(turn.pitch, 0, 'g', 9)
        .arg(turn.distance, 0, 'g', 9);
}

std::optional<render::FollowTurn> turnFromWord(const QString& word)
{
    const std::vector<double> n = numbersOf(word, QLatin1String("turn:"));
    if (n.size() != 3)
        return std::nullopt;
    return render::FollowTurn{.yaw = n[0], .pitch = n[1], .distance = n[2]};
}

std::optional<PlaceShot> placeFromWord(const QString& word)
{
    const std::vector<double> n = numbersOf(word, QLatin1String("place:"));
    if (n.size() != 4 || n[3] <= 0.0)
        return std::nullopt;
    return PlaceShot{vectorAt(n, 0), n[3]};
}

std::optional<int> savedViewFromWord(const QString& word)
{
    const std::vector<double> n = numbersOf(word, QLatin1String("view:"));
    if (n.size() != 1 || n[0] != std::floor(n[0]) || n[0] < 1.0 || n[0] > SavedViews)
        return std::nullopt;
    return static_cast<int>(n[0]);
}

} // namespace ghostline::app
