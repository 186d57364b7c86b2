// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/cast.h"

#include "codecs/sc2/events/line_up.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ghostline::sc2 {

namespace {

using model::ActorInfo;
using model::ActorKind;
using model::ActorShape;

/// The theme's series in the order of its hues: blue, orange, green, vermilion, sky, purple, yellow.
constexpr std::array<std::array<double, 3>, 7> SeriesColours{{{40, 110, 220},
                                                              {240, 140, 20},
                                                              {30, 160, 60},
                                                              {200, 40, 30},
                                                              {90, 200, 240},
                                                              {150, 50, 170},
                                                              {240, 230, 60}}};

/// How unlike two colours look: brightness counts less than hue.
double unlike(const std::array<std::uint8_t, 3>& a, const std::array<double, 3>& b)
{
    std::array<double, 3> d{};
    for (std::size_t i = 0; i < 3; ++i)
        d[i] = static_cast<double>(a[i]) - b[i];
    const double bright = (d[0] + d[1] + d[2]) / 3;
    double rest = 0;
    for (const double part : d)
        rest += (part - bright) * (part - bright);
    return rest + 0.75 * bright * bright;
}

/// Gives out hues pair by pair, best fit first, so that a player with a plain colour keeps it.
std::vector<int> chooseHues(std::span<const Participant> participants)
{
    struct Fit
    {
        double distance = 0;
        std::size_t participant = 0;
        int hue = 0;
    };
    std::vector<Fit> fits;
    fits.reserve(participants.size() * SeriesColours.size());
    for (std::size_t p = 0; p < participants.size(); ++p) {
        for (std::size_t h = 0; h < SeriesColours.size(); ++h)
            fits.push_back({unlike(participants[p].rgb, SeriesColours[h]), p, static_cast<int>(h)});
    }
    std::stable_sort(fits.begin(), fits.end(),
                     [](const Fit& a, const Fit& b) { return a.distance < b.distance; });
    std::vector<int> hues(participants.size(), -1);
    std::vector<bool> taken(SeriesColours.size(), false);
    std::size_t given = 0;
    while (given < participants.size()) {
        for (const Fit& fit : fits) {
            if (hues[fit.participant] >= 0 || taken[static_cast<std::size_t>(fit.hue)])
                continue;
            hues[fit.participant] = fit.hue;
            taken[static_cast<std::size_t>(fit.hue)] = true;
            ++given;
        }
        std::fill(taken.begin(), taken.end(), false); // more players than hues: another round
    }
    return hues;
}

bool playTogether(std::span<const Participant> participants)
{
    for (std::size_t i = 0; i < participants.size(); ++i) {
        for (std::size_t j = i + 1; j < participants.size(); ++j) {
            if (participants[i].team == participants[j].team)
                return true;
        }
    }
    return false;
}

QString playerName(const Participant& participant)
{
    return participant.name.isEmpty() ? QStringLiteral("Player %1").arg(participant.playerId)
                                      : participant.name;
}

ActorInfo playerActor(const ReplayData& data, std::size_t p, const ActorNumbers& numbers,
                      model::FrameRange life)
{
    const Participant& who = data.head.participants[p];
    ActorInfo actor;
    actor.id = numbers.player(p);
    actor.nativeId = static_cast<std::uint64_t>(who.playerId);
    actor.name = playerName(who);
    actor.nativeType = who.computer ? QStringLiteral("computer") : QStringLiteral("player");
    actor.kind = ActorKind::Player;
    actor.team = static_cast<int>(p);
    actor.life = life;
    actor.shape = ActorShape::None;
    actor.principal = true;
    const auto tell = [&actor](const char* label, const QString& text) {
        if (!text.isEmpty())
            actor.attributes.emplace_back(QString::fromLatin1(label), text);
    };
    tell("Clan", who.clan);
    tell("Race", raceText(who));
    tell("Colour", QStringLiteral("#%1%2%3")
                       .arg(who.rgb[0], 2, 16, QLatin1Char('0'))
                       .arg(who.rgb[1], 2, 16, QLatin1Char('0'))
                       .arg(who.rgb[2], 2, 16, QLatin1Char('0')));
    if (who.computer)
        tell("Difficulty", who.difficulty);
    if (who.handicap != 100)
        tell("Handicap", QStringLiteral("%1 %").arg(who.handicap));
    tell("Hero", who.hero);
    tell("Result", outcomeText(who.result));
    return actor;
}

ActorInfo cameraActor(const ReplayData& data, std::size_t p, const ActorNumbers& numbers,
                      model::FrameRange life)
{
    constexpr double HalfOpening = 27.8 / 2 * 3.14159265358979323846 / 180;
    const auto vertical = static_cast<float>(std::tan(HalfOpening));
    ActorInfo actor;
    actor.id = numbers.camera(p);
    actor.nativeId = static_cast<std::uint64_t>(data.head.participants[p].playerId);
    actor.name = QStringLiteral("Camera of %1").arg(playerName(data.head.participants[p]));
    actor.nativeType = QStringLiteral("camera");
    actor.kind = ActorKind::Camera;
    actor.team = static_cast<int>(p);
    actor.parent = numbers.player(p);
    actor.life = life;
    actor.shape = ActorShape::View;
    actor.boxHalf = {vertical * 16.0F / 9.0F, vertical, 1.0F};
    actor.background = true;
    return actor;
}

/// Numbers units of one owner and name from 1, and leaves out the number where there is only one.
class UnitNames
{
public:
    UnitNames(const ReplayData& data, const UnitKinds& kinds)
    {
        for (const UnitLife& life : data.lives.lives)
            ++m_numbers[key(kinds.of(mainType(data.lives, life, kinds)),
                            data.lives.ownerAt(life, life.first))]
                  .all;
    }
    QString next(const UnitKind& kind, std::int8_t owner)
    {
        Numbers& numbers = m_numbers[key(kind, owner)];
        if (numbers.all < 2)
            return kind.name;
        return kind.name + QLatin1Char(' ') + QString::number(++numbers.given);
    }

private:
    struct Numbers
    {
        std::uint32_t all = 0;
        std::uint32_t given = 0;
    };
    static std::uint64_t key(const UnitKind& kind, std::int8_t owner)
    {
        return std::uint64_t{static_cast<std::uint8_t>(owner)} << 32 | static_cast<std::uint32_t>(kind.text);
    }
    std::unordered_map<std::uint64_t, Numbers> m_numbers;
};

void setLook(ActorInfo& actor, const model::ActorLook& look)
{
    actor.shape = look.shape;
    actor.boxCentre = look.boxCentre;
    actor.boxHalf = look.boxHalf;
    actor.background = look.background;
}

} // namespace

