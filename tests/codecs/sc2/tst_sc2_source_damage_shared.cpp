// SPDX-License-Identifier: GPL-3.0-or-later
// What still opens of a replay that lacks a part, is cut or claims too much; and that reading stops at once.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/sc2_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/open_replay.h"
#include "tests/support/test_driver.h"

namespace tst_sc2_source_damage_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using model::SamplePolicy;
using model::WorldState;
using test::finite;
using test::openBytes;
using test::openReplay;
using test::segmentOf;
using test::Source;

class TestSc2SourceDamageShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withoutCommands();
    void truncated();
    void cutTracker();
    void cutAnywhere_data();
    void cutAnywhere();
    void stopsAtOnce();
    void tooLarge();
};

void TestSc2SourceDamageShared::withoutCommands()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("5.0.0.80949_TvZ"),
                                     {{QStringLiteral("commands"), QStringLiteral("false")}});
    QVERIFY(source);
    QCOMPARE(source->index()->revision, model::Revision{1});
    QVERIFY(source->index()->complete);
    WorldState state;
    segmentOf(*source)->sample({12'000, 0.0}, SamplePolicy::Interpolate, state);
    QVERIFY(state.size() > 200);
    QVERIFY(state.selected.empty());
    QVERIFY((state.flags[2] & model::Hidden) != 0);
}

void TestSc2SourceDamageShared::truncated()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("truncated_1232"));
    QVERIFY(source);
    const auto index = source->waitComplete();
    QVERIFY(index);
    QCOMPARE((*index)->frames(), 379);
    QCOMPARE((*index)->diagnostics.size(), std::size_t{1});
    QCOMPARE((*index)->diagnostics[0].code, QStringLiteral("damaged"));
    QCOMPARE((*index)->diagnostics[0].severity, model::Severity::Error);
    QCOMPARE((*index)->lost.size(), std::size_t{1});
    QCOMPARE((*index)->lost[0].frames, (model::FrameRange{0, 379}));
}

void TestSc2SourceDamageShared::cutTracker()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("odd_testError"));
    QVERIFY(source);
    const auto index = source->waitComplete();
    QVERIFY(index);
    QCOMPARE((*index)->lost.size(), std::size_t{1});
    QCOMPARE((*index)->lost[0].frames, (model::FrameRange{9120, 25'453}));
    QVERIFY((*index)->lost[0].reason.contains(QStringLiteral("311301")));
    QVERIFY((*index)->lost[0].reason.contains(QStringLiteral("975961")));
    // That is a place in what was unpacked, not in the file.
    QCOMPARE((*index)->diagnostics.size(), std::size_t{1});
    QVERIFY(!(*index)->diagnostics[0].where.offset.has_value());
    const auto streams = source->streams({});
    QVERIFY(streams);
    for (const model::StreamInfo& stream : *streams) {
        if (stream.name == QLatin1String("replay.game.events"))
            QCOMPARE(stream.records, std::uint64_t{14'440});
    }
}

void TestSc2SourceDamageShared::cutAnywhere_data()
{
    QTest::addColumn<int>("share");
    for (int share = 0; share < 100; share += 9)
        QTest::addRow("%d of 100", share) << share;
}

/// A file cut off anywhere opens with what there is and says what is lost, or says why not.
void TestSc2SourceDamageShared::cutAnywhere()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    QFETCH(int, share);
    std::vector<std::byte> bytes = test::replayBytes(QStringLiteral("4.3.0.64469"));
    bytes.resize(bytes.size() * static_cast<std::size_t>(share) / 100);
    const auto source = openBytes(std::move(bytes));
    if (!source) {
        QVERIFY(!source.error().message.isEmpty());
        QCOMPARE(source.error().file, QStringLiteral("replay.SC2Replay"));
        return;
    }
    const auto index = (*source)->waitComplete();
    QVERIFY(index);
    QVERIFY((*index)->lostData());
    WorldState state;
    segmentOf(**source)->sample({(*index)->frames() / 2, 0.0}, SamplePolicy::Interpolate, state);
    QVERIFY(finite(state));
    QVERIFY((*source)->readRaw({}));
}

/// Closing in the middle of everything waits for nobody's commands.
void TestSc2SourceDamageShared::stopsAtOnce()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const auto bytes = test::replayBytes(QStringLiteral("5.0.16.97563_PvT_unknown_build"));
    for (int i = 0; i < 8; ++i) {
        const auto source = openBytes(bytes);
        QVERIFY(source);
        std::stop_source stop;
        stop.request_stop();
        const auto index = (*source)->waitComplete(stop.get_token());
        QVERIFY(index ? (*index)->complete : index.error().code == model::ErrorCode::Cancelled);
    }
    std::stop_source stop;
    stop.request_stop();
    model::OpenOptions options;
    options.stop = stop.get_token();
    const auto source = Sc2Codec().open(
        std::make_unique<model::MemorySource>(bytes, QStringLiteral("replay.SC2Replay")), options);
    QVERIFY(!source);
    QCOMPARE(source.error().code, model::ErrorCode::Cancelled);
}

void TestSc2SourceDamageShared::tooLarge()
{
    class Huge : public model::ByteSource
    {
    public:
        model::Result<std::size_t> read(std::uint64_t, std::span<std::byte>, std::stop_token) const override
        {
            return model::fail(model::ErrorCode::IoError, QStringLiteral("read"));
        }
        std::uint64_t size() const override { return MaxFileBytes + 1; }
        model::Identity identity() const override { return {QStringLiteral("huge"), size(), {}, {}, {}}; }
        model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view,
                                                                  std::stop_token) const override
        {
            return model::fail(model::ErrorCode::NotFound, QStringLiteral("none"));
        }
    };
    const auto source = Sc2Codec().open(std::make_unique<Huge>(), {});
    QVERIFY(!source);
    QCOMPARE(source.error().code, model::ErrorCode::LimitExceeded);
}

} // namespace tst_sc2_source_damage_shared

GHOSTLINE_TEST(tst_sc2_source_damage_shared, TestSc2SourceDamageShared)
#include "tst_sc2_source_damage_shared.moc"
