// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/container/participants.h"

#include "codecs/sc2/base/limits.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t FirstBuildWithUserIds = 24247; ///< events of older ones name players
constexpr std::uint32_t FirstBuildWithSlots = 24764;   ///< in details; older details are wrong about teams

enum AttributeId : std::uint32_t { RaceAttribute = 3001, DifficultyAttribute = 3004 };
enum Control { Human = 2, Computer = 3 };

bool plays(const LobbySlot& slot)
{
    return (slot.control == Human || slot.control == Computer) && slot.observe == 0;
}

/// Whose slot it is; null for computers, for nobody, and for people without a name.
const LobbyUser* userOf(const InitData& lobby, const LobbySlot& slot)
{
    const auto user = std::find_if(lobby.users.begin(), lobby.users.end(),
                                   [&](const LobbyUser& one) { return slot.userId == one.id; });
    return user != lobby.users.end() ? &*user : nullptr;
}

/// The lobby's palette; index 0 is none.
std::array<std::uint8_t, 3> lobbyColour(int index)
{
    static constexpr std::array<std::array<std::uint8_t, 3>, 16> Palette{{{128, 128, 128},
                                                                          {180, 20, 30},
                                                                          {0, 66, 255},
                                                                          {28, 167, 234},
                                                                          {84, 0, 129},
                                                                          {235, 225, 41},
                                                                          {254, 138, 14},
                                                                          {22, 128, 0},
                                                                          {204, 166, 252},
                                                                          {31, 1, 201},
                                                                          {82, 84, 148},
                                                                          {16, 98, 70},
                                                                          {78, 42, 4},
                                                                          {150, 255, 145},
                                                                          {35, 35, 35},
                                                                          {229, 91, 176}}};
    return index > 0 && static_cast<std::size_t>(index) < Palette.size()
               ? Palette[static_cast<std::size_t>(index)]
               : Palette[0];
}

Outcome outcomeOf(int result)
{
    return result == 1   ? Outcome::Win
           : result == 2 ? Outcome::Loss
           : result == 3 ? Outcome::Tie
                         : Outcome::Unknown;
}

Outcome outcomeOf(const QString& result)
{
    if (result == QLatin1String("Win"))
        return Outcome::Win;
    if (result == QLatin1String("Loss"))
        return Outcome::Loss;
    return result == QLatin1String("Tie") ? Outcome::Tie : Outcome::Unknown;
}

/// Fills one list of participants; the parts of the head are only read.
class Joiner
{
public:
    explicit Joiner(const ReplayHead& head) : m_head(head), m_build(head.header.version.baseBuild) {}
    std::vector<Participant> join();
    std::vector<LobbyUser> observers() const;

private:
    void fromDetails();
    void fromLobby();
    void fromBeta();
    void takeSlot(Participant& participant, std::size_t slot, bool trustDetails) const;
    std::optional<std::size_t> slotOf(const DetailsPlayer& player, std::size_t position) const;
    void guessUsers();
    void applyMetadata();
    void applyAttributes();
    void untangleTeams();

    const ReplayHead& m_head;
    std::uint32_t m_build;
    std::vector<Participant> m_list;
    std::vector<std::size_t> m_seats; ///< positions of the lobby's slots whose people play
};

std::optional<std::size_t> Joiner::slotOf(const DetailsPlayer& player, std::size_t position) const
{
    if (!m_head.initData)
        return std::nullopt;
    const auto& slots = m_head.initData->slots;
    if (player.slot) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (slots[i].workingSetSlotId == player.slot)
                return i;
        }
        return std::nullopt;
    }
    // Without slot numbers both lists are in the same order.
    return m_seats.size() == m_head.details->players.size() ? std::optional(m_seats[position]) : std::nullopt;
}

