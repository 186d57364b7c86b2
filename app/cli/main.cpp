// SPDX-License-Identifier: GPL-3.0-or-later
// The headless tool. Everything but the process itself is in ghostline-cli-core.
#include "app/cli/command_line.h"
#include "model/base/heap_policy.h"
#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"

#include <QCoreApplication>

#include <array>
#include <atomic>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <langinfo.h>
#include <memory>
#include <poll.h>
#include <thread>
#include <unistd.h>

using namespace ghostline;

namespace {

/// Qt 6 wants UTF-8 and complains on stderr when the locale is another one; numbers are never localised.
void useUtf8()
{
    std::setlocale(LC_ALL, "");
    if (QByteArrayView(nl_langinfo(CODESET)) != QByteArrayView("UTF-8"))
        setenv("LC_ALL", "C.UTF-8", 1);
}

/// How long the work may take to notice that it is to stop.
constexpr timespec Patience{0, 500'000'000};

/// The first interrupt stops the work cleanly; a second one, or work that does not notice and saves nothing,
/// ends the program at once. Half-written output is removed either way.
void stopOnInterrupt(std::stop_source stop, std::shared_ptr<const std::atomic_bool> saves)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([stop, signals, saves = std::move(saves)]() mutable {
        int received = 0;
        sigwait(&signals, &received);
        // It waits for what is called upon a stop, which may hang like anything else.
        std::thread([stop]() mutable { stop.request_stop(); }).detach();
        int again = sigtimedwait(&signals, nullptr, &Patience);
        if (again < 0 && *saves)
            sigwait(&signals, &again);
        model::removeTemporaries();
        _exit(again > 0 ? 128 + again : static_cast<int>(app::ExitFailed));
    }).detach();
}

/// How long a wait for standard input may not notice that it is to stop.
constexpr int InputPatienceMs = 100;

/// Not through stdio: what is there is handed on while the rest is still to come.
model::Result<QByteArray> readInput(const std::stop_token& stop)
{
    std::array<char, 1 << 16> text;
    while (!stop.stop_requested()) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, InputPatienceMs) == 0)
            continue;
        const ssize_t bytes = ::read(STDIN_FILENO, text.data(), text.size());
        if (bytes >= 0)
            return QByteArray(text.data(), bytes);
        if (errno != EINTR && errno != EAGAIN)
            return model::fail(
                model::ErrorCode::NotReadable,
                QStringLiteral("standard input cannot be read: %1").arg(qt_error_string(errno)));
    }
    return QByteArray();
}

app::TextSink streamSink(std::FILE* stream)
{
    return [stream](QByteArrayView text) {
        if (!text.isEmpty()) // nothing has no address, which fwrite() wants
            std::fwrite(text.data(), 1, static_cast<std::size_t>(text.size()), stream);
    };
}

/// What was closed is taken by the next file that is opened, which would then be read or written to.
void keepStandardFiles()
{
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(file, F_GETFD) < 0 && errno == EBADF)
            (void)::open("/dev/null", O_RDWR);
    }
}

} // namespace

int main(int argc, char** argv)
{
    keepStandardFiles();
    model::shareOneHeap();
    useUtf8();
    const QCoreApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    std::stop_source stop;
    const auto saves = std::make_shared<std::atomic_bool>(false);
    stopOnInterrupt(stop, saves);

    const model::CodecRegistry registry;
    const app::Console console{streamSink(stdout), streamSink(stderr), [] { std::fflush(stdout); }, readInput,
                               [saves] { *saves = true; }};
    const app::Session session{console, registry, model::openerOf(registry), stop.get_token()};
    QStringList arguments; // as bytes: Qt's own would lose what is no UTF-8
    for (int i = 1; i < argc; ++i)
        arguments << model::pathFromBytes(argv[i]);
    const int code = app::runCommandLine(arguments, session);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fputs("ghostline-cli: standard output could not be written\n", stderr);
        return app::ExitFailed;
    }
    return code;
}
