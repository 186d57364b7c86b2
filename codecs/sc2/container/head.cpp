// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every member in front of the streams; what fails is noted and left out.
#include "codecs/sc2/container/head.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/container/lobby.h"
#include "codecs/sc2/container/participants.h"
#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/protocol/packed_reader.h"
#include "model/base/text.h"

#include <QJsonDocument>

#include <algorithm>
#include <iterator>

namespace ghostline::sc2 {

namespace {

void note(ReplayHead& head, model::Severity severity, const char* code, const QString& message,
          const model::Location& where = {})
{
    head.diagnostics.push_back({severity, QString::fromLatin1(code), message, where});
}

/// One member through its reader; nothing when it is absent or wrong, which is noted.
template<typename Read>
auto readMember(ReplayHead& head, const MpqArchive& archive, std::string_view name, const char* code,
                const Read& read) -> std::optional<typename decltype(read({}))::value_type>
{
    const MpqMember* member = archive.find(name);
    if (member == nullptr)
        return std::nullopt;
    if (member->size > MaxHeadBytes) {
        note(head, model::Severity::Error, code,
             QStringLiteral("%1 declares %2 bytes; at most %3 are read")
                 .arg(model::textOf(name))
                 .arg(member->size)
                 .arg(MaxHeadBytes),
             {member->offset, {}, {}});
        return std::nullopt;
    }
    const auto bytes = archive.read(name);
    if (!bytes) {
        note(head, model::Severity::Error, code, bytes.error().message, bytes.error().where);
        return std::nullopt;
    }
    if (bytes->empty())
        return std::nullopt;
    auto value = read(std::span<const std::byte>(*bytes));
    if (!value) {
        // Offsets inside an unpacked member mean nothing in the file: the member's name stands for the place.
        note(head, model::Severity::Error, code,
             QStringLiteral("%1: %2").arg(model::textOf(name), value.error().message));
        return std::nullopt;
    }
    return std::move(*value);
}

/// The same, and the copy that the game keeps when the member itself is gone.
template<typename Read>
auto readWithBackup(ReplayHead& head, const MpqArchive& archive, std::string_view name,
                    std::string_view backup, const char* code, const Read& read)
{
    auto value = readMember(head, archive, name, code, read);
    if (value || archive.find(backup) == nullptr)
        return value;
    value = readMember(head, archive, backup, code, read);
    if (value)
        note(head, model::Severity::Info, "backup-used",
             QStringLiteral("%1 is missing or damaged; the game's own copy %2 is read instead, from which "
                            "names may have been removed")
                 .arg(model::textOf(name), model::textOf(backup)));
    return value;
}

model::Result<QJsonObject> readMetadata(std::span<const std::byte> bytes)
{
    constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
    std::string_view text = viewOf(bytes);
    if (text.substr(0, ByteOrderMark.size()) == ByteOrderMark)
        text.remove_prefix(ByteOrderMark.size());
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(
        QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())), &error);
    if (!document.isObject())
        return model::fail(
            model::ErrorCode::Damaged,
            QStringLiteral("no JSON object: %1 at byte %2").arg(error.errorString()).arg(error.offset));
    return document.object();
}

void readMembers(ReplayHead& head, const MpqArchive& archive)
{
    const std::uint32_t build = head.header.version.baseBuild;
    head.details = readWithBackup(head, archive, "replay.details", "replay.details.backup", "details-damaged",
                                  parseDetails);
    head.initData =
        readWithBackup(head, archive, "replay.initData", "replay.initData.backup", "lobby-damaged",
                       [&](std::span<const std::byte> bytes) { return parseInitData(bytes, build); });
    head.attributes =
        readMember(head, archive, "replay.attributes.events", "attributes-damaged",
                   [&](std::span<const std::byte> bytes) { return parseAttributes(bytes, build); });
    head.beta = readMember(head, archive, "replay.info", "info-damaged", parseBetaInfo);
    head.gameMetadata =
        readMember(head, archive, "replay.gamemetadata.json", "metadata-damaged", readMetadata);
}

