// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_tool.h"

#include "app/gui/board/board_hit.h"
#include "app/gui/board/board_strokes.h"
#include "model/board/board.h"

#include <QLineF>

#include <algorithm>
#include <utility>

namespace ghostline::app {

// ---- what all strokes share ----

BoardStep BoardStroke::move(const BoardScene&, const BoardPointer&) { return BoardStep::Nothing; }

BoardStep BoardStroke::release(const BoardScene&, const BoardPointer&) { return BoardStep::Nothing; }

void BoardStroke::setText(const QString& text)
{
    if (m_sketch)
        m_sketch->text = text;
}

std::optional<model::Drawing> BoardStroke::take() { return std::exchange(m_sketch, std::nullopt); }

// ---- the tool ----

namespace {

constexpr double GripReach = 7.0; ///< pixels

/// The chosen drawing where one of its points is under the pointer, and which. Of a stroke of the pen nobody
/// means a point.
const model::Drawing* gripAt(const BoardScene& scene, const QString& chosen, QPointF at, int& grip)
{
    const auto drawing = chosen.isEmpty() ? scene.drawings.end()
                                          : std::ranges::find(scene.drawings, chosen, &model::Drawing::id);
    if (drawing == scene.drawings.end() || drawing->kind == model::DrawingKind::Pen ||
        drawing->points.size() < 2)
        return nullptr;
    const auto space = BoardSpace::of(scene, *drawing);
    if (!space)
        return nullptr;
    for (std::size_t i = 0; i < drawing->points.size(); ++i) {
        const auto pixel = space->pixelOf(scene.picture, drawing->points[i]);
        if (pixel && QLineF(*pixel, at).length() <= GripReach) {
            grip = static_cast<int>(i);
            return &*drawing;
        }
    }
    return nullptr;
}

} // namespace

BoardTool::BoardTool() = default;
BoardTool::~BoardTool() = default;

void BoardTool::setKind(BoardToolKind kind)
{
    giveUp();
    m_kind = kind;
    if (kind != BoardToolKind::Select)
        m_chosen.clear();
}

/// What came to nothing is over: the next press begins anew.
BoardStep BoardTool::settle(BoardStep step)
{
    if (step == BoardStep::NoActor || step == BoardStep::NoGround ||
        (step == BoardStep::Sketch && m_stroke != nullptr && m_stroke->sketch() == nullptr))
        m_stroke.reset();
    return step;
}

BoardStep BoardTool::press(const BoardScene& scene, const BoardPointer& pointer)
{
    if (m_kind == BoardToolKind::Select) {
        int grip = -1;
        const model::Drawing* under = gripAt(scene, m_chosen, pointer.at, grip);
        if (under == nullptr)
            under = drawingAt(scene, pointer.at);
        const QString id = under != nullptr ? under->id : QString();
        const bool other = std::exchange(m_chosen, id) != id;
        m_stroke = under != nullptr ? beginMove(*under, grip) : nullptr;
        if (m_stroke != nullptr)
            m_stroke->press(scene, pointer);
        return other ? BoardStep::Chosen : BoardStep::Nothing;
    }
    if (m_stroke == nullptr)
        m_stroke = beginStroke(m_kind, m_pattern);
    return settle(m_stroke->press(scene, pointer));
}

BoardStep BoardTool::move(const BoardScene& scene, const BoardPointer& pointer)
{
    return m_stroke != nullptr ? settle(m_stroke->move(scene, pointer)) : BoardStep::Nothing;
}

BoardStep BoardTool::release(const BoardScene& scene, const BoardPointer& pointer)
{
    if (m_stroke == nullptr)
        return BoardStep::Nothing;
    const BoardStep step = settle(m_stroke->release(scene, pointer));
    // A press that moved nothing has done what it was for.
    if (step == BoardStep::Nothing && m_stroke != nullptr && m_stroke->sketch() == nullptr)
        m_stroke.reset();
    return step;
}

BoardStep BoardTool::doubleClick()
{
    return m_stroke != nullptr && m_kind == BoardToolKind::Polygon ? settle(m_stroke->close())
                                                                   : BoardStep::Nothing;
}

bool BoardTool::wants(int key) const
{
    if (m_stroke == nullptr)
        return false;
    switch (key) {
    case Qt::Key_Escape:
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return m_kind == BoardToolKind::Polygon || m_kind == BoardToolKind::Text;
    case Qt::Key_Backspace:
        return m_kind == BoardToolKind::Polygon;
    default:
        return false;
    }
}

BoardStep BoardTool::key(int key)
{
    if (!wants(key))
        return BoardStep::Nothing;
    if (key == Qt::Key_Escape) {
        giveUp();
        return BoardStep::Sketch;
    }
    return settle(key == Qt::Key_Backspace ? m_stroke->back() : m_stroke->close());
}

const model::Drawing* BoardTool::sketch() const { return m_stroke != nullptr ? m_stroke->sketch() : nullptr; }

bool BoardTool::waitsForText() const { return m_stroke != nullptr && m_stroke->waitsForText(); }

void BoardTool::setText(const QString& text)
{
    if (m_stroke != nullptr)
        m_stroke->setText(text);
}

std::optional<model::Drawing> BoardTool::take()
{
    if (m_stroke == nullptr)
        return std::nullopt;
    auto drawing = m_stroke->take();
    m_stroke.reset();
    return drawing;
}

void BoardTool::giveUp() { m_stroke.reset(); }

// ---- on drawings ----

namespace {

double distanceToLine(QPointF a, QPointF b, QPointF at)
{
    const QPointF way = b - a;
    const double length = QLineF(a, b).length();
    if (length <= 0.0)
        return QLineF(a, at).length();
    return std::abs(way.x() * (at.y() - a.y()) - way.y() * (at.x() - a.x())) / length;
}

} // namespace

/// Douglas and Peucker, with a list of what is still to do instead of recursion.
std::vector<std::size_t> simplified(const std::vector<QPointF>& line, double slack)
{
    if (line.empty())
        return {};
    std::vector<bool> kept(line.size(), false);
    kept.front() = kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> due{{0, line.size() - 1}};
    while (!due.empty()) {
        const auto [first, last] = due.back();
        due.pop_back();
        double farthest = slack;
        std::size_t at = 0;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double distance = distanceToLine(line[first], line[last], line[i]);
            if (distance > farthest) {
                farthest = distance;
                at = i;
            }
        }
        if (at == 0)
            continue;
        kept[at] = true;
        due.emplace_back(first, at);
        due.emplace_back(at, last);
    }
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (kept[i])
            places.push_back(i);
    }
    return places;
}

