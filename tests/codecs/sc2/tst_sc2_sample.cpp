// SPDX-License-Identifier: GPL-3.0-or-later
// The made-up ladder game: the same everywhere, such as a game can be, and whole when it is opened.
#include "codecs/io/sample_random.h"
#include "codecs/sc2/events/derived_kinds.h"
#include "codecs/sc2/events/observer_pages.h"
#include "codecs/sc2/game/ids.h"
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/whole_replay.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <map>
#include <set>

namespace tst_sc2_sample {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;
using model::FrameNumber;

namespace {

constexpr FrameNumber Loops = 8064;

QStringList linesOf(const model::ReplayIndex& index, DerivedKind kind)
{
    QStringList out;
    for (const model::Event& event : index.events->events) {
        if (index.events->kinds[static_cast<std::size_t>(event.kind)].id == derivedKindId(kind))
            out.append(event.text);
    }
    return out;
}

std::vector<std::byte> memberOf(const LadderGame& game, std::string_view name)
{
    for (const MpqWriteMember& member : game.members) {
        if (member.name == name)
            return member.bytes;
    }
    return {};
}

} // namespace

class TestSc2Sample : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void sameEverywhere();
    void otherSeedsOtherGames();
    void opensWhole();
    void saysWhoPlayed();
    void observedByPage();
    void pagesFollowWhatWasRead();
    void lanesOfTheirOwn();
    void tellsTheStory();
    void figuresFollowUnits();
    void goesOnFromAReplay();
    void anyOrder();
    void namesCommands();
    void countsHands();
    void bothWays();
    void streamsAreCounted();
    void lengths_data();
    void lengths();
    void archives_data();
    void archives();

private:
    OpenedReplay m_replay;
    std::shared_ptr<const model::ReplayIndex> m_index;
    std::shared_ptr<const model::Segment> m_segment;
};

void TestSc2Sample::initTestCase()
{
    auto opened = openReplay(ladderBytes());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    m_replay = std::move(*opened);
    const auto whole = m_replay->waitComplete();
    QVERIFY(whole.has_value());
    m_index = *whole;
    const auto segment = m_replay->readSegment(0, nullptr, {});
    QVERIFY(segment.has_value());
    m_segment = *segment;
}

void TestSc2Sample::sameEverywhere()
{
    QVERIFY(makeLadderGame() == ladderBytes());
    QVERIFY2(ladderBytes().size() < 60'000, "the bundled sample is to stay small");
}

void TestSc2Sample::otherSeedsOtherGames()
{
    LadderOptions other;
    other.seed = 6;
    const LadderGame first = playLadderGame();
    const LadderGame second = playLadderGame(other);
    QVERIFY(memberOf(first, "replay.game.events") != memberOf(second, "replay.game.events"));
    QCOMPARE(problemWithBytes(makeLadderGame(other)), QString());
}

void TestSc2Sample::opensWhole()
{
    QVERIFY(m_index->complete && !m_index->lostData());
    QVERIFY2(m_index->diagnostics.empty(),
             m_index->diagnostics.empty() ? "" : qPrintable(m_index->diagnostics.front().message));
    QCOMPARE(m_index->frames(), Loops + 1);
    QCOMPARE(m_segment->frames(), (model::FrameRange{0, Loops + 1}));
    // Six minutes on the clock on the wall.
    QCOMPARE(m_index->timeAxis.duration(), model::Micros{360'000'000});
    QCOMPARE(problemWith(*m_replay, 40), QString());
}

void TestSc2Sample::saysWhoPlayed()
{
    const model::ReplayInfo& info = *m_index->info;
    QCOMPARE(info.map, QStringLiteral("Amber Terrace"));
    QCOMPARE(info.players.size(), std::size_t{2});
    QCOMPARE(info.players[0].name, QStringLiteral("Ada"));
    QCOMPARE(info.players[1].name, QStringLiteral("Ben"));
    QCOMPARE(info.players[0].result, QStringLiteral("Win"));
    QCOMPARE(info.players[1].result, QStringLiteral("Loss"));
    QVERIFY(!info.players[0].resultInferred);
    QCOMPARE(info.teams.size(), std::size_t{2});
    QString facts;
    for (const model::PlayerCard& card : info.players) {
        for (const auto& [label, value] : card.facts)
            facts += label + QLatin1Char('=') + value + QLatin1Char('\n');
    }
    for (const char* part : {"Terran", "Zerg", "4100", "4080"})
        QVERIFY2(facts.contains(QLatin1String(part)), part);
    QVERIFY(!info.census.empty() && !info.eventColumns.empty());
}

/// Every page has figures of both players, and every figure is one that players have.
void TestSc2Sample::observedByPage()
{
    const model::ReplayInfo& info = *m_index->info;
    QStringList ids;
    for (const model::ObserverPage& page : info.observer)
        ids << page.id;
    QCOMPARE(ids,
             (QStringList{QStringLiteral("army"), QStringLiteral("production"), QStringLiteral("economy"),
                          QStringLiteral("supply"), QStringLiteral("score"), QStringLiteral("apm")}));
    model::WorldState state;
    m_segment->sample({7000, 0.0}, model::SamplePolicy::Hold, state);
    for (const model::ObserverPage& page : info.observer) {
        int compact = 0;
        for (const model::ObserverFigure& figure : page.figures) {
            QVERIFY(figure.property >= id(ActorProperty::FirstPlayerProperty));
            QVERIFY2(!state.value(0, figure.property).absent() && !state.value(1, figure.property).absent(),
                     qPrintable(page.id + u' ' + figure.shortName));
            compact += figure.from == model::Density::Compact ? 1 : 0;
        }
        QVERIFY2(compact >= 1 && compact <= 2, qPrintable(page.id));
        QVERIFY(!page.graphs.empty());
        for (const model::ActorPropertyId graph : page.graphs)
            QVERIFY(info.property(graph) != nullptr && info.property(graph)->plottable());
    }
    QVERIFY(info.observer[0].census);
    // What is being built is listed with how far it is.
    const model::ObserverListing& listing = info.observer[1].listing;
    int busy = 0;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const bool told = !state.value(row, listing.what).absent();
        QCOMPARE(told, !state.value(row, listing.progress).absent());
        busy += told ? 1 : 0;
    }
    QVERIFY(busy > 0);
    QVERIFY(!m_index->tables->empty());
}

