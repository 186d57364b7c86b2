// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/describe.h"

#include "codecs/sc2/replay/cast.h"
#include "codecs/sc2/replay/figures.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

/// Units are shown from birth to death, however far apart their reports lie: no gap is too long.
constexpr model::Micros NoGap{std::int64_t{1} << 60};
constexpr double NormalLoopsPerSecond = 16.0;
constexpr double FasterLoopsPerSecond = 22.4;

QString versionText(const Version& v)
{
    return QStringLiteral("%1.%2.%3.%4").arg(v.major).arg(v.minor).arg(v.revision).arg(v.build);
}

QString speedName(int speed)
{
    switch (speed) {
    case 0:
        return QStringLiteral("Slower");
    case 1:
        return QStringLiteral("Slow");
    case 2:
        return QStringLiteral("Normal");
    case 3:
        return QStringLiteral("Fast");
    case 4:
        return QStringLiteral("Faster");
    default:
        return QStringLiteral("speed %1").arg(speed);
    }
}

/// The clock in the game's own corner, and the one it had before or has had since.
std::vector<model::NamedClock> clocksOf(const ReplayHead& head)
{
    const auto [loops, seconds] = head.loopsPerSecond();
    const double rate = static_cast<double>(loops) / seconds;
    const bool scaled = head.header.useScaledTime.value_or(false);
    std::vector<model::NamedClock> clocks(2);
    clocks[0].name = QStringLiteral("Game");
    clocks[0].rate = rate / (scaled ? FasterLoopsPerSecond : NormalLoopsPerSecond);
    clocks[1].name = scaled ? QStringLiteral("Normal") : QStringLiteral("Faster");
    clocks[1].rate = rate / (scaled ? NormalLoopsPerSecond : FasterLoopsPerSecond);
    // At Faster the second one is the replay's own time once more.
    if (clocks[1].rate == 1.0)
        clocks.pop_back();
    return clocks;
}

QJsonObject timeTree(const ReplayData& data)
{
    const auto [loops, seconds] = data.head.loopsPerSecond();
    return {{QStringLiteral("loops"), static_cast<qint64>(data.loops)},
            {QStringLiteral("speed"), speedName(data.head.gameSpeed)},
            {QStringLiteral("loops_per_second"), static_cast<double>(loops) / seconds},
            {QStringLiteral("seconds_at_this_speed"), data.seconds(data.loops)},
            {QStringLiteral("seconds_at_normal_speed"), data.loops / NormalLoopsPerSecond},
            {QStringLiteral("clock_in_the_game"), data.head.header.useScaledTime.value_or(false)
                                                      ? QStringLiteral("seconds at Faster")
                                                      : QStringLiteral("seconds at Normal")}};
}

QJsonArray observersTree(const std::vector<LobbyUser>& observers)
{
    QJsonArray list;
    for (const LobbyUser& user : observers)
        list.append(user.clan.isEmpty() ? user.name : QStringLiteral("<%1> %2").arg(user.clan, user.name));
    return list;
}

QJsonArray participantsTree(const ReplayHead& head)
{
    QJsonArray list;
    for (const Participant& who : head.participants) {
        QJsonObject one{{QStringLiteral("name"), who.name},
                        {QStringLiteral("player_id"), who.playerId},
                        {QStringLiteral("team"), who.team + 1},
                        {QStringLiteral("computer"), who.computer},
                        {QStringLiteral("handicap"), who.handicap}};
        const auto text = [&one](const char* key, const QString& value) {
            if (!value.isEmpty())
                one.insert(QLatin1String(key), value);
        };
        text("clan", who.clan);
        text("race_text", who.raceText);
        text("difficulty", who.computer ? who.difficulty : QString());
        text("hero", who.hero);
        if (who.userId)
            one.insert(QStringLiteral("user_id"), *who.userId);
        if (who.slot)
            one.insert(QStringLiteral("slot"), *who.slot);
        if (who.mmr)
            one.insert(QStringLiteral("mmr"), *who.mmr);
        if (who.apm)
            one.insert(QStringLiteral("apm"), *who.apm);
        if (who.toon.id != 0) {
            one.insert(
                QStringLiteral("account"),
                QStringLiteral("%1-S2-%2-%3").arg(who.toon.region).arg(who.toon.realm).arg(who.toon.id));
        }
        list.append(one);
    }
    return list;
}

QJsonObject metadataOf(const ReplayData& data, const MpqArchive& archive)
{
    const ReplayHead& head = data.head;
    QJsonObject tree{{QStringLiteral("header"), headerTree(head.header)},
                     {QStringLiteral("time"), timeTree(data)},
                     {QStringLiteral("archive"), archiveTree(archive)},
                     {QStringLiteral("players"), participantsTree(head)}};
    if (!head.observers.empty())
        tree.insert(QStringLiteral("observers"), observersTree(head.observers));
    if (head.details)
        tree.insert(QStringLiteral("details"), detailsTree(*head.details));
    if (head.initData)
        tree.insert(QStringLiteral("lobby"), lobbyTree(*head.initData));
    if (head.attributes)
        tree.insert(QStringLiteral("attributes"), attributesTree(*head.attributes));
    if (head.beta)
        tree.insert(QStringLiteral("beta_info"), betaTree(*head.beta));
    if (head.gameMetadata)
        tree.insert(QStringLiteral("game_metadata"), *head.gameMetadata);
    return tree;
}

} // namespace

model::TimeAxis timeAxisOf(const ReplayData& data)
{
    const auto [loops, seconds] = data.head.loopsPerSecond();
    return model::TimeAxis::uniform(static_cast<model::FrameNumber>(data.loops) + 1, seconds, loops);
}

model::ReplayInfo describeReplay(const ReplayData& data, const UnitKinds& kinds, const MpqArchive& archive,
                                 std::uint64_t bytes)
{
    model::ReplayInfo info;
    info.format = QStringLiteral("sc2");
    info.formatName = QStringLiteral("StarCraft II replay");
    info.formatVersion = versionText(data.head.header.version);
    info.map = data.head.map;
    info.bytes = bytes;
    info.frameName = QStringLiteral("loop");
    info.maxGap = NoGap;
    info.teams = describeTeams(data.head);
    info.cast = describeCast(data, kinds);
    info.actorProperties = declareActorProperties();
    // Whose something is reads as a name.
    model::PropertyInfo& owner = info.actorProperties[static_cast<std::size_t>(ActorProperty::Owner)];
    owner.type = model::PropertyType::Enumeration;
    for (const model::Team& team : info.teams)
        owner.names.append(team.name);
    info.teamProperty = id(ActorProperty::Owner);
    info.lookProperty = id(ActorProperty::Look);
    info.looks = kinds.looks;
    info.strings = kinds.strings;
    info.clocks = clocksOf(data.head);
    if (data.head.details && data.head.details->savedAt().isValid()) {
        const auto length = static_cast<qint64>(data.seconds(data.loops) * 1000.0);
        info.recordedAt = data.head.details->savedAt().addMSecs(-length);
    }
    info.metadata = metadataOf(data, archive);
    return info;
}

} // namespace ghostline::sc2
