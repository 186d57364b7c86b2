// SPDX-License-Identifier: GPL-3.0-or-later
// Every shared replay as the window opens it: two revisions, one segment, any loop in any order.
#include "codecs/sc2/game/ids.h"
#include "model/replay/state_reader.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/open_replay.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <random>

namespace tst_sc2_source_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using model::SamplePolicy;
using model::WorldState;
using test::expected;
using test::finite;
using test::openReplay;
using test::segmentOf;
using test::Source;

namespace {

/// As the reference names them, by tag.
constexpr std::array<const char*, StatCount> StatNames{"MineralsCurrent",
                                                       "VespeneCurrent",
                                                       "MineralsCollectionRate",
                                                       "VespeneCollectionRate",
                                                       "WorkersActiveCount",
                                                       "MineralsUsedInProgressArmy",
                                                       "MineralsUsedInProgressEconomy",
                                                       "MineralsUsedInProgressTechnology",
                                                       "VespeneUsedInProgressArmy",
                                                       "VespeneUsedInProgressEconomy",
                                                       "VespeneUsedInProgressTechnology",
                                                       "MineralsUsedCurrentArmy",
                                                       "MineralsUsedCurrentEconomy",
                                                       "MineralsUsedCurrentTechnology",
                                                       "VespeneUsedCurrentArmy",
                                                       "VespeneUsedCurrentEconomy",
                                                       "VespeneUsedCurrentTechnology",
                                                       "MineralsLostArmy",
                                                       "MineralsLostEconomy",
                                                       "MineralsLostTechnology",
                                                       "VespeneLostArmy",
                                                       "VespeneLostEconomy",
                                                       "VespeneLostTechnology",
                                                       "MineralsKilledArmy",
                                                       "MineralsKilledEconomy",
                                                       "MineralsKilledTechnology",
                                                       "VespeneKilledArmy",
                                                       "VespeneKilledEconomy",
                                                       "VespeneKilledTechnology",
                                                       "FoodUsed",
                                                       "FoodMade",
                                                       "MineralsUsedActiveForces",
                                                       "VespeneUsedActiveForces",
                                                       "MineralsFriendlyFireArmy",
                                                       "MineralsFriendlyFireEconomy",
                                                       "MineralsFriendlyFireTechnology",
                                                       "VespeneFriendlyFireArmy",
                                                       "VespeneFriendlyFireEconomy",
                                                       "VespeneFriendlyFireTechnology"};

} // namespace

class TestSc2SourceShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void opens_data() { test::addReplayRows(); }
    void opens();
    void revisions_data() { test::addReplayRows(); }
    void revisions();
    void anyOrder_data() { test::addReplayRows(); }
    void anyOrder();
    void steps_data() { test::addReplayRows(); }
    void steps();
    void streams_data() { test::addReplayRows({QStringLiteral("truncated_1232")}); }
    void streams();
    void finalStats_data() { test::addReplayRows(); }
    void finalStats();
    void births_data() { test::addReplayRows(); }
    void births();
};

void TestSc2SourceShared::opens()
{
    QFETCH(QString, replay);
    const QJsonObject want = expected(replay);
    const Source source = openReplay(replay);
    QVERIFY(source);
    const auto index = source->waitComplete();
    QVERIFY(index);
    const model::ReplayInfo& info = *(*index)->info;
    QCOMPARE((*index)->frames(), want[QStringLiteral("elapsedGameLoops")].toInteger() + 1);
    QVERIFY(info.formatVersion.endsWith(QString::number(want[QStringLiteral("build")].toInteger())));
    const double length = want[QStringLiteral("secondsFaster")].toDouble();
    if (want[QStringLiteral("gameSpeed")].toInt(4) == 4)
        QVERIFY(std::abs(model::seconds((*index)->timeAxis.duration()) - length) < 0.01);
    // Actors are numbered without a gap, and every event names some of them.
    for (std::size_t i = 0; i < info.cast.size(); ++i) {
        QCOMPARE(model::index(info.cast[i].id), static_cast<std::uint32_t>(i));
        QVERIFY(!info.cast[i].name.isEmpty());
        QVERIFY(info.cast[i].life.first <= info.cast[i].life.end);
    }
    model::FrameNumber before = 0;
    for (const model::Event& event : (*index)->events->events) {
        QVERIFY(event.frame >= before && event.frame < (*index)->frames());
        before = event.frame;
        for (const model::ActorId actor : event.actors)
            QVERIFY(info.actor(actor) != nullptr);
    }
    const bool damaged =
        replay == QLatin1String("truncated_1232") || replay == QLatin1String("odd_testError");
    QCOMPARE((*index)->lostData(), damaged);
    for (const model::Diagnostic& diagnostic : (*index)->diagnostics)
        QVERIFY2(damaged || diagnostic.severity == model::Severity::Info, qPrintable(diagnostic.message));
    const auto scene = source->scene({});
    QVERIFY(scene);
    QCOMPARE(scene->bounds.valid, replay != QLatin1String("truncated_1232"));
    QVERIFY(source->nativeState((*index)->frames() - 1, {}));
    QVERIFY(!source->nativeState((*index)->frames(), {}));
    QVERIFY(!source->readSegment(1, nullptr, {}));
}

