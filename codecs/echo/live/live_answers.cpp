// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/live_answers.h"

#include "codecs/echo/frame/time_stamp.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ghostline::echo {

using model::Sentence;

namespace {

constexpr int HttpOk = 200;
constexpr int HttpNotFound = 404;
constexpr qsizetype MaxWhyLetters = 120;
static_assert(2 * static_cast<std::size_t>(MaxAnswerBytes) + MaxStampBytes + 8 < MaxLineBytes);

/// What the game says of why it shows no match.
QString descriptionIn(const QByteArray& body)
{
    const QJsonObject answer = QJsonDocument::fromJson(body).object();
    for (const char* key : {"err_description", "error_description", "error"}) {
        const QString text = answer.value(QLatin1String(key)).toString().simplified();
        if (!text.isEmpty())
            return text.left(MaxWhyLetters);
    }
    return {};
}

/// Appends JSON as a column: within it tabs and line ends can only stand between words.
void appendColumn(std::string& line, const QByteArray& json)
{
    const std::size_t begin = line.size();
    line.append(json.constData(), static_cast<std::size_t>(json.size()));
    std::replace_if(
        line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(),
        [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '\0'; }, ' ');
}

Sentence noMatch(const QString& described)
{
    if (described.isEmpty())
        return Sentence::of(QStringLiteral("the game is in no match"));
    return Sentence::of(QStringLiteral("the game is in no match: %1"), {described});
}

} // namespace

AnswerKind LiveAnswers::take(const LivePoll& poll)
{
    m_why = {};
    m_line.clear();
    if (!poll.session.failure.isEmpty()) {
        m_why = poll.session.failure;
        return poll.session.body.isEmpty() && poll.session.status == 0 ? AnswerKind::Silent
                                                                       : AnswerKind::Wrong;
    }
    const QString described = poll.session.status == HttpOk ? QString() : descriptionIn(poll.session.body);
    if (poll.session.status == HttpNotFound || !described.isEmpty()) {
        m_why = noMatch(described);
        return AnswerKind::NoMatch;
    }
    if (poll.session.status != HttpOk) {
        m_why = Sentence::of(QStringLiteral("the game answered with error %1 of HTTP"),
                             {QString::number(poll.session.status)});
        return AnswerKind::Wrong;
    }
    if (!m_last.isEmpty() && poll.session.body == m_last)
        return AnswerKind::Same;
    return takeSession(poll);
}

AnswerKind LiveAnswers::takeSession(const LivePoll& poll)
{
    m_padded.clear();
    // A line that was held up may bring two frames within a millisecond; no two of them have one time.
    const std::int64_t timeMs = m_last.isEmpty() ? poll.timeMs : std::max(poll.timeMs, m_lastMs + 1);
    appendTimeStamp(m_padded, timeMs);
    m_padded.push_back('\t');
    appendColumn(m_padded, poll.session.body);
    const bool bones = poll.bones.failure.isEmpty() && poll.bones.status == HttpOk &&
                       poll.bones.body.trimmed().startsWith('{');
    if (bones) {
        m_padded.push_back('\t');
        appendColumn(m_padded, poll.bones.body);
    }
    const std::size_t size = m_padded.size();
    m_padded.append(LinePadding, '\0');
    m_block.clear();
    MatchHeader header;
    const std::string_view line = std::string_view(m_padded).substr(0, size);
    const LineKind kind = m_parser.parse(line, m_block, nullptr, &header);
    if (kind == LineKind::Answer) {
        m_why = noMatch(descriptionIn(poll.session.body));
        return AnswerKind::NoMatch;
    }
    if (kind != LineKind::Frame) {
        m_why = Sentence::of(QStringLiteral("the game answered what is no valid JSON"));
        return AnswerKind::Wrong;
    }
    m_last = poll.session.body;
    m_lastMs = timeMs;
    m_sessionId = header.sessionId;
    m_line.assign(SessionParser::soundText(line, m_repaired)).append("\r\n");
    return AnswerKind::Frame;
}

} // namespace ghostline::echo
