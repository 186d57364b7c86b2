// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_list.h"

#include "app/cli/recording_names.h"
#include "app/cli/time_limit.h"
#include "model/base/heap_policy.h"
#include "model/bytes/http_source.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;

namespace {

/// How many bytes of answers may wait for their turn before nobody begins another recording: one that takes
/// long does not hold up the others, and what waits stays little.
constexpr qsizetype MostWaiting = qsizetype{16} << 20;

/// Everything of one recording, ready to be printed.
struct Line
{
    QByteArray out;
    QByteArray err;
    int code = ExitFine;

    qsizetype bytes() const { return out.size() + err.size() + qsizetype{sizeof *this}; }
};

/// The one that counts more when several recordings end differently.
int worse(int a, int b)
{
    for (const int code : {ExitFailed, ExitFlagged, ExitLostData}) {
        if (a == code || b == code)
            return code;
    }
    return ExitFine;
}

/// Threads that each take the next recording, and print whatever's turn it is.
class ListRun
{
public:
    ListRun(const Session& session, const ListArguments& arguments, const QString& verb,
            const AnswerOne& answer)
        : m_session(session), m_verb(verb), m_answer(answer), m_timeout(arguments.timeout),
          m_names(session, arguments.paths, arguments.zeroEnds)
    {
    }

    int run(std::size_t threads)
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < threads; ++i)
            workers.emplace_back([this] { work(); });
        workers.clear(); // waits for them
        return m_code;
    }

private:
    void work()
    {
        while (const auto item = claim()) {
            Line line = lineOf(item->second);
            if (m_session.stop.stop_requested())
                return; // half done is not done
            deliver(item->first, std::move(line));
        }
    }

    std::optional<std::pair<std::size_t, ListedRecording>> claim()
    {
        const std::scoped_lock reading(m_reading);
        {
            std::unique_lock lock(m_mutex);
            if (!m_printedOne.wait(lock, m_session.stop, [this] { return m_waitingBytes < MostWaiting; }))
                return std::nullopt;
        }
        QByteArray said;
        auto next = m_names.next(said);
        if (!said.isEmpty()) {
            const std::scoped_lock lock(m_mutex);
            m_session.console.err(said);
        }
        if (!next)
            return std::nullopt;
        return std::pair{m_claimed++, std::move(*next)};
    }

    Line lineOf(const ListedRecording& recording) const
    {
        Line line;
        const TimeLimit limit(m_session.stop, m_timeout);
        Session one = m_session;
        one.console.err = [&line](QByteArrayView text) { line.err += text; };
        one.stop = limit.token();
        Answer answer = recording.error ? Answer::failed(one, *recording.error, recording.file)
                                        : m_answer(one, recording.file);
        const bool givenUp = limit.passed(); // asked once: it may pass at any time
        if (givenUp) {
            line.err.clear();
            const QString reason = u"given up after %1 s"_s.arg(m_timeout);
            answer = Answer::failed(one, {ErrorCode::Cancelled, reason}, recording.file);
        }
        line.code = answer.code;
        write(line.out, recording.file, answer, givenUp);
        return line;
    }

    void write(QByteArray& out, const QString& file, const Answer& answer, bool givenUp) const
    {
        JsonWriter json([&out](QByteArrayView text) { out += text; }, JsonLayout::Inline);
        json.beginObject();
        json.member("file", model::withoutPassword(file));
        json.member("verb", m_verb);
        json.member("status", givenUp        ? u"given up"_s
                              : answer.error ? u"unreadable"_s
                              : answer.lost  ? u"damaged"_s
                                             : u"ok"_s);
        json.member("exit_code", answer.code);
        json.key("error");
        answer.error ? writeError(json, *answer.error) : json.null();
        if (answer.members && !answer.error)
            answer.members(json);
        json.endObject();
        json.finish();
    }

    void deliver(std::size_t number, Line line)
    {
        const std::scoped_lock lock(m_mutex);
        m_waitingBytes += line.bytes();
        m_waiting.emplace(number, std::move(line));
        for (auto at = m_waiting.begin(); at != m_waiting.end() && at->first == m_printed;
             at = m_waiting.erase(at)) {
            m_session.console.out(at->second.out);
            m_session.console.flush();
            m_session.console.err(at->second.err);
            m_waitingBytes -= at->second.bytes();
            m_code = worse(m_code, at->second.code);
            ++m_printed;
        }
        m_printedOne.notify_all();
    }

    const Session& m_session;
    const QString m_verb;
    const AnswerOne& m_answer;
    const double m_timeout;
    std::mutex m_reading; ///< guards the next two
    RecordingNames m_names;
    std::size_t m_claimed = 0;
    std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_printedOne;
    std::map<std::size_t, Line> m_waiting; ///< by the recording's place in the list
    qsizetype m_waitingBytes = 0;
    std::size_t m_printed = 0;
    int m_code = ExitFine;
};

} // namespace

Answer Answer::failed(const Session& session, const model::Error& error, const QString& file)
{
    return {failWith(session, error, file), false, error};
}

int runList(const Session& session, const ListArguments& arguments, const QString& verb,
            const AnswerOne& answer)
{
    const auto threads = arguments.jobs > 0 ? static_cast<std::size_t>(arguments.jobs)
                                            : std::max(1U, std::thread::hardware_concurrency());
    model::useHeapForEachThread();
    const int code = ListRun(session, arguments, verb, answer).run(threads);
    if (session.stop.stop_requested())
        return failWith(session, {ErrorCode::Cancelled, u"stopped before the list was done"_s});
    return code;
}

std::optional<model::Error> wrongWithoutList(const ListArguments& arguments)
{
    if (arguments.isList() || (arguments.timeout <= 0.0 && arguments.jobs <= 0 && !arguments.zeroEnds))
        return std::nullopt;
    return model::Error{ErrorCode::InvalidArgument,
                        u"--timeout, --jobs and --null are for a list: --jsonl, or - as PATH"_s};
}

} // namespace ghostline::app
