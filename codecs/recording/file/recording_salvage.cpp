// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_salvage.h"

#include "codecs/recording/file/recording_damage.h"
#include "codecs/recording/file/recording_walk.h"
#include "codecs/recording/format/limits.h"

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::Severity;

namespace {

Result<std::vector<int>> segmentNumbers(const FileState& file, const std::stop_token& stop)
{
    if (file.found.known) {
        std::vector<int> numbers;
        numbers.reserve(file.found.segments.size());
        for (const auto& [number, segment] : file.found.segments)
            numbers.push_back(number);
        return numbers;
    }
    ProbedSegments probed = file.segments->probe(0, stop);
    if (probed.end && (probed.end->code == ErrorCode::Cancelled || probed.end->code == ErrorCode::IoError))
        return tl::unexpected(std::move(*probed.end)); // which does not say that there are no more
    return std::move(probed.there);
}

/// From its beginning on, at most what a walk may hold.
Result<Bytes> readSegment(const FileState& file, int segment, const std::stop_token& stop)
{
    const auto source = file.segments->open(segment, stop);
    if (!source)
        return tl::unexpected(source.error());
    Bytes bytes(static_cast<std::size_t>(std::min((*source)->size(), MaxSegmentWalk)));
    const Result<std::size_t> got = (*source)->read(0, bytes, stop);
    if (!got)
        return tl::unexpected(got.error());
    bytes.resize(*got);
    return bytes;
}

tl::unexpected<model::Error> nothingFound()
{
    return fail(ErrorCode::Damaged,
                QStringLiteral("there is no preamble that can be read, and no segment that holds a whole "
                               "chunk"));
}

class FolderWalk
{
public:
    FolderWalk(FileState& file, std::stop_token stop) : m_file(file), m_stop(std::move(stop)) {}

    Result<void> run(const Header* known)
    {
        m_header = known != nullptr ? *known : Header{};
        const auto listed = segmentNumbers(m_file, m_stop);
        if (!listed)
            return tl::unexpected(listed.error());
        const std::vector<int>& numbers = *listed;
        if (Result<void> chosen = chooseProfile(numbers, known != nullptr); !chosen)
            return chosen;
        m_walk.emplace(m_header.profile, m_dictionary, MaxSalvagedRaw);
        int expected = numbers.front();
        for (const int number : numbers) {
            if (number != expected)
                say(number - 1, QStringLiteral("is missing"));
            expected = number + 1;
            if (Result<void> walked = walkSegment(number); !walked)
                return walked;
        }
        if (m_found == 0)
            return nothingFound();
        if (m_header.profile == Profile::S1)
            m_file.say(Severity::Warning, "ticks-assumed",
                       QStringLiteral("chunks of this version do not say at which tick they start; each is "
                                      "taken to follow the last tick of the one before"));
        m_header.tickCount = m_next;
        m_header.chunkCount = static_cast<std::int32_t>(chunks().size());
        m_file.description.header = m_header;
        m_file.description.metadataReadable = false;
        return {};
    }

private:
    std::vector<ChunkEntry>& chunks() { return m_file.description.chunks; }

    void say(int segment, const QString& what)
    {
        m_file.say(Severity::Error, "segment-damaged",
                   QStringLiteral("%1 %2").arg(segmentName(segment), what), {.frame = m_next});
    }

    /// The profile under which the first segment that has anything makes most sense; and its dictionary.
    Result<void> chooseProfile(const std::vector<int>& numbers, bool known)
    {
        for (const int number : numbers) {
            const auto bytes = readSegment(m_file, number, m_stop);
            if (!bytes) {
                if (bytes.error().code == ErrorCode::Cancelled)
                    return tl::unexpected(bytes.error());
                continue;
            }
            if (!known)
                m_header.dictionary =
                    static_cast<std::uint16_t>(ZSTD_getDictID_fromFrame(bytes->data(), bytes->size()));
            if (Result<void> read = readDictionary(); !read)
                return read;
            std::int32_t best = 0;
            for (const Profile profile : {Profile::H5, Profile::S1, Profile::H4}) {
                if (known && profile != m_header.profile)
                    continue;
                const std::int32_t ticks = ticksAs(profile, *bytes, number);
                if (ticks <= best)
                    continue;
                best = ticks;
                m_header.profile = profile;
            }
            if (best > 0)
                return {};
        }
        return nothingFound();
    }

    Result<void> readDictionary()
    {
        m_file.description.layout = Layout::Segmented;
        m_file.description.header = m_header;
        if (Result<void> looked = findDictionary(m_file, m_stop); !looked)
            return looked;
        if (Result<void> ready = m_file.frames->prepare(m_stop); !ready)
            return ready;
        m_dictionary = m_file.frames->dictionary();
        return {};
    }

    std::int32_t ticksAs(Profile profile, std::span<const std::byte> segment, int number) const
    {
        constexpr int Enough = 4; // chunks to tell one profile from another
        FrameWalk walk(profile, m_dictionary, MaxSalvagedRaw);
        FoundChunk found;
        std::size_t offset = 0;
        std::int64_t ticks = 0;
        for (int i = 0; i < Enough && walk.next(segment, offset, 0, number, found); ++i) {
            offset += static_cast<std::size_t>(found.entry.compressedBytes);
            ticks += found.entry.tickCount;
        }
        return static_cast<std::int32_t>(std::min<std::int64_t>(ticks, std::numeric_limits<int>::max()));
    }

    Result<void> walkSegment(int number)
    {
        const auto bytes = readSegment(m_file, number, m_stop);
        if (!bytes) {
            if (bytes.error().code == ErrorCode::Cancelled)
                return tl::unexpected(bytes.error());
            say(number, QStringLiteral("cannot be read: %1").arg(bytes.error().message));
            return {};
        }
        std::size_t offset = 0;
        FoundChunk found;
        while (offset < bytes->size()) {
            if (m_stop.stop_requested())
                return model::cancelled(QStringLiteral("opening was cancelled"));
            if (!m_walk->next(*bytes, offset, m_next, number, found) || !append(found.entry, number)) {
                say(number, QStringLiteral("holds no whole chunk that goes on from tick %1 at offset %2; its "
                                           "last %3 bytes are left out")
                                .arg(m_next)
                                .arg(offset)
                                .arg(bytes->size() - offset));
                break;
            }
            offset += static_cast<std::size_t>(found.entry.compressedBytes);
        }
        return {};
    }

    bool append(ChunkEntry entry, int number)
    {
        const std::int64_t gap = std::int64_t{entry.startTick} - m_next;
        if (gap < 0 || gap > MaxSalvagedGap)
            return false;
        if (gap > 0) {
            // Stands for ticks that nothing holds, so that those behind keep their place.
            ChunkEntry hole;
            hole.startTick = m_next;
            hole.tickCount = static_cast<std::int32_t>(gap);
            hole.offset = std::int64_t{number} << 32;
            hole.formatVersion = entry.formatVersion;
            hole.dataVersion = m_header.dataVersion;
            chunks().push_back(hole);
        }
        entry.dataVersion = m_header.dataVersion;
        m_next = entry.endTick();
        chunks().push_back(entry);
        ++m_found;
        return true;
    }

    FileState& m_file;
    std::stop_token m_stop;
    Header m_header;
    std::span<const std::byte> m_dictionary;
    std::optional<FrameWalk> m_walk;
    std::int32_t m_next = 0;
    std::size_t m_found = 0;
};

} // namespace

Result<void> salvageIndex(FileState& file, const Header* known, std::stop_token stop)
{
    return FolderWalk(file, std::move(stop)).run(known);
}

} // namespace ghostline::recording