void Joiner::takeSlot(Participant& participant, std::size_t index, bool trustDetails) const
{
    const LobbySlot& slot = m_head.initData->slots[index];
    participant.slot = slot.workingSetSlotId;
    participant.computer = slot.control == Computer;
    if (m_build >= FirstBuildWithUserIds)
        participant.userId = slot.userId;
    else if (!participant.computer)
        participant.userId = participant.playerId;
    participant.handicap = slot.handicap;
    if (!trustDetails)
        participant.team = slot.team;
    if (const LobbyUser* user = userOf(*m_head.initData, slot)) {
        if (participant.name.isEmpty())
            participant.name = user->name;
        if (participant.clan.isEmpty() && participant.name == user->name)
            participant.clan = user->clan;
    }
    if (participant.computer)
        participant.difficulty = QString::number(slot.difficulty);
}

void Joiner::fromDetails()
{
    const auto& players = m_head.details->players;
    m_list.reserve(std::min(players.size(), MaxPlayers));
    for (std::size_t i = 0; i < players.size() && m_list.size() < MaxPlayers; ++i) {
        const DetailsPlayer& player = players[i];
        const auto slot = slotOf(player, i);
        if (slot && m_head.initData->slots[*slot].observe != 0)
            continue;
        Participant participant;
        // The tracker counts the lobby's slots, which differs from the order here when some are open between.
        participant.playerId = static_cast<int>(slot && player.slot ? *slot : i) + 1;
        participant.name = player.name;
        participant.clan = player.clan;
        participant.toon = player.toon;
        participant.hero = player.hero;
        participant.team = player.team;
        participant.rgb = {player.argb[1], player.argb[2], player.argb[3]};
        participant.result = outcomeOf(player.result);
        participant.played = raceOfName(player.race);
        participant.raceText = player.race;
        participant.slot = player.slot;
        participant.handicap = player.handicap;
        participant.computer = player.control == Computer;
        if (slot)
            takeSlot(participant, *slot, m_build >= FirstBuildWithSlots);
        m_list.push_back(std::move(participant));
    }
    if (!m_head.initData)
        guessUsers();
}

/// Without the lobby: people in order, as the lobby would have them.
void Joiner::guessUsers()
{
    int next = 0;
    for (Participant& participant : m_list) {
        if (participant.computer)
            continue;
        participant.userId = m_build >= FirstBuildWithUserIds ? next : participant.playerId;
        ++next;
    }
}

void Joiner::fromLobby()
{
    m_list.reserve(m_seats.size());
    for (const std::size_t seat : m_seats) {
        Participant participant;
        participant.playerId = static_cast<int>(seat) + 1;
        participant.rgb = lobbyColour(m_head.initData->slots[seat].colour.value_or(0));
        takeSlot(participant, seat, false);
        m_list.push_back(std::move(participant));
    }
}

void Joiner::fromBeta()
{
    m_list.reserve(m_head.beta->displays.size());
    for (const BetaDisplay& display : m_head.beta->displays) {
        Participant participant;
        participant.playerId = display.playerId;
        participant.userId = display.playerId;
        participant.name = display.name;
        participant.played = raceOfName(display.race);
        participant.raceText = display.race;
        // The part that says who plays with whom is not understood: everyone for themselves.
        participant.team = display.playerId - 1;
        const QStringList parts = display.colour.split(QLatin1Char(','));
        if (parts.size() == 4) {
            for (std::size_t i = 0; i < participant.rgb.size(); ++i)
                participant.rgb[i] =
                    static_cast<std::uint8_t>(parts[static_cast<int>(i) + 1].toUInt() & 0xFF);
        }
        m_list.push_back(std::move(participant));
    }
}

/// Ids, races, ratings of gamemetadata.json, whose players are in the order of the details.
void Joiner::applyMetadata()
{
    if (!m_head.gameMetadata)
        return;
    const QJsonArray players = m_head.gameMetadata->value(QLatin1String("Players")).toArray();
    if (static_cast<std::size_t>(players.size()) != m_list.size())
        return;
    for (std::size_t i = 0; i < m_list.size(); ++i) {
        Participant& participant = m_list[i];
        const QJsonObject player = players[static_cast<qsizetype>(i)].toObject();
        participant.playerId = player.value(QLatin1String("PlayerID")).toInt(participant.playerId);
        const auto race = [&](const char* key) {
            return raceOfCode(player.value(QLatin1String(key)).toString().toStdString());
        };
        participant.picked = race("SelectedRace");
        if (const Race played = race("AssignedRace"); played != Race::Unknown)
            participant.played = played;
        const QJsonValue mmr = player.value(QLatin1String("MMR"));
        if (mmr.isDouble())
            participant.mmr = mmr.toDouble();
        const QJsonValue apm = player.value(QLatin1String("APM"));
        if (apm.isDouble())
            participant.apm = apm.toDouble();
        if (participant.result == Outcome::Unknown)
            participant.result = outcomeOf(player.value(QLatin1String("Result")).toString());
    }
}

