// SPDX-License-Identifier: GPL-3.0-or-later
// Two windows' parties on one machine: that both have the same recording before they watch together, and how
// the guest comes by it.
#include "tests/app/gui/party_side.h"
#include "tests/support/certificates.h"
#include "tests/support/http_reads.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>

namespace tst_watch_party {

using namespace ghostline;
using namespace ghostline::app;
using test::CutLine;
using test::growingReplay;
using test::PartySide;
using Phase = WatchParty::Phase;

class TestWatchParty : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void sameRecordingOnBothSides();
    void foundAmongRecentOnes();
    void fetchedFromTheHost();
    void notHandedOut();
    void ownFile_data();
    void ownFile();
    void anotherOneOpenAtFirst();
    void notOpened();
    void somethingElseOpenedMeanwhile();
    void growingOneIsShared();
    void comesBackWithAnother();
    void knownWhileAnotherIsOpened();
    void encrypted();

private:
    std::unique_ptr<test::PartyFiles> m_files;
};

void TestWatchParty::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_files = std::make_unique<test::PartyFiles>();
    QVERIFY(m_files->make());
}

void TestWatchParty::sameRecordingOnBothSides()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->copy);
    QVERIFY(host.share());
    QCOMPARE(host.party.recording().name, QStringLiteral("match.rec"));
    QVERIFY(host.party.host() && host.party.reach() && host.party.playback());
    QVERIFY(guest.join(host));
    QCOMPARE(guest.party.phase(), Phase::Starting);
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
    QCOMPARE(guest.party.recording(), host.party.recording());
    QCOMPARE(guest.party.line(), host.party.line());
    QVERIFY(guest.party.guest() && guest.party.playback());
    QCOMPARE(guest.party.participant(), guest.party.guest());
    QVERIFY(guest.opened.isEmpty());
    QTRY_COMPARE(host.party.participant()->people().size(), std::size_t{2});
    QVERIFY(host.titles.isEmpty() && guest.titles.isEmpty() && host.told.isEmpty() && guest.told.isEmpty());

    guest.party.end();
    QVERIFY(guest.isOver());
    QTRY_COMPARE(host.party.participant()->people().size(), std::size_t{1});
    QVERIFY(guest.titles.isEmpty());
}

void TestWatchParty::foundAmongRecentOnes()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    guest.recent = {QStringLiteral("https://example.org/match.rec"),
                    m_files->path(QStringLiteral("gone.rec")), m_files->other, m_files->copy};
    QVERIFY(guest.joins(host));
    QCOMPARE(guest.opened, QStringList{m_files->copy});
    QCOMPARE(guest.session->path(), m_files->copy);
    QCOMPARE(guest.phases, (std::vector{Phase::Starting, Phase::Comparing, Phase::Opening, Phase::Together}));
}

void TestWatchParty::fetchedFromTheHost()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(guest.party.isOffered() && !guest.party.playback());
    QVERIFY(guest.opened.isEmpty()); // nobody has said so
    guest.party.fetch();
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
    QCOMPARE(guest.opened.size(), 1);
    QVERIFY(guest.party.playback());
    GHOSTLINE_OPEN_URL(file, QUrl(guest.opened.first()));
    QCOMPARE(file->size(), static_cast<std::uint64_t>(m_files->bytes.size()));
    const auto bytes = test::readAt(*file, 0, static_cast<std::size_t>(m_files->bytes.size()));
    QVERIFY(bytes);
    QCOMPARE(*bytes, m_files->bytes);

    // Whoever comes back has it open already.
    guest.party.end();
    QVERIFY(guest.joins(host));
    QCOMPARE(guest.opened.size(), 1);
}

void TestWatchParty::notHandedOut()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    ShareChoice choice;
    choice.offersFile = false;
    QVERIFY(host.share(choice));
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(!guest.party.isOffered());
    guest.party.fetch();
    QCOMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(guest.opened.isEmpty());
}

void TestWatchParty::ownFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("told");
    QTest::newRow("the same") << QStringLiteral("copy.rec") << Phase::Together << QString() << QString();
    QTest::newRow("another") << QStringLiteral("other.rec") << Phase::Idle
                             << QStringLiteral("This is a different recording") << QString();
    QTest::newRow("missing") << QStringLiteral("none.rec") << Phase::NeedsFile << QString()
                             << QStringLiteral("none.rec cannot be read");
    QTest::newRow("web") << QStringLiteral("https://example.org/match.rec") << Phase::NeedsFile << QString()
                         << QStringLiteral("A recording from the web cannot be compared");
}

void TestWatchParty::ownFile()
{
    QFETCH(QString, name);
    QFETCH(Phase, phase);
    QFETCH(QString, title);
    QFETCH(QString, told);
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.party.openOwn(m_files->path(name));
    if (phase == Phase::Together)
        QCOMPARE(guest.party.phase(), Phase::Comparing);
    QTRY_COMPARE(guest.party.phase(), phase);
    QCOMPARE(guest.titles.join(u'|'), title);
    QCOMPARE(guest.told.size(), told.isEmpty() ? 0 : 1);
    QVERIFY2(guest.told.join(u'|').contains(told), qPrintable(guest.told.join(u'|')));
    QCOMPARE(guest.opened.isEmpty(), phase != Phase::Together);
    if (title.isEmpty())
        return;
    // Which two they are.
    const auto other = model::contentOf(m_files->other);
    QVERIFY(other);
    for (const QByteArray& part : {QByteArray("match.rec"), host.party.recording().content.sha256.left(12),
                                   QByteArray("other.rec"), other->sha256.left(12)})
        QVERIFY2(guest.details.first().contains(QString::fromLatin1(part)),
                 qPrintable(guest.details.first()));
    QVERIFY(guest.isOver());
}

