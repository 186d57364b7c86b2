// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/host_crowd.h"

#include "together/json_fields.h"

#include <algorithm>

namespace ghostline::together {

HostCrowd::HostCrowd(const HostOptions& options, const Drive& drive, const SharedDrawings& drawings)
    : m_options(options), m_drive(drive), m_drawings(drawings)
{
}

HostCrowd::~HostCrowd()
{
    for (const auto& guest : m_guests)
        delete guest->link;
}

HostGuest* HostCrowd::find(PersonId who) const
{
    const auto found = std::ranges::find_if(m_guests, [who](const auto& g) { return g->id == who; });
    return found != m_guests.end() ? found->get() : nullptr;
}

bool HostCrowd::isLost(PersonId who) const
{
    const HostGuest* guest = find(who);
    return guest && !guest->link;
}

std::size_t HostCrowd::here() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_guests, [](const auto& g) { return g->link; }));
}

People HostCrowd::people() const
{
    People all;
    Person host{PersonId::Host, m_options.name, 0};
    host.drives = m_drive.driver() == PersonId::Host;
    all.people.push_back(host);
    for (const auto& guest : m_guests) {
        all.people.push_back({guest->id, guest->name, guest->lagMs, guest->id == m_drive.driver(),
                              m_drive.asks(guest->id), !guest->link});
    }
    return all;
}

HostGuest* HostCrowd::before(const QHostAddress& address, const QString& asked, OwnInstant now) const
{
    const QByteArray key = addressKey(address);
    HostGuest* stale = nullptr;
    for (const auto& guest : m_guests) {
        if (guest->asked != asked || addressKey(guest->address) != key)
            continue;
        if (!guest->link)
            return guest.get();
        if (!stale && now - guest->link->heard() >= m_options.times.stale)
            stale = guest.get();
    }
    return stale;
}

HostGuest& HostCrowd::add(const QString& asked)
{
    auto guest = std::make_unique<HostGuest>();
    guest->id = static_cast<PersonId>(++m_lastPerson);
    guest->name = freeName(asked);
    guest->asked = asked;
    m_guests.push_back(std::move(guest));
    return *m_guests.back();
}

void HostCrowd::remove(PersonId who)
{
    std::erase_if(m_guests, [who](const auto& g) { return g->id == who; });
}

std::optional<PersonId> HostCrowd::tooMany() const
{
    const auto lost = std::ranges::find_if(m_guests, [](const auto& g) { return !g->link; });
    if (m_guests.size() < m_options.admission.guests || lost == m_guests.end())
        return std::nullopt;
    return (*lost)->id;
}

QString HostCrowd::freeName(const QString& wanted) const
{
    const QString name = wanted.isEmpty() ? QStringLiteral("Guest") : wanted;
    QString free = name;
    const auto isTaken = [&] {
        const auto isSame = [&free](const QString& other) {
            return free.compare(other, Qt::CaseInsensitive) == 0;
        };
        return isSame(m_options.name) ||
               std::ranges::any_of(m_guests, [&](const auto& g) { return isSame(g->name); });
    };
    for (int i = 2; isTaken(); ++i) {
        const QString number = QStringLiteral(" (%1)").arg(i);
        free = cutText(name, MostNameLetters - static_cast<std::size_t>(number.size())) + number;
    }
    return free;
}

void HostCrowd::send(const HostGuest& guest, const Message& message) const
{
    if (guest.link)
        guest.link->send(QString::fromUtf8(encode(message)));
}

void HostCrowd::tell(const Message& message, PersonId but, bool lossy) const
{
    const QString text = QString::fromUtf8(encode(message));
    for (const auto& guest : m_guests) {
        if (guest->link && guest->id != but && !(lossy && isBehind(*guest)))
            guest->link->send(text);
    }
}

void HostCrowd::tellState(const SharedState& state)
{
    const QString text = QString::fromUtf8(encode(StateMessage{state}));
    for (const auto& guest : m_guests) {
        if (!guest->link || guest->id == m_drive.driver())
            continue;
        if (isBehind(*guest))
            guest->stateDue = true;
        else
            guest->link->send(text);
    }
}

void HostCrowd::tellPeople()
{
    const QString text = QString::fromUtf8(encode(people()));
    for (const auto& guest : m_guests) {
        if (!guest->link)
            continue;
        if (isBehind(*guest))
            guest->peopleDue = true;
        else
            guest->link->send(text);
    }
}

void HostCrowd::catchUp(HostGuest& guest, const std::optional<SharedState>& state, OwnInstant now)
{
    if (!guest.link || guest.link->ended())
        return;
    if (isBehind(guest)) {
        guest.behindSince = guest.behindSince.value_or(now);
        return;
    }
    guest.behindSince.reset();
    if (std::exchange(guest.stateDue, false) && state)
        send(guest, StateMessage{*state});
    if (std::exchange(guest.peopleDue, false))
        send(guest, people());
    while (guest.link && !isBehind(guest)) {
        const SharedDrawings::Entry* next = m_drawings.after(guest.drawings);
        if (!next) {
            guest.drawings = m_drawings.newest();
            return;
        }
        guest.drawings = next->number;
        send(guest, next->added);
    }
}

void HostCrowd::catchUpAll(const std::optional<SharedState>& state, OwnInstant now)
{
    for (const auto& guest : m_guests)
        catchUp(*guest, state, now);
}

std::vector<PersonId> HostCrowd::tooSlow(OwnInstant now) const
{
    std::vector<PersonId> slow;
    for (const auto& guest : m_guests) {
        const bool tooLong = guest->behindSince && now - *guest->behindSince >= m_options.times.slow;
        if (guest->link && (tooLong || guest->link->unsent() > m_options.unsentBytes))
            slow.push_back(guest->id);
    }
    return slow;
}

} // namespace ghostline::together
