// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/anvil_world.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/anvil_chunk.h"
#include "codecs/recording/worlds/anvil_folder.h"
#include "codecs/recording/worlds/world_file.h"
#include "codecs/recording/worlds/world_limits.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr int ChunkSide = 16; // blocks
constexpr double RegionBlocks = AnvilRegion::Side * ChunkSide;

struct PlannedChunk
{
    double distance = 0.0; ///< squared, in blocks
    std::uint32_t region = 0;
    std::uint32_t place = 0; ///< in its table

    bool operator<(const PlannedChunk& other) const
    {
        return std::tie(distance, region, place) < std::tie(other.distance, other.region, other.place);
    }
};

glm::dvec2 middleOf(const model::Bounds& box)
{
    return {(box.min.x + box.max.x) / 2, (box.min.z + box.max.z) / 2};
}

/// To the middle of the nearest box of the course.
double distanceTo(std::span<const glm::dvec2> middles, const glm::dvec2& at)
{
    double least = std::numeric_limits<double>::max();
    for (const glm::dvec2& middle : middles) {
        const glm::dvec2 way = middle - at;
        least = std::min(least, way.x * way.x + way.y * way.y);
    }
    return least;
}

glm::dvec2 middleOfRegion(const glm::ivec2& region) { return (glm::dvec2(region) + 0.5) * RegionBlocks; }

/// Where to look when no recording says it: the origin, which is where worlds are built, or what lies in the
/// middle of those that are there.
glm::dvec2 likelySpawn(std::span<const glm::ivec2> regions)
{
    glm::dvec2 sum{0.0};
    for (const glm::ivec2& region : regions) {
        const bool atOrigin = region.x >= -1 && region.x <= 0 && region.y >= -1 && region.y <= 0;
        if (atOrigin)
            return glm::dvec2(0.0);
        sum += middleOfRegion(region);
    }
    const glm::dvec2 mean = sum / static_cast<double>(std::max<std::size_t>(regions.size(), 1));
    glm::dvec2 nearest = mean;
    double least = std::numeric_limits<double>::max();
    for (const glm::ivec2& region : regions) {
        const glm::dvec2 middle = middleOfRegion(region);
        if (const double away = distanceTo(std::span(&mean, 1), middle); away < least) {
            least = away;
            nearest = middle;
        }
    }
    return nearest;
}

std::vector<glm::dvec2> middlesOf(const WorldScope& scope, std::span<const glm::ivec2> regions)
{
    std::vector<glm::dvec2> middles;
    middles.reserve(scope.near.size());
    for (const model::Bounds& box : scope.near)
        middles.push_back(middleOf(box));
    if (middles.empty())
        middles.push_back(likelySpawn(regions));
    return middles;
}

QString chunksText(std::size_t count)
{
    return count == 1 ? QStringLiteral("1 chunk") : QStringLiteral("%1 chunks").arg(count);
}

/// What is told of a folder in the end.
struct Tally
{
    std::size_t read = 0;
    std::size_t bad = 0;
    std::size_t old = 0; ///< of the bad ones: of before 1.13
    std::size_t halfMade = 0;
    std::size_t elsewhere = 0;
    QStringList reasons;
    QString whyOld;
    QString placed;

    void lose(const QString& where, const model::Error& error)
    {
        constexpr qsizetype Told = 3;
        ++bad;
        if (reasons.size() < Told)
            reasons << QStringLiteral("%1: %2").arg(where, error.message);
    }

    void say(BlockWorld& world) const
    {
        if (bad > 0) {
            const QString more =
                bad > static_cast<std::size_t>(reasons.size()) ? QStringLiteral("; ...") : QString();
            world.note(QStringLiteral("%1 could not be read: %2")
                           .arg(chunksText(bad), reasons.join(QLatin1String("; ")) + more));
        }
        if (halfMade > 0)
            world.note(QStringLiteral("%1 of %2 chunks are only half generated").arg(halfMade).arg(read));
        if (elsewhere > 0)
            world.note(QStringLiteral("%1 listed at another place than the data says: %2")
                           .arg(chunksText(elsewhere), placed));
    }
};

