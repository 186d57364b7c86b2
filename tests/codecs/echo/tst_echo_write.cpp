// SPDX-License-Identifier: GPL-3.0-or-later
// Writing .butter: where keyframes stand, what is kept, what the report says, what is refused.
#include "codecs/echo/butter/butter_chunks.h"
#include "codecs/echo/butter/butter_frame_writer.h"
#include "tests/codecs/echo/butter_frames.h"
#include "tests/codecs/echo/write_match.h"
#include "tests/support/test_driver.h"

#include <QJsonObject>
#include <QTest>

#include <numeric>

namespace tst_echo_write {

using namespace ghostline;
using namespace ghostline::echo;
using test::ShortMatch;

namespace {

/// Frames at which the file has keyframes.
QList<int> keyframes(const test::Scanned& scanned)
{
    QList<int> out;
    int frame = 0;
    for (const ChunkRef& ref : scanned.chunks) {
        out += frame;
        frame += static_cast<int>(ref.frames);
    }
    return out;
}

} // namespace

class EchoWrite : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void header();
    void keyframesWhere_data();
    void keyframesWhere();
    void compressionsAgree();
    void leftOut();
    void sameNames();
    void pauseFromTheStart();
    void singleFrames();
    void brokenNumbers();
    void report();
    void notes();
    void beyondMemory();
    void refused();
    void cancelled();
};

void EchoWrite::header()
{
    ShortMatch match;
    match.header.privateMatch = true;
    match.names.append({"N\xC3\xB6ra \xF0\x9F\x99\x82", 13, 300, -1}); // never seen: not in the list
    match.add().score = {TeamCode::Blue, 3, GoalType::LongShot, 1, Nobody, 12.5F, 8.0F};
    const auto written = test::writeButterBytes(match.job(), {.keyframeInterval = 450});
    QVERIFY(written);
    const auto scanned = test::scanButter(written->bytes);
    QVERIFY(scanned);
    const FrameFile& file = *(*scanned)->file;
    QCOMPARE(file.header().client, match.header.client);
    QCOMPARE(file.header().sessionId, match.header.sessionId);
    QCOMPARE(file.header().sessionIp, match.header.sessionIp);
    QCOMPARE(file.header().blueRoundScore, 1);
    QCOMPARE(file.header().orangeRoundScore, 2);
    QVERIFY(file.header().privateMatch);
    QCOMPARE(file.names().people(), 2);
    QCOMPARE(written->bytes.left(4).toHex(), QByteArray("03c20101"));
    QVERIFY(written->bytes.contains(QByteArray::fromHex("0f1e2d3c4b5a69788796a5b4c3d2e1f0c000021102")));
    QCOMPARE((*scanned)->frames.frames[0].score.scorer, (*scanned)->file->names().named("Bob"));
}

void EchoWrite::keyframesWhere_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QList<int>>("at");
    QTest::newRow("interval") << QString() << QList<int>{0, 10, 20};
    QTest::newRow("a minute's gap") << QStringLiteral("gap") << QList<int>{0, 10, 15};
    QTest::newRow("just under a minute") << QStringLiteral("wait") << QList<int>{0, 10, 16};
    QTest::newRow("a minute since the keyframe") << QStringLiteral("minute") << QList<int>{0, 10, 15};
    QTest::newRow("each minute") << QStringLiteral("slow") << QList<int>{0, 7, 14, 21};
    QTest::newRow("clock back") << QStringLiteral("back") << QList<int>{0, 10, 15};
    QTest::newRow("no disc") << QStringLiteral("disc") << QList<int>{0, 10, 15};
    QTest::newRow("counters back") << QStringLiteral("counter") << QList<int>{0, 10, 15};
    QTest::newRow("stuns back") << QStringLiteral("stuns") << QList<int>{0, 10, 15};
    QTest::newRow("more bones") << QStringLiteral("bones") << QList<int>{0, 10, 15};
    QTest::newRow("one user twice") << QStringLiteral("twice") << QList<int>{0, 10, 15};
}

