// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who watches together, without a window: a process with a playhead over a made-up recording, a
// steady beat that advances it, and commands from its standard input, one a line.
//
//   ghostline-seat host PORT [CODE]     says "line ghostline://..." as soon as it listens; port 0 = any
//   ghostline-seat join LINE [NAME]     says "in" whenever it is let in, "failed ..." when it is over
//   ghostline-seat crowd LINE COUNT     so many guests who follow nothing, for measuring their host; says how
//                                       many states came each second
//
//   play, pause, rate X, seek SECONDS, loop A B (seconds; none = no loop), follow
//   ask, give ID, camera WORD
//   where                               answers with one line of JSON
//   quit
#include "model/time/playhead.h"
#include "together/guest.h"
#include "together/host.h"
#include "together/shared_playback.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>

#include <array>
#include <cstdio>
#include <unistd.h>

using namespace ghostline;
using namespace ghostline::together;
using namespace std::chrono_literals;

namespace {

constexpr model::FrameNumber FramesASecond = 30;
/// Long enough for ten minutes at eight times the speed.
constexpr model::FrameNumber RecordedSeconds = 2 * 60 * 60;
constexpr auto Beat = 16ms;

void say(const QByteArray& line)
{
    std::fputs(line.constData(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

RecordingName madeUpRecording() { return {QStringLiteral("made-up.rec"), {QByteArray(64, 'a'), 1000}}; }

const char* wordOf(Guest::Line line)
{
    switch (line) {
    case Guest::Line::Connecting:
        return "connecting";
    case Guest::Line::In:
        return "in";
    case Guest::Line::Lost:
        return "lost";
    case Guest::Line::None:
        break;
    }
    return "none";
}

/// A playhead that is advanced as a window does it, and the instant at which that was done last.
class BeatenPlayhead
{
public:
    BeatenPlayhead()
    {
        head.setTimeAxis(model::TimeAxis::uniform(RecordedSeconds * FramesASecond + 1, 1, FramesASecond));
        QObject::connect(&head, &model::Playhead::playingChanged, &m_timer, [this](bool playing) {
            m_advanced = OwnClock::now();
            if (playing)
                m_timer.start(Beat);
            else
                m_timer.stop();
        });
        QObject::connect(&head, &model::Playhead::sought, &m_timer, [this] { m_advanced = OwnClock::now(); });
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            const OwnInstant now = OwnClock::now();
            const auto elapsed = now - std::exchange(m_advanced, now);
            head.advance(elapsed);
        });
        m_timer.setTimerType(Qt::PreciseTimer);
    }

    model::Playhead head{};
    /// When it was where it says it is.
    OwnInstant instant() const { return head.playing() ? m_advanced : OwnClock::now(); }

private:
    OwnInstant m_advanced{};
    QTimer m_timer{};
};

class Seat
{
public:
    explicit Seat(Participant& participant, const Guest* guest)
        : m_participant(participant), m_guest(guest), m_playback(&participant, &m_playhead.head)
    {
        QObject::connect(&m_playback, &SharedPlayback::lookCame, &m_playback, [this](const SharedLook& look) {
            m_look = look;
            m_playback.setLook(look);
        });
    }

    /// Whether it goes on.
    bool obey(const QStringList& words)
    {
        const QString command = words.value(0);
        if (command == QStringLiteral("where"))
            say(QJsonDocument(where()).toJson(QJsonDocument::Compact));
        else if (!obeyPlayback(command, words) && !obeyParty(command, words) && !command.isEmpty())
            say(command == QStringLiteral("quit") ? QByteArray("bye") : QByteArray("unknown command"));
        return command != QStringLiteral("quit");
    }

private:
    bool obeyPlayback(const QString& command, const QStringList& words)
    {
        model::Playhead& head = m_playhead.head;
        if (command == QStringLiteral("play"))
            head.play();
        else if (command == QStringLiteral("pause"))
            head.pause();
        else if (command == QStringLiteral("rate"))
            head.setRate(words.value(1).toDouble());
        else if (command == QStringLiteral("seek"))
            head.seekTime(model::fromSeconds(words.value(1).toDouble()));
        else if (command == QStringLiteral("loop"))
            head.setLoop(loopOf(words));
        else if (command == QStringLiteral("follow"))
            m_playback.follow();
        else
            return false;
        return true;
    }
    bool obeyParty(const QString& command, const QStringList& words)
    {
        if (command == QStringLiteral("ask")) {
            m_participant.askForDrive(true);
        } else if (command == QStringLiteral("give")) {
            m_participant.give(static_cast<PersonId>(words.value(1).toUInt()));
        } else if (command == QStringLiteral("camera")) {
            m_look.camera = words.value(1);
            m_playback.setLook(m_look);
        } else {
            return false;
        }
        return true;
    }
    static std::optional<model::FrameRange> loopOf(const QStringList& words)
    {
        if (words.size() < 3)
            return std::nullopt;
        const auto frame = [&words](qsizetype i) {
            return static_cast<model::FrameNumber>(words[i].toDouble() * FramesASecond);
        };
        return model::FrameRange{frame(1), frame(2)};
    }

    QJsonObject where() const
    {
        const model::Playhead& head = m_playhead.head;
        const auto number = [](PersonId who) { return static_cast<qint64>(who); };
        qint64 lost = 0;
        for (const Person& person : m_participant.people())
            lost += person.lost ? 1 : 0;
        QJsonObject object{
            {QStringLiteral("place_us"), qint64{head.time().count()}},
            {QStringLiteral("instant_us"), qint64{m_playhead.instant().time_since_epoch().count()}},
            {QStringLiteral("duration_us"), qint64{head.timeAxis().duration().count()}},
            {QStringLiteral("playing"), head.playing()},
            {QStringLiteral("rate"), head.rate()},
            {QStringLiteral("me"), number(m_participant.me())},
            {QStringLiteral("driver"), number(m_participant.driver())},
            {QStringLiteral("people"), static_cast<qint64>(m_participant.people().size())},
            {QStringLiteral("lost"), lost},
            {QStringLiteral("camera"), m_look.camera},
            {QStringLiteral("apart"), m_playback.isApart()},
            {QStringLiteral("clock_error_us"), qint64{-1}},
            {QStringLiteral("line"), QStringLiteral("host")},
        };
        if (const auto loop = sharedLoop(head.loop(), head.timeAxis())) {
            object[QStringLiteral("loop_from_us")] = qint64{loop->from.count()};
            object[QStringLiteral("loop_to_us")] = qint64{loop->to.count()};
        }
        if (m_guest) {
            object[QStringLiteral("clock_error_us")] = qint64{m_guest->clock().error().count()};
            object[QStringLiteral("line")] = QString::fromLatin1(wordOf(m_guest->line()));
        }
        return object;
    }

    Participant& m_participant;
    const Guest* m_guest;
    BeatenPlayhead m_playhead;
    SharedPlayback m_playback;
    SharedLook m_look;
};

/// Until "quit", or until nobody writes any more.
int sit(Seat& seat)
{
    QByteArray unread;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &input, [&] {
        std::array<char, 4096> buffer{};
        const auto count = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count <= 0)
            return QCoreApplication::quit();
        unread.append(buffer.data(), static_cast<qsizetype>(count));
        for (qsizetype end = unread.indexOf('\n'); end >= 0; end = unread.indexOf('\n')) {
            const QString line = QString::fromUtf8(unread.left(end));
            unread.remove(0, end + 1);
            if (!seat.obey(line.split(u' ', Qt::SkipEmptyParts)))
                return QCoreApplication::quit();
        }
    });
    return QCoreApplication::exec();
}

