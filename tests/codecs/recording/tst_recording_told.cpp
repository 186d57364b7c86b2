// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording tells of itself: the stream's events and the metadata's in one list, its cast, its head.
#include "codecs/recording/replay/run_events.h"
#include "tests/codecs/recording/run_script.h"
#include "tests/codecs/recording/run_story.h"
#include "tests/support/test_driver.h"

#include <deque>

namespace tst_recording_told {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;
using model::ActorKind;

class TestRecordingTold : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void story_data() { addProfiles("profile"); }
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
                 QStringList({QStringLiteral("130 Player: gl hf"), QStringLiteral("131 server: welcome")}));
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
        QCOMPARE(cast[1].nativeId, 1);
        QCOMPARE(cast[2].nativeId, 1);
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

    /// As many flags at one tick as fit into a small file, in the stream and in the metadata.
    void manyFlagsAtOneTick()
    {
        constexpr int Count = 20'000;
        EventBuilder events(20);
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

private:
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
};

} // namespace tst_recording_told

GHOSTLINE_TEST(tst_recording_told, TestRecordingTold)
#include "tst_recording_told.moc"