void EchoWrite::keyframesWhere()
{
    QFETCH(QString, what);
    QFETCH(QList<int>, at);
    ShortMatch match;
    for (int i = 0; i < 24; ++i) {
        const bool there = i == 15;
        std::int64_t step = 33;
        if (there && what == QLatin1String("gap"))
            step = 60'001;
        else if (there && what == QLatin1String("wait"))
            step = 59'999 - 4 * 33;
        else if (there && what == QLatin1String("minute"))
            step = 60'000 - 4 * 33;
        else if (what == QLatin1String("slow"))
            step = 9'000;
        else if (there && what == QLatin1String("back"))
            step = -3;
        Frame& frame = match.add(step);
        if (there && what == QLatin1String("disc"))
            frame.hasDisc = false;
        match.last().stats[Counter::Saves] = i < 15 || what != QLatin1String("counter") ? 4 : 0;
        match.last().stats.stuns = i < 15 || what != QLatin1String("stuns") ? 4 : 0;
        if (what == QLatin1String("bones"))
            match.bones(i < 15 ? 1 : 2);
        if (there && what == QLatin1String("twice")) {
            match.last().person = 0;
            match.last().slot = 9;
        }
    }
    const auto written = test::writeButterBytes(match.job(), {.keyframeInterval = 10});
    QVERIFY(written);
    const auto scanned = test::scanButter(written->bytes);
    QVERIFY(scanned);
    QCOMPARE(keyframes(**scanned), at);
    QCOMPARE((*scanned)->frames.size(), match.block.size());
    for (std::size_t i = 0; i < match.block.size(); ++i) {
        if (what != QLatin1String("back")) // which is played as standing still
            QCOMPARE((*scanned)->frames.frames[i].timeMs, match.block.frames[i].timeMs);
        QCOMPARE((*scanned)->frames.frames[i].hasDisc, match.block.frames[i].hasDisc);
        QCOMPARE((*scanned)->frames.players[2 * i + 1].stats, match.block.players[2 * i + 1].stats);
    }
}

void EchoWrite::compressionsAgree()
{
    ShortMatch match;
    for (int i = 0; i < 50; ++i)
        match.add();
    for (const bool tight : {false, true}) {
        std::optional<FrameBlock> first;
        for (const auto compression :
             {ButterCompression::None, ButterCompression::Gzip, ButterCompression::Zstd}) {
            for (const int level : {-1, 1, 22}) {
                const auto written = test::writeButterBytes(
                    match.job(),
                    {.keyframeInterval = 20, .compression = compression, .level = level, .tight = tight});
                QVERIFY(written);
                const auto scanned = test::scanButter(written->bytes);
                QVERIFY(scanned);
                if (!first)
                    first = (*scanned)->frames;
                QVERIFY((*scanned)->frames.frames == first->frames);
                QVERIFY((*scanned)->frames.players == first->players);
            }
        }
    }
}

/// A disc of constant speed: readers that repeat a step and readers that hold a place part ways when a step
/// is left out, so the tight form only leaves out resting ones.
void EchoWrite::leftOut()
{
    ShortMatch match;
    for (int i = 0; i < 40; ++i) {
        Frame& frame = match.add();
        frame.disc.position = {0.0F, 1.0F, static_cast<float>(i) * 0.5F};
    }
    for (const bool tight : {false, true}) {
        const auto written =
            test::writeButterBytes(match.job(), {.compression = ButterCompression::None, .tight = tight});
        QVERIFY(written);
        const auto exact = test::scanButter(written->bytes);
        const auto reference = test::scanButter(written->bytes, ButterDecoding::Reference);
        QVERIFY(exact && reference);
        for (std::size_t i = 0; i < match.block.size(); ++i) {
            const glm::vec3 truth = match.block.frames[i].disc.position;
            QVERIFY(glm::distance((*exact)->frames.frames[i].disc.position, truth) < 0.01F);
            if (tight)
                QVERIFY(glm::distance((*reference)->frames.frames[i].disc.position, truth) < 0.016F);
        }
    }
}

void EchoWrite::sameNames()
{
    ShortMatch match;
    match.names.append({"Bob", 99, 1, 2});
    for (int i = 0; i < 5; ++i) {
        match.add();
        match.last(2).person = 2;
    }
    const auto written = test::writeButterBytes(match.job(), {});
    QVERIFY(written);
    const auto scanned = test::scanButter(written->bytes);
    QVERIFY(scanned);
    const MatchNames& names = (*scanned)->file->names();
    for (std::size_t i = 0; i < 5; ++i) {
        QCOMPARE(names[(*scanned)->frames.players[2 * i].person].userId, 99);
        QCOMPARE(names[(*scanned)->frames.players[2 * i + 1].person].userId, 12);
    }
}

