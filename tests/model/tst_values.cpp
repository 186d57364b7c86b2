// SPDX-License-Identifier: GPL-3.0-or-later
// The small values everything is made of: strings, properties, rotations, world states, names.
#include "model/base/diagnostic.h"
#include "model/replay/replay_index.h"
#include "model/world/actor.h"
#include "model/world/interpolation.h"
#include "model/world/property.h"
#include "model/world/world_state.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_values {

using namespace ghostline::model;
using ghostline::test::sameState;

class TestValues : public QObject
{
    Q_OBJECT

    static WorldState sampleState()
    {
        WorldState s;
        s.resize(3, 2);
        for (std::size_t i = 0; i < 3; ++i) {
            s.ids[i] = static_cast<ActorId>(i * 2);
            s.positions[i] = {static_cast<double>(i), 0.0, std::nan("")};
            s.bones[i] = {static_cast<std::uint32_t>(i), 1};
            s.bonePoses.push_back({glm::vec3(static_cast<float>(i)), {}});
            s.propertiesOf(i)[0] = PropertyValue::real(static_cast<double>(i));
        }
        s.match = {PropertyValue::integer(7)};
        auto grid = std::make_shared<GridLayer>();
        grid->id = QStringLiteral("blocks");
        grid->kinds = std::make_shared<std::vector<GridKind>>(
            std::vector<GridKind>{{QStringLiteral("stone")}, {QStringLiteral("glass")}});
        grid->sections.push_back(std::make_shared<GridSection>(GridSection{{0, 4, -1}, {{7, 0}, {300, 1}}}));
        s.grids = {grid};
        return s;
    }

    static PropertyInfo property(PropertyType type, Interpolation interpolation = Interpolation::Step)
    {
        PropertyInfo info;
        info.type = type;
        info.interpolation = interpolation;
        return info;
    }

private Q_SLOTS:
    void strings()
    {
        StringTable table;
        QCOMPARE(table.intern(QString()), StringId::Empty);
        QCOMPARE(table.intern(QStringLiteral("")), StringId::Empty);
        const StringId a = table.intern(QStringLiteral("a"));
        const StringId b = table.intern(QStringLiteral("b"));
        QVERIFY(a != b && a != StringId::Empty);
        QCOMPARE(table.intern(QStringLiteral("a")), a);
        QCOMPARE(table.text(b), QStringLiteral("b"));
        QCOMPARE(table.text(static_cast<StringId>(99)), QString());
        QCOMPARE(table.size(), std::size_t{3});
    }

    void names()
    {
        QStringList kinds;
        for (int k = 0; k <= static_cast<int>(ActorKind::Camera); ++k)
            kinds << kindName(static_cast<ActorKind>(k));
        QCOMPARE(
            kinds.join(QLatin1Char(' ')),
            QStringLiteral(
                "other player vehicle walker disc unit structure traffic_light sign sensor prop camera"));
        QCOMPARE(kindName(static_cast<ActorKind>(99)), QStringLiteral("other"));
        QCOMPARE(severityName(Severity::Info) + severityName(Severity::Warning) +
                     severityName(Severity::Error),
                 QStringLiteral("infowarningerror"));
        QCOMPARE(severityName(static_cast<Severity>(9)), QStringLiteral("error"));
        QCOMPARE(verdictName(VerdictState::Ok), QStringLiteral("ok"));
        QCOMPARE(verdictName(VerdictState::Failed), QStringLiteral("failed"));
        QCOMPARE(verdictName(VerdictState::NotPresent), QStringLiteral("not-present"));
        QCOMPARE(verdictName(VerdictState::CannotCheck), QStringLiteral("cannot-check"));
        QCOMPARE(verdictName(static_cast<VerdictState>(9)), QStringLiteral("cannot-check"));
    }

    void lostData()
    {
        ReplayIndex index;
        index.diagnostics = {{Severity::Warning, QStringLiteral("odd"), QString()}};
        QVERIFY(!index.lostData());
        index.lost = {{{3, 5}, QStringLiteral("gap")}};
        QVERIFY(index.lostData());
        index.lost.clear();
        index.diagnostics.push_back({Severity::Error, QStringLiteral("truncated"), QString()});
        QVERIFY(index.lostData());
    }