void TestSc2Sample::pagesFollowWhatWasRead()
{
    ReplayData nothing;
    QVERIFY(observerPages(nothing).empty());
    ReplayData reports;
    reports.hasTracker = true;
    QCOMPARE(observerPages(reports).size(), std::size_t{5});
    ReplayData commands;
    commands.actions.rates.resize(2);
    QVERIFY(observerPages(commands).empty()); // nobody did anything
    commands.actions.rates[1].resize(1);
    QCOMPARE(observerPages(commands).size(), std::size_t{1});
    QCOMPARE(observerPages(commands).front().id, QStringLiteral("apm"));
}

void TestSc2Sample::lanesOfTheirOwn()
{
    std::map<QString, std::set<QString>> lanes;
    for (const model::EventKind& kind : m_index->events->kinds) {
        if (!kind.lane.isEmpty())
            lanes[kind.lane].insert(kind.id);
    }
    const std::map<QString, std::set<QString>> wanted{
        {QStringLiteral("Control groups"), {derivedKindId(DerivedKind::ControlGroup)}},
        {QStringLiteral("Supply blocks"), {derivedKindId(DerivedKind::SupplyBlock)}},
        {QStringLiteral("Talk"), {derivedKindId(DerivedKind::Chat), derivedKindId(DerivedKind::Ping)}}};
    QVERIFY(lanes == wanted);
}

void TestSc2Sample::tellsTheStory()
{
    QVERIFY(linesOf(*m_index, DerivedKind::Fight).size() >= 3);
    const QStringList chat = linesOf(*m_index, DerivedKind::Chat);
    QCOMPARE(chat.size(), 3);
    QVERIFY(chat.first().contains(QStringLiteral("gl hf")) && chat.last().contains(QStringLiteral("gg")));
    QCOMPARE(linesOf(*m_index, DerivedKind::Ping).size(), 1);
    QCOMPARE(linesOf(*m_index, DerivedKind::Upgrade).size(), 2);
    QCOMPARE(linesOf(*m_index, DerivedKind::Leave).size(), 2);
    QCOMPARE(linesOf(*m_index, DerivedKind::CameraSaved).size(), 3);
    QCOMPARE(linesOf(*m_index, DerivedKind::Expansion).size(), 3);
    QVERIFY(linesOf(*m_index, DerivedKind::SupplyBlock).size() >= 1);
    QVERIFY(linesOf(*m_index, DerivedKind::Build).size() >= 20);
    QVERIFY(linesOf(*m_index, DerivedKind::Train).size() >= 100);
    QVERIFY(linesOf(*m_index, DerivedKind::Death).size() >= 50);
    // Every command has a name: nobody sees "ability 41/0".
    for (const model::Event& event : m_index->events->events)
        QVERIFY2(!event.text.contains(QStringLiteral("ability ")), qPrintable(event.text));
    // A fight says where, how long and who died.
    for (const model::Event& event : m_index->events->events) {
        if (m_index->events->kinds[static_cast<std::size_t>(event.kind)].id !=
            derivedKindId(DerivedKind::Fight))
            continue;
        QVERIFY(event.placed && event.length.count() > 0 && !event.data.isEmpty());
        QVERIFY(event.place.x > 0.0 && event.place.x < 120.0 && event.place.z < 0.0);
    }
}

