// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The raw records of a recording under the format's own names.
#include "codecs/recording/replay/run_walk.h"
#include "model/replay/replay_source.h"

#include <QJsonArray>

namespace ghostline::recording {

QJsonArray vectorJson(const glm::dvec3& v);
/// A name, or the game's number.
QJsonValue kindJson(const Kind& kind);
/// By slot; NBT that cannot be read becomes null.
QJsonObject itemsJson(std::span<const Item> items);
QJsonObject itemsJson(const std::map<std::int32_t, Bytes>& items);
/// The fields of an event: entity, delta, yaw, pitch, velocity, pos, pose, flags, hand ...
QJsonObject eventJson(const Event& event);

/// header, metadata, index, chunks, events, snapshots.
model::Result<std::vector<model::StreamInfo>> runStreams(const RunIndex& run, std::stop_token stop);
/// An empty name means all of them.
model::Result<void> runRecords(const RunIndex& run, const QString& stream, const model::RecordSink& sink,
                               std::stop_token stop);

} // namespace ghostline::recording