class RegionWalk
{
public:
    RegionWalk(std::span<const AnvilRegion> regions, BlockWorld& world)
        : m_regions(regions), m_world(world), m_reader(world)
    {
    }

    Result<void> run(const std::stop_token& stop)
    {
        const std::vector<PlannedChunk> chunks = plan();
        if (chunks.empty() && !m_world.scope().near.empty())
            m_world.note(QStringLiteral("no chunk of the world lies near the run"));
        for (const PlannedChunk& chunk : chunks) {
            if (stop.stop_requested())
                return model::cancelled(QStringLiteral("reading the world was stopped"));
            const auto on = take(m_regions[chunk.region], chunk.place, stop);
            if (!on)
                return tl::unexpected(on.error());
            if (!*on)
                break;
        }
        if (m_tally.read == 0 && m_tally.old > 0 && m_tally.old == m_tally.bad)
            return model::fail(ErrorCode::Unsupported,
                               QStringLiteral("the world cannot be read: %1").arg(m_tally.whyOld));
        m_tally.say(m_world);
        return {};
    }

private:
    std::vector<PlannedChunk> plan()
    {
        const WorldScope& scope = m_world.scope();
        std::vector<glm::ivec2> places;
        places.reserve(m_regions.size());
        for (const AnvilRegion& region : m_regions)
            places.push_back(region.at());
        const std::vector<glm::dvec2> middles = middlesOf(scope, places);
        std::vector<PlannedChunk> chunks;
        for (std::uint32_t r = 0; r < m_regions.size(); ++r) {
            for (std::uint32_t place = 0; place < AnvilRegion::Places; ++place) {
                if (!m_regions[r].has(place))
                    continue;
                const glm::ivec2 at = m_regions[r].chunkAt(place);
                if (!scope.near.empty() && !scope.wants(at.x, at.y))
                    continue;
                const glm::dvec2 middle = (glm::dvec2(at) + 0.5) * double{ChunkSide};
                chunks.push_back({distanceTo(middles, middle), r, place});
            }
        }
        const std::size_t most = scope.near.empty() ? MaxChunksWithoutRun : MaxSceneChunks;
        if (chunks.size() > most) {
            std::nth_element(chunks.begin(), chunks.begin() + static_cast<std::ptrdiff_t>(most),
                             chunks.end());
            sayCut(chunks.size(), most, middles.front());
            chunks.resize(most);
        }
        std::sort(chunks.begin(), chunks.end());
        return chunks;
    }

    void sayCut(std::size_t all, std::size_t most, const glm::dvec2& middle)
    {
        if (m_world.scope().near.empty())
            m_world.note(QStringLiteral(
                             "only %1 of the %2 chunks are shown, round %3, %4: no run says which are needed")
                             .arg(most)
                             .arg(all)
                             .arg(std::lround(middle.x))
                             .arg(std::lround(middle.y)));
        else
            m_world.note(QStringLiteral("of the %1 chunks near the run only the nearest %2 are shown")
                             .arg(all)
                             .arg(most));
    }

    void sayFull(const QString& why)
    {
        m_world.note(
            QStringLiteral("only %1 chunks are shown, the nearest first: %2").arg(m_tally.read).arg(why));
    }

    /// False where the world takes no more.
    Result<bool> take(const AnvilRegion& region, std::size_t place, const std::stop_token& stop)
    {
        const glm::ivec2 at = region.chunkAt(place);
        const auto where = [&] {
            return QStringLiteral("chunk %1, %2 (%3, byte %4)")
                .arg(at.x)
                .arg(at.y)
                .arg(region.name())
                .arg(region.offsetOf(place));
        };
        const auto nbt = region.read(place, stop, m_spent);
        if (m_spent > MaxWorldUnpacked) {
            sayFull(QStringLiteral("they unpack to more than the %1 bytes that are read of a world")
                        .arg(MaxWorldUnpacked));
            return false;
        }
        if (!nbt) {
            const ErrorCode code = nbt.error().code;
            if (code == ErrorCode::Cancelled || code == ErrorCode::IoError)
                return tl::unexpected(nbt.error());
            m_tally.lose(where(), nbt.error());
            return true;
        }
        const auto chunk = m_reader.read(*nbt, at, stop);
        if (!chunk && chunk.error().code == ErrorCode::LimitExceeded) {
            sayFull(chunk.error().message);
            return false;
        }
        if (!chunk && chunk.error().code == ErrorCode::Cancelled)
            return tl::unexpected(chunk.error());
        if (!chunk) {
            if (chunk.error().code == ErrorCode::Unsupported) {
                ++m_tally.old;
                m_tally.whyOld = chunk.error().message;
            }
            m_tally.lose(where(), chunk.error());
            return true;
        }
        ++m_tally.read;
        m_tally.halfMade += chunk->whole ? 0 : 1;
        if (chunk->says && *chunk->says != at && ++m_tally.elsewhere == 1)
            m_tally.placed =
                QStringLiteral("%1 says %2, %3").arg(where()).arg(chunk->says->x).arg(chunk->says->y);
        return true;
    }

