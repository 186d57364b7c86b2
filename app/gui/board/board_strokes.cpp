// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_strokes.h"

#include "app/gui/board/board_hit.h"

#include <QLineF>

#include <cmath>
#include <numbers>

namespace ghostline::app {

namespace {

constexpr double Click = 4.0;          ///< pixels that a click may go
constexpr double PenStep = 2.0;        ///< pixels between two points that a pen keeps
constexpr double PenSlack = 1.0;       ///< pixels that its line may be off
constexpr std::size_t PenMost = 2'000; ///< points of one stroke
constexpr std::size_t MostCorners = 200;

bool isClick(QPointF from, QPointF to) { return QLineF(from, to).length() < Click; }

/// To the nearest of eight directions.
glm::dvec2 straightened(glm::dvec2 from, glm::dvec2 to)
{
    const glm::dvec2 way = to - from;
    const double step = std::numbers::pi / 4.0;
    const double angle = std::round(std::atan2(way.y, way.x) / step) * step;
    const glm::dvec2 along(std::cos(angle), std::sin(angle));
    return from + along * glm::dot(way, along);
}

/// The corner that makes the box a square.
glm::dvec2 squared(glm::dvec2 from, glm::dvec2 to)
{
    const glm::dvec2 way = to - from;
    const double side = std::max(std::abs(way.x), std::abs(way.y));
    return from + glm::dvec2(std::copysign(side, way.x), std::copysign(side, way.y));
}

/// What has points: they are in a space that the first press decides.
class PointsStroke : public BoardStroke
{
protected:
    PointsStroke(model::Drawing pattern, model::DrawingKind kind) : BoardStroke(std::move(pattern))
    {
        m_pattern.kind = kind;
    }
    /// Sketch with one point, or why not.
    BoardStep begin(const BoardScene& scene, QPointF at)
    {
        m_space = BoardSpace::at(scene, at, m_pattern.pin);
        if (!m_space)
            return BoardStep::NoActor;
        const auto point = m_space->pointAt(scene.picture, at);
        if (!point)
            return BoardStep::NoGround;
        m_sketch = m_pattern;
        m_sketch->points = {*point};
        if (m_space->actor() != model::ActorId::None)
            m_sketch->actors = {scene.named(m_space->actor())};
        m_pressed = at;
        return BoardStep::Sketch;
    }
    std::optional<glm::dvec3> straightPoint(const BoardScene& scene, const glm::dvec3& from, QPointF at,
                                            glm::dvec2 (*bend)(glm::dvec2, glm::dvec2)) const
    {
        auto point = m_space->pointAt(scene.picture, at);
        if (!point || bend == nullptr)
            return point;
        return m_space->raised(scene.picture,
                               bend(m_space->flat(scene.picture, from), m_space->flat(scene.picture, *point)),
                               *point);
    }

    std::optional<BoardSpace> m_space;
    QPointF m_pressed;
};

/// Pen: goes through where the pointer went; with Shift straight from the press.
class PenStroke final : public PointsStroke
{
public:
    explicit PenStroke(const model::Drawing& pattern) : PointsStroke(pattern, model::DrawingKind::Pen) {}

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        m_pixels = {pointer.at};
        return begin(scene, pointer.at);
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        const auto point = straightPoint(scene, m_sketch->points.front(), pointer.at,
                                         pointer.straight() ? straightened : nullptr);
        if (!point)
            return BoardStep::Nothing; // over the horizon: it goes on where there is ground again
        if (pointer.straight()) {
            m_pixels.resize(1);
            m_sketch->points.resize(1);
        } else if (QLineF(m_pixels.back(), pointer.at).length() < PenStep) {
            return BoardStep::Nothing;
        }
        // A long one gets as coarse as it must, and then has room for a while.
        if (m_pixels.size() >= PenMost) {
            for (double slack = PenSlack; m_pixels.size() > PenMost / 2; slack *= 2.0)
                thin(slack);
        }
        m_pixels.push_back(pointer.at);
        m_sketch->points.push_back(*point);
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        move(scene, pointer);
        if (m_sketch->points.size() < 2) {
            m_sketch.reset();
            return BoardStep::Sketch;
        }
        thin(PenSlack);
        return BoardStep::Done;
    }

private:
    void thin(double slack)
    {
        std::vector<QPointF> pixels;
        std::vector<glm::dvec3> points;
        for (const std::size_t at : simplified(m_pixels, slack)) {
            pixels.push_back(m_pixels[at]);
            points.push_back(m_sketch->points[at]);
        }
        m_pixels = std::move(pixels);
        m_sketch->points = std::move(points);
    }

