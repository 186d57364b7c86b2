// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of recordings and other layouts: the same states at the same ticks, the same events as bytes.
#include "codecs/recording/rewrite/rewrite_salvage.h"
#include "tests/codecs/recording/rewrite_folder.h"
#include "tests/codecs/recording/rich_recording.h"
#include "tests/support/test_driver.h"

namespace tst_recording_convert {

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

class TestRecordingConvert : public QObject, protected RewriteFolder
{
    Q_OBJECT

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

} // namespace tst_recording_convert

GHOSTLINE_TEST(tst_recording_convert, TestRecordingConvert)
#include "tst_recording_convert.moc"
