// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/recorded_bookmarks.h"

#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace ghostline::model {

namespace {

QString textOf(const Event& event, const char* key)
{
    return event.data.value(QLatin1String(key)).toString();
}

Bookmark bookmarkOf(const Event& event)
{
    Bookmark bookmark;
    bookmark.id = textOf(event, "id");
    if (bookmark.id.isEmpty())
        bookmark.id =
            QUuid::createUuidV5(QUuid(), QByteArray::number(static_cast<qlonglong>(event.frame)) +
                                             QJsonDocument(event.data).toJson(QJsonDocument::Compact))
                .toString(QUuid::WithoutBraces);
    bookmark.frame = event.frame;
    bookmark.time = event.time;
    bookmark.length = event.length;
    bookmark.title = textOf(event, "detail");
    bookmark.note = textOf(event, "note");
    bookmark.author = textOf(event, "author");
    bookmark.created = QDateTime::fromString(textOf(event, "created"), Qt::ISODateWithMs).toUTC();
    bookmark.recorded = true;
    return bookmark;
}

} // namespace

std::vector<Bookmark> recordedBookmarks(const EventTable& events)
{
    const auto kind = std::ranges::find(events.kinds, QStringLiteral("bookmark"), &EventKind::id);
    std::vector<Bookmark> found;
    if (kind == events.kinds.end())
        return found;
    for (const Event& event : events.events) {
        if (event.kind == kind - events.kinds.begin() && textOf(event, "source") == QLatin1String("metadata"))
            found.push_back(bookmarkOf(event));
    }
    std::ranges::stable_sort(found, {}, &Bookmark::frame);
    return found;
}

std::size_t addRecorded(Sidecar& notes, const std::vector<Bookmark>& recorded)
{
    std::size_t added = 0;
    for (const Bookmark& bookmark : recorded) {
        const bool known =
            std::ranges::find(notes.bookmarks, bookmark.id, &Bookmark::id) != notes.bookmarks.end() ||
            std::ranges::find(notes.dismissed, bookmark.id) != notes.dismissed.end();
        if (known)
            continue;
        const auto after = std::ranges::upper_bound(notes.bookmarks, bookmark.frame, {}, &Bookmark::frame);
        notes.bookmarks.insert(after, bookmark);
        ++added;
    }
    return added;
}

} // namespace ghostline::model
