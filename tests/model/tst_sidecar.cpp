// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks and verdicts beside the recording: round trips, unknown keys, damaged files left alone.
#include "model/sidecar/sidecar.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_sidecar {

using namespace ghostline::model;

class TestSidecar : public QObject
{
    Q_OBJECT

    static Bookmark bookmark(FrameNumber frame, const QString& title)
    {
        Bookmark b;
        b.frame = frame;
        b.time = Micros{frame * 50'000};
        b.title = title;
        return b;
    }
    static FlagReview review(FrameNumber frame, FlagVerdict verdict, const QString& reviewer)
    {
        FlagReview r;
        r.frame = frame;
        r.time = Micros{frame * 50'000};
        r.check = QStringLiteral("speed");
        r.verdict = verdict;
        r.reviewer = reviewer;
        return r;
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

private Q_SLOTS:
    void absentIsEmpty()
    {
        const QTemporaryDir folder;
        const auto sidecar = loadNotes(folder.filePath(QStringLiteral("a.log")));
        QVERIFY(sidecar);
        QVERIFY(sidecar->sidecar.bookmarks.empty());
        QCOMPARE(sidecarPath(QStringLiteral("/x/a.log")), QStringLiteral("/x/a.log.ghostline.json"));
    }

    void roundTrip()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(replay, "recording");
        Sidecar sidecar;
        sidecar.replayHash = contentOf(replay)->sha256;
        Bookmark b = bookmark(700, QStringLiteral("Überholt"));
        b.length = Micros{2'500'000};
        b.note = QStringLiteral("line one\nline two");
        b.author = QStringLiteral("me");
        sidecar.add(b);
        sidecar.add(bookmark(100, QStringLiteral("first")));
        sidecar.add(bookmark(700, QStringLiteral("after it")));
        QVERIFY(!sidecar.bookmarks[0].id.isEmpty() && sidecar.bookmarks[0].created.isValid());
        QVERIFY(saveSidecar(replay, sidecar));
        const auto read = loadNotes(replay);
        QVERIFY(read);
        QCOMPARE(read->sidecar.replayHash, sidecar.replayHash);
        QCOMPARE(read->sidecar.bookmarks.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            const Bookmark& x = sidecar.bookmarks[i];
            const Bookmark& y = read->sidecar.bookmarks[i];
            QVERIFY(x.id == y.id && x.frame == y.frame && x.time == y.time && x.length == y.length &&
                    x.title == y.title && x.note == y.note && x.author == y.author && x.created == y.created);
        }
        QCOMPARE(read->sidecar.bookmarks[1].title, QStringLiteral("Überholt"));
        QCOMPARE(content(replay), QByteArray("recording"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void tagsRoundTrip()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        Sidecar sidecar;
        Bookmark tagged = bookmark(10, QStringLiteral("tagged"));
        tagged.tags = {QStringLiteral("goal"), QStringLiteral("left")};
        sidecar.add(tagged);
        sidecar.add(bookmark(20, QStringLiteral("plain")));
        QVERIFY(saveSidecar(replay, sidecar));
        const auto read = loadNotes(replay);
        QVERIFY(read);
        QCOMPARE(read->sidecar.bookmarks[0].tags, tagged.tags);
        QVERIFY(read->sidecar.bookmarks[0].unknown.isEmpty());
        QVERIFY(read->sidecar.bookmarks[1].tags.isEmpty());
        // Where there are none the file stays as older versions write it.
        const QJsonArray written = QJsonDocument::fromJson(content(sidecarPath(replay)))
                                       .object()
                                       .value(QStringLiteral("bookmarks"))
                                       .toArray();
        QVERIFY(written.at(0).toObject().contains(QStringLiteral("tags")));
        QVERIFY(!written.at(1).toObject().contains(QStringLiteral("tags")));
    }

    void tagsOfOthersAreBounded()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        QJsonArray many{
            QStringLiteral(" two  words "), 7, QStringLiteral("two words"), QString(), QString(5000, u'x'),
            QStringLiteral("a;b")};
        for (int i = 0; i < 100; ++i)
            many.append(QStringLiteral("tag %1").arg(i));
        const QJsonObject listed{{QStringLiteral("id"), QStringLiteral("a")},
                                 {QStringLiteral("frame"), 1},
                                 {QStringLiteral("tags"), many}};
        const QJsonObject odd{{QStringLiteral("id"), QStringLiteral("b")},
                              {QStringLiteral("frame"), 2},
                              {QStringLiteral("tags"), QStringLiteral("no list")}};
        put(sidecarPath(replay),
            QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1},
                                      {QStringLiteral("bookmarks"), QJsonArray{listed, odd}}})
                .toJson());
        const auto read = loadNotes(replay);
        QVERIFY(read);
        const QStringList tags = read->sidecar.bookmarks[0].tags;
        QCOMPARE(tags.size(), 32);
        QCOMPARE(tags[0], QStringLiteral("two words"));
        QCOMPARE(tags[1].size(), 100);
        QCOMPARE(tags[2], QStringLiteral("a,b"));
        QVERIFY(read->sidecar.bookmarks[1].tags.isEmpty());
        // What this version does not understand goes back as it came.
        QCOMPARE(read->sidecar.bookmarks[1].unknown.value(QStringLiteral("tags")).toString(),
                 QStringLiteral("no list"));
    }

