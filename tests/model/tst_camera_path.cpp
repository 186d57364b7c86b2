// SPDX-License-Identifier: GPL-3.0-or-later
// A camera's way through its key points, and the notes that keep it.
#include "model/camera/camera_path.h"
#include "model/sidecar/sidecar_json.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_camera_path {

using namespace ghostline::model;

namespace {

CameraKey key(double seconds, const glm::dvec3& position, const glm::dvec3& target)
{
    CameraKey k;
    k.id = QString::number(seconds);
    k.time = fromSeconds(seconds);
    k.frame = std::llround(seconds * 20.0);
    k.place.position = position;
    k.place.target = target;
    return k;
}

using Path = std::vector<CameraKey>;

/// Round a place, at uneven times; the last stretch turns back.
Path tour()
{
    Path path{key(1.0, {20.0, 5.0, 0.0}, {}), key(3.0, {0.0, 12.0, 20.0}, {}),
              key(3.5, {-20.0, 5.0, 0.0}, {0.0, 1.0, 0.0}), key(9.0, {0.0, 30.0, -20.0}, {5.0, 0.0, 0.0}),
              key(11.0, {-10.0, 30.0, -20.0}, {5.0, 0.0, 0.0})};
    path[1].place.verticalFov = 70.0;
    return path;
}

bool near(const glm::dvec3& a, const glm::dvec3& b, double tolerance = 1e-6)
{
    return glm::length(a - b) < tolerance;
}

glm::dvec3 forwardOf(const CameraPlace& place) { return glm::normalize(place.target - place.position); }

} // namespace

class TestCameraPath : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itPassesThroughEveryPoint();
    void itNeverSwingsOut_data();
    void itNeverSwingsOut();
    void itMovesSmoothly();
    void backwardItIsTheSameWay();
    void theHorizonStaysLevel();
    void theShortWayRound();
    void fewPoints_data();
    void fewPoints();
    void ofTheSameInstantTheLastOneCounts();
    void lateKeysCloseTogether_data();
    void lateKeysCloseTogether();
    void nextAndPrevious();
    void aKeyAtTheSameFrameGivesWay();
    void aPlaceThatIsNone_data();
    void aPlaceThatIsNone();
    void theNotesKeepIt();
    void notesThatAreWrong_data();
    void notesThatAreWrong();
};

void TestCameraPath::itPassesThroughEveryPoint()
{
    const Path path = tour();
    for (const CameraKey& k : path) {
        const auto place = pathPlace(path, k.time);
        QVERIFY(place);
        QVERIFY(near(place->position, k.place.position));
        QVERIFY(near(place->target, k.place.target));
        QVERIFY(near(glm::cross(place->up, forwardOf(*place)) /
                         glm::length(glm::cross(place->up, forwardOf(*place))),
                     glm::normalize(glm::cross(k.place.up, forwardOf(k.place)))));
        QVERIFY(std::abs(place->verticalFov - k.place.verticalFov) < 1e-9);
    }
}

void TestCameraPath::itNeverSwingsOut_data()
{
    QTest::addColumn<QList<double>>("times");
    QTest::addColumn<QList<double>>("heights");
    QTest::newRow("a step") << QList<double>{0, 1, 2, 3} << QList<double>{0, 0, 10, 10};
    QTest::newRow("there and back") << QList<double>{0, 1, 2, 3} << QList<double>{0, 10, 10.5, 0};
    QTest::newRow("quick, then slow") << QList<double>{0, 0.05, 9, 10} << QList<double>{0, 40, 41, 300};
    QTest::newRow("standing still") << QList<double>{0, 4, 5} << QList<double>{7, 7, 7};
}

void TestCameraPath::itNeverSwingsOut()
{
    QFETCH(QList<double>, times);
    QFETCH(QList<double>, heights);
    Path path;
    for (qsizetype i = 0; i < times.size(); ++i)
        path.push_back(key(times[i], {0.0, heights[i], 0.0}, {100.0, heights[i], 0.0}));
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    const double slack = 0.1 * (*high - *low) + 1e-9;
    for (double t = -1.0; t < times.last() + 1.0; t += 0.01) {
        const double y = pathPlace(path, fromSeconds(t))->position.y;
        QVERIFY2(y >= *low - slack && y <= *high + slack, qPrintable(QString::number(y)));
    }
}

void TestCameraPath::itMovesSmoothly()
{
    const Path path = tour();
    constexpr double Step = 0.001;
    glm::dvec3 before = pathPlace(path, fromSeconds(0.5))->position;
    glm::dvec3 speed{0.0};
    for (double t = 0.5 + Step; t < 12.0; t += Step) {
        const glm::dvec3 at = pathPlace(path, fromSeconds(t))->position;
        const glm::dvec3 now = (at - before) / Step;
        QVERIFY2(glm::length(now - speed) < 3.0, qPrintable(QString::number(t))); // no knock in it
        speed = now;
        before = at;
    }
    QVERIFY(glm::length(speed) < 1e-6); // and at rest behind its end
}

