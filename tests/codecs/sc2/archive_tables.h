// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables of an archive, read and changed by hand.
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/container/mpq_crypto.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "tests/codecs/sc2/byte_words.h"

namespace ghostline::test {

using namespace ghostline::sc2;

inline constexpr std::size_t Header = 1024; ///< where the archives made here begin

inline Bytes pattern(std::size_t size)
{
    Bytes out(size);
    std::uint32_t state = 1;
    for (std::byte& b : out) {
        state = state * 1664525 + 1013904223;
        b = static_cast<std::byte>((state >> 24) & 0x0F);
    }
    return out;
}

inline Bytes text(std::string_view s)
{
    Bytes out(s.size());
    std::transform(s.begin(), s.end(), out.begin(), [](char c) { return static_cast<std::byte>(c); });
    return out;
}

/// One of the two tables, to be changed and written back.
class Table
{
public:
    Table(Bytes& file, bool hashes) : m_file(file), m_key(hashes ? "(hash table)" : "(block table)")
    {
        m_at = Header + word(file, Header + (hashes ? 16 : 20));
        words.resize(std::size_t{word(file, Header + (hashes ? 24 : 28))} * 4);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = word(file, m_at + i * 4);
        mpqDecrypt(words, mpqHash(m_key, MpqHash::Key));
    }
    ~Table()
    {
        mpqEncrypt(words, mpqHash(m_key, MpqHash::Key));
        for (std::size_t i = 0; i < words.size(); ++i)
            setWord(m_file, m_at + i * 4, words[i]);
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    std::vector<std::uint32_t> words;

private:
    Bytes& m_file;
    std::string_view m_key;
    std::size_t m_at = 0;
};

enum BlockField { Offset = 0, Stored = 1, Size = 2, Flags = 3 };

/// Changes a field of the first member's block.
inline void setBlock(Bytes& file, BlockField field, std::uint32_t value)
{
    Table(file, false).words[field] = value;
}

inline std::uint32_t block(Bytes& file, BlockField field) { return Table(file, false).words[field]; }

/// An archive of one member, changed by hand before it is opened.
inline Bytes oneMember(const Bytes& content, MpqPacking packing, bool sectors = false, bool checksums = false)
{
    MpqWriteMember member("replay.details", content, packing);
    member.sectors = sectors;
    member.checksums = checksums;
    std::vector<MpqWriteMember> members;
    members.push_back(std::move(member));
    return writeMpq(text("user data"), members, {});
}

inline model::Result<Bytes> readDetailsOf(const Bytes& file)
{
    const auto archive = MpqArchive::open(file);
    if (!archive)
        return tl::unexpected(archive.error());
    return archive->read("replay.details");
}

} // namespace ghostline::test
