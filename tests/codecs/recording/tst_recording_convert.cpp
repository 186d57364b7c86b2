// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of recordings and other layouts: the same states at the same ticks, the same events as bytes.
#include "codecs/recording/rewrite_metadata.h"
#include "tests/codecs/recording/rewrite_support.h"

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using recording::writeRecording;

namespace {

std::vector<QByteArray> part(const std::vector<QByteArray>& all, int first, int end)
{
    return {all.begin() + first, all.begin() + end};
}

const char* nameOf(Profile profile)
{
    return profile == Profile::S1 ? "S1" : profile == Profile::H4 ? "H4" : "H5";
}

/// The first tick at which two runs of states differ, with both; empty when none does.
QByteArray difference(const std::vector<QByteArray>& found, const std::vector<QByteArray>& wanted)
{
    if (found.size() != wanted.size())
        return "length " + QByteArray::number(qsizetype(found.size())) + " instead of " +
               QByteArray::number(qsizetype(wanted.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != wanted[i])
            return "tick " + QByteArray::number(qsizetype(i)) + "\n" + found[i] + "\ninstead of\n" +
                   wanted[i];
    }
    return {};
}

} // namespace

/// A run with other entities, items, held slots and blocks; H5 snapshots stand where `marked` says.
class Rich
{
public:
    explicit Rich(Profile profile) : m_profile(profile)
    {
        for (int start = 0; start < 600; start += 100)
            m_chunks.push_back(chunk(start));
    }
    QByteArray file(const io::NbtCompound& metadata = {}) const
    {
        recording::Header header;
        header.profile = m_profile;
        header.worldVersion = QByteArray(16, 'w');
        header.startMs = 1'000'000;
        header.tickCount = 600;
        header.chunkCount = 6;
        header.dataVersion = m_profile == Profile::S1 ? 0 : 4903;
        recording::Bytes tree;
        io::writeNbt(tree, metadata);
        header.metadataBytes = int(tree.size());
        std::vector<ChunkEntry> entries;
        for (const BuiltChunk& c : m_chunks)
            entries.push_back(c.entry);
        header.indexBytes = int(writeIndex(entries, m_profile).size());
        auto offset = std::int64_t(header.preambleBytes());
        for (ChunkEntry& e : entries) {
            e.offset = offset;
            offset += e.compressedBytes;
        }
        QByteArray out = toByteArray(writeHeader(header)) + toByteArray(tree) +
                         toByteArray(writeIndex(entries, m_profile));
        for (const BuiltChunk& c : m_chunks)
            out += toByteArray(c.frame);
        return out;
    }

private:
    recording::Kind kind(const char* name, int number) const
    {
        return m_profile == Profile::H4 ? recording::Kind{{}, number} : recording::Kind{name, -1};
    }
    recording::NbtView item(const char* id)
    {
        io::NbtCompound tree;
        tree.set(u"id"_s, QString::fromLatin1(id));
        recording::Bytes bytes;
        io::writeNbt(bytes, tree);
        m_items.push_back(std::make_unique<recording::Bytes>(std::move(bytes)));
        return *m_items.back();
    }
    void happen(recording::ChunkWriter& out, int tick)
    {
        using namespace recording;
        const auto add = [&](const Event& event) {
            out.add(event);
            (void)m_world.take(tick, event);
        };
        if (tick == 0) {
            add(AbsoluteMove{0, {{10.0, 64.0, 10.0}, 0.0F, 0.0F}, {}});
            add(EntityState{0, 0, 8});
            const std::vector<Item> items{{0, item("minecraft:stone")}, {45, item("minecraft:shield")}};
            add(SetItem{0, items});
        }
        if (tick == 20)
            add(RunStart{});
        if (tick == 30)
            add(ChangeHeldSlot{0, 3});
        if (tick == 150)
            add(SpawnEntity{5, kind("minecraft:stray", 128), {{1.0, 64.0, 2.0}, 90.0F, 0.0F}});
        if (tick == 155)
            add(ChangeHeldSlot{5, 2});
        if (tick == 420)
            add(DestroyEntity{5});
        if (tick % 40 == 10)
            add(SetBlock{packBlock({tick, 60, 2}), kind("minecraft:stone", 1)});
        if (tick == 333)
            add(ClearGhostBlocks{});
        if (tick == 340)
            add(ItemUse{0, 1});
        if (tick == 360)
            add(ItemUse{0, std::nullopt});
        if (tick % 3 != 0)
            add(DeltaMove{
                0, {{tick % 11, -3, 7}, Angle::ofDegrees(tick % 360), {}}, PackedVector::of({1, 0, 0})});
        if (tick > 150 && tick < 420 && tick % 2 == 0)
            add(DeltaMove{5, {{1, 0, -1}, {}, {}}, {}});
        if (tick == 250)
            add(Chat{0, "here"});
        if (tick == 599)
            add(RunEnd{0, 28950});
    }
    BuiltChunk chunk(int start)
    {
        const bool marked = start % 300 != 100; // at 0, 200, 300, 500
        const bool s1 = m_profile == Profile::S1;
        if (s1 && start == 0)
            m_world.take(0, recording::AbsoluteMove{0, {{10.0, 64.0, 10.0}, 0.0F, 0.0F}, {}});
        const recording::Snapshot state = m_world.snapshot(start, 20);
        recording::ChunkWriter out(m_profile, start, s1 && marked ? &state : nullptr);
        for (int tick = start; tick < start + 100; ++tick) {
            out.beginTick(tick);
            if (tick == start && start > 0 && marked && !s1) {
                std::vector<recording::Event> events;
                std::vector<std::vector<recording::Item>> items;
                m_world.snapshotEvents(events, items);
                for (const auto& event : events)
                    out.add(event);
            }
            happen(out, tick);
        }
        BuiltChunk made;
        made.raw = out.finish();
        made.frame = compressFrame(made.raw, RecordingPlan{});
        made.entry = {start,
                      100,
                      std::uint8_t(marked ? 1 : 0),
                      0,
                      int(made.frame.size()),
                      int(made.raw.size()),
                      m_profile == Profile::H4 ? 4 : 5,
                      4903};
        return made;
    }