void TestCameraPath::backwardItIsTheSameWay()
{
    const Path path = tour();
    Path mirrored = path;
    for (CameraKey& k : mirrored)
        k.time = fromSeconds(12.0) - k.time;
    std::reverse(mirrored.begin(), mirrored.end());
    for (double t = 0.0; t < 12.0; t += 0.013) {
        const auto there = pathPlace(path, fromSeconds(t));
        const auto back = pathPlace(mirrored, fromSeconds(12.0) - fromSeconds(t));
        QVERIFY(near(there->position, back->position) && near(there->target, back->target));
    }
}

void TestCameraPath::theHorizonStaysLevel()
{
    const Path path = tour();
    for (double t = 0.0; t < 12.0; t += 0.01) {
        const auto place = pathPlace(path, fromSeconds(t));
        const glm::dvec3 right = glm::cross(forwardOf(*place), place->up);
        QVERIFY(std::abs(right.y) < 1e-9 && place->up.y > 0.0);
    }
}

void TestCameraPath::theShortWayRound()
{
    // From 170 degrees to -170: 20 degrees by way of the south, not 340 by way of the north.
    const double a = glm::radians(170.0);
    const Path path{key(0.0, {}, {std::sin(a), 0.0, std::cos(a)}),
                    key(1.0, {}, {-std::sin(a), 0.0, std::cos(a)})};
    for (double t = 0.0; t <= 1.0; t += 0.05)
        QVERIFY(forwardOf(*pathPlace(path, fromSeconds(t))).z < -0.98);
}

void TestCameraPath::fewPoints_data()
{
    QTest::addColumn<int>("points");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("two") << 2;
}

void TestCameraPath::fewPoints()
{
    QFETCH(int, points);
    Path path = tour();
    path.resize(static_cast<std::size_t>(points));
    for (double t = -2.0; t < 12.0; t += 0.25) {
        const auto place = pathPlace(path, fromSeconds(t));
        QCOMPARE(place.has_value(), points > 0);
        QVERIFY(!place || isUsable(*place));
        if (points == 1)
            QVERIFY(*place == path[0].place);
    }
    if (points == 2) {
        const glm::dvec3 middle = (path[0].place.position + path[1].place.position) * 0.5;
        QVERIFY(near(pathPlace(path, fromSeconds(2.0))->position, middle));
    }
}

void TestCameraPath::ofTheSameInstantTheLastOneCounts()
{
    const Path path{key(1.0, {1.0, 0.0, 0.0}, {}), key(1.0, {2.0, 0.0, 0.0}, {}),
                    key(3.0, {4.0, 0.0, 0.0}, {}), key(3.0, {6.0, 0.0, 0.0}, {}),
                    key(5.0, {8.0, 0.0, 0.0}, {}), key(5.0, {9.0, 0.0, 0.0}, {})};
    for (const auto& [t, x] : {std::pair{0.0, 2.0}, {1.0, 2.0}, {3.0, 6.0}, {5.0, 9.0}, {7.0, 9.0}})
        QVERIFY(std::abs(pathPlace(path, fromSeconds(t))->position.x - x) < 1e-9);
    for (double t = 0.0; t < 6.0; t += 0.01) {
        const double x = pathPlace(path, fromSeconds(t))->position.x;
        QVERIFY(x >= 2.0 - 1e-9 && x <= 9.0 + 1e-9);
    }
}

void TestCameraPath::lateKeysCloseTogether_data()
{
    constexpr qint64 Last = 8'999'999'999'999'999; // what notes may say at most
    QTest::addColumn<QList<qint64>>("times");
    QTest::newRow("two") << QList<qint64>{Last - 1, Last};
    QTest::newRow("behind a long stretch") << QList<qint64>{0, Last - 1, Last};
    QTest::newRow("before a long stretch") << QList<qint64>{-Last, 1 - Last, 0};
    QTest::newRow("one after the other") << QList<qint64>{Last - 4, Last - 3, Last - 2, Last - 1, Last};
}

/// As seconds they would be the same.
void TestCameraPath::lateKeysCloseTogether()
{
    QFETCH(QList<qint64>, times);
    Path path;
    for (const qint64 time : times) {
        CameraKey k = key(0.0, {static_cast<double>(path.size()), 2.0, 0.0}, {0.0, 2.0, 50.0});
        k.time = Micros{time};
        path.push_back(k);
    }
    for (const CameraKey& k : path) {
        for (const qint64 off : {-1, 0, 1}) {
            const auto place = pathPlace(path, k.time + Micros{off});
            QVERIFY(place && isUsable(*place));
            if (off == 0)
                QVERIFY(near(place->position, k.place.position));
        }
    }
}

