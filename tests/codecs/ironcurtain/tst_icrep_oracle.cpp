// SPDX-License-Identifier: GPL-3.0-or-later
// Seeking held against the truth: a match of twenty minutes whose every tick is known, written in both delta
// modes.
#include "codecs/io/sample_random.h"
#include "codecs/ironcurtain/ironcurtain_codec.h"
#include "codecs/ironcurtain/sample/skirmish.h"
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "codecs/ironcurtain/units/ids.h"
#include "codecs/ironcurtain/units/lives.h"
#include "model/bytes/byte_sources.h"
#include "model/replay/state_reader.h"
#include "tests/support/rounds.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_icrep_oracle {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

constexpr SimTick Ticks = 18'000;
constexpr int Sitting = 4;
constexpr int MostLinks = 9;
constexpr int MostBlobs = 10;
/// Every leg begins and ends at a recorded place and its steps are all the same, so a straight line between
/// anchors is the truth but for the last bits of a double.
constexpr double PositionBound = 1e-9; // m

bool sameEntities(const SimState& a, const SimState& b)
{
    return a.tick == b.tick &&
           std::equal(a.entities.begin(), a.entities.end(), b.entities.begin(), b.entities.end(),
                      [](const Entity& x, const Entity& y) {
                          return x.tag == y.tag && x.components.mask == y.components.mask &&
                                 std::equal(x.components.bytes.begin(), x.components.bytes.end(),
                                            y.components.bytes.begin(), y.components.bytes.end());
                      });
}

} // namespace

