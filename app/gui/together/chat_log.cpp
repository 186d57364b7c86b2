// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/chat_log.h"

#include "app/gui/together/drive_words.h"
#include "app/gui/widgets/replay_words.h"
#include "together/host.h"

#include <algorithm>

namespace ghostline::app {

using together::driverIn;
using together::personIn;

NoticeRate::Answer NoticeRate::take(std::chrono::steady_clock::time_point now)
{
    if (!m_began || now - *m_began >= std::chrono::seconds(1)) {
        m_began = now;
        m_taken = 0;
    }
    if (m_taken > Most)
        return Answer::None;
    return m_taken++ < Most ? Answer::Whole : Answer::Mark;
}

void ChatLog::setParticipant(together::Participant* participant)
{
    if (m_participant == participant)
        return;
    if (m_participant)
        m_participant->disconnect(this);
    m_participant = participant;
    if (participant == nullptr)
        return;
    m_people = participant->people();
    m_entries.clear();
    m_rate = {};
    Q_EMIT cleared();
    const auto* host = qobject_cast<together::Host*>(participant);
    m_isHost = host != nullptr;
    if (host != nullptr)
        connect(host, &together::Host::noticed, this, [this](const together::HostNotice& notice) {
            note(shownSentence(notice.text.text(), notice.text.wording()));
        });
    connect(participant, &together::Participant::chatted, this, &ChatLog::hear);
    connect(participant, &together::Participant::peopleChanged, this, &ChatLog::takePeople);
}

bool ChatLog::say(const QString& text)
{
    const QString line = text.simplified().left(static_cast<qsizetype>(together::MostChatLetters));
    if (line.isEmpty() || !m_participant || !m_participant->mayChat())
        return false;
    m_participant->chat(line);
    const together::Person* own = m_participant->person(m_participant->me());
    append(ChatEntry::Kind::Own, own != nullptr ? personName(*own) : tr("You"), line);
    return true;
}

void ChatLog::append(ChatEntry::Kind kind, const QString& name, const QString& text)
{
    // One line each: nobody writes what looks like somebody else's.
    m_entries.push_back({kind, QTime::currentTime(), name.simplified(), text.simplified()});
    if (m_entries.size() > Most)
        m_entries.pop_front();
    Q_EMIT appended(m_entries.back());
}

void ChatLog::note(const QString& text)
{
    const NoticeRate::Answer answer = m_rate.take(std::chrono::steady_clock::now());
    if (answer != NoticeRate::Answer::None)
        append(ChatEntry::Kind::Notice, {}, answer == NoticeRate::Answer::Whole ? text : QStringLiteral("…"));
}

void ChatLog::hear(const together::Chat& chat)
{
    const together::Person* who = personIn(m_people, chat.who);
    append(ChatEntry::Kind::Theirs, who != nullptr ? personName(*who) : tr("Somebody who has left"),
           chat.text);
}

void ChatLog::takePeople()
{
    const std::vector<together::Person> before = std::exchange(m_people, m_participant->people());
    if (before.empty() || m_people.empty())
        return; // the first list, or the end: nobody came or went
    if (!m_isHost)
        noteComings(before);
    noteDrive(before);
}

void ChatLog::noteComings(const std::vector<together::Person>& before)
{
    for (const together::Person& person : m_people) {
        const together::Person* known = personIn(before, person.id);
        if (person.id == m_participant->me())
            continue;
        if (known == nullptr)
            note(tr("%1 joined").arg(personName(person)));
        else if (person.lost && !known->lost)
            note(tr("The connection to %1 is lost").arg(personName(person)));
        else if (!person.lost && known->lost)
            note(tr("%1 is back").arg(personName(person)));
    }
    for (const together::Person& person : before) {
        if (personIn(m_people, person.id) == nullptr)
            note(tr("%1 left").arg(personName(person)));
    }
}

void ChatLog::noteDrive(const std::vector<together::Person>& before)
{
    if (driverIn(before) != driverIn(m_people))
        note(driverText(*m_participant));
}

} // namespace ghostline::app