    std::span<const AnvilRegion> m_regions;
    BlockWorld& m_world;
    AnvilChunkReader m_reader;
    Tally m_tally;
    std::uint64_t m_spent = 0; ///< bytes unpacked; entries of a table may share one piece of data
};

/// Those that something is wanted of, the nearest first, no more than are read of one scene.
std::vector<RegionFile> wantedRegions(std::vector<RegionFile> files, BlockWorld& world)
{
    const WorldScope& scope = world.scope();
    if (!scope.near.empty())
        std::erase_if(files, [&](const RegionFile& file) { return !wantsRegion(scope, file.at); });
    if (files.size() <= MaxRegions)
        return files;
    std::vector<glm::ivec2> places;
    places.reserve(files.size());
    for (const RegionFile& file : files)
        places.push_back(file.at);
    const std::vector<glm::dvec2> middles = middlesOf(scope, places);
    std::stable_sort(files.begin(), files.end(), [&](const RegionFile& a, const RegionFile& b) {
        return distanceTo(middles, middleOfRegion(a.at)) < distanceTo(middles, middleOfRegion(b.at));
    });
    if (!scope.near.empty())
        world.note(
            QStringLiteral("of %1 regions near the run only %2 are read").arg(files.size()).arg(MaxRegions));
    files.resize(MaxRegions);
    return files;
}

} // namespace

bool wantsRegion(const WorldScope& scope, const glm::ivec2& region)
{
    if (scope.near.empty())
        return true;
    const glm::dvec2 low = glm::dvec2(region) * RegionBlocks;
    const glm::dvec2 high = low + RegionBlocks;
    return std::any_of(scope.near.begin(), scope.near.end(),
                       [&](const model::Bounds& box) {
                           return box.min.x <= high.x && box.max.x >= low.x && box.min.z <= high.y &&
                                  box.max.z >= low.y;
                       }) ||
           std::any_of(scope.edited.begin(), scope.edited.end(), [&](const glm::ivec3& section) {
               constexpr int Shift = 5; // 32 chunks
               return section.x >> Shift == region.x && section.z >> Shift == region.y;
           });
}

Result<void> readRegions(std::span<const AnvilRegion> regions, BlockWorld& world, const std::stop_token& stop)
{
    return RegionWalk(regions, world).run(stop);
}

Result<void> readAnvil(const QString& folder, BlockWorld& world, const std::stop_token& stop)
{
    auto found = regionFilesOf(folder);
    if (!found)
        return tl::unexpected(found.error());
    if (found->leftOut > 0)
        world.note(QStringLiteral("%1 regions are links that lead out of the world, which are not followed")
                       .arg(found->leftOut));
    std::vector<AnvilRegion> regions;
    for (const RegionFile& wanted : wantedRegions(std::move(found->files), world)) {
        auto file = model::openFile(wanted.path);
        auto region = file ? AnvilRegion::open(std::move(*file), wanted.at, stop)
                           : Result<AnvilRegion>(tl::unexpected(file.error()));
        if (!region && region.error().code == ErrorCode::Cancelled)
            return tl::unexpected(region.error());
        if (region)
            regions.push_back(std::move(*region));
        else
            world.note(QStringLiteral("%1 is left out: %2")
                           .arg(QFileInfo(wanted.path).fileName(), region.error().message));
    }
    return readRegions(regions, world, stop);
}

} // namespace ghostline::recording
