// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/written_tape.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

namespace ghostline::test {

using namespace ghostline::echo;

namespace {

/// Also of what is no number.
bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const glm::vec3& a, const glm::vec3& b)
{
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}

/// Readers make rotations of length 1.
bool same(const glm::quat& a, const glm::quat& b)
{
    return (a == NoRotation) == (b == NoRotation) &&
           (a == NoRotation || std::abs(std::abs(glm::dot(a, b)) - glm::length(a) * glm::length(b)) < 1e-5F);
}

bool same(const PartPose& a, const PartPose& b)
{
    return same(a.position, b.position) && same(a.orientation, b.orientation);
}

bool samePerson(const FramesOf& told, std::int32_t a, const FramesOf& found, std::int32_t b)
{
    const Person& one = told.names[a];
    const Person& other = found.names[b];
    return one.name == other.name && one.userId == other.userId && one.number == other.number &&
           one.level == other.level;
}

QString playerDifference(const FramesOf& told, const PlayerFrame& a, const FramesOf& found,
                         const PlayerFrame& b)
{
    if (!samePerson(told, a.person, found, b.person))
        return QStringLiteral("person");
    if (a.slot != b.slot || a.team != b.team)
        return QStringLiteral("slot");
    if (a.possession != b.possession || a.blocking != b.blocking || a.stunned != b.stunned ||
        a.invulnerable != b.invulnerable || a.emote != b.emote)
        return QStringLiteral("flags");
    if (a.hasStats != b.hasStats || !(a.stats == b.stats))
        return QStringLiteral("stats");
    if (a.ping != b.ping || !same(a.packetLoss, b.packetLoss))
        return QStringLiteral("ping");
    if (a.holdingLeft != b.holdingLeft || a.holdingRight != b.holdingRight)
        return QStringLiteral("hands");
    if (a.loadout.weapon != b.loadout.weapon || a.loadout.ordnance != b.loadout.ordnance ||
        a.loadout.tacMod != b.loadout.tacMod)
        return QStringLiteral("loadout");
    if (!same(a.velocity, b.velocity))
        return QStringLiteral("velocity");
    const bool parts = std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(),
                                  [](const PartPose& x, const PartPose& y) { return same(x, y); });
    return parts ? QString() : QStringLiteral("parts");
}

bool sameScore(const FramesOf& told, const LastScore& a, const FramesOf& found, const LastScore& b)
{
    return a.team == b.team && a.points == b.points && a.type == b.type && same(a.discSpeed, b.discSpeed) &&
           same(a.distance, b.distance) && told.names[a.scorer].name == found.names[b.scorer].name &&
           told.names[a.assister].name == found.names[b.assister].name;
}

QString matchDifference(const FramesOf& told, const Frame& a, const FramesOf& found, const Frame& b)
{
    if (a.timeMs != b.timeMs)
        return QStringLiteral("time");
    if (a.status != b.status || !same(std::isnan(a.clock) ? 0.0F : a.clock, b.clock))
        return QStringLiteral("status");
    if (std::trunc(a.points[0]) != b.points[0] || std::trunc(a.points[1]) != b.points[1])
        return QStringLiteral("points");
    if (a.inputs != b.inputs || a.restartRequest != b.restartRequest || !same(a.vr, b.vr))
        return QStringLiteral("recording player");
    if (!(a.pause == b.pause))
        return QStringLiteral("pause");
    if (!sameScore(told, a.score, found, b.score))
        return QStringLiteral("goal");
    if (!std::equal(a.lastThrow.begin(), a.lastThrow.end(), b.lastThrow.begin(),
                    [](float x, float y) { return same(x, y); }))
        return QStringLiteral("throw");
    if (a.hasDisc != b.hasDisc ||
        (a.hasDisc && (!same(a.disc, b.disc) || !same(a.discVelocity, b.discVelocity))))
        return QStringLiteral("disc");
    Payload held = a.payload;
    held.contested = false;
    held.position.reset();
    if (!(held == b.payload))
        return QStringLiteral("payload");
    return {};
}

QString bonesDifference(std::span<const BoneSet> a, std::span<const BoneSet> b)
{
    if (a.size() != b.size())
        return QStringLiteral("number of bone sets");
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].slot != b[i].slot)
            return QStringLiteral("slot of bones");
        if (!(a[i].bones == b[i].bones))
            return QStringLiteral("bones");
    }
    return {};
}

} // namespace

