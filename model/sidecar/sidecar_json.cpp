// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar/sidecar_json.h"

#include "model/board/board.h"
#include "model/sidecar/sidecar_merge.h"
#include "model/sidecar/tags.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

namespace ghostline::model {

namespace {

const QString SchemaKey = QStringLiteral("schema");
const QString HashKey = QStringLiteral("replay_sha256");
const QString SizeKey = QStringLiteral("replay_size");
const QString BookmarksKey = QStringLiteral("bookmarks");
const QString DrawingsKey = QStringLiteral("drawings");
const QString PathKey = QStringLiteral("camera_path");
const QString ReviewsKey = QStringLiteral("verdicts");
const QString OwnFlagsKey = QStringLiteral("own_flags");
const QString DismissedKey = QStringLiteral("dismissed");
const QString VerdictKey = QStringLiteral("verdict");
const QString ReasonKey = QStringLiteral("reason");
const QString TagsKey = QStringLiteral("tags");

struct VerdictWord
{
    FlagVerdict verdict;
    QString word;
};

const std::array VerdictWords = {VerdictWord{FlagVerdict::Confirmed, QStringLiteral("confirmed")},
                                 VerdictWord{FlagVerdict::Rejected, QStringLiteral("rejected")},
                                 VerdictWord{FlagVerdict::Unsure, QStringLiteral("unsure")},
                                 VerdictWord{FlagVerdict::NeedsMore, QStringLiteral("needs_more")}};

tl::unexpected<Error> damaged(const QString& path, const Sentence& message, Location where = {})
{
    auto error = fail(ErrorCode::Damaged, message, where);
    error.value().file = path;
    error.value().advise(
        Sentence::of(QStringLiteral("the file was left as it is; move it away to begin a new one")));
    return error;
}

/// Takes a key out of the object, so that what is left is what this version does not know.
QJsonValue take(QJsonObject& object, const QString& key) { return object.take(key); }

QString takeText(QJsonObject& object, const char* key)
{
    return take(object, QString::fromLatin1(key)).toString();
}

QDateTime takeCreated(QJsonObject& object)
{
    return QDateTime::fromString(takeText(object, "created"), Qt::ISODateWithMs).toUTC();
}

std::optional<std::int64_t> wholeNumber(const QJsonValue& value)
{
    constexpr double Limit = 9e15;
    const double number = value.toDouble(Limit);
    if (!value.isDouble() || std::abs(number) >= Limit || number != std::floor(number))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<FrameNumber> takeFrame(QJsonObject& object)
{
    const auto frame = wholeNumber(take(object, QStringLiteral("frame")));
    return frame && *frame >= 0 ? frame : std::nullopt;
}

/// Absent is zero.
std::optional<Micros> takeMicros(QJsonObject& object, const QString& key)
{
    const QJsonValue value = take(object, key);
    if (value.isUndefined())
        return Micros{};
    const auto micros = wholeNumber(value);
    return micros ? std::optional(Micros{*micros}) : std::nullopt;
}

/// What is no list of texts stays among the unknown keys.
QStringList takeTags(QJsonObject& object)
{
    if (!object.value(TagsKey).isArray())
        return {};
    QStringList tags;
    for (const QJsonValue tag : take(object, TagsKey).toArray())
        tags << tag.toString();
    return normalTags(tags);
}

std::optional<Bookmark> readBookmark(QJsonObject object)
{
    Bookmark b;
    const auto frame = takeFrame(object);
    const auto time = takeMicros(object, QStringLiteral("time_us"));
    const auto length = takeMicros(object, QStringLiteral("length_us"));
    if (!frame || !time || !length)
        return std::nullopt;
    b.frame = *frame;
    b.time = *time;
    b.length = *length;
    constexpr std::int64_t MostHues = 64;
    const auto hue = wholeNumber(take(object, QStringLiteral("hue")));
    b.hue = hue && *hue >= 0 && *hue < MostHues ? static_cast<int>(*hue) : -1;
    b.id = takeText(object, "id");
    b.title = takeText(object, "title");
    b.note = takeText(object, "note");
    b.author = takeText(object, "author");
    b.tags = takeTags(object);
    b.created = takeCreated(object);
    b.unknown = object;
    return b;
}

/// What is no size or no hash is as if nothing was said.
ContentId takeContent(QJsonObject& object)
{
    const auto size = wholeNumber(object.value(SizeKey));
    ContentId content{object.value(HashKey).toString().toLatin1().toLower(), size.value_or(-1)};
    if (size && *size >= 0)
        object.remove(SizeKey);
    else
        content.size = -1;
    if (!content.sha256.isEmpty())
        object.remove(HashKey);
    return content;
}

std::optional<FlagReview> readReview(QJsonObject object)
{
    FlagReview r;
    const auto frame = takeFrame(object);
    const auto time = takeMicros(object, QStringLiteral("time_us"));
    const QJsonValue check = take(object, QStringLiteral("check"));
    if (!frame || !time || !check.isString())
        return std::nullopt;
    r.frame = *frame;
    r.time = *time;
    r.check = check.toString();
    // A word of a newer version stays among the unknown keys, to be written back.
    const QJsonValue word = object.value(VerdictKey);
    r.verdict = flagVerdictNamed(word.toString());
    if (r.verdict != FlagVerdict::None || word == QJsonValue(QString()))
        object.remove(VerdictKey);
    r.id = takeText(object, "id");
    r.note = takeText(object, "note");
    if (object.value(ReasonKey).isString()) // what a newer version makes of it stays as it is
        r.reason = take(object, ReasonKey).toString();
    r.reviewer = takeText(object, "reviewer");
    r.created = takeCreated(object);
    r.content = takeContent(object);
    r.unknown = object;
    return r;
}

DrawnActor takeWho(QJsonObject& object)
{
    const QJsonObject who = take(object, QStringLiteral("who")).toObject();
    DrawnActor actor{ActorId::None, who.value(QLatin1String("name")).toString()};
    const auto id = wholeNumber(who.value(QLatin1String("id")));
    if (id && *id >= 0 && *id < static_cast<std::int64_t>(index(ActorId::None)))
        actor.id = static_cast<ActorId>(*id);
    return actor;
}

std::optional<OwnFlag> readOwnFlag(QJsonObject object)
{
    OwnFlag f;
    const auto frame = takeFrame(object);
    const auto time = takeMicros(object, QStringLiteral("time_us"));
    const auto length = takeMicros(object, QStringLiteral("length_us"));
    const QString check = takeText(object, "check");
    if (!frame || !time || !length || check.isEmpty())
        return std::nullopt;
    f.frame = *frame;
    f.time = *time;
    f.length = *length;
    f.check = check;
    f.who = takeWho(object);
    constexpr std::int64_t Gravest = 3;
    f.severity = static_cast<int>(std::clamp<std::int64_t>(
        wholeNumber(take(object, QStringLiteral("severity"))).value_or(f.severity), 0, Gravest));
    f.id = takeText(object, "id");
    f.text = takeText(object, "text");
    f.author = takeText(object, "author");
    f.created = takeCreated(object);
    f.unknown = object;
    return f;
}

/// An entry without an id gets the same one whenever it is read: by what it says, and how often that was said
/// before it.
QString idByContent(const QJsonObject& object, QHash<QByteArray, int>& said)
{
    const QByteArray content = QJsonDocument(object).toJson(QJsonDocument::Compact);
    const int before = said[content]++;
    return QUuid::createUuidV5(QUuid(), content + QByteArray::number(before)).toString(QUuid::WithoutBraces);
}

/// Takes the list `key` out of `object`.
template<typename Entry>
Result<std::vector<Entry>> takeList(QJsonObject& object, const QString& key,
                                    std::optional<Entry> (*read)(QJsonObject), const QString& path)
{
    const QJsonValue list = take(object, key);
    if (!list.isUndefined() && !list.isArray())
        return damaged(path, Sentence::of(QStringLiteral("\"%1\" in the notes file is not a list"), {key}));
    const QJsonArray values = list.toArray();
    std::vector<Entry> entries;
    entries.reserve(static_cast<std::size_t>(values.size()));
    QHash<QByteArray, int> said;
    for (const QJsonValue value : values) {
        std::optional<Entry> entry = read(value.toObject());
        if (!entry)
            return damaged(
                path, Sentence::of(QStringLiteral("entry %1 of \"%2\" in the notes file says not where it "
                                                  "belongs"),
                                   {QString::number(entries.size() + 1), key}));
        if (entry->id.isEmpty())
            entry->id = idByContent(value.toObject(), said);
        entries.push_back(std::move(*entry));
    }
    sortEntries(entries);
    return entries;
}

template<typename Entry>
QJsonArray toList(const std::vector<Entry>& entries)
{
    QJsonArray list;
    for (const Entry& entry : entries)
        list.append(toJson(entry));
    return list;
}

/// What both kinds of entry have.
template<typename Entry>
QJsonObject placedJson(const Entry& entry)
{
    QJsonObject object = entry.unknown;
    object[QStringLiteral("id")] = entry.id;
    object[QStringLiteral("frame")] = static_cast<qint64>(entry.frame);
    object[QStringLiteral("time_us")] = static_cast<qint64>(entry.time.count());
    object[QStringLiteral("note")] = entry.note;
    object[QStringLiteral("created")] = entry.created.toUTC().toString(Qt::ISODateWithMs);
    return object;
}

} // namespace

QString flagVerdictName(FlagVerdict verdict)
{
    for (const VerdictWord& known : VerdictWords) {
        if (known.verdict == verdict)
            return known.word;
    }
    return {};
}

FlagVerdict flagVerdictNamed(const QString& name)
{
    for (const VerdictWord& known : VerdictWords) {
        if (known.word == name)
            return known.verdict;
    }
    return FlagVerdict::None;
}

QString verdictWord(const FlagReview& review)
{
    return review.verdict != FlagVerdict::None ? flagVerdictName(review.verdict)
                                               : review.unknown.value(VerdictKey).toString();
}

QJsonObject toJson(const Bookmark& b)
{
    QJsonObject object = placedJson(b);
    object[QStringLiteral("length_us")] = static_cast<qint64>(b.length.count());
    if (b.hue >= 0)
        object[QStringLiteral("hue")] = b.hue;
    object[QStringLiteral("title")] = b.title;
    object[QStringLiteral("author")] = b.author;
    if (!b.tags.isEmpty())
        object[TagsKey] = QJsonArray::fromStringList(b.tags);
    return object;
}

QJsonObject toJson(const FlagReview& r)
{
    QJsonObject object = placedJson(r);
    object[QStringLiteral("check")] = r.check;
    if (r.verdict != FlagVerdict::None || !object.contains(VerdictKey))
        object[VerdictKey] = flagVerdictName(r.verdict);
    object[QStringLiteral("reviewer")] = r.reviewer;
    if (!r.reason.isEmpty())
        object[ReasonKey] = r.reason;
    if (!r.content.sha256.isEmpty())
        object[HashKey] = QString::fromLatin1(r.content.sha256);
    if (r.content.size >= 0)
        object[SizeKey] = static_cast<qint64>(r.content.size);
    return object;
}

QJsonObject toJson(const OwnFlag& f)
{
    QJsonObject object = f.unknown;
    object[QStringLiteral("id")] = f.id;
    object[QStringLiteral("frame")] = static_cast<qint64>(f.frame);
    object[QStringLiteral("time_us")] = static_cast<qint64>(f.time.count());
    object[QStringLiteral("length_us")] = static_cast<qint64>(f.length.count());
    object[QStringLiteral("check")] = f.check;
    object[QStringLiteral("severity")] = f.severity;
    object[QStringLiteral("text")] = f.text;
    object[QStringLiteral("author")] = f.author;
    object[QStringLiteral("created")] = f.created.toUTC().toString(Qt::ISODateWithMs);
    if (f.who == DrawnActor{})
        return object;
    QJsonObject who{{QStringLiteral("name"), f.who.name}};
    if (f.who.id != ActorId::None)
        who[QStringLiteral("id")] = static_cast<qint64>(index(f.who.id));
    object[QStringLiteral("who")] = who;
    return object;
}

Result<Sidecar> parseSidecar(const QByteArray& text, const QString& path)
{
    QJsonParseError parse;
    const QJsonDocument document = QJsonDocument::fromJson(text, &parse);
    if (parse.error != QJsonParseError::NoError)
        return damaged(
            path, Sentence::of(QStringLiteral("the notes file is not valid JSON: %1"), {parse.errorString()}),
            {.offset = static_cast<std::uint64_t>(parse.offset)});
    QJsonObject object = document.object();
    const auto schema = wholeNumber(object.value(SchemaKey));
    if (!schema || *schema < 1)
        return damaged(path, Sentence::of(QStringLiteral("the notes file has no usable \"schema\"")));
    Sidecar sidecar;
    // A newer version's number goes back as it came, together with its keys.
    if (*schema == Sidecar::SchemaVersion)
        object.remove(SchemaKey);
    sidecar.replayHash = take(object, HashKey).toString().toLatin1();
    auto bookmarks = takeList(object, BookmarksKey, &readBookmark, path);
    if (!bookmarks)
        return tl::unexpected<Error>(bookmarks.error());
    auto reviews = takeList(object, ReviewsKey, &readReview, path);
    if (!reviews)
        return tl::unexpected<Error>(reviews.error());
    auto drawings = takeList(object, DrawingsKey, &drawingFromJson, path);
    if (!drawings)
        return tl::unexpected<Error>(drawings.error());
    if (drawings->size() > MostDrawings)
        return damaged(path,
                       Sentence::of(QStringLiteral("the notes file has %1 drawings, more than %2 are "
                                                   "not read"),
                                    {QString::number(drawings->size()), QString::number(MostDrawings)}));
    auto keys = takeList(object, PathKey, &cameraKeyFromJson, path);
    if (!keys)
        return tl::unexpected<Error>(keys.error());
    if (keys->size() > MostCameraKeys)
        return damaged(
            path, Sentence::of(QStringLiteral("the notes file has %1 camera key points, more than %2 are "
                                              "not read"),
                               {QString::number(keys->size()), QString::number(MostCameraKeys)}));
    auto ownFlags = takeList(object, OwnFlagsKey, &readOwnFlag, path);
    if (!ownFlags)
        return tl::unexpected<Error>(ownFlags.error());
    sidecar.ownFlags = std::move(*ownFlags);
    sidecar.bookmarks = std::move(*bookmarks);
    sidecar.cameraPath = std::move(*keys);
    sidecar.drawings = std::move(*drawings);
    sidecar.reviews = std::move(*reviews);
    for (const QJsonValue id : take(object, DismissedKey).toArray())
        sidecar.dismissed.push_back(id.toString());
    sidecar.unknown = object;
    return sidecar;
}

QByteArray sidecarText(const Sidecar& sidecar)
{
    QJsonObject object = sidecar.unknown;
    if (!object.contains(SchemaKey))
        object[SchemaKey] = Sidecar::SchemaVersion;
    object[HashKey] = QString::fromLatin1(sidecar.replayHash);
    std::vector<Bookmark> written;
    std::ranges::copy_if(sidecar.bookmarks, std::back_inserter(written), std::not_fn(&Bookmark::recorded));
    object[BookmarksKey] = toList(written);
    if (!sidecar.drawings.empty())
        object[DrawingsKey] = toList(sidecar.drawings);
    if (!sidecar.cameraPath.empty())
        object[PathKey] = toList(sidecar.cameraPath);
    object[ReviewsKey] = toList(sidecar.reviews);
    if (!sidecar.ownFlags.empty())
        object[OwnFlagsKey] = toList(sidecar.ownFlags);
    if (!sidecar.dismissed.empty())
        object[DismissedKey] =
            QJsonArray::fromStringList({sidecar.dismissed.begin(), sidecar.dismissed.end()});
    return QJsonDocument(object).toJson();
}

} // namespace ghostline::model
