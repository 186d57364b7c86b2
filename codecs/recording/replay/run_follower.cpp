// SPDX-License-Identifier: GPL-3.0-or-later
// When a recording is read on, looked at again, or given up.
#include "codecs/recording/replay/run_follower.h"

#include <QDateTime>

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

// How often a recording that may still grow is looked at; over a network less often.
constexpr std::chrono::milliseconds FollowTime{250};
constexpr std::chrono::milliseconds FollowTimeFar{2000};
/// Read at least for so long before a revision tells of it, however long there was none.
constexpr std::chrono::milliseconds ReadTime{100};
/// What was changed within this time may be changed again.
constexpr qint64 FreshSeconds = 600;

} // namespace

RunFollower::RunFollower(std::shared_ptr<const RecordingFile> file, const FollowOptions& options,
                         model::RevisionPublisher<RunIndex>& revisions)
    : m_options(options), m_revisions(revisions),
      m_scan(std::make_unique<RunScan>(std::move(file), options.read))
{
}

void RunFollower::publish()
{
    m_revisions.publish([this](model::Revision number) { return m_scan->snapshot(number, mayGrow()); });
}

/// Whether its layout is one that a recorder adds to.
bool RunFollower::canGrow() const
{
    const FileDescription& about = m_scan->file()->description();
    return m_options.follow && about.layout == Layout::Segmented && !about.finished && !about.barePreamble;
}

/// Whether more of it is to be expected.
bool RunFollower::mayGrow() const
{
    if (!canGrow())
        return false;
    const QDateTime modified = m_scan->file()->bytes()->identity().modified;
    return m_grew || (modified.isValid() && modified.secsTo(QDateTime::currentDateTimeUtc()) < FreshSeconds);
}

Result<void> RunFollower::run(const std::stop_token& stop)
{
    if (auto read = readAll(stop); !read)
        return read;
    while (canGrow()) {
        if (!m_revisions.pause(m_options.far ? FollowTimeFar : FollowTime, stop))
            return model::cancelled();
        if (lookAgain(stop)) {
            const bool nothingToRead = m_scan->finished();
            if (auto read = readAll(stop); !read)
                return read;
            if (nothingToRead)
                publish();
        } else if (m_revisions.current()->revision->growing != mayGrow()) {
            publish();
        }
    }
    return {};
}

/// Reads to the end and publishes on the way.
Result<void> RunFollower::readAll(const std::stop_token& stop)
{
    while (!m_scan->finished()) {
        const auto until = std::max<Clock::time_point>(m_revisions.due(), Clock::now() + ReadTime);
        if (auto done = m_scan->advance(until, stop); !done) {
            if (done.error().code == ErrorCode::Cancelled)
                return done;
            holdOn(done.error(), stop);
            if (stop.stop_requested())
                return model::cancelled();
        }
        publish();
    }
    return {};
}

/// Waits for a server that is away, which is no damage; or gives up.
void RunFollower::holdOn(const model::Error& why, const std::stop_token& stop)
{
    if (!mayComeBack(why, *m_scan->file()))
        return m_scan->giveUp(why);
    const auto now = Clock::now();
    if (m_heldPause.count() == 0 || m_heldAt != m_scan->position()) {
        m_heldAt = m_scan->position();
        m_heldSince = now;
        m_heldPause = m_options.patience.firstPause;
    }
    const bool missing =
        why.code == ErrorCode::NotFound && m_scan->file()->description().layout == Layout::Segmented;
    if (missing && (!mayGrow() || now - m_heldSince >= m_options.patience.missingLimit))
        return m_scan->takeAsLost();
    if (!missing && now - m_heldSince >= m_options.patience.limit)
        return m_scan->giveUp(why);
    publish();
    m_revisions.pause(m_heldPause, stop);
    m_heldPause = std::min(2 * m_heldPause, m_options.patience.longestPause);
}

/// True when there is something new to read or to say.
bool RunFollower::lookAgain(const std::stop_token& stop)
{
    auto again = m_scan->file()->refresh(stop);
    if (!again)
        return false; // a recorder may be about to replace it: the next look will tell
    const bool resumed = m_scan->resume();
    if (!again->file)
        return resumed;
    m_grew = m_grew || again->file->chunks().size() != m_scan->file()->chunks().size() || again->restarted;
    if (!again->restarted && m_scan->grow(again->file))
        return true;
    m_scan = std::make_unique<RunScan>(again->file, m_options.read, ++m_generation);
    if (again->restarted)
        m_scan->note({model::Severity::Info,
                      QStringLiteral("restarted"),
                      QStringLiteral("the recording was begun anew while it was open"),
                      {}});
    return true;
}

} // namespace ghostline::recording