void fillForTape(ShortMatch& match)
{
    match.names.append({"Bob", 77, 5, 3}); // a second one of that name
    match.names.append({"J\xc3\xb6rg", -9, 6, 0});
    for (int i = 0; i < 250; ++i) {
        Frame& frame = match.add(i == 120 ? 70'000 : 33);
        frame.status = i < 20 ? GameStatus::RoundStart : GameStatus::Playing;
        frame.points = {static_cast<float>(i / 100 * 2), static_cast<float>(i / 200 * 3)};
        frame.inputs = static_cast<std::uint8_t>(i % 16);
        frame.restartRequest = {i > 200, i % 50 == 7};
        frame.vr = {{0.1F, 1.5F, static_cast<float>(i) * 0.01F}, {0.6F, 0.0F, 0.8F, 0.0F}};
        if (i >= 60)
            frame.score = {TeamCode::Orange, 2, GoalType::LongHeadbutt, 1, 0, 12.5F, 7.25F};
        if (i >= 150)
            frame.score = {TeamCode::Blue, 3, GoalType::LongBumperShot, 3, Nobody, 0.0F, 31.0F};
        if (i > 40)
            frame.lastThrow = {1.0F,
                               2.0F,
                               3.0F,
                               4.0F,
                               5.0F,
                               6.0F,
                               7.0F,
                               8.0F,
                               9.0F,
                               10.0F,
                               11.0F,
                               12.0F,
                               static_cast<float>(i / 90)};
        if (i >= 100 && i < 130)
            frame.pause = {PauseState::Paused, TeamCode::Blue, TeamCode::Orange, 3.5F, 1.0F};
        PlayerFrame& ann = match.last(2);
        PlayerFrame& bob = match.last();
        ann.possession = i % 10 < 5;
        ann.stats[Counter::Goals] = i / 60;
        ann.stats.stuns = i / 70;
        ann.stats.possessionTime = static_cast<float>(i / 5);
        ann.ping = i - 20;
        ann.packetLoss = 0.25F;
        ann.holdingLeft = i % 30 < 15 ? holding::Disc : std::int16_t{0};
        bob.holdingRight = holding::Geo;
        bob.emote = i % 40 == 3;
        bob.stunned = bob.blocking = i % 33 > 30;
        bob.velocity = {0.0F, -0.0F, 4.5F};
        if (i >= 90) // another one in the same slot
            bob.person = i >= 180 ? 3 : 2;
        if (i == 200)
            bob.team = TeamCode::Spectator;
    }
}

const model::Diagnostic* WrittenTape::note(const char* code) const
{
    const auto found = std::ranges::find(report.notes, QLatin1String(code), &model::Diagnostic::code);
    return found != report.notes.end() ? &*found : nullptr;
}

model::Result<WrittenTape> writeTapeBytes(const WriteJob& job, const TapeOptions& options)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.tape"));
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    auto report = writeTape(job, options, *file);
    if (!report)
        return tl::unexpected(report.error());
    if (auto done = file->commit(); !done)
        return tl::unexpected(done.error());
    QFile written(path);
    if (!written.open(QIODevice::ReadOnly))
        return model::fail(model::ErrorCode::IoError, QStringLiteral("cannot read it back"));
    return WrittenTape{written.readAll(), std::move(*report)};
}

QString frameDifference(const FramesOf& told, const FramesOf& found, std::size_t at)
{
    const Frame& a = told.block.frames[at];
    const Frame& b = found.block.frames[at];
    if (const QString other = matchDifference(told, a, found, b); !other.isEmpty())
        return other;
    const auto rows = told.block.playersOf(a);
    const auto others = found.block.playersOf(b);
    if (rows.size() != others.size())
        return QStringLiteral("number of players");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const QString other = playerDifference(told, rows[i], found, others[i]); !other.isEmpty())
            return other;
    }
    return bonesDifference(told.block.bonesOf(a), found.block.bonesOf(b));
}

QString framesDifference(const FramesOf& told, const FramesOf& found)
{
    if (told.block.size() != found.block.size())
        return QStringLiteral("%1 frames, not %2").arg(found.block.size()).arg(told.block.size());
    for (std::size_t i = 0; i < told.block.size(); ++i) {
        if (const QString other = frameDifference(told, found, i); !other.isEmpty())
            return QStringLiteral("frame %1: %2").arg(i).arg(other);
    }
    return {};
}

} // namespace ghostline::test
