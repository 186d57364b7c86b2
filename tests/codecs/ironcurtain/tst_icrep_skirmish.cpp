// SPDX-License-Identifier: GPL-3.0-or-later
// The made-up match: the same everywhere, such as a match can be, small, and whole when it is opened.
#include "codecs/ironcurtain/integrity/checks.h"
#include "codecs/ironcurtain/ironcurtain_codec.h"
#include "codecs/ironcurtain/sample/crowd.h"
#include "codecs/ironcurtain/sample/skirmish.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

namespace tst_icrep_skirmish {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

constexpr qint64 MostBytes = 4LL << 20;

QString opened(const QString& path, std::shared_ptr<const ReplayFile>& file)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return bytes.error().message;
    auto read = ReplayFile::open(std::move(*bytes), {}, {});
    if (!read)
        return read.error().message;
    file = *read;
    return {};
}

QString hashAfter(std::uint64_t seed, int players, SimTick ticks)
{
    Skirmish match({seed, players, ticks, 96});
    while (match.step()) {
    }
    const StateHash hash = stateHash(match.state());
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(hash.data()), static_cast<qsizetype>(hash.size())).toHex());
}

} // namespace

class TestIcrepSkirmish : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

private Q_SLOTS:
    void sameForTheSameSeed()
    {
        QCOMPARE(hashAfter(1, 4, 3000), hashAfter(1, 4, 3000));
        QVERIFY(hashAfter(1, 4, 600) != hashAfter(2, 4, 600));
    }

    /// Known here, so that another compiler's match must be this one.
    void sameEverywhere()
    {
        QCOMPARE(hashAfter(1, 2, 3000),
                 QStringLiteral("0888371984dd87d4f884ae2d320db2f49de6a778ef04c45a0a82d6cceafa1467"));
    }

    void tellsAWholeStory_data()
    {
        QTest::addColumn<int>("players");
        for (int players = 2; players <= 4; ++players)
            QTest::addRow("%d players", players) << players;
    }
    void tellsAWholeStory()
    {
        QFETCH(int, players);
        SkirmishSettings settings;
        settings.players = players;
        Skirmish match(settings);
        std::array<std::uint64_t, AnalysisKinds> counts{};
        std::map<OrderKind, int> orders;
        std::set<UnitTag> there;
        std::set<std::uint16_t> generations;
        SimTick last = 0;
        while (match.step()) {
            last = match.tick();
            for (const AnalysisEvent& event : match.events()) {
                QCOMPARE(event.tick, last);
                ++counts[event.body.index()];
                if (const auto* sample = std::get_if<UnitPositionSample>(&event.body))
                    QVERIFY(sample->units.size() <= MaxSampledUnits);
                if (const auto* birth = std::get_if<UnitCreated>(&event.body))
                    QVERIFY(there.insert(birth->unit).second);
                if (const auto* birth = std::get_if<ConstructionStarted>(&event.body))
                    QVERIFY(there.insert(birth->unit).second);
                if (const auto* death = std::get_if<UnitDestroyed>(&event.body)) {
                    QCOMPARE(there.erase(death->unit), std::size_t{1});
                    generations.insert(death->unit.generation);
                }
            }
            for (const Order& order : match.orders().orders)
                ++orders[order.kind];
        }
        QCOMPARE(last, settings.ticks);
        for (std::uint32_t kind = 0; kind < AnalysisKinds; ++kind)
            QVERIFY2(counts[kind] > 0, analysisKindName(kind));
        QVERIFY(generations.size() > 1); // indices are used again
        for (const OrderKind kind : {OrderKind::Move, OrderKind::Attack, OrderKind::ChatMessage,
                                     OrderKind::Vote, OrderKind::GameOrder})
            QVERIFY2(orders[kind] > 0, orderKindName(static_cast<std::uint32_t>(kind)));
        // Hands that a person could have.
        const int perMinute =
            (orders[OrderKind::Move] + orders[OrderKind::Attack] + orders[OrderKind::GameOrder]) / 20 /
            players;
        QVERIFY2(perMinute >= 15 && perMinute <= 150, qPrintable(QString::number(perMinute)));
        int silent = 0;
        bool talked = false;
        for (const Skirmish::Talk& talk : match.talk()) {
            silent += talk.consented ? 0 : 1;
            QVERIFY(talk.consented || talk.frames.empty());
            talked = talked || !talk.frames.empty();
        }
        QCOMPARE(silent, 1);
        QVERIFY(talked);
    }

    void isWholeWhenOpened_data()
    {
        QTest::addColumn<bool>("chained");
        QTest::addColumn<bool>("journal");
        QTest::newRow("cumulative") << false << false;
        QTest::newRow("chained") << true << false;
        QTest::newRow("journal") << false << true;
    }
    void isWholeWhenOpened()
    {
        QFETCH(bool, chained);
        QFETCH(bool, journal);
        SkirmishSettings settings;
        settings.ticks = 4000;
        WriteSettings write;
        write.deltas = chained ? DeltaMode::Chained : DeltaMode::Cumulative;
        const QString out = path("match.icrep");
        const auto done = recordSkirmish(settings, write, out, journal);
        QVERIFY2(done, done ? "" : qPrintable(done.error().message));
        QVERIFY(!QFileInfo::exists(out + QStringLiteral(".journal")));
        std::shared_ptr<const ReplayFile> file;
        QCOMPARE(opened(out, file), QString());
        QCOMPARE(file->form(), journal ? ReplayFile::Form::Journal : ReplayFile::Form::Finalised);
        QCOMPARE(file->lastTick(), settings.ticks);
        QVERIFY(file->damages().empty());
        const KeyframeStore store(file);
        const auto checked = checkIntegrity(*file, store, {}, {}, {});
        QVERIFY(checked);
        for (const model::Verdict& verdict : checked->verdicts)
            QVERIFY2(!verdict.frame, qPrintable(verdict.check + QStringLiteral(": ") + verdict.detail));
        const auto source = IronCurtainCodec().open(std::move(*model::openFile(out)), {});
        QVERIFY(source);
        const auto index = (*source)->waitComplete();
        QVERIFY(index);
        QCOMPARE((*index)->frames(), static_cast<model::FrameNumber>(settings.ticks) + 1);
        QVERIFY((*index)->lost.empty());
    }

    void wholeMatchIsSmall()
    {
        SkirmishSettings settings;
        settings.players = 4;
        const QString out = path("long.icrep");
        QVERIFY(recordSkirmish(settings, {}, out, false));
        QVERIFY2(QFileInfo(out).size() <= MostBytes, qPrintable(QString::number(QFileInfo(out).size())));
    }

    void crowdsMarch()
    {
        const QString out = path("crowd.icrep");
        const auto done = recordCrowd(3, 400, 3200, {}, out);
        QVERIFY2(done, done ? "" : qPrintable(done.error().message));
        std::shared_ptr<const ReplayFile> file;
        QCOMPARE(opened(out, file), QString());
        QVERIFY(file->damages().empty());
        QCOMPARE(file->lastTick(), SimTick{3200});
        const KeyframeStore store(file);
        const auto state = store.restore(10, nullptr, {});
        QVERIFY(state);
        QCOMPARE((*state)->entities.size(), std::size_t{400});
        const auto moving = std::count_if((*state)->entities.begin(), (*state)->entities.end(),
                                          [](const Entity& e) { return e.components.motion()->moving; });
        QVERIFY2(moving > 4 && moving < 60, qPrintable(QString::number(moving)));
    }
};

} // namespace tst_icrep_skirmish

GHOSTLINE_TEST(tst_icrep_skirmish, TestIcrepSkirmish)
#include "tst_icrep_skirmish.moc"
