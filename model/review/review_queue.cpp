// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/review_queue.h"

#include "model/base/thread_priority.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::model {

namespace {

/// How many files for each thread may be done before their turn: one long recording at the front holds nobody
/// up, and what waits stays small.
constexpr std::size_t AheadOfEach = 16;

/// Whoever opens a file waits while its source indexes it in a thread of its own: with two for each core none
/// is idle while another file is opened, waited for or let go.
constexpr std::size_t OpenersOfEachCore = 2;

std::size_t threadCount(int wanted, std::size_t files)
{
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::min(wanted > 0 ? static_cast<std::size_t>(wanted) : cores * OpenersOfEachCore, files);
}

/// What a recording says of somebody that outlives a name; empty where it says nothing.
QString lastingId(const ActorInfo* actor)
{
    if (actor == nullptr)
        return {};
    const auto told =
        std::ranges::find(actor->attributes, QStringLiteral("uuid"), &std::pair<QString, QString>::first);
    return told != actor->attributes.end() ? told->second.toLower() : QString();
}

/// Those of the line-up, else the players that a viewer wants first; whom a flag accuses before them.
void namePeople(ReviewedFile& file, const ReplayInfo& info)
{
    const auto add = [&file](const QString& name, const ActorInfo* actor) {
        if (name.isEmpty() || file.people.contains(name))
            return;
        file.people << name;
        file.peopleIds << lastingId(actor);
    };
    for (const Flag& flag : file.flags) {
        if (const ActorInfo* const accused = info.actor(flag.actor))
            add(accused->name, accused);
    }
    for (const PlayerCard& card : info.players)
        add(card.name, info.actor(card.actor));
    if (!info.players.empty())
        return;
    for (const ActorInfo& actor : info.cast) {
        if (actor.kind == ActorKind::Player && actor.principal)
            add(actor.name, &actor);
    }
}

/// Threads that open files, each the next that nobody has, and the thread that takes the results in order.
class Opening
{
public:
    Opening(const QStringList& files, const Opener& open, const OpenOptions& options, std::size_t threads,
            const std::stop_token& stop)
        : m_files(files), m_open(open), m_options(options), m_ring(threads * AheadOfEach),
          m_passOn(stop, [this] { m_stop.request_stop(); })
    {
        m_options.stop = m_stop.get_token();
        m_threads.reserve(threads);
        for (std::size_t i = 0; i < threads; ++i)
            m_threads.emplace_back([this] { work(); });
    }
    ~Opening() { m_stop.request_stop(); }
    Q_DISABLE_COPY_MOVE(Opening)

    /// The next in order; none when stopped.
    std::optional<ReviewedFile> next()
    {
        std::unique_lock lock(m_mutex);
        std::optional<ReviewedFile>& place = m_ring[m_taken % m_ring.size()];
        if (!m_changed.wait(lock, m_options.stop, [&place] { return place.has_value(); }))
            return std::nullopt;
        std::optional<ReviewedFile> file = std::exchange(place, std::nullopt);
        ++m_taken;
        m_changed.notify_all();
        return file;
    }

private:
    /// The next file that nobody opens yet, once there is room for its result; none at the end.
    std::optional<std::size_t> claim()
    {
        std::unique_lock lock(m_mutex);
        const auto hasRoom = [this] { return m_claimed < m_taken + m_ring.size(); };
        const auto files = static_cast<std::size_t>(m_files.size());
        if (!m_changed.wait(lock, m_options.stop, hasRoom) || m_options.stop.stop_requested() ||
            m_claimed >= files)
            return std::nullopt;
        return m_claimed++;
    }

    void work()
    {
        lowerThreadPriority();
        while (const auto number = claim()) {
            ReviewedFile file = reviewFile(m_files[static_cast<qsizetype>(*number)], m_open, m_options);
            const std::scoped_lock lock(m_mutex);
            m_ring[*number % m_ring.size()] = std::move(file);
            m_changed.notify_all();
        }
    }

    const QStringList& m_files;
    const Opener& m_open;
    OpenOptions m_options;
    std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    std::vector<std::optional<ReviewedFile>> m_ring; ///< results, by the file's number
    std::size_t m_claimed = 0;
    std::size_t m_taken = 0;
    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_passOn;
    std::vector<std::jthread> m_threads; ///< last: they end before the rest goes
};

} // namespace

int ReviewedFile::openFlags(int fromSeverity, const ReviewRules& rules) const
{
    return static_cast<int>(std::count_if(flags.begin(), flags.end(), [&](const Flag& flag) {
        return flag.severity >= fromSeverity && isOpen(flag, sidecar, rules);
    }));
}

int ReviewedFile::disputedFlags(const ReviewRules& rules) const
{
    return static_cast<int>(std::count_if(
        flags.begin(), flags.end(), [&](const Flag& flag) { return isDisputed(flag, sidecar, rules); }));
}

int ReviewedFile::worstSeverity() const
{
    int worst = -1;
    for (const Flag& flag : flags)
        worst = std::max(worst, flag.severity);
    return worst;
}

ReviewedFile reviewFile(const QString& path, const Opener& open, const OpenOptions& options)
{
    ReviewedFile file;
    file.path = path;
    const auto opened = openComplete(open, path, options);
    if (!opened) {
        file.error = opened.error();
        return file;
    }
    const ReplayIndex& index = *opened->index;
    file.map = index.info->map;
    file.recordedAt = index.info->recordedAt;
    file.duration = index.timeAxis.duration();
    file.flags = flagsOf(*index.events);
    file.diagnostics = index.diagnostics;
    file.lost = index.lost;
    file.lostData = index.lostData();
    if (auto notes = loadNotes(path)) {
        file.sidecar = std::move(notes->sidecar);
        file.sidecarError = std::move(notes->leftOut);
        identify(file.sidecar, path, options.stop);
    } else {
        file.sidecarError = notes.error();
    }
    putOwnFlags(file.flags, file.sidecar, index.info.get());
    namePeople(file, *index.info);
    return file;
}

Result<void> reviewFiles(const QStringList& files, const Opener& open, const OpenOptions& options,
                         int threads, const std::function<bool(ReviewedFile&&)>& sink, std::stop_token stop)
{
    const auto count = static_cast<std::size_t>(files.size());
    const auto cancelled = [] {
        return fail(ErrorCode::Cancelled, QStringLiteral("stopped before all recordings were looked at"));
    };
    if (stop.stop_requested())
        return cancelled();
    if (count == 0)
        return {};
    Opening opening(files, open, options, threadCount(threads, count), stop);
    for (std::size_t i = 0; i < count; ++i) {
        std::optional<ReviewedFile> file = opening.next();
        if (!file || stop.stop_requested())
            return cancelled();
        if (!sink(std::move(*file)))
            return {};
    }
    return {};
}

} // namespace ghostline::model
