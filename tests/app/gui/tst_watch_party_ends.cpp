// SPDX-License-Identifier: GPL-3.0-or-later
// Two windows' parties on one machine: how they begin and end, what goes on meanwhile, and what ends them.
#include "tests/app/gui/party_side.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QSignalSpy>
#include <QStandardPaths>

namespace tst_watch_party_ends {

using namespace ghostline;
using namespace ghostline::app;
using test::CutLine;
using test::FakeReplayOptions;
using test::growingReplay;
using test::PartySide;
using Phase = WatchParty::Phase;

class TestWatchPartyEnds : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void hostEnds();
    void hostsRecordingGoes_data();
    void hostsRecordingGoes();
    void guestsRecordingGoes_data();
    void guestsRecordingGoes();
    void sameRecordingOpenedAgain();
    void oldOnesAreThereWhenTheyAreTakenLeaveOf();
    void whoFollowsIsNotLive();
    void atItsEndAGuestWaitsForTheDriver();
    void notShared_data();
    void notShared();
    void wrongCode();
    void againAtOnce();
    void lineIsLostAndHadAgain();

private:
    std::unique_ptr<test::PartyFiles> m_files;
};

void TestWatchPartyEnds::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_files = std::make_unique<test::PartyFiles>();
    QVERIFY(m_files->make());
}

void TestWatchPartyEnds::hostEnds()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    host.party.end();
    QVERIFY(host.isOver());
    QVERIFY(host.titles.isEmpty());
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.titles, QStringList{QStringLiteral("Watching together has ended")});
    QVERIFY(!guest.details.first().isEmpty());
}

void TestWatchPartyEnds::hostsRecordingGoes_data()
{
    QTest::addColumn<bool>("another");
    QTest::newRow("closed") << false;
    QTest::newRow("exchanged") << true;
}

void TestWatchPartyEnds::hostsRecordingGoes()
{
    QFETCH(bool, another);
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    if (another)
        host.show(m_files->other);
    else
        host.close();
    QVERIFY(!host.party.playback()); // at once: the session is gone
    QTRY_VERIFY(host.isOver());
    QCOMPARE(host.told.size(), 1);
    QVERIFY(host.titles.isEmpty());
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.titles.size(), 1);
}

void TestWatchPartyEnds::guestsRecordingGoes_data() { hostsRecordingGoes_data(); }

void TestWatchPartyEnds::guestsRecordingGoes()
{
    QFETCH(bool, another);
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    if (another)
        guest.show(m_files->other);
    else
        guest.close();
    QVERIFY(!guest.party.playback());
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.told.size(), 1);
    QVERIFY(guest.titles.isEmpty());
    QTRY_COMPARE(host.party.participant()->people().size(), std::size_t{1});
    QCOMPARE(host.party.phase(), Phase::Together);
}

/// The window closes it first, which is not the end.
void TestWatchPartyEnds::sameRecordingOpenedAgain()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    guest.show(m_files->copy);
    host.show(m_files->match);
    QCoreApplication::processEvents();
    for (const PartySide* side : {&host, &guest}) {
        QCOMPARE(side->party.phase(), Phase::Together);
        QVERIFY(side->party.playback());
        QVERIFY(side->told.isEmpty() && side->titles.isEmpty());
    }
}

void TestWatchPartyEnds::oldOnesAreThereWhenTheyAreTakenLeaveOf()
{
    PartySide host;
    host.show(m_files->match);
    QVERIFY(host.share());
    const QPointer<together::Participant> participant = host.party.participant();
    const QPointer<together::SharedPlayback> playback = host.party.playback();
    int checked = 0;
    connect(&host.party, &WatchParty::participantChanged, this,
            [&] { checked += participant && host.party.participant() != participant ? 1 : 0; });
    connect(&host.party, &WatchParty::playbackChanged, this,
            [&] { checked += playback && host.party.playback() != playback ? 1 : 0; });
    host.party.end();
    QCOMPARE(checked, 2);
    QVERIFY(!playback);
    QTRY_VERIFY(!participant);
}

void TestWatchPartyEnds::whoFollowsIsNotLive()
{
    QTemporaryDir elsewhere;
    PartySide host;
    PartySide guest;
    host.show(m_files->match, growingReplay());
    guest.show(elsewhere.filePath(QStringLiteral("match.rec")), growingReplay());
    for (const PartySide* side : {&host, &guest}) {
        side->session->playback()->setLive(true);
        QVERIFY(side->session->playback()->live());
    }
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    QTRY_VERIFY(!guest.session->playback()->live());
    QVERIFY(guest.party.playback()->follows());
    QTRY_VERIFY(host.party.participant()->drives());
    QVERIFY(host.session->playback()->live()); // it drives
    guest.session->playback()->setLive(true);  // of one's own will
    QVERIFY(guest.party.playback()->isApart());
    QVERIFY(guest.session->playback()->live());
    guest.party.playback()->follow();
    QVERIFY(!guest.session->playback()->live());
}

