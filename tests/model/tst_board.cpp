// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings: when they are seen, where they stand, and what is made of a file that somebody else wrote.
#include "model/board/board.h"
#include "model/board/drawing_json.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <limits>

namespace tst_board {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

/// Two players and, in the second life of the first one's name, nobody.
struct Pitch
{
    Pitch()
    {
        for (const QString& name : {u"Ana"_s, u"Ben"_s, u"Cid"_s}) {
            ActorInfo actor;
            actor.id = static_cast<ActorId>(cast.size());
            actor.name = name;
            cast.push_back(actor);
        }
        state.time = Micros{5'000'000};
        state.resize(2, 0);
        for (std::size_t row = 0; row < 2; ++row) {
            state.ids[row] = static_cast<ActorId>(row);
            state.flags[row] = 0;
        }
        state.positions = {{10.0, 1.0, 0.0}, {13.0, 1.0, 4.0}};
    }

    std::vector<ActorInfo> cast;
    WorldState state;
};

Drawing drawing(DrawingKind kind, DrawingPin pin, std::vector<glm::dvec3> points)
{
    Drawing d;
    d.id = u"d"_s;
    d.kind = kind;
    d.pin = pin;
    d.points = std::move(points);
    d.from = Micros{0};
    d.to = Micros{10'000'000};
    d.created = QDateTime::fromString(u"2026-05-02T12:00:00.250Z"_s, Qt::ISODateWithMs);
    return d;
}

DrawnActor drawn(std::uint32_t id, const QString& name) { return {static_cast<ActorId>(id), name}; }

Drawing of(DrawingKind kind, std::vector<DrawnActor> actors)
{
    Drawing d = drawing(kind, DrawingPin::Ground, {});
    d.actors = std::move(actors);
    return d;
}

QJsonObject parsed(const QByteArray& text) { return QJsonDocument::fromJson(text).object(); }

} // namespace

