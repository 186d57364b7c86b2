// SPDX-License-Identifier: GPL-3.0-or-later
// When a guest hears which recording the host watches.
#include "tests/support/test_driver.h"
#include "tests/together/guest_client.h"

namespace tst_guest_recording {

using namespace ghostline::test;

class TestGuestRecording : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Its content takes a while to be known where the recording is large.
    void theRecordingIsKnownLater()
    {
        HostOptions options = ServedHost::quick();
        options.recording.content = {};
        ServedHost served;
        QVERIFY(served.start(options));
        SeenGuest seen;
        QVERIFY(seen.join(served.reach->invitations.at(0)));
        QVERIFY(seen.guest.welcome()->recording.content.sha256.isEmpty());
        const QSignalSpy known(&seen.guest, &Guest::recordingKnown);
        served.host.setRecording(ServedHost::quick().recording);
        QTRY_COMPARE(known.size(), qsizetype{1});
        QCOMPARE(seen.guest.welcome()->recording, ServedHost::quick().recording);
        QCOMPARE(seen.welcomes.size(), std::size_t{1}); // it was in all the time
        QVERIFY(seen.isIn() && seen.failures.empty());
    }

    /// Whoever hears of it looks through recordings for it: once is enough.
    void theRecordingIsKnownOnce()
    {
        FakeHost host;
        Welcome vague = FakeHost::welcome();
        vague.recording.content = {};
        host.answers = [vague] { return std::vector<Message>{vague, FakeHost::people()}; };
        SeenGuest seen;
        QVERIFY(seen.join(host.invitation()));
        const QSignalSpy known(&seen.guest, &Guest::recordingKnown);
        Welcome more = FakeHost::welcome();
        for (const char sign : {'a', 'b', 'c'}) {
            more.recording.content = {QByteArray(64, sign), 1'000};
            host.send(more);
        }
        host.send(Chat{PersonId::Host, QStringLiteral("the last")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
        QCOMPARE(known.size(), qsizetype{1});
        QCOMPARE(seen.guest.welcome()->recording.content.sha256, QByteArray(64, 'a'));
        QVERIFY(seen.isIn());
    }
};

} // namespace tst_guest_recording

GHOSTLINE_TEST(tst_guest_recording, TestGuestRecording)
#include "tst_guest_recording.moc"
