// SPDX-License-Identifier: GPL-3.0-or-later
// The queue by player, map, check, date, severity and state: what is asked for, and in which order it stands.
#include "app/gui/review/queue_filter.h"
#include "app/gui/review/queue_filter_bar.h"
#include "app/gui/review/queue_model.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

namespace tst_queue_filter {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

using Shown = QueueWanted::Shown;

void accuse(model::ReviewedFile& file, const QString& check, int severity,
            std::vector<model::FlagVerdict> verdicts = {})
{
    model::Flag flag;
    flag.frame = 100 + static_cast<int>(file.flags.size());
    flag.check = check;
    flag.severity = severity;
    file.flags.push_back(flag);
    int number = 0;
    for (const model::FlagVerdict verdict : verdicts)
        file.sidecar.add(model::FlagReview{.id = {},
                                           .frame = flag.frame,
                                           .check = check,
                                           .verdict = verdict,
                                           .reviewer = u"Reviewer %1"_s.arg(++number)});
}

model::ReviewedFile made(const QString& name, const QString& person, const QString& id, const QString& map,
                         int day)
{
    model::ReviewedFile file;
    file.path = u"/runs/"_s + name;
    file.people = {person};
    file.peopleIds = {id};
    file.map = map;
    file.recordedAt = QDateTime(QDate(2026, 10, day), QTime(12, 0), Qt::UTC);
    return file;
}

/// Ana plays under two names; Ben's recordings say no id.
std::vector<model::ReviewedFile> sixFiles()
{
    using enum model::FlagVerdict;
    std::vector<model::ReviewedFile> files;
    files.push_back(made(u"a"_s, u"Ana"_s, u"id-1"_s, u"Skyline"_s, 3));
    accuse(files.back(), u"speed"_s, 3);
    accuse(files.back(), u"reach"_s, 1, {Confirmed});
    files.push_back(made(u"b"_s, u"Annie"_s, u"id-1"_s, u"Harbour"_s, 1));
    accuse(files.back(), u"reach"_s, 2, {Confirmed, Rejected});
    files.push_back(made(u"c"_s, u"Ben"_s, {}, u"Skyline"_s, 2));
    accuse(files.back(), u"speed"_s, 1, {Rejected});
    files.push_back(made(u"d"_s, u"Ana"_s, u"id-2"_s, u"Skyline"_s, 4));
    files.push_back(made(u"e"_s, u"Ana"_s, {}, {}, 5));
    accuse(files.back(), u"timer"_s, 0, {NeedsMore});
    model::ReviewedFile broken;
    broken.path = u"/runs/f"_s;
    broken.error = model::Error{model::ErrorCode::Damaged, u"cut off"_s, {}, {}, {}};
    files.push_back(std::move(broken));
    return files;
}

QString namesIn(const QAbstractItemModel& table)
{
    QString names;
    for (int row = 0; row < table.rowCount(); ++row)
        names += table.index(row, 0).data().toString();
    return names;
}

} // namespace

class TestQueueFilter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void asksForFlags_data();
    void asksForFlags();
    void asksForPlayers_data();
    void asksForPlayers();
    void sortsByEachColumn_data();
    void sortsByEachColumn();
    void saysItsState();
    void theBarOffersWhatThereIs();
    void otherRunsOfAPlayer();
};

void TestQueueFilter::asksForFlags_data()
{
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("check");
    QTest::addColumn<int>("severity");
    QTest::addColumn<int>("shown");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* name, const char* map, const char* check, int severity, Shown shown,
                        const char* names) {
        QTest::newRow(name) << QString::fromLatin1(map) << QString::fromLatin1(check) << severity
                            << static_cast<int>(shown) << QString::fromLatin1(names);
    };
    row("everything", "", "", -1, Shown::All, "abcdef");
    row("a map", "Skyline", "", -1, Shown::All, "acd");
    row("a check", "", "reach", -1, Shown::All, "ab");
    row("severity from 0", "", "", 0, Shown::All, "abce");
    row("severity from 2", "", "", 2, Shown::All, "ab");
    row("open", "", "", -1, Shown::Open, "abe");
    row("disputed", "", "", -1, Shown::Disputed, "b");
    row("done", "", "", -1, Shown::Done, "c");
    // Of one flag, not one thing of this and another of that.
    row("a check that is done", "", "reach", -1, Shown::Done, "a");
    row("a grave one of a check", "", "reach", 3, Shown::All, "");
    row("an open one of a check", "Skyline", "speed", 1, Shown::Open, "a");
}

void TestQueueFilter::asksForFlags()
{
    QFETCH(QString, map);
    QFETCH(QString, check);
    QFETCH(int, severity);
    QFETCH(int, shown);
    QueueModel queue;
    QueueFilter filter;
    filter.setSourceModel(&queue);
    queue.put(sixFiles());
    QueueWanted wanted;
    if (!map.isEmpty())
        wanted.map = map;
    wanted.check = check;
    wanted.fromSeverity = severity;
    wanted.shown = static_cast<Shown>(shown);
    filter.setWanted(wanted);
    QTEST(namesIn(filter), "names");
}

