// SPDX-License-Identifier: GPL-3.0-or-later
// Places and turns beside those of an independent reader, at frames and between them.
#include "codecs/carla/replay/properties.h"
#include "tests/codecs/carla/log_truth.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/same_state.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

#include <set>

namespace tst_carla_truth_places {

using namespace ghostline;
using model::FrameNumber;
using model::FrameTime;
using test::openRow;
using test::truthOf;

namespace {

constexpr double PlaceTolerance = 2e-5; // the truth is rounded to a micrometre, the file to floats

constexpr float TurnTolerance = 1e-5F;

glm::dvec3 vector(const QJsonValue& value)
{
    const QJsonArray a = value.toArray();
    return {a[0].toDouble(), a[1].toDouble(), a[2].toDouble()};
}

QString text(const glm::dvec3& v)
{
    return QStringLiteral("(%1, %2, %3)").arg(v.x, 0, 'f', 6).arg(v.y, 0, 'f', 6).arg(v.z, 0, 'f', 6);
}

bool sameTurn(const glm::quat& q, const QJsonArray& want)
{
    const std::array<float, 4> got{q.x, q.y, q.z, q.w};
    float sign = 1.0F;
    float dot = 0.0F;
    for (int i = 0; i < 4; ++i)
        dot += got[static_cast<std::size_t>(i)] * static_cast<float>(want[i].toDouble());
    if (dot < 0.0F)
        sign = -1.0F;
    for (int i = 0; i < 4; ++i) {
        if (std::abs(sign * got[static_cast<std::size_t>(i)] - static_cast<float>(want[i].toDouble())) >
            TurnTolerance)
            return false;
    }
    return true;
}

} // namespace

class TestCarlaTruthPlaces : public QObject, protected test::LogTruth
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("carla/synthetic/truth.json"); }
    void poses_data() { logRows(false); }
    void poses();
    void between_data();
    void between();
    void anyOrder_data() { logRows(false); }
    void anyOrder();
};

void TestCarlaTruthPlaces::poses()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truth[QStringLiteral("samples")].toArray()) {
        const QJsonObject sample = value.toObject();
        const FrameNumber frame = sample[QStringLiteral("frame")].toInt() - 1;
        const model::WorldState state = test::stateAt(**source, {frame, 0.0});
        QCOMPARE(state.at.frame, frame);
        std::set<qint64> alive;
        for (const model::ActorId id : state.ids)
            alive.insert(qint64{index->info->cast[model::index(id)].nativeId});
        std::set<qint64> wanted;
        for (const QJsonValue& id : sample[QStringLiteral("alive")].toArray())
            wanted.insert(id.toInteger());
        QCOMPARE(alive, wanted);
        const QJsonObject places = sample[QStringLiteral("pose")].toObject();
        for (auto it = places.begin(); it != places.end(); ++it) {
            const std::ptrdiff_t row = state.row(test::lifeOf(*index, it.key().toLongLong(), frame));
            QVERIFY(row >= 0);
            const auto r = static_cast<std::size_t>(row);
            const glm::dvec3 want = vector(it.value().toObject()[QStringLiteral("p")]);
            const QByteArray where = QStringLiteral("actor %1 frame %2: %3, wanted %4")
                                         .arg(it.key())
                                         .arg(frame + 1)
                                         .arg(text(state.positions[r]), text(want))
                                         .toUtf8();
            QVERIFY2(glm::length(state.positions[r] - want) < PlaceTolerance, where.constData());
            QVERIFY2(sameTurn(state.orientations[r], it.value().toObject()[QStringLiteral("q")].toArray()),
                     where.constData());
        }
    }
}

void TestCarlaTruthPlaces::between_data()
{
    QTest::addColumn<int>("unused");
    QTest::newRow("lifetimes") << 0;
    QTest::newRow("parked") << 0;
}

void TestCarlaTruthPlaces::between()
{
    const QJsonObject truth = truthOf(QString::fromUtf8(QTest::currentDataTag()));
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    for (const QJsonValue& value : truth[QStringLiteral("between")].toArray()) {
        const FrameTime at = index->timeAxis.at(model::fromSeconds(value[QStringLiteral("t")].toDouble()));
        const model::WorldState state = test::stateAt(**source, at);
        const std::ptrdiff_t row = state.row(
            test::lifeOf(*index, static_cast<std::int64_t>(value[QStringLiteral("id")].toInt()), at.frame));
        QCOMPARE(row < 0, value[QStringLiteral("p")].isNull());
        if (row < 0)
            continue;
        const glm::dvec3 got = state.positions[static_cast<std::size_t>(row)];
        const glm::dvec3 want = vector(value[QStringLiteral("p")]);
        QVERIFY2(glm::length(got - want) < PlaceTolerance,
                 qPrintable(QStringLiteral("t %1 id %2: %3, wanted %4")
                                .arg(value[QStringLiteral("t")].toDouble())
                                .arg(value[QStringLiteral("id")].toInt())
                                .arg(text(got), text(want))));
    }
}

void TestCarlaTruthPlaces::anyOrder()
{
    const auto source = openRow();
    QVERIFY(source);
    const auto index = (*source)->index();
    std::vector<std::shared_ptr<const model::Segment>> segments;
    for (int k = 0; k < index->keyframes.count(); ++k)
        segments.push_back(*(*source)->readSegment(k, nullptr, {}));
    model::WorldState reused;
    for (FrameNumber f = index->frames(); f-- > 0;) {
        for (const double fraction : {0.0, 0.25, 0.9}) {
            const FrameTime at = index->timeAxis.clamp({f, fraction});
            segments[static_cast<std::size_t>(index->keyframes.at(f))]->sample(
                at, model::SamplePolicy::Interpolate, reused);
            QVERIFY(test::sameState(reused, test::stateAt(**source, at)));
            QCOMPARE(reused.propertyCount, index->info->actorProperties.size());
            QCOMPARE(reused.match.size(), index->info->matchProperties.size());
            QVERIFY(std::is_sorted(reused.ids.begin(), reused.ids.end()));
        }
    }
}

} // namespace tst_carla_truth_places

GHOSTLINE_TEST(tst_carla_truth_places, TestCarlaTruthPlaces)
#include "tst_carla_truth_places.moc"
