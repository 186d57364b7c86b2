// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a replay: what is known at once, what the background pass adds, what can be asked in any
// order.
#include "tests/codecs/recording/run_script.h"
#include "tests/codecs/recording/run_story.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QThread>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace tst_recording_source {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;
using model::ActorId;
using model::ActorKind;

namespace {

/// Lets the thread that made it read at once, all others only when it is opened.
class Gate final : public model::ByteSource
{
public:
    explicit Gate(const QByteArray& bytes) : m_inner(memoryFile(bytes)) {}
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        if (QThread::currentThread() != m_maker) {
            std::unique_lock lock(m_state->mutex);
            if (!m_state->moved.wait(lock, stop, [this] { return m_state->open; }))
                return model::fail(model::ErrorCode::Cancelled, QStringLiteral("stopped"));
        }
        return m_inner->read(offset, out, std::move(stop));
    }
    std::uint64_t size() const override { return m_inner->size(); }
    model::Identity identity() const override { return m_inner->identity(); }
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop));
    }

    struct State
    {
        std::mutex mutex;
        std::condition_variable_any moved;
        bool open = false;
        void let()
        {
            const std::scoped_lock lock(mutex);
            open = true;
            moved.notify_all();
        }
    };
    std::shared_ptr<State> state() const { return m_state; }

private:
    std::unique_ptr<model::ByteSource> m_inner;
    QThread* m_maker = QThread::currentThread();
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// Longer than the first read, so that the pass has something to wait for.
RunScript longRun(Profile profile)
{
    RunScript script;
    script.profile = profile;
    script.ticks = 1000;
    static std::deque<std::string> kept;
    std::mt19937 random(3);
    for (int tick = 0; tick < script.ticks; ++tick) {
        std::string noise(700, ' ');
        for (char& c : noise)
            c = static_cast<char>('!' + random() % 90);
        kept.push_back(noise);
        script.at(tick, AnticheatFlag{"noise", 0, 0.0F, kept.back()});
    }
    const bool h4 = profile == Profile::H4;
    script.at(20, SpawnEntity{5, h4 ? Kind{{}, 128} : Kind{"minecraft:stray", -1}, placeAt(4, 64, 4)});
    script.at(30, ChangeHeldSlot{0, 3});
    script.at(40, RunStart{}).at(60, CheckpointReached{"spring", 1000});
    return script;
}

} // namespace

class TestRecordingSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knownAtOnce_data() { addProfiles("profile"); }
    void knownAtOnce()
    {
        QFETCH(int, profile);
        auto gate = std::make_unique<Gate>(longRun(static_cast<Profile>(profile)).file());
        const auto state = gate->state();
        const SourcePtr source = openRun(std::move(gate), {}, false);
        QVERIFY(source);
        const auto first = source->index();
        QVERIFY(!first->complete);
        QVERIFY(!first->growing);
        QCOMPARE(first->frames(), 1000);
        QCOMPARE(first->timeAxis.duration(), model::Micros{49'950'000});
        QCOMPARE(first->keyframes.count(), 10);
        QCOMPARE(first->keyframes.fullCount(), 10);
        QCOMPARE(first->keyframes[9].knowledge, 0U);
        QCOMPARE(first->info->cast.size(), std::size_t{1});
        QCOMPARE(first->info->cast[0].kind, ActorKind::Player);
        QVERIFY(first->info->cast[0].principal);
        QVERIFY(first->events->events.empty());
        // A seek does not wait for the pass, and shows the player alone.
        const model::WorldState early = stateAt(*source, 950);
        QCOMPARE(early.size(), std::size_t{1});
        QCOMPARE(early.positions[0], RunScript::walked(950));

        QSignalSpy changed(source.get(), &model::ReplaySource::changed);
        state->let();
        QVERIFY(source->waitComplete());
        QTRY_VERIFY(changed.count() > 0);
        const auto last = source->index();
        QVERIFY(last->complete);
        QVERIFY(last->revision > first->revision);
        QCOMPARE(last->progress, 1.0);
        for (int i = 0; i < 10; ++i)
            QCOMPARE(last->keyframes[i].knowledge, 1U);
        QCOMPARE(last->info->cast.size(), std::size_t{2});
        QCOMPARE(stateAt(*source, 950).size(), std::size_t{2});
        QCOMPARE(shown(*source, 950, ActorId{0}, QStringLiteral("held_slot")), QStringLiteral("3"));
        QCOMPARE(shownOfRun(*source, 950, QStringLiteral("last_checkpoint")), QStringLiteral("spring"));
        // The first revision says what it said.
        QVERIFY(!first->complete);
        QVERIFY(first->events->events.empty());
    }

    void endsWhileItReads()
    {
        auto gate = std::make_unique<Gate>(longRun(Profile::H5).file());
        SourcePtr source = openRun(std::move(gate), {}, false);
        QVERIFY(source);
        std::stop_source stop;
        stop.request_stop();
        const auto waited = source->waitComplete(stop.get_token());
        QVERIFY(!waited);
        QCOMPARE(waited.error().code, model::ErrorCode::Cancelled);
        QElapsedTimer clock;
        clock.start();
        source.reset();
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    }

    void withoutScene()
    {
        const SourcePtr source = openRun(storyOf(Profile::H5).file());
        QVERIFY(source);
        const auto scene = source->scene({});
        QVERIFY(scene);
        QCOMPARE(scene->note, QStringLiteral("A recording of a run does not hold its map."));
    }

    void whatSnapshotsDoNotCarry()
    {
        RunScript script = storyOf(Profile::H5);
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        QCOMPARE(shown(*source, 250, ActorId{0}, QStringLiteral("held_slot")), QStringLiteral("2"));
        QCOMPARE(shown(*source, 250, ActorId{0}, QStringLiteral("held_item")),
                 QStringLiteral("ender_pearl x4"));
        QCOMPARE(shownOfRun(*source, 250, QStringLiteral("checkpoints")), QStringLiteral("1"));
        QCOMPARE(shownOfRun(*source, 250, QStringLiteral("resets")), QStringLiteral("1"));
        QCOMPARE(shownOfRun(*source, 250, QStringLiteral("run_tick")), QStringLiteral("238"));
    }

    void anyOrder_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<bool>("bare");
        for (const Profile p : {Profile::S1, Profile::H4, Profile::H5}) {
            QTest::addRow("%d, snapshots", static_cast<int>(p)) << static_cast<int>(p) << false;
            QTest::addRow("%d, few snapshots", static_cast<int>(p)) << static_cast<int>(p) << true;
        }
    }
    void anyOrder()
    {
        QFETCH(int, profile);
        QFETCH(bool, bare);
        RunScript script = storyOf(static_cast<Profile>(profile));
        script.chunkTicks = 50;
        if (bare)
            script.bare = {1, 2, 4, 5};
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(index->keyframes.fullCount(), bare ? 2 : 6);
        // Straight through, each segment made from the one before.
        std::vector<model::WorldState> straight(300);
        std::shared_ptr<const model::Segment> before;
        for (int i = 0; i < index->keyframes.count(); ++i) {
            const auto segment = source->readSegment(i, before.get(), {});
            QVERIFY(segment);
            const model::FrameRange range = (*segment)->frames();
            QCOMPARE(range, index->keyframes.range(i));
            for (model::FrameNumber f = range.first; f < range.end; ++f)
                (*segment)->sample({f, 0.0}, model::SamplePolicy::Interpolate,
                                   straight[static_cast<std::size_t>(f)]);
            before = *segment;
        }
        std::vector<int> order(300);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), std::mt19937(5));
        for (const int frame : order)
            QVERIFY2(sameState(stateAt(*source, frame), straight[static_cast<std::size_t>(frame)]),
                     qPrintable(QString::number(frame)));
        for (int frame = 0; frame < 150; ++frame)
            QCOMPARE(straight[static_cast<std::size_t>(frame)].positions[0], RunScript::walked(frame));
    }

    void noSuchSegment()
    {
        const SourcePtr source = openRun(RunScript{}.file());
        QVERIFY(source);
        for (const int keyframe : {-1, 3, 1000}) {
            const auto segment = source->readSegment(keyframe, nullptr, {});
            QVERIFY(!segment);
            QCOMPARE(segment.error().code, model::ErrorCode::InvalidArgument);
        }
    }

    void emptyRecording()
    {
        const SourcePtr source = openRun(RunScript{.ticks = 0}.file());
        QVERIFY(source);
        QVERIFY(source->index()->complete);
        QCOMPARE(source->index()->frames(), 0);
        QVERIFY(source->scene({}));
        QVERIFY(!source->nativeState(0, {}));
    }

    void nativeState_data() { addProfiles("profile"); }
    void nativeState()
    {
        QFETCH(int, profile);
        const SourcePtr source = openRun(storyOf(static_cast<Profile>(profile)).file());
        QVERIFY(source);
        const auto native = source->nativeState(100, {});
        QVERIFY(native);
        const QJsonObject player = (*native)[QLatin1String("entities")][0].toObject();
        QCOMPARE(player[QLatin1String("pos")][0].toDouble(), RunScript::walked(100).x);
        QCOMPARE(player[QLatin1String("slot")].toInt(), 2);
        QCOMPARE(player[QLatin1String("items")][QLatin1String("2")][QLatin1String("count")].toInt(), 4);
        QCOMPARE((*native)[QLatin1String("block_count")].toInt(), 1);
        QCOMPARE((*native)[QLatin1String("run")][QLatin1String("start_tick")].toInt(), 12);
        QVERIFY(!source->nativeState(300, {}));
        QVERIFY(!source->nativeState(-1, {}));
    }

    void records()
    {
        const SourcePtr source = openRun(storyOf(Profile::H5).file());
        QVERIFY(source);
        const auto streams = source->streams({});
        QVERIFY(streams);
        QStringList names;
        for (const model::StreamInfo& stream : *streams) {
            names << stream.name;
            std::uint64_t seen = 0;
            QVERIFY(source->readRecords(stream.name,
                                        [&](const model::Record& record) {
                                            ++seen;
                                            return record.stream == stream.name;
                                        },
                                        {}));
            QCOMPARE(seen, stream.records);
        }
        QCOMPARE(names.join(u' '), QStringLiteral("header metadata index chunks events snapshots"));
        std::uint64_t seen = 0;
        QVERIFY(source->readRecords(QStringLiteral("events"),
                                    [&](const model::Record&) { return ++seen < 5; }, {}));
        QCOMPARE(seen, 5U);
        const auto unknown =
            source->readRecords(QStringLiteral("frames"), [](const auto&) { return true; }, {});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, model::ErrorCode::InvalidArgument);
    }

    void verified_data() { anyOrder_data(); }
    void verified()
    {
        QFETCH(int, profile);
        QFETCH(bool, bare);
        RunScript script = storyOf(static_cast<Profile>(profile));
        script.chunkTicks = 50;
        if (bare)
            script.bare = {1, 2, 4, 5};
        for (const bool checksum : {true, false}) {
            script.checksum = checksum;
            const SourcePtr source = openRun(script.file());
            QVERIFY(source);
            for (const model::Verdict& v : source->verify({}, {})) {
                const auto wanted = v.check == QLatin1String("checksums") && !checksum
                                        ? model::VerdictState::NotPresent
                                        : model::VerdictState::Ok;
                QVERIFY2(v.state == wanted, qPrintable(v.check + QStringLiteral(": ") + v.detail));
            }
        }
    }

    void falseSnapshot_data() { addProfiles("profile"); }
    void falseSnapshot()
    {
        QFETCH(int, profile);
        const RunScript script = storyOf(static_cast<Profile>(profile));
        RunScript other = script;
        other.events.erase(44); // a block that the second chunk's snapshot knows
        auto chunks = script.build();
        chunks[0] = other.build()[0];
        const SourcePtr source = openRun(script.file(chunks));
        QVERIFY(source);
        const auto verdicts = source->verify({}, {});
        const auto found = std::find_if(verdicts.begin(), verdicts.end(),
                                        [](const auto& v) { return v.check == QLatin1String("snapshots"); });
        QVERIFY(found != verdicts.end());
        QCOMPARE(found->state, model::VerdictState::Failed);
        QCOMPARE(found->frame, 100);
        QVERIFY2(found->detail.contains(QLatin1String("10, 64, 2")), qPrintable(found->detail));
    }

    void ground()
    {
        RunScript script;
        script.at(150, AbsoluteMove{0, placeAt(3, 51.25, 3), {}});
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const auto scene = source->scene({});
        QVERIFY(scene);
        QCOMPARE(scene->groundHeight, 51.0);
        const SourcePtr unread =
            openRun(script.file(), runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QCOMPARE(unread->scene({})->groundHeight, 64.0);
    }
};

} // namespace tst_recording_source

GHOSTLINE_TEST(tst_recording_source, TestRecordingSource)
#include "tst_recording_source.moc"