void Joiner::applyAttributes()
{
    for (Participant& participant : m_list) {
        std::string_view difficulty;
        if (m_head.attributes) {
            if (participant.picked == Race::Unknown)
                participant.picked =
                    raceOfCode(m_head.attributes->value(RaceAttribute, participant.playerId));
            difficulty = m_head.attributes->value(DifficultyAttribute, participant.playerId);
        }
        if (participant.played == Race::Unknown && participant.picked != Race::Random)
            participant.played = participant.picked;
        // Maps that hand out races themselves leave anything in the lobby.
        if (participant.picked != Race::Random && participant.picked != participant.played)
            participant.picked = Race::Unknown;
        if (participant.computer)
            participant.difficulty = difficultyText(difficulty, participant.difficulty.toInt(), m_build);
    }
}

/// Some maps put everyone into one team and sort it out themselves: who both won and lost did not play
/// together.
void Joiner::untangleTeams()
{
    const bool tangled = std::any_of(m_list.begin(), m_list.end(), [&](const Participant& winner) {
        return winner.result == Outcome::Win &&
               std::any_of(m_list.begin(), m_list.end(), [&](const Participant& loser) {
                   return loser.result == Outcome::Loss && loser.team == winner.team;
               });
    });
    for (std::size_t i = 0; tangled && i < m_list.size(); ++i)
        m_list[i].team = static_cast<int>(i);
}

std::vector<Participant> Joiner::join()
{
    if (m_head.initData) {
        const auto& slots = m_head.initData->slots;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (plays(slots[i]))
                m_seats.push_back(i);
        }
    }
    if (m_head.details && !m_head.details->players.empty())
        fromDetails();
    else if (m_head.initData)
        fromLobby();
    else if (m_head.beta)
        fromBeta();
    applyMetadata();
    applyAttributes();
    untangleTeams();
    for (Participant& participant : m_list) {
        if (participant.name.isEmpty())
            participant.name = QStringLiteral("Player %1").arg(participant.playerId);
        static const QStringList Plain{QStringLiteral("Terran"), QStringLiteral("Zerg"),
                                       QStringLiteral("Protoss")};
        if (Plain.contains(participant.raceText))
            participant.raceText.clear();
    }
    std::stable_sort(m_list.begin(), m_list.end(),
                     [](const Participant& a, const Participant& b) { return a.playerId < b.playerId; });
    return std::move(m_list);
}

std::vector<LobbyUser> Joiner::observers() const
{
    std::vector<LobbyUser> out;
    if (m_head.initData) {
        for (const LobbySlot& slot : m_head.initData->slots) {
            const LobbyUser* user = userOf(*m_head.initData, slot);
            if (slot.control == Human && slot.observe != 0 && user != nullptr)
                out.push_back(*user);
        }
        return out;
    }
    if (m_head.beta) {
        for (const QString& name : m_head.beta->users) {
            const bool isPlayer =
                std::any_of(m_head.beta->displays.begin(), m_head.beta->displays.end(),
                            [&](const BetaDisplay& display) { return display.name == name; });
            if (!isPlayer)
                out.push_back({name, {}, -1});
        }
    }
    return out;
}

} // namespace

void joinParticipants(ReplayHead& head)
{
    Joiner joiner(head);
    head.observers = joiner.observers();
    head.participants = joiner.join();
    if (head.details && head.details->players.size() > MaxPlayers)
        head.diagnostics.push_back({model::Severity::Error,
                                    QStringLiteral("details-damaged"),
                                    QStringLiteral("replay.details lists %1 players; at most %2 are shown")
                                        .arg(head.details->players.size())
                                        .arg(MaxPlayers),
                                    {}});
}

} // namespace ghostline::sc2
