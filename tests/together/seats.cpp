// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/seats.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace ghostline::test {

using namespace std::chrono_literals;
using together::SharedState;

namespace {

constexpr int AnswerMs = 10'000;

Whereabouts readWhereabouts(const QJsonObject& object)
{
    const auto micros = [&object](const QString& key) {
        return std::chrono::microseconds(object[key].toInteger());
    };
    Whereabouts found;
    found.play.place = micros(QStringLiteral("place_us"));
    // Whoever is asked is on this machine: what is its clock is everybody's.
    found.play.clock = together::HostInstant(micros(QStringLiteral("instant_us")));
    found.play.duration = micros(QStringLiteral("duration_us"));
    found.play.playing = object[QStringLiteral("playing")].toBool();
    found.play.rate = object[QStringLiteral("rate")].toDouble();
    if (object.contains(QStringLiteral("loop_to_us")))
        found.play.loop = together::SharedLoop{micros(QStringLiteral("loop_from_us")),
                                               micros(QStringLiteral("loop_to_us"))};
    found.me = static_cast<std::uint32_t>(object[QStringLiteral("me")].toInteger());
    found.driver = static_cast<std::uint32_t>(object[QStringLiteral("driver")].toInteger());
    found.people = object[QStringLiteral("people")].toInt();
    found.lost = object[QStringLiteral("lost")].toInt();
    found.camera = object[QStringLiteral("camera")].toString();
    found.line = object[QStringLiteral("line")].toString();
    found.apart = object[QStringLiteral("apart")].toBool();
    return found;
}

std::int64_t distance(const SharedState& a, const SharedState& b)
{
    const auto now = std::max(a.clock, b.clock);
    return std::abs(together::behindBy(a.placeAt(now), b.placeAt(now), b.loop).count());
}

} // namespace

SeatProcess::SeatProcess(const QStringList& arguments)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
    m_process.start(QStringLiteral(GHOSTLINE_SEAT), arguments);
}

SeatProcess::~SeatProcess()
{
    m_process.closeWriteChannel(); // it ends by that
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(5'000))
        kill();
}

void SeatProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished();
}

void SeatProcess::read()
{
    while (m_process.canReadLine()) {
        const QByteArray line = m_process.readLine().trimmed();
        if (line.startsWith('{')) {
            m_answer = readWhereabouts(QJsonDocument::fromJson(line).object());
            ++m_answers;
        } else {
            m_said << QString::fromUtf8(line);
        }
    }
}

void SeatProcess::ask()
{
    ++m_asked;
    say(QStringLiteral("where"));
}

std::optional<Whereabouts> SeatProcess::where()
{
    ask();
    if (!QTest::qWaitFor([this] { return hasAnswered() || !isRunning(); }, AnswerMs) || !hasAnswered())
        return std::nullopt;
    return m_answer;
}

QString SeatProcess::lastSaid(const QString& word) const
{
    for (auto line = m_said.crbegin(); line != m_said.crend(); ++line) {
        if (line->section(u' ', 0, 0) == word)
            return line->section(u' ', 1).isNull() ? QStringLiteral("") : line->section(u' ', 1);
    }
    return {};
}

std::int64_t Differences::largest() const { return all.empty() ? 0 : *std::ranges::max_element(all); }

std::int64_t Differences::quantile(double share) const
{
    if (all.empty())
        return 0;
    std::vector<std::int64_t> sorted = all;
    std::ranges::sort(sorted);
    const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(at, 1, sorted.size()) - 1];
}

bool SeatRoom::startHost()
{
    m_host.reset();
    const bool again = m_line != nullptr;
    QStringList arguments{QStringLiteral("host"), QString::number(again ? m_invitation.port : 0)};
    if (again)
        arguments << m_invitation.code;
    m_host = std::make_unique<SeatProcess>(arguments);
    const QString word = QStringLiteral("line");
    if (!QTest::qWaitFor([&] { return !m_host->lastSaid(word).isNull(); }, AnswerMs))
        return false;
    const auto invitation = together::parseInvitation(m_host->lastSaid(word));
    if (!invitation || (again && *invitation != m_invitation))
        return false;
    m_invitation = *invitation;
    if (!again)
        m_line = std::make_unique<SlowLine>(m_invitation.port, m_weather);
    return m_line->port() != 0;
}

bool SeatRoom::addGuest(const QString& name)
{
    together::Invitation through = m_invitation;
    through.port = m_line->port();
    m_guests.push_back(
        std::make_unique<SeatProcess>(QStringList{QStringLiteral("join"), through.text(), name}));
    return QTest::qWaitFor([this] { return !m_guests.back()->lastSaid(QStringLiteral("in")).isNull(); },
                           AnswerMs);
}

std::optional<std::int64_t> SeatRoom::apart()
{
    std::vector<SeatProcess*> asked{m_host.get()};
    for (const auto& guest : m_guests) {
        if (guest->isRunning())
            asked.push_back(guest.get());
    }
    for (SeatProcess* seat : asked)
        seat->ask();
    const auto all = [&asked] { return std::ranges::all_of(asked, &SeatProcess::hasAnswered); };
    if (!QTest::qWaitFor(all, AnswerMs))
        return std::nullopt;
    const SharedState host = m_host->answer()->play;
    std::int64_t most = 0;
    m_alike = true;
    for (const SeatProcess* seat : asked) {
        const SharedState& own = seat->answer()->play;
        most = std::max(most, distance(own, host));
        m_alike = m_alike && own.playing == host.playing && own.rate == host.rate && !seat->answer()->apart;
    }
    return most;
}

bool SeatRoom::comeTogether(std::int64_t within, std::chrono::milliseconds atMost)
{
    return QTest::qWaitFor(
        [this, within] {
            const auto most = apart();
            return most && *most <= within && alike();
        },
        static_cast<int>(atMost.count()));
}

Differences SeatRoom::watch(std::chrono::milliseconds span)
{
    Differences found;
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < span.count()) {
        const auto most = apart();
        if (!most)
            return {};
        found.all.push_back(*most);
        const qint64 next = 100 * static_cast<qint64>(found.all.size());
        if (next > timer.elapsed())
            QTest::qWait(static_cast<int>(next - timer.elapsed()));
    }
    return found;
}

} // namespace ghostline::test
