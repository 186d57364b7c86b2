// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/mark_import.h"

#include "model/base/shown_text.h"
#include "model/bytes/byte_sources.h"
#include "model/marks/mark_csv.h"
#include "model/marks/sportscode_xml.h"
#include "model/sidecar/tags.h"
#include "model/time/time_text.h"

#include <QHash>
#include <QUuid>

#include <algorithm>
#include <array>

namespace ghostline::model {

namespace {

constexpr std::size_t MostListed = 100;
/// What is rounded to milliseconds is still of the frame that it was read off.
constexpr Micros HalfMilli{500};

std::int64_t millis(Micros t)
{
    const std::int64_t micros = t.count();
    return (micros >= 0 ? micros + 500 : micros - 499) / 1000;
}

/// Two marks that say the same, as far as files can say it.
QByteArray contentKey(const Bookmark& mark)
{
    const QString parts =
        QStringList{QString::number(millis(mark.time)), QString::number(millis(mark.length)),
                    shownText(mark.title), tagsText(mark.tags), shownText(mark.note)}
            .join(u'\x1f');
    return parts.toUtf8();
}

QString idByContent(const Bookmark& mark)
{
    return QUuid::createUuidV5(QUuid(), contentKey(mark) + '\x1f' + mark.author.toUtf8())
        .toString(QUuid::WithoutBraces);
}

/// Files hold texts in one line: what reads the same there did not change.
void takeText(QString& mine, const QString& theirs)
{
    if (!theirs.isEmpty() && shownText(mine) != shownText(theirs))
        mine = theirs;
}

Bookmark changedTo(Bookmark mine, const Bookmark& theirs)
{
    if (millis(mine.time) != millis(theirs.time)) {
        mine.time = theirs.time;
        mine.frame = theirs.frame;
    }
    if (millis(mine.length) != millis(theirs.length))
        mine.length = theirs.length;
    takeText(mine.title, theirs.title);
    takeText(mine.note, theirs.note);
    takeText(mine.author, theirs.author);
    if (!theirs.tags.isEmpty())
        mine.tags = theirs.tags;
    if (theirs.hue >= 0)
        mine.hue = theirs.hue;
    return mine;
}

/// The last frame at or before it, or the next one where only rounding keeps them apart.
FrameNumber frameOf(Micros time, const TimeAxis& axis)
{
    const FrameNumber before = axis.frameAt(time);
    const FrameNumber after = axis.frameAt(time + HalfMilli);
    return after == before + 1 && axis.timeOf(after) - time <= HalfMilli ? after : before;
}

Error placeError(const QString& pattern, std::size_t count, Micros first, const TimeAxis& axis)
{
    Error error{ErrorCode::InvalidArgument, {}, {}, {}, {}, {}, {}};
    error.say(Sentence::of(
        pattern, {Sentence::figure(QString::number(count)), formatTime(first), formatTime(axis.duration())}));
    return error;
}

Result<QByteArray> readFile(const QString& path)
{
    const Result<std::unique_ptr<ByteSource>> file = openFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    if ((*file)->size() > static_cast<std::uint64_t>(MostMarkBytes))
        return fail(ErrorCode::LimitExceeded,
                    Sentence::of(QStringLiteral("a file of marks is at most %1 MiB, this one is larger"),
                                 {Sentence::figure(QString::number(MostMarkBytes >> 20))}));
    QByteArray bytes(static_cast<qsizetype>((*file)->size()), '\0');
    const auto out = std::as_writable_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size())));
    if (const Result<void> read = readExactly(**file, 0, out); !read)
        return tl::unexpected<Error>(read.error());
    return bytes;
}

/// The first sign that is no blank, also of UTF-16.
bool looksLikeXml(const QByteArray& bytes)
{
    for (const char byte : bytes.first(std::min(bytes.size(), qsizetype{256}))) {
        if (byte == '<')
            return true;
        const bool passed = byte == '\0' || byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' ||
                            static_cast<unsigned char>(byte) >= 0x80;
        if (!passed)
            return false;
    }
    return false;
}

} // namespace

void ReadMarks::add(Bookmark mark, const QString& id)
{
    const QUuid own = QUuid::fromString(id.trimmed());
    mark.id = own.isNull() ? idByContent(mark) : own.toString(QUuid::WithoutBraces);
    if (!own.isNull())
        named.insert(mark.id);
    marks.push_back(std::move(mark));
}

void ReadMarks::leaveOut(const Sentence& why)
{
    if (leftOut.size() == MostListed) {
        ++moreLeftOut;
        return;
    }
    Error error{ErrorCode::Damaged, {}, {}, {}, {}, {}, {}};
    error.say(why);
    leftOut.push_back(std::move(error));
}

Result<ReadMarks> readMarksText(const QByteArray& bytes)
{
    return looksLikeXml(bytes) ? readSportscodeXml(bytes) : readMarkCsv(bytes);
}

Result<ReadMarks> readMarks(const QString& path)
{
    Result<ReadMarks> read = readFile(path).and_then(&readMarksText);
    if (!read) {
        read.error().file = path;
        return read;
    }
    for (Error& error : read->leftOut)
        error.file = path;
    return read;
}

std::vector<Error> placeMarks(std::vector<Bookmark>& marks, const TimeAxis& axis)
{
    std::size_t behind = 0;
    std::size_t cut = 0;
    Micros firstBehind{};
    Micros firstCut{};
    const Micros end = axis.duration();
    std::vector<Bookmark> placed;
    placed.reserve(marks.size());
    for (Bookmark& mark : marks) {
        const Micros until = mark.time + mark.length;
        if (mark.time > end + HalfMilli || until.count() < 0) {
            firstBehind = behind++ == 0 ? mark.time : firstBehind;
            continue;
        }
        if (mark.time.count() < 0 || until > end + HalfMilli)
            firstCut = cut++ == 0 ? mark.time : firstCut;
        mark.time = std::clamp(mark.time, Micros{}, end);
        mark.length = std::clamp(until, mark.time, end) - mark.time;
        mark.frame = frameOf(mark.time, axis);
        placed.push_back(std::move(mark));
    }
    marks = std::move(placed);
    std::vector<Error> said;
    if (behind > 0)
        said.push_back(placeError(QStringLiteral("marks outside the recording, which ends at %3, were left "
                                                 "out: %1, the first at %2"),
                                  behind, firstBehind, axis));
    if (cut > 0)
        said.push_back(placeError(QStringLiteral("marks that reach beyond the recording, which ends at %3, "
                                                 "were cut to it: %1, the first at %2"),
                                  cut, firstCut, axis));
    return said;
}

MarksToAdd marksToAdd(const std::vector<Bookmark>& notes, const ReadMarks& read)
{
    QHash<QString, const Bookmark*> byId;
    QSet<QByteArray> said;
    for (const Bookmark& mark : notes) {
        byId.insert(mark.id, &mark);
        said.insert(contentKey(mark));
    }
    MarksToAdd found;
    QSet<QString> seen;
    for (const Bookmark& mark : read.marks) {
        const Bookmark* mine = byId.value(mark.id);
        const bool again = seen.contains(mark.id);
        seen.insert(mark.id);
        if (mine != nullptr && !again && read.named.contains(mark.id)) {
            Bookmark changed = changedTo(*mine, mark);
            if (changed != *mine)
                found.changed.push_back(std::move(changed));
            else
                ++found.known;
        } else if (mine != nullptr || again || said.contains(contentKey(mark))) {
            ++found.known;
        } else {
            said.insert(contentKey(mark));
            found.added.push_back(mark);
        }
    }
    return found;
}

} // namespace ghostline::model
