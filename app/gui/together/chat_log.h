// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was said while watching together, and who came, left and drove meanwhile. Kept whether anybody looks
// at it or not. UI thread only.
#include "together/host_options.h"
#include "together/participant.h"

#include <QPointer>
#include <QTime>

#include <chrono>
#include <deque>
#include <optional>

namespace ghostline::app {

struct ChatEntry
{
    enum class Kind : std::uint8_t { Theirs, Own, Notice };
    Kind kind = Kind::Notice;
    QTime at{};
    QString name{}; ///< empty for a notice
    QString text{}; ///< one line, plain
};

/// How many notices a log takes, so that nobody fills it with comings and goings.
class NoticeRate
{
public:
    static constexpr int Most = 10;                         ///< a second
    enum class Answer : std::uint8_t { Whole, Mark, None }; ///< Mark: the first of those that are left out
    /// `now` never goes back.
    Answer take(std::chrono::steady_clock::time_point now);

private:
    std::optional<std::chrono::steady_clock::time_point> m_began{}; ///< the second that is counted
    int m_taken = 0;
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
    void note(const QString& text);
    void hear(const together::Chat& chat);
    void takePeople();
    void noteComings(const std::vector<together::Person>& before);
    void noteDrive(const std::vector<together::Person>& before);

    QPointer<together::Participant> m_participant;
    bool m_isHost = false; ///< Host::noticed says who comes and goes, and from where
    std::vector<together::Person> m_people;
    std::deque<ChatEntry> m_entries;
    NoticeRate m_rate;
};

} // namespace ghostline::app
