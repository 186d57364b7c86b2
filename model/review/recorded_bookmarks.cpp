// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/recorded_bookmarks.h"

#include <QJsonDocument>
#include <QSet>
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
    // A recording may hold very many.
    QSet<QString> known(notes.dismissed.begin(), notes.dismissed.end());
    for (const Bookmark& bookmark : notes.bookmarks)
        known.insert(bookmark.id);
    const std::size_t before = notes.bookmarks.size();
    for (const Bookmark& bookmark : recorded) {
        if (known.contains(bookmark.id))
            continue;
        known.insert(bookmark.id);
        notes.bookmarks.push_back(bookmark);
    }
    std::ranges::stable_sort(notes.bookmarks, {}, &Bookmark::frame);
    return notes.bookmarks.size() - before;
}

} // namespace ghostline::model