void TestCameraPath::nextAndPrevious()
{
    const Path path = tour();
    QVERIFY(nextKey({}, Micros{0}) == nullptr && previousKey({}, Micros{0}) == nullptr);
    QCOMPARE(nextKey(path, fromSeconds(0.0))->id, path[0].id);
    QCOMPARE(nextKey(path, fromSeconds(1.0))->id, path[1].id);
    QCOMPARE(previousKey(path, fromSeconds(3.0))->id, path[0].id);
    QVERIFY(previousKey(path, fromSeconds(1.0)) == nullptr && nextKey(path, fromSeconds(11.0)) == nullptr);
}

void TestCameraPath::aKeyAtTheSameFrameGivesWay()
{
    Path path = withKey(tour(), key(2.0, {7.0, 7.0, 7.0}, {}));
    QCOMPARE(path.size(), 6U);
    QVERIFY(near(path[1].place.position, {7.0, 7.0, 7.0}));
    path = withKey(path, key(2.0, {8.0, 8.0, 8.0}, {}));
    QCOMPARE(path.size(), 6U);
    QVERIFY(near(path[1].place.position, {8.0, 8.0, 8.0}));
    QVERIFY(std::ranges::is_sorted(path, {}, &CameraKey::time));
}

void TestCameraPath::aPlaceThatIsNone_data()
{
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("fov");
    QTest::addColumn<bool>("usable");
    QTest::newRow("one") << 5.0 << 45.0 << true;
    QTest::newRow("looks nowhere") << 0.0 << 45.0 << false;
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << 45.0 << false;
    QTest::newRow("beyond the world") << 1e9 << 45.0 << false;
    QTest::newRow("no lens") << 5.0 << 0.0 << false;
    QTest::newRow("all round") << 5.0 << 360.0 << false;
}

void TestCameraPath::aPlaceThatIsNone()
{
    QFETCH(double, x);
    QFETCH(double, fov);
    QFETCH(bool, usable);
    CameraPlace place;
    place.position = {x, 0.0, 0.0};
    place.target = {};
    place.verticalFov = fov;
    QCOMPARE(isUsable(place), usable);
}

void TestCameraPath::theNotesKeepIt()
{
    Sidecar notes;
    for (const CameraKey& k : tour())
        notes.add(k);
    const auto again = parseSidecar(sidecarText(notes), QStringLiteral("notes"));
    QVERIFY(again);
    QCOMPARE(again->cameraPath.size(), notes.cameraPath.size());
    for (std::size_t i = 0; i < notes.cameraPath.size(); ++i) {
        QCOMPARE(again->cameraPath[i].id, notes.cameraPath[i].id);
        QVERIFY(again->cameraPath[i].place == notes.cameraPath[i].place);
    }
    Sidecar less = *again;
    QVERIFY(less.remove(notes.cameraPath[1].id));
    QCOMPARE(less.cameraPath.size(), notes.cameraPath.size() - 1);
    less.exchange(Sidecar(less), *again); // as undo does
    QCOMPARE(less.cameraPath.size(), notes.cameraPath.size());
    QVERIFY(!sidecarText(Sidecar{}).contains("camera_path"));
}

void TestCameraPath::notesThatAreWrong_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("no list") << QByteArray("7");
    QTest::newRow("no object") << QByteArray("[7]");
    QTest::newRow("no place") << QByteArray(R"([{"frame":1,"time_us":5}])");
    QTest::newRow("no time") << QByteArray(
        R"([{"frame":1,"position":[0,0,0],"target":[1,0,0],"up":[0,1,0],"fov":45}])");
    QTest::newRow("two numbers") << QByteArray(
        R"([{"frame":1,"time_us":5,"position":[0,0],"target":[1,0,0],"up":[0,1,0],"fov":45}])");
    QTest::newRow("a huge number") << QByteArray(
        R"([{"frame":1,"time_us":5,"position":[1e300,0,0],"target":[1,0,0],"up":[0,1,0],"fov":45}])");
    QTest::newRow("before the start") << QByteArray(
        R"([{"frame":-1,"time_us":5,"position":[0,0,0],"target":[1,0,0],"up":[0,1,0],"fov":45}])");
}

void TestCameraPath::notesThatAreWrong()
{
    QFETCH(QByteArray, entry);
    QVERIFY(!parseSidecar("{\"schema\":1,\"camera_path\":" + entry + "}", QStringLiteral("notes")));
}

} // namespace tst_camera_path

GHOSTLINE_TEST(tst_camera_path, TestCameraPath)
#include "tst_camera_path.moc"
