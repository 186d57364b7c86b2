// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings that a command line means, one after the other, without knowing all of them first.
#include "app/cli/session.h"

#include <deque>

namespace ghostline::app {

/// Stands for the names on standard input.
inline constexpr QLatin1StringView FromInput{"-"};

/// Cuts standard input into names: one a line, or with a zero byte behind each. Blank ones are left out.
class NameReader
{
public:
    /// More is no name.
    static constexpr qsizetype MostBytes = 64 << 10;

    NameReader(const Session& session, bool zeroEnds) : m_session(session), m_end(zeroEnds ? '\0' : '\n') {}
    /// Waits for it; null = no more, or stopped. LimitExceeded: a name that is too long, of which `file` has
    /// the first bytes; InvalidArgument: one with a zero byte in it; NotReadable, which comes once: the rest
    /// cannot be read.
    std::optional<model::Result<QString>> next();

private:
    /// Up to the next end; of one that is too long, a byte more than a name may have.
    std::optional<QByteArray> cut();
    bool more();

    const Session& m_session;
    char m_end;
    QByteArray m_text; ///< what was read last
    qsizetype m_from = 0;
    std::optional<model::Error> m_failure;
    bool m_ended = false;
};

/// One recording, or why there is none.
struct ListedRecording
{
    QString file; ///< as it was named
    std::optional<model::Error> error;
};

/// Folders are searched as by model::findRecordings(), when it is their turn.
class RecordingNames
{
public:
    /// `paths`: files, folders, addresses, FromInput.
    RecordingNames(const Session& session, QStringList paths, bool zeroEnds);
    /// Waits for it; null = no more, or stopped. `said` gets what is to be told on stderr.
    std::optional<ListedRecording> next(QByteArray& said);

private:
    std::optional<model::Result<QString>> nextPath();
    void find(const QString& path, QByteArray& said);

    const Session& m_session;
    QStringList m_paths;
    qsizetype m_at = 0;
    NameReader m_input;
    std::deque<ListedRecording> m_found;
};

} // namespace ghostline::app
