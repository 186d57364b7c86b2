// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_fit.h"

#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

/// For a match whose type was not recorded.
QString typeOfMap(const MatchHeader& header)
{
    switch (header.mode()) {
    case Mode::Arena:
        return QStringLiteral("Echo_Arena");
    case Mode::Combat:
        return QStringLiteral("Echo_Combat");
    default:
        return header.map == Map::Lobby ? QStringLiteral("Social_2.0") : QString();
    }
}

} // namespace

std::span<const SlotRow> SlotPlan::take(std::span<const PlayerFrame> rows)
{
    m_rows.clear();
    m_taken.reset();
    for (const PlayerFrame& row : rows) {
        if (m_rows.size() >= MaxTapePlayers) {
            ++m_losses.players;
            continue;
        }
        std::int32_t slot = row.slot;
        if (slot > MaxSlot || m_taken.test(static_cast<std::size_t>(slot))) {
            ++m_losses.slots;
            slot = other(row);
        }
        m_taken.set(static_cast<std::size_t>(slot));
        m_rows.push_back({&row, slot});
    }
    return m_rows;
}

/// The same one for the same person, as long as it is free; new ones from the top, where the game has none.
std::int32_t SlotPlan::other(const PlayerFrame& row)
{
    const auto known = m_given.find(row.person);
    if (known != m_given.end() && !m_taken.test(static_cast<std::size_t>(known->second)))
        return known->second;
    std::int32_t slot = MaxSlot;
    while (slot > 0 && m_taken.test(static_cast<std::size_t>(slot)))
        --slot;
    m_given[row.person] = slot;
    return slot;
}

std::int32_t wholeOf(float value)
{
    constexpr float Most = 2e9F;
    return std::isnan(value) ? 0 : static_cast<std::int32_t>(std::clamp(value, -Most, Most));
}

std::string shortName(std::string_view name, WriteLosses& losses)
{
    std::string out = model::textOf(name).toStdString();
    if (out.size() <= MaxPersonBytes)
        return out;
    ++losses.names;
    std::size_t end = MaxPersonBytes;
    constexpr unsigned TopBits = 0xC0;
    constexpr unsigned Following = 0x80; // not the first byte of a letter
    while (end > 0 && (static_cast<unsigned char>(out[end]) & TopBits) == Following)
        --end;
    out.resize(end);
    return out;
}

QString gameTypeOf(const MatchHeader& header, WriteLosses& losses)
{
    QString word = header.matchType.isEmpty() ? typeOfMap(header) : header.matchType;
    const auto add = [&word, &losses](bool is, const QString& part) {
        const bool said = word.split(u'_').contains(part, Qt::CaseInsensitive);
        if (is && !said && !word.isEmpty())
            word += u'_' + part;
        else if (is != said)
            ++losses.kinds;
    };
    add(header.privateMatch, QStringLiteral("Private"));
    add(header.tournament, QStringLiteral("Tournament"));
    return word;
}

model::DiagnosticList lossNotes(const WriteLosses& lost, const MatchHeader& header)
{
    model::DiagnosticList out;
    const auto note = [&out](std::uint64_t count, const char* code, const QString& text) {
        if (count > 0)
            out.push_back({model::Severity::Info,
                           QLatin1String(code),
                           QString(text).replace(QLatin1String("%1"), QString::number(count)),
                           {}});
    };
    note(lost.numbers, "not-a-number", QStringLiteral("%1 values were not finite numbers"));
    note(lost.statuses, "unknown-status",
         QStringLiteral("%1 frames had an unknown game status; it is written as none"));
    note(lost.clocks, "no-clock", QStringLiteral("%1 frames had no game clock; it is written as 0"));
    note(lost.pauses, "no-pause-code",
         QStringLiteral("%1 frames had a pause that was about to begin; it is written as asked for"));
    note(lost.teams, "no-team-code",
         QStringLiteral("%1 frames had a pause or a goal of spectators; it is written as nobody's"));
    note(lost.points, "points-cut",
         QStringLiteral("%1 frames had parts of a point, which the format does not hold"));
    note(
        lost.times, "clock-back",
        QStringLiteral("%1 frames were before the first one, or too long behind it; they have another time"));
    note(lost.rules, "rules-changed",
         QStringLiteral("%1 frames had other rules than the first one, which the format holds once"));
    note(lost.possession, "team-possession",
         QStringLiteral("in %1 frames a team had the disc, but none of its players; that is not written"));
    note(lost.teamStats, "team-stats",
         QStringLiteral("in %1 frames the statistics of a team were not those of its players; they are not "
                        "written"));
    note(lost.stats, "stats-ended",
         QStringLiteral("%1 times a player had no statistics any more; readers keep the last ones"));
    note(lost.arms, "no-arm",
         QStringLiteral("%1 times a loadout told of an arm, which the format does not hold"));
    note(lost.payloads, "no-payload-place",
         QStringLiteral(
             "%1 frames had a payload's place, or a contested one, which the format does not hold"));
    note(lost.slots, "shared-slot",
         QStringLiteral("%1 times a player had the slot of another one, and got a free one"));
    note(lost.players, "too-many-players", QStringLiteral("%1 times a player beyond the 64th was left out"));
    note(lost.bones, "too-many-bones", QStringLiteral("%1 skeletons beyond the 64th were left out"));
    note(lost.names, "long-name", QStringLiteral("%1 times a name was too long, and was cut"));
    note(lost.events, "event-left-out",
         QStringLiteral("%1 recorded events were of players who are not in the frame; they are not written"));
    note(lost.kinds, "match-kind",
         QStringLiteral("whether the match is private or a tournament's is only written as its type says"));
    if (!header.unknownFields.isEmpty())
        note(1, "fields-left-out",
             QStringLiteral("fields that are not kept are left out: %1")
                 .arg(header.unknownFields.join(QLatin1String(", "))));
    return out;
}

} // namespace ghostline::echo::tape
