// SPDX-License-Identifier: GPL-3.0-or-later
// What the writer refuses, and what a full or missing disk leaves of a recording.
#include "tests/codecs/recording/recorder_script.h"
#include "tests/codecs/recording/writer_folders.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

namespace tst_recording_writer_failures {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

/// While it lives, no file grows beyond `bytes`.
class FileLimit
{
public:
    explicit FileLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_old);
        rlimit limit = m_old;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &m_old); }
    Q_DISABLE_COPY_MOVE(FileLimit)

private:
    rlimit m_old{};
};

} // namespace

class TestRecordingWriterFailures : public QObject, protected WriterFolders
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { profiles(); }

    void badTicksLeaveNoTrace_data()
    {
        QTest::addColumn<Event>("event");
        QTest::addColumn<QString>("says");
        QTest::newRow("nobody") << Event(DeltaMove{9, {}, {}}) << QStringLiteral("does not exist");
        QTest::newRow("gone") << Event(DestroyEntity{9}) << QStringLiteral("does not exist");
        QTest::newRow("player") << Event(DestroyEntity{0}) << QStringLiteral("player");
        QTest::newRow("spawned player")
            << Event(SpawnEntity{0, {"minecraft:cow", -1}, {}}) << QStringLiteral("player");
        QTest::newRow("not UTF-8") << Event(Chat{0, "\xff"}) << QStringLiteral("laid out");
        QTest::newRow("negative") << Event(EntityState{0, -1, 0}) << QStringLiteral("laid out");
        QTest::newRow("slot") << Event(ChangeHeldSlot{0, 300}) << QStringLiteral("slot");
        QTest::newRow("nowhere") << Event(AbsoluteMove{0, {glm::dvec3(NAN), 0, 0}, {}})
                                 << QStringLiteral("nowhere");
        QTest::newRow("nameless block") << Event(SetBlock{0, {{}, 3907}}) << QStringLiteral("name");
        static constexpr std::array Broken{std::byte{10}, std::byte{8}, std::byte{0}};
        QTest::newRow("half an NBT") << Event(EntityMeta{0, Broken}) << QStringLiteral("laid out");
    }
    void badTicksLeaveNoTrace()
    {
        QFETCH(Event, event);
        QFETCH(QString, says);
        const QString folder = newFolder();
        auto writer = RecordingWriter::create(folder, headOf(profile()), smallOnes());
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 100));
        const std::array events{Event(SetBlock{packBlock({1, 2, 3}), {"minecraft:dirt", -1}}), event};
        const auto refused = writer->tick(events);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, model::ErrorCode::InvalidArgument);
        QVERIFY2(refused.error().message.contains(says), qPrintable(refused.error().message));
        QCOMPARE(writer->nextTick(), 100);
        QVERIFY(recordScript(*writer, 200));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 200), QString());
        QCOMPARE(blocksOf(played->world), scriptBlocks(200));
    }

    void moreEventsThanATickHolds()
    {
        const QString folder = newFolder();
        auto writer = RecordingWriter::create(folder, headOf(profile()), smallOnes());
        QVERIFY(writer);
        TickBuilder tick(*writer);
        tick.teleport(0, RecorderScript::place(0));
        for (int i = 0; i < 32767; ++i)
            tick.block({i % 200, i / 200, 0}, "minecraft:stone");
        const auto refused = tick.commit();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, model::ErrorCode::LimitExceeded);
        QCOMPARE(writer->nextTick(), 0);
        // One less fits; in the next chunk H5 has no room for a snapshot of it and goes without.
        tick.begin();
        tick.teleport(0, RecorderScript::place(0));
        for (int i = 0; i < 32766 - 4; ++i)
            tick.block({i % 200, i / 200, 0}, "minecraft:stone");
        QVERIFY(tick.commit());
        while (writer->nextTick() < 100) {
            tick.move(0, RecorderScript::place(writer->nextTick()));
            for (int z = 1; z <= 10; ++z)
                tick.block({writer->nextTick(), 0, z}, "minecraft:stone");
            QVERIFY(tick.commit());
        }
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY2(played, played ? "" : qPrintable(played.error().message));
        QCOMPARE(scriptDiffers(*played, 100), QString());
        QCOMPARE(played->world.blocks().size(), std::size_t{32762 + 990});
        QVERIFY(played->known.chunks[0].hasSnapshot());
        QCOMPARE(played->known.chunks[1].hasSnapshot(), profile() == Profile::S1);
    }

    void aDiskThatIsFull()
    {
        const QString folder = newFolder();
        RecorderOptions options = smallOnes();
        options.segmentSeconds = 10;
        auto writer = RecordingWriter::create(folder, headOf(profile()), options);
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 410));
        QCOMPARE(writer->committedTicks(), 400);
        {
            const FileLimit full(1000);
            const auto failed = recordScript(*writer, 1000);
            QVERIFY(!failed);
            QCOMPARE(failed.error().code, model::ErrorCode::WriteFailed);
            const std::int32_t taken = writer->nextTick();
            QVERIFY(taken < 1000);
            QVERIFY(!writer->tick({}));
            QCOMPARE(writer->nextTick(), taken);
            QVERIFY(!writer->flush());
            QCOMPARE(writer->committedTicks(), 400);
            const auto played = playRecording(folder);
            QVERIFY(played);
            QCOMPARE(scriptDiffers(*played, 400), QString());
        }
        // Room again: nothing was lost.
        QVERIFY(writer->flush());
        QCOMPARE(writer->committedTicks(), writer->nextTick());
        QVERIFY(recordScript(*writer, 900));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 900), QString());
        QCOMPARE(blocksOf(played->world), scriptBlocks(900));
    }

    void aFolderThatIsGone()
    {
        const QString folder = newFolder();
        auto writer = RecordingWriter::create(folder, headOf(profile()), smallOnes());
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 110));
        QVERIFY(QDir(folder).removeRecursively());
        const auto failed = recordScript(*writer, 400);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, model::ErrorCode::WriteFailed);
        QVERIFY(!failed.error().file.isEmpty());
        QVERIFY(!writer->finish(QStringLiteral("finish")));
    }

    void headsThatDoNotFit()
    {
        RecorderHead head = headOf(profile());
        head.worldVersion = QByteArray(33, 'x');
        QVERIFY(!RecordingWriter::create(newFolder(), head));
        head = headOf(Profile::H4);
        QVERIFY(!RecordingWriter::create(newFolder(), head));
        head = headOf(profile());
        head.metadata = {std::byte{10}, std::byte{1}};
        QVERIFY(!RecordingWriter::create(newFolder(), head));
        head = headOf(profile());
        head.tickRate = 0;
        QVERIFY(!RecordingWriter::create(newFolder(), head));
        QVERIFY(!RecordingWriter::create(QStringLiteral("/proc/nowhere"), headOf(profile())));
    }
};

} // namespace tst_recording_writer_failures

GHOSTLINE_TEST(tst_recording_writer_failures, TestRecordingWriterFailures)
#include "tst_recording_writer_failures.moc"
