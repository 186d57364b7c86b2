// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Raw records under CARLA's names and in its units, for `dump` and `state --native`.
#include "codecs/carla/format/header.h"
#include "codecs/carla/replay/log_index.h"
#include "model/replay/replay_source.h"

namespace ghostline::carla {

/// One stream per packet kind that occurs; its kinds count what the records say they are.
model::Result<std::vector<model::StreamInfo>> countStreams(const model::ByteSource& source,
                                                           const Header& header, const Layout& layout,
                                                           const std::stop_token& stop);
/// Records of one stream in file order; an empty name means all. Damaged packets are left out.
model::Result<void> dumpRecords(const model::ByteSource& source, const Header& header, const Layout& layout,
                                const QString& stream, const model::RecordSink& sink,
                                const std::stop_token& stop);
/// One packet's records as JSON.
std::vector<QJsonObject> recordsOf(PacketKind kind, Bytes data, const Layout& layout);
/// A frame in centimetres and degrees: what it records, and the last known place of who is missing in it.
model::Result<QJsonObject> readNativeState(const model::ByteSource& source, const LogIndex& index,
                                           model::FrameNumber frame, const std::stop_token& stop);

} // namespace ghostline::carla