/// Base builds that games of a major version had, test realms of the one before the next included.
struct MajorVersion
{
    int major;
    std::uint32_t firstBase;
    std::uint32_t lastBase;
};
constexpr MajorVersion MajorVersions[] = {{0, 0, 15'404},      {1, 15'405, 24'943}, {2, 21'000, 38'999},
                                          {3, 36'000, 59'999}, {4, 57'000, 80'948}, {5, 80'000, UINT32_MAX}};

/// Whether the game ever had it. Some servers write numbers there that the game itself refuses.
bool isPossible(const Version& version)
{
    constexpr int MostInPart = 255; // a byte each
    const auto fits = [](int part) { return part >= 0 && part <= MostInPart; };
    if (!fits(version.major) || !fits(version.minor) || !fits(version.revision))
        return false;
    for (const MajorVersion& known : MajorVersions) {
        if (known.major == version.major)
            return version.baseBuild >= known.firstBase && version.baseBuild <= known.lastBase;
    }
    // A version to come: its builds follow on those of which a table is known.
    return version.baseBuild > protocols().back().baseBuild && !isKnownBuild(version.baseBuild) &&
           version.major > std::end(MajorVersions)[-1].major;
}

void noteVersion(ReplayHead& head)
{
    const Version& version = head.header.version;
    if (!isPossible(version))
        note(head, model::Severity::Info, "impossible-version",
             QStringLiteral(
                 "the header says version %1.%2.%3, which no game of base build %4 had; the replay is "
                 "read by its base build")
                 .arg(version.major)
                 .arg(version.minor)
                 .arg(version.revision)
                 .arg(version.baseBuild));
}

/// Lobby and beta give the map's size in one byte each, where 256 becomes 0.
int cells(int size) { return size == 0 ? 256 : size; }

} // namespace

std::pair<int, int> ReplayHead::loopsPerSecond() const
{
    static constexpr std::pair<int, int> Speeds[] = {{48, 5}, {64, 5}, {16, 1}, {96, 5}, {112, 5}};
    return Speeds[std::clamp(gameSpeed, 0, 4)];
}

int ReplayHead::participantOfUser(int userId) const
{
    for (std::size_t i = 0; i < participants.size(); ++i) {
        if (participants[i].userId == userId)
            return static_cast<int>(i);
    }
    return -1;
}

int ReplayHead::participantOfPlayer(int playerId) const
{
    for (std::size_t i = 0; i < participants.size(); ++i) {
        if (participants[i].playerId == playerId)
            return static_cast<int>(i);
    }
    return -1;
}

model::Result<ReplayHead> readHead(const MpqArchive& archive)
{
    ReplayHead head;
    auto header = parseHeader(archive.userData(), archive.userDataOffset());
    if (!header)
        return tl::unexpected(header.error());
    head.header = std::move(*header);
    noteVersion(head);
    if (archive.damage()) {
        note(head, model::Severity::Error, "archive-damaged", archive.damage()->message,
             archive.damage()->where);
        return head;
    }
    readMembers(head, archive);
    if (!head.details && !head.initData && !head.beta)
        note(head, model::Severity::Warning, "players-unknown",
             QStringLiteral("Nothing in the replay says who plays in it"));

    if (head.details) {
        head.gameSpeed = head.details->gameSpeed;
        head.map = head.details->title;
    } else if (head.initData || head.beta) {
        head.gameSpeed = head.initData ? head.initData->gameSpeed : head.beta->gameSpeed;
    }
    if (head.map.isEmpty() && head.beta)
        head.map = head.beta->map;
    if (head.map.isEmpty() && head.gameMetadata)
        head.map = head.gameMetadata->value(QLatin1String("Title")).toString();
    if (head.initData) {
        head.mapSizeX = cells(head.initData->mapSizeX);
        head.mapSizeY = cells(head.initData->mapSizeY);
    } else if (head.beta) {
        head.mapSizeX = cells(head.beta->mapSizeX);
        head.mapSizeY = cells(head.beta->mapSizeY);
    }
    joinParticipants(head);
    return head;
}

// The replay's header, in both encodings.

namespace {

/// As the beta's first phase wrote it.
ReplayHeader readPacked(PackedReader& in)
{
    ReplayHeader header;
    header.bitPacked = true;
    const auto length = static_cast<std::size_t>(in.bits(8));
    header.signature = model::textOf(viewOf(in.bytes(length)));
    Version& version = header.version;
    version.flags = static_cast<int>(in.bits(8));
    version.major = static_cast<int>(in.bits(8));
    version.minor = static_cast<int>(in.bits(8));
    version.revision = static_cast<int>(in.bits(8));
    version.build = static_cast<std::uint32_t>(in.bits(32));
    version.baseBuild = static_cast<std::uint32_t>(in.bits(32));
    header.type = static_cast<int>(in.bits(3));
    header.loops = static_cast<std::uint32_t>(in.bits(32));
    return header;
}

std::uint32_t unsignedField(const VersionedValue& value, std::int64_t tag)
{
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value.integer(tag), 0, std::numeric_limits<std::uint32_t>::max()));
}

ReplayHeader fromTree(const VersionedValue& tree)
{
    ReplayHeader header;
    header.signature = model::textOf(tree.blob(0));
    if (const VersionedValue* version = tree.field(1)) {
        header.version.flags = narrow(version->integer(0));
        header.version.major = narrow(version->integer(1));
        header.version.minor = narrow(version->integer(2));
        header.version.revision = narrow(version->integer(3));
        header.version.build = unsignedField(*version, 4);
        header.version.baseBuild = unsignedField(*version, 5);
    }
    header.type = narrow(tree.integer(2));
    header.loops = unsignedField(tree, 3);
    if (tree.field(4) != nullptr)
        header.useScaledTime = tree.integer(4) != 0;
    if (tree.field(6) != nullptr)
        header.dataBuild = unsignedField(tree, 6);
    return header;
}

model::Result<ReplayHeader> checked(ReplayHeader header, std::uint64_t offset)
{
    if (!header.signature.startsWith(QLatin1String("StarCraft II replay")))
        return model::fail(
            model::ErrorCode::Unsupported,
            model::Sentence::of(
                QStringLiteral("The header at byte %1 is that of \"%2\", not of a StarCraft II replay"),
                {QString::number(offset), header.signature.left(40).simplified()}),
            {offset, {}, {}});
    return header;
}

} // namespace