/// What the game claims in its figures is what its units add up to.
void TestSc2Sample::figuresFollowUnits()
{
    const TrackerEvents tracker =
        parseTrackerEvents(memberOf(playLadderGame(), "replay.tracker.events"), 97425);
    QVERIFY(!tracker.failure);
    const UnitLives lives = buildLives(tracker);
    QVERIFY(tracker.stats.size() > 100);
    for (const TrackedStats& stats : tracker.stats) {
        int workers = 0;
        int army = 0;
        for (const UnitLife& life : lives.lives) {
            // Reports come last in their loop: who dies in it is not counted any more.
            if (life.first > stats.loop || life.end <= stats.loop || life.finished > stats.loop ||
                lives.ownerAt(life, stats.loop) != stats.player)
                continue;
            const UnitType* type = findUnitType(tracker.names[lives.typeAt(life, stats.loop)]);
            if (type == nullptr)
                continue;
            workers += type->unitClass == UnitClass::Worker ? 1 : 0;
            army += type->army ? type->worth() : 0;
        }
        QCOMPARE(stats[Stat::WorkersActive], workers);
        QCOMPARE(stats[Stat::MineralsUsedArmy] + stats[Stat::VespeneUsedArmy], army);
        QVERIFY(stats[Stat::Minerals] >= 0 && stats[Stat::Vespene] >= 0);
        QVERIFY(stats[Stat::FoodUsed] <= stats[Stat::FoodMade] || stats.loop > 7000); // depots may be lost
    }
}

/// Told from its start once more, with others under other user ids: the same game, and the resume in it.
void TestSc2Sample::goesOnFromAReplay()
{
    LadderOptions options;
    options.minutes = 2.5;
    const auto plain = openReplay(makeLadderGame(options));
    options.resumedAt = 1200;
    const auto resumed = openReplay(makeLadderGame(options));
    QVERIFY(plain && resumed);
    const auto was = (*plain)->waitComplete().value();
    const auto is = (*resumed)->waitComplete().value();
    const auto lines = [](const model::ReplayIndex& index, bool resumes) {
        QStringList out;
        for (const model::Event& event : index.events->events) {
            const QString kind = index.events->kinds[static_cast<std::size_t>(event.kind)].id;
            if ((kind == derivedKindId(DerivedKind::Resume)) == resumes)
                out.append(QStringLiteral("%1 %2 %3").arg(event.frame).arg(kind, event.text));
        }
        return out;
    };
    QCOMPARE(lines(*is, false), lines(*was, false));
    QCOMPARE(lines(*is, true),
             QStringList{QStringLiteral("1200 resume The game goes on from a replay, played by Ada and Cleo "
                                        "for Ben")});
    QCOMPARE(is->diagnostics.size(), std::size_t{1});
    QCOMPARE(is->diagnostics[0].code, QStringLiteral("resumed"));
    QVERIFY(!is->lostData());
    QCOMPARE(is->info->cast.size(), was->info->cast.size());
    model::WorldState before;
    model::WorldState after;
    for (const FrameNumber frame : {FrameNumber{900}, FrameNumber{1300}, was->frames() - 1}) {
        const auto stateAt = [frame](const model::ReplaySource& source, model::WorldState& state) {
            source.readSegment(0, nullptr, {})
                .value()
                ->sample({frame, 0.0}, model::SamplePolicy::Interpolate, state);
        };
        stateAt(**plain, before);
        stateAt(**resumed, after);
        QVERIFY2(sameState(before, after), qPrintable(QString::number(frame)));
    }
}

