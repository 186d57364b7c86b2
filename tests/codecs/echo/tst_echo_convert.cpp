// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting a range out of a match into each layout, from each layout.
#include "codecs/echo/echo_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/echo/memory_file.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/codecs/echo/same_match.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_echo_convert {

using namespace ghostline;
using namespace ghostline::echo;
using model::FrameNumber;
using test::FrameMaker;

namespace {

constexpr FrameNumber Frames = 400;

/// Numbers of three decimals, as the game gives them.
float milli(int thousandths) { return static_cast<float>(thousandths) / 1000.0F; }

void playerFrame(int number, int person, FrameMaker& make)
{
    PlayerFrame& p = make.player(person, person, person < 2 ? TeamCode::Blue : TeamCode::Orange,
                                 {milli(person * 2000), milli(1500), milli(number * 53 - 15'000)});
    p.velocity = {0.0F, milli(number % 10), milli(2385)};
    p.possession = person == (number % 80 < 40 ? 0 : 2);
    p.hasStats = true;
    p.stats[Counter::Passes] = number / 50;
    p.stats.stuns = number / 120;
    p.stats.possessionTime = milli(number / 7 * 500);
    p.ping = 30 + number / 40;
    p.stunned = number % 100 > 90;
    p.holdingLeft = person == 1 && number % 60 < 30 ? holding::Disc : holding::None;
    p.holdingRight = person == 2 ? std::int16_t{1} : holding::Geo;
}

void matchFrame(int number, FrameBlock& block)
{
    FrameMaker make(block);
    Frame& frame = make.frame();
    frame.timeMs = 1'600'000'000'000 + number * 33;
    frame.clock = 300.0F - milli(number * 33);
    frame.status = number < 20 ? GameStatus::RoundStart : GameStatus::Playing;
    frame.points = {static_cast<float>(number / 150 * 2), 0.0F};
    frame.possession = {number % 80 < 40, number % 80 >= 40};
    frame.pause.state = PauseState::Unpaused;
    frame.score.type = GoalType::SlamDunk;
    frame.score.team = TeamCode::Blue;
    frame.score.points = 2;
    frame.score.scorer = 1;
    make.disc({milli(number * 11), milli(2000), milli(-number * 80)}, {milli(330), 0.0F, milli(-2400)});
    for (int person = 0; person < 4; ++person) {
        if (person != 3 || number >= 100)
            playerFrame(number, person, make);
    }
    for (std::uint32_t i = 0; i < frame.players.count; ++i) {
        BoneSet& set = make.bones(-1);
        for (int b = 0; b < static_cast<int>(Bones); ++b)
            set.bones[static_cast<std::size_t>(b)].position = {milli(b % 5 * 150 - 300),
                                                               milli(-b * 60 - number * 3 % 200), milli(20)};
    }
}

std::unique_ptr<model::ReplaySource> openFile(const QString& path)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return nullptr;
    auto source = EchoCodec().open(std::move(*bytes), {});
    if (!source || !(*source)->waitComplete())
        return nullptr;
    return std::move(*source);
}

model::Result<model::WriteReport> writeRange(const model::ReplaySource& source, const QString& path,
                                             model::FrameRange frames, const model::Options& options = {})
{
    model::WriteRequest request;
    request.path = path;
    request.frames = frames;
    request.codec = options;
    return EchoCodec().write(source, request);
}

/// Those of a tape are the sums of its players, also where none were recorded.
void leaveTeamStatsOut(const model::ReplaySource& source, test::MatchBounds& bounds)
{
    for (const model::PropertyInfo& property : source.index()->info->matchProperties) {
        if (property.id.startsWith(QStringLiteral("blue_team_")) ||
            property.id.startsWith(QStringLiteral("orange_team_")))
            bounds.not_.insert(property.id);
    }
}

} // namespace

class TestEchoConvert : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<EchoSource> m_match;

    QString path(const QString& name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase();
    void cuts_data();
    void cuts();
    void options_data();
    void options();
    void unknownFieldsAreKept();
    void refuses();
};

void TestEchoConvert::initTestCase()
{
    test::MemoryFileOptions options;
    options.frames = static_cast<int>(Frames);
    options.make = matchFrame;
    options.header.client = QStringLiteral("P1");
    options.header.sessionId = QStringLiteral("0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0");
    options.header.sessionIp = QStringLiteral("192.0.2.1");
    options.header.mapName = QStringLiteral("mpl_arena_a");
    options.header.matchType = QStringLiteral("Echo_Arena");
    m_match = test::openMemory(test::memoryFile(std::move(options), 4));
    QVERIFY(m_match);
    for (const char* name : {"all.echoreplay", "all.butter", "all.tape"}) {
        const auto report = writeRange(*m_match, path(QLatin1String(name)), {0, Frames});
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(report->frames, Frames);
    }
}

void TestEchoConvert::cuts_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    const QStringList endings{QStringLiteral("echoreplay"), QStringLiteral("butter"), QStringLiteral("tape")};
    for (const QString& from : endings) {
        for (const QString& to : endings)
            QTest::newRow(qPrintable(from + QStringLiteral(" to ") + to)) << from << to;
    }
}

void TestEchoConvert::cuts()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    const auto whole = openFile(path(QStringLiteral("all.") + from));
    QVERIFY(whole);
    QCOMPARE(whole->index()->frames(), Frames);
    const bool text = from == to && to == QStringLiteral("echoreplay");
    test::MatchBounds bounds;
    if (!text) {
        bounds = {0.04, 2e-4, 0.15, 0.02, true, {QStringLiteral("possession_time")}};
        bounds.not_.insert({QStringLiteral("speed"), QStringLiteral("blue_possession")});
        if (from == QStringLiteral("tape") || to == QStringLiteral("tape"))
            leaveTeamStatsOut(*whole, bounds);
    }
    const model::FrameRange range{37, 263};
    const QString out = path(QStringLiteral("cut.") + to);
    const auto report = writeRange(*whole, out, range);
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QCOMPARE(report->frames, range.count());
    QVERIFY(report->bytes > 0 && !report->details.isEmpty());
    const auto cut = openFile(out);
    QVERIFY(cut);
    const auto index = cut->index();
    QCOMPARE(index->frames(), range.count());
    QVERIFY(!index->lostData());
    const test::SameMatch same(*whole->index()->info, *index->info, bounds);
    for (FrameNumber f = 0; f < range.count(); ++f) {
        // The first frame of a cut has nothing before it that it could have jumped from.
        const QString difference =
            same.difference(test::stateAt(*whole, {f + range.first, 0.0}), test::stateAt(*cut, {f, 0.0}));
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("frame %1: ").arg(f) + difference));
        QVERIFY(index->timeAxis.timeOf(f) == whole->index()->timeAxis.timeOf(f + range.first) -
                                                 whole->index()->timeAxis.timeOf(range.first));
    }
}

