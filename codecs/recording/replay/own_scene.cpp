// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/own_scene.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/run_walk.h"

#include <QRegularExpression>
#include <QSet>

#include <cmath>
#include <numbers>

namespace ghostline::recording {

using model::SceneDescription;

namespace {

/// Round a plate, a little wider than its block.
void addRing(model::SceneLines& lines, const glm::dvec3& middle)
{
    constexpr int Corners = 24;
    constexpr double Radius = 0.8; // metres
    lines.starts.push_back(static_cast<std::uint32_t>(lines.points.size()));
    for (int i = 0; i <= Corners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / Corners;
        const glm::dvec3 way{Radius * std::cos(angle), 0.0, Radius * std::sin(angle)};
        lines.points.emplace_back(middle + way - lines.origin);
    }
}

/// Checkpoints whose id says where they are, in the order in which they were taken first.
void addCheckpoints(const model::EventTable& events, SceneDescription& scene)
{
    const auto kind = std::find_if(events.kinds.begin(), events.kinds.end(),
                                   [](const auto& k) { return k.id == QLatin1String("checkpoint"); });
    const auto number = static_cast<int>(kind - events.kinds.begin());
    QSet<QString> taken;
    model::SceneLines rings;
    rings.role = model::SceneRole::Zone;
    for (const model::Event& event : events.events) {
        if (event.kind != number || static_cast<std::size_t>(taken.size()) >= MaxCheckpointMarks)
            continue;
        const QString id = event.data[QLatin1String("id")].toString();
        if (id.isEmpty() || taken.contains(id))
            continue;
        taken.insert(id);
        const auto plate = plateOf(id);
        if (!plate)
            continue;
        constexpr double Thickness = 1.0 / 16; // of a plate
        const glm::dvec3 middle = glm::dvec3(*plate) + glm::dvec3(0.5, Thickness, 0.5);
        if (rings.starts.empty())
            rings.origin = middle;
        addRing(rings, middle);
        scene.labels.push_back({middle, QStringLiteral("Checkpoint %1").arg(taken.size())});
        scene.bounds.include(glm::dvec3(*plate));
        scene.bounds.include(glm::dvec3(*plate) + 1.0);
    }
    if (!rings.starts.empty())
        scene.lines.push_back(std::move(rings));
}

} // namespace

std::optional<glm::ivec3> plateOf(const QString& checkpointId)
{
    static const QRegularExpression Plate(
        QStringLiteral(R"(^mapmaker:checkpoint_plate/(-?\d{1,8})_(-?\d{1,4})_(-?\d{1,8})$)"));
    const auto match = Plate.match(checkpointId);
    if (!match.hasMatch())
        return std::nullopt;
    constexpr int Farthest = 32'000'000;
    const glm::ivec3 at{match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt()};
    return std::abs(at.x) <= Farthest && std::abs(at.z) <= Farthest ? std::optional(at) : std::nullopt;
}

SceneDescription ownScene(const RunIndex& run, const std::stop_token& stop)
{
    SceneDescription scene;
    if (run.revision->events)
        addCheckpoints(*run.revision->events, scene);
    if (scene.labels.empty())
        scene.noteThat(model::Sentence::of(QStringLiteral("A recording of a run does not hold its map.")));
    const std::optional<double> ground = run.ground ? run.ground : firstHeight(run, stop);
    // Half a million kilometres up or down is no height but damage.
    constexpr double Highest = 1e6;
    if (ground && std::abs(*ground) < Highest)
        scene.groundHeight = std::floor(*ground);
    return scene;
}

} // namespace ghostline::recording
