// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a folder whose preamble is missing or broken, made by walking all of its segments.
#include "codecs/recording/recording_file_private.h"

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::Severity;

namespace {

/// Decompressed in all; days of recording.
constexpr std::uint64_t MaxWalked = std::uint64_t{4} << 30;
/// Ticks that may be missing between two segments: a day.
constexpr std::int32_t MaxGap = 20 * 60 * 60 * 24;
/// Segments asked for one by one where nobody can list them.
constexpr int MaxProbed = 100'000;

Result<std::vector<int>> segmentNumbers(const FileState& file, const std::stop_token& stop)
{
    std::vector<int> numbers;
    if (file.found.known) {
        numbers.reserve(file.found.segments.size());
        for (const auto& [number, segment] : file.found.segments)
            numbers.push_back(number);
        return numbers;
    }
    for (int number = 0; number < MaxProbed; ++number) {
        const auto segment = file.segments->open(number, stop);
        if (!segment &&
            (segment.error().code == ErrorCode::Cancelled || segment.error().code == ErrorCode::IoError))
            return tl::unexpected(segment.error()); // which does not say that there are no more
        if (!segment)
            break;
        numbers.push_back(number); // NOLINT(performance-inefficient-vector-operation): how many is not known
    }
    return numbers;
}

tl::unexpected<model::Error> nothingFound()
{
    return fail(ErrorCode::Damaged,
                QStringLiteral("there is no preamble that can be read, and no segment that holds a whole "
                               "chunk"));
}

class Salvage
{
public:
    Salvage(FileState& file, std::stop_token stop) : m_file(file), m_stop(std::move(stop)) {}

    Result<void> run(const Header* known)
    {
        m_header = known != nullptr ? *known : Header{};
        const auto listed = segmentNumbers(m_file, m_stop);
        if (!listed)
            return tl::unexpected(listed.error());
        const std::vector<int>& numbers = *listed;
        if (Result<void> chosen = chooseProfile(numbers, known != nullptr); !chosen)
            return chosen;
        m_walk.emplace(m_header.profile, m_dictionary, MaxWalked);
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
            const auto bytes = readSegmentBytes(m_file, number, 0, m_stop);
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
        FrameWalk walk(profile, m_dictionary, MaxWalked);
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
        const auto bytes = readSegmentBytes(m_file, number, 0, m_stop);
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
                return fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
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
        if (gap < 0 || gap > MaxGap)
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
    return Salvage(file, std::move(stop)).run(known);
}

} // namespace ghostline::recording
