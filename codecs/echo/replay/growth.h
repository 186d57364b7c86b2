// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file that a recorder may still write to: whether it has become longer.
#include "model/bytes/byte_source.h"

#include <chrono>

namespace ghostline::echo {

/// Of one thread.
class GrowthWatch
{
public:
    explicit GrowthWatch(std::shared_ptr<const model::ByteSource> bytes);

    /// It was changed so recently that it may be changed again.
    bool isFresh() const;
    /// Between two looks; over a network more.
    std::chrono::milliseconds pause() const;
    /// What stands under its name now where that is longer, null where it is not. NotFound, IoError ...: it
    /// cannot be looked at. Changed: it is shorter, and thus another one.
    model::Result<std::shared_ptr<model::ByteSource>> look(const std::stop_token& stop);

private:
    std::shared_ptr<const model::ByteSource> m_bytes;
    QString m_name;
    std::uint64_t m_size;
    QDateTime m_modified;
};

} // namespace ghostline::echo
