// SPDX-License-Identifier: GPL-3.0-or-later
// The golden files as a replay: who is there at every tick, the keyframes' own values, and that the way one
// came does not matter.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"
#include "model/replay/frame_walk.h"
#include "tests/codecs/ironcurtain/golden.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

#include <random>
#include <set>

namespace tst_icrep_source_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using model::Provenance;
using model::SamplePolicy;

namespace {

using SourcePtr = std::unique_ptr<model::ReplaySource>;

SourcePtr openSource(const QString& name, bool events = true)
{
    model::OpenOptions options;
    options.codec[QStringLiteral("events")] = events ? QStringLiteral("true") : QStringLiteral("false");
    auto source =
        IronCurtainSource::open(std::make_unique<model::MemorySource>(test::goldenBytes(name)), options);
    if (!source)
        return nullptr;
    return (*source)->waitComplete() ? std::move(*source) : nullptr;
}

/// Segments as a reader keeps them.
class Reader
{
public:
    explicit Reader(const model::ReplaySource& source) : m_source(source), m_index(source.index()) {}
    const model::ReplayIndex& index() const { return *m_index; }
    bool read(model::FrameNumber frame, model::WorldState& out,
              SamplePolicy policy = SamplePolicy::Interpolate, double fraction = 0.0)
    {
        const int keyframe = m_index->keyframes.at(frame);
        auto& segment = m_segments[keyframe];
        if (!segment) {
            auto made = m_source.readSegment(keyframe, nullptr, {});
            if (!made || (*made)->frames() != m_index->keyframes.range(keyframe))
                return false;
            segment = std::move(*made);
        }
        segment->sample({frame, fraction}, policy, out);
        return true;
    }

private:
    const model::ReplaySource& m_source;
    std::shared_ptr<const model::ReplayIndex> m_index;
    std::map<int, std::shared_ptr<const model::Segment>> m_segments;
};

std::set<std::uint64_t> unitsOf(const model::WorldState& state, const model::ReplayInfo& info)
{
    std::set<std::uint64_t> tags;
    for (std::size_t i = 2 * info.teams.size(); i < state.size(); ++i)
        tags.insert(static_cast<std::uint64_t>(info.cast[model::index(state.ids[i])].nativeId));
    return tags;
}

/// Who is there at a tick by the file's own events and first keyframe, counted anew.
std::vector<std::set<std::uint64_t>> recount(const QString& name, SimTick lastTick)
{
    const auto file = test::openGolden(name);
    const KeyframeStore store(file);
    std::map<std::uint64_t, std::pair<SimTick, SimTick>> lives;
    for (const Entity& entity : (*store.restore(0, nullptr, {}))->entities)
        lives[entity.tag.key()] = {0, lastTick + 1};
    EventStore events(file);
    const auto counted = events.index(
        [&](const AnalysisEvent& event, std::uint64_t) {
            if (const auto* made = std::get_if<UnitCreated>(&event.body))
                lives.try_emplace(made->unit.key(), std::pair{event.tick, lastTick + 1});
            if (const auto* gone = std::get_if<UnitDestroyed>(&event.body))
                lives[gone->unit.key()].second = event.tick;
            return true;
        },
        {});
    std::vector<std::set<std::uint64_t>> there(lastTick + 1);
    if (!counted)
        return there;
    for (const auto& [tag, life] : lives) {
        for (SimTick t = life.first; t < life.second && t <= lastTick; ++t)
            there[t].insert(tag);
    }
    return there;
}

} // namespace

class TestIcrepSourceShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Reports lie 150 ticks apart: 50 after that of 3150 the eighth actor is a third of the way on.
    void walkedAsTheyAreShown()
    {
        const SourcePtr source = openSource(QStringLiteral("golden-cumulative"));
        QVERIFY(source);
        Reader reader(*source);
        model::WorldState shown;
        int different = 0;
        double x = 0.0;
        const auto visit = [&](model::FrameNumber frame, const model::WorldState* state) {
            different += state == nullptr || !reader.read(frame, shown) || !test::sameState(*state, shown);
            if (frame == 3200 && state != nullptr)
                x = model::positionIn(*state, static_cast<model::ActorId>(8))->position.x;
        };
        QVERIFY(model::walkFrames(*source, {3100, 3350}, visit, {}, {}));
        QCOMPARE(different, 0);
        QVERIFY2(std::abs(x + 7.5) < 1e-4, qPrintable(QString::number(x)));
    }

    void aliveAtEveryTick_data()
    {
        test::addGoldenRows({QStringLiteral("golden-truncated"), QStringLiteral("golden-journal-torn")});
    }
    void aliveAtEveryTick()
    {
        QFETCH(QString, name);
        const auto source = openSource(name);
        QVERIFY(source);
        Reader reader(*source);
        const auto frames = reader.index().frames();
        const auto expected = recount(name, static_cast<SimTick>(frames - 1));
        model::WorldState state;
        for (model::FrameNumber t = 0; t < frames; ++t) {
            QVERIFY(reader.read(t, state));
            QVERIFY2(unitsOf(state, *reader.index().info) == expected[static_cast<std::size_t>(t)],
                     qPrintable(QString::number(t)));
            for (std::size_t i = 0; i < state.size(); ++i)
                QVERIFY(reader.index().info->cast[model::index(state.ids[i])].life.contains(t));
        }
    }

    void keyframesAreExact_data() { test::addGoldenRows(); }
    void keyframesAreExact()
    {
        QFETCH(QString, name);
        const auto source = openSource(name);
        QVERIFY(source);
        const auto silent = openSource(name, false);
        QVERIFY(silent);
        const auto file = test::openGolden(name);
        const KeyframeStore store(file);
        const std::array<SamplePolicy, 4> policies{SamplePolicy::Interpolate, SamplePolicy::Hold,
                                                   SamplePolicy::ReportedOnly, SamplePolicy::ExactOnly};
        model::WorldState state;
        for (const model::ReplaySource* each : {source.get(), silent.get()}) {
            Reader reader(*each);
            const model::ReplayInfo& info = *reader.index().info;
            for (const model::Keyframe& keyframe : reader.index().keyframes.entries()) {
                const auto truth =
                    store.restore(file->keyframeOf(static_cast<SimTick>(keyframe.frame)), nullptr, {});
                QVERIFY(truth);
                for (const SamplePolicy policy : policies) {
                    QVERIFY(reader.read(keyframe.frame, state, policy));
                    QCOMPARE(state.size(), 2 * info.teams.size() + (*truth)->entities.size());
                    for (std::size_t row = 2 * info.teams.size(); row < state.size(); ++row)
                        compareUnit(state, row, info, **truth);
                }
            }
        }
    }

    void theWayOneCameDoesNotMatter()
    {
        const QString name = QStringLiteral("golden-chained");
        if (!test::goldenNames().contains(name))
            QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
        const auto first = openSource(name);
        const auto second = openSource(name);
        const auto other = openSource(QStringLiteral("golden-cumulative"));
        QVERIFY(first && second && other);
        Reader forward(*first);
        const auto frames = forward.index().frames();
        std::vector<model::WorldState> states(static_cast<std::size_t>(frames));
        for (model::FrameNumber t = 0; t < frames; ++t)
            QVERIFY(forward.read(t, states[static_cast<std::size_t>(t)], SamplePolicy::Interpolate,
                                 t + 1 < frames ? 0.5 : 0.0));
        // Backward, without what was read before; and the same match in the other encoding.
        Reader backward(*second);
        Reader cumulative(*other);
        model::WorldState state;
        for (model::FrameNumber t = frames - 1; t >= 0; --t) {
            const double fraction = t + 1 < frames ? 0.5 : 0.0;
            QVERIFY(backward.read(t, state, SamplePolicy::Interpolate, fraction));
            QVERIFY(test::sameState(state, states[static_cast<std::size_t>(t)]));
            QVERIFY(cumulative.read(t, state, SamplePolicy::Interpolate, fraction));
            QVERIFY(test::sameState(state, states[static_cast<std::size_t>(t)]));
        }
        std::mt19937 random(7);
        for (int i = 0; i < 300; ++i) {
            const auto t = static_cast<model::FrameNumber>(random() % static_cast<unsigned>(frames));
            Reader fresh(*second);
            QVERIFY(fresh.read(t, state, SamplePolicy::Interpolate, t + 1 < frames ? 0.5 : 0.0));
            QVERIFY(test::sameState(state, states[static_cast<std::size_t>(t)]));
        }
    }

    void whatFilesSayOfThemselves_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("frames");
        QTest::addColumn<int>("keyframes");
        QTest::addColumn<int>("lostFrom"); // -1: nothing is lost
        QTest::addColumn<QString>("told"); // a diagnostic
        if (test::goldenNames().isEmpty())
            QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
        QTest::newRow("whole") << QStringLiteral("golden-cumulative") << 6301 << 22 << -1
                               << QStringLiteral("unknown-events");
        QTest::newRow("journal") << QStringLiteral("golden-journal") << 4101 << 14 << -1
                                 << QStringLiteral("frames-missing");
        QTest::newRow("truncated") << QStringLiteral("golden-truncated") << 6301 << 16 << 4800
                                   << QStringLiteral("damaged");
    }
    void whatFilesSayOfThemselves()
    {
        QFETCH(QString, name);
        QFETCH(int, frames);
        QFETCH(int, keyframes);
        QFETCH(int, lostFrom);
        QFETCH(QString, told);
        const auto source = openSource(name);
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(index->frames(), model::FrameNumber{frames});
        QCOMPARE(index->keyframes.count(), keyframes);
        QCOMPARE(index->lostData(), lostFrom >= 0);
        const auto covers = [lostFrom](const model::LostSpan& span) {
            return span.frames.contains(lostFrom);
        };
        QCOMPARE(std::any_of(index->lost.begin(), index->lost.end(), covers), lostFrom >= 0);
        const auto says = [&told](const model::Diagnostic& one) { return one.code == told; };
        QVERIFY(std::any_of(index->diagnostics.begin(), index->diagnostics.end(), says));
        QCOMPARE(index->timeAxis.timeOf(model::FrameNumber{100}), model::Micros{6'700'000});
        QVERIFY(index->info->exactAtKeyframes);
        QCOMPARE(index->info->teams.size(), std::size_t{4});
        QCOMPARE(index->info->maxGap, model::Micros{300 * 67 * 1000});
        QVERIFY(source->readRaw({}).value_or(0) > 0);
        QVERIFY(source->scene({})->bounds.valid);
    }

    void nativeStateHasTheFormatsOwnNumbers()
    {
        if (test::goldenNames().isEmpty())
            QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
        const auto source = openSource(QStringLiteral("golden-cumulative"));
        QVERIFY(source);
        const auto state = source->nativeState(3700, {});
        QVERIFY(state);
        const QJsonObject keyframe = (*state)[QStringLiteral("keyframe")].toObject();
        QCOMPARE(keyframe[QStringLiteral("tick")].toInt(), 3600);
        const QJsonObject side = keyframe[QStringLiteral("side")].toObject();
        QCOMPARE(side[QStringLiteral("campaign")].toString(),
                 test::expected(QStringLiteral("golden-cumulative"))[QStringLiteral("campaign")]
                     .toArray()[12]
                     .toString());
        const QJsonObject first = keyframe[QStringLiteral("entities")].toArray()[0].toObject();
        QCOMPARE(first[QStringLiteral("tag")].toString(), QStringLiteral("0:1"));
        QVERIFY(first.contains(QStringLiteral("slot_40")));
        QVERIFY(!source->nativeState(6301, {}));
        QVERIFY(!source->nativeState(-1, {}));
    }

