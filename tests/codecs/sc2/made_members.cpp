// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/made_members.h"

#include <algorithm>
#include <iterator>

namespace ghostline::sc2::made {

namespace {

/// Of a version that has this base build.
int majorOf(std::uint32_t build)
{
    constexpr std::uint32_t FirstBuilds[] = {15405, 24944, 38215, 59587, 80949};
    return static_cast<int>(std::ranges::upper_bound(FirstBuilds, build) - std::begin(FirstBuilds));
}

} // namespace

Bytes header(std::uint32_t build, std::int64_t loops, const char* signature)
{
    VersionedWriter out;
    out.structure(4);
    out.tag(0).blob(signature);
    out.tag(1).structure(6);
    out.tag(0).integer(1).tag(1).integer(majorOf(build)).tag(2).integer(3).tag(3).integer(4);
    out.tag(4).integer(build).tag(5).integer(build);
    out.tag(2).integer(2);
    out.tag(3).integer(loops);
    return out.bytes();
}

Bytes details(const std::vector<Player>& players)
{
    VersionedWriter out;
    out.structure(4);
    out.tag(0).optional(true).array(players.size());
    for (const Player& p : players) {
        out.structure(p.slot >= 0 ? 8 : 7);
        out.tag(0).blob(p.name);
        out.tag(2).blob(p.race);
        out.tag(3).structure(4).tag(0).integer(255).tag(1).integer(10).tag(2).integer(20).tag(3).integer(30);
        out.tag(4).integer(p.control);
        out.tag(5).integer(p.team);
        out.tag(7).integer(0);
        out.tag(8).integer(p.result);
        if (p.slot >= 0)
            out.tag(9).optional(true).integer(p.slot);
    }
    out.tag(1).blob("A Map");
    out.tag(5).integer(132404660161480473);
    out.tag(12).integer(3);
    return out.bytes();
}

Bytes lobby(std::uint32_t build, const QStringList& users, const std::vector<Slot>& slots)
{
    QJsonArray userList;
    for (const QString& name : users)
        userList.append(QJsonObject{{QStringLiteral("m_name"), name},
                                    {QStringLiteral("m_clanTag"), QStringLiteral("CLAN")}});
    QJsonArray slotList;
    for (const Slot& s : slots) {
        QJsonObject slot{
            {QStringLiteral("m_control"), s.control}, {QStringLiteral("m_teamId"), s.team},
            {QStringLiteral("m_observe"), s.observe}, {QStringLiteral("m_handicap"), 90},
            {QStringLiteral("m_difficulty"), 4},      {QStringLiteral("m_workingSetSlotId"), s.workingSlot}};
        if (s.user >= 0)
            slot.insert(QStringLiteral("m_userId"), s.user);
        slotList.append(slot);
    }
    const QJsonObject game{{QStringLiteral("m_mapSizeX"), 0},
                           {QStringLiteral("m_mapSizeY"), 176},
                           {QStringLiteral("m_gameSpeed"), 4},
                           {QStringLiteral("m_gameOptions"), QJsonObject{{QStringLiteral("m_amm"), true}}}};
    const QJsonObject state{
        {QStringLiteral("m_userInitialData"), userList},
        {QStringLiteral("m_gameDescription"), game},
        {QStringLiteral("m_lobbyState"), QJsonObject{{QStringLiteral("m_slots"), slotList}}}};
    PackedWriter out;
    out.value(protocolFor(build).initData, QJsonObject{{QStringLiteral("m_syncLobbyState"), state}});
    return out.written();
}

Bytes attributes(bool source, const std::vector<Attribute>& values, int extra)
{
    QByteArray out;
    const auto word = [&](std::uint32_t v) {
        for (int i = 0; i < 4; ++i)
            out.append(static_cast<char>(v >> (8 * i)));
    };
    if (source)
        out.append('\x02');
    word(999);
    word(std::uint32_t(int(values.size()) + extra));
    for (const Attribute& a : values) {
        word(999);
        word(a.id);
        out.append(static_cast<char>(a.scope));
        for (std::size_t i = 4; i-- > 0;)
            out.append(i < a.value.size() ? a.value[i] : '\0');
    }
    Bytes bytes;
    for (const char c : out)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

Bytes plain(const QByteArray& raw)
{
    Bytes bytes;
    for (const char c : raw)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

std::optional<ReplayHead> headOf(const Bytes& userData, const std::vector<MpqWriteMember>& members)
{
    const Bytes file = writeMpq(userData, members, {});
    const auto archive = MpqArchive::open(file);
    if (!archive)
        return std::nullopt;
    auto head = readHead(*archive);
    return head ? std::optional(std::move(*head)) : std::nullopt;
}

QStringList codes(const ReplayHead& head)
{
    QStringList out;
    for (const model::Diagnostic& d : head.diagnostics)
        out += d.code;
    return out;
}

} // namespace ghostline::sc2::made