QString nextNumber(std::span<const model::Drawing> drawings, model::Micros time)
{
    int number = 1;
    const auto taken = [&](int value) {
        return std::ranges::any_of(drawings, [&](const model::Drawing& drawing) {
            return drawing.kind == model::DrawingKind::Number && drawing.from <= time && time <= drawing.to &&
                   drawing.text == QString::number(value);
        });
    };
    while (taken(number))
        ++number;
    return QString::number(number);
}

std::optional<model::Drawing> moved(const BoardScene& scene, const model::Drawing& drawing, QPointF from,
                                    QPointF to, int grip)
{
    const auto space = BoardSpace::of(scene, drawing);
    if (!space || model::standsOnActors(drawing) || drawing.points.empty())
        return std::nullopt;
    model::Drawing pulled = drawing;
    std::span<glm::dvec3> points = pulled.points;
    if (grip >= 0 && static_cast<std::size_t>(grip) < points.size())
        points = points.subspan(static_cast<std::size_t>(grip), 1);
    const auto way = space->pull(scene.picture, points.front(), from, to);
    if (!way)
        return std::nullopt;
    for (glm::dvec3& point : points)
        point += *way;
    return pulled;
}

std::optional<model::Drawing> repinned(const BoardScene& scene, const model::Drawing& drawing,
                                       model::DrawingPin pin)
{
    if (pin == drawing.pin)
        return drawing;
    const bool fixed = model::standsOnActors(drawing) || drawing.points.empty() ||
                       drawing.kind == model::DrawingKind::MovedActor ||
                       drawing.kind == model::DrawingKind::Distance;
    const auto before = BoardSpace::of(scene, drawing);
    const auto grip =
        before && !fixed ? before->pixelOf(scene.picture, drawing.points.front()) : std::nullopt;
    const auto after = grip ? BoardSpace::at(scene, *grip, pin) : std::nullopt;
    if (!after)
        return std::nullopt;
    model::Drawing changed = drawing;
    changed.pin = pin;
    changed.actors.clear();
    if (after->actor() != model::ActorId::None)
        changed.actors = {scene.named(after->actor())};
    for (glm::dvec3& point : changed.points) {
        const auto pixel = before->pixelOf(scene.picture, point);
        const auto there = pixel ? after->pointAt(scene.picture, *pixel) : std::nullopt;
        if (!there)
            return std::nullopt;
        point = *there;
    }
    return changed;
}

} // namespace ghostline::app