NameId mainType(const UnitLives& lives, const UnitLife& life, const UnitKinds& kinds)
{
    const auto types = lives.typesOf(life);
    if (types.empty())
        return 0;
    for (const TypePeriod& period : types) {
        if (!kinds.of(period.type).passing)
            return period.type;
    }
    return types.front().type;
}

std::vector<model::Team> describeTeams(const ReplayHead& head)
{
    const std::vector<int> hues = chooseHues(head.participants);
    const bool sides = playTogether(head.participants);
    std::vector<model::Team> teams;
    teams.reserve(head.participants.size());
    for (std::size_t p = 0; p < head.participants.size(); ++p) {
        model::Team team;
        team.name = playerName(head.participants[p]);
        team.hue = hues[p];
        if (sides)
            team.side = QStringLiteral("Team %1").arg(head.participants[p].team + 1);
        teams.push_back(std::move(team));
    }
    return teams;
}

std::vector<ActorInfo> describeCast(const ReplayData& data, const UnitKinds& kinds)
{
    const std::size_t participants = data.head.participants.size();
    const ActorNumbers numbers{participants};
    const model::FrameNumber end = static_cast<model::FrameNumber>(data.loops) + 1;
    std::vector<ActorInfo> cast;
    cast.reserve(2 * participants + data.lives.lives.size());
    for (std::size_t p = 0; p < participants; ++p)
        cast.push_back(playerActor(data, p, numbers, {0, end}));
    for (std::size_t p = 0; p < participants; ++p)
        cast.push_back(cameraActor(data, p, numbers, {0, end}));
    UnitNames names(data, kinds);
    for (std::size_t i = 0; i < data.lives.lives.size(); ++i) {
        const UnitLife& life = data.lives.lives[i];
        const NameId type = mainType(data.lives, life, kinds);
        const std::int8_t owner = data.lives.ownerAt(life, life.first);
        const UnitKind& kind = kinds.of(type);
        ActorInfo actor;
        actor.id = numbers.unit(i);
        actor.nativeId = life.tag;
        actor.name = names.next(kind, owner);
        const std::string& native = data.tracker.names[type];
        actor.nativeType = QString::fromUtf8(native.data(), static_cast<qsizetype>(native.size()));
        actor.kind = kind.actorKind;
        actor.team = data.head.participantOfPlayer(owner);
        actor.life = {static_cast<model::FrameNumber>(life.first),
                      std::min<model::FrameNumber>(end, life.end)};
        setLook(actor, kinds.looks[static_cast<std::size_t>(kind.look)]);
        if (life.revealed)
            actor.attributes.emplace_back(QStringLiteral("Known from"),
                                          QStringLiteral("commands and selections; never reported"));
        cast.push_back(std::move(actor));
    }
    return cast;
}

} // namespace ghostline::sc2
