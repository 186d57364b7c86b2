// SPDX-License-Identifier: GPL-3.0-or-later
// Two windows' parties on one machine: that both have the same recording before they watch together, how the
// guest comes by it, and what ends it.
#include "app/gui/together/watch_party.h"
#include "tests/support/fake_replay.h"
#include "tests/support/http_reads.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

namespace tst_watch_party {

using namespace ghostline;
using namespace ghostline::app;
using Phase = WatchParty::Phase;
using Role = WatchParty::Role;

namespace {

constexpr std::size_t Budget = std::size_t{16} << 20;

test::FakeReplayOptions growing()
{
    test::FakeReplayOptions options;
    options.frames = 2'000;
    options.published = 200;
    options.growing = true;
    return options;
}

/// A window as its party sees it: what it is asked to open, a moment later is.
class Side
{
public:
    Side()
    {
        QObject::connect(&party, &WatchParty::told, &party, [this](const QString& text) { told << text; });
        QObject::connect(&party, &WatchParty::failed, &party,
                         [this](const QString& title, const QString& detail) {
                             titles << title;
                             details << detail;
                         });
        QObject::connect(&party, &WatchParty::changed, &party, [this] {
            if (phases.empty() || phases.back() != party.phase())
                phases.push_back(party.phase());
        });
    }
    ~Side() { close(); }
    Side(const Side&) = delete;
    Side& operator=(const Side&) = delete;

    /// The one before goes first.
    void show(const QString& path, const test::FakeReplayOptions& options = {})
    {
        close();
        source = test::makeFakeReplay(options);
        session = std::make_unique<ReplaySession>(source, path, Budget);
        party.setSession(session.get());
    }
    void close()
    {
        party.setSession(nullptr);
        session.reset();
    }
    bool share(ShareChoice choice = {})
    {
        QTcpServer free;
        if (!free.listen(QHostAddress::LocalHost))
            return false;
        choice.port = free.serverPort();
        free.close();
        choice.name = QStringLiteral("Coach");
        party.share(choice);
        const bool began = QTest::qWaitFor([this] {
            const bool knows = party.phase() == Phase::Together &&
                               (session->index()->growing || !party.recording().content.sha256.isEmpty());
            return knows || !titles.isEmpty();
        });
        return began && party.role() == Role::Host;
    }
    bool join(const Side& host)
    {
        const auto invitation = together::parseInvitation(host.party.line());
        if (!invitation)
            return false;
        party.join(*invitation, QStringLiteral("Anna"));
        return party.role() == Role::Guest;
    }
    /// Joins and watches.
    bool joins(const Side& host)
    {
        return join(host) && QTest::qWaitFor([this] { return party.phase() == Phase::Together; });
    }
    bool isOver() const
    {
        return party.role() == Role::None && party.phase() == Phase::Idle && !party.participant() &&
               !party.playback();
    }

