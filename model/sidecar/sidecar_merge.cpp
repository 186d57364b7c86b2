// SPDX-License-Identifier: GPL-3.0-or-later
// Two people's notes on one recording become one file, and nothing that either wrote is lost.
#include "model/sidecar/sidecar_merge.h"

#include "model/sidecar/sidecar_json.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QUuid>

#include <algorithm>

namespace ghostline::model {

namespace {

template<typename Entry>
bool isLater(const Entry& a, const Entry& b)
{
    return a.created.isValid() && b.created.isValid() && a.created > b.created;
}
/// Reviews do not replace one another.
bool isLater(const FlagReview&, const FlagReview&) { return false; }

/// All that an entry says but its id: entries without one get another each time they are read.
template<typename Entry>
QByteArray wordsOf(const Entry& entry)
{
    QJsonObject object = toJson(entry);
    object.remove(QStringLiteral("id"));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

template<typename Entry>
bool saysMore(const Entry&, const Entry&)
{
    return false;
}
/// Of the same review the one that says more of the content it was given on: a recording may have been
/// identified only after the verdict was saved.
bool saysMore(const FlagReview& a, const FlagReview& b)
{
    FlagReview bound = b;
    bound.content = a.content;
    return wordsOf(a) == wordsOf(bound) && !differ(a.content, b.content) &&
           (b.content.sha256.isEmpty() || !a.content.sha256.isEmpty()) &&
           (b.content.size < 0 || a.content.size >= 0);
}

template<typename Entry>
void mergeEntries(std::vector<Entry>& mine, const std::vector<Entry>& theirs)
{
    QSet<QByteArray> said;
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        said.insert(wordsOf(mine[i]));
        places.insert(mine[i].id, i);
    }
    for (const Entry& their : theirs) {
        const QByteArray content = wordsOf(their);
        if (said.contains(content))
            continue;
        said.insert(content);
        const auto same = places.constFind(their.id);
        if (same == places.cend()) {
            places.insert(their.id, mine.size());
            mine.push_back(their);
        } else if (isLater(their, mine[*same]) || saysMore(their, mine[*same])) {
            mine[*same] = their;
        } else if (!isLater(mine[*same], their) && !saysMore(mine[*same], their)) {
            // Nobody can say which of the two is meant: both are kept.
            mine.push_back(their);
            mine.back().id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        }
    }
    sortEntries(mine);
}

/// Keys that this version does not know: lists and objects become one, of two numbers or texts mine stays.
QJsonValue mergeUnknown(const QJsonValue& mine, const QJsonValue& theirs)
{
    if (mine.isArray() && theirs.isArray()) {
        QJsonArray list = mine.toArray();
        const QJsonArray more = theirs.toArray();
        for (const QJsonValue value : more) {
            if (!list.contains(value))
                list.append(value);
        }
        return list;
    }
    if (!mine.isObject() || !theirs.isObject())
        return mine;
    QJsonObject object = mine.toObject();
    const QJsonObject more = theirs.toObject();
    for (auto it = more.begin(); it != more.end(); ++it) {
        const QJsonValue old = object.value(it.key());
        object[it.key()] = old.isUndefined() ? QJsonValue(it.value()) : mergeUnknown(old, it.value());
    }
    return object;
}

} // namespace

void addMissingReviews(Sidecar& sidecar, const std::vector<FlagReview>& others)
{
    const QSet<QString> changed(sidecar.changed.begin(), sidecar.changed.end());
    std::vector<FlagReview> missing = others;
    std::erase_if(missing, [&changed](const FlagReview& review) { return changed.contains(review.id); });
    mergeEntries(sidecar.reviews, missing);
}

void takeOverEntries(Sidecar& sidecar, const Sidecar& others)
{
    const QSet<QString> changed(sidecar.changed.begin(), sidecar.changed.end());
    const auto removeHere = [&sidecar](const QString& id) {
        const auto isIt = [&id](const auto& mine) { return mine.id == id; };
        std::erase_if(sidecar.bookmarks, isIt);
        std::erase_if(sidecar.drawings, isIt);
        std::erase_if(sidecar.cameraPath, isIt);
        std::erase_if(sidecar.ownFlags, isIt);
        std::erase(sidecar.dismissed, id);
    };
    const auto takeOver = [&](auto& mine, const auto& theirs) {
        for (const auto& their : theirs) {
            if (changed.contains(their.id))
                continue;
            removeHere(their.id);
            insertEntry(mine, their);
        }
    };
    takeOver(sidecar.bookmarks, others.bookmarks);
    takeOver(sidecar.drawings, others.drawings);
    takeOver(sidecar.cameraPath, others.cameraPath);
    takeOver(sidecar.ownFlags, others.ownFlags);
    for (const QString& id : others.dismissed) {
        if (changed.contains(id))
            continue;
        removeHere(id);
        sidecar.dismissed.push_back(id);
    }
}

Result<Sidecar> mergeSidecars(Sidecar mine, const Sidecar& theirs)
{
    if (mine.replayHash.isEmpty())
        mine.replayHash = theirs.replayHash;
    else if (!theirs.replayHash.isEmpty() &&
             mine.replayHash.compare(theirs.replayHash, Qt::CaseInsensitive) != 0)
        return fail(
            ErrorCode::InvalidArgument,
            Sentence::of(QStringLiteral("these notes are on another recording: its SHA-256 is %1, not %2"),
                         {QString::fromLatin1(theirs.replayHash), QString::fromLatin1(mine.replayHash)}));
    // What the recording holds gives way to what somebody made of it.
    std::erase_if(mine.bookmarks, [&theirs](const Bookmark& b) {
        return b.recorded &&
               std::ranges::find(theirs.bookmarks, b.id, &Bookmark::id) != theirs.bookmarks.end();
    });
    mergeEntries(mine.bookmarks, theirs.bookmarks);
    mergeEntries(mine.drawings, theirs.drawings);
    mergeEntries(mine.cameraPath, theirs.cameraPath);
    mergeEntries(mine.ownFlags, theirs.ownFlags);
    for (const QString& id : theirs.dismissed) {
        if (std::ranges::find(mine.dismissed, id) == mine.dismissed.end())
            mine.dismissed.push_back(id);
    }
    // A note that one of them removed and the other still has is not lost; what only the recording holds
    // goes.
    std::erase_if(mine.bookmarks, [&mine](const Bookmark& b) {
        return b.recorded && std::ranges::find(mine.dismissed, b.id) != mine.dismissed.end();
    });
    std::erase_if(mine.dismissed, [&mine](const QString& id) {
        return std::ranges::find(mine.bookmarks, id, &Bookmark::id) != mine.bookmarks.end() ||
               std::ranges::find(mine.drawings, id, &Drawing::id) != mine.drawings.end() ||
               std::ranges::find(mine.cameraPath, id, &CameraKey::id) != mine.cameraPath.end() ||
               std::ranges::find(mine.ownFlags, id, &OwnFlag::id) != mine.ownFlags.end();
    });
    for (const Bookmark& bookmark : theirs.bookmarks)
        mine.changed.push_back(bookmark.id); // which of the two counts was decided here
    for (const Drawing& drawing : theirs.drawings)
        mine.changed.push_back(drawing.id);
    for (const CameraKey& key : theirs.cameraPath)
        mine.changed.push_back(key.id);
    for (const OwnFlag& flag : theirs.ownFlags)
        mine.changed.push_back(flag.id);
    mergeEntries(mine.reviews, theirs.reviews);
    mine.unknown = mergeUnknown(mine.unknown, theirs.unknown).toObject();
    return mine;
}

} // namespace ghostline::model