/// Nobody is refused for it, and what the window opens by itself counts.
void TestWatchParty::anotherOneOpenAtFirst()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    guest.show(m_files->other);
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(!guest.party.playback());
    guest.show(m_files->copy);
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
    QVERIFY(guest.titles.isEmpty() && guest.opened.isEmpty());
    QVERIFY(guest.party.playback());
}

void TestWatchParty::notOpened()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    guest.opens = false;
    guest.recent = {m_files->copy};
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::Opening);
    guest.party.openingFailed(m_files->other); // of no concern
    QCOMPARE(guest.party.phase(), Phase::Opening);
    guest.party.openingFailed(m_files->copy);
    QCOMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.opens = true;
    guest.party.fetch();
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
}

void TestWatchParty::somethingElseOpenedMeanwhile()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share());
    guest.opens = false;
    guest.recent = {m_files->copy};
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::Opening);
    guest.show(m_files->other);
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(guest.titles.isEmpty());
    guest.show(m_files->match);
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
}

/// What it will be nobody knows; once it is whole, it is compared as any other.
void TestWatchParty::growingOneIsShared()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match, growingReplay());
    QVERIFY(host.share());
    QCOMPARE(host.told.size(), 1);
    QCOMPARE(host.party.recording().content, model::ContentId());
    guest.show(m_files->other, growingReplay()); // called otherwise
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(!guest.party.isOffered());
    host.source->publish(300, true, false);
    QTRY_VERIFY(!host.party.recording().content.sha256.isEmpty());
    guest.party.end();
    guest.show(m_files->copy);
    QVERIFY(guest.joins(host));
}

/// As long as both were growing, nobody could tell.
void TestWatchParty::comesBackWithAnother()
{
    QTemporaryDir elsewhere;
    const QString theirs = elsewhere.filePath(QStringLiteral("match.rec"));
    QVERIFY(QFile::copy(m_files->other, theirs));
    PartySide host;
    PartySide guest;
    host.show(m_files->match, growingReplay());
    guest.show(theirs, growingReplay());
    QVERIFY(host.share());
    CutLine line(host.party.reach()->port);
    QVERIFY(line.listen());
    QVERIFY(guest.joins(host, line.port()));
    host.source->publish(300, true, false);
    guest.source->publish(300, true, false);
    QTRY_VERIFY(!host.party.recording().content.sha256.isEmpty());
    const auto own = model::contentOf(theirs);
    QVERIFY(own);
    line.cut();
    QTRY_VERIFY_WITH_TIMEOUT(guest.isOver(), 20'000);
    QCOMPARE(guest.titles, QStringList{QStringLiteral("This is a different recording")});
    for (const QByteArray& sha256 : {host.party.recording().content.sha256, own->sha256}) {
        QVERIFY2(guest.details.first().contains(QString::fromLatin1(sha256.left(12))),
                 qPrintable(guest.details.first()));
    }
}

/// It was chosen as long as nobody could tell, and is there when somebody can.
void TestWatchParty::knownWhileAnotherIsOpened()
{
    PartySide host;
    PartySide guest;
    host.show(m_files->match, growingReplay());
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.opens = false; // not yet
    guest.party.openOwn(m_files->other);
    QTRY_COMPARE(guest.party.phase(), Phase::Opening);
    host.source->publish(300, true, false);
    QTRY_VERIFY(!host.party.recording().content.sha256.isEmpty());
    QTRY_COMPARE(guest.party.recording(), host.party.recording());
    QCOMPARE(guest.party.phase(), Phase::Opening);
    guest.show(m_files->other);
    QVERIFY(guest.isOver());
    QCOMPARE(guest.titles, QStringList{QStringLiteral("This is a different recording")});
    QVERIFY2(guest.details.first().contains(QStringLiteral("other.rec")), qPrintable(guest.details.first()));
}

void TestWatchParty::encrypted()
{
    const auto made = test::makeCertificate();
    QVERIFY(made);
    ShareChoice choice;
    choice.certificatePath = m_files->path(QStringLiteral("certificate.pem"));
    choice.keyPath = m_files->path(QStringLiteral("key.pem"));
    for (const auto& [path, pem] :
         {std::pair(choice.certificatePath, made->certificate), std::pair(choice.keyPath, made->key)}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(pem) == pem.size());
    }
    PartySide host;
    PartySide guest;
    host.show(m_files->match);
    QVERIFY(host.share(choice));
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.party.fetch();
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
    const QUrl address(guest.opened.first());
    QCOMPARE(address.scheme(), QStringLiteral("https"));
    QCOMPARE(address.fragment(),
             QStringLiteral("fingerprint=") +
                 QString::fromLatin1(host.party.reach()->invitations.front().fingerprint));
}

} // namespace tst_watch_party

GHOSTLINE_TEST(tst_watch_party, TestWatchParty, QApplication)
#include "tst_watch_party.moc"
