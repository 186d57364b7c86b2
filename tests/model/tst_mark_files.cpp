// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks as CSV and Sportscode XML: what is written reads back the same, what others write is understood,
// what is hostile or broken does no harm.
#include "model/marks/mark_csv.h"
#include "model/marks/marked_clip.h"
#include "model/marks/sportscode_xml.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_mark_files {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

Bookmark mark(std::int64_t fromMs, std::int64_t lengthMs, const QString& title, const QStringList& tags)
{
    Bookmark bookmark;
    bookmark.time = Micros{fromMs * 1000};
    bookmark.length = Micros{lengthMs * 1000};
    bookmark.title = title;
    bookmark.tags = tags;
    return bookmark;
}

/// With ids, as notes have them.
std::vector<Bookmark> awkwardMarks()
{
    std::vector<Bookmark> marks{
        mark(0, 0, u""_s, {}),
        mark(1, 1, u"title alone"_s, {}),
        mark(12'345, 6'789, u"goal"_s, {u"goal"_s}),
        mark(60'001, 0, u"a \"quoted\", title"_s, {u"left, wing"_s, u"ü 漢 🏒"_s, u"third"_s}),
        mark(3'600'000, 10, u"=HYPERLINK(\"http://x\")"_s, {u"+cmd"_s, u"@sum"_s}),
        mark(7'199'999, 1, u"<b>&amp;</b>"_s, {u"<tag>"_s}),
        mark(5'000, 0, u"Mark"_s, {u"Mark"_s}),
    };
    marks[3].note = u"first line\nsecond; line, with \"all\""_s;
    marks[3].author = u"-Åsa"_s;
    marks[3].hue = 3;
    marks[4].note = u"-1+1"_s;
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i].id = u"00000000-0000-4000-8000-00000000000%1"_s.arg(i);
    return marks;
}

QString reasons(const ReadMarks& read)
{
    QStringList all;
    for (const Error& error : read.leftOut)
        all << error.message;
    return all.join(u'\n');
}

} // namespace

class TestMarkFiles : public QObject
{
    Q_OBJECT

    static void compare(const ReadMarks& read, const std::vector<Bookmark>& written)
    {
        QVERIFY2(read.leftOut.empty(), qPrintable(reasons(read)));
        QCOMPARE(read.marks.size(), written.size());
        for (std::size_t i = 0; i < written.size(); ++i) {
            QCOMPARE(read.marks[i].time.count(), written[i].time.count());
            QCOMPARE(read.marks[i].length.count(), written[i].length.count());
            QCOMPARE(read.marks[i].title, written[i].title);
            QCOMPARE(read.marks[i].tags, written[i].tags);
            QCOMPARE(read.marks[i].note, written[i].note);
            QCOMPARE(read.marks[i].author, written[i].author);
        }
    }

private Q_SLOTS:
    void csvComesBack()
    {
        std::vector<Bookmark> written = awkwardMarks();
        written.push_back(mark(0, 0, u"exact"_s, {}));
        written.back().time = Micros{1'234'567}; // not only to the millisecond
        written.back().id = u"00000000-0000-4000-8000-0000000000ff"_s;
        const auto read = readMarksText(markCsv(written));
        QVERIFY(read);
        compare(*read, written);
        for (std::size_t i = 0; i < written.size(); ++i) {
            QCOMPARE(read->marks[i].id, written[i].id);
            QCOMPARE(read->marks[i].hue, written[i].hue);
        }
    }

    void xmlComesBack()
    {
        const std::vector<Bookmark> written = awkwardMarks();
        const auto read = readMarksText(sportscodeXml(written));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        compare(*read, written);
        QCOMPARE(read->marks[3].hue, 3); // by the row of its code
        QCOMPARE(read->marks[0].hue, -1);
    }