    std::shared_ptr<test::FakeReplay> source;
    std::unique_ptr<ReplaySession> session;
    QStringList recent;
    QStringList opened;
    bool opens = true;
    QStringList told;
    QStringList titles;
    QStringList details;
    std::vector<Phase> phases;
    WatchParty party{PartyWindow{.registry = nullptr,
                                 .open = [this](const QString& path) { open(path); },
                                 .recent = [this] { return recent; }}};

private:
    void open(const QString& path)
    {
        opened << path;
        if (opens)
            QMetaObject::invokeMethod(
                &party, [this, path] { show(path); }, Qt::QueuedConnection);
    }
};

} // namespace

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
    void hostEnds();
    void hostsRecordingGoes_data();
    void hostsRecordingGoes();
    void guestsRecordingGoes_data();
    void guestsRecordingGoes();
    void sameRecordingOpenedAgain();
    void oldOnesAreThereWhenTheyAreTakenLeaveOf();
    void growingOneIsShared();
    void whoFollowsIsNotLive();
    void notShared_data();
    void notShared();
    void wrongCode();
    void againAtOnce();
    void encrypted();

private:
    QString put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder->filePath(name);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    const QByteArray m_bytes = test::noise(300'001, 1);
    QString m_match; ///< the host's
    QString m_copy;  ///< of it
    QString m_other; ///< as long
};

void TestWatchParty::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    m_match = put(QStringLiteral("match.rec"), m_bytes);
    m_copy = put(QStringLiteral("copy.rec"), m_bytes);
    m_other = put(QStringLiteral("other.rec"), test::noise(300'001, 2));
    QVERIFY(!m_match.isEmpty() && !m_copy.isEmpty() && !m_other.isEmpty());
}

void TestWatchParty::sameRecordingOnBothSides()
{
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_copy);
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
    Side host;
    Side guest;
    host.show(m_match);
    QVERIFY(host.share());
    guest.recent = {QStringLiteral("https://example.org/match.rec"),
                    m_folder->filePath(QStringLiteral("gone.rec")), m_other, m_copy};
    QVERIFY(guest.joins(host));
    QCOMPARE(guest.opened, QStringList{m_copy});
    QCOMPARE(guest.session->path(), m_copy);
    QCOMPARE(guest.phases, (std::vector{Phase::Starting, Phase::Comparing, Phase::Opening, Phase::Together}));
}

void TestWatchParty::fetchedFromTheHost()
{
    Side host;
    Side guest;
    host.show(m_match);
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
    QCOMPARE(file->size(), static_cast<std::uint64_t>(m_bytes.size()));
    const auto bytes = test::readAt(*file, 0, static_cast<std::size_t>(m_bytes.size()));
    QVERIFY(bytes);
    QCOMPARE(*bytes, m_bytes);

    // Whoever comes back has it open already.
    guest.party.end();
    QVERIFY(guest.joins(host));
    QCOMPARE(guest.opened.size(), 1);
}

void TestWatchParty::notHandedOut()
{
    Side host;
    Side guest;
    host.show(m_match);
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
    Side host;
    Side guest;
    host.show(m_match);
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.party.openOwn(model::isWebAddress(name) ? name : m_folder->filePath(name));
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
    const auto other = model::contentOf(m_other);
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
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_other);
    QVERIFY(host.share());
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(!guest.party.playback());
    guest.show(m_copy);
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
    QVERIFY(guest.titles.isEmpty() && guest.opened.isEmpty());
    QVERIFY(guest.party.playback());
}

void TestWatchParty::notOpened()
{
    Side host;
    Side guest;
    host.show(m_match);
    QVERIFY(host.share());
    guest.opens = false;
    guest.recent = {m_copy};
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::Opening);
    guest.party.openingFailed(m_other); // of no concern
    QCOMPARE(guest.party.phase(), Phase::Opening);
    guest.party.openingFailed(m_copy);
    QCOMPARE(guest.party.phase(), Phase::NeedsFile);
    guest.opens = true;
    guest.party.fetch();
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
}

void TestWatchParty::somethingElseOpenedMeanwhile()
{
    Side host;
    Side guest;
    host.show(m_match);
    QVERIFY(host.share());
    guest.opens = false;
    guest.recent = {m_copy};
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::Opening);
    guest.show(m_other);
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(guest.titles.isEmpty());
    guest.show(m_match);
    QTRY_COMPARE(guest.party.phase(), Phase::Together);
}

void TestWatchParty::hostEnds()
{
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    host.party.end();
    QVERIFY(host.isOver());
    QVERIFY(host.titles.isEmpty());
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.titles, QStringList{QStringLiteral("Watching together has ended")});
    QVERIFY(!guest.details.first().isEmpty());
}

void TestWatchParty::hostsRecordingGoes_data()
{
    QTest::addColumn<bool>("another");
    QTest::newRow("closed") << false;
    QTest::newRow("exchanged") << true;
}

void TestWatchParty::hostsRecordingGoes()
{
    QFETCH(bool, another);
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    if (another)
        host.show(m_other);
    else
        host.close();
    QVERIFY(!host.party.playback()); // at once: the session is gone
    QTRY_VERIFY(host.isOver());
    QCOMPARE(host.told.size(), 1);
    QVERIFY(host.titles.isEmpty());
    QTRY_VERIFY(guest.isOver());
    QCOMPARE(guest.titles.size(), 1);
}