    std::vector<QPointF> m_pixels; ///< of the sketch's points
};

/// Arrow, line, ellipse: from the press to the release.
class DragStroke final : public PointsStroke
{
public:
    DragStroke(const model::Drawing& pattern, model::DrawingKind kind) : PointsStroke(pattern, kind) {}

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        const BoardStep step = begin(scene, pointer.at);
        if (m_sketch)
            m_sketch->points.push_back(m_sketch->points.front());
        return step;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        const bool box = m_sketch->kind == model::DrawingKind::Ellipse;
        const auto end = straightPoint(scene, m_sketch->points[0], pointer.at,
                                       !pointer.straight() ? nullptr
                                       : box               ? squared
                                                           : straightened);
        if (!end)
            return BoardStep::Nothing;
        m_sketch->points[1] = *end;
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        move(scene, pointer);
        if (!isClick(m_pressed, pointer.at) && m_sketch->points[0] != m_sketch->points[1])
            return BoardStep::Done;
        m_sketch.reset();
        return BoardStep::Sketch;
    }
};

/// Polygon: a click a corner. The last point of the sketch goes along with the pointer.
class PolygonStroke final : public PointsStroke
{
public:
    explicit PolygonStroke(const model::Drawing& pattern) : PointsStroke(pattern, model::DrawingKind::Polygon)
    {
    }

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch) {
            const BoardStep step = begin(scene, pointer.at);
            if (m_sketch)
                m_sketch->points.push_back(m_sketch->points.front());
            return step;
        }
        move(scene, pointer);
        const std::vector<glm::dvec3>& points = m_sketch->points;
        if (points.size() > MostCorners || points.back() == points[points.size() - 2])
            return BoardStep::Nothing; // the second press of a double click is no other corner
        m_sketch->points.push_back(glm::dvec3(points.back()));
        return BoardStep::Sketch;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        std::vector<glm::dvec3>& points = m_sketch->points;
        const auto point = straightPoint(scene, points[points.size() - 2], pointer.at,
                                         pointer.straight() ? straightened : nullptr);
        if (!point)
            return BoardStep::Nothing;
        points.back() = *point;
        return BoardStep::Sketch;
    }
    BoardStep close() override
    {
        if (!m_sketch || m_sketch->points.size() < 4) // three corners and the pointer
            return BoardStep::Nothing;
        m_sketch->points.pop_back();
        return BoardStep::Done;
    }
    BoardStep back() override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        std::vector<glm::dvec3>& points = m_sketch->points;
        if (points.size() <= 2)
            m_sketch.reset();
        else
            points.erase(points.end() - 2);
        return BoardStep::Sketch;
    }
};

/// Text and number: where the press was. A text is done once it is typed.
class PointStroke final : public PointsStroke
{
public:
    PointStroke(const model::Drawing& pattern, model::DrawingKind kind) : PointsStroke(pattern, kind)
    {
        if (kind == model::DrawingKind::Text)
            m_pattern.text.clear();
    }

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        // A text that is being typed goes to where it is wanted.
        const QString typed = m_sketch ? m_sketch->text : m_pattern.text;
        const BoardStep step = begin(scene, pointer.at);
        if (m_sketch)
            m_sketch->text = typed;
        return step;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        const auto point = m_held && m_sketch ? m_space->pointAt(scene.picture, pointer.at) : std::nullopt;
        if (!point)
            return BoardStep::Nothing;
        m_sketch->points[0] = *point;
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        move(scene, pointer);
        m_held = false;
        return waitsForText() ? BoardStep::Sketch : BoardStep::Done;
    }
    BoardStep close() override
    {
        if (!m_sketch)
            return BoardStep::Nothing;
        if (!m_sketch->text.trimmed().isEmpty())
            return BoardStep::Done;
        m_sketch.reset();
        return BoardStep::Sketch;
    }
    bool waitsForText() const override { return m_sketch && m_sketch->kind == model::DrawingKind::Text; }

private:
    bool m_held = true;
};

/// Spotlight: a click on an actor.
class SpotlightStroke final : public BoardStroke
{
public:
    explicit SpotlightStroke(const model::Drawing& pattern) : BoardStroke(pattern) {}

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        const model::ActorId actor = scene.picture.actorAt(pointer.at);
        if (!scene.placeOf(actor))
            return BoardStep::NoActor;
        m_sketch = m_pattern;
        m_sketch->kind = model::DrawingKind::Spotlight;
        m_sketch->pin = model::DrawingPin::Actor;
        m_sketch->actors = {scene.named(actor)};
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene&, const BoardPointer&) override
    {
        return m_sketch ? BoardStep::Done : BoardStep::Nothing;
    }
};

