// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of the shared replays, against what independent readers counted in them.
#include "codecs/sc2/events/derived_kinds.h"
#include "codecs/sc2/events/losses.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tst_sc2_story_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;

namespace {

/// Maps with units and rules of their own: prices are not in any table, and the map's own players count.
bool isCustom(const QString& replay) { return replay.contains(QLatin1String("coop")); }

std::unique_ptr<ReplayData> load(const QString& replay)
{
    const auto bytes = replayBytes(replay);
    auto archive = MpqArchive::open(bytes);
    if (!archive)
        return nullptr;
    auto head = readHead(*archive);
    if (!head)
        return nullptr;
    auto data = std::make_unique<ReplayData>();
    data->head = std::move(*head);
    const Version& version = data->head.header.version;
    if (const auto member = archive->read("replay.tracker.events")) {
        data->hasTracker = true;
        data->tracker = parseTrackerEvents(*member, version.build);
        joinSetup(data->head, data->tracker.setup);
        data->lives = buildLives(data->tracker);
    }
    if (const auto member = archive->read("replay.game.events"))
        data->game = parseGameEvents(*member, version.baseBuild);
    if (const auto member = archive->read("replay.message.events"))
        data->messages = parseMessageEvents(*member, version.baseBuild);
    data->loops = std::max({data->head.header.loops, data->game.lastLoop, data->tracker.lastLoop});
    data->abilities = AbilityTable(abilitySetOf(data->head), version.build);
    data->actions = readActions(data->head, data->game);
    data->complete = true;
    return data;
}

DerivedEvents tell(const ReplayData& data)
{
    const auto [n, d] = data.head.loopsPerSecond();
    return deriveEvents(data, model::TimeAxis::uniform(data.loops + 1, d, n));
}

std::vector<const model::Event*> ofKind(const DerivedEvents& story, DerivedKind kind)
{
    std::vector<const model::Event*> found;
    for (const model::Event& event : story.events->events) {
        if (event.kind == static_cast<int>(kind))
            found.push_back(&event);
    }
    return found;
}

bool cosmetic(const QString& name)
{
    for (const char* start : {"Reward", "Spray", "GameHeart"}) {
        if (name.startsWith(QLatin1String(start)))
            return true;
    }
    return false;
}

/// Of the last report of a player, both resources over army, economy and technology.
int statSum(const QJsonObject& stats, const char* what)
{
    int sum = 0;
    for (const char* resource : {"Minerals", "Vespene"}) {
        for (const char* of : {"Army", "Economy", "Technology"})
            sum += stats[QStringLiteral("m_scoreValue%1%2%3")
                             .arg(QLatin1String(resource), QLatin1String(what), QLatin1String(of))]
                       .toInt();
    }
    return sum;
}

} // namespace

class TestSc2StoryShared : public QObject
{
    Q_OBJECT
private:
    std::map<QString, std::unique_ptr<ReplayData>> m_loaded;

    const ReplayData* replay(const QString& name)
    {
        auto& data = m_loaded[name];
        if (data == nullptr)
            data = load(name);
        return data.get();
    }

