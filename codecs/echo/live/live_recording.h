// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The file in which a match is kept while it is watched. It stays: only whoever it belongs to removes it.
#include "model/base/error.h"

#include <QString>

#include <string_view>

namespace ghostline::echo {

/// One writer at a time (flock, which the kernel takes from a program that dies). For one thread.
class LiveRecording
{
public:
    /// Where recordings are kept that nobody said a place for: in the user's data.
    static QString usualFolder();
    /// Goes on with the recording of this session that `folder` has, if nobody writes it; else begins one.
    static model::Result<LiveRecording> open(const QString& folder, const QString& sessionId,
                                             std::int64_t timeMs);
    LiveRecording(LiveRecording&& other) noexcept;
    LiveRecording& operator=(LiveRecording&&) = delete;
    ~LiveRecording();

    const QString& path() const { return m_path; }
    /// It holds lines of before.
    bool goesOn() const { return m_size > 0 && m_goesOn; }
    /// All of the line or nothing. WriteFailed also when the disk is nearly full.
    model::Result<void> append(std::string_view line);

private:
    LiveRecording(int file, QString path, std::int64_t size)
        : m_file(file), m_path(std::move(path)), m_size(size)
    {
    }
    static model::Result<LiveRecording> take(const QString& path);
    model::Result<void> cutOff();
    model::Result<void> checkRoom();

    int m_file;
    QString m_path;
    std::int64_t m_size; ///< up to the end of the last line
    bool m_goesOn = false;
    std::int64_t m_checkedAt = -1; ///< m_size when the room was looked at
};

} // namespace ghostline::echo