void TestEchoConvert::options_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::newRow("plain butter") << "o.butter"
                                  << "compression"
                                  << "none";
    QTest::newRow("zstd butter") << "o.butter"
                                 << "compression"
                                 << "zstd";
    QTest::newRow("tight butter") << "o.butter"
                                  << "tight"
                                  << "on";
    QTest::newRow("short chunks") << "o.butter"
                                  << "keyframe_interval"
                                  << "25";
    QTest::newRow("plain tape") << "o.tape"
                                << "compression"
                                << "none";
    QTest::newRow("short blocks") << "o.tape"
                                  << "keyframe_interval"
                                  << "25";
    QTest::newRow("plain text") << "o.echoreplay"
                                << "compression"
                                << "none";
}

void TestEchoConvert::options()
{
    QFETCH(QString, name);
    QFETCH(QString, option);
    QFETCH(QString, value);
    const auto report = writeRange(*m_match, path(name), {0, Frames}, {{option, value}});
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    const auto copy = openFile(path(name));
    QVERIFY(copy);
    QCOMPARE(copy->index()->frames(), Frames);
    test::MatchBounds bounds{0.04,
                             2e-4,
                             0.15,
                             0.02,
                             true,
                             {QStringLiteral("possession_time"), QStringLiteral("speed"),
                              QStringLiteral("blue_possession"), QStringLiteral("vr_x")}};
    if (name.endsWith(QStringLiteral("tape")))
        leaveTeamStatsOut(*m_match, bounds);
    const test::SameMatch same(*m_match->index()->info, *copy->index()->info, bounds);
    for (const FrameNumber f : {0, 24, 25, 99, 100, 250, 399}) {
        const QString difference =
            same.difference(test::stateAt(*m_match, {f, 0.0}), test::stateAt(*copy, {f, 0.0}));
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("frame %1: ").arg(f) + difference));
    }
    if (option == QStringLiteral("keyframe_interval") && name.endsWith(QStringLiteral("butter")))
        QCOMPARE(copy->index()->keyframes.count(), 16);
    QFile::remove(path(name));
}

