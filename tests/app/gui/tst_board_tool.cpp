// SPDX-License-Identifier: GPL-3.0-or-later
// The tools of the coach's board without a window: what a pointer and keys make, what is hit, what is moved;
// and that all of it can be taken back.
#include "app/gui/board/board_hit.h"
#include "app/gui/board/board_style.h"
#include "app/gui/board/board_tool.h"
#include "app/gui/session/replay_notes.h"
#include "model/board/drawing_json.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_board_tool {

using namespace ghostline;
using namespace ghostline::app;
using model::ActorId;
using model::Drawing;
using model::DrawingKind;
using model::DrawingPin;
using model::Micros;

namespace {

constexpr double PixelsPerMetre = 10.0;

/// 1000 x 500 pixels of level ground seen from above, its corner at the origin; above y = -10 is the sky.
class Above final : public BoardPicture
{
public:
    explicit Above(const model::WorldState& state) : m_state(state) {}

    QSizeF size() const override { return {1000.0, 500.0}; }
    std::optional<glm::dvec3> groundAt(QPointF pixel) const override { return levelAt(pixel, 0.0); }
    std::optional<glm::dvec3> levelAt(QPointF pixel, double height) const override
    {
        if (pixel.y() < -10.0)
            return std::nullopt;
        return glm::dvec3(pixel.x() / PixelsPerMetre, height, pixel.y() / PixelsPerMetre);
    }
    std::optional<QPointF> pixelOf(const glm::dvec3& place) const override
    {
        return QPointF(place.x, place.z) * PixelsPerMetre - QPointF(0.0, place.y * rise);
    }
    double rise = 0.0; ///< pixels that a metre of height is, as if not quite from above
    ActorId actorAt(QPointF pixel) const override
    {
        for (std::size_t row = 0; row < m_state.size(); ++row) {
            const QPointF off = *pixelOf(m_state.positions[row]) - pixel;
            if (std::hypot(off.x(), off.y()) <= 10.0)
                return m_state.ids[row];
        }
        return ActorId::None;
    }

private:
    const model::WorldState& m_state;
};

/// Ann flies at (50, 3, 25), Bob stands at (20, 0, 10), Cy at (80, 0, 40); it is 10 s.
struct Stage
{
    Stage()
    {
        state.time = Micros{10'000'000};
        state.resize(3, 0);
        const std::array places{glm::dvec3(50.0, 3.0, 25.0), glm::dvec3(20.0, 0.0, 10.0),
                                glm::dvec3(80.0, 0.0, 40.0)};
        const std::array names{"Ann", "Bob", "Cy"};
        for (std::uint32_t i = 0; i < 3; ++i) {
            model::ActorInfo info;
            info.id = static_cast<ActorId>(i);
            info.name = QLatin1String(names[i]);
            cast.push_back(info);
            state.ids[i] = info.id;
            state.positions[i] = places[i];
        }
    }
    BoardScene scene() const { return {picture, state, cast, drawings, selected}; }
    Drawing pattern(DrawingPin pin = DrawingPin::Ground) const
    {
        Drawing drawing;
        drawing.pin = pin;
        setRange(drawing, BoardSpan::Medium, {state.time, Micros{60'000'000}});
        return drawing;
    }