model::Result<ReplayHeader> parseHeader(std::span<const std::byte> userData, std::uint64_t offset)
{
    if (userData.empty())
        return model::fail(
            model::ErrorCode::Damaged,
            model::Sentence::of(QStringLiteral("The archive has no replay header in front of it")),
            {offset, {}, {}});
    // The beta's text has 21 bytes, which is what its first byte says; 5 is a self-describing structure.
    if (std::to_integer<int>(userData.front()) == static_cast<int>(VersionedKind::Struct)) {
        io::ByteCursor in(userData, offset);
        const auto tree = parseVersioned(in);
        if (!tree)
            return tl::unexpected(tree.error());
        return checked(fromTree(*tree), offset);
    }
    PackedReader in(userData);
    ReplayHeader header = readPacked(in);
    if (!in.ok())
        return model::fail(
            model::ErrorCode::Damaged,
            model::Sentence::of(
                QStringLiteral("The replay's header at byte %1 ends after %2 bytes, in the middle"),
                {QString::number(offset), QString::number(userData.size())}),
            {offset, {}, {}});
    return checked(std::move(header), offset);
}

// Corrects the participants by what the tracker says of them at the start of the game.

namespace {

/// Position of the one a set-up is about.
std::optional<std::size_t> findSetup(const ReplayHead& head, const PlayerSetup& setup)
{
    const auto position = [&](const auto& fits) -> std::optional<std::size_t> {
        const auto at = std::find_if(head.participants.begin(), head.participants.end(), fits);
        return at != head.participants.end()
                   ? std::optional(static_cast<std::size_t>(at - head.participants.begin()))
                   : std::nullopt;
    };
    if (setup.userId) {
        if (const auto found = position([&](const Participant& p) { return p.userId == setup.userId; }))
            return found;
    }
    // The set-up counts the lobby's slots, participants know the slot of the working set.
    const auto slot = static_cast<std::size_t>(setup.slotId.value_or(-1));
    if (setup.slotId && head.initData && slot < head.initData->slots.size()) {
        const auto working = head.initData->slots[slot].workingSetSlotId;
        if (const auto found = position([&](const Participant& p) { return working && p.slot == working; }))
            return found;
    }
    return position([&](const Participant& p) { return p.playerId == setup.playerId; });
}

} // namespace

void joinSetup(ReplayHead& head, std::span<const PlayerSetup> setup)
{
    enum SetupType { HumanPlayer = 1, ComputerPlayer = 2 };
    std::vector<bool> placed(head.participants.size(), false);
    std::vector<int> ids(head.participants.size(), 0);
    std::vector<Participant> added;
    int greatest = 0;
    for (const PlayerSetup& one : setup) {
        if (one.type != HumanPlayer && one.type != ComputerPlayer)
            continue;
        greatest = std::max(greatest, one.playerId);
        const auto at = findSetup(head, one);
        if (at && !placed[*at]) {
            placed[*at] = true;
            ids[*at] = one.playerId;
            if (one.userId)
                head.participants[*at].userId = one.userId;
        } else if (!at && (one.type == HumanPlayer || head.participants.empty()) &&
                   head.participants.size() + added.size() < MaxPlayers) {
            Participant participant;
            participant.playerId = one.playerId;
            participant.userId = one.userId;
            participant.computer = one.type == ComputerPlayer;
            participant.name = QStringLiteral("Player %1").arg(one.playerId);
            participant.team = static_cast<int>(head.participants.size() + added.size());
            added.push_back(std::move(participant));
        }
    }
    if (greatest == 0)
        return;
    // Those whom the set-up does not name must not share a number with one whom it does.
    for (std::size_t i = 0; i < ids.size(); ++i) {
        Participant& participant = head.participants[i];
        const bool taken = std::any_of(setup.begin(), setup.end(), [&](const PlayerSetup& one) {
            return one.playerId == participant.playerId;
        });
        if (placed[i])
            participant.playerId = ids[i];
        else if (taken)
            participant.playerId = ++greatest;
    }
    head.participants.insert(head.participants.end(), std::make_move_iterator(added.begin()),
                             std::make_move_iterator(added.end()));
    std::stable_sort(head.participants.begin(), head.participants.end(),
                     [](const Participant& a, const Participant& b) { return a.playerId < b.playerId; });
}

} // namespace ghostline::sc2