void EchoWrite::pauseFromTheStart()
{
    ShortMatch match;
    for (int i = 0; i < 12; ++i) {
        Pause& pause = match.add().pause;
        pause = {PauseState::Paused, TeamCode::Orange, TeamCode::None, 3.0F + static_cast<float>(i) * 0.033F,
                 0.0F};
        if (i > 8)
            pause = {PauseState::Unpausing, TeamCode::Orange, TeamCode::Blue, 3.29F,
                     static_cast<float>(i - 9) * 0.033F};
    }
    const auto written = test::writeButterBytes(match.job(), {.keyframeInterval = 5});
    QVERIFY(written);
    const auto scanned = test::scanButter(written->bytes);
    QVERIFY(scanned);
    for (std::size_t i = 0; i < 12; ++i) {
        const Pause& read = (*scanned)->frames.frames[i].pause;
        const Pause& truth = match.block.frames[i].pause;
        QCOMPARE(read.state, truth.state);
        QCOMPARE(read.requestedBy, truth.requestedBy);
        QCOMPARE(read.unpausedBy, truth.unpausedBy);
        QVERIFY2(std::abs(read.pausedTimer - truth.pausedTimer) < 0.003F, qPrintable(QString::number(i)));
        QVERIFY(std::abs(read.unpausedTimer - truth.unpausedTimer) < 0.003F);
    }
}

/// A keyframe for each frame: skeletons are not remembered for all of them, and still read in any order.
void EchoWrite::singleFrames()
{
    ShortMatch match;
    for (int i = 0; i < 300; ++i) {
        match.add();
        match.bones(i < 200 ? 8 : 7);
        for (std::size_t k = 0; k < Bones; ++k)
            match.block.bones.back().bones[k].position.x = 0.002F * static_cast<float>(i % 50);
    }
    for (const int interval : {1, 3, 100}) {
        const auto written = test::writeButterBytes(match.job(), {.keyframeInterval = interval});
        QVERIFY(written);
        const auto scanned = test::scanButter(written->bytes);
        QVERIFY(scanned);
        QVERIFY(test::readsTheSame(**scanned));
        std::size_t carried = 0;
        for (const ChunkRef& ref : (*scanned)->chunks)
            carried += ref.carry->bytes();
        QVERIFY2(carried < 6 * 8 * sizeof(BoneSet) + 300 * 512, qPrintable(QString::number(carried)));
    }
}

/// Numbers that only a text can hold.
void EchoWrite::brokenNumbers()
{
    ShortMatch match;
    for (int i = 0; i < 4; ++i) {
        match.add().points = {std::numeric_limits<float>::quiet_NaN(), 1e30F};
        match.last().stats[Counter::Saves] =
            i % 2 == 0 ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
    }
    const auto written = test::writeButterBytes(match.job(), {});
    QVERIFY(written);
    const auto scanned = test::scanButter(written->bytes);
    QVERIFY(scanned);
    for (const Frame& frame : (*scanned)->frames.frames)
        QCOMPARE(frame.points, (std::array<float, 2>{0.0F, 255.0F}));
    QVERIFY(std::any_of(written->report.notes.begin(), written->report.notes.end(),
                        [](const auto& note) { return note.code == QLatin1String("not-a-number"); }));
}

void EchoWrite::report()
{
    ShortMatch match;
    for (int i = 0; i < 30; ++i) {
        match.add();
        match.bones(2);
    }
    for (const bool tight : {false, true}) {
        const auto written = test::writeButterBytes(match.job(), {.keyframeInterval = 10, .tight = tight});
        QVERIFY(written);
        const model::WriteReport& report = written->report;
        QCOMPARE(report.frames, 30);
        QCOMPARE(report.bytes, static_cast<std::uint64_t>(written->bytes.size()));
        QCOMPARE(report.details[u"chunks"].toInt(), 3);
        const QJsonObject groups = report.details[u"bytes_per_frame_by_group"].toObject();
        QCOMPARE(groups.size(), static_cast<qsizetype>(encode::FieldGroups));
        const double sum = std::accumulate(groups.begin(), groups.end(), 0.0,
                                           [](double s, const auto& value) { return s + value.toDouble(); });
        QVERIFY(std::abs(sum - report.details[u"uncompressed_bytes_per_frame"].toDouble()) < 1e-6);
        QCOMPARE(groups[u"bones.masks"].toDouble(), 1.0 + 2 * 6);
        QVERIFY(groups[u"players.positions"].toDouble() > 0.0);
        QCOMPARE(groups[u"payload"].toDouble(), 0.0);
    }
}