/// Link and distance: dragged from one actor to another, or one clicked after the other. A distance that
/// begins or ends beside everybody is one between two places.
class BetweenStroke final : public PointsStroke
{
public:
    BetweenStroke(const model::Drawing& pattern, model::DrawingKind kind) : PointsStroke(pattern, kind)
    {
        // Metres are of the ground.
        m_pattern.pin = model::DrawingPin::Ground;
    }

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        m_pressed = pointer.at;
        if (m_begun) // the second of two clicks
            return move(scene, pointer);
        m_first = scene.picture.actorAt(pointer.at);
        const std::optional<glm::dvec3> place = scene.placeOf(m_first);
        if (!place && !measures())
            return BoardStep::NoActor;
        const std::optional<glm::dvec3> from = place ? place : scene.picture.groundAt(pointer.at);
        if (!from)
            return BoardStep::NoGround;
        m_from = *from;
        m_space = BoardSpace::at(scene, pointer.at, model::DrawingPin::Ground);
        m_begun = true;
        show(*from, model::ActorId::None, scene);
        return BoardStep::Sketch;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_begun)
            return BoardStep::Nothing;
        m_second = scene.picture.actorAt(pointer.at);
        std::optional<glm::dvec3> end = scene.placeOf(m_second);
        if (!end || m_second == m_first) {
            m_second = model::ActorId::None;
            // From somebody in the air along their level, so that the line does not dive to the ground.
            end = m_first != model::ActorId::None && !measures()
                      ? scene.picture.levelAt(pointer.at, m_from.y)
                      : straightPoint(scene, m_from, pointer.at, pointer.straight() ? straightened : nullptr);
        }
        if (!end)
            return BoardStep::Nothing;
        show(*end, m_second, scene);
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_begun)
            return BoardStep::Nothing;
        const bool first = !m_clicked;
        m_clicked = true;
        if (first && isClick(m_pressed, pointer.at))
            return BoardStep::Nothing; // goes on to the second click
        move(scene, pointer);
        if (between())
            return BoardStep::Done;
        if (measures() && m_sketch->points[0] != m_sketch->points[1])
            return BoardStep::Done;
        m_sketch.reset();
        m_begun = false;
        return measures() ? BoardStep::Sketch : BoardStep::NoActor;
    }

private:
    bool measures() const { return m_pattern.kind == model::DrawingKind::Distance; }
    bool between() const { return m_first != model::ActorId::None && m_second != model::ActorId::None; }
    void show(const glm::dvec3& end, model::ActorId second, const BoardScene& scene)
    {
        m_sketch = m_pattern;
        if (m_first != model::ActorId::None && second != model::ActorId::None) {
            m_sketch->pin = model::DrawingPin::Actor;
            m_sketch->actors = {scene.named(m_first), scene.named(second)};
            return;
        }
        if (!measures())
            m_sketch->kind = model::DrawingKind::Line; // as long as it leads to nobody
        m_sketch->points = {m_from, end};
    }

    model::ActorId m_first = model::ActorId::None;
    model::ActorId m_second = model::ActorId::None;
    glm::dvec3 m_from{0.0};
    bool m_begun = false;
    bool m_clicked = false; ///< the first press has ended
};

/// Moves an actor, or a figure that was moved before, along its level; with Shift up and down.
class MoveActorStroke final : public BoardStroke
{
public:
    explicit MoveActorStroke(const model::Drawing& pattern) : BoardStroke(pattern) {}

    BoardStep press(const BoardScene& scene, const BoardPointer& pointer) override
    {
        m_pressed = pointer.at;
        const model::ActorId actor = scene.picture.actorAt(pointer.at);
        const model::Drawing* figure = figureAt(scene, pointer.at);
        if (figure == nullptr)
            figure = figureOf(scene, actor);
        if (figure != nullptr) {
            m_begun = *figure;
        } else {
            const auto place = scene.placeOf(actor);
            if (!place)
                return BoardStep::NoActor;
            m_begun = m_pattern;
            m_begun.kind = model::DrawingKind::MovedActor;
            m_begun.pin = model::DrawingPin::Ground;
            m_begun.actors = {scene.named(actor)};
            m_begun.points = {*place};
        }
        m_down = true;
        return BoardStep::Nothing;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_down || (!m_sketch && isClick(m_pressed, pointer.at)))
            return BoardStep::Nothing;
        const glm::dvec3& place = m_begun.points[0];
        if (pointer.straight()) {
            const auto higher = heightAt(scene, place, pointer.at);
            if (!higher)
                return BoardStep::Nothing;
            m_sketch = m_begun;
            m_sketch->points = {place + glm::dvec3(0.0, *higher, 0.0)};
            return BoardStep::Sketch;
        }
        const auto from = scene.picture.levelAt(m_pressed, place.y);
        const auto to = scene.picture.levelAt(pointer.at, place.y);
        if (!from || !to)
            return BoardStep::Nothing;
        m_sketch = m_begun;
        m_sketch->points = {place + glm::dvec3(to->x - from->x, 0.0, to->z - from->z)};
        return BoardStep::Sketch;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        move(scene, pointer);
        m_down = false;
        return m_sketch ? BoardStep::Done : BoardStep::Nothing;
    }

