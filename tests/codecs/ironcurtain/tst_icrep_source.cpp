// SPDX-License-Identifier: GPL-3.0-or-later
// Small matches as files: revisions, whom only keyframes know, a lost keyframe, a layout nobody knows.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"
#include "codecs/ironcurtain/sample/journal_writer.h"
#include "tests/codecs/ironcurtain/made_state.h"

#include "model/bytes/byte_sources.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_icrep_source {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using model::Provenance;
using model::SamplePolicy;
using test::MadeState;

namespace {

/// A journal of four keyframes: 3:1 and 9:2 from the start, 4:1 from 300 to 600, 5:1 told by events.
class MadeMatch
{
public:
    QJsonObject metadata{
        {QStringLiteral("game_speed"), QStringLiteral("normal")},
        {QStringLiteral("map_name"), QStringLiteral("Small")},
        {QStringLiteral("players"),
         QJsonArray{
             QJsonObject{{QStringLiteral("slot"), 0}, {QStringLiteral("name"), QStringLiteral("Zero")}},
             QJsonObject{{QStringLiteral("slot"), 2}, {QStringLiteral("name"), QStringLiteral("Two")}}}}};
    int fullEvery = 2;

    Bytes write() const
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("match.icrep"));
        WriteSettings settings;
        settings.fullEvery = fullEvery;
        auto writer = JournalWriter::create(path, metadata, settings, HasEvents, 50);
        if (!writer)
            return {};
        bool ok = true;
        const auto keep = [&ok](const model::Result<void>& done) { ok = ok && done.has_value(); };
        for (SimTick tick = 0; tick <= 900; ++tick) {
            if (tick == 450)
                keep((*writer)->event({tick, UnitCreated{{5, 1}, 1, 2, {1024, 1024, 0}}}));
            if (tick == 700)
                keep((*writer)->event({tick, UnitDestroyed{{5, 1}, std::nullopt, std::nullopt}}));
            OrderFrame frame;
            frame.tick = tick;
            keep((*writer)->frame(frame));
            if (tick % 300 == 0)
                keep((*writer)->keyframe(stateAt(tick)));
        }
        keep((*writer)->close());
        QFile file(path);
        if (!ok || !file.open(QIODevice::ReadOnly))
            return {};
        const QByteArray all = file.readAll();
        const auto* at = reinterpret_cast<const std::byte*>(all.constData());
        return {at, at + all.size()};
    }

private:
    static SimState stateAt(SimTick tick)
    {
        MadeState made = test::smallState(tick);
        if (tick == 300)
            made.entities[{4, 1}] = {{0, test::identityOf(1, 2)}, {1, test::placeOf(2048, 2048)}};
        if (tick == 600)
            made.entities[{5, 1}] = {{0, test::identityOf(1, 2)}, {1, test::placeOf(2048, 1024)}};
        return made.state();
    }
};

std::unique_ptr<model::ReplaySource> opened(Bytes bytes, const QString& option = {},
                                            const QString& value = {})
{
    model::OpenOptions options;
    if (!option.isEmpty())
        options.codec[option] = value;
    auto source = IronCurtainSource::open(std::make_unique<model::MemorySource>(std::move(bytes)), options);
    if (!source) {
        qInfo("%s", qPrintable(source.error().message));
        return nullptr;
    }
    return std::move(*source);
}

model::WorldState stateOf(const model::ReplaySource& source, model::FrameNumber frame,
                          SamplePolicy policy = SamplePolicy::Interpolate)
{
    model::WorldState state;
    const int keyframe = source.index()->keyframes.at(frame);
    if (const auto segment = source.readSegment(keyframe, nullptr, {}))
        (*segment)->sample({frame, 0.0}, policy, state);
    return state;
}