    model::WorldState state;
    std::vector<model::ActorInfo> cast;
    std::vector<Drawing> drawings;
    ActorId selected = ActorId::None;
    Above picture{state};
};

/// "arrow ground 10,10 20,10 Ann 'words'"
QString told(const Drawing& drawing)
{
    QStringList parts{model::drawingKindName(drawing.kind), model::drawingPinName(drawing.pin)};
    const bool screen = drawing.pin == DrawingPin::Screen;
    for (const glm::dvec3& point : drawing.points)
        parts << QStringLiteral("%1,%2")
                     .arg(std::round(point.x * 100.0) / 100.0)
                     .arg(std::round((screen ? point.y : point.z) * 100.0) / 100.0);
    for (const model::DrawnActor& actor : drawing.actors)
        parts << actor.name;
    if (!drawing.text.isEmpty())
        parts << QStringLiteral("'%1'").arg(drawing.text);
    return parts.join(QLatin1Char(' '));
}

int keyNamed(const QString& name)
{
    return name == QLatin1String("Enter")       ? Qt::Key_Return
           : name == QLatin1String("Esc")       ? Qt::Key_Escape
           : name == QLatin1String("Backspace") ? Qt::Key_Backspace
                                                : Qt::Key_unknown;
}

/// "press 100 100", "move 200 100 shift", "release 200 100", "double", "key Enter", "text words".
BoardStep play(BoardTool& tool, const BoardScene& scene, const QString& event)
{
    const QStringList words = event.split(QLatin1Char(' '));
    if (words[0] == QLatin1String("key"))
        return tool.key(keyNamed(words[1]));
    if (words[0] == QLatin1String("double"))
        return tool.doubleClick();
    if (words[0] == QLatin1String("text")) {
        tool.setText(event.mid(5));
        return BoardStep::Sketch;
    }
    const BoardPointer pointer{QPointF(words[1].toDouble(), words[2].toDouble()),
                               words.size() > 3 ? Qt::ShiftModifier : Qt::NoModifier};
    return words[0] == QLatin1String("press")  ? tool.press(scene, pointer)
           : words[0] == QLatin1String("move") ? tool.move(scene, pointer)
                                               : tool.release(scene, pointer);
}

/// All drawings that come of it, separated by "; "; "no actor" and "no ground" for what is refused.
QString drawn(Stage& stage, BoardToolKind kind, DrawingPin pin, const QStringList& events)
{
    BoardTool tool;
    tool.setKind(kind);
    Drawing pattern = stage.pattern(pin);
    if (kind == BoardToolKind::Number)
        pattern.text = nextNumber(stage.drawings, stage.state.time);
    tool.setPattern(pattern);
    QStringList all;
    for (const QString& event : events) {
        switch (play(tool, stage.scene(), event)) {
        case BoardStep::Done:
            if (const auto drawing = tool.take()) {
                if (!model::isComplete(*drawing))
                    all << QStringLiteral("incomplete");
                all << told(*drawing);
            }
            break;
        case BoardStep::NoActor:
            all << QStringLiteral("no actor");
            break;
        case BoardStep::NoGround:
            all << QStringLiteral("no ground");
            break;
        default:
            break;
        }
    }
    return all.join(QStringLiteral("; "));
}

Drawing shape(DrawingKind kind, DrawingPin pin, std::vector<glm::dvec3> points, const QString& id)
{
    Drawing drawing;
    drawing.id = id;
    drawing.kind = kind;
    drawing.pin = pin;
    drawing.points = std::move(points);
    drawing.to = Micros{60'000'000};
    return drawing;
}

} // namespace

class TestBoardTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void drawsWithEachTool_data();
    void drawsWithEachTool();
    void penStaysSmall();
    void thinsALine();
    void pinnedToTheSelectedOne();
    void movesAFigureAgain();
    void movesAFigureUp();
    void hits_data();
    void hits();
    void whatIsNotSeenIsNotHit();
    void movesADrawing_data();
    void movesADrawing();
    void movesOnePoint();
    void changesThePin();
    void selectsAndMoves();
    void takenBack();
};

