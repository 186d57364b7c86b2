// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks the detectors about every recording of a folder, beside the window.
#include "app/gui/jobs/job.h"
#include "model/codec/codec_registry.h"
#include "model/detect/detect.h"

#include <vector>

namespace ghostline::app {

/// UI thread only; the work is done on another.
class FolderAlarms : public QObject
{
    Q_OBJECT
public:
    explicit FolderAlarms(QObject* parent = nullptr) : QObject(parent) {}

    /// Ends what was running, and forgets what it found.
    void start(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
               const model::Options& codec, const model::DetectOptions& options);
    void clear();
    bool running() const { return m_job.running(); }
    /// Recordings that were looked through, and those that could not be.
    int looked() const { return m_looked; }
    int failed() const { return m_failed; }
    /// Found at this threshold or above. `recordings`: in how many.
    struct Count
    {
        int alarms = 0;
        int recordings = 0;
    };
    Count count(std::size_t detector, double threshold) const;

Q_SIGNALS:
    void changed();

private:
    struct Found
    {
        std::vector<std::vector<double>> values; ///< by detector: of each alarm, also of those below
    };
    struct Inbox;
    void drain();

    std::vector<Found> m_found; ///< one a recording
    int m_looked = 0;
    int m_failed = 0;
    std::shared_ptr<Inbox> m_inbox;
    Job m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