void TestWatchParty::guestsRecordingGoes_data() { hostsRecordingGoes_data(); }

void TestWatchParty::guestsRecordingGoes()
{
    QFETCH(bool, another);
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    if (another)
        guest.show(m_other);
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
void TestWatchParty::sameRecordingOpenedAgain()
{
    Side host;
    Side guest;
    host.show(m_match);
    guest.show(m_copy);
    QVERIFY(host.share());
    QVERIFY(guest.joins(host));
    guest.show(m_copy);
    host.show(m_match);
    QCoreApplication::processEvents();
    for (const Side* side : {&host, &guest}) {
        QCOMPARE(side->party.phase(), Phase::Together);
        QVERIFY(side->party.playback());
        QVERIFY(side->told.isEmpty() && side->titles.isEmpty());
    }
}

void TestWatchParty::oldOnesAreThereWhenTheyAreTakenLeaveOf()
{
    Side host;
    host.show(m_match);
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

/// What it will be nobody knows; once it is whole, it is compared as any other.
void TestWatchParty::growingOneIsShared()
{
    Side host;
    Side guest;
    host.show(m_match, growing());
    QVERIFY(host.share());
    QCOMPARE(host.told.size(), 1);
    QCOMPARE(host.party.recording().content, model::ContentId());
    guest.show(m_other, growing()); // called otherwise
    QVERIFY(guest.join(host));
    QTRY_COMPARE(guest.party.phase(), Phase::NeedsFile);
    QVERIFY(!guest.party.isOffered());
    host.source->publish(300, true, false);
    QTRY_VERIFY(!host.party.recording().content.sha256.isEmpty());
    guest.party.end();
    guest.show(m_copy);
    QVERIFY(guest.joins(host));
}

void TestWatchParty::whoFollowsIsNotLive()
{
    QTemporaryDir elsewhere;
    Side host;
    Side guest;
    host.show(m_match, growing());
    guest.show(elsewhere.filePath(QStringLiteral("match.rec")), growing());
    for (const Side* side : {&host, &guest}) {
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

void TestWatchParty::notShared_data()
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

void TestWatchParty::notShared()
{
    QFETCH(QString, recording);
    QFETCH(QString, certificate);
    QFETCH(QString, says);
    QFile large(m_folder->filePath(QStringLiteral("large.pem")));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((1 << 20) + 1));
    Side host;
    if (!recording.isEmpty())
        host.show(model::isWebAddress(recording) ? recording : m_folder->filePath(recording));
    ShareChoice choice;
    choice.certificatePath = certificate.isEmpty() ? QString() : m_folder->filePath(certificate);
    QVERIFY(!host.share(choice));
    QVERIFY(host.isOver());
    QCOMPARE(host.titles, QStringList{QStringLiteral("Watching together did not begin")});
    QVERIFY2(host.details.first().contains(says), qPrintable(host.details.first()));
}

void TestWatchParty::wrongCode()
{
    Side host;
    Side guest;
    host.show(m_match);
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
void TestWatchParty::againAtOnce()
{
    Side host;
    host.show(m_match);
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

void TestWatchParty::encrypted()
{
    if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
        QSKIP("no openssl program to make a certificate with");
    ShareChoice choice;
    choice.certificatePath = m_folder->filePath(QStringLiteral("certificate.pem"));
    choice.keyPath = m_folder->filePath(QStringLiteral("key.pem"));
    QProcess openssl; // which is talkative
    openssl.start(QStringLiteral("openssl"),
                  {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                   QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-subj"),
                   QStringLiteral("/CN=test"), QStringLiteral("-keyout"), choice.keyPath,
                   QStringLiteral("-out"), choice.certificatePath});
    QVERIFY(openssl.waitForFinished(60'000));
    QCOMPARE(openssl.exitCode(), 0);
    Side host;
    Side guest;
    host.show(m_match);
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
