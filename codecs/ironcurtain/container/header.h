// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The 108 bytes at the start, and the JSON behind them.
#include "codecs/ironcurtain/container/damage.h"
#include "model/base/error.h"

#include <QJsonObject>

#include <span>

namespace ghostline::ironcurtain {

inline constexpr std::size_t HeaderBytes = 108;

/// Where a section lies: u32 each on disk.
struct SectionExtent
{
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    friend bool operator==(const SectionExtent&, const SectionExtent&) = default;
};

enum HeaderFlag : std::uint8_t { Signed = 1, HasEvents = 2, HasVoice = 8, Incomplete = 16 };
inline constexpr std::uint8_t KnownFlags = Signed | HasEvents | HasVoice | Incomplete;

struct Header
{
    std::uint16_t version = 1;
    std::uint8_t compression = 1; ///< 1 = LZ4 blocks
    std::uint8_t flags = 0;
    SectionExtent metadata{};
    SectionExtent orders{};
    SectionExtent keyframes{};
    SectionExtent events{};
    SectionExtent signature{};
    SectionExtent voice{};
    SectionExtent embedded{};
    std::uint64_t totalTicks = 0;
    StateHash finalStateHash{};
    std::uint32_t lostFrames = 0;

    bool has(HeaderFlag flag) const { return (flags & flag) != 0; }
    /// Recording or crashed: sections do not exist yet, chunks follow each other behind the metadata.
    bool journal() const { return orders.offset == 0 && keyframes.offset == 0; }
    friend bool operator==(const Header&, const Header&) = default;
};

/// Unsupported for another version (2 = postcard is named) or compression; Damaged for anything else.
model::Result<Header> parseHeader(std::span<const std::byte> bytes);
Bytes encodeHeader(const Header& header);

enum class DeltaMode { Unknown, Cumulative, Chained };

struct MetaPlayer
{
    PlayerId slot = 0;
    QString name;
    QString faction;
    QString outcome; ///< as written; empty = not said
    std::optional<double> apm;
};

/// What the JSON says; every key is optional. `json` keeps all of it, unknown keys too.
struct Metadata
{
    QString replayId, timestamp, engineVersion, gameModule, mapName, gameSpeed, balancePreset, relayServer;
    std::optional<std::uint64_t> totalTicks;
    std::optional<double> durationSeconds;
    std::vector<MetaPlayer> players;
    // "ic_viewer":
    QString componentSchema; ///< "ra1-v1": the only layout of snapshots that is known
    QString stateHashKind;   ///< "sha256-bincode-v1": the only hash that can be checked
    DeltaMode deltaMode = DeltaMode::Unknown;
    QJsonObject json;

    bool layoutKnown() const { return componentSchema == QLatin1String("ra1-v1"); }
    bool hashKnown() const { return stateHashKind == QLatin1String("sha256-bincode-v1"); }
    /// From game_speed (slowest 80, slower 67, normal 50, faster 35, fastest 20), else from the duration,
    /// else 67; within [1, 10000].
    int msPerTick() const;
};
/// Invalid JSON, no object, or above 1 MB: a damage, and empty metadata.
model::Result<Metadata> parseMetadata(std::span<const std::byte> json, std::uint64_t offset);

/// Of one keyframe in the index behind the chunks.
inline constexpr std::size_t IndexEntryBytes = 21;

} // namespace ghostline::ironcurtain
