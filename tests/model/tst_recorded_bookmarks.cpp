// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks that a recording holds: read from its events, shown beside one's own, never doubled.
#include "model/review/recorded_bookmarks.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_recorded_bookmarks {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

Event eventOf(int kind, FrameNumber frame, const QJsonObject& data)
{
    Event e;
    e.kind = kind;
    e.frame = frame;
    e.time = Micros{frame * 50'000};
    e.data = data;
    return e;
}

EventTable tableWith(std::vector<Event> events)
{
    EventTable table;
    for (const auto& id : {u"chat"_s, u"bookmark"_s}) {
        EventKind kind;
        kind.id = id;
        table.kinds.push_back(kind);
    }
    table.events = std::move(events);
    return table;
}

Bookmark noted(const QString& id, FrameNumber frame, const QString& title)
{
    Bookmark b;
    b.id = id;
    b.frame = frame;
    b.title = title;
    b.created = QDateTime::fromString(u"2026-05-02T12:00:00Z"_s, Qt::ISODate);
    return b;
}

QStringList shown(const Sidecar& notes)
{
    QStringList all;
    for (const Bookmark& b : notes.bookmarks)
        all << u"%1 %2"_s.arg(b.frame).arg(b.title);
    return all;
}

} // namespace

class TestRecordedBookmarks : public QObject
{
    Q_OBJECT

    static std::vector<Bookmark> two()
    {
        return recordedBookmarks(tableWith(
            {eventOf(1, 40, {{u"source"_s, u"metadata"_s}, {u"id"_s, u"b"_s}, {u"detail"_s, u"Later"_s}}),
             eventOf(1, 10,
                     {{u"source"_s, u"metadata"_s},
                      {u"id"_s, u"a"_s},
                      {u"detail"_s, u"Early"_s},
                      {u"note"_s, u"look"_s},
                      {u"author"_s, u"Ada"_s},
                      {u"created"_s, u"2026-05-01T08:00:00.000Z"_s}})}));
    }

private Q_SLOTS:
    void read()
    {
        const auto found = two();
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].frame, FrameNumber{10});
        QCOMPARE(found[0].time, Micros{500'000});
        QCOMPARE(found[0].title, u"Early"_s);
        QCOMPARE(found[0].note, u"look"_s);
        QCOMPARE(found[0].author, u"Ada"_s);
        QCOMPARE(found[0].created, QDateTime(QDate(2026, 5, 1), QTime(8, 0), Qt::UTC));
        QVERIFY(found[0].recorded);
    }

    void otherEventsAreNone()
    {
        const QJsonObject ours{{u"source"_s, u"metadata"_s}};
        QVERIFY(recordedBookmarks({}).empty());
        QVERIFY(recordedBookmarks(tableWith({eventOf(0, 1, ours), eventOf(1, 2, {})})).empty());
        // Without an id it is the same one each time.
        const EventTable nameless = tableWith({eventOf(1, 2, ours), eventOf(1, 3, ours)});
        const auto first = recordedBookmarks(nameless);
        QCOMPARE(recordedBookmarks(nameless)[1].id, first[1].id);
        QVERIFY(!first[0].id.isEmpty() && first[0].id != first[1].id);
    }

    void whatWasNotedCounts()
    {
        Sidecar notes;
        notes.add(noted(u"a"_s, 12, u"Early, but moved"_s));
        QCOMPARE(addRecorded(notes, two()), std::size_t{1});
        QCOMPARE(shown(notes), (QStringList{u"12 Early, but moved"_s, u"40 Later"_s}));
        QCOMPARE(addRecorded(notes, two()), std::size_t{0});
    }

    void removedStaysRemoved()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"run.rec"_s);
        Sidecar notes;
        addRecorded(notes, two());
        QVERIFY(notes.remove(u"a"_s));
        QVERIFY(saveSidecar(path, notes));
        auto again = loadNotes(path);
        QVERIFY(again);
        QVERIFY(again->sidecar.bookmarks.empty()); // what the recording holds is not written twice
        QCOMPARE(addRecorded(again->sidecar, two()), std::size_t{1});
        QCOMPARE(shown(again->sidecar), QStringList{u"40 Later"_s});
    }

    void changedIsWritten()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"run.rec"_s);
        Sidecar notes;
        addRecorded(notes, two());
        Bookmark changed = notes.bookmarks[0];
        changed.title = u"Early, renamed"_s;
        changed.recorded = false;
        notes.remove(changed.id);
        notes.add(changed);
        QVERIFY(saveSidecar(path, notes));
        auto again = loadNotes(path);
        QVERIFY(again);
        addRecorded(again->sidecar, two());
        QCOMPARE(shown(again->sidecar), (QStringList{u"10 Early, renamed"_s, u"40 Later"_s}));
    }

    /// The one who compacted sends the notes, too: the recording's own copy gives way.
    void mergedOnce()
    {
        Sidecar notes;
        addRecorded(notes, two());
        Sidecar theirs;
        theirs.add(noted(u"a"_s, 10, u"Early"_s));
        theirs.bookmarks[0].hue = 3;
        theirs.dismissed = {u"b"_s, u"c"_s};
        const auto both = mergeSidecars(notes, theirs);
        QVERIFY(both);
        // What they put away is gone at once, not only when the notes are read again.
        QCOMPARE(shown(*both), QStringList{u"10 Early"_s});
        QCOMPARE(both->bookmarks[0].hue, 3);
        QCOMPARE(both->dismissed, theirs.dismissed);
    }
};

} // namespace tst_recorded_bookmarks

GHOSTLINE_TEST(tst_recorded_bookmarks, TestRecordedBookmarks)
#include "tst_recorded_bookmarks.moc"
