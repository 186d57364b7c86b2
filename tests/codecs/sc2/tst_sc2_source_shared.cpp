// SPDX-License-Identifier: GPL-3.0-or-later
// Every shared replay as the window opens it: two revisions, one segment, any loop in any order.
#include "codecs/sc2/limits.h"
#include "codecs/sc2/replay/ids.h"
#include "codecs/sc2/sc2_codec.h"
#include "model/byte_sources.h"
#include "model/state_reader.h"
#include "tests/codecs/sc2/expected.h"

#include <QJsonArray>
#include <QSignalSpy>

#include <random>

using namespace ghostline;
using namespace ghostline::sc2;
using model::SamplePolicy;
using model::WorldState;
using test::expected;

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
    void withoutCommands();
    void truncated();
    void cutTracker();
    void cutAnywhere_data();
    void cutAnywhere();
    void stopsAtOnce();
    void tooLarge();
};

namespace {

using Source = std::unique_ptr<model::ReplaySource>;

model::Result<Source> openBytes(std::vector<std::byte> bytes, const model::Options& options = {})
{
    model::OpenOptions open;
    open.codec = options;
    return Sc2Codec().open(
        std::make_unique<model::MemorySource>(std::move(bytes), QStringLiteral("replay.SC2Replay")), open);
}

Source openReplay(const QString& replay, const model::Options& options = {})
{
    auto source = openBytes(test::replayBytes(replay), options);
    return source ? std::move(*source) : nullptr;
}

std::shared_ptr<const model::Segment> segmentOf(const model::ReplaySource& source)
{
    const auto segment = source.readSegment(0, nullptr, {});
    return segment ? *segment : nullptr;
}

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

bool finite(const WorldState& state)
{
    for (std::size_t row = 0; row < state.size(); ++row) {
        const glm::dvec3& p = state.positions[row];
        const glm::quat& q = state.orientations[row];
        if (!std::isfinite(p.x + p.y + p.z) || !std::isfinite(q.x + q.y + q.z + q.w) ||
            std::abs(glm::length(q) - 1.0F) > 1e-3F)
            return false;
    }
    return true;
}

} // namespace

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
        QVERIFY(model::sameState(state, inOrder[i]));
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
        QVERIFY(model::sameState(state, forward[static_cast<std::size_t>(frame - middle)]));
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
            const model::PropertyValue value = values[static_cast<std::size_t>(id(static_cast<Stat>(i)))];
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

void TestSc2SourceShared::withoutCommands()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("5.0.0.80949_TvZ"),
                                     {{QStringLiteral("commands"), QStringLiteral("false")}});
    QVERIFY(source);
    QCOMPARE(source->index()->revision, model::Revision{1});
    QVERIFY(source->index()->complete);
    WorldState state;
    segmentOf(*source)->sample({12'000, 0.0}, SamplePolicy::Interpolate, state);
    QVERIFY(state.size() > 200);
    QVERIFY(state.selected.empty());
    QVERIFY((state.flags[2] & model::Hidden) != 0);
}

void TestSc2SourceShared::truncated()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("truncated_1232"));
    QVERIFY(source);
    const auto index = source->waitComplete();
    QVERIFY(index);
    QCOMPARE((*index)->frames(), 379);
    QCOMPARE((*index)->diagnostics.size(), std::size_t{1});
    QCOMPARE((*index)->diagnostics[0].code, QStringLiteral("damaged"));
    QCOMPARE((*index)->diagnostics[0].severity, model::Severity::Error);
    QCOMPARE((*index)->lost.size(), std::size_t{1});
    QCOMPARE((*index)->lost[0].frames, (model::FrameRange{0, 379}));
}