    void csvIsNoFormula()
    {
        const QByteArray csv = markCsv(awkwardMarks());
        for (const QByteArray& line : csv.split('\n')) {
            for (const QByteArray& cell : line.split(',')) {
                const QByteArray shown = cell.startsWith('"') ? cell.sliced(1) : cell;
                QVERIFY2(shown.isEmpty() || !QByteArrayView("=+@").contains(shown[0]), line.constData());
            }
        }
        QVERIFY(csv.contains("'=HYPERLINK"));
        QCOMPARE(csv.count('\n'), qsizetype{1} + static_cast<qsizetype>(awkwardMarks().size()));
        QVERIFY(csv.startsWith("start_s,end_s,start,end,title,tags,note,author,hue,id\n"));
        QVERIFY(csv.contains("\n12.345,19.134,0:00:12.345,0:00:19.134,goal,goal,"));
    }

    void xmlIsAsOthersReadIt()
    {
        const QByteArray xml = sportscodeXml({mark(1500, 500, u"Late run"_s, {u"Shot"_s, u"Left"_s})});
        QString plain = QString::fromUtf8(xml);
        plain.remove(QRegularExpression(u">\\s+<"_s)).remove(u'\n');
        plain = QString::fromUtf8(xml).replace(QRegularExpression(u">\\s+<"_s), u"><"_s);
        QVERIFY2(
            plain.contains(u"<file><ALL_INSTANCES><instance><ID>1</ID><start>1.500</start><end>2.000</end>"
                           "<code>Shot</code><label><group>title</group><text>Late run</text></label>"
                           "<label><text>Left</text></label></instance></ALL_INSTANCES><ROWS><row>"
                           "<code>Shot</code><R>32896</R><G>32896</G><B>32896</B></row></ROWS></file>"_s),
            xml.constData());
    }

