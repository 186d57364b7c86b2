// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The event table of a run: what the stream says, one line each for people, and what only the metadata says.
#include "codecs/io/event_log.h"
#include "codecs/recording/format/event.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/metadata.h"
#include "model/base/diagnostic.h"
#include "model/time/time_axis.h"
#include "model/world/actor.h"

#include <unordered_map>
#include <unordered_set>

namespace ghostline::recording {

/// Indices into EventTable::kinds.
enum class RunEvent : std::uint8_t {
    RunStart,
    Checkpoint,
    Reset,
    RunEnd,
    Flag,
    Marker,
    Chat,
    Bookmark,
    Spawn,
    Despawn,
    HandSwing,
    ItemUse,
    HeldSlot,
    BlockSet,
    BlocksCleared,
    Teleport
};

std::vector<model::EventKind> runEventKinds();

/// Who an event is about.
struct EventActor
{
    model::ActorId actor = model::ActorId::None;
    std::int32_t entity = -1;
    QString name;
};

/// Collects events in the order of the recording. Small things of which there may be very many stop being
/// listed when their texts have taken MaxTextBytes; everything stops at MaxEvents.
class EventBuilder
{
public:
    explicit EventBuilder(int tickRate);

    /// Whatever of the stream is an event for people; moves and states are not.
    void take(std::int32_t tick, const Event& event, const EventActor& who);
    void spawned(std::int32_t tick, const EventActor& who, const QString& type);
    void despawned(std::int32_t tick, const EventActor& who);
    void teleported(std::int32_t tick, const EventActor& who, double metres);

    std::size_t size() const { return m_log.size(); }
    std::size_t bytes() const { return m_bytes; }
    /// The stream's events, with the metadata's merged in: the same accusation at the same tick is one
    /// event, and a marker is left out where the stream says it already.
    std::shared_ptr<const model::EventTable> table(const Metadata& metadata, model::FrameNumber frames) const;
    /// What was left out, and why.
    model::DiagnosticList notes(const Metadata& metadata, model::FrameNumber frames) const;

private:
    struct Cached
    {
        model::Sentence text;
        QJsonObject data;
    };
    model::Event make(std::int32_t tick, RunEvent kind) const;
    bool hasRoom(RunEvent kind);
    io::EventId push(model::Event event);
    void small(std::int32_t tick, RunEvent kind, const EventActor& who, std::int64_t detail);
    void addFlag(std::int32_t tick, const AnticheatFlag& flag);
    void addBlock(std::int32_t tick, const SetBlock& block);
    void mergeFlags(const Metadata& metadata, model::FrameNumber frames, io::EventLog& log) const;
    void addMarkers(const Metadata& metadata, model::FrameNumber frames, io::EventLog& log) const;
    void addBookmarks(const Metadata& metadata, model::FrameNumber frames, io::EventLog& log) const;
    bool streamSays(RunEvent kind, std::int64_t tick) const;

    model::TimeAxis m_clock;
    io::EventLog m_log{MaxEvents};
    struct FlagKey
    {
        std::int64_t tick = 0;
        QString check;
        friend bool operator==(const FlagKey&, const FlagKey&) = default;
    };
    struct FlagHash
    {
        std::size_t operator()(const FlagKey& key) const
        {
            return qHash(key.check, static_cast<std::size_t>(key.tick));
        }
    };
    std::unordered_set<std::int64_t> m_landmarks;               ///< kinds and ticks that markers repeat
    std::unordered_map<FlagKey, io::EventId, FlagHash> m_flags; ///< the first event of each
    std::unordered_map<std::uint64_t, Cached> m_cache;          ///< texts of small things
    std::size_t m_bytes = 0;
};

/// "2.500 s".
QString runTimeText(std::int64_t milliseconds);
/// "minecraft:oak_stairs[facing=north]" -> "oak_stairs"; "block #3907" where only a number is known.
QString blockName(const Kind& block);

} // namespace ghostline::recording
