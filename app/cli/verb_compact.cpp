// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_compact.h"

#include "app/cli/write_output.h"
#include "model/bytes/byte_sources.h"
#include "model/review/flag.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <set>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr std::uint64_t MaxMetadataBytes = std::uint64_t{16} << 20;

Result<QJsonObject> readMetadata(const QString& path)
{
    if (path.isEmpty())
        return QJsonObject{};
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    if ((*file)->size() > MaxMetadataBytes)
        return fail(ErrorCode::LimitExceeded,
                    u"\"%1\" has more than %2 bytes"_s.arg(path).arg(MaxMetadataBytes));
    QByteArray text(static_cast<qsizetype>((*file)->size()), Qt::Uninitialized);
    const auto bytes = std::as_writable_bytes(std::span(text.data(), static_cast<std::size_t>(text.size())));
    if (const auto read = model::readExactly(**file, 0, bytes); !read)
        return tl::unexpected(read.error());
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(text, &problem);
    if (!document.isObject())
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is not a JSON object: %2"_s.arg(path, problem.errorString()),
                    {.offset = static_cast<std::uint64_t>(std::max(problem.offset, 0))});
    return document.object();
}

QJsonArray listAt(const QJsonObject& object, const QString& key) { return object.value(key).toArray(); }

/// Of each flag that somebody has reviewed beside the recording the review that counts.
std::vector<const model::FlagReview*> countingReviews(const model::Sidecar& sidecar)
{
    std::set<std::pair<model::FrameNumber, QString>> reviewed;
    for (const model::FlagReview& review : sidecar.reviews)
        reviewed.emplace(review.frame, review.check);
    std::vector<const model::FlagReview*> reviews;
    for (const auto& [frame, check] : reviewed) {
        model::Flag flag;
        flag.frame = frame;
        flag.check = check;
        const auto standing = model::standingReviews(flag, sidecar);
        if (!standing.empty() && !check.isEmpty())
            reviews.push_back(standing.back());
    }
    return reviews;
}

/// Whoever gave a verdict within the recording may have taken it back beside it.
std::vector<model::Flag> withdrawn(const model::EventTable& events, const model::Sidecar& sidecar)
{
    std::vector<model::Flag> flags = model::flagsOf(events);
    std::erase_if(flags, [&sidecar](const model::Flag& flag) {
        return flag.recordedVerdict.isEmpty() || model::isReviewed(flag, sidecar);
    });
    return flags;
}

/// Keys that are not known here may be ones that the writer knows.
QJsonObject toMetadata(const model::FlagReview& review)
{
    QJsonObject flag = review.unknown;
    flag[u"frame"_s] = static_cast<qint64>(review.frame);
    flag[u"check"_s] = review.check;
    flag[u"verdict"_s] = model::verdictWord(review);
    flag[u"reviewer"_s] = review.reviewer;
    flag[u"note"_s] = review.note;
    return flag;
}

/// Bookmarks, and verdicts about what accuses someone, which lie beside the recording.
void addSidecar(QJsonObject& metadata, const model::Sidecar& sidecar, const model::ReplayIndex& index)
{
    const model::TimeAxis& axis = index.timeAxis;
    QJsonArray bookmarks = listAt(metadata, u"bookmarks"_s);
    for (const model::Bookmark& b : sidecar.bookmarks) {
        const model::FrameNumber last =
            b.length.count() > 0 ? std::max(axis.frameAt(b.time + b.length), b.frame) : b.frame;
        bookmarks.append(QJsonObject{{u"id"_s, b.id},
                                     {u"frame"_s, static_cast<qint64>(b.frame)},
                                     {u"end_frame"_s, static_cast<qint64>(last)},
                                     {u"title"_s, b.title},
                                     {u"note"_s, b.note},
                                     {u"author"_s, b.author},
                                     {u"created"_s, b.created.toUTC().toString(Qt::ISODateWithMs)}});
    }
    for (const QString& id : sidecar.dismissed)
        bookmarks.append(QJsonObject{{u"id"_s, id}, {u"removed"_s, true}});
    if (!bookmarks.isEmpty())
        metadata[u"bookmarks"_s] = bookmarks;
    QJsonArray flags = listAt(metadata, u"flags"_s);
    for (const model::FlagReview* review : countingReviews(sidecar))
        flags.append(toMetadata(*review));
    for (const model::Flag& flag : withdrawn(*index.events, sidecar))
        flags.append(QJsonObject{{u"frame"_s, static_cast<qint64>(flag.frame)},
                                 {u"check"_s, flag.check},
                                 {u"reviewed"_s, false},
                                 {u"verdict"_s, QString()},
                                 {u"reviewer"_s, QString()},
                                 {u"note"_s, QString()}});
    if (!flags.isEmpty())
        metadata[u"flags"_s] = flags;
}

Result<WriteJob> prepare(const Session& session, const CompactArguments& arguments)
{
    const auto format = findInput(session, arguments, false);
    if (!format)
        return tl::unexpected(format.error());
    auto metadata = readMetadata(arguments.metadata);
    if (!metadata)
        return tl::unexpected(metadata.error());
    const auto codec = session.registry.load((*format)->id);
    if (!codec)
        return tl::unexpected(codec.error());
    auto replay = openReplay(session, arguments);
    if (!replay)
        return tl::unexpected(replay.error());
    const QString path = session.registry.replayPath(arguments.file);
    auto notes = model::loadNotes(path);
    if (!notes)
        return tl::unexpected(notes.error());
    if (notes->leftOut)
        failWith(session, *notes->leftOut);
    model::identify(notes->sidecar, path, session.stop);
    addSidecar(*metadata, notes->sidecar, *replay->index);
    const model::FrameRange all{0, replay->index->frames()};
    return WriteJob{std::move(*replay), *codec, {arguments.output, all, {}, {}, session.stop, *metadata}};
}

} // namespace

int runCompact(const Session& session, const CompactArguments& arguments)
{
    return runWrite(session, arguments, prepare(session, arguments), &model::Codec::compact);
}

} // namespace ghostline::app