    /// XML 1.0 has no place for them: the file must stay one that can be read.
    void xmlOfControlCharacters()
    {
        Bookmark odd = mark(0, 0, QString(), {u"tag"_s});
        odd.note = u"bell \a, half "_s + QChar(0xD800) + u" and \uFFFE; cr\r\nlf"_s;
        const auto read = readSportscodeXml(sportscodeXml({odd}));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->marks[0].note, u"bell \uFFFD, half \uFFFD and \uFFFD; cr\nlf"_s);
    }

    void csvOfOthers_data()
    {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<qint64>("startMs");
        QTest::addColumn<qint64>("lengthMs");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QStringList>("tags");
        QTest::newRow("start alone") << QByteArray("start\n2.5\n") << 2500LL << 0LL << QString()
                                     << QStringList();
        QTest::newRow("any order") << QByteArray("Title,TAGS,End,Start\nx,a;b,3,1\n") << 1000LL << 2000LL
                                   << u"x"_s << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("semicolons, comma as point")
            << QByteArray("start;end;tags\r\n1,25;0:00:02,5;\"a;b\"\r\n") << 1250LL << 1250LL << QString()
            << QStringList{u"a"_s, u"b"_s};
        QTest::newRow("tabs") << QByteArray("start\ttitle\n1:02:03.5\tan, other\n") << 3'723'500LL << 0LL
                              << u"an, other"_s << QStringList();
        QTest::newRow("byte order mark, old line ends")
            << QByteArray("\xEF\xBB\xBFstart_s,title\r1,x\r") << 1000LL << 0LL << u"x"_s << QStringList();
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFEs\0t\0a\0r\0t\0\n\0"
                                              "7\0\n\0",
                                              18)
                                << 7000LL << 0LL << QString() << QStringList();
        QTest::newRow("sep=") << QByteArray("sep=;\nstart;title\n1;a,b\n") << 1000LL << 0LL << u"a,b"_s
                              << QStringList();
        QTest::newRow("Latin-1") << QByteArray("start,title\n1,\xDC"
                                               "ber\n")
                                 << 1000LL << 0LL << u"Über"_s << QStringList();
        QTest::newRow("duration") << QByteArray("Start Time,Duration,Code\n0:10,5,Shot\n") << 10'000LL
                                  << 5000LL << QString() << QStringList{u"Shot"_s};
        QTest::newRow("unknown columns, short rows")
            << QByteArray("x,start,y,title\n,4\n") << 4000LL << 0LL << QString() << QStringList();
        QTest::newRow("line break in quotes")
            << QByteArray("start,title\n1,\"a\nb\"\n") << 1000LL << 0LL << u"a\nb"_s << QStringList();
        QTest::newRow("exponent") << QByteArray("start\n1.5e1\n") << 15'000LL << 0LL << QString()
                                  << QStringList();
    }
    void csvOfOthers()
    {
        QFETCH(QByteArray, csv);
        const auto read = readMarksText(csv);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY2(read->leftOut.empty(), qPrintable(reasons(*read)));
        QCOMPARE(read->marks.size(), std::size_t{1});
        const Bookmark& first = read->marks.front();
        QTEST(static_cast<qint64>(first.time.count() / 1000), "startMs");
        QTEST(static_cast<qint64>(first.length.count() / 1000), "lengthMs");
        QTEST(first.title, "title");
        QTEST(first.tags, "tags");
    }

    void badLinesAreNamed()
    {
        const auto read = readMarkCsv("start,end,title\n"
                                      "1,2,fine\n"
                                      ",3,no start\n"
                                      "soon,3,no time\n"
                                      "5,4,backwards\n"
                                      "1:75,,no clock\n"
                                      "inf,,no number\n"
                                      "9e99,,too far\n"
                                      "\n"
                                      "6,7,\"fine, too\"\n"
                                      "8,9,\"open\n");
        QVERIFY(read);
        QCOMPARE(read->marks.size(), std::size_t{2});
        QCOMPARE(reasons(*read), u"line 3: it does not say when it begins\n"
                                 "line 4: \"soon\" is no time\n"
                                 "line 5: it ends before it begins\n"
                                 "line 6: \"1:75\" is no time\n"
                                 "line 7: \"inf\" is no time\n"
                                 "line 8: \"9e99\" is no time\n"
                                 "line 11: its quotes never close"_s);
    }

    /// One stray quote costs its own line and no other.
    void strayQuotes_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QStringList>("others");
        QTest::newRow("none follows") << QByteArray("3,4,b\n5,6,c\n") << QStringList{u"b"_s, u"c"_s};
        QTest::newRow("others follow")
            << QByteArray("3,4,b\n5,6,\"c, d\"\n7,8,e\n") << QStringList{u"b"_s, u"c, d"_s, u"e"_s};
        QTest::newRow("line break in quotes")
            << QByteArray("3,4,\"b\nc\" \n5,6,d\n") << QStringList{u"b\nc"_s, u"d"_s};
        QTest::newRow("CRLF") << QByteArray("3,4,b\r\n5,6,\"c\"\r\n") << QStringList{u"b"_s, u"c"_s};
    }
    void strayQuotes()
    {
        QFETCH(QByteArray, rest);
        const auto read = readMarkCsv("start,end,title\n0,1,first\n1,2,\"a\n" + rest);
        QVERIFY(read);
        QStringList titles;
        for (const Bookmark& mark : read->marks)
            titles << mark.title;
        QFETCH(QStringList, others);
        QCOMPARE(titles, QStringList{u"first"_s} + others);
        QCOMPARE(reasons(*read), u"line 3: its quotes never close"_s);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("empty") << QByteArray() << u"is empty"_s;
        QTest::newRow("no start") << QByteArray("a,b,c\n1,2,3\n") << u"called start_s or start"_s;
        QTest::newRow("open heading")
            << QByteArray("start,\"title\n1,a\n2,b\n") << u"line 1: its quotes never close"_s;
        QTest::newRow("binary") << QByteArray("start\n\0\1\2", 9) << u"not text"_s;
        QTest::newRow("too long") << QByteArray(MostMarkBytes + 1, ' ') << u"at most 32 MiB"_s;
        QTest::newRow("other XML") << QByteArray("<html><body/></html>") << u"no ALL_INSTANCES"_s;
        QTest::newRow("cut off") << QByteArray("<file><ALL_INSTANCES><instance><start>1</start>")
                                 << u"cannot be read from line 1 on"_s;
        QTest::newRow("entities") << QByteArray(
                                         "<!DOCTYPE f [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
                                         "<file><ALL_INSTANCES><instance><code>&b;</code></instance>"
                                         "</ALL_INSTANCES></file>")
                                  << u"declares entities"_s;
        QTest::newRow("other files") << QByteArray("<!DOCTYPE f [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                                                   "<file><ALL_INSTANCES>&x;</ALL_INSTANCES></file>")
                                     << u"declares entities"_s;
        QTest::newRow("deep") << QByteArray("<file>") + QByteArray("<a>").repeated(100'000) << u"deeper"_s;
        QTest::newRow("too many in XML")
            << "<file><ALL_INSTANCES>" +
                   QByteArray("<instance><start>1</start></instance>").repeated(50'001) +
                   "</ALL_INSTANCES></file>"
            << u"at most 50000"_s;
        QTest::newRow("too many in CSV")
            << "start\n" + QByteArray("1\n").repeated(50'001) << u"at most 50000"_s;
    }
    void refused()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, reason);
        const auto read = readMarksText(file);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(reason), qPrintable(read.error().message));
    }

    void manyBadLinesAreCounted()
    {
        const auto read = readMarkCsv("start\n" + QByteArray("x\n").repeated(5000));
        QVERIFY(read && read->marks.empty());
        QCOMPARE(read->leftOut.size(), std::size_t{100});
        QCOMPARE(read->moreLeftOut, std::size_t{4900});
    }

    /// With what other programs write besides, and how they write labels.
    void xmlOfOthers()
    {
        const auto read = readMarksText(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<file><SESSION_INFO><start_time>2024-05-01 18:00:00.00 +0100</start_time></SESSION_INFO>"
            "<SORT_INFO><sort_type>color</sort_type></SORT_INFO><ALL_INSTANCES>"
            "<instance><ID>7</ID><start>59.227999999999994</start><end>85.809</end><code>home &amp; "
            "away</code>"
            "<label><group>Team</group><text>Lions</text></label><label><text>build-up</text></label>"
            "<label>alone</label><label><group>Note</group><text>look</text></label></instance>"
            "<instance><start>00:01:02.500</start><code>Clock</code></instance>"
            "<instance><ID>9</ID><start>x</start><end>2</end><code>Bad</code></instance>"
            "<instance><ID>10</ID><end>2</end></instance>"
            "</ALL_INSTANCES><ROWS><row><code>home &amp; away</code><R>0</R><G>65535</G><B>900000</B></row>"
            "<row><R>nonsense</R></row></ROWS></file>");
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->marks.size(), std::size_t{2});
        const Bookmark& first = read->marks[0];
        QCOMPARE(first.time, Micros{59'228'000});
        QCOMPARE(first.time + first.length, Micros{85'809'000});
        QCOMPARE(first.tags, (QStringList{u"home & away"_s, u"Lions"_s, u"build-up"_s, u"alone"_s}));
        QCOMPARE(first.note, u"look"_s);
        QVERIFY(first.title.isEmpty());
        QVERIFY(first.hue >= 0);
        QCOMPARE(read->marks[1].time, Micros{62'500'000});
        QCOMPARE(read->marks[1].length, Micros{});
        QCOMPARE(reasons(*read),
                 u"instance 3: \"x\" is no time\ninstance 4: it does not say when it begins"_s);
    }

    void idsStayTheSame()
    {
        const QByteArray csv = "start,title,id\n1,a,1\n2,b,2\n1,a,1\n";
        const auto once = readMarkCsv(csv);
        const auto again = readMarkCsv(csv);
        QVERIFY(once && again);
        QCOMPARE(once->marks[0].id, again->marks[0].id);
        QVERIFY(once->marks[0].id != once->marks[1].id);
        // Others count from 1 in every file: that is no id.
        QVERIFY(once->marks[0].id.size() > 30 && once->named.isEmpty());

        const MarksToAdd first = marksToAdd({}, *once);
        QCOMPARE(first.added.size(), std::size_t{2});
        QCOMPARE(first.known, std::size_t{1}); // it is in the file twice
        const MarksToAdd second = marksToAdd(first.added, *again);
        QVERIFY(second.added.empty() && second.changed.empty());
        // What was edited after the import stays as it was edited.
        std::vector<Bookmark> edited = first.added;
        edited[0].title = u"better"_s;
        const MarksToAdd third = marksToAdd(edited, *again);
        QVERIFY(third.added.empty() && third.changed.empty());
    }

    void whatIsThereIsNotDoubled()
    {
        std::vector<Bookmark> notes = awkwardMarks();
        notes[3].unknown.insert(u"later"_s, 1);
        const auto xml = readMarksText(sportscodeXml(notes)); // has no ids
        QVERIFY(xml);
        const MarksToAdd byContent = marksToAdd(notes, *xml);
        QVERIFY(byContent.added.empty() && byContent.changed.empty());
        QCOMPARE(byContent.known, notes.size());

        const auto csv = readMarksText(markCsv(notes));
        QVERIFY(csv);
        QVERIFY(marksToAdd(notes, *csv).changed.empty());
        // Edited in a spreadsheet, by its id.
        auto edited = *csv;
        edited.marks[3].title = u"another"_s;
        edited.marks[3].tags.clear(); // empty: nothing said
        const MarksToAdd byId = marksToAdd(notes, edited);
        QCOMPARE(byId.changed.size(), std::size_t{1});
        QVERIFY(byId.added.empty());
        QCOMPARE(byId.changed[0].title, u"another"_s);
        QCOMPARE(byId.changed[0].tags, notes[3].tags);
        QCOMPARE(byId.changed[0].unknown, notes[3].unknown);
    }

    void laidOnTheRecording()
    {
        const TimeAxis axis = TimeAxis::uniform(101, 1, 30); // 3.333 s
        std::vector<Bookmark> marks{mark(33, 0, u"rounded"_s, {}),    mark(3000, 5000, u"beyond"_s, {}),
                                    mark(4000, 100, u"behind"_s, {}), mark(-500, 1000, u"before"_s, {}),
                                    mark(-500, 100, u"gone"_s, {}),   mark(3333, 0, u"last"_s, {})};
        const std::vector<Error> said = placeMarks(marks, axis);
        QCOMPARE(marks.size(), std::size_t{4});
        QCOMPARE(marks[0].frame, FrameNumber{1}); // 0.0333 s, which milliseconds cannot say
        QCOMPARE(marks[1].time + marks[1].length, axis.duration());
        QCOMPARE(marks[2].time, Micros{});
        QCOMPARE(marks[2].length, Micros{500'000});
        QCOMPARE(marks[3].frame, FrameNumber{100});
        QCOMPARE(said.size(), std::size_t{2});
        QCOMPARE(said[0].message,
                 u"marks outside the recording, which ends at 0:03.333, were left out: 2, the "
                 "first at 0:04.000"_s);
        QCOMPARE(said[1].message,
                 u"marks that reach beyond the recording, which ends at 0:03.333, were cut to "
                 "it: 2, the first at 0:03.000"_s);
    }

    void filesNameThemselves()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"marks.csv"_s);
        const auto missing = readMarks(path);
        QVERIFY(!missing && missing.error().file == path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("start\nx\n1\n") > 0);
        file.close();
        const auto read = readMarks(path);
        QVERIFY(read && read->marks.size() == 1);
        QCOMPARE(read->leftOut[0].file, path);
        QVERIFY(!readMarks(folder.path())); // a folder is no file
    }

    void clips()
    {
        Bookmark bookmark = mark(10'000, 2'000, u"title"_s, {u"tag"_s});
        bookmark.note = u"note"_s;
        Clip clip = clipOf(bookmark, Micros{60'000'000});
        QCOMPARE(clip.from, Micros{10'000'000});
        QCOMPARE(clip.to, Micros{12'000'000});
        QCOMPARE(clip.title, u"title"_s);
        QCOMPARE(clip.note, u"note"_s);
        bookmark.length = {};
        bookmark.title.clear();
        clip = clipOf(bookmark, Micros{13'000'000});
        QCOMPARE(clip.from, Micros{5'000'000});
        QCOMPARE(clip.to, Micros{13'000'000});
        QCOMPARE(clip.title, u"tag"_s);
    }
};

} // namespace tst_mark_files

GHOSTLINE_TEST(tst_mark_files, TestMarkFiles, QCoreApplication)
#include "tst_mark_files.moc"
