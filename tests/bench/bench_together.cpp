// SPDX-License-Identifier: GPL-3.0-or-later
// A host with fifty guests that is told where it is 25 times a second, for ten seconds: what that takes of
// the processor and of memory. Not a Google Benchmark: it measures a process over a time. The guests are
// here, too, in the main thread; the host is all the rest.
//
//   bench_together [SECONDS] [GUESTS]
#include "together/guest.h"
#include "together/host.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

using namespace ghostline;
using namespace ghostline::together;
using namespace std::chrono_literals;

namespace {

constexpr auto Change = ChangeInterval;

double processorSeconds(clockid_t clock)
{
    timespec spent{};
    clock_gettime(clock, &spent);
    return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0.0;
    return file.readAll().split(' ').value(1).toDouble() * 4096.0 / (1 << 20);
}

RecordingName madeUpRecording() { return {QStringLiteral("made-up.rec"), {QByteArray(64, 'a'), 1000}}; }

/// Whether it became true.
bool waitFor(const std::function<bool()>& done, std::chrono::milliseconds atMost)
{
    QElapsedTimer timer;
    timer.start();
    while (!done() && timer.elapsed() < atMost.count())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    return done();
}

void spin(std::chrono::milliseconds span)
{
    QTimer::singleShot(span, Qt::PreciseTimer, QCoreApplication::instance(), &QCoreApplication::quit);
    QCoreApplication::exec();
}

class Party
{
public:
    /// Whether all are in.
    bool gather(std::size_t guests)
    {
        QObject::connect(&m_host, &Host::started, &m_host,
                         [this](const HostReach& reach) { m_reach = reach; });
        HostOptions options;
        options.port = 0;
        options.name = QStringLiteral("Coach");
        options.program = QStringLiteral("0.1.0");
        options.recording = madeUpRecording();
        m_host.start(std::move(options));
        if (!waitFor([this] { return m_reach.has_value(); }, 10s))
            return false;
        for (std::size_t i = 0; i < guests; ++i) {
            auto guest = std::make_unique<Guest>();
            QObject::connect(guest.get(), &Guest::stateCame, guest.get(), [this] { ++m_came; });
            GuestOptions joining;
            joining.invitation = m_reach->invitations.at(0);
            joining.name = QStringLiteral("Guest %1").arg(i + 1);
            joining.program = QStringLiteral("0.1.0");
            joining.recording = madeUpRecording();
            guest->join(std::move(joining));
            m_guests.push_back(std::move(guest));
        }
        const auto isIn = [](const auto& guest) { return guest->line() == Guest::Line::In; };
        return waitFor([this, isIn] { return std::ranges::all_of(m_guests, isIn); }, 30s);
    }

    void drive(std::chrono::milliseconds span)
    {
        QTimer timer;
        timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] {
            SharedState state;
            state.clock = HostClock::now();
            state.place = model::Micros{++m_said * 40'000};
            state.playing = true;
            state.duration = std::chrono::hours(1);
            state.camera = QStringLiteral("pose:%1,2.5,3.25,0.5,0.25").arg(m_said);
            m_host.setState(state);
        });
        timer.start(Change);
        spin(span);
    }
    std::int64_t said() const { return m_said; }
    std::int64_t came() const { return m_came; }

private:
    Host m_host{};
    std::optional<HostReach> m_reach{};
    std::vector<std::unique_ptr<Guest>> m_guests{};
    std::int64_t m_said = 0;
    std::int64_t m_came = 0;
};

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int seconds = std::max(arguments.value(1, QStringLiteral("10")).toInt(), 1);
    const auto guests = static_cast<std::size_t>(
        std::clamp(arguments.value(2, QStringLiteral("50")).toInt(), 1, static_cast<int>(MostGuests)));
    const double before = residentMiB();
    Party party;
    if (!party.gather(guests)) {
        std::fputs("not everybody was let in\n", stderr);
        return 1;
    }
    spin(2s); // the first pings
    const double all = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const double own = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    const std::int64_t came = party.came();
    party.drive(std::chrono::seconds(seconds));
    const double ownShare = (processorSeconds(CLOCK_THREAD_CPUTIME_ID) - own) / seconds;
    const double allShare = (processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - all) / seconds;
    std::printf("%zu guests, %lld states said in %d s, %.1f a second came to each\n", guests,
                static_cast<long long>(party.said()), seconds,
                static_cast<double>(party.came() - came) / seconds / static_cast<double>(guests));
    std::printf(
        "host: %.1f %% of a core; guests: %.1f %% of a core in all; memory: %.1f MiB for all of them\n",
        (allShare - ownShare) * 100.0, ownShare * 100.0, residentMiB() - before);
    return 0;
}
