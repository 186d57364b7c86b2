// SPDX-License-Identifier: GPL-3.0-or-later
// What the background finds: keyframes that cannot be restored, units that come and go without a word, and a
// device that fails on the way.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"
#include "codecs/ironcurtain/replay/keyframe_scan.h"
#include "model/replay/keyframe_index.h"
#include "tests/codecs/ironcurtain/made_match.h"
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_icrep_load {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using test::MadeDelta;
using test::MadeKeyframe;
using test::MadeState;
using test::smallState;

namespace {

using SourcePtr = std::unique_ptr<model::ReplaySource>;

/// Read to the end; null, with the reason printed, when it cannot be opened.
SourcePtr wholeSource(std::unique_ptr<model::ByteSource> bytes)
{
    auto source = IronCurtainSource::open(std::move(bytes), {});
    if (!source) {
        qInfo("%s", qPrintable(source.error().message));
        return nullptr;
    }
    return (*source)->waitComplete() ? std::move(*source) : nullptr;
}

SourcePtr wholeSource(Bytes bytes)
{
    return wholeSource(std::make_unique<model::MemorySource>(std::move(bytes)));
}

MadeKeyframe fullOf(const MadeState& state) { return {state.tick, true, encodeFull(state.state())}; }
MadeKeyframe deltaOf(const MadeDelta& delta) { return {delta.tick, false, delta.bytes()}; }

model::FrameRange lifeOf(const model::ReplayIndex& index, UnitTag tag)
{
    for (const model::ActorInfo& actor : index.info->cast) {
        if (actor.kind != model::ActorKind::Player && actor.kind != model::ActorKind::Camera &&
            static_cast<std::uint64_t>(actor.nativeId) == tag.key())
            return actor.life;
    }
    return {};
}

/// Those with the code whose message has the text.
std::vector<model::Diagnostic> told(const model::ReplayIndex& index, const char* code, const char* text)
{
    std::vector<model::Diagnostic> found;
    for (const model::Diagnostic& one : index.diagnostics) {
        if (one.code == QLatin1String(code) && one.message.contains(QLatin1String(text)))
            found.push_back(one);
    }
    return found;
}

/// Cannot read what begins at one place.
class FailingAt final : public model::ByteSource
{
public:
    FailingAt(Bytes bytes, std::uint64_t at) : m_bytes(std::move(bytes)), m_at(at) {}
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override
    {
        if (offset == m_at)
            return model::fail(model::ErrorCode::IoError, QStringLiteral("the disk is gone"));
        return m_bytes.read(offset, out, stop);
    }
    std::uint64_t size() const override { return m_bytes.size(); }
    model::Identity identity() const override { return m_bytes.identity(); }
    model::Result<std::unique_ptr<ByteSource>> sibling(std::string_view name,
                                                       std::stop_token stop) const override
    {
        return m_bytes.sibling(name, stop);
    }

private:
    model::MemorySource m_bytes;
    std::uint64_t m_at;
};

} // namespace

class TestIcrepLoad : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatCannotBeRestoredIsNamed_data()
    {
        QTest::addColumn<int>("broken");
        QTest::newRow("changes a unit that is not there") << 0;
        QTest::newRow("strings with a gap") << 1;
        QTest::newRow("removes a unit that is not there") << 2;
        QTest::newRow("another baseline") << 3;
    }
    void whatCannotBeRestoredIsNamed()
    {
        QFETCH(int, broken);
        // Every delta's tags can be read: only applying it shows what is wrong.
        const SimState start = smallState().state();
        MadeDelta sound;
        sound.tick = 300;
        sound.baselineHash = stateHash(start);
        MadeDelta bad = sound;
        bad.tick = 600;
        if (broken == 0)
            bad.changes = {{{77, 1}, {{1, test::placeOf(1, 1)}}, false, false}};
        else if (broken == 1)
            bad.stringsFrom = 9;
        else if (broken == 2)
            bad.changes = {{{77, 1}, {}, false, true}};
        else
            bad.baselineHash[0] ^= std::byte{1};
        const auto source = wholeSource(
            test::fileOf({fullOf(smallState()), deltaOf(sound), deltaOf(bad), fullOf(smallState(900))}));
        QVERIFY(source);
        const auto index = source->index();
        const auto damages = told(*index, "damaged", "keyframes: ");
        QCOMPARE(damages.size(), std::size_t{1});
        QVERIFY2(damages[0].message.contains(QStringLiteral("the keyframe of tick 600")),
                 qPrintable(damages[0].message));
        QCOMPARE(damages[0].where.offset.value_or(0), index->keyframes[2].offset);
        QCOMPARE(damages[0].where.frame.value_or(0), 600);
        QCOMPARE(index->lost.size(), std::size_t{1});
        QCOMPARE(index->lost[0].frames, (model::FrameRange{600, 900}));
        // It is only a place to go on from: nothing at it is exact.
        QCOMPARE(index->keyframes.count(), 4);
        QCOMPARE(index->keyframes.recordedCount(), 3);
        QCOMPARE(index->keyframes.deltaCount(), 1);
        QCOMPARE(index->keyframes.recordedAt(700), 1);
        const auto segment = source->readSegment(2, nullptr, {});
        QVERIFY(segment);
        model::WorldState state;
        (*segment)->sample({600, 0.0}, model::SamplePolicy::Interpolate, state);
        QVERIFY(std::find(state.provenance.begin(), state.provenance.end(), model::Provenance::Exact) ==
                state.provenance.end());
    }

    void deltasWithoutAFullOneAreNamed()
    {
        // The full one that they build on is not in the file.
        MadeDelta first;
        first.tick = 300;
        first.baselineHash = stateHash(smallState().state());
        MadeDelta second = first;
        second.tick = 600;
        const auto source =
            wholeSource(test::fileOf({deltaOf(first), deltaOf(second), fullOf(smallState(900))}));
        QVERIFY(source);
        const auto index = source->index();
        for (const char* const name : {"the keyframe of tick 300", "the keyframe of tick 600"})
            QCOMPARE(told(*index, "damaged", name).size(), std::size_t{1});
        QVERIFY(std::any_of(index->lost.begin(), index->lost.end(),
                            [](const model::LostSpan& lost) { return lost.frames.contains(899); }));
    }

    void aDeviceThatFailsEndsNobody()
    {
        Lives lives;
        KeyframeScan scan(lives, Kinds());
        scan.add(std::make_shared<const SimState>(smallState().state()));
        MadeState later = smallState(300);
        later.entities.erase(later.entities.begin());
        scan.add(std::make_shared<const SimState>(later.state()));
        scan.breakOff();
        scan.apply(lives, 900);
        for (std::size_t i = 0; i < lives.count(); ++i)
            QCOMPARE(lives[i].end, SimTick{901});
        QVERIFY(lives.count() > 1);
    }

    void aVehicleMayUnfoldToABuilding()
    {
        const Lives lives;
        KeyframeScan scan(lives, Kinds());
        MadeState state = smallState();
        const UnitTag tag = state.entities.begin()->first;
        scan.add(std::make_shared<const SimState>(state.state()));
        QVERIFY(!scan.kinds().type(2).kindKnown);
        state.tick = 300;
        state.entities[tag] = {{0, test::identityOf(2, 0, static_cast<std::uint8_t>(UnitKind::Building))}};
        scan.add(std::make_shared<const SimState>(state.state()));
        QVERIFY(scan.kinds().type(2).kindKnown);
        QCOMPARE(scan.kinds().type(2).kind, UnitKind::Building);
    }

    void aBirthToldBehindAKeyframeIsBelieved()
    {
        // In the keyframe of 300, not in that of 600, created at 700.
        constexpr UnitTag Tag{5, 1};
        Lives lives;
        lives.add({700, UnitCreated{Tag, 1, 0, {}}});
        lives.finish(900);
        KeyframeScan scan(lives, Kinds());
        for (const SimTick tick : {SimTick{300}, SimTick{600}, SimTick{900}}) {
            MadeState state;
            state.tick = tick;
            if (tick == 300)
                state.entities[Tag] = {{0, test::identityOf(1, 0)}};
            scan.add(std::make_shared<const SimState>(state.state()));
        }
        Lives after = lives;
        scan.apply(after, 900);
        QCOMPARE(after[0].first, SimTick{700});
        QCOMPARE(after[0].end, SimTick{900});
    }

    void aUnitThatVanishesInADeltaIsGone()
    {
        MadeDelta first;
        first.tick = 300;
        first.changes = {{{3, 1}, {}, false, true},
                         {{4, 1}, {{0, test::identityOf(1, 2)}}, true, false},
                         {{9, 2}, {}, false, true}};
        // Like the first, relative to tick 0: 9:2 is there again, and 4:1 is not any more.
        MadeDelta second;
        second.tick = 600;
        second.changes = {{{3, 1}, {}, false, true}};
        const auto source =
            wholeSource(test::fileOf({fullOf(smallState()), deltaOf(first), deltaOf(second)}, false));
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(lifeOf(*index, {3, 1}), (model::FrameRange{0, 300}));
        QCOMPARE(lifeOf(*index, {4, 1}), (model::FrameRange{300, 600}));
        QCOMPARE(lifeOf(*index, {9, 2}), (model::FrameRange{0, 601}));
    }

    void whatEventsTellIsHeldAgainstKeyframes()
    {
        constexpr UnitTag Unseen{5, 1};
        constexpr UnitTag Back{6, 1};
        constexpr UnitTag Killed{7, 1};
        constexpr UnitTag Late{8, 1};
        Lives lives;
        for (const auto& [tick, tag] :
             {std::pair{SimTick{310}, Unseen}, {SimTick{320}, Back}, {SimTick{330}, Killed}})
            lives.add({tick, UnitCreated{tag, 1, 0, {}}});
        lives.add({900, UnitCreated{Late, 1, 0, {}}}); // at a keyframe's tick: the next one decides
        lives.add({800, UnitDestroyed{Killed, std::nullopt, std::nullopt}});
        lives.finish(1000);
        KeyframeScan scan(lives, Kinds());
        for (const SimTick tick : {SimTick{300}, SimTick{600}, SimTick{900}}) {
            MadeState state;
            state.tick = tick;
            if (tick == 900)
                state.entities[Back] = {{0, test::identityOf(1, 0)}};
            scan.add(std::make_shared<const SimState>(state.state()));
        }
        QVERIFY(scan.any());
        QVERIFY(scan.kinds().type(1).kindKnown);
        Lives after = lives;
        scan.apply(after, 1000);
        const auto end = [&after](UnitTag tag) {
            return after[static_cast<std::size_t>(after.find(tag))].end;
        };
        QCOMPARE(end(Unseen), SimTick{600});
        QCOMPARE(end(Back), SimTick{1001});
        QCOMPARE(end(Killed), SimTick{800});
        QCOMPARE(end(Late), SimTick{1001});
        QCOMPARE(after.leftOut(), std::uint64_t{0});
    }

    void aScanFindsNoMoreThanThereIsRoomFor()
    {
        Lives lives(2);
        lives.startWith({1, 1}, std::nullopt);
        KeyframeScan scan(lives, Kinds());
        MadeState state = smallState(300);
        state.entities[{1, 1}] = state.entities.begin()->second;
        scan.add(std::make_shared<const SimState>(state.state()));
        Lives after = lives;
        scan.apply(after, 300);
        QCOMPARE(after.count(), std::size_t{2});
        QCOMPARE(after.leftOut(), std::uint64_t{1});
    }

    void powersOfTheMiddleAreKnown()
    {
        MadeState middle = smallState(300);
        for (PlayerState& player : middle.players)
            player.powers->push_back({2, 60, PowerState::Ready});
        const auto source =
            wholeSource(test::fileOf({fullOf(smallState()), fullOf(middle), fullOf(smallState(600))}));
        QVERIFY(source);
        const auto index = source->index();
        QCOMPARE(index->info->actorProperties.size(), powerState(2).index());
        const auto segment = source->readSegment(1, nullptr, {});
        QVERIFY(segment);
        model::WorldState state;
        (*segment)->sample({300, 0.0}, model::SamplePolicy::Interpolate, state);
        QVERIFY(!state.propertiesOf(0)[powerState(1).index()].absent());
    }

    void resourcesHaveTheNamesOfTheirKeyframe()
    {
        MadeState first = smallState();
        first.map.cells[3] = {1, 1, 300};
        MadeState second = first;
        second.tick = 300;
        second.map.resourceKinds = {1};
        const auto source = wholeSource(test::fileOf({fullOf(first), fullOf(second)}));
        QVERIFY(source);
        for (const auto& [keyframe, name] : {std::pair{0, "ore"}, {1, "2tnk"}, {0, "ore"}}) {
            const auto segment = source->readSegment(keyframe, nullptr, {});
            QVERIFY(segment);
            model::WorldState state;
            (*segment)->sample({(*segment)->frames().first, 0.0}, model::SamplePolicy::Interpolate, state);
            QCOMPARE(state.grids.size(), std::size_t{1});
            QCOMPARE(state.grids[0]->kinds->front().name, QLatin1String(name));
        }
    }

    void oddFlagsAreToldOnce()
    {
        Bytes bytes = test::fileOf({fullOf(smallState())});
        bytes[7] |= std::byte{0x04};
        const auto source = wholeSource(std::move(bytes));
        QVERIFY(source);
        const auto& all = source->index()->diagnostics;
        QCOMPARE(std::count_if(all.begin(), all.end(),
                               [](const model::Diagnostic& one) {
                                   return one.message.contains(QLatin1String("flags"));
                               }),
                 1);
    }

    void aDeviceThatFailsIsNoDamage_data()
    {
        QTest::addColumn<QString>("part");
        for (const char* const part : {"orders", "voice", "keyframes"})
            QTest::newRow(part) << QString::fromLatin1(part);
    }
    void aDeviceThatFailsIsNoDamage()
    {
        QFETCH(QString, part);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("match.icrep"));
        QVERIFY(!test::recordMade({}, path));
        const auto file = test::openPath(path);
        QVERIFY(file);
        std::uint64_t at = 0;
        if (part == QLatin1String("keyframes")) {
            at = file->keyframes()[1].offset; // not the first, not the last
        } else {
            const auto kind = part == QLatin1String("orders") ? ChunkKind::Orders : ChunkKind::Voice;
            const auto chunks = file->chunks(kind, {});
            QVERIFY(chunks && !chunks->empty());
            at = chunks->front().offset + ChunkHeadBytes;
        }
        const auto source = wholeSource(std::make_unique<FailingAt>(test::fileBytes(path), at));
        QVERIFY(source);
        const auto index = source->index();
        const auto failures = told(*index, "read-error", "the disk is gone");
        QCOMPARE(failures.size(), std::size_t{1});
        QVERIFY2(failures[0].message.startsWith(part), qPrintable(failures[0].message));
        QVERIFY(told(*index, "damaged", "").empty());
        // What could not be counted is not missing.
        QVERIFY(told(*index, "frames-missing", "").empty());
        QCOMPARE(index->info->metadata.contains(QStringLiteral("orders")), part != QLatin1String("orders"));
    }
};

} // namespace tst_icrep_load

GHOSTLINE_TEST(tst_icrep_load, TestIcrepLoad)
#include "tst_icrep_load.moc"