void TestSc2SourceShared::cutTracker()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const Source source = openReplay(QStringLiteral("odd_testError"));
    QVERIFY(source);
    const auto index = source->waitComplete();
    QVERIFY(index);
    QCOMPARE((*index)->lost.size(), std::size_t{1});
    QCOMPARE((*index)->lost[0].frames, (model::FrameRange{9120, 25'453}));
    QVERIFY((*index)->lost[0].reason.contains(QStringLiteral("311301")));
    QVERIFY((*index)->lost[0].reason.contains(QStringLiteral("975961")));
    // That is a place in what was unpacked, not in the file.
    QCOMPARE((*index)->diagnostics.size(), std::size_t{1});
    QVERIFY(!(*index)->diagnostics[0].where.offset.has_value());
    const auto streams = source->streams({});
    QVERIFY(streams);
    for (const model::StreamInfo& stream : *streams) {
        if (stream.name == QLatin1String("replay.game.events"))
            QCOMPARE(stream.records, std::uint64_t{14'440});
    }
}

void TestSc2SourceShared::cutAnywhere_data()
{
    QTest::addColumn<int>("share");
    for (int share = 0; share < 100; share += 9)
        QTest::addRow("%d of 100", share) << share;
}

/// A file cut off anywhere opens with what there is and says what is lost, or says why not.
void TestSc2SourceShared::cutAnywhere()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    QFETCH(int, share);
    std::vector<std::byte> bytes = test::replayBytes(QStringLiteral("4.3.0.64469"));
    bytes.resize(bytes.size() * static_cast<std::size_t>(share) / 100);
    const auto source = openBytes(std::move(bytes));
    if (!source) {
        QVERIFY(!source.error().message.isEmpty());
        QCOMPARE(source.error().file, QStringLiteral("replay.SC2Replay"));
        return;
    }
    const auto index = (*source)->waitComplete();
    QVERIFY(index);
    QVERIFY((*index)->lostData());
    WorldState state;
    segmentOf(**source)->sample({(*index)->frames() / 2, 0.0}, SamplePolicy::Interpolate, state);
    QVERIFY(finite(state));
    QVERIFY((*source)->readRaw({}));
}

/// Closing in the middle of everything waits for nobody's commands.
void TestSc2SourceShared::stopsAtOnce()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays");
    const auto bytes = test::replayBytes(QStringLiteral("5.0.16.97563_PvT_unknown_build"));
    for (int i = 0; i < 8; ++i) {
        const auto source = openBytes(bytes);
        QVERIFY(source);
        std::stop_source stop;
        stop.request_stop();
        const auto index = (*source)->waitComplete(stop.get_token());
        QVERIFY(index ? (*index)->complete : index.error().code == model::ErrorCode::Cancelled);
    }
    std::stop_source stop;
    stop.request_stop();
    model::OpenOptions options;
    options.stop = stop.get_token();
    const auto source = Sc2Codec().open(
        std::make_unique<model::MemorySource>(bytes, QStringLiteral("replay.SC2Replay")), options);
    QVERIFY(!source);
    QCOMPARE(source.error().code, model::ErrorCode::Cancelled);
}

void TestSc2SourceShared::tooLarge()
{
    class Huge : public model::ByteSource
    {
    public:
        model::Result<std::size_t> read(std::uint64_t, std::span<std::byte>, std::stop_token) const override
        {
            return model::fail(model::ErrorCode::IoError, QStringLiteral("read"));
        }
        std::uint64_t size() const override { return MaxFileBytes + 1; }
        model::Identity identity() const override { return {QStringLiteral("huge"), size(), {}, {}, {}}; }
        model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view,
                                                                  std::stop_token) const override
        {
            return model::fail(model::ErrorCode::NotFound, QStringLiteral("none"));
        }
    };
    const auto source = Sc2Codec().open(std::make_unique<Huge>(), {});
    QVERIFY(!source);
    QCOMPARE(source.error().code, model::ErrorCode::LimitExceeded);
}

QTEST_GUILESS_MAIN(TestSc2SourceShared)
#include "tst_sc2_source_shared.moc"
