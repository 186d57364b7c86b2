// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/open_live.h"

#include "codecs/echo/live/live_address.h"
#include "codecs/echo/text/echo_replay_file.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/http_reply_check.h"

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;
using model::Sentence;

namespace {

constexpr int MostSilences = 3;
constexpr int MostWrong = 10;
constexpr int SlowestRate = 1;
constexpr int FastestRate = 120;

tl::unexpected<model::Error> nothingThere(const QUrl& address, const Sentence& why, ErrorCode code)
{
    model::Error error{code, {}, {}, {}, {}};
    error.say(
        Sentence::of(QStringLiteral("no game could be watched at %1: %2"), {model::hostText(address), why}));
    error.advise(Sentence::of(QStringLiteral("The game has to run, with access to its API switched on in its "
                                             "settings; then open the address again")));
    error.file = model::addressText(address);
    return tl::unexpected(std::move(error));
}

/// Asks until there is a frame.
Result<LivePoll> firstFrame(const QUrl& address, LiveAnswers& answers, const LivePace& pace,
                            const std::stop_token& stop)
{
    LiveClient client(sessionAddress(address), bonesAddress(address));
    LivePause pause(pace);
    int silences = 0;
    int wrong = 0;
    while (true) {
        LivePoll poll = client.poll(stop);
        if (stop.stop_requested())
            return model::cancelled(QStringLiteral("opening was cancelled"));
        const AnswerKind kind = answers.take(poll);
        if (kind == AnswerKind::Frame)
            return poll;
        silences = kind == AnswerKind::Silent ? silences + 1 : 0;
        wrong = kind == AnswerKind::Wrong ? wrong + 1 : 0;
        if (silences >= MostSilences)
            return nothingThere(address, answers.why(), ErrorCode::IoError);
        if (wrong >= MostWrong)
            return nothingThere(address, answers.why(), ErrorCode::UnknownFormat);
        if (!client.wait(pause.after(kind), stop))
            return model::cancelled(QStringLiteral("opening was cancelled"));
    }
}

} // namespace

Result<std::unique_ptr<FrameFile>> openGame(const QUrl& address, const QString& folder, LivePace pace,
                                            const std::stop_token& stop)
{
    auto answers = std::make_unique<LiveAnswers>();
    const auto first = firstFrame(address, *answers, pace, stop);
    if (!first)
        return tl::unexpected(first.error());
    auto recording = LiveRecording::open(folder, answers->sessionId(), first->timeMs);
    if (!recording)
        return tl::unexpected(recording.error());
    // In one that goes on it belongs behind a gap.
    if (!recording->goesOn()) {
        if (auto kept = recording->append(answers->line()); !kept)
            return tl::unexpected(kept.error());
    }
    auto bytes = model::openFile(recording->path());
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto growth = std::make_unique<LiveGrowth>(address, std::move(*recording), std::move(answers), pace);
    return EchoReplayFile::open(std::move(*bytes), stop, std::move(growth));
}

Result<std::unique_ptr<FrameFile>> openGame(const QUrl& address, const model::OpenOptions& options)
{
    LivePace pace;
    const QString rate = options.codec.value(QStringLiteral("rate"));
    if (!rate.isEmpty())
        pace.rate = rate.toInt();
    if (pace.rate < SlowestRate || pace.rate > FastestRate)
        return model::fail(
            ErrorCode::InvalidArgument,
            Sentence::of(QStringLiteral("rate must be 1 to 120 polls a second, not %1"), {rate}));
    QString folder = options.codec.value(QStringLiteral("folder"));
    if (folder.isEmpty())
        folder = LiveRecording::usualFolder();
    return openGame(address, folder, pace, options.stop);
}

} // namespace ghostline::echo