    /// Those of which the game itself tells what was made, with prices that are known.
    void addReportedRows()
    {
        QTest::addColumn<QString>("replay");
        for (const QString& name : replays()) {
            const ReplayData* data = replay(name);
            if (data != nullptr && data->hasTracker && !data->tracker.failure && !isCustom(name))
                QTest::newRow(qPrintable(name)) << name;
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (replays().isEmpty())
            QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    }

    void isSortedAndInside_data() { addReplayRows({QStringLiteral("truncated_1232")}); }
    void isSortedAndInside()
    {
        QFETCH(QString, replay);
        const ReplayData* data = this->replay(replay);
        QVERIFY(data != nullptr);
        const DerivedEvents story = tell(*data);
        const auto& events = story.events->events;
        QVERIFY(!events.empty());
        const double width = data->head.mapSizeX > 0 ? data->head.mapSizeX : 256;
        const double height = data->head.mapSizeY > 0 ? data->head.mapSizeY : 256;
        model::FrameNumber before = 0;
        for (const model::Event& event : events) {
            QVERIFY(event.frame >= before && event.frame <= data->loops);
            before = event.frame;
            QVERIFY2(!event.text.isEmpty(), qPrintable(QString::number(event.frame)));
            // Pings and cameras may point beside the map.
            const auto kind = static_cast<DerivedKind>(event.kind);
            if (event.placed && kind != DerivedKind::Ping && kind != DerivedKind::CameraSaved)
                QVERIFY2(event.place.x >= 0 && event.place.x <= width && -event.place.z >= 0 &&
                             -event.place.z <= height,
                         qPrintable(event.text));
        }
    }

    void tellsChatAsItWasSaid_data() { addReplayRows({QStringLiteral("truncated_1232")}); }
    void tellsChatAsItWasSaid()
    {
        QFETCH(QString, replay);
        const QJsonArray chat =
            expected(replay)[QLatin1String("messageEvents")][QLatin1String("chat")].toArray();
        const DerivedEvents story = tell(*this->replay(replay));
        const auto told = ofKind(story, DerivedKind::Chat);
        QCOMPARE(qsizetype(told.size()), chat.size());
        const std::array<const char*, 5> to{"all", "allies", "one", "Battle.net", "observers"};
        for (std::size_t i = 0; i < told.size(); ++i) {
            const QJsonArray line = chat[qsizetype(i)].toArray();
            QCOMPARE(told[i]->frame, model::FrameNumber(line[0].toInt()));
            QCOMPARE(told[i]->data[QLatin1String("text")].toString(), line[3].toString());
            QCOMPARE(told[i]->data[QLatin1String("to")].toString(),
                     QLatin1String(to[std::size_t(line[2].toInt())]));
        }
    }

    void tellsWhoLeftAndWhy_data() { addReplayRows({QStringLiteral("truncated_1232")}); }
    void tellsWhoLeftAndWhy()
    {
        QFETCH(QString, replay);
        const QJsonObject game = expected(replay)[QLatin1String("gameEvents")].toObject();
        const DerivedEvents story = tell(*this->replay(replay));
        const auto told = ofKind(story, DerivedKind::Leave);
        int count = 0;
        for (const char* kind : {"SGameUserLeaveEvent", "SPlayerLeaveEvent"}) {
            count += game[QLatin1String("counts")][QLatin1String(kind)].toInt();
            for (const QJsonValue sample : game[QLatin1String("samples")][QLatin1String(kind)].toArray()) {
                const auto loop = model::FrameNumber(sample[QLatin1String("loop")].toInt());
                const QJsonValue reason = sample[QLatin1String("data")][QLatin1String("m_leaveReason")];
                QVERIFY(std::any_of(told.begin(), told.end(), [&](const model::Event* event) {
                    return event->frame == loop && event->data[QLatin1String("code")] == reason &&
                           !event->data[QLatin1String("reason")].toString().isEmpty();
                }));
            }
        }
        QCOMPARE(int(told.size()), count);
    }

    void tellsUpgrades_data() { addReportedRows(); }
    void tellsUpgrades()
    {
        QFETCH(QString, replay);
        const ReplayData* data = this->replay(replay);
        const QJsonArray upgrades =
            expected(replay)[QLatin1String("trackerEvents")][QLatin1String("upgrades")].toArray();
        QStringList wanted;
        for (const QJsonValue upgrade : upgrades) {
            const QString name = upgrade[2].toString();
            if (upgrade[0].toInt() > 0 && !cosmetic(name) &&
                data->head.participantOfPlayer(upgrade[1].toInt()) >= 0)
                wanted << QStringLiteral("%1 %2").arg(upgrade[0].toInt()).arg(name);
        }
        QStringList found;
        const DerivedEvents story = tell(*data);
        for (const model::Event* event : ofKind(story, DerivedKind::Upgrade))
            found << QStringLiteral("%1 %2")
                         .arg(event->frame)
                         .arg(event->data[QLatin1String("type")].toString());
        QCOMPARE(found, wanted);
    }

    void tellsEveryStructureBegun_data() { addReportedRows(); }
    void tellsEveryStructureBegun()
    {
        QFETCH(QString, replay);
        const ReplayData* data = this->replay(replay);
        const QJsonObject begun =
            expected(replay)[QLatin1String("trackerEvents")][QLatin1String("initByType")].toObject();
        std::map<QString, int> wanted;
        for (auto it = begun.begin(); it != begun.end(); ++it) {
            const UnitType* type = findUnitType(it.key().toStdString());
            if (type != nullptr && isStructure(type->unitClass))
                wanted[it.key()] = it.value().toInt();
        }
        std::map<QString, int> found;
        const DerivedEvents story = tell(*data);
        for (const model::Event* event : ofKind(story, DerivedKind::Build)) {
            if (!event->data.contains(QLatin1String("morph")))
                ++found[event->data[QLatin1String("type")].toString()];
        }
        QCOMPARE(found, wanted);
    }

    /// What died in fights is not more than the game itself counts as lost, and most of it.
    void fightsAddUp_data() { addReportedRows(); }
    void fightsAddUp()
    {
        QFETCH(QString, replay);
        const ReplayData* data = this->replay(replay);
        const QJsonObject finals =
            expected(replay)[QLatin1String("trackerEvents")][QLatin1String("finalStats")].toObject();
        const DerivedEvents story = tell(*data);
        for (std::size_t p = 0; p < data->head.participants.size(); ++p) {
            const QString id = QString::number(data->head.participants[p].playerId);
            const QJsonObject stats = finals[id][QLatin1String("stats")].toObject();
            const int lost = statSum(stats, "Lost") + statSum(stats, "FriendlyFire");
            int inFights = 0;
            for (const model::Event* fight : ofKind(story, DerivedKind::Fight))
                inFights += fight->data[participantKey("lost", p)].toInt();
            if (lost < 1000)
                continue; // a few workers lost one by one
            const double ratio = double(inFights) / lost;
            const QString told = QStringLiteral("%1: %2 of %3 lost in fights, %4")
                                     .arg(replay, QString::number(inFights), QString::number(lost))
                                     .arg(ratio, 0, 'f', 3);
            qInfo().noquote() << told;
            QVERIFY2(ratio > 0.5 && ratio < 1.1, qPrintable(told));
        }
    }

    /// Recorded results are kept; the beta's are concluded from who left.
    void tellsResults_data() { addReplayRows({QStringLiteral("truncated_1232")}); }
    void tellsResults()
    {
        QFETCH(QString, replay);
        const ReplayData* data = this->replay(replay);
        const DerivedEvents story = tell(*data);
        QCOMPARE(story.results.size(), data->head.participants.size());
        for (std::size_t p = 0; p < story.results.size(); ++p) {
            const Outcome recorded = data->head.participants[p].result;
            if (recorded != Outcome::Unknown)
                QCOMPARE(story.results[p], recorded);
            QCOMPARE(bool(story.resultInferred[p]),
                     recorded == Outcome::Unknown && story.results[p] != Outcome::Unknown);
        }
        if (replay == QLatin1String("beta_0.2.0.13891_r16")) {
            QCOMPARE(story.results.size(), std::size_t{2});
            QCOMPARE(story.results[0], Outcome::Loss); // left at loop 15140
            QCOMPARE(story.results[1], Outcome::Win);
        }
        if (replay ==
            QLatin1String("beta_0.10.0.14803_team")) { // allies known from what they gave each other
            QCOMPARE(story.results,
                     std::vector<Outcome>({Outcome::Win, Outcome::Win, Outcome::Loss, Outcome::Loss}));
        }
    }

    void tellsBuildOrdersOfOldReplays_data()
    {
        QTest::addColumn<QString>("replay");
        QTest::addColumn<int>("least");
        QTest::newRow("beta") << QStringLiteral("beta_0.9.0.14621_r1") << 20;
        QTest::newRow("1.0.2") << QStringLiteral("1.0.2.16223_TvT") << 40;
        QTest::newRow("1.5.2") << QStringLiteral("1.5.2.22875") << 20;
    }
    void tellsBuildOrdersOfOldReplays()
    {
        QFETCH(QString, replay);
        QFETCH(int, least);
        const DerivedEvents story = tell(*this->replay(replay));
        const auto built = ofKind(story, DerivedKind::Build);
        QVERIFY2(int(built.size()) >= least, qPrintable(QString::number(built.size())));
        for (const model::Event* event : built)
            QVERIFY(event->data[QLatin1String("ordered")].toBool());
        QVERIFY(!ofKind(story, DerivedKind::Train).empty());
        QVERIFY(!ofKind(story, DerivedKind::FirstOfKind).empty());
    }

    void tellsQuickly()
    {
        const ReplayData* data = replay(QStringLiteral("5.0.0.80949_TvZ"));
        QBENCHMARK { tell(*data); }
    }
};

} // namespace tst_sc2_story_shared

GHOSTLINE_TEST(tst_sc2_story_shared, TestSc2StoryShared)
#include "tst_sc2_story_shared.moc"