void TestSc2Sample::anyOrder()
{
    io::Random random(4);
    model::WorldState warm;
    for (int i = 0; i < 300; ++i) {
        const FrameNumber frame = random.below(Loops);
        const model::FrameTime at{frame, random.below(4) * 0.25};
        const auto policy = random.chance(0.3) ? model::SamplePolicy::Hold : model::SamplePolicy::Interpolate;
        m_segment->sample(at, policy, warm);
        model::WorldState fresh;
        m_segment->sample(at, policy, fresh);
        QVERIFY2(sameState(warm, fresh), qPrintable(QString::number(at.frame)));
    }
}

/// As events that are off at first, and in the records of the stream.
void TestSc2Sample::namesCommands()
{
    const auto& kinds = m_index->events->kinds;
    const auto kind = std::ranges::find(kinds, derivedKindId(DerivedKind::Command), &model::EventKind::id);
    QVERIFY(kind != kinds.end() && !kind->shownByDefault);
    std::map<QString, int> told;
    bool queued = false;
    for (const model::Event& event : m_index->events->events) {
        if (event.kind != kind - kinds.begin())
            continue;
        ++told[event.data[QLatin1String("command")].toString()];
        queued = queued || event.data[QLatin1String("queued")].toBool();
        QVERIFY(!event.actors.empty() && !event.data[QLatin1String("player")].toString().isEmpty());
        QCOMPARE(event.placed, event.data.contains(QLatin1String("target")));
    }
    for (const char* name : {"Right click", "Attack", "Build Barracks", "Train Marine"})
        QVERIFY2(told.contains(QLatin1String(name)), name);
    QVERIFY(queued);
    // The player themselves say what they told their units last.
    const auto property = std::ranges::find(m_index->info->actorProperties, QStringLiteral("last_command"),
                                            &model::PropertyInfo::id);
    QVERIFY(property != m_index->info->actorProperties.end());
    model::WorldState state;
    m_segment->sample({m_index->frames() - 1, 0.0}, model::SamplePolicy::Interpolate, state);
    const auto last = state.propertiesOf(0)[static_cast<std::size_t>(id(ActorProperty::LastCommand).index())];
    QVERIFY(told.contains(model::displayText(*property, last, *m_index->info->strings)));
    std::map<QString, int> dumped;
    QVERIFY(m_replay->readRecords(QStringLiteral("replay.game.events"),
                                  [&dumped](const model::Record& record) {
                                      if (record.data.contains(QLatin1String("command")))
                                          ++dumped[record.data[QLatin1String("command")].toString()];
                                      return true;
                                  },
                                  {}));
    QCOMPARE(dumped[QStringLiteral("Train Marine")] > 0, true);
    QVERIFY(dumped[QStringLiteral("Train Marine")] <= told[QStringLiteral("Train Marine")]);
}

/// The tables say what the events add up to.
void TestSc2Sample::countsHands()
{
    std::map<QString, std::map<QString, int>> events; ///< by kind and player
    for (const model::Event& event : m_index->events->events)
        ++events[m_index->events->kinds[static_cast<std::size_t>(event.kind)].id]
                [event.data[QLatin1String("player")].toString()];
    QStringList ids;
    for (const model::AnalysisTable& table : *m_index->tables) {
        ids << table.id;
        const bool commands = table.id == QLatin1String("commands");
        auto& counted = events[derivedKindId(commands ? DerivedKind::Command : DerivedKind::ControlGroup)];
        std::map<int, double> below;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const model::AnalysisRow& row = table.rows[i];
            QCOMPARE(row.cells.size(), table.columns.size());
            QVERIFY(row.frame && *row.frame < m_index->frames());
            double uses = row.cells[1].value;
            if (!commands)
                uses = row.cells[2].value + row.cells[3].value + row.cells[4].value + row.cells[5].value;
            if (row.parent < 0) {
                QCOMPARE(static_cast<int>(uses), counted[row.cells[0].text]);
                below[static_cast<int>(i)] = uses;
            } else {
                below[row.parent] -= uses;
            }
        }
        QCOMPARE(below.size(), std::size_t{2});
        for (const auto& [parent, left] : below)
            QCOMPARE(left, 0.0);
    }
    QCOMPARE(ids, (QStringList{QStringLiteral("commands"), QStringLiteral("control_groups")}));
    const auto enters = std::ranges::count_if(m_index->events->events, [this](const model::Event& event) {
        return m_index->events->kinds[static_cast<std::size_t>(event.kind)].id ==
               derivedKindId(DerivedKind::Enter);
    });
    QCOMPARE(enters, std::ptrdiff_t{2});
}

