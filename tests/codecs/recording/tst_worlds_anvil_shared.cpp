// SPDX-License-Identifier: GPL-3.0-or-later
// Real and made-up worlds of region files against what a decoder of its own found in them: every cell by one
// digest, counts by name, single places; and damaged ones.
#include "codecs/recording/worlds/world_file.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QtEndian>
#include <QtTest>

#include <map>
#include <set>

namespace tst_worlds_anvil_shared {

using namespace ghostline;
using namespace ghostline::recording;
using model::GridLayer;

namespace {

const QString Root = QStringLiteral("worlds/");

/// Every section that a world of `bounds` can have: none of their cells is left out.
WorldScope keepingAll(const QJsonObject& bounds)
{
    const auto corner = [&](const QString& key) {
        const QJsonArray at = bounds[key].toArray();
        return model::gridSectionOf({at[0].toInt(), at[1].toInt(), at[2].toInt()});
    };
    const glm::ivec3 low = corner(QStringLiteral("min"));
    const glm::ivec3 high = corner(QStringLiteral("max"));
    WorldScope scope;
    for (int y = low.y; y <= high.y; ++y) {
        for (int z = low.z; z <= high.z; ++z) {
            for (int x = low.x; x <= high.x; ++x)
                scope.edited.push_back({x, y, z});
        }
    }
    return scope;
}

/// As expected.json says: section by section in the order y, z, x, the states that occur and 4096 numbers.
QString digestOf(const GridLayer& layer)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const auto& section : layer.sections) {
        std::set<std::string> states;
        if (section->cells.size() < BlockWorld::SectionCells)
            states.insert(std::string()); // air
        for (const model::GridCell& cell : section->cells)
            states.insert((*layer.kinds)[cell.kind].name.toStdString());
        std::map<std::string, std::uint16_t> numbers;
        QByteArray head =
            QStringLiteral("%1 %2 %3").arg(section->at.x).arg(section->at.y).arg(section->at.z).toUtf8();
        for (const std::string& state : states) {
            numbers.emplace(state, static_cast<std::uint16_t>(numbers.size()));
            head += '\n' + QByteArray::fromStdString(state);
        }
        std::vector<std::uint16_t> cells(BlockWorld::SectionCells);
        for (const model::GridCell& cell : section->cells)
            cells[cell.place] = qToLittleEndian(numbers.at((*layer.kinds)[cell.kind].name.toStdString()));
        hash.addData(head + '\n');
        hash.addData(QByteArrayView(reinterpret_cast<const char*>(cells.data()),
                                    static_cast<qsizetype>(cells.size() * sizeof(cells[0]))));
    }
    return QString::fromLatin1(hash.result().toHex());
}

/// By name, without properties.
QJsonObject countsOf(const GridLayer& layer)
{
    std::map<QString, qint64> counts;
    for (const auto& section : layer.sections) {
        for (const model::GridCell& cell : section->cells)
            ++counts[(*layer.kinds)[cell.kind].name.section(u'[', 0, 0)];
    }
    QJsonObject out;
    for (const auto& [name, count] : counts)
        out[name] = count;
    return out;
}

} // namespace

class TestWorldsAnvilShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("worlds/expected.json"); }

    void worlds_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QJsonObject>("expected");
        const QJsonObject real =
            test::sharedJson(Root + QStringLiteral("expected.json"))[QLatin1String("files")].toObject();
        for (const QString& name : real.keys()) {
            const QJsonObject expected = real[name].toObject();
            if (name.startsWith(QLatin1String("real/anvil/")) &&
                expected[QLatin1String("blocks")].toInt() > 0)
                QTest::newRow(qPrintable(name)) << Root + name << expected;
        }
        const QJsonObject truth = test::sharedJson(Root + QStringLiteral("synthetic/truth.json"));
        const QJsonObject made = truth[QLatin1String("files")].toObject();
        for (const QString& name : made.keys()) {
            const QJsonObject file = made[name].toObject();
            if (name.startsWith(QLatin1String("anvil/")) && file[QLatin1String("folder")].toBool())
                QTest::newRow(qPrintable(name)) << Root + QStringLiteral("synthetic/") + name
                                                << truth[file[QLatin1String("of")].toString()].toObject();
        }
    }
    void worlds()
    {
        QFETCH(QString, path);
        QFETCH(QJsonObject, expected);
        BlockWorld world(keepingAll(expected[QLatin1String("bounds")].toObject()));
        const auto read = readAnvil(test::sharedData(path), world, {});
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(static_cast<int>(world.blockCount()), expected[QLatin1String("blocks")].toInt());
        const model::SceneDescription scene = world.finish(QStringLiteral("world"));
        QVERIFY2(!scene.note.contains(QLatin1String("could not")), qPrintable(scene.note));
        const GridLayer& layer = *scene.grids.at(0);
        QCOMPARE(countsOf(layer), expected[QLatin1String("counts")].toObject());
        const QJsonObject places = expected[QLatin1String("at")].toObject();
        for (const QString& place : places.keys()) {
            const QStringList at = place.split(u',');
            const model::GridKind* const kind = layer.at({at[0].toInt(), at[1].toInt(), at[2].toInt()});
            QCOMPARE(kind == nullptr ? QStringLiteral("minecraft:air") : kind->name,
                     places[place].toString());
        }
        QCOMPARE(digestOf(layer), expected[QLatin1String("sha256")].toString());
    }

    void old()
    {
        BlockWorld world{WorldScope()};
        const auto read = readAnvil(
            test::sharedData(Root + QStringLiteral("real/anvil/prismarine-1.12.2.r.0.-1.mca")), world, {});
        QVERIFY(!read);
        QCOMPARE(read.error().code, model::ErrorCode::Unsupported);
        QVERIFY(read.error().message.contains(QLatin1String("before 1.13")));
    }

    void damaged_data()
    {
        QTest::addColumn<int>("blocks");
        QTest::addColumn<QString>("note"); // empty: nothing is wrong with it
        const auto row = [](const char* name, int blocks, const char* note) {
            QTest::newRow(name) << blocks << QString(QLatin1String(note));
        };
        row("empty", 0, "");
        row("short", 0, "no table");
        row("beyond", 1, "2 chunks could not be read");
        row("length-0", 1, "1 chunk could not be read");
        row("length-4-gib", 0, "1 chunk could not be read");
        row("kind-5", 0, "2 chunks could not be read");
        row("mcc-missing", 0, "c.0.0.mcc");
        row("bomb", 0, "more than 16777216 bytes");
        row("deep", 0, "2 chunks could not be read");
        row("index-15-of-3", 0, "state 15 of 3");
        row("elsewhere", 1, "says 0, 0");
        row("same-sectors", 2, "says 0, 0");
        row("trailing", 1, "");
    }
    void damaged()
    {
        QFETCH(int, blocks);
        QFETCH(QString, note);
        BlockWorld world{WorldScope()};
        const QString path =
            Root + QStringLiteral("synthetic/damaged/") + QString::fromLatin1(QTest::currentDataTag());
        const auto read = readAnvil(test::sharedData(path), world, {});
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(static_cast<int>(world.blockCount()), blocks);
        const QString said = world.finish(QStringLiteral("world")).note;
        QVERIFY2(note.isEmpty() || said.contains(note), qPrintable(said));
    }

    void numbersForBlocks()
    {
        BlockWorld world{WorldScope()};
        const auto read =
            readAnvil(test::sharedData(Root + QStringLiteral("synthetic/damaged/numbers")), world, {});
        QVERIFY(!read);
        QCOMPARE(read.error().code, model::ErrorCode::Unsupported);
    }
};

} // namespace tst_worlds_anvil_shared

GHOSTLINE_TEST(tst_worlds_anvil_shared, TestWorldsAnvilShared)
#include "tst_worlds_anvil_shared.moc"