private:
    static void compareUnit(const model::WorldState& state, std::size_t row, const model::ReplayInfo& info,
                            const SimState& truth)
    {
        const auto key = static_cast<std::uint64_t>(info.cast[model::index(state.ids[row])].nativeId);
        const Entity* const entity =
            truth.find({static_cast<std::uint16_t>(key >> 16), static_cast<std::uint16_t>(key & 0xFFFF)});
        QVERIFY(entity != nullptr);
        QCOMPARE(state.provenance[row], Provenance::Exact);
        QVERIFY(state.positions[row] == toWorld(*entity->components.position()));
        const auto values = state.propertiesOf(row);
        const auto value = [&values](ActorProperty p) { return values[static_cast<std::size_t>(p)]; };
        const auto health = entity->components.health();
        QCOMPARE(value(ActorProperty::Health).absent(), !health.has_value());
        if (health)
            QCOMPARE(value(ActorProperty::Health).asReal(), static_cast<double>(health->current));
        const auto rank = entity->components.veterancy();
        QCOMPARE(value(ActorProperty::Veterancy).absent(), !rank.has_value());
        const auto facing = entity->components.facing();
        const bool building = entity->components.identity()->kind == UnitKind::Building;
        if (facing && !building) {
            const glm::quat turn = toWorld(*facing);
            QVERIFY(std::abs(glm::dot(turn, state.orientations[row])) > 0.99999F);
        }
    }
};

} // namespace tst_icrep_source_shared

GHOSTLINE_TEST(tst_icrep_source_shared, TestIcrepSourceShared)
#include "tst_icrep_source_shared.moc"