    Profile m_profile;
    recording::World m_world;
    std::vector<std::unique_ptr<recording::Bytes>> m_items;
    std::vector<BuiltChunk> m_chunks;
};

class TestRecordingConvert : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
    static FilePtr rich(Profile profile, const io::NbtCompound& metadata = {})
    {
        return RecordingFile::open(memoryFile(Rich(profile).file(metadata))).value_or(nullptr);
    }
    FilePtr convert(const FilePtr& source, const model::Options& options,
                    model::FrameRange frames = {0, 100'000})
    {
        const auto report = writeRecording(*source, writeTo(path(u"out.hcrp"_s), options, frames));
        if (!report) {
            qWarning("%s", qPrintable(report.error().message));
            return nullptr;
        }
        m_report = *report;
        return openRecording(path(u"out.hcrp"_s));
    }
    model::WriteReport m_report;

private Q_SLOTS:
    void wholeIsTheSameBytes_data()
    {
        QTest::addColumn<int>("profile");
        for (const Profile profile : {Profile::H5, Profile::H4, Profile::S1})
            QTest::newRow(nameOf(profile)) << int(profile);
    }
    void wholeIsTheSameBytes()
    {
        QFETCH(int, profile);
        const FilePtr source = rich(static_cast<Profile>(profile));
        QVERIFY(source);
        const QString target = profile == int(Profile::S1) ? u"s1"_s : u"h5"_s;
        const FilePtr out = convert(source, {{u"profile"_s, target}, {u"level"_s, u"9"_s}});
        QVERIFY(out);
        QVERIFY(out->description().diagnostics.empty());
        QCOMPARE(out->chunks().size(), source->chunks().size());
        for (int i = 0; i < 6; ++i) {
            recording::Bytes a;
            recording::Bytes b;
            QVERIFY(source->readChunk(i, a) && out->readChunk(i, b));
            QCOMPARE(b, a);
            QCOMPARE(out->chunks()[std::size_t(i)].flags, source->chunks()[std::size_t(i)].flags);
            QCOMPARE(out->chunks()[std::size_t(i)].formatVersion,
                     source->chunks()[std::size_t(i)].formatVersion);
        }
    }

    void statesAreTheSame_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("interval");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        for (const Profile from : {Profile::H5, Profile::H4, Profile::S1}) {
            for (const char* to : {"h5", "s1"}) {
                if (from == Profile::H4 && to[0] == 's')
                    continue;
                for (const int interval : {0, 70, 5000}) {
                    for (const auto& [first, end] : {std::pair(0, 600), std::pair(200, 300), std::pair(1, 2),
                                                     std::pair(137, 451), std::pair(150, 600)})
                        QTest::addRow("%s to %s, %d to %d, chunks of %d", nameOf(from), to, first, end,
                                      interval)
                            << int(from) << QString::fromLatin1(to) << interval << first << end;
                }
            }
        }
    }
    void statesAreTheSame()
    {
        QFETCH(int, from);
        QFETCH(QString, to);
        QFETCH(int, interval);
        QFETCH(int, first);
        QFETCH(int, end);
        const FilePtr source = rich(static_cast<Profile>(from));
        QVERIFY(source);
        model::Options options{{u"profile"_s, to}};
        if (interval > 0)
            options[u"keyframe_interval"_s] = QString::number(interval);
        const FilePtr out = convert(source, options, {first, end});
        QVERIFY(out);
        QVERIFY2(out->description().diagnostics.empty(),
                 qPrintable(out->description().diagnostics.empty()
                                ? QString()
                                : out->description().diagnostics[0].message));
        QCOMPARE(out->header().tickCount, end - first);
        QCOMPARE(m_report.frames, end - first);
        QVERIFY(out->chunks()[0].hasSnapshot());
        QCOMPARE(out->header().startMs, 1'000'000 + first * 50);
        const QByteArray wrong = difference(statesOf(*out), part(statesOf(*source), first, end));
        QVERIFY2(wrong.isEmpty(), wrong.constData());
        // Playing from any flagged chunk gives the same as playing from the beginning.
        const std::vector<QByteArray> all = statesOf(*out);
        for (std::size_t i = 0; i < out->chunks().size(); ++i) {
            const ChunkEntry& entry = out->chunks()[i];
            if (interval > 0) {
                QVERIFY(entry.hasSnapshot());
                QVERIFY(entry.tickCount <= interval);
            }
        }
    }
    void eventsSurviveThereAndBack()
    {
        const FilePtr source = rich(Profile::S1);
        const FilePtr h5 = convert(source, {{u"profile"_s, u"h5"_s}});
        QVERIFY(h5);
        QVERIFY(QFile::rename(path(u"out.hcrp"_s), path(u"h5.hcrp"_s)));
        const FilePtr back = convert(openRecording(path(u"h5.hcrp"_s)), {{u"profile"_s, u"s1"_s}});
        QVERIFY(back);
        QCOMPARE(eventsOf(*back).size(), eventsOf(*source).size());
        // What the snapshots of H5 said over again is not there twice.
        QCOMPARE(eventsOf(*back), eventsOf(*source));
    }
    void windowIsTheEnd_data()
    {
        QTest::addColumn<QString>("window");
        QTest::addColumn<int>("ticks");
        QTest::newRow("two seconds") << u"2"_s << 40;
        QTest::newRow("not whole ticks") << u"0.07"_s << 2;
        QTest::newRow("longer than the run") << u"9999"_s << 300;
        QTest::newRow("everything") << u"0"_s << 300;
    }
    void windowIsTheEnd()
    {
        QFETCH(QString, window);
        QFETCH(int, ticks);
        const FilePtr source = rich(Profile::H5);
        const FilePtr out = convert(source, {{u"window"_s, window}}, {100, 400});
        QVERIFY(out);
        QCOMPARE(out->header().tickCount, ticks);
        QVERIFY(difference(statesOf(*out), part(statesOf(*source), 400 - ticks, 400)).isEmpty());
    }
    void metadataIsCutToo()
    {
        io::NbtCompound tree;
        const auto entry = [](int tick, std::optional<int> end) {
            io::NbtCompound c;
            c.set(u"tick"_s, tick);
            if (end)
                c.set(u"endTick"_s, *end);
            c.set(u"check"_s, u"speed"_s);
            c.set(u"extra"_s, 1.5);
            return io::NbtValue(c);
        };
        tree.set(u"hc:flags"_s, io::NbtList{io::NbtKind::Compound,
                                            {entry(10, 20), entry(90, 110), entry(150, 150), entry(190, 250),
                                             entry(200, 210)}});
        tree.set(u"hc:markers"_s,
                 io::NbtList{io::NbtKind::Compound, {entry(99, {}), entry(100, {}), entry(200, {})}});
        tree.set(u"other"_s, u"stays"_s);
        const FilePtr out = convert(rich(Profile::H5, tree), {}, {100, 200});
        QVERIFY(out);
        const recording::Metadata& metadata = out->description().metadata;
        QCOMPARE(metadata.flags.size(), 3U);
        const std::vector<std::pair<int, int>> wanted{{0, 10}, {50, 50}, {90, 99}};
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(std::pair(metadata.flags[i].tick, metadata.flags[i].endTick), wanted[i]);
        QCOMPARE(metadata.markers.size(), 1U);
        QCOMPARE(metadata.markers[0].tick, 0);
        QCOMPARE(metadata.tree.find(u"other"_s)->text(), u"stays"_s);
        const auto* flags = metadata.tree.find(u"hc:flags"_s)->as<io::NbtList>();
        QCOMPARE(flags->values[0].as<io::NbtCompound>()->find(u"extra"_s)->number(), std::optional(1.5));
    }
    void numbersHaveNoNames()
    {
        const auto report =
            writeRecording(*rich(Profile::H4), writeTo(path(u"no.hcrp"_s), {{u"profile"_s, u"s1"_s}}));
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::Unsupported);
        QVERIFY(!QFile::exists(path(u"no.hcrp"_s)));
    }
    void badWishes_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        QTest::newRow("level") << u"level"_s << u"23"_s;
        QTest::newRow("interval") << u"keyframe_interval"_s << u"0"_s;
        QTest::newRow("window") << u"window"_s << u"-1"_s;
        QTest::newRow("endless window") << u"window"_s << u"nan"_s;
    }
    void badWishes()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        const auto report =
            writeRecording(*rich(Profile::H5), writeTo(path(u"no.hcrp"_s), {{option, value}}));
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::InvalidArgument);
    }
    void damageInsideIsRefusedOutsideItIsNot()
    {
        auto files = RecordingBuilder(RecordingPlan{}).folder();
        files.erase(u"segment-001.dat"_s);
        const FilePtr source = RecordingFile::open(memoryFolder(files)).value();
        const auto refused = writeRecording(*source, writeTo(path(u"part.hcrp"_s), {}, {50, 450}));
        QVERIFY(!refused);
        QVERIFY(refused.error().advice.contains(u"repair"_s));
        QVERIFY(writeRecording(*source, writeTo(path(u"part.hcrp"_s), {}, {230, 450})));
        QVERIFY(writeRecording(*source, writeTo(path(u"start.hcrp"_s), {}, {20, 100})));
        QCOMPARE(eventsOf(*openRecording(path(u"part.hcrp"_s))).size(), [&] {
            auto all = eventsOf(*source);
            std::erase_if(all, [](const auto& t) { return t.first < 230 || t.first >= 450; });
            return all.size() + (all.contains(230) ? 0 : 1);
        }());
    }
    void worldVersionOfAnyLengthSurvives()
    {
        recording::Header header;
        QByteArray bytes = Rich(Profile::H5).file();
        const auto source = RecordingFile::open(memoryFile(bytes)).value();
        header = source->header();
        header.worldVersion = QByteArray(32, 'h');
        bytes.replace(0, 256, toByteArray(writeHeader(header)));
        const FilePtr s1 = convert(RecordingFile::open(memoryFile(bytes)).value(), {{u"profile"_s, u"s1"_s}});
        QVERIFY(s1);
        QCOMPARE(s1->header().worldVersion.size(), 16);
        QCOMPARE(m_report.notes.size(), 1U);
        QVERIFY(QFile::rename(path(u"out.hcrp"_s), path(u"s1-long.hcrp"_s)));
        const FilePtr back = convert(openRecording(path(u"s1-long.hcrp"_s)), {{u"profile"_s, u"h5"_s}});
        QCOMPARE(back->header().worldVersion, QByteArray(32, 'h'));
        QVERIFY(back->description().metadata.tree.find(u"hc:worldVersion"_s) == nullptr);
    }

    void longerChunksThanTheSource_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("gap");
        for (const Profile profile : {Profile::S1, Profile::H5}) {
            for (const char* target : {"s1", "h5"}) {
                for (const bool gap : {false, true})
                    QTest::addRow("%s to %s%s", nameOf(profile), target, gap ? ", with a gap" : "")
                        << int(profile) << QString::fromLatin1(target) << gap;
            }
        }
    }
    void longerChunksThanTheSource()
    {
        QFETCH(int, profile);
        QFETCH(QString, target);
        QFETCH(bool, gap);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        const RecordingBuilder builder(plan);
        QTemporaryDir folder;
        auto files = builder.folder();
        if (gap)
            files.erase(u"segment-001.dat"_s);
        writeFolder(folder.filePath(u"run"_s), files);
        QVERIFY(recording::salvageRecording(*openRecording(folder.filePath(u"run"_s)),
                                            writeTo(folder.filePath(u"repaired"_s))));
        const FilePtr source = openRecording(folder.filePath(u"repaired"_s));
        QVERIFY(source);
        const auto report =
            writeRecording(*source, writeTo(folder.filePath(u"out.hcrp"_s),
                                            {{u"profile"_s, target}, {u"keyframe_interval"_s, u"1000"_s}}));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        const FilePtr out = openRecording(folder.filePath(u"out.hcrp"_s));
        // A snapshot behind a gap moves the player: nothing but a chunk's beginning can say so.
        QCOMPARE(out->chunks().size(), gap ? 2U : 1U);
        const QByteArray found = difference(statesOf(*out), statesOf(*source));
        QVERIFY2(found.isEmpty(), found.constData());
    }
};

QTEST_GUILESS_MAIN(TestRecordingConvert)
#include "tst_recording_convert.moc"