class TestBoard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opacity_data()
    {
        QTest::addColumn<qint64>("to");
        QTest::addColumn<qint64>("fade");
        QTest::addColumn<qint64>("at");
        QTest::addColumn<double>("opacity");
        QTest::newRow("before") << qint64{1000} << qint64{100} << qint64{-1} << 0.0;
        QTest::newRow("coming") << qint64{1000} << qint64{100} << qint64{25} << 0.25;
        QTest::newRow("there") << qint64{1000} << qint64{100} << qint64{500} << 1.0;
        QTest::newRow("going") << qint64{1000} << qint64{100} << qint64{950} << 0.5;
        QTest::newRow("after") << qint64{1000} << qint64{100} << qint64{1001} << 0.0;
        QTest::newRow("shorter than its fades") << qint64{100} << qint64{400} << qint64{50} << 1.0;
        QTest::newRow("an instant") << qint64{0} << qint64{400} << qint64{0} << 1.0;
        QTest::newRow("no fade, its end") << qint64{1000} << qint64{0} << qint64{1000} << 1.0;
        QTest::newRow("ends before it begins") << qint64{-5} << qint64{0} << qint64{-3} << 0.0;
    }
    void opacity()
    {
        QFETCH(qint64, to);
        QFETCH(qint64, fade);
        QFETCH(qint64, at);
        Drawing d = drawing(DrawingKind::Text, DrawingPin::Screen, {{0.5, 0.5, 0.0}});
        d.to = Micros{to};
        d.fade = Micros{fade};
        QTEST(opacityAt(d, Micros{at}), "opacity");
    }

    void shownWholly()
    {
        Drawing d = drawing(DrawingKind::Text, DrawingPin::Screen, {{0.5, 0.5, 0.0}});
        showWholly(d, Micros{7'000'000}, Micros{9'000'000});
        QCOMPARE(opacityAt(d, Micros{7'000'000}), 1.0);
        QCOMPARE(opacityAt(d, Micros{9'000'000}), 1.0);
        QVERIFY(opacityAt(d, Micros{9'200'000}) < 1.0);
    }

    void standsWhereItIsPinned()
    {
        const Pitch pitch;
        const std::vector<glm::dvec3> points{{1.0, 0.0, 2.0}, {3.0, 0.0, 4.0}};
        const Drawing ground = drawing(DrawingKind::Arrow, DrawingPin::Ground, points);
        const auto onGround = resolve(ground, pitch.cast, pitch.state);
        QVERIFY(onGround && onGround->points == points && !onGround->onScreen());
        const Drawing screen = drawing(DrawingKind::Arrow, DrawingPin::Screen, points);
        QVERIFY(resolve(screen, pitch.cast, pitch.state)->onScreen());
        Drawing actor = drawing(DrawingKind::Arrow, DrawingPin::Actor, points);
        QVERIFY(!resolve(actor, pitch.cast, pitch.state)); // whose?
        actor.actors = {drawn(0, u"Ana"_s)};
        const auto along = resolve(actor, pitch.cast, pitch.state);
        QVERIFY(along);
        QCOMPARE(along->points[1], glm::dvec3(13.0, 1.0, 4.0));
    }

    void ofVeryManyPointsTheFirstAreShown_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qsizetype>("shown");
        QTest::newRow("pen") << static_cast<int>(DrawingKind::Pen) << qsizetype{5'000};
        QTest::newRow("arrow") << static_cast<int>(DrawingKind::Arrow) << qsizetype{512};
        QTest::newRow("line") << static_cast<int>(DrawingKind::Line) << qsizetype{512};
        QTest::newRow("polygon") << static_cast<int>(DrawingKind::Polygon) << qsizetype{512};
        QTest::newRow("ellipse") << static_cast<int>(DrawingKind::Ellipse) << qsizetype{2};
        QTest::newRow("distance") << static_cast<int>(DrawingKind::Distance) << qsizetype{2};
    }
    void ofVeryManyPointsTheFirstAreShown()
    {
        QFETCH(int, kind);
        const Pitch pitch;
        const Drawing d = drawing(static_cast<DrawingKind>(kind), DrawingPin::Ground,
                                  std::vector<glm::dvec3>(20'000, glm::dvec3(1.0, 0.0, 2.0)));
        const auto placed = resolve(d, pitch.cast, pitch.state);
        QVERIFY(placed);
        QTEST(static_cast<qsizetype>(placed->points.size()), "shown");
        QCOMPARE(d.points.size(), std::size_t{20'000}); // nothing that is kept is lost
    }

    void goesAlongWithActors()
    {
        Pitch pitch;
        const Drawing distance = of(DrawingKind::Distance, {drawn(0, u"Ana"_s), drawn(1, u"Ben"_s)});
        const auto apart = resolve(distance, pitch.cast, pitch.state);
        QVERIFY(apart);
        QCOMPARE(apart->metres, 5.0);
        QCOMPARE(apart->points, pitch.state.positions);
        pitch.state.positions[1].z = 0.0;
        QCOMPARE(resolve(distance, pitch.cast, pitch.state)->metres, 3.0);
        const Drawing light = of(DrawingKind::Spotlight, {drawn(1, u"Ben"_s)});
        QCOMPARE(resolve(light, pitch.cast, pitch.state)->points.front(), pitch.state.positions[1]);
        pitch.state.flags[1] = Hidden; // parked out of the scene
        QVERIFY(!resolve(light, pitch.cast, pitch.state));
        QVERIFY(!resolve(distance, pitch.cast, pitch.state));
        QVERIFY(!resolve(of(DrawingKind::Link, {drawn(0, u"Ana"_s), drawn(2, u"Cid"_s)}), pitch.cast,
                         pitch.state)); // not there now
    }

    void timeDecidesUnlessItIsBeingDrawn()
    {
        Pitch pitch;
        pitch.state.time = Micros{20'000'000};
        const Drawing d = drawing(DrawingKind::Number, DrawingPin::Ground, {{0.0, 0.0, 0.0}});
        QVERIFY(!resolve(d, pitch.cast, pitch.state));
        QVERIFY(resolveAnyTime(d, pitch.cast, pitch.state));
    }

    void meantByName_data()
    {
        QTest::addColumn<quint32>("id");
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint32>("meant");
        const quint32 none = index(ActorId::None);
        QTest::newRow("as it was") << 1U << u"Ben"_s << 1U;
        QTest::newRow("no name noted") << 1U << QString() << 1U;
        QTest::newRow("another has the id now") << 1U << u"Ana"_s << 0U;
        QTest::newRow("behind the cast") << 99U << u"Ben"_s << 1U;
        QTest::newRow("nobody of that name") << 1U << u"Dora"_s << none;
        QTest::newRow("nobody at all") << 99U << QString() << none;
        QTest::newRow("by name alone, not there now") << 99U << u"Cid"_s << none;
    }
    void meantByName()
    {
        QFETCH(quint32, id);
        QFETCH(QString, name);
        const Pitch pitch;
        QTEST(index(meantActor(drawn(id, name), pitch.cast, pitch.state)), "meant");
    }

    void twoOfOneNameAreNobody()
    {
        Pitch pitch;
        pitch.cast[1].name = u"Ana"_s;
        QCOMPARE(meantActor(drawn(99, u"Ana"_s), pitch.cast, pitch.state), ActorId::None);
        QCOMPARE(meantActor(drawn(1, u"Ana"_s), pitch.cast, pitch.state), static_cast<ActorId>(1));
    }

    void incompleteIsNotSeen()
    {
        const Pitch pitch;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!isComplete(drawing(DrawingKind::Arrow, DrawingPin::Ground, {{0.0, 0.0, 0.0}})));
        QVERIFY(!isComplete(drawing(DrawingKind::Polygon, DrawingPin::Ground, {{}, {}})));
        QVERIFY(!isComplete(drawing(DrawingKind::Pen, DrawingPin::Ground, {})));
        QVERIFY(!isComplete(drawing(DrawingKind::Text, DrawingPin::Ground, {{nan, 0.0, 0.0}})));
        QVERIFY(!isComplete(of(DrawingKind::Link, {drawn(0, {})})));
        QVERIFY(!isComplete(drawing(DrawingKind::Unknown, DrawingPin::Ground, {{}})));
        Drawing nowhere = of(DrawingKind::MovedActor, {drawn(0, {})});
        nowhere.points = {{0.5, 0.5, 0.0}};
        QVERIFY(isComplete(nowhere));
        nowhere.pin = DrawingPin::Screen;
        QVERIFY(!isComplete(nowhere));
        QVERIFY(!resolve(nowhere, pitch.cast, pitch.state));
    }

    void roundTrip_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < static_cast<int>(DrawingKind::Unknown); ++kind)
            QTest::newRow(qPrintable(drawingKindName(static_cast<DrawingKind>(kind)))) << kind;
    }
    void roundTrip()
    {
        QFETCH(int, kind);
        Drawing d = drawing(static_cast<DrawingKind>(kind), DrawingPin::Actor,
                            {{1.25, -2.0, 3.5}, {0.1, 0.2, 0.3}, {7.0, 8.0, 9.0}});
        d.actors = {drawn(3, u"Ana"_s), drawn(4, u"Ben"_s)};
        d.text = u"zu früh"_s;
        d.colour = 0x80ABCDEFU;
        d.width = 6.5;
        d.fade = Micros{120'000};
        d.author = u"me"_s;
        d.unknown = {{u"newer"_s, 5}};
        const QByteArray text = QJsonDocument(toJson(d)).toJson();
        const auto back = drawingFromJson(parsed(text));
        QVERIFY(back);
        QVERIFY(*back == d);
    }

    void onScreenPointsHaveTwoNumbers()
    {
        const Drawing d = drawing(DrawingKind::Line, DrawingPin::Screen, {{0.25, 0.5, 0.0}, {1.0, 1.0, 0.0}});
        QCOMPARE(toJson(d).value(u"points"_s).toArray().first().toArray().size(), 2);
        QVERIFY(*drawingFromJson(toJson(d)) == d);
    }

    void unknownIsKept_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("kind") << QByteArray(
            R"({"id": "x", "created": "", "kind": "hologram", "pin": "ground", "points": "many", "spin": 3})");
        QTest::newRow("pin") << QByteArray(
            R"({"id": "x", "created": "", "kind": "pen", "pin": "ceiling", "points": [[1, 2, 3, 4]]})");
    }
    void unknownIsKept()
    {
        QFETCH(QByteArray, text);
        const QJsonObject before = parsed(text);
        const auto read = drawingFromJson(before);
        QVERIFY(read);
        QCOMPARE(read->kind, DrawingKind::Unknown);
        QVERIFY(!isComplete(*read));
        QCOMPARE(toJson(*read), before);
    }

    void hostile_data()
    {
        QTest::addColumn<QByteArray>("points");
        QTest::addColumn<QByteArray>("more");
        const QByteArray good = "[[1, 2, 3], [4, 5, 6]]";
        const QByteArray times = R"("from_us": 0, "to_us": 5)";
        QTest::newRow("no list") << QByteArray("{}") << times;
        QTest::newRow("no numbers") << QByteArray(R"([["a", "b", "c"], [1, 2, 3]])") << times;
        QTest::newRow("one number") << QByteArray("[[1], [2]]") << times;
        QTest::newRow("four numbers") << QByteArray("[[1, 2, 3, 4], [1, 2, 3, 4]]") << times;
        QTest::newRow("null") << QByteArray("[[1, null, 3], [1, 2, 3]]") << times;
        QTest::newRow("beyond the world") << QByteArray("[[1e300, 0, 0], [1, 2, 3]]") << times;
        QTest::newRow("too few") << QByteArray("[[1, 2, 3]]") << times;
        QTest::newRow("too many") << "[" + QByteArray("[0,0,0],").repeated(20'000) + "[0,0,0]]" << times;
        QTest::newRow("no times") << good << QByteArray(R"("width": 3)");
        QTest::newRow("time is a text") << good << QByteArray(R"("from_us": "0", "to_us": 5)");
        QTest::newRow("time is huge") << good << QByteArray(R"("from_us": -1e300, "to_us": 1e300)");
        QTest::newRow("half a microsecond") << good << QByteArray(R"("from_us": 0.5, "to_us": 5)");
        QTest::newRow("actors no list") << good << times + R"(, "actors": "all")";
        QTest::newRow("actor is nobody") << good << times + R"(, "actors": [{}])";
        QTest::newRow("a crowd of actors")
            << good
            << times + R"(, "actors": [)" + QByteArray(R"({"id": 1},)").repeated(16) + R"({"id": 1}])";
    }
    void hostile()
    {
        QFETCH(QByteArray, points);
        QFETCH(QByteArray, more);
        const QByteArray text =
            R"({"kind": "arrow", "pin": "ground", "points": )" + points + ", " + more + "}";
        const QJsonDocument document = QJsonDocument::fromJson(text);
        QVERIFY(document.isObject());
        QVERIFY(!drawingFromJson(document.object()));
    }

    void oddDetailsAreAsOfANewDrawing()
    {
        const auto read = drawingFromJson(parsed(
            R"({"kind": "arrow", "pin": "ground", "points": [[1, 2], [4, 5, 6]], "from_us": 9, "to_us": 5, "width": -3, "colour": "mauve", "fade_us": -7, "created": "yesterday"})"));
        QVERIFY(read);
        QCOMPARE(read->points[0], glm::dvec3(1.0, 2.0, 0.0));
        QVERIFY(read->width > 0.0);
        QCOMPARE(read->colour, Drawing{}.colour);
        QCOMPARE(read->fade, Micros{0});
        QCOMPARE(opacityAt(*read, Micros{7}), 0.0);
        QJsonObject broad = toJson(*read);
        broad[u"colour"_s] = u"#102030"_s;
        broad[u"width"_s] = 1e9;
        const auto opaque = drawingFromJson(broad);
        QVERIFY(opaque);
        QCOMPARE(opaque->colour, 0xFF102030U);
        QCOMPARE(opaque->width, WidestLine);
    }
};

} // namespace tst_board

GHOSTLINE_TEST(tst_board, TestBoard)
#include "tst_board.moc"
