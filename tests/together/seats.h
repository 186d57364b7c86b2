// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Several who watch together, each a process of its own (seat.cpp), with a bad line between them.
#include "tests/together/slow_line.h"
#include "together/invitation.h"
#include "together/shared_state.h"

#include <QJsonObject>
#include <QProcess>

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::test {

/// What a seat says of itself.
struct Whereabouts
{
    /// Where it is at any instant near the one that it speaks of: all processes of a machine have one clock.
    together::SharedState play{};
    std::uint32_t me = 0;
    std::uint32_t driver = 0xFFFF'FFFF; ///< nobody
    int people = 0;
    int lost = 0;
    QString camera{};
    QString line{};
    bool apart = false;
};

class SeatProcess
{
public:
    explicit SeatProcess(const QStringList& arguments);
    ~SeatProcess();
    SeatProcess(const SeatProcess&) = delete;
    SeatProcess& operator=(const SeatProcess&) = delete;
    SeatProcess(SeatProcess&&) = delete;
    SeatProcess& operator=(SeatProcess&&) = delete;

    void say(const QString& command) { m_process.write(command.toUtf8() + '\n'); }
    /// Nothing where it does not answer. Others go on meanwhile.
    std::optional<Whereabouts> where();
    /// The rest of the newest line that begins with that word; null where none came.
    QString lastSaid(const QString& word) const;
    /// Without a word.
    void kill();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

    // Whereabouts of several seats, asked at about one time.
    void ask();
    bool hasAnswered() const { return m_answers == m_asked; }
    const std::optional<Whereabouts>& answer() const { return m_answer; }

private:
    void read();

    QProcess m_process;
    QStringList m_said;
    int m_asked = 0;
    int m_answers = 0;
    std::optional<Whereabouts> m_answer;
};

/// How far they are from the first, in microseconds of the recording, and how many looks there were.
struct Differences
{
    std::vector<std::int64_t> all{};

    std::int64_t largest() const;
    /// Not exceeded by that share of them.
    std::int64_t quantile(double share) const;
};

/// The first is the host.
class SeatRoom
{
public:
    explicit SeatRoom(LineWeather weather = {}) : m_weather(weather) {}

    /// Whether it listens; a second time on the same port and by the same code.
    bool startHost();
    /// Whether it was let in. Through the bad line.
    bool addGuest(const QString& name);

    SeatProcess& host() { return *m_host; }
    SeatProcess& guest(std::size_t i) { return *m_guests.at(i); }
    SlowLine& line() { return *m_line; }
    QString invitation() const { return m_invitation.text(); }

    /// Of all guests that run, the largest distance from the host, at one instant; nothing where one does not
    /// answer.
    std::optional<std::int64_t> apart();
    /// ... and of those, whether all play, or do not play, as the host does.
    bool alike() const { return m_alike; }
    /// Within so many microseconds of the recording, playing alike; waits for it.
    bool comeTogether(std::int64_t within, std::chrono::milliseconds atMost);
    /// Looks ten times a second for that long.
    Differences watch(std::chrono::milliseconds span);

private:
    LineWeather m_weather;
    together::Invitation m_invitation;
    std::unique_ptr<SeatProcess> m_host;
    std::unique_ptr<SlowLine> m_line;
    std::vector<std::unique_ptr<SeatProcess>> m_guests;
    bool m_alike = false;
};

} // namespace ghostline::test
