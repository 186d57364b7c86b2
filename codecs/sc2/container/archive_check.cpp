// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/container/archive_check.h"

#include "codecs/sc2/base/limits.h"
#include "model/base/text.h"

#include <QStringList>

#include <zlib.h>

namespace ghostline::sc2 {

namespace {

using model::Verdict;
using model::VerdictState;

/// CRC-32 by block number; 0 where none is known.
using Checksums = std::vector<std::uint32_t>;

/// The member with the checksums of all: a version, what it has, and then columns of it, the CRC-32 first.
model::Result<Checksums> readChecksums(const MpqArchive& archive)
{
    constexpr std::uint32_t Version = 100;
    constexpr std::uint32_t HasCrc32 = 1;
    const auto bytes = archive.read(AttributesListName);
    if (!bytes)
        return tl::unexpected(bytes.error());
    io::ByteCursor in(*bytes);
    const auto version = in.le<std::uint32_t>();
    const auto columns = in.le<std::uint32_t>();
    if (version != Version || (columns & HasCrc32) == 0 || in.remaining() / 4 < archive.blockEntries())
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("%1 holds no checksums").arg(model::textOf(AttributesListName)));
    Checksums sums(archive.blockEntries());
    for (std::uint32_t& sum : sums)
        sum = in.le<std::uint32_t>();
    return sums;
}

class MemberCheck
{
public:
    explicit MemberCheck(const MpqArchive& archive) : m_archive(archive)
    {
        m_hasChecksums = archive.find(AttributesListName) != nullptr;
        if (!m_hasChecksums)
            return;
        if (auto sums = readChecksums(archive))
            m_sums = std::move(*sums);
        else
            m_wrong << sums.error().message;
    }

    std::vector<Verdict> run(const std::stop_token& stop)
    {
        for (const MpqMember& member : m_archive.blocks()) {
            if (stop.stop_requested())
                return {};
            m_stored += member.stored;
            if (m_stored > m_archive.fileBytes() || m_unpacked > m_archive.fileBytes() * MaxGrowth + Spare) {
                m_unchecked << QStringLiteral("there is more in it than is checked");
                break;
            }
            look(member);
        }
        std::vector<Verdict> verdicts{verdict("members", m_broken, m_unchecked)};
        if (m_hasChecksums)
            verdicts.push_back(verdict("checksums", m_wrong, {}));
        else
            verdicts.push_back({QStringLiteral("checksums"), VerdictState::NotPresent, {}, {}});
        return verdicts;
    }

private:
    static constexpr std::uint64_t Spare = 16U << 20; ///< unpacked bytes that are checked of any file

    void look(const MpqMember& member)
    {
        const auto bytes = m_archive.read(member);
        if (!bytes) {
            // Packed or encrypted as no replay's streams are: nothing is wrong with that.
            const bool other = bytes.error().code == model::ErrorCode::Unsupported;
            (other ? m_unchecked : m_broken) << bytes.error().message;
            return;
        }
        m_unpacked += bytes->size();
        const std::uint32_t wanted = member.block < m_sums.size() ? m_sums[member.block] : 0;
        if (wanted != 0 && crc32_z(0, reinterpret_cast<const Bytef*>(bytes->data()), bytes->size()) != wanted)
            m_wrong << QStringLiteral("%1 is not what was packed").arg(model::textOf(member.name));
    }

    static Verdict verdict(const char* check, const QStringList& wrong, const QStringList& unchecked)
    {
        constexpr qsizetype Named = 3;
        const QStringList& told = wrong.isEmpty() ? unchecked : wrong;
        QString detail = told.mid(0, Named).join(QStringLiteral("; "));
        if (told.size() > Named)
            detail += QStringLiteral("; and %1 more").arg(told.size() - Named);
        const VerdictState state = !wrong.isEmpty()       ? VerdictState::Failed
                                   : !unchecked.isEmpty() ? VerdictState::CannotCheck
                                                          : VerdictState::Ok;
        return {QString::fromLatin1(check), state, {}, detail};
    }

    const MpqArchive& m_archive;
    bool m_hasChecksums = false;
    Checksums m_sums;
    std::uint64_t m_stored = 0;
    std::uint64_t m_unpacked = 0;
    QStringList m_broken;    ///< cannot be unpacked
    QStringList m_unchecked; ///< nobody here can tell
    QStringList m_wrong;     ///< has another checksum
};

} // namespace

std::vector<Verdict> checkMembers(const MpqArchive& archive, const std::stop_token& stop)
{
    if (archive.damage())
        return {};
    return MemberCheck(archive).run(stop);
}

} // namespace ghostline::sc2