/// A later build of the game says more: a cut keeps it, and a layout that cannot hold it says so.
void TestEchoConvert::unknownFieldsAreKept()
{
    QList<QByteArray> lines;
    for (int i = 0; i < 150; ++i)
        lines << QByteArrayLiteral("2021/12/20 11:33:%1.%2\t")
                         .replace("%1", QByteArray::number(10 + i / 30))
                         .replace("%2", QByteArray::number(100 + i % 30 * 33)) +
                     test::session(
                         "\"future\":{\"depth\":[1,2,{\"x\":" + QByteArray::number(i) +
                             "}]},\"disc\":{\"position\":[0,1,2],\"left\":[1,0,0],\"bounce_count\":3}",
                         "[{\"players\":[{\"name\":\"A\",\"userid\":7,\"mood\":1}]},{},{}]");
    lines[42].replace("\"A\"", "\"\xff\"");
    QFile file(path(QStringLiteral("later.echoreplay")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines.join('\n')) > 0);
    file.close();
    const auto whole = openFile(file.fileName());
    QVERIFY(whole);
    QCOMPARE(whole->index()->frames(), FrameNumber{150});
    const QStringList unknown{QStringLiteral("teams.players.mood"), QStringLiteral("future"),
                              QStringLiteral("disc.bounce_count")};
    QCOMPARE(whole->index()->info->metadata[u"unknown_fields"].toVariant().toStringList(), unknown);

    const QString cut = path(QStringLiteral("later-cut.echoreplay"));
    QVERIFY(writeRange(*whole, cut, {40, 130}, {{QStringLiteral("compression"), QStringLiteral("none")}}));
    QFile written(cut);
    QVERIFY(written.open(QIODevice::ReadOnly));
    lines[42].replace("\"\xff\"", "\"?\"");
    QCOMPARE(written.readAll(), lines.mid(40, 90).join("\r\n") + "\r\n");

    const auto report = writeRange(*whole, path(QStringLiteral("later.butter")), {0, 150});
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QVERIFY(std::ranges::any_of(report->notes, [&](const model::Diagnostic& note) {
        return note.code == QStringLiteral("fields-left-out") &&
               note.message.endsWith(unknown.join(QStringLiteral(", ")));
    }));
}

void TestEchoConvert::refuses()
{
    const auto fails = [this](const char* name, model::FrameRange range, const model::Options& options = {}) {
        const QString out = path(QLatin1String(name));
        const auto report = writeRange(*m_match, out, range, options);
        return !report && report.error().code == model::ErrorCode::InvalidArgument && !QFile::exists(out);
    };
    QVERIFY(fails("x.txt", {0, 10}));
    QVERIFY(fails("x.butter", {10, 10}));
    QVERIFY(fails("x.butter", {0, 10}, {{QStringLiteral("keyframe_interval"), QStringLiteral("0")}}));
    QVERIFY(fails("x.echoreplay", {0, 10}, {{QStringLiteral("compression"), QStringLiteral("zstd")}}));
    QVERIFY(fails("x.nevrcap", {0, 10}));
    QVERIFY(fails("x.tape", {0, 10}, {{QStringLiteral("compression"), QStringLiteral("gzip")}}));
    QVERIFY(fails("x.tape", {0, 10}, {{QStringLiteral("keyframe_interval"), QStringLiteral("0")}}));
    model::WriteRequest request;
    request.path = path(QStringLiteral("stopped.butter"));
    request.frames = {0, Frames};
    std::stop_source stop;
    stop.request_stop();
    request.stop = stop.get_token();
    const auto stopped = EchoCodec().write(*m_match, request);
    QVERIFY(!stopped && stopped.error().code == model::ErrorCode::Cancelled);
    QVERIFY(!QFile::exists(request.path));
}

} // namespace tst_echo_convert

GHOSTLINE_TEST(tst_echo_convert, TestEchoConvert)
#include "tst_echo_convert.moc"
