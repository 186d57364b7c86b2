// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The segment files beside a preamble. Inside of RecordingFile.
#include "model/bytes/byte_source.h"

#include <list>
#include <map>
#include <mutex>

namespace ghostline::recording {

inline constexpr const char* PreambleName = "preamble.dat";
inline constexpr const char* FinishedName = "finished";

/// "segment-002.dat"; three digits at least.
QString segmentName(int segment);
/// Nothing for any other name.
std::optional<int> segmentOfName(QStringView name);
/// The last part of a path or an address.
QString lastPartOfName(const QString& name);

/// What can be known of the segments without reading them.
struct SegmentList
{
    struct Segment
    {
        std::uint64_t bytes = 0;
        QString problem{}; ///< why it cannot be opened although it is there; else empty
    };
    bool known = false; ///< false: nobody can list the files, each is looked up when it is needed
    std::map<int, Segment> segments{};
};

/// Segments that were asked for one by one, where nobody can list them.
struct ProbedSegments
{
    std::vector<int> there;
    std::optional<model::Error> end; ///< why the next one was not opened; null: no more were asked for
};

/// Opens segments when they are first needed and keeps the ones used last. Thread-safe.
class SegmentStore
{
public:
    explicit SegmentStore(std::shared_ptr<const model::ByteSource> beside) : m_beside(std::move(beside)) {}

    SegmentList list(const std::stop_token& stop) const;
    model::Result<std::shared_ptr<const model::ByteSource>> open(int segment, std::stop_token stop) const;
    /// From `first` on.
    ProbedSegments probe(int first, const std::stop_token& stop) const;
    /// Segments that were replaced since: the next open() looks them up anew.
    void forgetFrom(int segment) const;
    /// Whoever wants to know how a recording ended asks this first, and looks at the preamble then: the file
    /// `finished` comes after the last preamble.
    bool finished(std::stop_token stop) const
    {
        return m_beside->sibling(FinishedName, std::move(stop)).has_value();
    }

private:
    using Open = std::pair<int, std::shared_ptr<const model::ByteSource>>;
    std::shared_ptr<const model::ByteSource> m_beside;
    mutable std::mutex m_lock;
    mutable std::list<Open> m_open; ///< used last in front
};

} // namespace ghostline::recording