/// Who plays into the end of what is there so far goes on as soon as there is more. A guest who follows does
/// only if whoever drives still plays, and is not taken for somebody who goes ways of his own.
void TestWatchPartyEnds::atItsEndAGuestWaitsForTheDriver()
{
    QTemporaryDir elsewhere;
    PartySide host;
    PartySide guest;
    host.show(m_files->match, growingReplay());
    FakeReplayOptions behind = growingReplay();
    behind.published = 100;
    guest.show(elsewhere.filePath(QStringLiteral("match.rec")), behind);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    model::Playhead& driving = host.session->playhead();
    const model::Playhead& following = guest.session->playhead();
    const QSignalSpy awaited(guest.session->playback(), &Playback::awaitsMoreChanged);
    // Once more where following has put it there, and no tick of its own.
    for (int i = 0; i < 10 && awaited.isEmpty(); ++i) {
        driving.seek({60, 0.0});
        driving.play();
        QTRY_VERIFY(following.playing());
        QTRY_VERIFY(!following.playing() && following.at().frame == 99);
    }
    QVERIFY(!awaited.isEmpty());
    driving.pause();
    QTRY_VERIFY(guest.party.playback()->state() && !guest.party.playback()->state()->playing);
    guest.source->publish(1'000, true, true);
    QTRY_COMPARE(following.timeAxis().frames(), model::FrameNumber{1'000});
    QTRY_VERIFY(std::abs((following.time() - driving.time()).count()) < 50'000);
    QVERIFY(guest.party.playback()->follows());
    QVERIFY(!following.playing());
}

void TestWatchPartyEnds::notShared_data()
{
    QTest::addColumn<QString>("recording"); // empty = none
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("says");
    const QString match = QStringLiteral("match.rec");
    QTest::newRow("nothing open") << QString() << QString() << QStringLiteral("No recording is open");
    QTest::newRow("web") << QStringLiteral("https://example.org/match.rec") << QString()
                         << QStringLiteral("download it first");
    QTest::newRow("gone") << QStringLiteral("gone.rec") << QString() << QStringLiteral("gone.rec");
    QTest::newRow("no certificate there")
        << match << QStringLiteral("none.pem") << QStringLiteral("none.pem cannot be read");
    QTest::newRow("large certificate")
        << match << QStringLiteral("large.pem") << QStringLiteral("large.pem is too large");
    QTest::newRow("no key for it") << match << QStringLiteral("copy.rec")
                                   << QStringLiteral("both a certificate and its key are needed");
}

void TestWatchPartyEnds::notShared()
{
    QFETCH(QString, recording);
    QFETCH(QString, certificate);
    QFETCH(QString, says);
    QFile large(m_files->path(QStringLiteral("large.pem")));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((1 << 20) + 1));
    PartySide host;
    if (!recording.isEmpty())
        host.show(m_files->path(recording));
    ShareChoice choice;
    choice.certificatePath = certificate.isEmpty() ? QString() : m_files->path(certificate);
    QVERIFY(!host.share(choice));
    QVERIFY(host.isOver());
    QCOMPARE(host.titles, QStringList{QStringLiteral("Watching together did not begin")});
    QVERIFY2(host.details.first().contains(says), qPrintable(host.details.first()));
}

void TestWatchPartyEnds::wrongCode()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    auto invitation = together::parseInvitation(host.party.line());
    QVERIFY(invitation);
    invitation->code = together::makeCode();
    guest.party.join(*invitation, QStringLiteral("Anna"));
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.titles, QStringList{QStringLiteral("Watching together did not begin")});
    QVERIFY(!guest.details.first().isEmpty());
}

/// The one before is over first, and its port is free.
void TestWatchPartyEnds::againAtOnce()
{
    PartySide host;
    host.show(m_files->match);
    QVERIFY(host.share());
    ShareChoice same;
    same.name = QStringLiteral("Coach");
    same.port = host.party.reach()->port;
    const QString line = host.party.line();
    host.party.share(same);
    QVERIFY(host.party.line().isEmpty());
    QTRY_COMPARE(host.party.phase(), Phase::Together);
    QCOMPARE(host.party.reach()->port, same.port);
    QVERIFY(host.party.line() != line);
}

void TestWatchPartyEnds::lineIsLostAndHadAgain()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    CutLine line(host.party.reach()->port);
    QVERIFY(line.listen());
    QVERIFY(guest.joins(host, line.port()));
    const together::SharedPlayback* playback = guest.party.playback();
    line.passes = false;
    line.cut();
    QTRY_COMPARE(guest.party.phase(), Phase::Lost);
    QCOMPARE(guest.party.playback(), playback); // the play goes on
    line.passes = true;
    QTRY_COMPARE_WITH_TIMEOUT(guest.party.phase(), Phase::Together, 20'000);
    QCOMPARE(guest.party.playback(), playback);
    QVERIFY(guest.titles.isEmpty());
}

} // namespace tst_watch_party_ends

GHOSTLINE_TEST(tst_watch_party_ends, TestWatchPartyEnds, QApplication)
#include "tst_watch_party_ends.moc"
