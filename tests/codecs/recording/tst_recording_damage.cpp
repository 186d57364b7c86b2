// SPDX-License-Identifier: GPL-3.0-or-later
// Broken recordings as replays: what is lost and why, what goes on behind it, what is shown in between.
#include "tests/codecs/recording/run_script.h"
#include "tests/support/test_driver.h"

namespace tst_recording_damage {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;
using model::ActorId;
using model::FrameRange;

namespace {

RunScript script(Profile profile = Profile::H5)
{
    RunScript out;
    out.profile = profile;
    out.ticks = 400;
    out.chunkTicks = 50;
    const Kind stray = profile == Profile::H4 ? Kind{{}, 128} : Kind{"minecraft:stray", -1};
    out.at(10, RunStart{}).at(20, SpawnEntity{4, stray, placeAt(2, 64, 2)});
    out.at(30, ChangeHeldSlot{0, 3}).at(60, CheckpointReached{"spring", 2500});
    return out;
}

void breakFrame(BuiltChunk& chunk)
{
    for (std::size_t i = chunk.frame.size() / 2; i < chunk.frame.size(); ++i)
        chunk.frame[i] = std::byte{0xA5};
}

/// Another content for a chunk, compressed anew.
void replaceRaw(BuiltChunk& chunk, Bytes raw)
{
    chunk.raw = std::move(raw);
    chunk.frame = compressFrame(chunk.raw, {});
    chunk.entry.rawBytes = static_cast<std::int32_t>(chunk.raw.size());
    chunk.entry.compressedBytes = static_cast<std::int32_t>(chunk.frame.size());
}

std::vector<FrameRange> spansOf(const model::ReplayIndex& index)
{
    std::vector<FrameRange> out;
    out.reserve(index.lost.size());
    for (const model::LostSpan& span : index.lost)
        out.push_back(span.frames);
    return out;
}

const model::Diagnostic* findDiagnostic(const model::ReplayIndex& index, const char* code)
{
    const auto found = std::find_if(index.diagnostics.begin(), index.diagnostics.end(),
                                    [code](const auto& d) { return d.code == QLatin1String(code); });
    return found == index.diagnostics.end() ? nullptr : &*found;
}

} // namespace

class TestRecordingDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void profiles()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("draft") << static_cast<int>(Profile::S1);
        QTest::newRow("version 4") << static_cast<int>(Profile::H4);
        QTest::newRow("version 5") << static_cast<int>(Profile::H5);
    }

    void brokenFrame_data() { profiles(); }
    void brokenFrame()
    {
        QFETCH(int, profile);
        const RunScript run = script(static_cast<Profile>(profile));
        auto chunks = run.build();
        breakFrame(chunks[2]);
        const SourcePtr source = openRun(run.file(chunks));
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete);
        QCOMPARE(index->frames(), 400);
        QCOMPARE(spansOf(*index), std::vector<FrameRange>({{100, 150}}));
        const auto* told = findDiagnostic(*index, "chunk-damaged");
        QVERIFY(told != nullptr);
        QCOMPARE(told->severity, model::Severity::Error);
        QCOMPARE(told->where.chunk, 2);
        QCOMPARE(told->where.frame, 100);
        QCOMPARE(told->where.offset, index->keyframes[2].offset);
        // Both sides play; in between the last that is known is held.
        QCOMPARE(stateAt(*source, 99).positions[0], RunScript::walked(99));
        QCOMPARE(stateAt(*source, 150).positions[0], RunScript::walked(150));
        QCOMPARE(stateAt(*source, 390).size(), std::size_t{2});
        const model::WorldState held = stateAt(*source, 120);
        QCOMPARE(held.size(), std::size_t{2});
        QCOMPARE(held.provenance[0], model::Provenance::Held);
        QCOMPARE(held.positions[0], RunScript::walked(99));
        QCOMPARE(index->info->cast.size(), std::size_t{2});
        QCOMPARE(index->info->cast[1].life, (FrameRange{20, 400}));
        // What was taken in hand meanwhile is only known where snapshots say it.
        const QString slot = QStringLiteral("held_slot");
        QCOMPARE(shown(*source, 99, ActorId{0}, slot), QStringLiteral("3"));
        for (const int frame : {160, 390})
            QCOMPARE(shown(*source, frame, ActorId{0}, slot) == QLatin1String("3"),
                     run.profile == Profile::S1);
    }

    void brokenAnchor_data() { profiles(); }
    void brokenAnchor()
    {
        QFETCH(int, profile);
        RunScript run = script(static_cast<Profile>(profile));
        run.bare = {3, 4};
        auto chunks = run.build();
        breakFrame(chunks[2]);
        const SourcePtr source = openRun(run.file(chunks));
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(spansOf(*index), std::vector<FrameRange>({{100, 150}, {150, 250}}));
        QVERIFY2(index->lost[1].reason.contains(QLatin1String("builds on chunk 2")),
                 qPrintable(index->lost[1].reason));
        QVERIFY(findDiagnostic(*index, "chunk-dependent") != nullptr);
        QCOMPARE(stateAt(*source, 250).positions[0], RunScript::walked(250));
        for (const int frame : {100, 160, 249})
            QCOMPARE(stateAt(*source, frame).provenance[0], model::Provenance::Held);
        // The same before anything was read through.
        const SourcePtr unread =
            openRun(run.file(chunks), runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QVERIFY(unread);
        const model::WorldState held = stateAt(*unread, 160);
        QCOMPARE(held.size(), std::size_t{1});
        QCOMPARE(held.provenance[0], model::Provenance::Held);
        QCOMPARE(held.positions[0], RunScript::walked(99));
    }

    void unknownEvent_data() { profiles(); }
    void unknownEvent()
    {
        QFETCH(int, profile);
        RunScript run = script(static_cast<Profile>(profile));
        run.bare = {3};
        auto chunks = run.build();
        // The event of id 17 at the start of the last quarter of the chunk's ticks.
        ChunkReader reader(run.profile, chunks[2].entry, chunks[2].raw, 2);
        Event event;
        std::size_t at = 0;
        while (reader.nextTick() && reader.tick() < 137) {
        }
        QVERIFY(reader.nextEvent(event));
        at = reader.eventOffset();
        Bytes raw = chunks[2].raw;
        raw[at] = std::byte{17};
        replaceRaw(chunks[2], raw);
        const SourcePtr source = openRun(run.file(chunks));
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(spansOf(*index), std::vector<FrameRange>({{137, 150}, {150, 200}}));
        const auto* told = findDiagnostic(*index, "unknown-event");
        QVERIFY(told != nullptr);
        QVERIFY2(told->message.contains(
                     QStringLiteral("unknown event 17 at tick 137, chunk 2, offset 0x%1").arg(at, 0, 16)),
                 qPrintable(told->message));
        QCOMPARE(stateAt(*source, 136).positions[0], RunScript::walked(136));
        QCOMPARE(stateAt(*source, 136).provenance[0], model::Provenance::Exact);
        QCOMPARE(stateAt(*source, 140).provenance[0], model::Provenance::Held);
        QCOMPARE(stateAt(*source, 170).provenance[0], model::Provenance::Held);
        QCOMPARE(stateAt(*source, 200).positions[0], RunScript::walked(200));
    }

    /// Each chunk of one tick and broken on its own: what is said of them stays short.
    void brokenEverywhere_data()
    {
        QTest::addColumn<int>("every");
        QTest::newRow("all") << 1;
        QTest::newRow("every other one") << 2;
    }
    void brokenEverywhere()
    {
        QFETCH(int, every);
        constexpr int Ticks = 12'000;
        RunScript run;
        run.ticks = Ticks;
        run.chunkTicks = 1;
        auto chunks = run.build();
        for (std::size_t i = 0; i < chunks.size(); i += static_cast<std::size_t>(every))
            std::fill(chunks[i].frame.begin(), chunks[i].frame.end(), std::byte{0xA5});
        const SourcePtr source = openRun(run.file(chunks));
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete);
        QVERIFY2(index->lost.size() < 5000, qPrintable(QString::number(index->lost.size())));
        if (every == 1)
            QVERIFY(index->lost.size() < 500);
        QCOMPARE(index->lost.front().frames.first, 0);
        QVERIFY(index->lost.back().frames.end >= Ticks - 1);
        QVERIFY(index->lost.front().reason.contains(QStringLiteral("chunk 0 ")));
        QVERIFY(!index->lost.back().reason.contains(QStringLiteral("chunk ")));
        for (std::size_t i = 1; i < index->lost.size(); ++i)
            QVERIFY(index->lost[i - 1].frames.end <= index->lost[i].frames.first);
        QVERIFY2(index->diagnostics.size() < 250, qPrintable(QString::number(index->diagnostics.size())));
        const auto* more = findDiagnostic(*index, "more-lost");
        QVERIFY(more != nullptr);
        QCOMPARE(more->message, QStringLiteral("and %1 more places that are lost").arg(Ticks / every - 200));
    }

    void missingSegments()
    {
        const RunScript run = script();
        auto files = run.folder(true);
        files.erase(QStringLiteral("segment-001.dat"));
        files.erase(QStringLiteral("segment-002.dat"));
        files[QStringLiteral("segment-005.dat")].chop(9);
        const SourcePtr source = openRun(memoryFolder(files));
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete);
        QVERIFY(!index->growing);
        std::vector<bool> lost(400);
        for (const model::LostSpan& span : index->lost) {
            QVERIFY(!span.reason.isEmpty());
            for (auto f = span.frames.first; f < span.frames.end; ++f)
                lost[static_cast<std::size_t>(f)] = true;
        }
        for (int f = 0; f < 400; ++f)
            QCOMPARE(lost[static_cast<std::size_t>(f)], (f >= 50 && f < 150) || (f >= 250 && f < 300));
        // Lost spans are known from the first revision on, without reading anything.
        const SourcePtr unread =
            openRun(memoryFolder(files), runOptions(QStringLiteral("scan"), QStringLiteral("false")));
        QCOMPARE(spansOf(*unread->index()), spansOf(*index));
        QCOMPARE(stateAt(*source, 150).positions[0], RunScript::walked(150));
    }

    void contradictions()
    {
        RunScript run = script();
        run.at(70, DestroyEntity{99}).at(80, EntityState{98, 0, 0});
        for (int tick = 100; tick < 150; ++tick)
            run.at(tick, DeltaMove{97, {}, {}}); // the first is told by the snapshot of its tick
        const SourcePtr source = openRun(run.file());
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->lost.empty());
        QVERIFY(!index->lostData());
        int told = 0;
        for (const model::Diagnostic& d : index->diagnostics) {
            QCOMPARE(d.severity, model::Severity::Warning);
            told += d.code == QLatin1String("contradiction") ? 1 : 0;
        }
        QCOMPARE(told, 20);
        const auto* first = findDiagnostic(*index, "contradiction");
        QCOMPARE(first->where.frame, 70);
        QVERIFY2(first->message.contains(QLatin1String("99")), qPrintable(first->message));
        const auto* more = findDiagnostic(*index, "more-contradictions");
        QVERIFY(more != nullptr);
        QVERIFY2(more->message.contains(QLatin1String("31")), qPrintable(more->message));
        QCOMPARE(stateAt(*source, 399).positions[0], RunScript::walked(399));
    }

    void places()
    {
        constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
        RunScript run = script();
        run.at(120, AbsoluteMove{4, placeAt(Nan, 0, 0), {}});
        run.at(200, SpawnEntity{9, {"minecraft:pig", -1}, placeAt(0, Nan, 0)});
        const SourcePtr source = openRun(run.file());
        QVERIFY(source);
        QCOMPARE(source->index()->info->cast.size(), std::size_t{2});
        for (const int frame : {99, 120, 199, 200, 399}) {
            const model::WorldState state = stateAt(*source, frame);
            QCOMPARE(state.size(), std::size_t{2});
            for (const glm::dvec3& at : state.positions)
                QVERIFY(std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z));
        }
    }

    void headerDisagrees()
    {
        const RunScript run = script();
        QByteArray bytes = run.file();
        bytes[46] = 0x7f; // tick count, low byte (version 5, world version of 16 bytes)
        bytes[62] = static_cast<char>(bytes[62] + 1);
        const SourcePtr source = openRun(bytes);
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(index->frames(), 400);
        QVERIFY(index->lost.empty());
        for (const model::Diagnostic& d : index->diagnostics)
            QCOMPARE(d.severity, model::Severity::Warning);
        QVERIFY(!index->diagnostics.empty());
    }

    void cutAnywhere_data() { profiles(); }
    void cutAnywhere()
    {
        QFETCH(int, profile);
        const QByteArray whole = script(static_cast<Profile>(profile)).file();
        for (int length = 0; length < whole.size(); length += 37) {
            auto source = RecordingCodec().open(memoryFile(whole.left(length)), {});
            if (!source) {
                QVERIFY(!source.error().message.isEmpty());
                continue;
            }
            const auto index = (*source)->waitComplete();
            QVERIFY(index);
            for (int i = 0; i < (*index)->keyframes.count(); ++i)
                QVERIFY((*source)->readSegment(i, nullptr, {}));
        }
    }

    void flippedAnywhere()
    {
        const QByteArray whole = script().file();
        std::mt19937 random(4);
        for (int round = 0; round < 300; ++round) {
            QByteArray bytes = whole;
            for (int i = 0; i < 3; ++i)
                bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] ^=
                    static_cast<char>(1U << random() % 8);
            auto source = RecordingCodec().open(memoryFile(bytes), {});
            if (!source)
                continue;
            const auto index = (*source)->waitComplete();
            QVERIFY(index);
            model::WorldState state;
            for (int i = 0; i < std::min((*index)->keyframes.count(), 20); ++i) {
                const auto segment = (*source)->readSegment(i, nullptr, {});
                if (!segment)
                    continue;
                (*segment)->sample({(*segment)->frames().first, 0.0}, model::SamplePolicy::Interpolate,
                                   state);
                QVERIFY(state.size() <= (*index)->info->cast.size());
            }
        }
    }
};

} // namespace tst_recording_damage

GHOSTLINE_TEST(tst_recording_damage, TestRecordingDamage)
#include "tst_recording_damage.moc"
