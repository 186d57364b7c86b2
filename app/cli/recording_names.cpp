// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording_names.h"

#include "model/bytes/file_names.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::Result;

namespace {

/// What an error names of a name that is too long.
constexpr qsizetype ShownBytes = 100;

} // namespace

bool NameReader::more()
{
    if (m_ended)
        return false;
    auto read = m_session.console.read(m_session.stop);
    if (!read)
        m_failure = read.error();
    m_ended = !read || read->isEmpty();
    m_text = m_ended ? QByteArray() : *read;
    m_from = 0;
    return !m_ended;
}

std::optional<QByteArray> NameReader::cut()
{
    QByteArray name;
    do {
        const qsizetype end = m_text.indexOf(m_end, m_from);
        const QByteArrayView part =
            QByteArrayView(m_text).sliced(m_from, (end < 0 ? m_text.size() : end) - m_from);
        name += part.first(std::min(part.size(), MostBytes + 1 - name.size()));
        m_from = end < 0 ? m_text.size() : end + 1;
        if (end >= 0)
            return name;
    } while (more());
    return name.isEmpty() ? std::nullopt : std::optional(name);
}

std::optional<Result<QString>> NameReader::next()
{
    while (const auto name = cut()) {
        if (name->size() > MostBytes)
            return tl::unexpected(model::Error{ErrorCode::LimitExceeded,
                                               u"this name has more than %1 bytes"_s.arg(MostBytes),
                                               {},
                                               model::pathFromBytes(name->first(ShownBytes)),
                                               {}});
        if (name->contains('\0'))
            return tl::unexpected(
                model::Error{ErrorCode::InvalidArgument,
                             u"there is a zero byte in this name; names that end in one want --null"_s,
                             {},
                             model::pathFromBytes(name->first(name->indexOf('\0'))),
                             {}});
        if (!name->trimmed().isEmpty())
            return model::pathFromBytes(*name);
    }
    if (m_failure)
        return tl::unexpected(*std::exchange(m_failure, std::nullopt));
    return std::nullopt;
}

RecordingNames::RecordingNames(const Session& session, QStringList paths, bool zeroEnds)
    : m_session(session), m_paths(std::move(paths)), m_input(session, zeroEnds)
{
}

std::optional<Result<QString>> RecordingNames::nextPath()
{
    while (m_at < m_paths.size()) {
        if (m_paths[m_at] != FromInput)
            return m_paths[m_at++];
        if (auto name = m_input.next())
            return name;
        ++m_at;
    }
    return std::nullopt;
}

void RecordingNames::find(const QString& path, QByteArray& said)
{
    const auto found = model::findRecordings({path}, m_session.registry, m_session.stop);
    for (const model::Error& error : found.missing)
        m_found.push_back({error.file, error});
    for (const QString& file : found.files)
        m_found.push_back({file, std::nullopt});
    for (const model::Error& entry : found.passedOver)
        said += u"ghostline-cli: passed over %1\n"_s.arg(model::errorText(entry)).toUtf8();
    Session quiet = m_session;
    quiet.console.err = [&said](QByteArrayView text) { said += text; };
    tellWithout(quiet, found);
}

std::optional<ListedRecording> RecordingNames::next(QByteArray& said)
{
    while (m_found.empty()) {
        const auto path = nextPath();
        if (!path || m_session.stop.stop_requested())
            return std::nullopt;
        if (*path)
            find(**path, said);
        else
            m_found.push_back({path->error().file, path->error()});
    }
    ListedRecording next = std::move(m_found.front());
    m_found.pop_front();
    return next;
}

} // namespace ghostline::app
