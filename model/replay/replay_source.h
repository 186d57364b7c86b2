// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An open replay, whatever format it came from: its index, its segments, its raw records.
#include "model/base/export.h"
#include "model/bytes/byte_source.h"
#include "model/replay/replay_index.h"
#include "model/replay/segment.h"
#include "model/world/scene_description.h"

#include <QJsonObject>
#include <QObject>

#include <functional>
#include <map>

namespace ghostline::model {

/// One raw record under the format's own names.
struct Record
{
    QString stream;
    std::optional<std::int64_t> frame; ///< the format's own frame number
    std::uint64_t offset = 0;          ///< bytes from the start of the file
    QString name;
    QJsonObject data;
};

/// Receives records in file order; returning false ends the reading.
using RecordSink = std::function<bool(const Record&)>;

struct StreamInfo
{
    QString name;
    std::uint64_t bytes = 0;
    std::uint64_t records = 0;
    std::map<QString, std::uint64_t> kinds;
};

/// Fraction in [0, 1] done, called from the working thread; returning false cancels.
using Progress = std::function<bool(double)>;

/// Thread-safe. Lives in the thread that opened it; `changed` is emitted from a worker, so connect queued.
/// The destructor stops and joins whatever the source runs in the background.
class GHOSTLINE_MODEL_EXPORT ReplaySource : public QObject
{
    Q_OBJECT
public:
    ~ReplaySource() override;

    /// The newest revision. Never null; a revision never changes.
    virtual std::shared_ptr<const ReplayIndex> index() const = 0;
    /// Blocks until index()->complete or the stop is requested (then Cancelled).
    virtual Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token stop = {}) const = 0;
    /// Decodes the segment of one keyframe. `previous` (may be null) lets chained formats go on without
    /// starting over; the result equals the one without it.
    virtual Result<std::shared_ptr<const Segment>> readSegment(int keyframe, const Segment* previous,
                                                               std::stop_token stop) const = 0;
    /// The streams readRecords() knows, with counts.
    virtual Result<std::vector<StreamInfo>> streams(std::stop_token stop) const;
    virtual Result<void> readRecords(const QString& stream, const RecordSink& sink,
                                     std::stop_token stop) const;
    /// Static surroundings; may read sibling files, so call it off the UI thread.
    virtual Result<SceneDescription> scene(std::stop_token stop) const;
    /// Integrity checks the format has; empty where it has none.
    virtual std::vector<Verdict> verify(const Progress& progress, std::stop_token stop) const;
    /// A text report that the codec declares.
    virtual Result<QByteArray> report(const QString& name, const QStringList& arguments,
                                      std::stop_token stop) const;
    /// One frame in the format's own axes and units, for `state --native`.
    virtual Result<QJsonObject> nativeState(FrameNumber frame, std::stop_token stop) const;
    /// Reads and, where the format is compressed, decompresses every byte without interpreting it:
    /// the floor against which decoding is measured. Returns the bytes that came out.
    virtual Result<std::uint64_t> readRaw(std::stop_token stop) const = 0;

Q_SIGNALS:
    /// A new revision can be fetched with index().
    void changed(quint64 revision);
};

} // namespace ghostline::model