class TestIcrepOracle : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<SimState> m_truth;               ///< at keyframe ticks
    std::vector<std::vector<UnitPlace>> m_alive; ///< at every tick, by tag
    Lives m_lives;                               ///< from the events alone
    std::array<std::shared_ptr<const ReplayFile>, 2> m_files;

    QString path(int mode) const
    {
        return m_folder.filePath(mode == 0 ? QStringLiteral("cumulative.icrep")
                                           : QStringLiteral("chained.icrep"));
    }
    static void addModes()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("cumulative") << 0;
        QTest::newRow("chained") << 1;
    }
    std::shared_ptr<model::ReplaySource> openMode(int mode) const
    {
        auto bytes = model::openFile(path(mode));
        if (!bytes)
            return nullptr;
        auto source = IronCurtainCodec().open(std::move(*bytes), {});
        if (!source)
            return nullptr;
        std::shared_ptr<model::ReplaySource> shared = std::move(*source);
        return shared->waitComplete() ? shared : nullptr;
    }
    /// What of a state differs from the truth at its tick; empty when nothing does.
    QString difference(SimTick tick, const model::WorldState& state) const
    {
        const ActorNumbers numbers{Sitting};
        const auto& truth = m_alive[tick];
        std::size_t units = 0;
        for (const model::ActorId id : state.ids)
            units += id >= numbers.unit(0) ? 1 : 0;
        if (units != truth.size())
            return QStringLiteral("tick %1: %2 units, not %3").arg(tick).arg(units).arg(truth.size());
        for (const UnitPlace& unit : truth) {
            const auto life = m_lives.find(unit.unit);
            const auto row = life < 0 ? -1 : state.row(numbers.unit(static_cast<std::size_t>(life)));
            if (row < 0)
                return QStringLiteral("tick %1: %2:%3 is absent")
                    .arg(tick)
                    .arg(unit.unit.index)
                    .arg(unit.unit.generation);
            const glm::dvec3 at = toWorld(unit.at);
            const glm::dvec3 shown = state.positions[static_cast<std::size_t>(row)];
            if (!(glm::distance(at, shown) <= PositionBound))
                return QStringLiteral("tick %1: %2:%3 is %4 m away from where it was")
                    .arg(tick)
                    .arg(unit.unit.index)
                    .arg(unit.unit.generation)
                    .arg(glm::distance(at, shown));
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        Skirmish match({1, Sitting, Ticks, 96});
        std::array<std::unique_ptr<MatchRecorder>, 2> recorders;
        for (int mode = 0; mode < 2; ++mode) {
            WriteSettings settings;
            settings.deltas = mode == 0 ? DeltaMode::Cumulative : DeltaMode::Chained;
            auto made = MatchRecorder::create(path(mode), match, settings, false);
            QVERIFY2(made, made ? "" : qPrintable(made.error().message));
            recorders[static_cast<std::size_t>(mode)] = std::move(*made);
        }
        m_alive.reserve(Ticks + 1);
        while (match.step()) {
            m_alive.push_back(match.alive());
            if (match.tick() % 300 == 0)
                m_truth.push_back(match.state());
            if (match.tick() == 0) {
                for (const Entity& entity : match.state().entities)
                    m_lives.startWith(entity.tag, entity.components.identity());
            }
            for (const AnalysisEvent& event : match.events())
                m_lives.add(event);
            const bool wanted = recorders[0]->needsHash(match);
            const StateHash hash = wanted ? stateHash(match.state()) : StateHash{};
            for (const auto& recorder : recorders) {
                const auto done = recorder->take(match, wanted ? &hash : nullptr);
                QVERIFY2(done, done ? "" : qPrintable(done.error().message));
            }
        }
        m_lives.finish(Ticks);
        QCOMPARE(m_alive.size(), Ticks + 1);
        for (std::size_t mode = 0; mode < 2; ++mode) {
            const auto done = recorders[mode]->finish(match);
            QVERIFY2(done, done ? "" : qPrintable(done.error().message));
            auto bytes = model::openFile(path(static_cast<int>(mode)));
            QVERIFY(bytes);
            const auto file = ReplayFile::open(std::move(*bytes), {}, {});
            QVERIFY(file);
            m_files[mode] = *file;
        }
    }

    void everyKeyframeIsTheTruth_data() { addModes(); }
    void everyKeyframeIsTheTruth()
    {
        QFETCH(int, mode);
        const auto& file = m_files[static_cast<std::size_t>(mode)];
        QCOMPARE(file->keyframes().size(), m_truth.size());
        int longest = 0;
        for (std::size_t i = 0; i < m_truth.size(); ++i) {
            const KeyframeStore store(file); // nothing cached: what a first seek costs
            RestoreCost cost;
            const auto state = store.restore(static_cast<int>(i), &cost, {});
            QVERIFY2(state, state ? "" : qPrintable(state.error().message));
            QVERIFY(canonicalCore(**state) == canonicalCore(m_truth[i]));
            QVERIFY2(cost.links <= MostLinks, qPrintable(QString::number(cost.links)));
            QVERIFY2(cost.blobs <= MostBlobs, qPrintable(QString::number(cost.blobs)));
            longest = std::max(longest, cost.links);
        }
        QCOMPARE(longest, mode == 0 ? 1 : 9);
    }

    void restoringInAnyOrder_data() { addModes(); }
    void restoringInAnyOrder()
    {
        QFETCH(int, mode);
        const KeyframeStore store(m_files[static_cast<std::size_t>(mode)]);
        io::Random random(7);
        for (int pair = 0; pair < test::rounds(10'000); ++pair) {
            for (int i = 0; i < 2; ++i) {
                const int keyframe = random.below(static_cast<int>(m_truth.size()));
                RestoreCost cost;
                const auto state = store.restore(keyframe, &cost, {});
                QVERIFY(state);
                QVERIFY(sameEntities(**state, m_truth[static_cast<std::size_t>(keyframe)]));
                QVERIFY(cost.links <= MostLinks && cost.blobs <= MostBlobs);
            }
        }
    }

    /// Births and deaths as events tell them.
    void livesAreExactAtEveryTick()
    {
        for (SimTick tick = 0; tick <= Ticks; tick += test::Thinning) {
            std::size_t there = 0;
            for (std::size_t i = 0; i < m_lives.count(); ++i)
                there += m_lives[i].first <= tick && tick < m_lives[i].end ? 1 : 0;
            QCOMPARE(there, m_alive[tick].size());
            for (const UnitPlace& unit : m_alive[tick]) {
                const auto life = m_lives.find(unit.unit);
                QVERIFY(life >= 0);
                const Life& found = m_lives[static_cast<std::size_t>(life)];
                QVERIFY(found.first <= tick && tick < found.end);
            }
        }
    }

    /// Who is there and where, at every tick, as the window gets it.
    void everyTickIsTheTruth_data() { addModes(); }
    void everyTickIsTheTruth()
    {
        QFETCH(int, mode);
        const auto source = openMode(mode);
        QVERIFY(source);
        const auto index = source->index();
        std::shared_ptr<const model::Segment> segment;
        model::WorldState state;
        int keyframe = -1;
        for (SimTick tick = 0; tick <= Ticks; tick += test::Thinning) {
            const auto frame = static_cast<model::FrameNumber>(tick);
            const int wanted = index->keyframes.at(frame);
            if (wanted != keyframe) {
                const auto read = source->readSegment(wanted, segment.get(), {});
                QVERIFY2(read, read ? "" : qPrintable(read.error().message));
                segment = *read;
                keyframe = wanted;
            }
            segment->sample({frame, 0.0}, model::SamplePolicy::Interpolate, state);
            const QString wrong = difference(tick, state);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    /// One place after another gives what that place alone gives.
    void seekingInAnyOrder_data() { addModes(); }
    void seekingInAnyOrder()
    {
        QFETCH(int, mode);
        constexpr std::size_t Goals = 100;
        constexpr int Pairs = test::rounds(10'000);
        const auto fresh = openMode(mode);
        QVERIFY(fresh);
        io::Random random(11);
        std::vector<model::FrameTime> goals;
        std::vector<model::WorldState> alone(Goals);
        for (std::size_t i = 0; i < Goals; ++i) {
            goals.push_back({random.below(static_cast<int>(Ticks)), i % 3 == 0 ? 0.5 : 0.0});
            const auto segment =
                fresh->readSegment(fresh->index()->keyframes.at(goals[i].frame), nullptr, {});
            QVERIFY(segment);
            (*segment)->sample(goals[i], model::SamplePolicy::Interpolate, alone[i]);
        }
        model::StateReader reader(openMode(mode));
        QVERIFY(reader.source());
        model::WorldState state;
        for (int pair = 0; pair < Pairs; ++pair) {
            const model::FrameTime first{random.below(static_cast<int>(Ticks) + 1), 0.0};
            QVERIFY(reader.stateAt(first, model::SamplePolicy::Interpolate, state));
            const auto goal = static_cast<std::size_t>(random.below(static_cast<int>(Goals)));
            if (pair % 500 == 0)
                reader.clear();
            QVERIFY(reader.stateAt(goals[goal], model::SamplePolicy::Interpolate, state));
            QVERIFY2(test::sameState(state, alone[goal]),
                     qPrintable(QStringLiteral("%1 after %2").arg(goals[goal].frame).arg(first.frame)));
        }
    }
};

} // namespace tst_icrep_oracle

GHOSTLINE_TEST(tst_icrep_oracle, TestIcrepOracle)
#include "tst_icrep_oracle.moc"
