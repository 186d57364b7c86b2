// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sc2_codec.h"

#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/map/map_finder.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_match.h"
#include "codecs/sc2/map/map_scene.h"
#include "codecs/sc2/replay/outline.h"
#include "codecs/sc2/replay/sc2_source.h"

#include <QFileInfo>

#include <cstring>

namespace ghostline::sc2 {

model::Confidence Sc2Codec::probe(std::span<const std::byte> firstBytes, const QString& name) const
{
    const bool ending = name.endsWith(QLatin1String(".sc2replay"), Qt::CaseInsensitive);
    const auto begins = [&](const char* magic) {
        return firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), magic, 4) == 0;
    };
    // Other games keep their replays in the same kind of archive: only the header's signature is ours alone.
    constexpr std::string_view Signature = "StarCraft II replay";
    const std::string_view text(reinterpret_cast<const char*>(firstBytes.data()), firstBytes.size());
    if (begins("MPQ\x1B") && text.substr(0, 256).find(Signature) != std::string_view::npos)
        return model::Confidence::Certain;
    if (begins("MPQ\x1B") || begins("MPQ\x1A"))
        return ending ? model::Confidence::Likely : model::Confidence::Possible;
    return ending ? model::Confidence::Possible : model::Confidence::No;
}

model::Result<std::unique_ptr<model::ReplaySource>> Sc2Codec::open(std::unique_ptr<model::ByteSource> bytes,
                                                                   const model::OpenOptions& options) const
{
    return Sc2Source::open(std::move(bytes), options);
}

model::Result<model::Outline> Sc2Codec::outline(std::unique_ptr<model::ByteSource> bytes,
                                                const model::OpenOptions& options) const
{
    return outlineOf(*bytes, options.stop);
}

bool Sc2Codec::knowsScene(const QString& path) const { return isMapName(path); }

model::Result<model::SceneDescription> Sc2Codec::readScene(const model::SceneRequest& request,
                                                           std::stop_token stop) const
{
    const auto map = readMap(request.path, stop);
    if (!map)
        return tl::unexpected(map.error());
    const auto* replay = dynamic_cast<const Sc2Source*>(request.replay);
    const RecordedMap recorded = replay == nullptr ? RecordedMap{} : replay->recordedMap();
    auto scene = mapScene(*map, QFileInfo(request.path).fileName(),
                          recorded.reportsUnits ? MapUnits::LeftToReplay : MapUnits::Drawn);
    scene.path = request.path;
    scene.noteThat(unreadParts(*map));
    const model::Sentence doubt = mapDoubt(*map, recorded);
    // Games that do not begin at the start places exist; the file that a replay names is its map all the
    // same, and only a note tells of it.
    if (doubt.isEmpty())
        return scene;
    if (fileHash(request.path, MaxMapFileBytes, stop) != recorded.hash)
        scene.doubtThat(doubt);
    else
        scene.noteThat(scene.note.isEmpty()
                           ? doubt
                           : model::Sentence::of(QStringLiteral("%1 %2"), {doubt, unreadParts(*map)}));
    return scene;
}

model::SceneSearch Sc2Codec::findScene(const model::ReplaySource& source, const QStringList& folders,
                                       std::stop_token stop) const
{
    const auto* replay = dynamic_cast<const Sc2Source*>(&source);
    if (replay == nullptr)
        return {};
    const auto nameOf = [](const QString& path, const std::stop_token& stopped) {
        return readMapName(path, stopped).value_or(QString());
    };
    return findMap(replay->recordedMap(), folders, MachinePaths::ofThisMachine(), nameOf, stop);
}

std::vector<model::ScenePlace> Sc2Codec::usualPlaces() const
{
    std::vector<model::ScenePlace> places;
    for (const QString& root : cacheRoots(MachinePaths::ofThisMachine()))
        places.push_back({root, {}});
    return places;
}

} // namespace ghostline::sc2