void TestSc2Sample::bothWays()
{
    std::vector<model::WorldState> there(400);
    const FrameNumber from = 6900;
    for (std::size_t i = 0; i < there.size(); ++i)
        m_segment->sample({from + static_cast<FrameNumber>(i), 0.0}, model::SamplePolicy::Hold, there[i]);
    model::WorldState back;
    for (std::size_t i = there.size(); i-- > 0;) {
        m_segment->sample({from + static_cast<FrameNumber>(i), 0.0}, model::SamplePolicy::Hold, back);
        QVERIFY(sameState(there[i], back));
    }
    QVERIFY2(!sameState(there.front(), there.back()), "nothing happened");
}

void TestSc2Sample::streamsAreCounted()
{
    const auto streams = m_replay->streams({});
    QVERIFY(streams.has_value());
    std::set<QString> names;
    for (const model::StreamInfo& stream : *streams) {
        std::map<QString, std::uint64_t> counted;
        const auto read = m_replay->readRecords(
            stream.name, [&](const model::Record& record) { return ++counted[record.name] > 0; }, {});
        QVERIFY(read.has_value());
        names.insert(stream.name);
        QCOMPARE(counted, stream.kinds);
    }
    for (const char* name : {"replay.game.events", "replay.message.events", "replay.tracker.events"})
        QVERIFY2(names.contains(QLatin1String(name)), name);
}

void TestSc2Sample::lengths_data()
{
    QTest::addColumn<double>("minutes");
    for (const double minutes : {0.001, 0.01, 0.1, 1.0, 3.0, 10.0})
        QTest::newRow(QByteArray::number(minutes).constData()) << minutes;
}

void TestSc2Sample::lengths()
{
    QFETCH(double, minutes);
    LadderOptions options;
    options.minutes = minutes;
    const LadderGame game = playLadderGame(options);
    const auto opened = openReplay(writeMpq(game.header, game.members, options.archive));
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
    QCOMPARE(problemWith(**opened), QString());
    const auto index = (*opened)->index();
    QCOMPARE(index->frames(), static_cast<FrameNumber>(game.loops) + 1);
    QVERIFY2(index->diagnostics.empty(),
             index->diagnostics.empty() ? "" : qPrintable(index->diagnostics.front().message));
}

void TestSc2Sample::archives_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("sectors");
    QTest::addColumn<int>("packing");
    for (const int format : {1, 3}) {
        for (const int packing : {0, 1, 2}) {
            for (const bool sectors : {false, true}) {
                QTest::addRow("format %d packing %d%s", format, packing, sectors ? " in sectors" : "")
                    << format << sectors << packing;
            }
        }
    }
}

/// However it is stored, it is the same game.
void TestSc2Sample::archives()
{
    QFETCH(int, format);
    QFETCH(bool, sectors);
    QFETCH(int, packing);
    LadderGame game = playLadderGame();
    MpqWriteOptions options;
    options.formatVersion = format;
    options.sectorShift = format == 1 ? 3 : 5;
    for (MpqWriteMember& member : game.members) {
        member.sectors = sectors;
        member.checksums = sectors;
        member.packing = static_cast<MpqPacking>(packing);
    }
    const auto opened = openReplay(writeMpq(game.header, game.members, options));
    QVERIFY(opened.has_value());
    const auto whole = (*opened)->waitComplete();
    QVERIFY(whole.has_value());
    QVERIFY((*whole)->diagnostics.empty());
    QCOMPARE((*whole)->events->events.size(), m_index->events->events.size());
    const auto segment = (*opened)->readSegment(0, nullptr, {});
    QVERIFY(segment.has_value());
    model::WorldState a;
    model::WorldState b;
    for (FrameNumber frame = 0; frame <= Loops; frame += 500) {
        m_segment->sample({frame, 0.0}, model::SamplePolicy::Hold, a);
        (*segment)->sample({frame, 0.0}, model::SamplePolicy::Hold, b);
        QVERIFY(sameState(a, b));
    }
}

} // namespace tst_sc2_sample

GHOSTLINE_TEST(tst_sc2_sample, TestSc2Sample)
#include "tst_sc2_sample.moc"
