// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a replay: what is known at once, what the background pass adds, what becomes of events.
#include "codecs/recording/run_events.h"
#include "tests/codecs/recording/run_script.h"

#include <QSignalSpy>
#include <QThread>

#include <condition_variable>
#include <deque>
#include <mutex>

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

RunScript storyOf(Profile profile)
{
    RunScript script;
    script.profile = profile;
    const bool h4 = profile == Profile::H4;
    const Kind stray = h4 ? Kind{{}, 128} : Kind{"minecraft:stray", -1};
    const Kind stairs = h4 ? Kind{{}, 3907} : Kind{"minecraft:oak_stairs[facing=north]", -1};
    static const Bytes pearls = itemNbt(QStringLiteral("minecraft:ender_pearl"), 4);
    static const Item pearlSlot{2, pearls};
    script.at(1, SetItem{0, std::span(&pearlSlot, 1)});
    script.at(3, ChangeHeldSlot{0, 2});
    script.at(12, RunStart{});
    script.at(42, SpawnEntity{1, stray, placeAt(10, 64, 6, -90.0F)});
    script.at(44, SetBlock{packBlock({10, 64, 2}), stairs});
    script.at(62, CheckpointReached{"spring", 2500});
    script.at(90, HandAnimation{0, 0, 0});
    script.at(91, HandAnimation{1, 1, 0});
    script.at(92, ItemUse{0, 1});
    script.at(120, AnticheatFlag{"speed", 2, 0.75F, "over the limit by 0.4 blocks/s"});
    script.at(130, Chat{0, "gl hf"}).at(131, Chat{-1, "server: welcome"});
    script.at(140, ItemUse{0, std::nullopt});
    script.at(150, CheckpointReset{1, 6900}).at(150, ClearGhostBlocks{});
    script.at(150, AbsoluteMove{0, placeAt(0.5, 64.0, 0.5), {}});
    script.at(160, DestroyEntity{1});
    script.at(170, SpawnEntity{1, stray, placeAt(-4, 64, 6)});
    script.at(180, Bookmark{"look  here\n"});
    script.at(290, RunEnd{0, 13900});
    return script;
}

} // namespace

class TestRecordingSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void profiles_data()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("draft") << static_cast<int>(Profile::S1);
        QTest::newRow("version 4") << static_cast<int>(Profile::H4);
        QTest::newRow("version 5") << static_cast<int>(Profile::H5);
    }

    void knownAtOnce_data() { profiles_data(); }
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

    void story_data() { profiles_data(); }
    void story()
    {
        QFETCH(int, profile);
        const auto p = static_cast<Profile>(profile);
        const SourcePtr source = openRun(storyOf(p).file());
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete);
        QVERIFY2(index->diagnostics.empty(),
                 index->diagnostics.empty() ? "" : qPrintable(index->diagnostics[0].message));
        QVERIFY(index->lost.empty());
        const bool h4 = p == Profile::H4;
        const QString stray = h4 ? QStringLiteral("entity #128") : QStringLiteral("Stray 1");
        const QString second = h4 ? QStringLiteral("entity #128 (2)") : QStringLiteral("Stray 2");
        const auto texts = [&](const char* kind) { return eventTexts(*index, QLatin1String(kind)); };
        QCOMPARE(texts("run_start"), QStringList{QStringLiteral("12 ")});
        QCOMPARE(texts("checkpoint"), QStringList{QStringLiteral("62 spring, 2.500 s")});
        QCOMPARE(texts("reset"), QStringList{QStringLiteral("150 by height, 6.900 s")});
        QCOMPARE(texts("run_end"), QStringList{QStringLiteral("290 finish, 13.900 s")});
        QCOMPARE(texts("anticheat_flag"),
                 QStringList{QStringLiteral("120 speed, score 0.75: over the limit by 0.4 blocks/s")});
        QCOMPARE(texts("chat"),
                 QStringList({QStringLiteral("130 gl hf"), QStringLiteral("131 server: welcome")}));
        QCOMPARE(texts("bookmark"), QStringList{QStringLiteral("180 look here")});
        QCOMPARE(texts("spawn"), QStringList({QStringLiteral("42 %1 appears").arg(stray),
                                              QStringLiteral("170 %1 appears").arg(second)}));
        QCOMPARE(texts("despawn"), QStringList{QStringLiteral("160 %1 is gone").arg(stray)});
        QCOMPARE(texts("hand_swing"), QStringList({QStringLiteral("90 Player swings the main hand"),
                                                   QStringLiteral("91 %1 swings the off hand").arg(stray)}));
        QCOMPARE(texts("item_use"), QStringList({QStringLiteral("92 Player uses the item in the off hand"),
                                                 QStringLiteral("140 Player stops using the item")}));
        for (const model::Event& event : index->events->events) // only the last one is no click
            QCOMPARE(event.data.contains(QLatin1String("released")),
                     event.frame == 140 && event.kind == static_cast<int>(RunEvent::ItemUse));
        QCOMPARE(texts("held_slot"), QStringList{QStringLiteral("3 Player takes slot 3 in hand")});
        QCOMPARE(texts("block_set"), QStringList{h4 ? QStringLiteral("44 block #3907 at 10, 64, 2")
                                                    : QStringLiteral("44 oak_stairs at 10, 64, 2")});
        QCOMPARE(texts("blocks_cleared"), QStringList{QStringLiteral("150 All edited blocks are dropped")});
        QCOMPARE(texts("teleport"), QStringList{QStringLiteral("150 Player is moved by 18.8 m")});
    }

    void cast()
    {
        const SourcePtr source = openRun(storyOf(Profile::H5).file());
        QVERIFY(source);
        const auto& cast = source->index()->info->cast;
        QCOMPARE(cast.size(), std::size_t{3});
        QCOMPARE(cast[0].life, (model::FrameRange{0, 300}));
        QCOMPARE(cast[1].life, (model::FrameRange{42, 160}));
        QCOMPARE(cast[2].life, (model::FrameRange{170, 300}));
        QCOMPARE(cast[1].nativeId, 1U);
        QCOMPARE(cast[2].nativeId, 1U);
        QCOMPARE(cast[1].nativeType, QStringLiteral("minecraft:stray"));
        QCOMPARE(cast[1].kind, ActorKind::Unit);
        for (int frame = 0; frame < 300; ++frame) {
            const model::WorldState state = stateAt(*source, frame);
            for (const model::ActorInfo& actor : cast)
                QCOMPARE(state.row(actor.id) >= 0, actor.life.contains(frame));
        }
    }

    void info()
    {
        RunScript script = storyOf(Profile::H5);
        io::NbtCompound player;
        player.set(QStringLiteral("name"), io::NbtValue(QStringLiteral("Runner")));
        io::NbtCompound map;
        map.set(QStringLiteral("id"), io::NbtValue(QStringLiteral("map-eight")));
        map.set(QStringLiteral("name"), io::NbtValue(QStringLiteral("Figure of Eight")));
        script.metadata.set(QStringLiteral("hc:player"), io::NbtValue(player));
        script.metadata.set(QStringLiteral("hc:map"), io::NbtValue(map));
        script.metadata.set(QStringLiteral("x:other"), io::NbtValue(std::int32_t{7}));
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const auto info = source->index()->info;
        QCOMPARE(info->format, QStringLiteral("recording"));
        QCOMPARE(info->formatVersion, QStringLiteral("5"));
        QCOMPARE(info->map, QStringLiteral("Figure of Eight"));
        QCOMPARE(info->recordedAt.toMSecsSinceEpoch(), 1'700'000'000'000);
        QCOMPARE(info->cast[0].name, QStringLiteral("Runner"));
        QCOMPARE(info->clocks.size(), std::size_t{1});
        QCOMPARE(info->clocks[0].offset, model::Micros{-600'000});
        QCOMPARE(info->metadata[QLatin1String("checksums")].toString(), QStringLiteral("yes"));
        QCOMPARE(info->metadata[QLatin1String("metadata")][QLatin1String("x:other")].toInt(), 7);
        QCOMPARE(info->metadata[QLatin1String("header")][QLatin1String("ticks")].toInt(), 300);
        QCOMPARE(openRun(RunScript{.profile = Profile::S1}.file())->index()->info->formatVersion,
                 QStringLiteral("1 (draft)"));
    }

    void withoutReading()
    {
        RunScript script = storyOf(Profile::H5);
        script.metadata = flagsAndMarkers();
        const SourcePtr source =
            openRun(script.file(), runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete);
        QCOMPARE(index->revision, 1U);
        QCOMPARE(index->info->cast.size(), std::size_t{1});
        QCOMPARE(eventTexts(*index, QStringLiteral("checkpoint")),
                 QStringList({QStringLiteral("62 spring, 2.500 s"), QStringLiteral("200 gone, 9.400 s")}));
        QCOMPARE(eventTexts(*index, QStringLiteral("anticheat_flag")).size(), 2);
        QCOMPARE(stateAt(*source, 250).size(), std::size_t{1});
    }

    static io::NbtCompound flagsAndMarkers()
    {
        const auto entry = [](std::vector<std::pair<const char*, io::NbtValue>> fields) {
            io::NbtCompound out;
            for (auto& [name, value] : fields)
                out.set(QLatin1String(name), std::move(value));
            return io::NbtValue(out);
        };
        const auto text = [](const char* t) { return io::NbtValue(QString::fromLatin1(t)); };
        const auto number = [](std::int32_t n) { return io::NbtValue(n); };
        const auto flag = [&](int tick, int end, const char* check, bool reviewed) {
            return entry({{"tick", number(tick)},
                          {"endTick", number(end)},
                          {"check", text(check)},
                          {"severity", io::NbtValue(std::int8_t{3})},
                          {"score", io::NbtValue(0.9)},
                          {"detail", text("told later")},
                          {"source", text("analysis")},
                          {"reviewed", io::NbtValue(static_cast<std::int8_t>(reviewed ? 1 : 0))},
                          {"verdict", text(reviewed ? "confirmed" : "")},
                          {"reviewer", text(reviewed ? "mod_b" : "")}});
        };
        const auto marker = [&](int tick, const char* kind, const char* id, std::int64_t ms) {
            return entry(
                {{"tick", number(tick)}, {"kind", text(kind)}, {"id", text(id)}, {"ms", io::NbtValue(ms)}});
        };
        io::NbtCompound out;
        out.set(QStringLiteral("hc:flags"),
                io::NbtValue(io::NbtList{io::NbtKind::Compound,
                                         {flag(120, 124, "speed", true), flag(120, 120, "path", false),
                                          flag(900, 901, "late", false)}}));
        out.set(QStringLiteral("hc:markers"),
                io::NbtValue(
                    io::NbtList{io::NbtKind::Compound,
                                {marker(62, "checkpoint", "spring", 2500),
                                 marker(200, "checkpoint", "gone", 9400), marker(210, "note", "here", 0)}}));
        return out;
    }

    /// As many flags at one tick as fit into a small file, in the stream and in the metadata.
    void manyFlagsAtOneTick()
    {
        constexpr int Count = 20'000;
        EventLog events(20);
        Metadata metadata;
        metadata.flags.reserve(Count);
        std::deque<std::string> names;
        for (int i = 0; i < Count; ++i) {
            const std::string& name = names.emplace_back("check-" + std::to_string(i));
            events.take(7, AnticheatFlag{name, 0, 0.0F, {}}, {});
            RecordedFlag flag;
            flag.tick = 7;
            flag.check = QString::fromStdString(name);
            flag.detail = QStringLiteral("told later");
            metadata.flags.push_back(flag);
        }
        QElapsedTimer clock;
        clock.start();
        const auto table = events.table(metadata, 100);
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(table->events.size(), std::size_t{Count});
        for (const model::Event& event : table->events)
            QCOMPARE(event.data[QLatin1String("detail")].toString(), QStringLiteral("told later"));
    }

    void withoutScene()
    {
        const SourcePtr source = openRun(storyOf(Profile::H5).file());
        QVERIFY(source);
        const auto scene = source->scene({});
        QVERIFY(scene);
        QCOMPARE(scene->note, QStringLiteral("no scene"));
    }

    /// What set a ring off is a tick of the recording.
    void ringTrigger()
    {
        RunScript script = storyOf(Profile::H5);
        io::NbtCompound ring;
        ring.set(QStringLiteral("reason"), io::NbtValue(QStringLiteral("flagged")));
        ring.set(QStringLiteral("trigger"), io::NbtValue(std::int32_t{123}));
        script.metadata.set(QStringLiteral("hc:ring"), io::NbtValue(ring));
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        QCOMPARE(eventTexts(*source->index(), QStringLiteral("marker")),
                 QStringList{QStringLiteral("123 Saved because of: flagged")});
    }

    void metadataJoinsStream()
    {
        RunScript script = storyOf(Profile::H5);
        script.metadata = flagsAndMarkers();
        const SourcePtr source = openRun(script.file());
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(eventTexts(*index, QStringLiteral("checkpoint")),
                 QStringList({QStringLiteral("62 spring, 2.500 s"), QStringLiteral("200 gone, 9.400 s")}));
        QCOMPARE(eventTexts(*index, QStringLiteral("marker")), QStringList{QStringLiteral("210 note here")});
        std::vector<model::Event> flags;
        for (const model::Event& event : index->events->events) {
            if (index->events->kinds[static_cast<std::size_t>(event.kind)].flag)
                flags.push_back(event);
        }
        QCOMPARE(flags.size(), std::size_t{2});
        QCOMPARE(flags[0].text, QStringLiteral("speed, score 0.9: told later"));
        QCOMPARE(flags[0].severity, 3);
        QCOMPARE(flags[0].length, model::Micros{200'000});
        QCOMPARE(flags[0].data[QLatin1String("verdict")].toString(), QStringLiteral("confirmed"));
        QCOMPARE(flags[0].data[QLatin1String("source")].toString(), QStringLiteral("analysis"));
        QCOMPARE(flags[0].data[QLatin1String("end_tick")].toInt(), 124);
        QCOMPARE(flags[1].data[QLatin1String("check")].toString(), QStringLiteral("path"));
        QVERIFY(!flags[1].data.contains(QLatin1String("verdict")));
        QCOMPARE(index->diagnostics.size(), std::size_t{1});
        QCOMPARE(index->diagnostics[0].code, QStringLiteral("metadata-outside"));
    }

    void innerSnapshotsAreNoEvents()
    {
        RunScript plain = storyOf(Profile::H5);
        RunScript merged = plain;
        merged.chunkTicks = 300;
        merged.innerSnapshots = {100, 200};
        const SourcePtr a = openRun(plain.file());
        const SourcePtr b = openRun(merged.file());
        QVERIFY(a && b);
        const auto& one = a->index()->events->events;
        const auto& other = b->index()->events->events;
        QCOMPARE(other.size(), one.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            QCOMPARE(other[i].frame, one[i].frame);
            QCOMPARE(other[i].text, one[i].text);
        }
        QCOMPARE(b->index()->info->cast.size(), a->index()->info->cast.size());
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

    void nativeState_data() { profiles_data(); }
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

    void falseSnapshot_data() { profiles_data(); }
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

QTEST_GUILESS_MAIN(TestRecordingSource)
#include "tst_recording_source.moc"