void EchoWrite::notes()
{
    ShortMatch match(Map::Lobby);
    match.header.tournament = true;
    match.header.teamNames[0] = QStringLiteral("The Blues");
    for (int i = 0; i < 300; ++i)
        match.names.append({std::string("P\xC3\xA9").append(std::to_string(i)), 1000 + i, 0, 0});
    for (int i = 0; i < 150; ++i) {
        Frame& frame = match.add();
        match.last(1).person = 2 + 2 * i;
        match.last(2).person = 3 + 2 * i;
        frame.clock = std::numeric_limits<float>::quiet_NaN();
        frame.vr.position.x = std::numeric_limits<float>::infinity();
        frame.rulesChangedAt = 5;
        frame.score.points = 2;
    }
    match.add(-1);
    const auto written = test::writeButterBytes(match.job(), {});
    QVERIFY(written);
    QStringList codes;
    for (const model::Diagnostic& note : written->report.notes) {
        codes += note.code;
        QVERIFY(!note.message.contains(QLatin1Char('%')));
    }
    codes.sort();
    for (const char* code : {"clock-back", "disc-outside-arena", "holding-outside-arena", "name-letters",
                             "no-clock", "no-team-names", "no-tournament", "not-a-number",
                             "rules-not-private", "score-outside-arena", "too-many-people"})
        QVERIFY2(codes.contains(QLatin1String(code)), code);
    QCOMPARE(codes.size(), 11);
}

void EchoWrite::beyondMemory()
{
    const ButterOptions options{.compression = ButterCompression::None};
    encode::ButterChunks small(options, 100);
    encode::ButterChunks large(options);
    for (int i = 0; i < 20; ++i) {
        const encode::Bytes chunk(static_cast<std::size_t>(10 + 7 * i), static_cast<std::byte>(i));
        QVERIFY(small.add(chunk));
        QVERIFY(large.add(chunk));
    }
    QCOMPARE(small.sizes(), large.sizes());
    const QTemporaryDir folder;
    QByteArray written[2];
    for (int i = 0; i < 2; ++i) {
        const QString path = folder.filePath(QString::number(i));
        auto file = model::AtomicFile::create(path);
        QVERIFY(file);
        QVERIFY((i == 0 ? small : large).writeTo(*file));
        QVERIFY(file->commit());
        written[i] = test::readAll(path);
    }
    QCOMPARE(written[0].size(), 20 * 10 + 7 * 190);
    QCOMPARE(written[0], written[1]);
}

void EchoWrite::refused()
{
    ShortMatch match;
    const auto empty = test::writeButterBytes(match.job(), {});
    QVERIFY(!empty);
    QCOMPARE(empty.error().code, model::ErrorCode::InvalidArgument);
    match.add();
    for (const int interval : {0, -1, 65536}) {
        const auto wrong = test::writeButterBytes(match.job(), {.keyframeInterval = interval});
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, model::ErrorCode::InvalidArgument);
    }
    WriteJob job = match.job();
    job.frames = [](const FrameTaker&) -> model::Result<void> {
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("broken"));
    };
    const auto broken = test::writeButterBytes(job, {});
    QVERIFY(!broken);
    QCOMPARE(broken.error().message, QStringLiteral("broken"));
}

void EchoWrite::cancelled()
{
    ShortMatch match;
    for (int i = 0; i < 200; ++i)
        match.add();
    std::stop_source stop;
    stop.request_stop();
    WriteJob stopped = match.job();
    stopped.stop = stop.get_token();
    WriteJob refused = match.job();
    double reached = 0.0;
    refused.progress = [&](double done) {
        reached = done;
        return false;
    };
    for (const WriteJob& job : {stopped, refused}) {
        const auto written = test::writeButterBytes(job, {});
        QVERIFY(!written);
        QCOMPARE(written.error().code, model::ErrorCode::Cancelled);
    }
    QVERIFY(reached > 0.0 && reached < 1.0);
}

} // namespace tst_echo_write

GHOSTLINE_TEST(tst_echo_write, EchoWrite)
#include "tst_echo_write.moc"