    void verdictsRoundTrip()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        Sidecar sidecar;
        FlagReview late = review(5, FlagVerdict::Rejected, QStringLiteral("Åsa"));
        late.note = QStringLiteral("lag\nsee chat");
        late.created = QDateTime::fromString(QStringLiteral("2026-05-02T10:00:00.125Z"), Qt::ISODateWithMs);
        sidecar.add(late);
        FlagReview early = review(900, FlagVerdict::Confirmed, QStringLiteral("Ben"));
        early.created = late.created.addSecs(-60);
        sidecar.add(early);
        sidecar.add(review(5, FlagVerdict::Unsure, QStringLiteral("Cleo")));
        sidecar.add(review(5, FlagVerdict::None, QStringLiteral("Cleo")));
        QCOMPARE(sidecar.reviews.front().reviewer, QStringLiteral("Ben"));
        QVERIFY(!sidecar.reviews.back().id.isEmpty() && sidecar.reviews.back().created.isValid());
        QVERIFY(saveSidecar(replay, sidecar));
        const auto read = loadNotes(replay);
        QVERIFY(read);
        QCOMPARE(read->sidecar.reviews.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            const FlagReview& x = sidecar.reviews[i];
            const FlagReview& y = read->sidecar.reviews[i];
            QVERIFY(x.id == y.id && x.frame == y.frame && x.time == y.time && x.check == y.check &&
                    x.verdict == y.verdict && x.note == y.note && x.reviewer == y.reviewer &&
                    x.created == y.created && y.unknown.isEmpty());
        }
        const QJsonObject written = QJsonDocument::fromJson(content(sidecarPath(replay)))
                                        .object()
                                        .value(QStringLiteral("verdicts"))
                                        .toArray()
                                        .at(1)
                                        .toObject();
        QCOMPARE(written.keys(),
                 (QStringList{QStringLiteral("check"), QStringLiteral("created"), QStringLiteral("frame"),
                              QStringLiteral("id"), QStringLiteral("note"), QStringLiteral("reviewer"),
                              QStringLiteral("time_us"), QStringLiteral("verdict")}));
        QCOMPARE(written.value(QStringLiteral("verdict")).toString(), QStringLiteral("rejected"));
    }

    void verdictWords_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("verdict");
        QTest::newRow("confirmed") << QStringLiteral("confirmed") << int(FlagVerdict::Confirmed);
        QTest::newRow("rejected") << QStringLiteral("rejected") << int(FlagVerdict::Rejected);
        QTest::newRow("unsure") << QStringLiteral("unsure") << int(FlagVerdict::Unsure);
        QTest::newRow("none") << QString() << int(FlagVerdict::None);
    }
    void verdictWords()
    {
        QFETCH(QString, word);
        QFETCH(int, verdict);
        QCOMPARE(flagVerdictName(static_cast<FlagVerdict>(verdict)), word);
        QCOMPARE(int(flagVerdictNamed(word)), verdict);
        QCOMPARE(int(flagVerdictNamed(word + u'!')), int(FlagVerdict::None));
    }

    void unknownVerdictsAreKept()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(sidecarPath(replay),
            R"({"schema": 1, "verdicts": [{"frame": 3, "check": "fly", "verdict": "banned",
            "weight": [1]}, {"frame": 4, "check": "fly", "verdict": {"by": "vote"}}]})");
        auto sidecar = loadNotes(replay);
        QVERIFY(sidecar);
        QCOMPARE(sidecar->sidecar.reviews[0].verdict, FlagVerdict::None);
        QCOMPARE(verdictWord(sidecar->sidecar.reviews[0]), QStringLiteral("banned"));
        QCOMPARE(verdictWord(sidecar->sidecar.reviews[1]), QString());
        sidecar->sidecar.reviews[0].note = QStringLiteral("seen");
        const QString copy = folder.filePath(QStringLiteral("b.log"));
        QVERIFY(saveSidecar(copy, sidecar->sidecar));
        const QJsonArray now = QJsonDocument::fromJson(content(sidecarPath(copy)))
                                   .object()
                                   .value(QStringLiteral("verdicts"))
                                   .toArray();
        QCOMPARE(now[0].toObject().value(QStringLiteral("verdict")).toString(), QStringLiteral("banned"));
        QCOMPARE(now[0].toObject().value(QStringLiteral("weight")).toArray().size(), 1);
        QCOMPARE(now[1].toObject().value(QStringLiteral("verdict")).toObject().size(), 1);
    }

    /// Two people have the same recording open; each saves what the other has not seen.
    void savingDropsNobodysVerdict()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        Sidecar ana;
        Sidecar ben;
        ana.add(review(3, FlagVerdict::Confirmed, QStringLiteral("Ana")));
        ben.add(review(3, FlagVerdict::Rejected, QStringLiteral("Ben")));
        QVERIFY(saveSidecar(replay, ana));
        QVERIFY(saveSidecar(replay, ben));
        QVERIFY(saveSidecar(replay, ana));
        QCOMPARE(loadNotes(replay)->sidecar.reviews.size(), std::size_t{2});
    }

    void unknownKeysAreKept()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(sidecarPath(replay), R"({"schema": 7, "reviews": [{"verdict": 1}], "bookmarks":
            [{"frame": 3, "title": "x", "colour": "red", "shape": {"lines": [1, 2]}}]})");
        auto sidecar = loadNotes(replay);
        QVERIFY(sidecar);
        QVERIFY(!sidecar->sidecar.bookmarks[0].id.isEmpty());
        sidecar->sidecar.add(bookmark(1, QStringLiteral("new")));
        QVERIFY(saveSidecar(replay, sidecar->sidecar));
        const QJsonObject now = QJsonDocument::fromJson(content(sidecarPath(replay))).object();
        QCOMPARE(now.value(QStringLiteral("schema")).toInt(), 7);
        QCOMPARE(now.value(QStringLiteral("reviews")).toArray().size(), 1);
        const QJsonObject old = now.value(QStringLiteral("bookmarks")).toArray().at(1).toObject();
        QCOMPARE(old.value(QStringLiteral("colour")).toString(), QStringLiteral("red"));
        QCOMPARE(
            old.value(QStringLiteral("shape")).toObject().value(QStringLiteral("lines")).toArray().size(), 2);
        QCOMPARE(QJsonDocument::fromJson(content(sidecarPath(replay)))
                     .object()
                     .value(QStringLiteral("bookmarks"))
                     .toArray()
                     .size(),
                 2);
    }

    void newFileHasItsSchema()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        QVERIFY(saveSidecar(replay, {}));
        const QJsonObject now = QJsonDocument::fromJson(content(sidecarPath(replay))).object();
        QCOMPARE(now.value(QStringLiteral("schema")).toInt(), Sidecar::SchemaVersion);
    }

    void drawingsAreKept()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(sidecarPath(replay),
            R"({"schema": 1, "drawings": [
                {"id": "new", "kind": "hologram", "pin": "ground", "spin": 4, "created": "2026-05-02T12:00:01Z"},
                {"id": "old", "kind": "text", "pin": "screen", "points": [[0.5, 0.25]], "text": "here",
                 "from_us": 1000, "to_us": 2000, "created": "2026-05-02T12:00:00Z", "glow": true}]})");
        auto read = loadNotes(replay);
        QVERIFY(read);
        QCOMPARE(read->sidecar.drawings.size(), std::size_t{2});
        QCOMPARE(read->sidecar.drawings[0].text, QStringLiteral("here")); // the older one lies below
        QCOMPARE(read->sidecar.drawings[1].kind, DrawingKind::Unknown);
        QVERIFY(saveSidecar(replay, read->sidecar));
        const QJsonArray now = QJsonDocument::fromJson(content(sidecarPath(replay)))
                                   .object()
                                   .value(QStringLiteral("drawings"))
                                   .toArray();
        QCOMPARE(now[0].toObject().value(QStringLiteral("glow")), QJsonValue(true));
        QCOMPARE(now[1].toObject().value(QStringLiteral("kind")), QJsonValue(QStringLiteral("hologram")));
        QCOMPARE(now[1].toObject().value(QStringLiteral("spin")), QJsonValue(4));
    }

    void damagedIsLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("cut") << QByteArray(R"({"schema": 1, "bookmarks": [{"frame": 3,)");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no schema") << QByteArray("{}");
        QTest::newRow("odd schema") << QByteArray(R"({"schema": "one"})");
        QTest::newRow("schema 0") << QByteArray(R"({"schema": 0})");
        QTest::newRow("bookmarks no list") << QByteArray(R"({"schema": 1, "bookmarks": {}})");
        QTest::newRow("bookmark no object") << QByteArray(R"({"schema": 1, "bookmarks": [5]})");
        QTest::newRow("no frame") << QByteArray(R"({"schema": 1, "bookmarks": [{"title": "x"}]})");
        QTest::newRow("negative frame") << QByteArray(R"({"schema": 1, "bookmarks": [{"frame": -1}]})");
        QTest::newRow("half a frame") << QByteArray(R"({"schema": 1, "bookmarks": [{"frame": 1.5}]})");
        QTest::newRow("huge frame") << QByteArray(R"({"schema": 1, "bookmarks": [{"frame": 1e300}]})");
        QTest::newRow("odd time") << QByteArray(
            R"({"schema": 1, "bookmarks": [{"frame": 1, "time_us": "x"}]})");
        QTest::newRow("verdicts no list") << QByteArray(R"({"schema": 1, "verdicts": "all"})");
        QTest::newRow("verdict no object") << QByteArray(R"({"schema": 1, "verdicts": [[]]})");
        QTest::newRow("verdict without a frame")
            << QByteArray(R"({"schema": 1, "verdicts": [{"check": "speed"}]})");
        QTest::newRow("verdict at half a frame")
            << QByteArray(R"({"schema": 1, "verdicts": [{"check": "speed", "frame": 0.5}]})");
        QTest::newRow("verdict at an odd time")
            << QByteArray(R"({"schema": 1, "verdicts": [{"check": "speed", "frame": 1, "time_us": "x"}]})");
        QTest::newRow("verdict on no check") << QByteArray(R"({"schema": 1, "verdicts": [{"frame": 1}]})");
        QTest::newRow("drawings no list") << QByteArray(R"({"schema": 1, "drawings": 3})");
        QTest::newRow("drawing no object") << QByteArray(R"({"schema": 1, "drawings": ["pen"]})");
        QTest::newRow("drawing that says not when") << QByteArray(
            R"({"schema": 1, "drawings": [{"kind": "pen", "pin": "ground", "points": [[0, 0, 0]]}]})");
        QTest::newRow("drawing that says not where") << QByteArray(
            R"({"schema": 1, "drawings": [{"kind": "pen", "pin": "ground", "points": [[0, "x", 0]], "from_us": 0, "to_us": 5}]})");
        QTest::newRow("odd length") << QByteArray(
            R"({"schema": 1, "bookmarks": [{"frame": 1, "length_us": []}]})");
    }
    void damagedIsLeftAlone()
    {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(sidecarPath(replay), text);
        const auto sidecar = loadNotes(replay);
        QVERIFY(!sidecar);
        QCOMPARE(sidecar.error().code, ErrorCode::Damaged);
        QCOMPARE(sidecar.error().file, sidecarPath(replay));
        QVERIFY(!sidecar.error().message.isEmpty() && !sidecar.error().advice.isEmpty());
        QCOMPARE(saveSidecar(replay, {}).error().code, ErrorCode::Damaged); // would have destroyed the notes
        QCOMPARE(content(sidecarPath(replay)), text);
    }

    void notAFile()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        QVERIFY(QDir().mkdir(sidecarPath(replay)));
        QCOMPARE(loadNotes(replay).error().code, ErrorCode::NotReadable);
        QCOMPARE(saveSidecar(folder.filePath(QStringLiteral("absent/a.log")), {}).error().code,
                 ErrorCode::WriteFailed);
        const QString large = folder.filePath(QStringLiteral("large"));
        put(sidecarPath(large), {});
        QVERIFY(QFile::resize(sidecarPath(large), qint64{100} << 20)); // sparse
        QCOMPARE(loadNotes(large).error().code, ErrorCode::LimitExceeded);
    }

    void whereNothingCanBeWritten_data()
    {
        QTest::addColumn<QString>("replay");
        QTest::newRow("read-only folder") << QStringLiteral("/proc/version");
        QTest::newRow("web address") << QStringLiteral("http://127.0.0.1:1/runs/a.log");
    }
    void whereNothingCanBeWritten()
    {
        QFETCH(QString, replay);
        QStandardPaths::setTestModeEnabled(true);
        const QString own = privateSidecarPath(replay);
        QFile::remove(own);
        QVERIFY(loadNotes(replay)->sidecar.bookmarks.empty());
        Sidecar sidecar;
        Bookmark here;
        here.frame = 7;
        here.title = QStringLiteral("here");
        sidecar.add(here);
        QCOMPARE(saveSidecar(replay, sidecar).map(&SavedSidecar::path).value_or(QString()), own);
        QCOMPARE(loadNotes(replay)->sidecar.bookmarks.size(), std::size_t{1});
        QCOMPARE(loadNotes(replay)->sidecar.bookmarks.front().title, QStringLiteral("here"));
        // Another recording of the same name elsewhere has notes of its own.
        QVERIFY(privateSidecarPath(QStringLiteral("/elsewhere/version")) != own);
        QFile::remove(own);
        QStandardPaths::setTestModeEnabled(false);
    }

    void neighbours()
    {
        Sidecar sidecar;
        QVERIFY(!sidecar.next(0) && !sidecar.previous(0));
        for (const FrameNumber f : {30, 10, 20})
            sidecar.add(bookmark(f, QString::number(f)));
        QCOMPARE(sidecar.next(10)->frame, 20);
        QCOMPARE(sidecar.next(-1)->frame, 10);
        QVERIFY(!sidecar.next(30));
        QCOMPARE(sidecar.previous(30)->frame, 20);
        QCOMPARE(sidecar.previous(1000)->frame, 30);
        QVERIFY(!sidecar.previous(10));
        QVERIFY(sidecar.remove(QString(sidecar.bookmarks[1].id)));
        QCOMPARE(sidecar.next(10)->frame, 30);
        QVERIFY(!sidecar.remove(QStringLiteral("none")));
    }

    void hashes()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a"));
        put(path, "abc");
        QCOMPARE(contentOf(path)->sha256,
                 QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        put(path, QByteArray(3'000'000, 'a'));
        QCOMPARE(contentOf(path)->sha256,
                 QCryptographicHash::hash(QByteArray(3'000'000, 'a'), QCryptographicHash::Sha256).toHex());
        QCOMPARE(contentOf(folder.filePath(QStringLiteral("absent"))).error().code, ErrorCode::NotFound);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(contentOf(path, stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    /// What the recording itself holds is neither put away nor made one's own by that.
    void exchangedWithoutDismissing()
    {
        Sidecar before;
        Bookmark recorded = bookmark(5, QStringLiteral("recorded"));
        recorded.id = QStringLiteral("r");
        recorded.recorded = true;
        before.bookmarks.push_back(recorded);
        Sidecar after = before;
        after.add(bookmark(9, QStringLiteral("theirs")));
        after.dismissed.push_back(QStringLiteral("gone"));
        Sidecar notes = after;
        notes.exchange(after, before);
        QCOMPARE(notes.bookmarks, before.bookmarks);
        QVERIFY(notes.dismissed.empty());
        notes.exchange(before, after);
        QCOMPARE(notes.bookmarks, after.bookmarks);
        QCOMPARE(notes.dismissed, after.dismissed);
    }

    /// As `sha256sum * | sha256sum` says it.
    void folderIsItsFiles()
    {
        const QTemporaryDir folder;
        put(folder.filePath(QStringLiteral("b")), "abc");
        put(folder.filePath(QStringLiteral("A")), "");
        const QByteArray lines = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  A\n"
                                 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n";
        const ContentId expected{QCryptographicHash::hash(lines, QCryptographicHash::Sha256).toHex(), 3};
        QCOMPARE(*contentOf(folder.path()), expected);
        put(folder.filePath(QStringLiteral("b.ghostline.json")), "{}");
        QCOMPARE(*contentOf(folder.path()), expected);
        QCOMPARE(sizeOfContent(folder.path()), (ContentId{{}, 3}));
        QCOMPARE(sizeOfContent(QStringLiteral("https://example.org/a.log")), ContentId{});
    }

    void reviewsNameTheContent_data()
    {
        QTest::addColumn<QByteArray>("said"); ///< by the notes and by the review
        QTest::addColumn<bool>("outdated");
        const QByteArray abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        const QByteArray other(64, '0');
        const auto row = [](const char* name, const QByteArray& notes, const QByteArray& review,
                            bool outdated) {
            QTest::newRow(name) << "{\"schema\":1," + notes +
                                       "\"verdicts\":[{\"frame\":1,\"check\":\"a\",\"verdict\":\"unsure\"" +
                                       review + "}]}"
                                << outdated;
        };
        const QByteArray notesOther = "\"replay_sha256\":\"" + other + "\",";
        row("nothing", "", "", false);
        row("same size", "", ",\"replay_size\":3", false);
        row("other size", "", ",\"replay_size\":4", true);
        row("no size", "", ",\"replay_size\":-4", false);
        row("same hash", "", ",\"replay_sha256\":\"" + abc.toUpper() + "\",\"replay_size\":3", false);
        row("other hash", "", ",\"replay_sha256\":\"" + other + "\",\"replay_size\":3", true);
        row("the notes' hash", notesOther, "", true);
        row("its own counts more", notesOther, ",\"replay_size\":3", false);
    }
    void reviewsNameTheContent()
    {
        QFETCH(QByteArray, said);
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(replay, "abc");
        put(sidecarPath(replay), said);
        auto notes = loadNotes(replay);
        QVERIFY(notes);
        QCOMPARE(reviewsOnOtherContent(notes->sidecar), 0); // nobody knows yet
        identify(notes->sidecar, replay);
        QTEST(reviewsOnOtherContent(notes->sidecar) == 1, "outdated");
        // Whatever it says is written back.
        const FlagReview before = notes->sidecar.reviews.front();
        QVERIFY(saveSidecar(replay, notes->sidecar));
        const FlagReview after = loadNotes(replay)->sidecar.reviews.front();
        QCOMPARE(after.content, before.content);
        QCOMPARE(after.unknown, before.unknown);
    }
    void marksOfAnotherRecording_data()
    {
        QTest::addColumn<QByteArray>("hash");
        QTest::addColumn<bool>("marked");
        QTest::addColumn<bool>("drawn");
        QTest::addColumn<QString>("said"); // a part of it; empty = nothing
        const QByteArray own = QCryptographicHash::hash("abc", QCryptographicHash::Sha256).toHex();
        const QByteArray other(64, 'a');
        QTest::newRow("its own") << own.toUpper() << true << true << QString();
        QTest::newRow("they do not say") << QByteArray() << true << true << QString();
        QTest::newRow("nothing to say it of") << other << false << false << QString();
        QTest::newRow("bookmarks") << other << true << false << QStringLiteral("the bookmarks were made");
        QTest::newRow("drawings") << other << false << true << QStringLiteral("the drawings were made");
        QTest::newRow("both") << other << true << true << QStringLiteral("bookmarks and drawings were made");
    }
    void marksOfAnotherRecording()
    {
        QFETCH(QByteArray, hash);
        QFETCH(bool, marked);
        QFETCH(bool, drawn);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        put(replay, "abc");
        Sidecar notes;
        notes.replayHash = hash;
        if (marked)
            notes.add(bookmark(3, QStringLiteral("here")));
        if (drawn)
            notes.add(Drawing{.id = QStringLiteral("line")});
        const auto other = madeForAnother(notes, replay);
        QCOMPARE(other.has_value(), !said.isEmpty());
        QVERIFY(!other || other->message.contains(said));
        // What was read for it is not read again; nothing is read in vain.
        QCOMPARE(notes.recording.sha256.isEmpty(), hash.isEmpty() || (!marked && !drawn));
        QVERIFY(!madeForAnother(notes, folder.filePath(QStringLiteral("absent.log"))) || !said.isEmpty());
    }
};

} // namespace tst_sidecar

GHOSTLINE_TEST(tst_sidecar, TestSidecar)
#include "tst_sidecar.moc"
