// SPDX-License-Identifier: GPL-3.0-or-later
// Recording, finalising and rewriting: what is read back is what was handed in, in both delta modes.
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/integrity/checks.h"
#include "codecs/ironcurtain/write/finaliser.h"
#include "tests/codecs/ironcurtain/made_match.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_icrep_writer {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using namespace ghostline::ironcurtain;

namespace {

WriteSettings quick(DeltaMode deltas)
{
    WriteSettings settings;
    settings.deltas = deltas;
    settings.keyframeEvery = 50;
    settings.fullEvery = 4;
    settings.signEvery = 50;
    settings.eventBlockTicks = 200;
    return settings;
}

QStringList codes(const model::DiagnosticList& notes)
{
    QStringList out;
    for (const model::Diagnostic& note : notes)
        out << note.code;
    return out;
}

/// Ticks of all frames there are.
std::vector<SimTick> frameTicks(const ReplayFile& file)
{
    std::vector<SimTick> ticks;
    const auto chunks = file.chunks(ChunkKind::Orders, {});
    if (!chunks)
        return ticks;
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = file.payload(chunk, {});
        if (payload)
            (void)parseOrderBlock(*payload, chunk.offset, [&](const OrderFrame& frame) {
                ticks.push_back(frame.tick);
                return true;
            });
    }
    return ticks;
}

/// Of every keyframe, with the links each took.
std::vector<StateHash> hashes(const std::shared_ptr<const ReplayFile>& file, int* mostLinks = nullptr)
{
    const KeyframeStore store(file);
    std::vector<StateHash> out;
    for (int i = 0; i < int(file->keyframes().size()); ++i) {
        RestoreCost cost;
        const auto state = store.restore(i, &cost, {});
        out.push_back(state ? stateHash(**state) : StateHash{});
        if (mostLinks != nullptr)
            *mostLinks = std::max(*mostLinks, cost.links);
    }
    return out;
}

} // namespace

class TestIcrepWriter : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    model::DiagnosticList finalised(const std::shared_ptr<const ReplayFile>& source, const QString& to,
                                    DeltaMode deltas = DeltaMode::Unknown)
    {
        FinaliseRequest request;
        request.path = to;
        request.deltas = deltas;
        auto notes = finalise(*source, request, {});
        if (!notes) {
            qWarning("%s", qPrintable(notes.error().message));
            return {{model::Severity::Error, u"failed"_s, notes.error().message, {}}};
        }
        return std::move(*notes);
    }