    void displayTexts_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("text");
        const auto real = static_cast<int>(PropertyType::Real);
        const auto integer = static_cast<int>(PropertyType::Integer);
        QTest::newRow("unit") << real << "m/s" << 12.4 << "12.4 m/s";
        QTest::newRow("whole") << real << "" << 3.0 << "3";
        QTest::newRow("thousandths") << real << "" << 1.23456 << "1.235";
        QTest::newRow("degrees") << real << QStringLiteral("\u00B0") << -90.0 << QStringLiteral("-90\u00B0");
        QTest::newRow("tiny") << real << "" << 1.5e-6 << "1.5e-06";
        QTest::newRow("dust of rounding") << real << "s" << -1.632e-12 << "0 s";
        QTest::newRow("huge") << real << "" << 2.5e12 << "2.5e+12";
        QTest::newRow("zero") << real << "" << 0.0 << "0";
        QTest::newRow("not a number") << real << "m" << std::nan("") << QStringLiteral("\u2013");
        QTest::newRow("integer") << integer << "ms" << -12.0 << "-12 ms";
        QTest::newRow("yes") << static_cast<int>(PropertyType::Boolean) << "" << 1.0 << "Yes";
        QTest::newRow("no") << static_cast<int>(PropertyType::Boolean) << "" << 0.0 << "No";
        const auto enumeration = static_cast<int>(PropertyType::Enumeration);
        QTest::newRow("named") << enumeration << "" << 2.0 << "Green";
        QTest::newRow("beyond the names") << enumeration << "" << 9.0 << "9";
        QTest::newRow("unnamed") << enumeration << "" << 1.0 << "1";
        const auto flags = static_cast<int>(PropertyType::Flags);
        QTest::newRow("no flags") << flags << "" << 0.0 << "None";
        QTest::newRow("flags") << flags << "" << 5.0 << "Red, Green";
        QTest::newRow("unnamed flag is not shown") << flags << "" << 3.0 << "Red";
        QTest::newRow("unknown flag") << flags << "" << 9.0 << "Red, bit 3";
        QTest::newRow("text") << static_cast<int>(PropertyType::Text) << "" << 1.0 << "hello";
    }
    void displayTexts()
    {
        QFETCH(int, type);
        QFETCH(QString, unit);
        QFETCH(double, number);
        QFETCH(QString, text);
        StringTable strings;
        strings.intern(QStringLiteral("hello"));
        PropertyInfo info = property(static_cast<PropertyType>(type));
        info.unit = unit;
        info.names = {QStringLiteral("Red"), QString(), QStringLiteral("Green")};
        const PropertyValue value = info.type == PropertyType::Real
                                        ? PropertyValue::real(number)
                                        : PropertyValue::integer(static_cast<std::int64_t>(number));
        QCOMPARE(displayText(info, value, strings), text);
        QCOMPARE(displayText(info, {}, strings), QStringLiteral("\u2013"));
    }

    void numericValues()
    {
        QCOMPARE(numericValue(property(PropertyType::Real), PropertyValue::real(1.5)), 1.5);
        QCOMPARE(numericValue(property(PropertyType::Integer), PropertyValue::integer(-3)), -3.0);
        QCOMPARE(numericValue(property(PropertyType::Boolean), PropertyValue::boolean(true)), 1.0);
        QVERIFY(std::isnan(numericValue(property(PropertyType::Text), PropertyValue::text(StringId{4}))));
        QVERIFY(std::isnan(numericValue(property(PropertyType::Real), {})));
        QVERIFY(!PropertyValue::real(std::nan("")).absent());
        QVERIFY(!PropertyValue::real(-std::nan("")).absent());
    }

    void propertyInterpolation_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("f");
        QTest::addColumn<double>("expected");
        const auto step = static_cast<int>(Interpolation::Step);
        const auto linear = static_cast<int>(Interpolation::Linear);
        const auto angle = static_cast<int>(Interpolation::Angle);
        QTest::newRow("step") << step << 1.0 << 2.0 << 0.9 << 1.0;
        QTest::newRow("linear") << linear << 1.0 << 3.0 << 0.25 << 1.5;
        QTest::newRow("start is exact") << linear << 0.1 << 0.3 << 0.0 << 0.1;
        QTest::newRow("angle up") << angle << 10.0 << 30.0 << 0.5 << 20.0;
        QTest::newRow("over north, before") << angle << 350.0 << 10.0 << 0.25 << 355.0;
        QTest::newRow("over north, after") << angle << 350.0 << 10.0 << 0.75 << 5.0;
        QTest::newRow("over north, back") << angle << 10.0 << 350.0 << 0.75 << 355.0;
        QTest::newRow("over south") << angle << 170.0 << -170.0 << 0.75 << -175.0;
        QTest::newRow("over south, back") << angle << -170.0 << 170.0 << 0.75 << 175.0;
        QTest::newRow("counted on") << angle << 725.0 << 735.0 << 0.5 << 730.0;
    }
    void propertyInterpolation()
    {
        QFETCH(int, kind);
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(double, f);
        QFETCH(double, expected);
        const auto how = static_cast<Interpolation>(kind);
        const auto value =
            interpolate(property(PropertyType::Real, how), PropertyValue::real(a), PropertyValue::real(b), f);
        QVERIFY2(std::abs(value.asReal() - expected) < 1e-9, qPrintable(QString::number(value.asReal())));
    }

    void otherInterpolation()
    {
        const auto integer = property(PropertyType::Integer, Interpolation::Linear);
        const auto i = [](std::int64_t v) { return PropertyValue::integer(v); };
        QCOMPARE(interpolate(integer, i(0), i(10), 0.26).asInteger(), 3);
        QCOMPARE(interpolate(property(PropertyType::Integer, Interpolation::Angle), i(350), i(10), 0.75)
                     .asInteger(),
                 5);
        constexpr std::int64_t Big = std::int64_t{1} << 60;
        QCOMPARE(interpolate(integer, i(Big), i(Big + 10), 0.5).asInteger(), Big);
        QCOMPARE(interpolate(property(PropertyType::Enumeration, Interpolation::Linear), i(1), i(3), 0.5)
                     .asInteger(),
                 1);
        QVERIFY(interpolate(integer, {}, i(1), 0.5).absent());
        QCOMPARE(interpolate(integer, i(4), {}, 0.5).asInteger(), 4);
    }

    void slerp_data()
    {
        QTest::addColumn<float>("fromDegrees");
        QTest::addColumn<float>("toDegrees");
        QTest::addColumn<bool>("negated");
        QTest::newRow("quarter") << 0.0F << 90.0F << false;
        QTest::newRow("shortest arc") << 0.0F << 90.0F << true;
        QTest::newRow("nearly equal") << 10.0F << 10.01F << false;
        QTest::newRow("equal") << 33.0F << 33.0F << false;
        QTest::newRow("equal, opposite sign") << 33.0F << 33.0F << true;
        QTest::newRow("nearly half a turn") << 0.0F << 179.0F << false;
    }
    void slerp()
    {
        QFETCH(float, fromDegrees);
        QFETCH(float, toDegrees);
        QFETCH(bool, negated);
        const auto turn = [](float degrees) {
            return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 1, 0));
        };
        const glm::quat b = negated ? -turn(toDegrees) : turn(toDegrees);
        for (const float f : {0.0F, 0.25F, 0.5F, 0.75F, 1.0F}) {
            const glm::quat q = slerpShortest(turn(fromDegrees), b, f);
            const glm::quat expected = turn(fromDegrees + (toDegrees - fromDegrees) * f);
            QVERIFY(std::abs(std::abs(glm::dot(q, expected)) - 1.0F) < 1e-5F);
            QVERIFY(std::abs(glm::length(q) - 1.0F) < 1e-5F);
        }
        QVERIFY(slerpShortest(turn(fromDegrees), b, 0.0F) == turn(fromDegrees));
        QVERIFY(slerpShortest(turn(fromDegrees), b, 1.0F) == b);
    }

    void slerpStaysFinite()
    {
        const glm::quat zero(0, 0, 0, 0);
        const glm::quat q = slerpShortest(zero, zero, 0.5F);
        QVERIFY(std::isfinite(q.w) && std::isfinite(q.x));
        // Half a turn has two ways; either is right, a broken quaternion is not.
        const glm::quat half = slerpShortest(glm::quat(1, 0, 0, 0), glm::quat(0, 0, 1, 0), 0.5F);
        QVERIFY(std::abs(glm::length(half) - 1.0F) < 1e-5F);
    }

    void poses()
    {
        const Pose a{{0.0, 0.0, 0.0}, {1, 0, 0, 0}};
        const Pose b{{10.0, 2.0, -4.0}, glm::angleAxis(1.0F, glm::vec3(0, 1, 0))};
        QVERIFY(interpolate(a, b, 0.0).position == a.position);
        QVERIFY(interpolate(a, b, 1.0).orientation == b.orientation);
        QVERIFY(interpolate(a, b, 0.5).position == glm::dvec3(5.0, 1.0, -2.0));
    }

    void rows()
    {
        const WorldState s = sampleState();
        QCOMPARE(s.row(static_cast<ActorId>(2)), 1);
        QCOMPARE(s.row(static_cast<ActorId>(1)), -1);
        QCOMPARE(s.row(ActorId::None), -1);
        QCOMPARE(WorldState{}.row(static_cast<ActorId>(0)), -1);
    }

    void resizing()
    {
        WorldState s = sampleState();
        s.resize(4, 2);
        QCOMPARE(s.propertiesOf(2)[0].asReal(), 2.0);
        QVERIFY(s.propertiesOf(3)[0].absent());
        QVERIFY(s.ids[3] == ActorId::None && s.orientations[3].w == 1.0F);
        s.resize(4, 3);
        QVERIFY(s.propertiesOf(1)[0].absent());
        const std::size_t room = s.positions.capacity();
        s.clear();
        QCOMPARE(s.size(), std::size_t{0});
        QVERIFY(s.match.empty() && s.grids.empty() && s.bonePoses.empty());
        QCOMPARE(s.positions.capacity(), room);
    }

    void sameness_data()
    {
        QTest::addColumn<int>("change");
        for (int i = 0; i <= 11; ++i)
            QTest::addRow("change %d", i) << i;
    }
    void sameness()
    {
        QFETCH(int, change);
        const WorldState a = sampleState();
        WorldState b = sampleState();
        QVERIFY(sameState(a, b)); // NaN included, grids by content
        auto grid = std::make_shared<GridLayer>(*b.grids[0]);
        switch (change) {
        case 0:
            b.ids[1] = static_cast<ActorId>(3);
            break;
        case 1:
            b.positions[1].x = std::nextafter(1.0, 2.0);
            break;
        case 2:
            b.positions[0].x = -0.0;
            break;
        case 3:
            b.orientations[2].y = 0.1F;
            break;
        case 4:
            b.velocities[0].z = 1.0F;
            break;
        case 5:
            b.flags[0] = Hidden;
            break;
        case 6:
            b.provenance[2] = Provenance::Held;
            break;
        case 7:
            b.bonePoses[1].position.x = 9.0F;
            break;
        case 8:
            b.bones[1].count = 0;
            break;
        case 9:
            b.propertiesOf(2)[1] = PropertyValue::integer(1);
            break;
        case 10:
            b.match.clear();
            break;
        default:
            grid->sections[0] = std::make_shared<GridSection>(GridSection{{0, 4, -1}, {{7, 0}, {301, 1}}});
            b.grids[0] = grid;
        }
        QVERIFY(!sameState(a, b));
        b = sampleState();
        b.grids.push_back(nullptr);
        QVERIFY(!sameState(a, b));
        b.grids[0] = nullptr;
        b.grids.pop_back();
        QVERIFY(!sameState(a, b));
    }
};

} // namespace tst_values

GHOSTLINE_TEST(tst_values, TestValues)
#include "tst_values.moc"
