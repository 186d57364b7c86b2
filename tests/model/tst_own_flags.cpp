// SPDX-License-Identifier: GPL-3.0-or-later
// Flags that people raise beside a recording: kept, merged, and put among those of its checks.
#include "model/review/flag.h"
#include "model/sidecar/sidecar_json.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_own_flags {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

OwnFlag raised(FrameNumber frame, const QString& author, const QString& who = {})
{
    OwnFlag flag;
    flag.id = u"%1 %2"_s.arg(author).arg(frame);
    flag.frame = frame;
    flag.time = Micros{frame * 50'000};
    flag.length = Micros{1'000'000};
    flag.check = u"manual: "_s + author;
    flag.who.name = who;
    flag.text = u"through the wall"_s;
    flag.author = author;
    flag.created = QDateTime(QDate(2026, 10, 1), QTime(12, 0), Qt::UTC);
    return flag;
}

QStringList checksOf(const std::vector<Flag>& flags)
{
    QStringList checks;
    for (const Flag& flag : flags)
        checks << u"%1 %2"_s.arg(flag.frame).arg(flag.check);
    return checks;
}

} // namespace

class TestOwnFlags : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comeBackAsTheyWere()
    {
        Sidecar sidecar;
        OwnFlag first = raised(20, u"Ada"_s, u"Runner"_s);
        first.who.id = static_cast<ActorId>(3);
        first.severity = 3;
        first.unknown[u"later"_s] = 7;
        sidecar.add(raised(30, u"Ben"_s));
        sidecar.add(first);
        const auto read = parseSidecar(sidecarText(sidecar), u"x"_s);
        QVERIFY(read);
        QCOMPARE(read->ownFlags.size(), std::size_t{2}); // by frame
        QVERIFY(read->ownFlags[0] == first);
        QVERIFY(read->ownFlags[1] == sidecar.ownFlags[1]);
        QVERIFY(!sidecarText(Sidecar{}).contains("own_flags"));
    }

    void badInput_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<bool>("read");
        QTest::addColumn<int>("severity");
        QTest::newRow("no list") << QByteArray("7") << false << 0;
        QTest::newRow("no place") << QByteArray(R"([{"check":"x"}])") << false << 0;
        QTest::newRow("no check") << QByteArray(R"([{"frame":1}])") << false << 0;
        QTest::newRow("before the start") << QByteArray(R"([{"frame":-1,"check":"x"}])") << false << 0;
        QTest::newRow("no object") << QByteArray(R"(["x"])") << false << 0;
        QTest::newRow("too grave") << QByteArray(R"([{"frame":1,"check":"x","severity":99}])") << true << 3;
        QTest::newRow("below all") << QByteArray(R"([{"frame":1,"check":"x","severity":-5}])") << true << 0;
        QTest::newRow("no severity") << QByteArray(R"([{"frame":1,"check":"x"}])") << true << 2;
        QTest::newRow("who is nobody")
            << QByteArray(R"([{"frame":1,"check":"x","who":{"id":99999999999}}])") << true << 2;
    }
    void badInput()
    {
        QFETCH(QByteArray, list);
        const auto read = parseSidecar(R"({"schema":1,"own_flags":)" + list + '}', u"x"_s);
        QTEST(read.has_value(), "read");
        if (!read)
            return;
        QTEST(read->ownFlags.at(0).severity, "severity");
        QVERIFY(read->ownFlags[0].who == DrawnActor{});
    }

    void areMergedAndRemoved()
    {
        Sidecar mine;
        mine.add(raised(10, u"Ada"_s));
        Sidecar theirs;
        theirs.add(raised(20, u"Ben"_s));
        auto both = mergeSidecars(mine, theirs);
        QVERIFY(both);
        QCOMPARE(both->ownFlags.size(), std::size_t{2});
        QCOMPARE(mergeSidecars(*both, theirs)->ownFlags.size(), std::size_t{2});
        QVERIFY(both->remove(u"Ben 20"_s));
        QCOMPARE(both->ownFlags.size(), std::size_t{1});
        QCOMPARE(both->dismissed, std::vector<QString>{u"Ben 20"_s});
        QVERIFY(!both->remove(u"nobody's"_s));
    }

    void savingKeepsThoseOfOthers()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"a.run"_s);
        Sidecar mine;
        Sidecar theirs;
        theirs.add(raised(20, u"Ben"_s));
        QVERIFY(saveSidecar(path, theirs));
        mine.add(raised(10, u"Ada"_s)); // read before Ben saved
        const auto saved = saveSidecar(path, mine);
        QVERIFY(saved);
        QCOMPARE(saved->sidecar.ownFlags.size(), std::size_t{2});
        Sidecar again = loadNotes(path)->sidecar;
        QVERIFY(again.remove(u"Ada 10"_s));
        QVERIFY(saveSidecar(path, again));
        QCOMPARE(loadNotes(path)->sidecar.ownFlags.size(), std::size_t{1});
    }

    void standAmongTheOthers()
    {
        std::vector<Flag> flags(2);
        flags[0].frame = 10;
        flags[0].check = u"speed"_s;
        flags[1].frame = 30;
        flags[1].check = u"reach"_s;
        ReplayInfo info;
        ActorInfo actor;
        actor.id = static_cast<ActorId>(0);
        actor.name = u"Runner"_s;
        info.cast.push_back(actor);
        Sidecar sidecar;
        sidecar.add(raised(10, u"Ada"_s, u"Runner"_s));
        sidecar.add(raised(40, u"Ben"_s, u"Stranger"_s));
        putOwnFlags(flags, sidecar, &info);
        QCOMPARE(checksOf(flags),
                 (QStringList{u"10 speed"_s, u"10 manual: Ada"_s, u"30 reach"_s, u"40 manual: Ben"_s}));
        QCOMPARE(flags[1].origin, FlagSource::Person);
        QCOMPARE(flags[1].source, u"person"_s);
        QCOMPARE(flags[1].author, u"Ada"_s);
        QCOMPARE(flags[1].actor, actor.id);
        QVERIFY(std::isnan(flags[1].score));
        QCOMPARE(flags[3].actor, ActorId::None);
        sidecar.remove(u"Ada 10"_s);
        putOwnFlags(flags, sidecar, nullptr); // in the place of those before
        QCOMPARE(checksOf(flags), (QStringList{u"10 speed"_s, u"30 reach"_s, u"40 manual: Ben"_s}));
    }

    void eachIsKnownByItsOwnName()
    {
        Sidecar sidecar;
        QCOMPARE(ownCheck(sidecar, 10, u"Ada"_s), u"manual: Ada"_s);
        QCOMPARE(ownCheck(sidecar, 10, {}), u"manual"_s);
        sidecar.add(raised(10, u"Ada"_s));
        QCOMPARE(ownCheck(sidecar, 10, u"Ada"_s), u"manual: Ada (2)"_s);
        QCOMPARE(ownCheck(sidecar, 11, u"Ada"_s), u"manual: Ada"_s);
        // Nor does a new one inherit what was said of one that is gone.
        sidecar.ownFlags.clear();
        sidecar.add(FlagReview{.id = {}, .frame = 10, .check = u"manual: Ada"_s});
        QCOMPARE(ownCheck(sidecar, 10, u"Ada"_s), u"manual: Ada (2)"_s);
    }
};

} // namespace tst_own_flags

GHOSTLINE_TEST(tst_own_flags, TestOwnFlags)
#include "tst_own_flags.moc"
