// SPDX-License-Identifier: GPL-3.0-or-later
// Play lists as files: round trips, paths from the list's folder, unknown keys, damage told by its entry.
#include "model/clips/play_list.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <limits>

namespace tst_play_list {

using namespace ghostline::model;

class TestPlayList : public QObject
{
    Q_OBJECT

    static PlayListEntry entry(const QString& recording, std::int64_t fromMs, std::int64_t toMs)
    {
        PlayListEntry e;
        e.clip.recording = recording;
        e.clip.from = Micros{fromMs * 1000};
        e.clip.to = Micros{toMs * 1000};
        return e;
    }
    static void put(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
    }
    static QJsonObject writtenEntry(const PlayListEntry& e, const QString& path)
    {
        PlayList list;
        list.entries = {e};
        const auto text = playListText(list, path);
        return text ? QJsonDocument::fromJson(*text)
                          .object()
                          .value(QStringLiteral("entries"))
                          .toArray()
                          .first()
                          .toObject()
                    : QJsonObject();
    }

private Q_SLOTS:
    void roundTrip()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("week.ghostline-list.json"));
        PlayList list;
        list.title = QStringLiteral("Prüfung");
        list.entries = {entry(folder.filePath(QStringLiteral("a.echoreplay")), 1'500, 4'250),
                        entry(QStringLiteral("https://example.org/b.SC2Replay"), 0, 0)};
        list.entries[0].clip.rate = 0.5;
        list.entries[0].clip.camera = QStringLiteral("follow:hero");
        list.entries[0].clip.title = QStringLiteral("First goal");
        list.entries[0].clip.note = QStringLiteral("line one\nline two");
        list.entries[0].content = {QByteArray(64, 'a'), 12};
        QVERIFY(savePlayList(list, path));
        const auto read = loadPlayList(path);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(*read, list);
        QCOMPARE(read->clips().size(), std::size_t{2});
        QCOMPARE(read->clips().front().title, QStringLiteral("First goal"));
    }

    void besideAndBelowGoesWithTheFolder()
    {
        const QTemporaryDir one;
        const QTemporaryDir other;
        const QString name = QStringLiteral("l.ghostline-list.json");
        PlayList list;
        list.entries = {entry(one.filePath(QStringLiteral("a.log")), 0, 1),
                        entry(one.filePath(QStringLiteral("in/b.log")), 0, 1),
                        entry(other.filePath(QStringLiteral("c.log")), 0, 1)};
        QVERIFY(savePlayList(list, one.filePath(name)));
        const QByteArray text = content(one.filePath(name));
        QVERIFY(text.contains("\"recording\": \"a.log\""));
        QVERIFY(text.contains("\"recording\": \"in/b.log\""));
        put(other.filePath(name), text);
        const auto moved = loadPlayList(other.filePath(name));
        QVERIFY(moved);
        QCOMPARE(moved->entries[0].clip.recording, other.filePath(QStringLiteral("a.log")));
        QCOMPARE(moved->entries[1].clip.recording, other.filePath(QStringLiteral("in/b.log")));
        QCOMPARE(moved->entries[2].clip.recording, other.filePath(QStringLiteral("c.log")));
    }

    /// "ab" is not below "a".
    void neighboursAreNotBelow()
    {
        const QString path = QStringLiteral("/x/a/l.ghostline-list.json");
        const auto recording = [&](const QString& of) {
            return writtenEntry(entry(of, 0, 1), path).value(QStringLiteral("recording")).toString();
        };
        QCOMPARE(recording(QStringLiteral("/x/ab/r.log")), QStringLiteral("/x/ab/r.log"));
        QCOMPARE(recording(QStringLiteral("/x/r.log")), QStringLiteral("/x/r.log"));
        QCOMPARE(recording(QStringLiteral("/x/a/..r.log")), QStringLiteral("..r.log"));
        QCOMPARE(recording(QStringLiteral("/x/a/../a/r.log")), QStringLiteral("r.log"));
        QCOMPARE(recording(QStringLiteral("/x/a")), QStringLiteral("/x/a")); // the folder itself
    }

    /// A list is handed on; how somebody gets into a server is not.
    void passwordsStayOut()
    {
        const QJsonObject object =
            writtenEntry(entry(QStringLiteral("https://me:secret@example.org/a"), 0, 1),
                         QStringLiteral("/x/l.ghostline-list.json"));
        QVERIFY(!object.value(QStringLiteral("recording")).toString().contains(QLatin1String("secret")));
    }

    void unknownKeysStay()
    {
        const QByteArray text = R"({"schema":2,"colour":"red","entries":[
            {"recording":"a","from_us":1,"to_us":2,"replay_size":-3,"replay_sha256":"no","angle":[1]}]})";
        const auto list = parsePlayList(text, QStringLiteral("/x/l.ghostline-list.json"));
        QVERIFY(list);
        QCOMPARE(list->entries[0].clip.rate, 1.0);
        const auto again = playListText(*list, QStringLiteral("/x/l.ghostline-list.json"));
        QVERIFY(again);
        const QJsonObject object = QJsonDocument::fromJson(*again).object();
        QCOMPARE(object.value(QStringLiteral("schema")).toInt(), 2);
        QCOMPARE(object.value(QStringLiteral("colour")).toString(), QStringLiteral("red"));
        const QJsonObject first = object.value(QStringLiteral("entries")).toArray().first().toObject();
        QVERIFY(first.value(QStringLiteral("angle")).isArray());
        QCOMPARE(first.value(QStringLiteral("replay_size")).toInt(), -3);
        QCOMPARE(first.value(QStringLiteral("replay_sha256")).toString(), QStringLiteral("no"));
    }

    /// What either does not say is not compared; a size tells more than a hash.
    void anotherRecordingIsTold()
    {
        PlayListEntry one;
        one.content = {QByteArray(64, 'a'), 12};
        const auto says = [&one](const ContentId& now) {
            const auto difference = differenceOf(one, now, QStringLiteral("run.hcrp"));
            return difference ? difference->text() : QString();
        };
        QCOMPARE(says({}), QString());
        QCOMPARE(says({{}, 12}), QString());
        QCOMPARE(says({QByteArray(64, 'A'), -1}), QString());
        QCOMPARE(says({QByteArray(64, 'b'), 13}),
                 QStringLiteral("run.hcrp is not the recording that the entry was made of: it has 13 bytes, "
                                "not 12"));
        QCOMPARE(says({QByteArray(64, 'b'), 12}),
                 QStringLiteral("run.hcrp is not the recording that the entry was made of: its content is "
                                "another"));
        one.content = {};
        QCOMPARE(says({QByteArray(64, 'b'), 13}), QString());
    }

    void timesAsPeopleWriteThem()
    {
        const auto list =
            parsePlayList(R"({"schema":1,"entries":[{"recording":"a","from":"1:15.5","to":"1:01:00"}]})",
                          QStringLiteral("/x/l"));
        QVERIFY(list);
        QCOMPARE(list->entries[0].clip.from, Micros{75'500'000});
        QCOMPARE(list->entries[0].clip.to, Micros{3'660'000'000});
        QCOMPARE(clipTime(QStringLiteral(" 2.25 ")), std::optional(Micros{2'250'000}));
        for (const char* bad : {"", "#3", "50%", "+1s", "-1", "1:75", "x", "9999999999", "1e3", "nan"})
            QVERIFY2(!clipTime(QString::fromLatin1(bad)), bad);
    }

    void damaged_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* text, const char* says) {
            QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(says);
        };
        row("empty", "", "not valid JSON");
        row("cut", R"({"schema":1,"entries":[)", "not valid JSON");
        row("list", "[]", "schema");
        row("no schema", R"({"entries":[]})", "schema");
        row("schema 0", R"({"schema":0,"entries":[]})", "schema");
        row("schema text", R"({"schema":"1","entries":[]})", "schema");
        row("no entries", R"({"schema":1})", "entries");
        row("entries object", R"({"schema":1,"entries":{}})", "entries");
        row("title number", R"({"schema":1,"title":3,"entries":[]})", "title");
        row("number", R"({"schema":1,"entries":[3]})", "entry 1");
        row("no recording", R"({"schema":1,"entries":[{"from_us":0,"to_us":1}]})", "entry 1");
        row("nul", R"({"schema":1,"entries":[{"recording":"a\u0000b","from_us":0,"to_us":1}]})", "entry 1");
        row("recording list", R"({"schema":1,"entries":[{"recording":[],"from_us":0,"to_us":1}]})",
            "entry 1");
        const char* second = R"({"schema":1,"entries":[{"recording":"a","from_us":0,"to_us":1},)"
                             R"({"recording":"a",%1}]})";
        const auto entryWith = [&](const char* name, const char* keys) {
            QTest::newRow(name) << QByteArray(second).replace("%1", keys) << QStringLiteral("entry 2");
        };
        entryWith("no end", R"("from_us":0)");
        entryWith("backward", R"("from_us":2,"to_us":1)");
        entryWith("negative", R"("from_us":-1,"to_us":1)");
        entryWith("half a microsecond", R"("from_us":0.5,"to_us":1)");
        entryWith("huge", R"("from_us":0,"to_us":1e18)");
        entryWith("text for a number", R"("from_us":"0","to_us":1)");
        entryWith("time is none", R"("from":"soon","to_us":1)");
        entryWith("rate 0", R"("from_us":0,"to_us":1,"rate":0)");
        entryWith("rate text", R"("from_us":0,"to_us":1,"rate":"1")");
        entryWith("rate null", R"("from_us":0,"to_us":1,"rate":null)");
        entryWith("backward speed", R"("from_us":0,"to_us":1,"rate":-1)");
        entryWith("too fast", R"("from_us":0,"to_us":1,"rate":64.1)");
        entryWith("too slow", R"("from_us":0,"to_us":1,"rate":0.0156)");
        entryWith("camera number", R"("from_us":0,"to_us":1,"camera":3)");
        entryWith("note list", R"("from_us":0,"to_us":1,"note":[])");
    }

    void damaged()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("l.ghostline-list.json"));
        put(path, text);
        const auto list = loadPlayList(path);
        QVERIFY(!list);
        QCOMPARE(list.error().code, ErrorCode::Damaged);
        QCOMPARE(list.error().file, path);
        QVERIFY2(list.error().message.contains(says), qPrintable(list.error().message));
        QVERIFY(!list.error().message.contains(QLatin1Char('\n')));
    }

    void tooManyEntries()
    {
        QByteArray text = R"({"schema":1,"entries":[)";
        for (std::size_t i = 0; i <= PlayList::MostEntries; ++i)
            text += R"({"recording":"a","from_us":0,"to_us":1},)";
        text.chop(1);
        text += "]}";
        const auto list = parsePlayList(text, QStringLiteral("/x/l"));
        QVERIFY(!list);
        QCOMPARE(list.error().code, ErrorCode::LimitExceeded);
    }

    void hostileFiles()
    {
        const QTemporaryDir folder;
        QVERIFY(!loadPlayList(folder.path())); // a folder
        QCOMPARE(loadPlayList(folder.filePath(QStringLiteral("none"))).error().code, ErrorCode::NotFound);
        const QString large = folder.filePath(QStringLiteral("large"));
        put(large, "{");
        QVERIFY(QFile::resize(large, (qint64{64} << 20) + 1)); // sparse
        QCOMPARE(loadPlayList(large).error().code, ErrorCode::LimitExceeded);
        QVERIFY(!parsePlayList(QByteArray(200'000, '['), QStringLiteral("/x/l")));
        QVERIFY(!parsePlayList(QByteArray("\xff\xfe{\0}", 5), QStringLiteral("/x/l")));
    }

    /// What could not be read again is not written, and the old file stays.
    void badEntriesAreNotSaved()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("l.ghostline-list.json"));
        put(path, "old");
        const QString recording = folder.filePath(QStringLiteral("a"));
        std::vector<PlayListEntry> bad(6, entry(recording, 0, 1));
        bad[0].clip.recording.clear();
        bad[1].clip.rate = std::numeric_limits<double>::quiet_NaN();
        bad[2].clip.from = Micros{2'000};
        bad[3].clip.from = Micros{-1};
        bad[4].clip.to = PlayList::LongestTime + Micros{1};
        bad[5].clip.recording = folder.filePath(QString(QChar(0xDCFF)));
        for (const PlayListEntry& each : bad) {
            PlayList list;
            list.entries = {entry(recording, 0, 1), each};
            const auto saved = savePlayList(list, path);
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, ErrorCode::InvalidArgument);
            QVERIFY(saved.error().message.contains(QLatin1String("entry 2")));
            QCOMPARE(content(path), QByteArray("old"));
        }
    }

    void names()
    {
        QVERIFY(isPlayListName(QStringLiteral("/a/B.Ghostline-List.json")));
        QVERIFY(!isPlayListName(QStringLiteral("/a/b.ghostline.json")));
    }
};

} // namespace tst_play_list

GHOSTLINE_TEST(tst_play_list, TestPlayList)
#include "tst_play_list.moc"