/// What the first revision says stays true in the second.
void TestSc2SourceShared::revisions()
{
    QFETCH(QString, replay);
    const Source source = openReplay(replay, {{QStringLiteral("commands"), QStringLiteral("false")}});
    QVERIFY(source);
    const auto first = source->index();
    QVERIFY(first->complete);
    const Source whole = openReplay(replay);
    QVERIFY(whole);
    const auto last = whole->waitComplete();
    QVERIFY(last);
    QVERIFY((*last)->revision >= 2);
    QVERIFY((*last)->keyframes[0].knowledge > first->keyframes[0].knowledge);
    QCOMPARE(first->frames(), (*last)->frames());
    QVERIFY(first->info->cast.size() <= (*last)->info->cast.size());
    for (std::size_t i = 0; i < first->info->cast.size(); ++i) {
        QCOMPARE((*last)->info->cast[i].name, first->info->cast[i].name);
        QCOMPARE((*last)->info->cast[i].life, first->info->cast[i].life);
        QCOMPARE((*last)->info->cast[i].team, first->info->cast[i].team);
    }
    QCOMPARE((*last)->info->looks.size() >= first->info->looks.size(), true);
    QCOMPARE((*last)->info->teams.size(), first->info->teams.size());
    QVERIFY(first->events->events.size() <= (*last)->events->events.size());
    for (model::FrameNumber i = 0; i < first->frames(); i += 997) {
        WorldState a;
        WorldState b;
        segmentOf(*source)->sample({i, 0.0}, SamplePolicy::ReportedOnly, a);
        segmentOf(*whole)->sample({i, 0.0}, SamplePolicy::ReportedOnly, b);
        // Reports do not change, whatever else becomes known; players' places are their cameras'.
        for (std::size_t row = 2 * first->info->teams.size(); row < a.size(); ++row) {
            const auto other = b.row(a.ids[row]);
            QVERIFY(other >= 0);
            QVERIFY(a.positions[row] == b.positions[static_cast<std::size_t>(other)]);
        }
    }
}

