// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The first and the last record of a tape.
// Layout: EchoTools/nevr-proto, telemetry/v2/capture.proto and echo_arena.proto.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/tape/proto_fields.h"

#include <QJsonObject>

namespace ghostline::echo::tape {

/// What one of the first records is. Both generations begin with field 1; only the older has 2 or 3 beside
/// it.
enum class Generation : std::uint8_t { Neither, First, Second };
Generation generationOf(Bytes firstRecord);

enum class RecordKind : std::uint8_t { Header = 1, Frame = 2, Footer = 3, Unknown, Damaged };
struct Envelope
{
    RecordKind kind = RecordKind::Damaged;
    Bytes content;
};
Envelope openEnvelope(Bytes record);

/// Bytes of one bone.
struct Strides
{
    std::uint32_t place = 12;
    std::uint32_t turn = 16;
};
Strides readStrides(Bytes skeleton);

struct TapeHeader
{
    Generation generation = Generation::Second;
    bool plausible = false; ///< there is enough in it for no chance to have written it
    MatchHeader match;      ///< of the first generation: filled from its first frame
    std::int64_t createdMs = 0;
    Strides strides;
    std::uint32_t rulesChangedBy = 0; ///< text number in MatchNames
    std::int64_t rulesChangedAt = 0;
    std::vector<Bytes> roster; ///< messages as of PlayerJoined, in the record
    QJsonObject metadata;      ///< capture_id, producer, versions ...
};

/// Refuses what cannot be read: other versions, encodings, dictionaries. `record`: the whole first record.
model::Result<TapeHeader> readTapeHeader(Bytes record, MatchNames& names);

struct TapeFooter
{
    std::uint32_t frames = 0;
    std::uint32_t durationMs = 0;
};
std::optional<TapeFooter> readFooter(Bytes content);

/// Milliseconds since 1970 of {seconds, nanoseconds}.
std::int64_t timeOf(Bytes stamp);

} // namespace ghostline::echo::tape
