// SPDX-License-Identifier: GPL-3.0-or-later
// The headless tool. Everything but the process itself is in ghostline-cli-core.
#include "app/cli/command_line.h"
#include "model/heap_policy.h"

#include <QCoreApplication>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <langinfo.h>
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

/// The first interrupt stops the work cleanly, so that a half-written output is removed; the second kills.
void stopOnInterrupt(std::stop_source stop)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([stop, signals]() mutable {
        int received = 0;
        sigwait(&signals, &received);
        stop.request_stop();
        sigwait(&signals, &received);
        _exit(128 + received);
    }).detach();
}

app::TextSink streamSink(std::FILE* stream)
{
    return [stream](QByteArrayView text) {
        std::fwrite(text.data(), 1, static_cast<std::size_t>(text.size()), stream);
    };
}

} // namespace

int main(int argc, char** argv)
{
    model::shareOneHeap();
    useUtf8();
    const QCoreApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    std::stop_source stop;
    stopOnInterrupt(stop);

    const model::CodecRegistry registry;
    const auto open = [&registry](const QString& path, const model::OpenOptions& options) {
        return registry.open(path, options);
    };
    const app::Console console{streamSink(stdout), streamSink(stderr), [] { std::fflush(stdout); }};
    const app::Session session{console, registry, open, stop.get_token()};
    const int code = app::runCommandLine(QCoreApplication::arguments().sliced(1), session);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fputs("ghostline-cli: standard output could not be written\n", stderr);
        return app::ExitFailed;
    }
    return code;
}
