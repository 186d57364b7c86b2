// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/retention.h"

#include "codecs/recording/recorder/kept_recording.h"

#include <QDateTime>
#include <QDir>
#include <QHash>

#include <algorithm>

namespace ghostline::recording {

namespace {

constexpr std::int64_t DayMs = std::int64_t{24} * 60 * 60 * 1000;

QString megabytes(std::uint64_t bytes) { return QString::number(static_cast<double>(bytes) / 1e6, 'f', 1); }

/// One run over a folder, newest recordings first.
class Sweep
{
public:
    Sweep(std::vector<KeptRecording> found, const RetentionOptions& options)
        : m_found(std::move(found)), m_options(options),
          m_now(options.nowMs != 0 ? options.nowMs : QDateTime::currentMSecsSinceEpoch())
    {
        std::stable_sort(m_found.begin(), m_found.end(), [](const auto& a, const auto& b) {
            return a.endMs != b.endMs ? a.endMs > b.endMs : a.path > b.path;
        });
        for (const KeptRecording& one : m_found)
            m_report.bytesLeft += one.bytes;
    }

    RetentionReport run()
    {
        byAge();
        byCount();
        byBytes();
        return std::move(m_report);
    }

private:
    /// True when it is gone.
    bool drop(KeptRecording& one, const QString& reason)
    {
        if (one.gone)
            return true;
        if (one.refused)
            return false;
        QString why = whyKept(one);
        if (why.isEmpty() && !m_options.dryRun)
            why = removeRecording(one);
        one.gone = why.isEmpty();
        one.refused = !one.gone;
        if (one.gone) {
            m_report.bytesLeft -= one.bytes;
            m_report.removed.push_back({one.path, one.bytes, reason});
        } else {
            m_report.kept.push_back({one.path, one.bytes, why});
        }
        return one.gone;
    }

    void byAge()
    {
        if (m_options.retainDays <= 0)
            return;
        for (KeptRecording& one : m_found) {
            const std::int64_t age = m_now - one.endMs;
            if (age > m_options.retainDays * DayMs)
                drop(one,
                     QStringLiteral("%1 days old, %2 are kept").arg(age / DayMs).arg(m_options.retainDays));
        }
    }

    void byCount()
    {
        if (m_options.retainCount <= 0)
            return;
        QHash<QString, int> seen;
        for (KeptRecording& one : m_found) {
            if (one.gone || one.runner.isEmpty())
                continue;
            if (++seen[one.runner] > m_options.retainCount)
                drop(one, QStringLiteral("the newest %1 of this player on this map are kept")
                              .arg(m_options.retainCount));
        }
    }

    void byBytes()
    {
        if (m_options.retainBytes == 0)
            return;
        for (auto one = m_found.rbegin(); one != m_found.rend(); ++one) {
            if (m_report.bytesLeft <= m_options.retainBytes)
                return;
            if (!one->gone)
                drop(*one, QStringLiteral("the folder holds %1 MB, %2 MB are kept")
                               .arg(megabytes(m_report.bytesLeft), megabytes(m_options.retainBytes)));
        }
    }

    std::vector<KeptRecording> m_found;
    RetentionOptions m_options;
    std::int64_t m_now;
    RetentionReport m_report;
};

} // namespace

model::Result<RetentionReport> applyRetention(const QString& folder, const RetentionOptions& options)
{
    const QDir dir(folder);
    if (!dir.exists())
        return tl::unexpected(model::Error{
            model::ErrorCode::NotFound, QStringLiteral("there is no such folder"), {}, folder, {}});
    std::vector<KeptRecording> found;
    const QFileInfoList entries =
        dir.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo& entry : entries) {
        if (auto one = lookAtRecording(entry))
            found.push_back(std::move(*one)); // NOLINT(performance-inefficient-vector-operation): few
    }
    return Sweep(std::move(found), options).run();
}

} // namespace ghostline::recording