void TestBoardTool::drawsWithEachTool_data()
{
    QTest::addColumn<BoardToolKind>("tool");
    QTest::addColumn<DrawingPin>("pin");
    QTest::addColumn<QStringList>("events");
    QTest::addColumn<QString>("expected");
    using enum BoardToolKind;
    const auto row = [](const char* name, BoardToolKind tool, DrawingPin pin, const char* events,
                        const char* expected) {
        QTest::newRow(name) << tool << pin << QString(QLatin1String(events)).split(QStringLiteral("; "))
                            << QString(QLatin1String(expected));
    };
    const auto Ground = DrawingPin::Ground;
    const auto Screen = DrawingPin::Screen;
    const auto Actor = DrawingPin::Actor;

    row("pen", Pen, Ground, "press 100 100; move 120 100; move 150 100; release 200 100",
        "pen ground 10,10 20,10");
    row("pen round a corner", Pen, Ground,
        "press 100 100; move 150 100; move 200 100; move 200 150; release 200 200",
        "pen ground 10,10 20,10 20,20");
    row("pen, a click", Pen, Ground, "press 100 100; release 100 100", "");
    row("pen, straight", Pen, Ground,
        "press 100 100; move 150 130; move 200 103 shift; release 200 103 shift", "pen ground 10,10 20,10");
    row("pen over the sky", Pen, Ground, "press 100 100; move 150 -50; release 200 100",
        "pen ground 10,10 20,10");
    row("begun in the sky", Pen, Ground, "press 100 -50; release 200 100", "no ground");
    row("arrow", Arrow, Ground, "press 100 100; move 150 120; release 200 150", "arrow ground 10,10 20,15");
    row("arrow, a click", Arrow, Ground, "press 100 100; release 102 100", "");
    row("arrow aslant", Arrow, Ground, "press 100 100; release 200 190 shift",
        "arrow ground 10,10 19.5,19.5");
    row("arrow on the screen", Arrow, Screen, "press 100 100; release 200 100",
        "arrow screen 0.1,0.2 0.2,0.2");
    row("arrow in the sky", Arrow, Screen, "press 100 -50; release 200 100", "arrow screen 0.1,-0.1 0.2,0.2");
    row("arrow upright on the screen", Arrow, Screen, "press 100 100; release 110 200 shift",
        "arrow screen 0.1,0.2 0.1,0.4");
    row("arrow along with Ann", Arrow, Actor, "press 500 250; release 600 250", "arrow actor 0,0 10,0 Ann");
    row("arrow along with nobody", Arrow, Actor, "press 600 250; release 700 250", "no actor");
    row("line, given up", Line, Ground, "press 100 100; move 200 100; key Esc; release 200 100", "");
    row("line", Line, Ground, "press 100 100; release 200 100", "line ground 10,10 20,10");
    row("ellipse", Ellipse, Ground, "press 100 100; release 200 150", "ellipse ground 10,10 20,15");
    row("circle", Ellipse, Ground, "press 100 100; release 200 50 shift", "ellipse ground 10,10 20,0");
    row("circle on the screen", Ellipse, Screen, "press 100 100; release 200 150 shift",
        "ellipse screen 0.1,0.2 0.2,0.4");
    row("polygon by double click", Polygon, Ground,
        "press 100 100; release 100 100; move 200 100; press 200 100; release 200 100; press 200 200; "
        "release 200 200; double",
        "polygon ground 10,10 20,10 20,20");
    row("polygon by Enter", Polygon, Ground,
        "press 100 100; press 200 100; press 200 200; press 100 200; key Enter",
        "polygon ground 10,10 20,10 20,20 10,20");
    row("polygon, a corner taken back", Polygon, Ground,
        "press 100 100; press 200 100; press 400 400; key Backspace; press 200 200; key Enter",
        "polygon ground 10,10 20,10 20,20");
    row("polygon of two corners", Polygon, Ground, "press 100 100; press 200 100; key Enter", "");
    row("text", Text, Ground, "press 100 100; release 100 100; text keeper out; key Enter",
        "text ground 10,10 'keeper out'");
    row("text without words", Text, Ground, "press 100 100; release 100 100; text  ; key Enter", "");
    row("text put elsewhere", Text, Ground,
        "press 100 100; release 100 100; text here; press 200 100; release 200 100; key Enter",
        "text ground 20,10 'here'");
    row("number", Number, Screen, "press 100 100; release 100 100", "number screen 0.1,0.2 '1'");
    row("spotlight", Spotlight, Ground, "press 203 101; release 203 101", "spotlight actor Bob");
    row("spotlight on nobody", Spotlight, Ground, "press 300 300; release 300 300", "no actor");
    row("link", Link, Ground, "press 500 250; move 300 200; release 200 100", "link actor Ann Bob");
    row("link by two clicks", Link, Ground,
        "press 500 250; release 500 250; move 300 200; press 800 400; release 800 400", "link actor Ann Cy");
    row("link to nobody", Link, Ground, "press 500 250; release 600 300", "no actor");
    row("link from nobody", Link, Ground, "press 600 300; release 500 250", "no actor");
    row("distance between two", Distance, Ground, "press 200 100; release 800 400", "distance actor Bob Cy");
    row("distance on the ground", Distance, Screen, "press 300 300; release 400 300",
        "distance ground 30,30 40,30");
    row("distance to a place", Distance, Ground, "press 200 100; release 400 100",
        "distance ground 20,10 40,10");
    row("moved player", Move, Screen, "press 505 250; move 550 250; release 605 260",
        "moved_actor ground 60,26 Ann");
    row("player clicked", Move, Ground, "press 500 250; release 501 250", "");
    row("nobody moved", Move, Ground, "press 600 300; move 650 300; release 700 300", "no actor");
}

