// SPDX-License-Identifier: GPL-3.0-or-later
// Real and made-up worlds against what an independent decoder found in them, block for block.
#include "codecs/recording/worlds/nbt_piece.h"
#include "codecs/recording/worlds/polar_world.h"
#include "codecs/recording/worlds/slime_world.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/made_world.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QtTest>

#include <set>

namespace tst_worlds_shared {

using namespace ghostline;
using namespace ghostline::recording;

namespace {

model::Result<void> readAny(const model::ByteSource& file, BlockWorld& world)
{
    std::array<std::byte, 4> start{};
    const auto got = file.read(0, start);
    if (!got)
        return tl::unexpected(got.error());
    if (start == PolarMark)
        return readPolar(file, world, {});
    return std::equal(SlimeMark.begin(), SlimeMark.end(), start.begin()) ? readSlime(file, world, {})
                                                                         : readNbtPiece(file, world, {});
}

/// As expected.json says: places, distinct states and numbers of all sections.
QString digestOf(const BlockWorld& world)
{
    QCryptographicHash digest(QCryptographicHash::Sha256);
    world.forEachSection([&](const glm::ivec3& at, BlockWorld::SectionKinds kinds) {
        const auto textOf = [&](std::uint16_t kind) {
            return kind == BlockWorld::Air ? std::string() : world.states().at(kind);
        };
        std::map<std::string, quint16> used;
        for (const std::uint16_t kind : kinds)
            used.try_emplace(textOf(kind));
        QByteArrayList lines{QByteArray::number(at.x) + ' ' + QByteArray::number(at.y) + ' ' +
                             QByteArray::number(at.z)};
        for (auto& [state, number] : used) {
            number = static_cast<quint16>(lines.size() - 1);
            lines << QByteArray::fromStdString(state);
        }
        digest.addData(lines.join('\n') + '\n');
        QByteArray numbers(static_cast<qsizetype>(2 * kinds.size()), '\0');
        for (std::size_t i = 0; i < kinds.size(); ++i)
            qToLittleEndian(used.at(textOf(kinds[i])), numbers.data() + 2 * i);
        digest.addData(numbers);
    });
    return QString::fromLatin1(digest.result().toHex());
}

bool isAnvil(const QString& name)
{
    return name.contains(QLatin1String("anvil")) || name.endsWith(QLatin1String(".mca"));
}

/// By path below the worlds' folder.
QMap<QString, QJsonObject> expectations()
{
    QMap<QString, QJsonObject> all;
    const QJsonObject real =
        test::sharedJson(QStringLiteral("worlds/expected.json")).value(QLatin1String("files")).toObject();
    for (const QString& name : real.keys()) {
        if (!isAnvil(name))
            all[name] = real.value(name).toObject();
    }
    const QJsonObject truth = test::sharedJson(QStringLiteral("worlds/synthetic/truth.json"));
    const QJsonObject made = truth.value(QLatin1String("files")).toObject();
    for (const QString& name : made.keys()) {
        if (!isAnvil(name))
            all[QStringLiteral("synthetic/") + name] =
                truth.value(made.value(name).toObject().value(QLatin1String("of")).toString()).toObject();
    }
    return all;
}

std::unique_ptr<model::ByteSource> opened(const QString& name)
{
    auto file = model::openFile(test::sharedData(QStringLiteral("worlds/") + name));
    return file ? std::move(*file) : nullptr;
}

} // namespace

class TestWorldsShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void blocks_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : expectations().keys())
            QTest::newRow(qPrintable(name)) << name;
        if (expectations().empty())
            QTest::newRow("no data") << QString();
    }
    void blocks()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/expected.json");
        QFETCH(QString, name);
        const QJsonObject want = expectations().value(name);
        const auto file = opened(name);
        QVERIFY(file);
        BlockWorld world({});
        const auto got = readAny(*file, world);
        if (want.contains(QLatin1String("unsupported"))) {
            QVERIFY(!got);
            QCOMPARE(got.error().code, model::ErrorCode::Unsupported);
            return;
        }
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));

        QMap<QString, int> counts;
        std::size_t sections = 0;
        model::Bounds bounds;
        std::map<std::tuple<int, int, int>, QString> places;
        for (const QString& place : want.value(QLatin1String("at")).toObject().keys()) {
            const QStringList axes = place.split(u',');
            places[{axes[0].toInt(), axes[1].toInt(), axes[2].toInt()}] = QStringLiteral("minecraft:air");
        }
        world.forEachSection([&](const glm::ivec3& at, BlockWorld::SectionKinds kinds) {
            ++sections;
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                if (kinds[i] == BlockWorld::Air)
                    continue;
                const QString state = QString::fromStdString(world.states().at(kinds[i]));
                const glm::ivec3 cell = model::gridCellAt(at, static_cast<std::uint16_t>(i));
                bounds.include(glm::dvec3(cell));
                ++counts[state.section(u'[', 0, 0)];
                if (const auto place = places.find({cell.x, cell.y, cell.z}); place != places.end())
                    place->second = state;
            }
        });
        QCOMPARE(static_cast<int>(world.blockCount()), want.value(QLatin1String("blocks")).toInt());
        QCOMPARE(static_cast<int>(sections), want.value(QLatin1String("sections")).toInt());
        const QJsonObject wantCounts = want.value(QLatin1String("counts")).toObject();
        QCOMPARE(counts.size(), wantCounts.size());
        for (const QString& block : wantCounts.keys())
            QCOMPARE(counts.value(block), wantCounts.value(block).toInt());
        const QJsonObject wantPlaces = want.value(QLatin1String("at")).toObject();
        for (const auto& [place, state] : places) {
            const auto& [x, y, z] = place;
            const QString key = QStringLiteral("%1,%2,%3").arg(x).arg(y).arg(z);
            // Kinds of air are one.
            if (!wantPlaces.value(key).toString().endsWith(QLatin1String("air")))
                QCOMPARE(state, wantPlaces.value(key).toString());
        }
        const QJsonObject wantBounds = want.value(QLatin1String("bounds")).toObject();
        QCOMPARE(bounds.valid, !wantBounds.isEmpty());
        for (int axis = 0; axis < 3 && bounds.valid; ++axis) {
            QCOMPARE(bounds.min[axis], wantBounds.value(QLatin1String("min")).toArray().at(axis).toDouble());
            QCOMPARE(bounds.max[axis], wantBounds.value(QLatin1String("max")).toArray().at(axis).toDouble());
        }
        QCOMPARE(digestOf(world), want.value(QLatin1String("sha256")).toString());
    }

    /// A reason, or what was put up with.
    void damaged()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/synthetic/truth.json");
        const QJsonObject all = test::sharedJson(QStringLiteral("worlds/synthetic/truth.json"))
                                    .value(QLatin1String("damaged"))
                                    .toObject();
        int seen = 0;
        for (const QString& name : all.keys()) {
            if (isAnvil(name))
                continue;
            ++seen;
            const QString expect = all.value(name).toObject().value(QLatin1String("expect")).toString();
            const auto file = opened(QStringLiteral("synthetic/damaged/") + name);
            QVERIFY(file);
            BlockWorld world({});
            const auto got = readAny(*file, world);
            QCOMPARE(got.has_value(), expect.startsWith(QLatin1String("accepted")));
            if (!got) {
                QCOMPARE(got.error().code == model::ErrorCode::Unsupported,
                         expect.startsWith(QLatin1String("unsupported")));
                QVERIFY(!got.error().message.isEmpty());
            } else if (expect.contains(QLatin1String("note"))) {
                QVERIFY(!world.finish(name).note.isEmpty());
            }
        }
        QVERIFY(seen >= 20);
    }

    /// The worlds' own place: schematics lie where their lowest corner was.
    void places()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/synthetic/truth.json");
        const QJsonArray corner = test::sharedJson(QStringLiteral("worlds/synthetic/truth.json"))
                                      .value(QLatin1String("schem"))
                                      .toObject()
                                      .value(QLatin1String("lowest_corner_in_the_world"))
                                      .toArray();
        for (int version = 1; version <= 3; ++version) {
            const auto file = opened(QStringLiteral("synthetic/schem/course-v%1.schem").arg(version));
            QVERIFY(file);
            BlockWorld world({});
            QVERIFY(readAny(*file, world));
            const auto scene = world.finish({});
            for (int axis = 0; axis < 3; ++axis)
                QCOMPARE(scene.bounds.min[axis], corner.at(axis).toDouble());
        }
    }

    /// Most of each real file is there or none of it.
    void cutShort()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/expected.json");
        for (const char* name :
             {"real/polar/parkourtag-ruins-2023.polar", "real/slime/custom-lobby-2022.slime",
              "real/litematic/nucleation-6x6_sliding_door.litematic"}) {
            const auto file = opened(QString::fromLatin1(name));
            QVERIFY(file);
            test::Bytes whole(static_cast<std::size_t>(file->size()));
            QVERIFY(model::readExactly(*file, 0, whole));
            for (std::size_t size = 0; size + 100 < whole.size(); size += 97) {
                test::Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
                part.resize(std::max<std::size_t>(size, 4));
                BlockWorld world({});
                const auto got = readAny(model::MemorySource(std::move(part)), world);
                // Slime has parts behind its chunks, which nobody needs.
                if (got)
                    QVERIFY(QByteArray(name).endsWith(".slime") && world.blockCount() == 1408);
            }
        }
    }
};

} // namespace tst_worlds_shared

GHOSTLINE_TEST(tst_worlds_shared, TestWorldsShared)
#include "tst_worlds_shared.moc"