/// Tags of the units of a state, "3:1 9:2".
QString unitsOf(const model::ReplaySource& source, model::FrameNumber frame)
{
    const model::WorldState state = stateOf(source, frame);
    const auto info = source.index()->info;
    QStringList tags;
    for (std::size_t i = 2 * info->teams.size(); i < state.size(); ++i) {
        const auto key = static_cast<std::uint64_t>(info->cast[model::index(state.ids[i])].nativeId);
        tags += QStringLiteral("%1:%2").arg(key >> 16).arg(key & 0xFFFF);
    }
    tags.sort();
    return tags.join(QLatin1Char(' '));
}

bool says(const model::ReplayIndex& index, const char* code)
{
    return std::any_of(index.diagnostics.begin(), index.diagnostics.end(),
                       [code](const model::Diagnostic& one) { return one.code == QLatin1String(code); });
}

} // namespace

class TestIcrepSource : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everybodyIsThereFromWhenTheyAreKnown()
    {
        const auto source = opened(MadeMatch().write());
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QVERIFY(index->complete);
        QCOMPARE(index->frames(), model::FrameNumber{901});
        QCOMPARE(index->keyframes.count(), 4);
        QCOMPARE(index->keyframes[1].full, false);
        QCOMPARE(index->keyframes[1].baseline, -1);          // the store follows the links
        QCOMPARE(index->info->teams.size(), std::size_t{3}); // player 5 only in the keyframe
        QCOMPARE(unitsOf(*source, 0), QStringLiteral("3:1 9:2"));
        QCOMPARE(unitsOf(*source, 299), QStringLiteral("3:1 9:2"));
        QCOMPARE(unitsOf(*source, 300), QStringLiteral("3:1 4:1 9:2"));
        QCOMPARE(unitsOf(*source, 449), QStringLiteral("3:1 4:1 9:2"));
        QCOMPARE(unitsOf(*source, 450), QStringLiteral("3:1 4:1 5:1 9:2"));
        QCOMPARE(unitsOf(*source, 600), QStringLiteral("3:1 5:1 9:2"));
        QCOMPARE(unitsOf(*source, 699), QStringLiteral("3:1 5:1 9:2"));
        QCOMPARE(unitsOf(*source, 700), QStringLiteral("3:1 9:2"));
        QVERIFY(source->verify({}, {}).size() >= 5);
    }

    void actorsKeepTheirNumbers()
    {
        auto source = opened(MadeMatch().write());
        QVERIFY(source);
        const auto first = source->index();
        QVERIFY(source->waitComplete());
        const auto last = source->index();
        QVERIFY(last->revision >= first->revision);
        for (std::size_t i = 0; i < first->info->cast.size(); ++i) {
            QCOMPARE(last->info->cast[i].nativeId, first->info->cast[i].nativeId);
            QCOMPARE(last->info->cast[i].id, model::ActorId(i));
        }
        for (std::size_t i = 0; i < last->info->cast.size(); ++i)
            QVERIFY(!last->info->cast[i].name.isEmpty());
    }

    void withoutEventsKeyframesTellAll()
    {
        const auto source = opened(MadeMatch().write(), QStringLiteral("events"), QStringLiteral("false"));
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        QCOMPARE(unitsOf(*source, 450), QStringLiteral("3:1 4:1 9:2"));
        QCOMPARE(unitsOf(*source, 600), QStringLiteral("3:1 5:1 9:2"));
        QCOMPARE(unitsOf(*source, 899), QStringLiteral("3:1 5:1 9:2")); // gone by the next one
        QCOMPARE(unitsOf(*source, 900), QStringLiteral("3:1 9:2"));
        const auto withThem = opened(MadeMatch().write());
        QVERIFY(withThem && withThem->waitComplete());
        for (const model::FrameNumber tick : {0, 300, 600, 900})
            QCOMPARE(unitsOf(*source, tick), unitsOf(*withThem, tick));
    }

    void aLostKeyframeIsBridged()
    {
        Bytes bytes = MadeMatch().write();
        const auto whole = opened(bytes);
        QVERIFY(whole && whole->waitComplete());
        // The full keyframe of tick 600: its delta of 900 goes with it.
        const auto& entry = whole->index()->keyframes[2];
        for (std::uint64_t i = 8; i < entry.size; ++i)
            bytes[entry.offset + i] = std::byte{0xFF};
        const auto source = opened(std::move(bytes));
        QVERIFY(source && source->waitComplete());
        QVERIFY(source->index()->lostData());
        QVERIFY(!source->index()->lost.empty());
        const model::WorldState state = stateOf(*source, 650);
        QVERIFY(state.size() > 0);
        const auto row = state.row(source->index()->info->cast[6].id); // 3:1
        QVERIFY(row >= 0);
        QCOMPARE(state.provenance[static_cast<std::size_t>(row)], Provenance::Held);
        const model::WorldState exact = stateOf(*source, 300);
        QCOMPARE(exact.provenance[6], Provenance::Exact);
    }

    void anUnknownLayoutLeavesEvents()
    {
        MadeMatch match;
        Bytes bytes = match.write();
        const std::string known = "ra1-v1";
        const auto* text = reinterpret_cast<const char*>(bytes.data());
        const std::size_t at = std::string_view(text, bytes.size()).find(known);
        QVERIFY(at != std::string_view::npos);
        bytes[at + 5] = std::byte{'9'};
        const auto source = opened(std::move(bytes));
        QVERIFY(source && source->waitComplete());
        QVERIFY(says(*source->index(), "snapshot-layout-unknown"));
        QCOMPARE(unitsOf(*source, 449), QString());
        QCOMPARE(unitsOf(*source, 650), QStringLiteral("5:1"));
        const model::WorldState state = stateOf(*source, 450);
        QCOMPARE(state.positions.back().x, 1.0);
        QVERIFY(
            state.propertiesOf(state.size() - 1)[static_cast<std::size_t>(ActorProperty::Health)].absent());
        const auto scene = source->scene({});
        QVERIFY(scene && !scene->bounds.valid && !scene->note.isEmpty());
        QVERIFY(source->nativeState(10, {}));
    }

    void resourcesFollowKeyframes()
    {
        const auto source = opened(MadeMatch().write());
        QVERIFY(source && source->waitComplete());
        const auto scene = source->scene({});
        QVERIFY(scene);
        QCOMPARE(scene->grids.size(), std::size_t{1});
        QCOMPARE(scene->grids[0]->cellCount(), std::size_t{12});
        QCOMPARE(scene->bounds.max.x, 4.0);
        QCOMPARE(scene->bounds.max.z, 3.0);
        const model::WorldState state = stateOf(*source, 10);
        QCOMPARE(state.grids.size(), std::size_t{1});
        QCOMPARE(state.grids[0]->cellCount(), std::size_t{0}); // there are none
    }

    void wishesAreChecked()
    {
        const Bytes bytes = MadeMatch().write();
        QVERIFY(!opened(bytes, QStringLiteral("trust"), QStringLiteral("no key")));
        QVERIFY(opened(bytes, QStringLiteral("trust"), QString(64, QLatin1Char('a'))));
        const auto source = opened(bytes);
        QVERIFY(source);
        QVERIFY(!source->readSegment(4, nullptr, {}));
        QVERIFY(!source->readSegment(-1, nullptr, {}));
        QVERIFY(!source->report(QStringLiteral("nothing"), {}, {}));
        QVERIFY(source->report(QStringLiteral("votes"), {}, {}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(source->waitComplete() && source->waitComplete(stop.get_token()));
    }

    void cutAnywhereItOpensOrSaysWhyNot()
    {
        const Bytes bytes = MadeMatch().write();
        for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
            const auto source =
                opened(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
            if (!source)
                continue;
            QVERIFY(source->waitComplete());
            const auto index = source->index();
            for (model::FrameNumber frame = 0; frame < index->frames(); frame += 150)
                QVERIFY(stateOf(*source, frame).size() >= 2 * index->info->teams.size());
        }
    }
};

} // namespace tst_icrep_source

GHOSTLINE_TEST(tst_icrep_source, TestIcrepSource)
#include "tst_icrep_source.moc"
