// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was said while watching together, and who came, left and drove meanwhile. Kept whether anybody looks
// at it or not. UI thread only.
#include "together/host_options.h"
#include "together/participant.h"

#include <QPointer>
#include <QTime>

#include <deque>

namespace ghostline::app {

struct ChatEntry
{
    enum class Kind : std::uint8_t { Theirs, Own, Notice };
    Kind kind = Kind::Notice;
    QTime at{};
    QString name{}; ///< empty for a notice
    QString text{}; ///< one line, plain
};

class ChatLog : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t Most = 500; ///< the oldest go

    using QObject::QObject;
    /// null = over: what was said can still be read. Another one begins a new log.
    void setParticipant(together::Participant* participant);
    const std::deque<ChatEntry>& entries() const { return m_entries; }
    /// To all. False where that cannot be: there is nothing to say, or nobody to hear it.
    bool say(const QString& text);

Q_SIGNALS:
    void appended(const ghostline::app::ChatEntry& entry);
    void cleared();

private:
    void append(ChatEntry::Kind kind, const QString& name, const QString& text);
    void note(const QString& text) { append(ChatEntry::Kind::Notice, {}, text); }
    void hear(const together::Chat& chat);
    void takePeople();
    void noteComings(const std::vector<together::Person>& before);
    void noteDrive(const std::vector<together::Person>& before);

    QPointer<together::Participant> m_participant;
    bool m_isHost = false; ///< Host::noticed says who comes and goes, and from where
    std::vector<together::Person> m_people;
    std::deque<ChatEntry> m_entries;
};

} // namespace ghostline::app
