// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs for tests, told tick by tick: the script's events, snapshots made by playing it, laid out as a file or
// as a folder. Ticks without an event of the player's walk on by themselves.
#include "codecs/recording/recording_codec.h"
#include "codecs/recording/state/world.h"
#include "tests/codecs/recording/recording_builder.h"

#include <set>

namespace ghostline::test {

using recording::Event;
using recording::Profile;

/// "minecraft:stone" with a count, as NBT.
recording::Bytes itemNbt(const QString& id, int count);

inline recording::Place placeAt(double x, double y, double z, float yaw = 0.0F, float pitch = 0.0F)
{
    return {{x, y, z}, yaw, pitch};
}

struct RunScript
{
    Profile profile = Profile::H5;
    int ticks = 300;
    int chunkTicks = 100;
    std::set<int> bare{};           ///< chunks without a snapshot
    std::set<int> innerSnapshots{}; ///< ticks in mid-stream that describe everything anew (H5)
    io::NbtCompound metadata{};
    std::multimap<int, Event> events{};
    bool checksum = true;
    bool walk = true;

    RunScript& at(int tick, const Event& event);

    /// Where the walking player is after a tick.
    static glm::dvec3 walked(int tick) { return {0.5 + 0.125 * (tick + 1), 64.0, 0.5}; }

    std::vector<BuiltChunk> build() const;
    QByteArray file() const { return file(build()); }
    QByteArray file(std::vector<BuiltChunk> chunks) const;
    /// One chunk a segment; the preamble knows the first `known` of them.
    std::map<QString, QByteArray> folder(bool finished, int known = -1) const;

private:
    bool speaksOfPlayersPlace(int tick) const;
    static bool isMove(const Event& e);
    std::vector<Event> eventsOf(int tick) const;
    BuiltChunk chunk(recording::World& world, int start, int count, bool marked) const;
    static std::vector<recording::ChunkEntry> entriesOf(const std::vector<BuiltChunk>& chunks);
    recording::Bytes metadataBytes() const;
    recording::Header headerOf(const std::vector<BuiltChunk>& chunks) const;
    QByteArray layOut(const recording::Header& header, const std::vector<BuiltChunk>& chunks) const;
};

using SourcePtr = std::unique_ptr<model::ReplaySource>;

model::OpenOptions runOptions(const QString& name = {}, const QString& value = {});
/// Null, with a warning, where it cannot be opened.
SourcePtr openRun(std::unique_ptr<model::ByteSource> bytes, const model::OpenOptions& options = {},
                  bool wait = true);
inline SourcePtr openRun(const QByteArray& bytes, const model::OpenOptions& options = {}, bool wait = true)
{
    return openRun(memoryFile(bytes), options, wait);
}

/// A fresh decode of the segment for every place.
model::WorldState stateAt(const model::ReplaySource& source, model::FrameNumber frame);
std::int32_t propertyId(const std::vector<model::PropertyInfo>& infos, const QString& id);
/// A property of an actor as people see it; "absent" where the actor is not there.
QString shown(const model::ReplaySource& source, model::FrameNumber frame, model::ActorId actor,
              const QString& id);
QString shownOfRun(const model::ReplaySource& source, model::FrameNumber frame, const QString& id);
/// Texts of the events of one kind, with their frames: "62 spring, 2.500 s".
QStringList eventTexts(const model::ReplayIndex& index, const QString& kind);

} // namespace ghostline::test