void TestBoardTool::drawsWithEachTool()
{
    QFETCH(BoardToolKind, tool);
    QFETCH(DrawingPin, pin);
    QFETCH(QStringList, events);
    QFETCH(QString, expected);
    Stage stage;
    QCOMPARE(drawn(stage, tool, pin, events), expected);
}

void TestBoardTool::penStaysSmall()
{
    Stage stage;
    BoardTool tool;
    tool.setKind(BoardToolKind::Pen);
    tool.setPattern(stage.pattern());
    QCOMPARE(tool.press(stage.scene(), {QPointF(0.0, 250.0)}), BoardStep::Sketch);
    for (int i = 1; i < 10'000; ++i) { // round and round
        const double angle = i * 0.05;
        const double radius = 20.0 + std::fmod(i * 0.37, 200.0);
        tool.move(stage.scene(),
                  {QPointF(500.0 + radius * std::cos(angle), 250.0 + radius * std::sin(angle))});
    }
    QCOMPARE(tool.release(stage.scene(), {QPointF(10.0, 10.0)}), BoardStep::Done);
    const auto drawing = tool.take();
    QVERIFY(drawing && drawing->points.size() > 100 && drawing->points.size() <= 2'000);
    QVERIFY(!tool.drawing() && tool.sketch() == nullptr);
}

void TestBoardTool::thinsALine()
{
    QVERIFY(simplified({}, 1.0).empty());
    QCOMPARE(simplified({{3.0, 3.0}}, 1.0), (std::vector<std::size_t>{0}));
    QCOMPARE(simplified({{0.0, 0.0}, {5.0, 0.5}, {10.0, 0.0}}, 1.0), (std::vector<std::size_t>{0, 2}));
    QCOMPARE(simplified({{0.0, 0.0}, {5.0, 3.0}, {10.0, 0.0}}, 1.0), (std::vector<std::size_t>{0, 1, 2}));
    // A ring ends where it begins.
    QCOMPARE(simplified({{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0}, {0.0, 0.0}}, 1.0),
             (std::vector<std::size_t>{0, 1, 2, 3}));
}

void TestBoardTool::pinnedToTheSelectedOne()
{
    Stage stage;
    stage.selected = static_cast<ActorId>(1);
    QCOMPARE(drawn(stage, BoardToolKind::Arrow, DrawingPin::Actor,
                   {QStringLiteral("press 300 100"), QStringLiteral("release 300 200")}),
             QStringLiteral("arrow actor 10,0 10,10 Bob"));
}

/// The figure, or the actor itself: there is one of each.
void TestBoardTool::movesAFigureAgain()
{
    Stage stage;
    stage.drawings = {
        shape(DrawingKind::MovedActor, DrawingPin::Ground, {{60.0, 3.0, 30.0}}, QStringLiteral("m"))};
    stage.drawings[0].actors = {{static_cast<ActorId>(0), QStringLiteral("Ann")}};
    for (const QPointF from : {QPointF(600.0, 300.0), QPointF(500.0, 250.0)}) {
        BoardTool tool;
        tool.setKind(BoardToolKind::Move);
        tool.setPattern(stage.pattern());
        tool.press(stage.scene(), {from});
        QCOMPARE(tool.release(stage.scene(), {from + QPointF(50.0, 0.0)}), BoardStep::Done);
        const auto moved = tool.take();
        QVERIFY(moved && moved->id == QStringLiteral("m"));
        QCOMPARE(moved->points[0], glm::dvec3(65.0, 3.0, 30.0));
    }
}

void TestBoardTool::movesAFigureUp()
{
    for (const double rise : {5.0, 0.0}) { // from above there is no up
        Stage stage;
        stage.picture.rise = rise;
        const QPointF ann = *stage.picture.pixelOf(stage.state.positions[0]);
        BoardTool tool;
        tool.setKind(BoardToolKind::Move);
        tool.setPattern(stage.pattern());
        tool.press(stage.scene(), {ann, Qt::ShiftModifier});
        const BoardStep step = tool.release(stage.scene(), {ann - QPointF(30.0, 20.0), Qt::ShiftModifier});
        QCOMPARE(step, rise > 0.0 ? BoardStep::Done : BoardStep::Nothing);
        const auto moved = tool.take();
        QCOMPARE(moved.has_value(), rise > 0.0);
        if (moved)
            QCOMPARE(moved->points[0], glm::dvec3(50.0, 7.0, 25.0));
    }
}

void TestBoardTool::hits_data()
{
    QTest::addColumn<QPointF>("at");
    QTest::addColumn<QString>("id");
    QTest::newRow("line") << QPointF(150.0, 103.0) << QStringLiteral("line");
    QTest::newRow("beside the line") << QPointF(150.0, 112.0) << QString();
    QTest::newRow("past its end") << QPointF(85.0, 100.0) << QString();
    QTest::newRow("edge of the ellipse") << QPointF(300.0, 350.0) << QStringLiteral("ellipse");
    QTest::newRow("inside of it") << QPointF(340.0, 345.0) << QStringLiteral("ellipse");
    QTest::newRow("screen") << QPointF(950.0, 250.0) << QStringLiteral("screen");
    QTest::newRow("words") << QPointF(110.0, 400.0) << QStringLiteral("text");
    QTest::newRow("number") << QPointF(700.0, 105.0) << QStringLiteral("number");
    QTest::newRow("link") << QPointF(350.0, 175.0) << QStringLiteral("link");
    QTest::newRow("spotlight") << QPointF(800.0, 400.0) << QStringLiteral("spot");
    QTest::newRow("nothing") << QPointF(600.0, 480.0) << QString();
}

void TestBoardTool::hits()
{
    QFETCH(QPointF, at);
    QFETCH(QString, id);
    Stage stage;
    const auto ground = [&](DrawingKind kind, std::vector<glm::dvec3> points, const char* name) {
        stage.drawings.push_back(shape(kind, DrawingPin::Ground, std::move(points), QLatin1String(name)));
        return &stage.drawings.back();
    };
    ground(DrawingKind::Line, {{10.0, 0.0, 10.0}, {20.0, 0.0, 10.0}}, "line");
    ground(DrawingKind::Ellipse, {{30.0, 0.0, 30.0}, {40.0, 0.0, 40.0}}, "ellipse");
    stage.drawings.push_back(shape(DrawingKind::Pen, DrawingPin::Screen, {{0.95, 0.1, 0.0}, {0.95, 0.9, 0.0}},
                                   QStringLiteral("screen")));
    ground(DrawingKind::Text, {{10.0, 0.0, 40.0}}, "text")->text = QStringLiteral("wide");
    ground(DrawingKind::Number, {{70.0, 0.0, 10.0}}, "number")->text = QStringLiteral("1");
    ground(DrawingKind::Link, {}, "link")->actors = {{static_cast<ActorId>(0), {}},
                                                     {static_cast<ActorId>(1), {}}};
    ground(DrawingKind::Spotlight, {}, "spot")->actors = {{static_cast<ActorId>(2), {}}};
    const Drawing* hit = drawingAt(stage.scene(), at);
    QCOMPARE(hit != nullptr ? hit->id : QString(), id);
}

void TestBoardTool::whatIsNotSeenIsNotHit()
{
    Stage stage;
    stage.drawings = {shape(DrawingKind::Line, DrawingPin::Ground, {{10.0, 0.0, 10.0}, {20.0, 0.0, 10.0}},
                            QStringLiteral("line"))};
    QVERIFY(drawingAt(stage.scene(), {150.0, 100.0}) != nullptr);
    stage.drawings[0].to = Micros{5'000'000};
    QVERIFY(drawingAt(stage.scene(), {150.0, 100.0}) == nullptr);
    // One whose actor is not in the picture, and one that lacks a point.
    stage.drawings[0] =
        shape(DrawingKind::Line, DrawingPin::Ground, {{10.0, 0.0, 10.0}}, QStringLiteral("l"));
    QVERIFY(outlineOf(stage.scene(), stage.drawings[0]).empty());
    stage.drawings[0].kind = DrawingKind::Spotlight;
    stage.drawings[0].actors = {{static_cast<ActorId>(7), QStringLiteral("Nobody")}};
    QVERIFY(drawingAt(stage.scene(), {150.0, 100.0}) == nullptr);
}

void TestBoardTool::movesADrawing_data()
{
    QTest::addColumn<DrawingPin>("pin");
    QTest::addColumn<QString>("expected");
    QTest::newRow("screen") << DrawingPin::Screen << QStringLiteral("arrow screen 0.3,0.4 0.4,0.5 Ann");
    QTest::newRow("ground") << DrawingPin::Ground << QStringLiteral("arrow ground 20.2,10.2 20.3,10.3 Ann");
    QTest::newRow("actor") << DrawingPin::Actor << QStringLiteral("arrow actor 20.2,10.2 20.3,10.3 Ann");
}

void TestBoardTool::movesADrawing()
{
    QFETCH(DrawingPin, pin);
    QFETCH(QString, expected);
    Stage stage;
    Drawing arrow =
        pin == DrawingPin::Screen
            ? shape(DrawingKind::Arrow, pin, {{0.1, 0.2, 0.0}, {0.2, 0.3, 0.0}}, QStringLiteral("a"))
            : shape(DrawingKind::Arrow, pin, {{0.2, 0.0, 0.2}, {0.3, 0.0, 0.3}}, QStringLiteral("a"));
    arrow.actors = {{static_cast<ActorId>(0), QStringLiteral("Ann")}};
    const auto after = moved(stage.scene(), arrow, {100.0, 100.0}, {300.0, 200.0});
    QVERIFY(after);
    QCOMPARE(told(*after), expected);
    QCOMPARE(after->id, arrow.id);
    // What stands where its actors do goes nowhere.
    arrow.kind = DrawingKind::Spotlight;
    arrow.points.clear();
    QVERIFY(!moved(stage.scene(), arrow, {100.0, 100.0}, {300.0, 200.0}));
}

void TestBoardTool::movesOnePoint()
{
    Stage stage;
    stage.drawings = {shape(DrawingKind::Arrow, DrawingPin::Ground, {{10.0, 0.0, 10.0}, {20.0, 0.0, 10.0}},
                            QStringLiteral("a"))};
    BoardTool tool;
    tool.setKind(BoardToolKind::Select);
    tool.choose(QStringLiteral("a")); // only of the selected one
    tool.press(stage.scene(), {QPointF(202.0, 100.0)});
    QCOMPARE(tool.release(stage.scene(), {QPointF(252.0, 150.0)}), BoardStep::Done);
    QCOMPARE(told(*tool.take()), QStringLiteral("arrow ground 10,10 25,15"));
}

void TestBoardTool::changesThePin()
{
    Stage stage;
    const Drawing arrow = shape(DrawingKind::Arrow, DrawingPin::Ground,
                                {{50.0, 0.0, 25.0}, {60.0, 0.0, 25.0}}, QStringLiteral("a"));
    const auto screen = repinned(stage.scene(), arrow, DrawingPin::Screen);
    QVERIFY(screen);
    QCOMPARE(told(*screen), QStringLiteral("arrow screen 0.5,0.5 0.6,0.5"));
    const auto actor = repinned(stage.scene(), *screen, DrawingPin::Actor);
    QVERIFY(actor);
    QCOMPARE(told(*actor), QStringLiteral("arrow actor 0,0 10,0 Ann"));
    const auto back = repinned(stage.scene(), *actor, DrawingPin::Ground);
    QVERIFY(back);
    QCOMPARE(told(*back), QStringLiteral("arrow ground 50,25 60,25"));
    Drawing link = arrow;
    link.kind = DrawingKind::Link;
    QVERIFY(!repinned(stage.scene(), link, DrawingPin::Screen));
}

void TestBoardTool::selectsAndMoves()
{
    Stage stage;
    stage.drawings = {shape(DrawingKind::Line, DrawingPin::Ground, {{10.0, 0.0, 10.0}, {20.0, 0.0, 10.0}},
                            QStringLiteral("a"))};
    BoardTool tool;
    tool.setKind(BoardToolKind::Select);
    QCOMPARE(tool.press(stage.scene(), {QPointF(150.0, 100.0)}), BoardStep::Chosen);
    QCOMPARE(tool.chosen(), QStringLiteral("a"));
    QCOMPARE(tool.release(stage.scene(), {QPointF(151.0, 100.0)}), BoardStep::Nothing); // a click
    QVERIFY(!tool.drawing());
    QCOMPARE(tool.press(stage.scene(), {QPointF(150.0, 100.0)}), BoardStep::Nothing);
    QCOMPARE(tool.move(stage.scene(), {QPointF(150.0, 200.0)}), BoardStep::Sketch);
    QCOMPARE(tool.key(Qt::Key_Escape), BoardStep::Sketch); // stays where it was
    QCOMPARE(tool.release(stage.scene(), {QPointF(150.0, 200.0)}), BoardStep::Nothing);
    tool.press(stage.scene(), {QPointF(150.0, 100.0)});
    QCOMPARE(tool.release(stage.scene(), {QPointF(150.0, 200.0)}), BoardStep::Done);
    QCOMPARE(told(*tool.take()), QStringLiteral("line ground 10,20 20,20"));
    QCOMPARE(tool.press(stage.scene(), {QPointF(700.0, 400.0)}), BoardStep::Chosen);
    QVERIFY(tool.chosen().isEmpty());
}

/// As the mode does it: what a tool makes goes into the notes, one step each.
void TestBoardTool::takenBack()
{
    const QTemporaryDir folder;
    const QString recording = folder.filePath(QStringLiteral("match.replay"));
    QFile file(recording);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("content") > 0);
    file.close();
    model::Playhead playhead;
    playhead.setTimeAxis(test::makeFakeReplay()->index()->timeAxis);
    ReplayNotes notes(recording, playhead);
    Stage stage;
    const auto sync = [&] { stage.drawings = notes.sidecar().drawings; };

    BoardTool tool;
    tool.setKind(BoardToolKind::Arrow);
    tool.setPattern(stage.pattern());
    tool.press(stage.scene(), {QPointF(100.0, 100.0)});
    QCOMPARE(tool.release(stage.scene(), {QPointF(200.0, 100.0)}), BoardStep::Done);
    const QString id = notes.addDrawing(*tool.take());
    QVERIFY(!id.isEmpty());
    sync();
    tool.setKind(BoardToolKind::Select);
    tool.press(stage.scene(), {QPointF(150.0, 100.0)});
    QCOMPARE(tool.release(stage.scene(), {QPointF(150.0, 200.0)}), BoardStep::Done);
    notes.updateDrawing(*tool.take());
    QCOMPARE(told(notes.sidecar().drawings.at(0)), QStringLiteral("arrow ground 10,20 20,20"));

    notes.history().undo();
    QCOMPARE(told(notes.sidecar().drawings.at(0)), QStringLiteral("arrow ground 10,10 20,10"));
    notes.history().undo();
    QVERIFY(notes.sidecar().drawings.empty());
    notes.history().redo();
    notes.history().redo();
    QCOMPARE(notes.sidecar().drawings.size(), std::size_t{1});
    QCOMPARE(notes.sidecar().drawings[0].id, id);
    QCOMPARE(told(notes.sidecar().drawings[0]), QStringLiteral("arrow ground 10,20 20,20"));
    const auto again = model::loadNotes(recording);
    QVERIFY(again && again->sidecar.drawings.size() == 1);
    QCOMPARE(told(again->sidecar.drawings[0]), QStringLiteral("arrow ground 10,20 20,20"));
}

} // namespace tst_board_tool

GHOSTLINE_TEST(tst_board_tool, TestBoardTool, QApplication)
#include "tst_board_tool.moc"