private Q_SLOTS:
    void aMatchIsReadBack_data()
    {
        QTest::addColumn<bool>("chained");
        QTest::addColumn<bool>("journal");
        QTest::newRow("cumulative") << false << false;
        QTest::newRow("chained") << true << false;
        QTest::newRow("cumulative journal") << false << true;
        QTest::newRow("chained journal") << true << true;
    }
    void aMatchIsReadBack()
    {
        QFETCH(bool, chained);
        QFETCH(bool, journal);
        MadeMatch match;
        match.settings = quick(chained ? DeltaMode::Chained : DeltaMode::Cumulative);
        const auto problem = recordMade(match, path("journal.icrep"));
        QVERIFY2(!problem, problem ? qPrintable(problem->message) : "");
        auto file = openPath(path("journal.icrep"));
        QVERIFY(file);
        if (!journal) {
            QCOMPARE(codes(finalised(file, path("match.icrep"))), QStringList());
            file = openPath(path("match.icrep"));
            QVERIFY(file);
        }
        QCOMPARE(file->form() == ReplayFile::Form::Journal, journal);
        QCOMPARE(file->lastTick(), SimTick{700});
        QCOMPARE(file->metadata().deltaMode, chained ? DeltaMode::Chained : DeltaMode::Cumulative);
        QCOMPARE(file->metadata().totalTicks, std::optional<std::uint64_t>(journal ? 0 : 700));

        int links = 0;
        const auto states = hashes(file, &links);
        QCOMPARE(states.size(), std::size_t{15});
        QCOMPARE(links, chained ? 3 : 1);
        for (std::size_t i = 0; i < states.size(); ++i)
            QVERIFY2(states[i] == stateHash(madeState(i * 50)), qPrintable(QString::number(i)));
        const KeyframeStore store(file);
        for (int i = 0; i < 15; ++i) // written only where it changes, yet known everywhere
            QCOMPARE(store.side(i, {})->campaign, madeState(SimTick(i) * 50).side.campaign);

        QCOMPARE(frameTicks(*file).size(), std::size_t{701});
        std::uint64_t told = 0;
        for (SimTick tick = 0; tick <= 700; ++tick)
            madeEvents(tick, 700, [&](const AnalysisEvent&) { ++told; });
        EventStore events(file);
        const auto counts = events.index([](const AnalysisEvent&, std::uint64_t) { return true; }, {});
        QVERIFY(counts);
        QCOMPARE(counts->total, told);
        QCOMPARE(file->chunks(ChunkKind::Events, {})->size(), std::size_t{4});
        QCOMPARE(file->chunks(ChunkKind::Voice, {})->size(), std::size_t{2});

        const auto checked = checkIntegrity(*file, store, {}, {}, {});
        QVERIFY(checked);
        for (const model::Verdict& verdict : checked->verdicts)
            QVERIFY2(verdict.state != model::VerdictState::Failed,
                     qPrintable(verdict.check + verdict.detail));
        QVERIFY(file->damages().empty());
        if (!journal)
            QVERIFY(file->header().finalStateHash == stateHash(madeState(700)));
    }

    void deltasAreMadeAnew()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        QVERIFY(!recordMade(match, path("journal.icrep")));
        QCOMPARE(codes(finalised(openPath(path("journal.icrep")), path("a.icrep"))), QStringList());
        const auto cumulative = openPath(path("a.icrep"));
        QCOMPARE(codes(finalised(cumulative, path("b.icrep"), DeltaMode::Chained)), QStringList());
        const auto chained = openPath(path("b.icrep"));
        QVERIFY(chained);
        int links = 0;
        QVERIFY(hashes(chained, &links) == hashes(cumulative));
        QCOMPARE(links, 3);
        QCOMPARE(chained->metadata().deltaMode, DeltaMode::Chained);
        QCOMPARE(codes(finalised(chained, path("c.icrep"), DeltaMode::Cumulative)), QStringList());
        QCOMPARE(fileBytes(path("c.icrep")), fileBytes(path("a.icrep")));
        QCOMPARE(codes(finalised(cumulative, path("d.icrep"))), QStringList());
        QCOMPARE(fileBytes(path("d.icrep")), fileBytes(path("a.icrep")));
    }

    void framesThatNeverCameAreCounted_data()
    {
        QTest::addColumn<bool>("told");
        QTest::newRow("told") << true;
        QTest::newRow("found out") << false;
    }
    void framesThatNeverCameAreCounted()
    {
        QFETCH(bool, told);
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        match.lost = {201, 202, 203};
        match.tellLost = told;
        QVERIFY(!recordMade(match, path("journal.icrep")));
        QCOMPARE(openPath(path("journal.icrep"))->header().lostFrames, told ? 3U : 0U);
        QCOMPARE(codes(finalised(openPath(path("journal.icrep")), path("lost.icrep"))),
                 QStringList{u"frames-missing"_s});
        const auto file = openPath(path("lost.icrep"));
        QVERIFY(file);
        QVERIFY(file->header().has(Incomplete));
        QCOMPARE(file->header().lostFrames, 3U);
        QVERIFY(file->chunks(ChunkKind::Orders, {}));
        QVERIFY(file->damages().empty());
    }

    void signaturesThatEndEarlyStayBehind()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        match.signedTo = 500;
        QVERIFY(!recordMade(match, path("journal.icrep")));
        QCOMPARE(codes(finalised(openPath(path("journal.icrep")), path("early.icrep"))),
                 QStringList{u"signatures-left-out"_s});
        const auto file = openPath(path("early.icrep"));
        QVERIFY(!file->header().has(Signed));
        QCOMPARE(file->metadata().json["signed"_L1].toBool(true), false);
    }

    void aFlushInBetweenLosesNothing()
    {
        auto writer =
            JournalWriter::create(path("flushed.icrep"), {}, quick(DeltaMode::Cumulative), HasEvents, 50);
        QVERIFY(writer);
        QVERIFY((*writer)->keyframe(madeState(0)));
        for (SimTick tick = 0; tick < 600; ++tick) {
            OrderFrame frame;
            frame.tick = tick;
            QVERIFY((*writer)->frame(frame));
            if (tick % 100 == 77)
                QVERIFY((*writer)->flush());
        }
        writer->reset(); // a crash: what was flushed is there
        const auto file = openPath(path("flushed.icrep"));
        QVERIFY(file);
        QCOMPARE(frameTicks(*file).size(), std::size_t{578});
        QCOMPARE(file->lastTick(), SimTick{577});
        QVERIFY(file->damages().empty());
    }

    void whatComesInTheWrongOrderIsRefused()
    {
        auto writer = JournalWriter::create(path("order.icrep"), {}, quick(DeltaMode::Cumulative), 0, 50);
        QVERIFY(writer);
        const auto code = [](const model::Result<void>& done) {
            return done ? std::optional<model::ErrorCode>() : std::optional(done.error().code);
        };
        constexpr std::optional Wrong = model::ErrorCode::InvalidArgument;
        QCOMPARE(code((*writer)->keyframe(madeState(50))), Wrong); // the first is of tick 0
        QVERIFY((*writer)->keyframe(madeState(0)));
        QCOMPARE(code((*writer)->keyframe(madeState(0))), Wrong);
        OrderFrame frame;
        frame.tick = 9;
        QVERIFY((*writer)->frame(frame));
        QCOMPARE(code((*writer)->frame(frame)), Wrong);
        QVERIFY((*writer)->event({7, PauseEvent{1, true}}));
        QVERIFY((*writer)->event({7, PauseEvent{1, false}}));
        QCOMPARE(code((*writer)->event({6, PauseEvent{1, true}})), Wrong);
        QVERIFY(!JournalWriter::create(path("no/such/folder.icrep"), {}, {}, 0, 50));
    }

    void aLongChainGetsAFullKeyframe()
    {
        WriteSettings settings = quick(DeltaMode::Chained);
        settings.fullEvery = 1000;
        auto writer = JournalWriter::create(path("chain.icrep"), {}, settings, 0, 50);
        QVERIFY(writer);
        for (SimTick tick = 0; tick < 150; ++tick)
            QVERIFY((*writer)->keyframe(madeState(tick)));
        QVERIFY((*writer)->close());
        const auto file = openPath(path("chain.icrep"));
        QVERIFY(file);
        int links = 0;
        const auto states = hashes(file, &links);
        QCOMPARE(links, MaxLinks);
        for (std::size_t i = 0; i < states.size(); ++i)
            QVERIFY2(states[i] == stateHash(madeState(i)), qPrintable(QString::number(i)));
    }

    void aLostKeyframeTakesWhatDependsOnIt()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Chained);
        QVERIFY(!recordMade(match, path("journal.icrep")));
        QVERIFY(codes(finalised(openPath(path("journal.icrep")), path("whole.icrep"))).isEmpty());
        Bytes bytes = fileBytes(path("whole.icrep"));
        const KeyframeEntry broken = openPath(path("whole.icrep"))->keyframes()[5]; // tick 250, a delta
        bytes[broken.offset] ^= std::byte{1};
        const auto source = openBytes(bytes);
        QVERIFY(source);
        const QStringList notes = codes(finalised(source, path("kept.icrep")));
        QCOMPARE(notes.count(u"keyframe-left-out"_s), 3); // 250, 300, 350
        const auto kept = openPath(path("kept.icrep"));
        QVERIFY(kept);
        QCOMPARE(kept->keyframes().size(), std::size_t{12});
        const auto states = hashes(kept);
        for (std::size_t i = 0; i < states.size(); ++i)
            QVERIFY(states[i] == stateHash(madeState(kept->keyframes()[i].tick)));
    }

    void withoutAFirstKeyframeNothingIsWritten()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        QVERIFY(!recordMade(match, path("journal.icrep")));
        QVERIFY(codes(finalised(openPath(path("journal.icrep")), path("whole.icrep"))).isEmpty());
        Bytes bytes = fileBytes(path("whole.icrep"));
        bytes[openPath(path("whole.icrep"))->keyframes()[0].offset] ^= std::byte{1};
        FinaliseRequest request;
        request.path = path("none.icrep");
        const auto done = finalise(*openBytes(bytes), request, {});
        QVERIFY(!done);
        QCOMPARE(done.error().code, model::ErrorCode::Damaged);
        QVERIFY(!QFile::exists(request.path));
    }

    void cancellingLeavesNothing()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        QVERIFY(!recordMade(match, path("journal.icrep")));
        FinaliseRequest request;
        request.path = path("cancelled.icrep");
        request.progress = [](double done) { return done < 0.5; };
        const auto done = finalise(*openPath(path("journal.icrep")), request, {});
        QVERIFY(!done);
        QCOMPARE(done.error().code, model::ErrorCode::Cancelled);
        QVERIFY(!QFile::exists(request.path));
    }

    void metadataIsLaidOver()
    {
        MadeMatch match;
        match.settings = quick(DeltaMode::Cumulative);
        QVERIFY(!recordMade(match, path("journal.icrep")));
        FinaliseRequest request;
        request.path = path("named.icrep");
        request.metadata = {{u"map_name"_s, u"Made"_s}};
        QVERIFY(finalise(*openPath(path("journal.icrep")), request, {}));
        const auto file = openPath(request.path);
        QCOMPARE(file->metadata().mapName, u"Made"_s);
        QCOMPARE(file->metadata().replayId, u"made"_s);
        QCOMPARE(file->metadata().durationSeconds, std::optional(35.0));
    }
};

} // namespace tst_icrep_writer

GHOSTLINE_TEST(tst_icrep_writer, TestIcrepWriter)
#include "tst_icrep_writer.moc"
