// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_record.h"

#include "app/cli/text_table.h"
#include "app/cli/write_output.h"
#include "model/base/shown_text.h"
#include "model/codec/live_reader.h"
#include "model/time/time_text.h"

#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include <chrono>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

/// How often it is looked whether it is over; asking the game has a thread of its own.
constexpr std::chrono::milliseconds LookTime{50};
/// How long the last frames are waited for.
constexpr std::chrono::milliseconds ToldTime{1500};

/// Why recording ended.
enum class Ending { Stopped, TimeUp, AnotherMatch, Failed };

QString endingWord(Ending ending)
{
    switch (ending) {
    case Ending::Stopped:
        return u"stopped"_s;
    case Ending::TimeUp:
        return u"time_up"_s;
    case Ending::AnotherMatch:
        return u"another_match"_s;
    case Ending::Failed:
        return u"failed"_s;
    }
    return {};
}

QString endingText(Ending ending)
{
    switch (ending) {
    case Ending::Stopped:
        return u"it was stopped"_s;
    case Ending::TimeUp:
        return u"the time was over"_s;
    case Ending::AnotherMatch:
        return u"another match began"_s;
    case Ending::Failed:
        return u"it could not go on"_s;
    }
    return {};
}

class Recorder
{
public:
    Recorder(const Session& session, const RecordArguments& arguments)
        : m_session(session), m_arguments(arguments)
    {
    }

    int run()
    {
        if (const auto opened = open(); !opened)
            return failWith(m_session, opened.error(), m_arguments.file);
        // What cannot be written is known now, and not when the match is over.
        if (const auto tried = write(); !tried)
            return failWith(m_session, tried.error(), m_arguments.output);
        m_session.console.saves();
        const Ending ending = follow();
        awaitTold();
        const auto report = write();
        const auto state = model::liveStateOf(*m_source);
        const auto index = m_source->index();
        m_source.reset();
        if (!report) {
            say(u"the match is kept in %1"_s.arg(state->keptAt));
            return failWith(m_session, report.error(), m_arguments.output);
        }
        tell(*report, *state, *index, ending);
        QFile::remove(state->keptAt); // all of it stands in OUT
        return ending == Ending::Failed ? ExitFailed : ExitFine;
    }

private:
    Result<void> open()
    {
        const model::CodecInfo* const codec = model::liveCodecOf(m_arguments.file, m_session.registry);
        if (codec == nullptr)
            return model::fail(
                ErrorCode::InvalidArgument,
                u"no game can be watched there; an address like http://127.0.0.1:6721/session is one"_s);
        if (auto free = checkReplaced(m_arguments.output, m_arguments.force); !free)
            return free;
        const auto writer = m_session.registry.load(codec->id);
        if (!writer)
            return tl::unexpected(writer.error());
        m_codec = *writer;
        auto options = openOptions(m_session, m_arguments);
        if (!options)
            return tl::unexpected(options.error());
        auto replay = startReplay(m_session, m_arguments.file, std::move(*options));
        if (!replay)
            return tl::unexpected(replay.error());
        m_source = std::move(replay->source);
        return {};
    }

    Ending follow()
    {
        const auto begin = Clock::now();
        std::optional<Ending> ending;
        QEventLoop loop;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
            const std::chrono::duration<double> since = Clock::now() - begin;
            const auto state = model::liveStateOf(*m_source);
            tellStalled(state->stalled);
            if (m_session.stop.stop_requested())
                ending = Ending::Stopped;
            else if (state->ended)
                ending = Ending::AnotherMatch;
            else if (const auto index = m_source->index(); index->complete && !index->growing)
                ending = Ending::Failed;
            else if (m_arguments.seconds > 0.0 && since.count() >= m_arguments.seconds)
                ending = Ending::TimeUp;
            if (ending)
                loop.quit();
        });
        timer.start(LookTime);
        loop.exec();
        return *ending;
    }

    /// What came last is in the index a moment later.
    void awaitTold() const
    {
        const auto begin = Clock::now();
        const std::uint64_t frames = model::liveStateOf(*m_source)->frames;
        QEventLoop loop;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
            const auto index = m_source->index();
            if (!index->growing || static_cast<std::uint64_t>(index->frames()) >= frames ||
                Clock::now() - begin >= ToldTime)
                loop.quit();
        });
        timer.start(LookTime);
        loop.exec();
    }

    /// All that came, over what was written before.
    Result<model::WriteReport> write()
    {
        const auto index = m_source->waitComplete(); // what grows is whole as far as it goes
        if (!index)
            return tl::unexpected(index.error());
        return m_codec->write(*m_source, {m_arguments.output, {0, (*index)->frames()}, {}, {}, {}});
    }

    void tellStalled(const model::Sentence& why)
    {
        if (why.text() == m_stalled)
            return;
        m_stalled = why.text();
        say(m_stalled.isEmpty() ? u"it goes on"_s : u"waiting: "_s + m_stalled);
    }

    void say(const QString& text) const
    {
        m_session.console.err((u"ghostline-cli: "_s + model::shownText(text) + u'\n').toUtf8());
    }

    void tell(const model::WriteReport& report, const model::LiveState& state,
              const model::ReplayIndex& index, Ending ending) const
    {
        const double seconds = exactSeconds(index.timeAxis.duration());
        if (!m_arguments.json) {
            m_session.print(u"%1  %2, %3\n"_s.arg(shownText(m_arguments.output),
                                                  countText(report.frames, u"frame"_s),
                                                  bytesText(report.bytes)));
            m_session.print(u"  %1 s, %2, %3 that could not be used; %4\n"_s.arg(
                figureText(seconds), countText(static_cast<std::int64_t>(state.gaps), u"gap"_s),
                countText(static_cast<std::int64_t>(state.wrong), u"answer"_s), endingText(ending)));
            m_session.print(lostText(index.lost, 2));
            return;
        }
        JsonWriter json(m_session.console.out);
        json.beginObject();
        json.member("file", m_arguments.output);
        json.member("frames", report.frames);
        json.member("bytes", report.bytes);
        json.member("seconds", seconds);
        json.member("gaps", state.gaps);
        json.member("wrong_answers", state.wrong);
        json.member("ended", endingWord(ending));
        json.key("notes");
        writeDiagnostics(json, index.diagnostics);
        json.endObject();
        json.finish();
    }

    const Session& m_session;
    const RecordArguments& m_arguments;
    const model::Codec* m_codec = nullptr;
    std::shared_ptr<model::ReplaySource> m_source;
    QString m_stalled;
};

} // namespace

int runRecord(const Session& session, const RecordArguments& arguments)
{
    return Recorder(session, arguments).run();
}

} // namespace ghostline::app
