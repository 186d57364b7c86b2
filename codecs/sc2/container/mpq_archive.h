// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The archive that a replay or a map is: a replay has a user-data block with its header in front, then
// members found by the hash of their names. Layout: docs/formats/sc2replay.md, section 1.
#include "codecs/io/byte_cursor.h"

#include <string>
#include <string_view>
#include <vector>

namespace ghostline::sc2 {

struct MpqMember
{
    std::string name;
    std::uint64_t offset = 0; ///< of its stored bytes, from the start of the file
    std::uint32_t stored = 0; ///< bytes in the file
    std::uint32_t size = 0;   ///< bytes unpacked
    std::uint32_t flags = 0;
    std::uint32_t block = 0; ///< number in the block table
};

/// Every member name a replay may have, in the order in which they are listed.
std::span<const std::string_view> memberNames();

/// Members of a replay's archive that hold the recorded streams.
inline constexpr std::string_view GameEventsName = "replay.game.events";
inline constexpr std::string_view MessageEventsName = "replay.message.events";
inline constexpr std::string_view TrackerEventsName = "replay.tracker.events";
/// Not one of a replay: the archive's own list of checksums.
inline constexpr std::string_view AttributesListName = "(attributes)";

/// Looks at bytes that must outlive it. Immutable after open(), so read() may run on several threads.
class MpqArchive
{
public:
    /// Damaged names the offset. A file cut off behind its user data opens with damage() set and no members.
    /// `start` is where it begins in the file.
    static model::Result<MpqArchive> open(std::span<const std::byte> file, std::uint64_t start = 0);
    /// Where an archive or the user data in front of one begins: a multiple of 512.
    static std::optional<std::uint64_t> findStart(std::span<const std::byte> file);

    /// Content of the user-data block: the replay's header. Empty for a bare archive.
    std::span<const std::byte> userData() const { return m_userData; }
    std::uint64_t userDataOffset() const { return m_userDataOffset; }
    /// Why no member can be read although the user data could; nothing when all is well.
    const std::optional<model::Error>& damage() const { return m_damage; }
    /// The members of memberNames() that are there, in that order; deleted ones are not.
    const std::vector<MpqMember>& members() const { return m_members; }
    /// Everything that is stored, under whatever name, in the order of the block table.
    const std::vector<MpqMember>& blocks() const { return m_blocks; }
    std::uint64_t fileBytes() const { return m_file.size(); }
    /// A member of members(), or the list of checksums.
    const MpqMember* find(std::string_view name) const;
    /// A member under any name, which need not be one of memberNames(). Case and the kind of slash do not
    /// matter; nothing when there is none, or it was deleted.
    std::optional<MpqMember> lookUp(std::string_view name) const;
    /// Unpacks a member. NotFound, Damaged, Unsupported (names the method), LimitExceeded.
    model::Result<std::vector<std::byte>> read(std::string_view name) const;
    /// The same for a member of this archive.
    model::Result<std::vector<std::byte>> read(const MpqMember& member) const;
    /// For a caller who knows how many bytes it can have at most: that, and not how much it grows, is its
    /// limit.
    model::Result<std::vector<std::byte>> read(const MpqMember& member, std::uint64_t most) const;

    std::uint64_t headerOffset() const { return m_headerOffset; }
    int formatVersion() const { return m_formatVersion; }
    std::uint32_t sectorSize() const { return m_sectorSize; }
    std::uint32_t hashEntries() const { return m_hashEntries; }
    std::uint32_t blockEntries() const { return m_blockEntries; }

private:
    model::Result<void> readTables();
    void listMembers(std::span<const std::uint32_t> blocks);
    /// `most`: bytes that any member may have; `grown`: that this one may have, packed as it is.
    model::Result<std::vector<std::byte>> unpack(const MpqMember& member, std::uint64_t most,
                                                 std::uint64_t grown) const;

    std::span<const std::byte> m_file;
    std::span<const std::byte> m_userData;
    std::uint64_t m_userDataOffset = 0;
    std::optional<model::Error> m_damage;
    std::vector<MpqMember> m_members;
    std::vector<MpqMember> m_blocks;
    std::vector<std::uint32_t> m_hashes; ///< the table, four words an entry
    std::uint64_t m_headerOffset = 0;
    int m_formatVersion = 0;
    std::uint32_t m_sectorSize = 0;
    std::uint32_t m_hashEntries = 0;
    std::uint32_t m_blockEntries = 0;
};

} // namespace ghostline::sc2