private:
    /// How far up the pointer has been dragged, by what a metre upwards is on the picture; from above that
    /// is nothing.
    std::optional<double> heightAt(const BoardScene& scene, const glm::dvec3& place, QPointF at) const
    {
        const auto low = scene.picture.pixelOf(place);
        const auto high = scene.picture.pixelOf(place + glm::dvec3(0.0, 1.0, 0.0));
        if (!low || !high)
            return std::nullopt;
        const QPointF metre = *high - *low;
        const double length = QPointF::dotProduct(metre, metre);
        constexpr double LeastPixels = 2.0;
        if (length < LeastPixels * LeastPixels)
            return std::nullopt;
        return QPointF::dotProduct(at - m_pressed, metre) / length;
    }
    static bool isFigure(const BoardScene& scene, const model::Drawing& drawing)
    {
        return drawing.kind == model::DrawingKind::MovedActor && model::isComplete(drawing) &&
               drawing.pin == model::DrawingPin::Ground && model::opacityAt(drawing, scene.state.time) > 0.0;
    }
    static const model::Drawing* figureAt(const BoardScene& scene, QPointF at)
    {
        const model::Drawing* found = nullptr;
        for (const model::Drawing& drawing : scene.drawings) {
            if (!isFigure(scene, drawing))
                continue;
            const auto pixel = scene.picture.pixelOf(drawing.points[0]);
            constexpr double Reach = 20.0; // pixels
            if (pixel && QLineF(*pixel, at).length() <= Reach)
                found = &drawing;
        }
        return found;
    }
    /// An actor is moved once: whoever drags it again moves its figure.
    static const model::Drawing* figureOf(const BoardScene& scene, model::ActorId actor)
    {
        if (actor == model::ActorId::None)
            return nullptr;
        for (const model::Drawing& drawing : scene.drawings) {
            if (isFigure(scene, drawing) &&
                model::meantActor(drawing.actors[0], scene.cast, scene.state) == actor)
                return &drawing;
        }
        return nullptr;
    }

    model::Drawing m_begun;
    QPointF m_pressed;
    bool m_down = false;
};

/// Moves a drawing with all its points, or one of them.
class MoveStroke final : public BoardStroke
{
public:
    MoveStroke(const model::Drawing& drawing, int grip) : BoardStroke(drawing), m_grip(grip) {}

    BoardStep press(const BoardScene&, const BoardPointer& pointer) override
    {
        m_pressed = pointer.at;
        return BoardStep::Nothing;
    }
    BoardStep move(const BoardScene& scene, const BoardPointer& pointer) override
    {
        if (!m_sketch && isClick(m_pressed, pointer.at))
            return BoardStep::Nothing;
        if (auto pulled = moved(scene, m_pattern, m_pressed, pointer.at, m_grip)) {
            m_sketch = std::move(*pulled);
            return BoardStep::Sketch;
        }
        return BoardStep::Nothing;
    }
    BoardStep release(const BoardScene& scene, const BoardPointer& pointer) override
    {
        move(scene, pointer);
        return m_sketch ? BoardStep::Done : BoardStep::Nothing;
    }

private:
    int m_grip;
    QPointF m_pressed;
};

} // namespace

std::unique_ptr<BoardStroke> beginStroke(BoardToolKind kind, const model::Drawing& pattern)
{
    using enum BoardToolKind;
    switch (kind) {
    case Pen:
        return std::make_unique<PenStroke>(pattern);
    case Arrow:
        return std::make_unique<DragStroke>(pattern, model::DrawingKind::Arrow);
    case Line:
        return std::make_unique<DragStroke>(pattern, model::DrawingKind::Line);
    case Ellipse:
        return std::make_unique<DragStroke>(pattern, model::DrawingKind::Ellipse);
    case Polygon:
        return std::make_unique<PolygonStroke>(pattern);
    case Text:
        return std::make_unique<PointStroke>(pattern, model::DrawingKind::Text);
    case Number:
        return std::make_unique<PointStroke>(pattern, model::DrawingKind::Number);
    case Spotlight:
        return std::make_unique<SpotlightStroke>(pattern);
    case Link:
        return std::make_unique<BetweenStroke>(pattern, model::DrawingKind::Link);
    case Distance:
        return std::make_unique<BetweenStroke>(pattern, model::DrawingKind::Distance);
    case Move:
        return std::make_unique<MoveActorStroke>(pattern);
    case Select:
        break;
    }
    return nullptr;
}

std::unique_ptr<BoardStroke> beginMove(const model::Drawing& drawing, int grip)
{
    return std::make_unique<MoveStroke>(drawing, grip);
}

} // namespace ghostline::app