int host(const QStringList& arguments)
{
    Host host;
    QObject::connect(&host, &Host::started, &host,
                     [](const HostReach& reach) { say("line " + reach.invitations.at(0).text().toUtf8()); });
    QObject::connect(&host, &Host::failed, &host,
                     [](const model::Error& error) { say("failed " + error.message.toUtf8()); });
    HostOptions options;
    options.port = static_cast<std::uint16_t>(arguments.value(2).toUInt());
    options.code = arguments.value(3);
    options.name = QStringLiteral("Coach");
    options.program = QStringLiteral("0.1.0");
    options.recording = madeUpRecording();
    Seat seat(host, nullptr);
    host.start(std::move(options));
    return sit(seat);
}

int join(const QStringList& arguments)
{
    const auto invitation = parseInvitation(arguments.value(2));
    if (!invitation) {
        say("failed " + invitation.error().message.toUtf8());
        return 2;
    }
    Guest guest;
    QObject::connect(&guest, &Guest::welcomed, &guest, [] { say("in"); });
    QObject::connect(&guest, &Guest::failed, &guest,
                     [](const GuestFailure& failure) { say("failed " + failure.text.text().toUtf8()); });
    GuestOptions options;
    options.invitation = *invitation;
    options.name = arguments.value(3, QStringLiteral("Anna"));
    options.program = QStringLiteral("0.1.0");
    options.recording = madeUpRecording();
    options.times.longestAgain = 1'000ms;
    Seat seat(guest, &guest);
    guest.join(std::move(options));
    return sit(seat);
}

int crowd(const QStringList& arguments)
{
    const auto invitation = parseInvitation(arguments.value(2));
    if (!invitation)
        return 2;
    int in = 0;
    int states = 0;
    std::vector<std::unique_ptr<Guest>> guests;
    for (int i = 0; i < arguments.value(3).toInt(); ++i) {
        Guest& guest = *guests.emplace_back(std::make_unique<Guest>());
        QObject::connect(&guest, &Guest::welcomed, &guest, [&in] { ++in; });
        QObject::connect(&guest, &Guest::stateCame, &guest, [&states] { ++states; });
        guest.join({.invitation = *invitation,
                    .name = QStringLiteral("Guest %1").arg(i + 1),
                    .program = QStringLiteral("0.1.0"),
                    .recording = std::nullopt,
                    .times = {}});
    }
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        say("in " + QByteArray::number(in) + ", states " + QByteArray::number(std::exchange(states, 0)));
    });
    timer.start(1s);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QStringLiteral("host"))
        return host(arguments);
    if (arguments.value(1) == QStringLiteral("join"))
        return join(arguments);
    if (arguments.value(1) == QStringLiteral("crowd"))
        return crowd(arguments);
    std::fputs("ghostline-seat host PORT [CODE] | join LINE [NAME] | crowd LINE COUNT\n", stderr);
    return 2;
}
