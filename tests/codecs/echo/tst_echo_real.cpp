// SPDX-License-Identifier: GPL-3.0-or-later
// The reference files through the plugin: they open, they play, and both layouts tell the same match.
#include "model/bytes/byte_sources.h"
#include "model/codec/codec_registry.h"
#include "model/replay/frame_walk.h"
#include "tests/codecs/echo/same_match.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTest>

namespace tst_echo_real {

using namespace ghostline;
using model::FrameNumber;

class TestEchoReal : public QObject
{
    Q_OBJECT

    std::unique_ptr<model::ReplaySource> open(const QString& path, bool reference = false)
    {
        model::OpenOptions options;
        if (reference)
            options.codec[QStringLiteral("decode")] = QStringLiteral("reference");
        auto source = m_codecs.open(path, options);
        if (!source || !(*source)->waitComplete())
            return nullptr;
        return std::move(*source);
    }
    static model::WorldState stateAt(const model::ReplaySource& source, FrameNumber frame)
    {
        model::WorldState state;
        const auto segment = source.readSegment(source.index()->keyframes.at(frame), nullptr, {});
        if (segment)
            (*segment)->sample({frame, 0.0}, model::SamplePolicy::Interpolate, state);
        return state;
    }

    model::CodecRegistry m_codecs;

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("echo/ORIGIN.md"); }
    void opens_data();
    void opens();
    void tellsTheSame_data();
    void tellsTheSame();
    void records_data() { opens_data(); }
    void records();
};

void TestEchoReal::opens_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(test::sharedData(QStringLiteral("echo")));
    const QStringList names{QStringLiteral("*.butter"), QStringLiteral("*.echoreplay")};
    for (const QString& name : folder.entryList(names, QDir::Files))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestEchoReal::opens()
{
    QFETCH(QString, path);
    for (const bool reference : {false, true}) {
        const auto source = open(path, reference);
        QVERIFY(source);
        const auto index = source->index();
        QVERIFY(index->complete && index->frames() >= 90);
        QVERIFY(!index->lostData());
        const model::ReplayInfo& info = *index->info;
        const bool arena = info.map == QStringLiteral("mpl_arena_a");
        QVERIFY(info.recordedAt.isValid());
        QCOMPARE(info.scoreboard.empty(), info.map.contains(QStringLiteral("lobby")));
        int discs = 0;
        for (const model::ActorInfo& actor : info.cast)
            discs += actor.focus ? 1 : 0;
        QCOMPARE(discs, arena ? 1 : 0);
        int visited = 0;
        const auto walked =
            model::walkFrames(*source, {0, index->frames()},
                              [&](FrameNumber frame, const model::WorldState* state) {
                                  ++visited;
                                  QVERIFY(state != nullptr && state->at.frame == frame);
                                  for (std::size_t row = 0; row < state->size(); ++row) {
                                      QVERIFY(info.cast[model::index(state->ids[row])].life.contains(frame));
                                      QVERIFY(std::isfinite(glm::length(state->positions[row])));
                                      QVERIFY(std::abs(glm::length(state->orientations[row]) - 1.0F) < 1e-2F);
                                  }
                              },
                              {}, {});
        QVERIFY(walked);
        QCOMPARE(visited, static_cast<int>(index->frames()));
        QVERIFY(!source->scene({})->name.isEmpty());
    }
}

void TestEchoReal::tellsTheSame_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("butter");
    const QDir folder(test::sharedData(QStringLiteral("echo")));
    for (const QString& name : folder.entryList({QStringLiteral("*.butter")}, QDir::Files)) {
        const QString match = name.section(QLatin1Char('.'), 0, 0);
        QTest::newRow(qPrintable(name))
            << folder.filePath(match + QStringLiteral(".zip.echoreplay")) << folder.filePath(name);
    }
}

void TestEchoReal::tellsTheSame()
{
    QFETCH(QString, text);
    QFETCH(QString, butter);
    const auto truth = open(text);
    const auto copy = open(butter);
    QVERIFY(truth && copy);
    const auto a = truth->index();
    const auto b = copy->index();
    QCOMPARE(b->frames(), a->frames());
    QCOMPARE(b->info->cast.size(), a->info->cast.size());
    test::MatchBounds bounds;
    bounds.place = 0.07; // half an ulp beyond 64 m and what adds up over a chunk
    bounds.turn = 2e-4;
    bounds.speed = 0.15;
    bounds.number = 0.02;
    bounds.people = false;
    bounds.not_ = {QStringLiteral("possession_time"),
                   QStringLiteral("blue_team_possession_time"),
                   QStringLiteral("orange_team_possession_time"),
                   QStringLiteral("spectators_possession_time"),
                   QStringLiteral("paused_timer"),
                   QStringLiteral("unpaused_timer"),
                   QStringLiteral("recorded_time"),
                   QStringLiteral("payload_multiplier"),
                   QStringLiteral("speed"),
                   QStringLiteral("stuns"),
                   QStringLiteral("blue_team_stuns"),
                   QStringLiteral("orange_team_stuns"),
                   QStringLiteral("last_score_type"),
                   QStringLiteral("rules_changed_by"),
                   QStringLiteral("last_score_team"),
                   QStringLiteral("last_score_points"),
                   QStringLiteral("last_scorer"),
                   QStringLiteral("last_assister"),
                   QStringLiteral("vr_yaw"),
                   QStringLiteral("vr_pitch"),
                   QStringLiteral("vr_roll")};
    if (a->info->scoreboard.empty()) // only the arena's players hold anything there
        bounds.not_.insert({QStringLiteral("holding_left"), QStringLiteral("holding_right")});
    const test::SameMatch same(*a->info, *b->info, bounds);
    for (FrameNumber f = 0; f < a->frames(); ++f) {
        const QString difference = same.difference(stateAt(*truth, f), stateAt(*copy, f));
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("frame %1: ").arg(f) + difference));
    }
}

void TestEchoReal::records()
{
    QFETCH(QString, path);
    const auto source = open(path);
    QVERIFY(source);
    const auto streams = source->streams({});
    QVERIFY(streams && !streams->empty());
    int count = 0;
    QVERIFY(source->readRecords(streams->front().name,
                                [&count](const model::Record& record) {
                                    ++count;
                                    return !record.data.isEmpty() || count > 0;
                                },
                                {}));
    QCOMPARE(count, static_cast<int>(source->index()->frames()));
    const auto native = source->nativeState(source->index()->frames() - 1, {});
    QVERIFY(native && native->contains(QStringLiteral("teams")));
    const auto raw = source->readRaw({});
    QVERIFY(raw && *raw > 0);
}

} // namespace tst_echo_real

GHOSTLINE_TEST(tst_echo_real, TestEchoReal)
#include "tst_echo_real.moc"
