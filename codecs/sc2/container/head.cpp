// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every member in front of the streams; what fails is noted and left out.
#include "codecs/sc2/container/head.h"

#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/limits.h"

#include <QJsonDocument>

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
                 .arg(textOf(name))
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
             QStringLiteral("%1: %2").arg(textOf(name), value.error().message));
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
                 .arg(textOf(name), textOf(backup)));
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
                                  readDetails);
    head.initData =
        readWithBackup(head, archive, "replay.initData", "replay.initData.backup", "lobby-damaged",
                       [&](std::span<const std::byte> bytes) { return readInitData(bytes, build); });
    head.attributes =
        readMember(head, archive, "replay.attributes.events", "attributes-damaged",
                   [&](std::span<const std::byte> bytes) { return readAttributes(bytes, build); });
    head.beta = readMember(head, archive, "replay.info", "info-damaged", readBetaInfo);
    head.gameMetadata =
        readMember(head, archive, "replay.gamemetadata.json", "metadata-damaged", readMetadata);
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
    auto header = readHeader(archive.userData(), archive.userDataOffset());
    if (!header)
        return tl::unexpected(header.error());
    head.header = std::move(*header);
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

} // namespace ghostline::sc2
