// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/admission.h"

#include "together/invitation.h"

#include <algorithm>

namespace ghostline::together {

QByteArray addressKey(const QHostAddress& address)
{
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    if (isV4)
        return QByteArray::number(v4);
    const Q_IPV6ADDR v6 = address.toIPv6Address();
    return QByteArray(reinterpret_cast<const char*>(v6.c), 8).toHex();
}

bool sameSecret(const QByteArray& given, const QByteArray& right)
{
    unsigned difference = given.size() == right.size() && !right.isEmpty() ? 0U : 1U;
    for (qsizetype i = 0; i < right.size(); ++i) {
        const char other = i < given.size() ? given[i] : '\0';
        difference |= static_cast<unsigned>(static_cast<unsigned char>(other ^ right[i]));
    }
    return difference == 0;
}

std::vector<ConnectionId> Admission::connected(ConnectionId id, const QHostAddress& address, OwnInstant now)
{
    std::vector<ConnectionId> dropped;
    const QByteArray key = addressKey(address);
    const auto drop = [&](auto entry) {
        dropped.push_back(entry->id);
        m_halfMade.erase(entry);
    };
    const auto ofAddress = [&key](const HalfMade& h) { return h.address == key; };
    const auto most = std::max<std::size_t>(m_limits.halfMadePerAddress, 1);
    if (static_cast<std::size_t>(std::ranges::count_if(m_halfMade, ofAddress)) >= most)
        drop(std::ranges::find_if(m_halfMade, ofAddress));
    if (m_halfMade.size() >= std::max<std::size_t>(m_limits.halfMade, 1))
        drop(m_halfMade.begin());
    m_halfMade.push_back({id, key, now + m_limits.handshake});
    return dropped;
}

void Admission::extend(ConnectionId id, OwnInstant until)
{
    const auto found = std::ranges::find(m_halfMade, id, &HalfMade::id);
    if (found != m_halfMade.end())
        found->until = std::max(found->until, until);
}

void Admission::settled(ConnectionId id)
{
    std::erase_if(m_halfMade, [id](const HalfMade& h) { return h.id == id; });
}

std::vector<ConnectionId> Admission::overdue(OwnInstant now)
{
    std::vector<ConnectionId> late;
    for (const HalfMade& h : m_halfMade) {
        if (h.until <= now)
            late.push_back(h.id);
    }
    std::erase_if(m_halfMade, [now](const HalfMade& h) { return h.until <= now; });
    return late;
}

void Admission::forget(OwnInstant now)
{
    std::erase_if(m_wrong, [&](const auto& entry) { return now - entry.second.last >= m_limits.forgotten; });
    while (!m_wrongInAll.empty() && now - m_wrongInAll.front() >= m_limits.forgotten)
        m_wrongInAll.pop_front();
}

bool Admission::isCutOff(const QHostAddress& address, OwnInstant now)
{
    forget(now);
    const QByteArray key = addressKey(address);
    const auto found = m_wrong.find(key);
    if (found != m_wrong.end() && found->second.count >= m_limits.wrongPerAddress)
        return true;
    // A guess from a thousand machines must not shut out who is known.
    return m_wrongInAll.size() >= m_limits.wrongInAll && !m_right.contains(key);
}

Admission::Answer Admission::check(const QHostAddress& address, bool right, OwnInstant now)
{
    if (isCutOff(address, now))
        return {Verdict::Later};
    const QByteArray key = addressKey(address);
    if (!right)
        return wrong(key, now);
    if (m_right.size() < m_limits.addresses)
        m_right.insert(key);
    return {Verdict::Right};
}

Admission::Answer Admission::wrong(const QByteArray& key, OwnInstant now)
{
    if (!m_wrong.contains(key) && m_wrong.size() >= m_limits.addresses)
        m_wrong.erase(std::ranges::min_element(
            m_wrong, {}, [](const auto& entry) { return entry.second.last; })); // the count in all stays
    WrongCodes& codes = m_wrong[key];
    ++codes.count;
    codes.last = now;
    m_wrongInAll.push_back(now);
    if (m_wrongInAll.size() > m_limits.wrongInAll)
        m_wrongInAll.pop_front();
    std::chrono::milliseconds delay = m_limits.firstDelay;
    for (std::size_t i = 1; i < codes.count && delay < m_limits.longestDelay; ++i)
        delay *= 2;
    return {Verdict::Wrong, std::min(delay, m_limits.longestDelay), codes.count == m_limits.wrongPerAddress};
}

Admission::Answer Admission::checkCode(const QHostAddress& address, const QString& typed,
                                       const QString& right, std::size_t guests, OwnInstant now)
{
    Answer answer = check(address, sameCode(readCode(typed), right), now);
    if (answer.verdict == Verdict::Right && guests >= m_limits.guests)
        answer.verdict = Verdict::Full;
    return answer;
}

Admission::Answer Admission::checkSecret(const QHostAddress& address, const QByteArray& given,
                                         const QByteArray& right, bool wellFormed, OwnInstant now)
{
    const bool same = sameSecret(given, right);
    // Somebody still has another one open and asks for each part; there are as many as codes, too many to
    // guess.
    if (!same && wellFormed)
        return {isCutOff(address, now) ? Verdict::Later : Verdict::Other};
    return check(address, same, now);
}

} // namespace ghostline::together