void TestSc2SourceShared::anyOrder()
{
    QFETCH(QString, replay);
    const Source source = openReplay(replay);
    QVERIFY(source && source->waitComplete());
    const auto index = source->index();
    const auto segment = segmentOf(*source);
    QVERIFY(segment);
    QCOMPARE(segment->frames(), (model::FrameRange{0, index->frames()}));
    std::mt19937_64 random(20'111);
    std::vector<model::FrameTime> places;
    for (int i = 0; i < 60; ++i) {
        const auto frame =
            static_cast<model::FrameNumber>(random() % static_cast<std::uint64_t>(index->frames()));
        places.push_back(index->timeAxis.clamp({frame, i % 3 == 0 ? 0.0 : 0.37}));
    }
    std::vector<WorldState> inOrder;
    std::sort(places.begin(), places.end());
    inOrder.reserve(places.size());
    for (const model::FrameTime at : places) {
        WorldState& state = inOrder.emplace_back();
        segment->sample(at, SamplePolicy::Interpolate, state);
        QVERIFY(finite(state));
        QVERIFY(std::is_sorted(state.ids.begin(), state.ids.end()));
        for (const model::ActorId id : state.ids)
            QVERIFY(index->info->actor(id)->life.contains(at.frame));
        for (const model::Selected& selected : state.selected)
            QVERIFY(state.row(selected.actor) >= 0 && state.row(selected.by) >= 0);
    }
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    model::StateReader reader(std::shared_ptr<model::ReplaySource>(source.get(), [](auto*) {}));
    WorldState state;
    for (const std::size_t i : order) {
        QVERIFY(reader.stateAt(places[i], SamplePolicy::Interpolate, state));
        QVERIFY(test::sameState(state, inOrder[i]));
    }
}

void TestSc2SourceShared::steps()
{
    QFETCH(QString, replay);
    const Source source = openReplay(replay);
    QVERIFY(source && source->waitComplete());
    const auto segment = segmentOf(*source);
    const model::FrameNumber middle = source->index()->frames() / 2;
    const model::FrameNumber end = std::min<model::FrameNumber>(middle + 100, source->index()->frames());
    std::vector<WorldState> forward;
    WorldState state;
    for (model::FrameNumber frame = middle; frame < end; ++frame) {
        segment->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
        forward.push_back(state);
    }
    for (model::FrameNumber frame = end; frame-- > middle;) {
        segment->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
        QVERIFY(test::sameState(state, forward[static_cast<std::size_t>(frame - middle)]));
    }
}

/// The records of `dump` count as the reference does.
void TestSc2SourceShared::streams()
{
    QFETCH(QString, replay);
    const QJsonObject want = expected(replay);
    const Source source = openReplay(replay);
    QVERIFY(source && source->waitComplete());
    const auto streams = source->streams({});
    QVERIFY(streams);
    const auto find = [&streams](const QString& name) {
        const auto found = std::find_if(streams->begin(), streams->end(),
                                        [&name](const model::StreamInfo& s) { return s.name == name; });
        return found == streams->end() ? nullptr : &*found;
    };
    for (const auto& [member, key] :
         {std::pair{"replay.game.events", "gameEvents"}, std::pair{"replay.message.events", "messageEvents"},
          std::pair{"replay.tracker.events", "trackerEvents"}}) {
        const QJsonObject counts = want[QLatin1String(key)][QStringLiteral("counts")].toObject();
        if (counts.isEmpty())
            continue;
        const model::StreamInfo* stream = find(QString::fromLatin1(member));
        QVERIFY2(stream != nullptr, member);
        QCOMPARE(stream->kinds.size(), static_cast<std::size_t>(counts.size()));
        for (auto it = counts.begin(); it != counts.end(); ++it)
            QCOMPARE(stream->kinds.at(it.key()), static_cast<std::uint64_t>(it.value().toInteger()));
    }
    const QJsonObject files = want[QStringLiteral("mpq")][QStringLiteral("files")].toObject();
    int checked = 0;
    QVERIFY(source->readRecords(QStringLiteral("mpq"),
                                [&](const model::Record& record) {
                                    const QJsonObject file =
                                        files[record.data[QStringLiteral("name")].toString()].toObject();
                                    const QString sum = record.data[QStringLiteral("crc32")].toString();
                                    if (!file.isEmpty() && !sum.isEmpty()) {
                                        if (sum != file[QStringLiteral("crc32")].toString())
                                            return false;
                                        ++checked;
                                    }
                                    return true;
                                },
                                {}));
    QVERIFY(checked >= 4);
    for (const model::StreamInfo& stream : *streams) {
        std::uint64_t records = 0;
        if (stream.records > 5000)
            continue; // counted above
        const auto done = source->readRecords(stream.name,
                                              [&records](const model::Record& record) {
                                                  ++records;
                                                  return !record.name.isEmpty();
                                              },
                                              {});
        QVERIFY(done || replay == QLatin1String("odd_testError"));
        QCOMPARE(records, stream.records);
    }
    QVERIFY(!source->readRecords(QStringLiteral("no such"), [](const model::Record&) { return true; }, {}));
}

/// The last figures of every player are those the game reported last.
void TestSc2SourceShared::finalStats()
{
    QFETCH(QString, replay);
    const QJsonValue stats = expected(replay)[QStringLiteral("trackerEvents")][QStringLiteral("finalStats")];
    const QJsonObject byPlayer = stats.toObject();
    if (byPlayer.isEmpty())
        QSKIP("no stats were reported");
    const Source source = openReplay(replay);
    QVERIFY(source && source->waitComplete());
    const model::ReplayInfo& info = *source->index()->info;
    WorldState state;
    segmentOf(*source)->sample({source->index()->frames() - 1, 0.0}, SamplePolicy::Interpolate, state);
    for (auto it = byPlayer.begin(); it != byPlayer.end(); ++it) {
        const auto who =
            std::find_if(info.cast.begin(), info.cast.end(), [&it](const model::ActorInfo& actor) {
                return actor.kind == model::ActorKind::Player && QString::number(actor.nativeId) == it.key();
            });
        if (who == info.cast.end())
            continue; // the map's own
        const QJsonObject want = it.value()[QStringLiteral("stats")].toObject();
        const auto values = state.propertiesOf(model::index(who->id));
        std::size_t compared = 0;
        for (std::size_t i = 0; i < StatCount; ++i) {
            const QString name = QStringLiteral("m_scoreValue") + QLatin1String(StatNames[i]);
            const model::PropertyValue value = values[id(static_cast<Stat>(i)).index()];
            QCOMPARE(value.absent(), !want.contains(name));
            if (value.absent())
                continue;
            ++compared;
            const bool food = name.contains(QLatin1String("Food"));
            QCOMPARE(food ? value.asReal() * 4096 : static_cast<double>(value.asInteger()),
                     want[name].toDouble());
        }
        QCOMPARE(compared, static_cast<std::size_t>(want.size()));
    }
}

/// Every unit that was born or begun is in the cast.
void TestSc2SourceShared::births()
{
    QFETCH(QString, replay);
    const QJsonObject counts =
        expected(replay)[QStringLiteral("trackerEvents")][QStringLiteral("counts")].toObject();
    if (counts.isEmpty())
        QSKIP("units were not reported");
    const Source source = openReplay(replay);
    QVERIFY(source && source->waitComplete());
    const model::ReplayInfo& info = *source->index()->info;
    const qint64 begun = counts[QStringLiteral("SUnitBornEvent")].toInteger() +
                         counts[QStringLiteral("SUnitInitEvent")].toInteger();
    QCOMPARE(static_cast<qint64>(info.cast.size() - 2 * info.teams.size()), begun);
}

} // namespace tst_sc2_source_shared

GHOSTLINE_TEST(tst_sc2_source_shared, TestSc2SourceShared)
#include "tst_sc2_source_shared.moc"