void TestQueueFilter::asksForPlayers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("names");
    QTest::newRow("by id, whatever the name") << u"Ana"_s << u"id-1"_s << u"abe"_s;
    QTest::newRow("another of that name") << u"Ana"_s << u"id-2"_s << u"de"_s;
    QTest::newRow("by name where no id is known") << u"Ana"_s << QString() << u"ade"_s;
    QTest::newRow("nobody") << u"Zoe"_s << QString() << QString();
}

void TestQueueFilter::asksForPlayers()
{
    QFETCH(QString, name);
    QFETCH(QString, id);
    QueueModel queue;
    QueueFilter filter;
    filter.setSourceModel(&queue);
    queue.put(sixFiles());
    filter.setWanted({.player = QueuePlayer{name, id}});
    QTEST(namesIn(filter), "names");
}

void TestQueueFilter::sortsByEachColumn_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("names"); // those with something open first: a, b, e
    QTest::newRow("file") << int(QueueModel::FileColumn) << u"abecdf"_s;
    QTest::newRow("people") << int(QueueModel::PeopleColumn) << u"aebfdc"_s;
    QTest::newRow("map") << int(QueueModel::MapColumn) << u"ebafcd"_s;
    QTest::newRow("checks") << int(QueueModel::ChecksColumn) << u"baedfc"_s;
    QTest::newRow("flags") << int(QueueModel::FlagsColumn) << u"beafdc"_s;
    QTest::newRow("worst") << int(QueueModel::WorstColumn) << u"ebafdc"_s;
    QTest::newRow("state") << int(QueueModel::StateColumn) << u"aebfdc"_s;
    QTest::newRow("recorded") << int(QueueModel::RecordedColumn) << u"baefcd"_s;
}

void TestQueueFilter::sortsByEachColumn()
{
    QFETCH(int, column);
    QueueModel queue;
    QueueFilter filter;
    filter.setSourceModel(&queue);
    queue.put(sixFiles());
    filter.sort(column, Qt::AscendingOrder);
    QTEST(namesIn(filter), "names");
}

void TestQueueFilter::saysItsState()
{
    QueueModel queue;
    queue.put(sixFiles());
    QStringList states;
    for (int row = 0; row < queue.rowCount(); ++row)
        states << queue.index(row, QueueModel::StateColumn).data().toString();
    QCOMPARE(states,
             (QStringList{u"Open"_s, u"Disputed"_s, u"Done"_s, u"No flags"_s, u"Open"_s, u"Unreadable"_s}));
    // The gravest check first.
    QCOMPARE(queue.index(0, QueueModel::ChecksColumn).data().toString(), u"speed, reach"_s);
}

void TestQueueFilter::theBarOffersWhatThereIs()
{
    QWidget host;
    QueueFilterBar bar(new QLabel(&host), &host);
    for (const model::ReviewedFile& file : sixFiles())
        bar.offer(file);
    const auto offered = [&bar](const char* name) {
        const auto* box = named<QComboBox>(bar, QString::fromLatin1(name));
        QStringList all;
        for (int i = 1; i < box->count(); ++i)
            all << box->itemText(i);
        return all.join(u' ');
    };
    QCOMPARE(offered("Player"), u"Ana Ana Ana Ben"_s); // two ids, and one of whom only the name is known
    QCOMPARE(offered("Map"), u"Harbour Skyline"_s);
    QCOMPARE(offered("Check"), u"reach speed timer"_s);
    QSignalSpy changed(&bar, &QueueFilterBar::changed);
    named<QComboBox>(bar, u"Check"_s)->setCurrentIndex(1);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(bar.wanted().check, u"reach"_s);
    named<QLineEdit>(bar, u"Filter recordings"_s)->setText(u" b "_s);
    QCOMPARE(bar.wanted().text, u"b"_s);
    bar.clear(); // another folder
    QCOMPARE(bar.wanted().check, QString());
    QCOMPARE(bar.wanted().text, u"b"_s);
    QCOMPARE(offered("Check"), QString());
    bar.reset();
    QCOMPARE(bar.wanted(), QueueWanted{});
}

void TestQueueFilter::otherRunsOfAPlayer()
{
    QWidget host;
    QueueFilterBar bar(new QLabel(&host), &host);
    for (const model::ReviewedFile& file : sixFiles())
        bar.offer(file);
    named<QComboBox>(bar, u"Which recordings"_s)->setCurrentIndex(1);
    named<QLineEdit>(bar, u"Filter recordings"_s)->setText(u"speed"_s);
    bar.choosePlayer({u"Annie"_s, u"id-1"_s}); // whatever else was asked for is not asked any more
    QCOMPARE(bar.wanted(), (QueueWanted{.player = QueuePlayer{u"Ana"_s, u"id-1"_s}}));
    bar.choosePlayer({u"Ben"_s, {}});
    QCOMPARE(bar.wanted(), (QueueWanted{.player = QueuePlayer{u"Ben"_s, {}}}));
}

} // namespace tst_queue_filter

GHOSTLINE_TEST(tst_queue_filter, TestQueueFilter, QApplication)
#include "tst_queue_filter.moc"
