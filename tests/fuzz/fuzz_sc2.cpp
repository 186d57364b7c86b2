// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come: archives, values that describe themselves, the lobby and events of any table, tracker
// streams, whole replays, maps and each of their members. The first byte says which. Ways that read the same
// must find the same.
#include "codecs/sc2/container/lobby.h"
#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_scene.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/ladder_head.h"
#include "codecs/sc2/sample/versioned_writer.h"
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/made_map.h"
#include "tests/codecs/sc2/whole_replay.h"
#include "tests/fuzz/require.h"

#include <cmath>

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::fuzz;

namespace {

enum class What : unsigned {
    Container,
    Versioned,
    Head,
    Game,
    Messages,
    Tracker,
    Streams,
    Whole,
    Map,
    MapMember,
    Kinds
};

using View = std::span<const std::byte>;

void container(View bytes)
{
    const auto archive = MpqArchive::open(bytes);
    if (!archive) {
        require(explained(archive.error()));
        return;
    }
    for (const MpqMember& member : archive->members()) {
        const auto read = archive->read(member.name);
        require(read ? read->size() == member.size : explained(read.error()));
    }
}

/// A tree that was read is the same when it is written and read again.
void versioned(View bytes)
{
    const auto header = parseHeader(bytes, 0);
    require(header || explained(header.error()));
    const auto details = parseDetails(bytes);
    require(details || explained(details.error()));
    io::ByteCursor in(bytes);
    const auto tree = parseVersioned(in);
    io::ByteCursor stepped(bytes);
    VersionedReader(stepped).skip();
    if (!tree) {
        require(explained(tree.error()));
        return;
    }
    require(stepped.ok() && stepped.position() == in.position());
    VersionedWriter first;
    first.value(*tree);
    io::ByteCursor again(first.bytes());
    const auto back = parseVersioned(again);
    require(back.has_value() && again.atEnd());
    VersionedWriter second;
    second.value(*back);
    require(first.bytes() == second.bytes());
}

const Protocol& chosen(View& bytes)
{
    const unsigned which = bytes.empty() ? 0 : std::to_integer<unsigned>(bytes.front());
    bytes = bytes.empty() ? bytes : bytes.subspan(1);
    return protocols()[which % protocols().size()];
}

void head(View bytes)
{
    const Protocol& protocol = chosen(bytes);
    const auto lobby = parseInitData(bytes, protocol.baseBuild);
    require(lobby || explained(lobby.error()));
    const auto attributes = parseAttributes(bytes, protocol.baseBuild);
    require(attributes || explained(attributes.error()));
    const auto beta = parseBetaInfo(bytes);
    require(beta || explained(beta.error()));
}

/// Columns and records come from the same bytes, so they tell of the same events.
void gameEvents(View bytes)
{
    const Protocol& protocol = chosen(bytes);
    const GameEvents events = parseGameEvents(bytes, protocol.baseBuild);
    require(!events.failure || explained(*events.failure));
    require(events.protocol != nullptr && events.bytesRead <= bytes.size());
    std::size_t at = 0;
    const auto read =
        parseGameRecords(bytes, *events.protocol, QStringLiteral("game"), [&](const model::Record& record) {
            require(at < events.order.size() && record.frame == std::int64_t{events.order[at].loop});
            ++at;
            return true;
        });
    require(read.has_value() == !events.failure.has_value() && at == events.order.size());
    for (const Command& command : events.commands)
        require(command.target.kind <= TargetKind::Data);
    for (const SelectionDelta& delta : events.selections) {
        require(std::size_t{delta.firstTag} + delta.tags <= events.tags.size());
        require(std::size_t{delta.remove.first} + delta.remove.count <= events.positions.size());
    }
}

void messages(View bytes)
{
    const Protocol& protocol = chosen(bytes);
    const MessageEvents events = parseMessageEvents(bytes, protocol.baseBuild);
    require(!events.failure || explained(*events.failure));
    (void)parseMessageRecords(bytes, protocol, QStringLiteral("messages"),
                              [](const model::Record&) { return true; });
}

void tracker(View bytes)
{
    const Protocol& protocol = chosen(bytes);
    const TrackerEvents events = parseTrackerEvents(bytes, protocol.baseBuild);
    require(!events.failure || explained(*events.failure));
    const UnitLives lives = buildLives(events);
    for (const UnitLife& life : lives.lives) {
        require(life.end >= life.first);
        require(std::size_t{life.firstReport} + life.reportCount <= lives.reports.size());
        if (life.end > life.first)
            require(lives.typeAt(life, life.first) < events.names.size());
    }
    const auto read = parseTrackerRecords(bytes, protocol.baseBuild, QStringLiteral("tracker"),
                                          [](const model::Record&) { return true; });
    require(read || explained(read.error()));
}

/// A replay around three streams, with a head that fits.
void streams(View bytes)
{
    constexpr std::uint32_t Loops = 3000;
    const Protocol& protocol = chosen(bytes);
    ladder::Summary summary;
    summary.baseBuild = protocol.baseBuild;
    summary.loops = Loops;
    std::vector<MpqWriteMember> members;
    members.emplace_back("replay.details", ladder::detailsOf(), MpqPacking::Raw);
    members.emplace_back("replay.attributes.events", ladder::attributesOf(), MpqPacking::Raw);
    const char* const names[] = {"replay.game.events", "replay.tracker.events", "replay.message.events"};
    for (const char* name : names) {
        if (bytes.size() < 2)
            break;
        const std::size_t said =
            std::to_integer<std::size_t>(bytes[0]) * 256 + std::to_integer<std::size_t>(bytes[1]);
        const std::size_t size = std::min(said, bytes.size() - 2);
        const View stream = bytes.subspan(2, size);
        bytes = bytes.subspan(2 + size);
        members.emplace_back(name, std::vector<std::byte>(stream.begin(), stream.end()), MpqPacking::Raw);
    }
    requireNone(test::problemWithBytes(writeMpq(ladder::headerOf(summary), members)));
}

/// Each part is there in its one size, or not at all.
void map(View bytes)
{
    const auto read = readMap(bytes, {});
    if (!read) {
        require(explained(read.error()));
        return;
    }
    require(read->width > 0 && read->width <= MaxMapSide && read->height > 0 && read->height <= MaxMapSide);
    require(read->left >= 0 && read->left < read->right && read->right <= read->width);
    require(read->bottom >= 0 && read->bottom < read->top && read->top <= read->height);
    const auto cells = static_cast<std::size_t>(read->width) * static_cast<std::size_t>(read->height);
    const auto corners =
        static_cast<std::size_t>(read->width + 1) * static_cast<std::size_t>(read->height + 1);
    const auto fits = [](const auto& part, std::size_t size) { return part.empty() || part.size() == size; };
    require(read->heights.size() == corners && fits(read->colours, corners));
    require(fits(read->cliffs, cells) && fits(read->holes, cells) && fits(read->blocked, cells));
    require(read->picture.size() ==
            static_cast<std::size_t>(read->pictureWidth) * static_cast<std::size_t>(read->pictureHeight));
    for (const MapObject& object : read->objects)
        require(std::abs(object.position.x) <= MaxMapPlace && std::abs(object.position.y) <= MaxMapPlace);
    for (int i = -1; i <= read->width; ++i)
        require(std::isfinite(read->heightAt(i, i)) && read->cliffAt(i, i) >= 0 &&
                (i >= 0 || !read->walkable(i, i)));
    const model::SceneDescription scene = mapScene(*read, {});
    require(scene.ground != nullptr && scene.ground->valid() && scene.bounds.valid);
    for (const model::SceneMesh& mesh : scene.meshes) {
        require(mesh.colours.size() == mesh.vertices.size() && mesh.indices.size() % 3 == 0);
        for (const glm::vec3& vertex : mesh.vertices)
            require(std::isfinite(vertex.x + vertex.y + vertex.z));
        for (const std::uint32_t index : mesh.indices)
            require(index < mesh.vertices.size());
    }
}

/// One member of a small map that is whole otherwise: the second byte says which.
void mapMember(View bytes)
{
    /// Some are read only where a better one is missing.
    struct Replaced
    {
        const char* member;
        const char* better = nullptr;
    };
    static constexpr const char* Strings = "enUS.SC2Data\\LocalizedData\\GameStrings.txt";
    static constexpr Replaced All[] = {{"MapInfo"},
                                       {"t3SyncHeightMap"},
                                       {"t3HeightMap", "t3SyncHeightMap"},
                                       {"t3SyncCliffLevel"},
                                       {"t3CellFlags"},
                                       {"t3TextureMasks"},
                                       {"t3SyncTextureInfo", "t3TextureMasks"},
                                       {"t3Terrain.xml"},
                                       {"t3Water"},
                                       {"Base.SC2Data\\GameData\\WaterData.xml"},
                                       {"Objects"},
                                       {"Minimap.tga"},
                                       {"CellAttribute_Pnp"},
                                       {Strings},
                                       {"DocumentHeader", Strings}};
    static const made::MapMembers whole = made::mapMembers({8, 8});
    if (bytes.empty())
        return;
    made::MapMembers members = whole;
    const Replaced& replaced = All[std::to_integer<std::size_t>(bytes.front()) % std::size(All)];
    if (replaced.better != nullptr)
        members.erase(replaced.better);
    members[replaced.member].assign(bytes.begin() + 1, bytes.end());
    map(made::mapArchive(members));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > MaxInput)
        return 0;
    // A block of its own: reads past it are seen.
    const std::vector<std::byte> copy(reinterpret_cast<const std::byte*>(data + 1),
                                      reinterpret_cast<const std::byte*>(data + size));
    const View bytes(copy);
    switch (static_cast<What>(data[0] % static_cast<unsigned>(What::Kinds))) {
    case What::Container:
        container(bytes);
        break;
    case What::Versioned:
        versioned(bytes);
        break;
    case What::Head:
        head(bytes);
        break;
    case What::Game:
        gameEvents(bytes);
        break;
    case What::Messages:
        messages(bytes);
        break;
    case What::Tracker:
        tracker(bytes);
        break;
    case What::Streams:
        streams(bytes);
        break;
    case What::Whole:
        requireNone(test::problemWithBytes(copy));
        break;
    case What::Map:
        map(bytes);
        break;
    case What::MapMember:
        mapMember(bytes);
        break;
    case What::Kinds:
        break;
    }
    return 0;
}
