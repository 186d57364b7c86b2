// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay says of itself before anything happens in it: header, details, lobby, attributes, and the
// participants that follow from them (docs/formats/sc2replay.md, section 2).
#include "codecs/sc2/container/mpq_archive.h"
#include "model/base/diagnostic.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <array>
#include <optional>

namespace ghostline::sc2 {

struct Version
{
    int flags = 0;
    int major = 0;
    int minor = 0;
    int revision = 0;
    std::uint32_t build = 0;
    std::uint32_t baseBuild = 0; ///< selects the type table
};

struct ReplayHeader
{
    QString signature;
    Version version;
    int type = 0; ///< 0 campaign, 1 challenge, 2 multiplayer, 3 custom
    std::uint32_t loops = 0;
    std::optional<bool> useScaledTime;
    std::optional<std::uint32_t> dataBuild;
    bool bitPacked = false; ///< as the beta wrote it
};

struct Toon
{
    int region = 0;
    int realm = 0;
    std::int64_t id = 0;
    QString program; ///< "S2"
    QString name;    ///< the RealID, where the game wrote it
};

struct DetailsPlayer
{
    QString rawName; ///< as stored
    QString name;    ///< unescaped, without the clan
    QString clan;
    Toon toon;
    QString race;                       ///< in the recorder's language
    std::array<std::uint8_t, 4> argb{}; ///< alpha, red, green, blue
    int control = 0;                    ///< 2 human, 3 computer
    int team = 0;
    int handicap = 100;
    int observe = 0;
    int result = 0; ///< 0 unknown, 1 win, 2 loss, 3 tie
    std::optional<int> slot;
    QString hero;
};

struct Details
{
    std::vector<DetailsPlayer> players;
    QString title; ///< of the map
    bool isBlizzardMap = false;
    std::int64_t timeUtc = 0;         ///< Windows FILETIME: 100 ns since 1601
    std::int64_t timeLocalOffset = 0; ///< 100 ns
    int gameSpeed = 4;                ///< 0 slower .. 4 faster
    QString mapFileName;
    QString description;
    std::vector<QByteArray> cacheHandles; ///< 40 bytes each
    QString difficulty;
    QString previewFile; ///< of the map, in the map's own archive
    QString imageFile;
    QStringList mods; ///< paths
    bool miniSave = false;
    int defaultDifficulty = 0;
    std::optional<int> campaignIndex;
    bool restartAsTransitionMap = false;
    bool disableRecoverGame = false;
    QDateTime savedAt() const; ///< UTC
};

struct LobbyUser
{
    QString name;
    QString clan;
    int id = -1; ///< as events count from base build 24247 on; -1 = unknown
};

struct LobbySlot
{
    int control = 0; ///< 0 open, 1 closed, 2 human, 3 computer
    std::optional<int> userId;
    int team = 0;
    std::optional<int> colour;
    std::optional<int> race;
    int difficulty = 0;
    int handicap = 100;
    int observe = 0;
    std::optional<int> workingSetSlotId;
};

struct InitData
{
    int mapSizeX = 0; ///< cells
    int mapSizeY = 0;
    int maxPlayers = 0;
    int gameSpeed = 4;
    std::uint32_t randomValue = 0;
    bool amm = false; ///< found by the matchmaker
    bool ranked = false;
    bool battleNet = false;
    std::vector<LobbyUser> users; ///< those with a name, in order of user id
    std::vector<LobbySlot> slots; ///< all, open and closed ones too
    std::uint64_t bitsUsed = 0;
    std::uint64_t bytes = 0;
};

struct Attribute
{
    std::uint32_t space = 0;
    std::uint32_t id = 0;
    int scope = 0;     ///< player 1..15, 16 = the game
    std::string value; ///< right way round, without padding
};

struct Attributes
{
    int source = 0;
    std::uint32_t mapSpace = 0;
    std::vector<Attribute> values;
    /// Empty when there is none.
    std::string_view value(std::uint32_t id, int scope) const;
};

/// What replay.info of the beta tells.
struct BetaDisplay
{
    int playerId = 0;
    QString name;
    QString race;
    QString colour; ///< "a,r,g,b"
};
struct BetaInfo
{
    std::vector<QString> users;
    QString map;
    QString mapFileName;
    int mapSizeX = 0;
    int mapSizeY = 0;
    int gameSpeed = 4;
    int maxPlayers = 0;
    int maxUsers = 0;
    bool lockTeams = false;
    std::uint32_t randomValue = 0;
    std::vector<BetaDisplay> displays;
};

enum class Race { Unknown, Terran, Zerg, Protoss, Random };
enum class Outcome { Unknown, Win, Loss, Tie };

/// One who plays, joined from all members. Observers are not among them.
struct Participant
{
    int playerId = 0;          ///< 1-based, as the tracker counts
    std::optional<int> userId; ///< as game and message events count; none for computers
    std::optional<int> slot;   ///< working set slot
    QString name;
    QString clan;
    Race picked = Race::Unknown;
    Race played = Race::Unknown;
    QString raceText; ///< as recorded, when it is none of the three
    std::array<std::uint8_t, 3> rgb{128, 128, 128};
    int team = 0; ///< side, from 0
    bool computer = false;
    QString difficulty; ///< of a computer
    int handicap = 100;
    Outcome result = Outcome::Unknown; ///< as recorded; what leaves tell is concluded later
    std::optional<double> mmr;
    std::optional<double> apm; ///< as gamemetadata.json says
    Toon toon;
    QString hero;
};

/// Everything before the streams. What could not be read is absent, with a diagnostic that says why.
struct ReplayHead
{
    ReplayHeader header;
    std::optional<Details> details;
    std::optional<InitData> initData;
    std::optional<Attributes> attributes;
    std::optional<BetaInfo> beta;
    std::optional<QJsonObject> gameMetadata;
    std::vector<Participant> participants; ///< ascending player id
    std::vector<LobbyUser> observers;
    QString map;
    int mapSizeX = 0; ///< cells, 0 = unknown
    int mapSizeY = 0;
    int gameSpeed = 4;
    model::DiagnosticList diagnostics;

    /// Loops in a real second as a fraction: 112/5 at Faster.
    std::pair<int, int> loopsPerSecond() const;
    /// Position in `participants` of the one who sends events under this user id; -1 = nobody who plays.
    int participantOfUser(int userId) const;
    /// The same for the tracker's player id.
    int participantOfPlayer(int playerId) const;
};

/// The header alone: encoding told by its first byte.
model::Result<ReplayHeader> parseHeader(std::span<const std::byte> userData, std::uint64_t offset);
model::Result<Details> parseDetails(std::span<const std::byte> bytes);
model::Result<Attributes> parseAttributes(std::span<const std::byte> bytes, std::uint32_t baseBuild);
model::Result<BetaInfo> parseBetaInfo(std::span<const std::byte> bytes);
/// "&lt;CLAN&gt;<sp/>Name" -> clan and name.
std::pair<QString, QString> splitClan(QStringView stored);

/// All of it. Fails only when the header cannot be read.
model::Result<ReplayHead> readHead(const MpqArchive& archive);

/// What the tracker's player set-up tells better than the lobby: joins user ids to player ids.
struct PlayerSetup
{
    int playerId = 0;
    int type = 0; ///< 1 human, 2 computer, 3 neutral, 4 hostile
    std::optional<int> userId;
    std::optional<int> slotId;
};
void joinSetup(ReplayHead& head, std::span<const PlayerSetup> setup);

} // namespace ghostline::sc2
