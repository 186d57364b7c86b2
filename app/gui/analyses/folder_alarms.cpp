// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/folder_alarms.h"

#include "model/codec/find_recordings.h"
#include "model/codec/opening.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace ghostline::app {

/// What the worker has found and the window has not fetched yet.
struct FolderAlarms::Inbox
{
    std::mutex mutex;
    std::vector<Found> found;
    int failed = 0;
};

namespace {

std::vector<std::vector<double>> valuesOf(const model::Detected& detected)
{
    std::vector<std::vector<double>> values(model::detectors().size());
    for (const model::Alarm& alarm : detected.alarms)
        values[alarm.detector].push_back(alarm.value);
    return values;
}

model::Result<model::Detected> lookAt(const QString& file, const model::Opener& open,
                                      const model::OpenOptions& options, const model::DetectOptions& wanted)
{
    const auto replay = model::openComplete(open, file, options);
    if (!replay)
        return tl::unexpected(replay.error());
    return model::detect(*replay->source, wanted, {}, options.stop);
}

} // namespace

void FolderAlarms::start(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                         const model::Options& codec, const model::DetectOptions& options)
{
    clear();
    m_inbox = std::make_shared<Inbox>();
    connect(&m_job, &Job::progressed, this, &FolderAlarms::drain, Qt::UniqueConnection);
    m_job.start([this, folder, registry = std::move(registry), codec, options,
                 inbox = m_inbox](const model::Progress& progress, std::stop_token stop) {
        const model::FoundRecordings recordings = model::findRecordings({folder}, *registry, stop);
        const model::Opener open = model::openerOf(registry);
        model::OpenOptions how;
        how.codec = codec;
        how.stop = stop;
        int done = 0;
        for (const QString& file : recordings.files) {
            if (stop.stop_requested())
                break;
            const auto detected = lookAt(file, open, how, options);
            {
                const std::lock_guard lock(inbox->mutex);
                if (detected)
                    inbox->found.push_back({valuesOf(*detected)});
                else
                    ++inbox->failed;
            }
            progress(static_cast<double>(++done) / static_cast<double>(recordings.files.size()));
        }
        return std::function<void()>([this] { drain(); });
    });
    Q_EMIT changed();
}

void FolderAlarms::clear()
{
    m_job.cancel();
    m_inbox.reset();
    m_found.clear();
    m_looked = m_failed = 0;
    Q_EMIT changed();
}

void FolderAlarms::drain()
{
    if (m_inbox == nullptr)
        return;
    std::vector<Found> news;
    {
        const std::lock_guard lock(m_inbox->mutex);
        news = std::exchange(m_inbox->found, {});
        m_failed = m_inbox->failed;
    }
    m_looked += static_cast<int>(news.size());
    std::ranges::move(news, std::back_inserter(m_found));
    Q_EMIT changed();
}

FolderAlarms::Count FolderAlarms::count(std::size_t detector, double threshold) const
{
    Count count;
    for (const Found& found : m_found) {
        const auto alarms = std::ranges::count_if(found.values[detector],
                                                  [threshold](double value) { return value >= threshold; });
        count.alarms += static_cast<int>(alarms);
        count.recordings += alarms > 0 ? 1 : 0;
    }
    return count;
}

} // namespace ghostline::app
