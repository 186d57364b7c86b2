// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed to find recordings.
#include "library/query/query.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_query {

using namespace ghostline;
using namespace ghostline::library;
using namespace Qt::StringLiterals;

namespace {

const QDateTime Now(QDate(2026, 10, 20), QTime(12, 0)); // local time

Entry game()
{
    Entry entry;
    entry.path = u"/games/Cup/final 3.SC2Replay"_s;
    entry.state = ReadState::Whole;
    entry.format = u"sc2"_s;
    entry.formatName = u"StarCraft II replay"_s;
    entry.version = u"5.0.14.93272"_s;
    entry.map = u"Ruby Rock LE"_s;
    entry.recordedAt = QDateTime(QDate(2026, 10, 15), QTime(20, 30)).toUTC();
    entry.duration = std::chrono::minutes{16} + std::chrono::seconds{5};
    entry.people = {
        {.name = u"herO"_s, .clan = u"CJ"_s, .team = u"Blue"_s, .race = u"Protoss"_s, .result = u"Win"_s},
        {.name = u"ВасЯ"_s, .team = u"Red"_s, .race = u"Terran"_s, .result = u"Loss"_s}};
    entry.flags = 3;
    entry.openFlags = 1;
    entry.bookmarks = 2;
    entry.tags = {u"watch"_s, u"great hold"_s};
    return entry;
}

} // namespace

class TestQuery : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void finds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("found");
        const auto row = [](const char16_t* text, bool found) {
            const QString typed = QString::fromUtf16(text);
            QTest::addRow("%s%s", found ? "" : "not ", qPrintable(typed)) << typed << found;
        };
        const auto yes = [&row](const char16_t* text) { row(text, true); };
        const auto no = [&row](const char16_t* text) { row(text, false); };
        yes(u"");
        yes(u"ruby HERO");
        yes(u"\"ruby rock\" final");
        yes(u"вася");
        yes(u"starcraft pvt");
        no(u"\"rock ruby\"");
        no(u"ruby zerg");
        no(u"cup"); // a folder is no word of it
        yes(u"path:cup");
        yes(u"map:\"Ruby Rock\" player:herO race:PvT length:>15m date:2026-10 flag:open tag:watch");
        yes(u"MAP:ruby");
        no(u"map:herO");
        yes(u"player:\"cj hero\"");
        yes(u"race:TvP");
        yes(u"race:prot");
        yes(u"race:t");
        no(u"race:zerg");
        no(u"race:PvZ");
        yes(u"team:blue");
        yes(u"result:win");
        yes(u"length:16m");
        yes(u"length:16:05");
        no(u"length:16:06");
        yes(u"length:15m..16m");
        no(u"length:>16m"); // that is all of the sixteenth minute
        yes(u"length:>=16m");
        yes(u"length:<17");
        yes(u"length:<1h");
        yes(u"length:>16m4s");
        yes(u"length:>900s");
        no(u"length:1h5m..2h");
        yes(u"date:2026");
        yes(u"date:2026-10-15");
        no(u"date:2026-10-16");
        yes(u"date:>2026-09");
        no(u"date:<2026-10");
        yes(u"date:week");
        no(u"date:today");
        yes(u"date:2026-09..2026-10");
        yes(u"format:sc2");
        yes(u"format:starcraft");
        no(u"format:carla");
        yes(u"version:5.0");
        no(u"version:0.14");
        yes(u"flag:any");
        yes(u"flag:3");
        no(u"flag:none");
        no(u"flag:done");
        yes(u"bookmarks:>1");
        yes(u"players:2");
        yes(u"tag:hold");
        no(u"is:unreadable");
        no(u"-ruby");
        yes(u"-zerg -map:acropolis");
        no(u"-map:ruby");
        yes(u"map:"); // is being typed
        no(u"12:30"); // a word with a colon in it
        yes(u"\"final 3.sc2replay\"");
        yes(u"\"");
    }
    void finds()
    {
        QFETCH(QString, text);
        const Query query = Query::parse(text, Now);
        QCOMPARE(query.problems(), QStringList());
        QTEST(query.matches(FoldedEntry(game())), "found");
    }

    void saysWhatItDoesNotUnderstand_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"length:long", "length:1:2:3:4", "length:", "date:yesteryear", "date:2026-13",
              "date:2026-02-30", "flag:maybe", "is:good", "bookmarks:many", "length:999999999999999999999m",
              "date:2026-1..", "length:-5", "players:1..x"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void saysWhatItDoesNotUnderstand()
    {
        QFETCH(QString, text);
        const Query query = Query::parse(text, Now);
        const bool typing = text.endsWith(u':');
        QCOMPARE(query.problems().size(), typing ? 0 : 1);
        QCOMPARE(query.matches(FoldedEntry(game())), typing);
    }

    void matchUps_data()
    {
        QTest::addColumn<QStringList>("races");
        QTest::addColumn<QStringList>("sides");
        QTest::addColumn<QString>("matchUp");
        QTest::newRow("one against one")
            << QStringList{u"Zerg"_s, u"Protoss"_s} << QStringList{u""_s, u""_s} << u"ZvP"_s;
        QTest::newRow("two against two") << QStringList{u"Zerg"_s, u"Protoss"_s, u"Terran"_s, u"Terran"_s}
                                         << QStringList{u"1"_s, u"1"_s, u"2"_s, u"2"_s} << u"PZvTT"_s;
        QTest::newRow("alone") << QStringList{u"Zerg"_s} << QStringList{u""_s} << QString();
        QTest::newRow("one side") << QStringList{u"Zerg"_s, u"Terran"_s} << QStringList{u"1"_s, u"1"_s}
                                  << QString();
        QTest::newRow("unknown") << QStringList{u"Zerg"_s, u""_s} << QStringList{u""_s, u""_s} << QString();
    }
    void matchUps()
    {
        QFETCH(QStringList, races);
        QFETCH(QStringList, sides);
        Entry entry;
        for (qsizetype i = 0; i < races.size(); ++i)
            entry.people.push_back({.name = QString::number(i), .side = sides[i], .race = races[i]});
        QTEST(entry.matchUp(), "matchUp");
    }

    void fieldsAreListedWithAnExampleThatIsUnderstood()
    {
        QVERIFY(queryFields().size() > 10);
        for (const QueryField& field : queryFields())
            QCOMPARE(Query::parse(field.example, Now).problems(), QStringList());
    }
};

} // namespace tst_query

GHOSTLINE_TEST(tst_query, TestQuery)
#include "tst_query.moc"
