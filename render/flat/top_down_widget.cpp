// SPDX-License-Identifier: GPL-3.0-or-later
// What the map shows, and the hand on it; its parts paint themselves.
#include "render/flat/top_down_widget.h"

#include "model/board/board.h"
#include "model/world/standing.h"
#include "render/base/pointer_gesture.h"
#include "render/board/board_painter.h"
#include "render/camera/camera_math.h"
#include "render/cells/grid_bounds.h"
#include "render/flat/map_ground.h"
#include "render/flat/map_heat.h"
#include "render/flat/map_lines.h"
#include "render/flat/map_marks.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ghostline::render {

namespace {

constexpr double PickSlack = 8.0;      // pixels
constexpr double StageSize = 300.0;    // metres: a larger scene is a town, of which a part is shown
constexpr double FollowedReach = 60.0; // metres around the followed actor, on a small map of a town
constexpr double LongStage = 1.3;      // times as long as wide

BoardProjection boardProjection(const MapProjection& map)
{
    const QPointF origin = map.toScreen({0.0, 0.0, 0.0});
    return BoardProjection::flat(origin, map.toScreen({1.0, 0.0, 0.0}) - origin,
                                 map.toScreen({0.0, 0.0, 1.0}) - origin, map.size());
}

QRectF rectOf(const model::Bounds& bounds)
{
    return bounds.valid ? QRectF(QPointF(bounds.min.x, bounds.min.z), QPointF(bounds.max.x, bounds.max.z))
                        : QRectF();
}

} // namespace

struct TopDownWidget::Private
{
    explicit Private(const TopDownWidget* map) : owner(map) {}
    /// A widget that is not shown yet is not told of its new size.
    MapProjection& projection() const
    {
        laidOut.setSize(owner->size());
        return laidOut;
    }
    const model::WorldState& state() const { return *content.state; }
    /// The content as it is laid out now.
    MapFrame frame() const
    {
        return {content,  styles,           ghosts, projection(), compact, compact && !moved && stage(),
                followed, gesture.hovered()};
    }
    /// What is drawn on the ground and on actors: what is pinned to the screen lies over another picture,
    /// words have no room, and one works on drawings elsewhere.
    ViewContent onSmallMap() const;
    QRectF actorRect() const;
    /// A scene that a small map can show whole.
    bool stage() const;
    void fit(const QRectF& world);
    void fitWhole();
    void centreOnFollowed();
    /// The user has taken the map in hand, or somebody put it elsewhere: it does not fit itself any more.
    void settle() { fitted = moved = true; }

    const TopDownWidget* owner;
    mutable MapProjection laidOut;
    ViewContent content;
    ActorStyles styles;
    GhostCast ghosts;
    model::ActorId followed = model::ActorId::None;
    MapCamera camera;
    MapGround ground;
    MapHeat heat;
    MapLines lines;
    MapMarks marks;

    bool fitted = false; // fits itself until the user moves it
    bool compact = false;
    bool moved = false; // by the user
    PointerGesture gesture;
};

ViewContent TopDownWidget::Private::onSmallMap() const
{
    const auto fits = [](const model::Drawing& drawing) {
        return drawing.pin != model::DrawingPin::Screen && drawing.kind != model::DrawingKind::Text &&
               drawing.kind != model::DrawingKind::Number;
    };
    const model::Micros now = content.state->time;
    ViewContent small = content;
    std::vector<model::Drawing> shown;
    std::ranges::copy_if(*content.drawings, std::back_inserter(shown), [&](const model::Drawing& drawing) {
        return fits(drawing) && model::opacityAt(drawing, now) > 0.0;
    });
    small.drawings = std::move(shown);
    std::vector<model::Drawing> begun;
    std::ranges::copy_if(*content.sketches, std::back_inserter(begun), fits);
    small.sketches = std::move(begun);
    small.chosenDrawing.clear();
    std::vector<Pointer> pointers = *content.pointers;
    std::erase_if(pointers, [](const Pointer& pointer) { return pointer.onScreen; });
    for (Pointer& pointer : pointers)
        pointer.name.clear();
    small.pointers = std::move(pointers);
    return small;
}

void TopDownWidget::Private::fit(const QRectF& world)
{
    const QSizeF room = projection().size();
    if (!world.isValid() || room.width() < 10 || room.height() < 10)
        return;
    const QRectF r = world.adjusted(-5.0, -5.0, 5.0, 5.0);
    const bool wide = room.width() > room.height();
    const bool lying = compact && stage() &&
                       std::max(r.width(), r.height()) > LongStage * std::min(r.width(), r.height()) &&
                       wide != (r.width() > r.height());
    // As from the side: what is farther off is up.
    const double side = sideOfStage(content.scene->bounds, content.scene->cameras);
    projection().fit(r, !lying ? 0 : side == 90.0 || side == 180.0 ? 1 : -1);
}

QRectF TopDownWidget::Private::actorRect() const
{
    QRectF out;
    for (std::size_t row = 0; row < state().size(); ++row) {
        const glm::dvec3& at = state().positions[row];
        if (styles.drawn(state(), row) && !styles.background(state(), row))
            out |= QRectF(at.x - 2.0, at.z - 2.0, 4.0, 4.0);
    }
    if (out.isNull() && content.scene->bounds.valid)
        return rectOf(content.scene->bounds);
    // With the cells round them, at whatever height.
    constexpr double AnyHeight = 1.0e9;
    model::Bounds bounds;
    if (!out.isNull()) {
        bounds.include({out.left(), -AnyHeight, out.top()});
        bounds.include({out.right(), AnyHeight, out.bottom()});
    }
    return rectOf(withGrids(bounds, {&state().grids, &content.scene->grids}));
}

bool TopDownWidget::Private::stage() const
{
    const QRectF r = rectOf(content.scene->bounds);
    return r.isValid() && std::max(r.width(), r.height()) <= StageSize;
}

void TopDownWidget::Private::fitWhole()
{
    const std::ptrdiff_t row = state().row(followed);
    if (compact && stage()) {
        fit(rectOf(content.scene->bounds));
    } else if (compact && row >= 0) {
        const glm::dvec3& at = state().positions[static_cast<std::size_t>(row)];
        fit(QRectF(at.x - FollowedReach, at.z - FollowedReach, 2.0 * FollowedReach, 2.0 * FollowedReach));
    } else {
        fit(actorRect());
    }
}

void TopDownWidget::Private::centreOnFollowed()
{
    const std::ptrdiff_t row = state().row(followed);
    if (row < 0 || (compact && stage()))
        return;
    const glm::dvec3& at = state().positions[static_cast<std::size_t>(row)];
    projection().setCentre({at.x, at.z});
}

TopDownWidget::TopDownWidget(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    setMouseTracking(true);
    setMinimumSize(80, 60);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Map from above"));
}

TopDownWidget::~TopDownWidget() = default;

void TopDownWidget::setCompact(bool compact)
{
    d->compact = compact;
    setFocusPolicy(compact ? Qt::StrongFocus : Qt::NoFocus);
    d->ground.invalidate();
    d->fitted = false;
    update();
}

ViewChanges TopDownWidget::setContent(const ViewContent& content)
{
    const ViewChanges changes = changesBetween(d->content, content);
    if (!changes)
        return changes;
    d->content = content;
    d->styles.change(content, changes);
    d->ghosts.change(content, changes);
    if (changes & ViewPart::Index)
        d->lines.setIndex(*content.index);
    if (changes & (ViewPart::State | ViewPart::Perspective))
        d->styles.updateVisibility(*content.state);
    d->ground.setContent(content, changes);
    d->heat.setContent(content, changes);
    if (changes & ViewPart::Scene)
        d->fitted = d->fitted && (d->moved || !d->compact);
    if (changes & ViewPart::State)
        d->centreOnFollowed();
    update();
    return changes;
}

const ViewContent& TopDownWidget::content() const { return d->content; }

void TopDownWidget::setCamera(const std::optional<CameraPose>& camera, double aspect)
{
    d->camera = {camera, aspect};
    update();
}

void TopDownWidget::centreOn(const glm::dvec3& place)
{
    d->projection().setCentre({place.x, place.z});
    d->settle();
    update();
}

void TopDownWidget::lookLike(const TopDownWidget& other)
{
    d->projection().lookLike(other.d->projection());
    d->settle();
    update();
}

void TopDownWidget::setFollowed(model::ActorId actor)
{
    d->followed = actor;
    if (d->compact)
        d->fitted = d->fitted && d->moved;
    else if (d->state().row(actor) >= 0)
        d->fitted = true;
    d->centreOnFollowed();
    update();
}

void TopDownWidget::fitAll()
{
    d->moved = false;
    d->fitWhole();
    d->fitted = true;
    update();
}

void TopDownWidget::fitSelection()
{
    const std::ptrdiff_t row = d->state().row(d->content.selection);
    if (row < 0) {
        fitAll();
        return;
    }
    const glm::dvec3& at = d->state().positions[static_cast<std::size_t>(row)];
    d->fit(QRectF(at.x - 15.0, at.z - 15.0, 30.0, 30.0));
    d->fitted = true;
    update();
}

void TopDownWidget::fitPlace(const glm::dvec3& place, double radius)
{
    d->fit(QRectF(place.x - radius, place.z - radius, 2.0 * radius, 2.0 * radius));
    d->settle();
    update();
}

model::ActorId TopDownWidget::pick(QPointF pixel) const
{
    const MapFrame map = d->frame();
    model::ActorId best = model::ActorId::None;
    double nearest = 1e30;
    for (std::size_t row = 0; row < map.state().size(); ++row) {
        if (!map.styles.drawn(map.state(), row))
            continue;
        const PickBox box = map.styles.box(map.state(), row);
        const QPointF delta = map.markAt(box.centre) - pixel;
        const double distance = std::hypot(delta.x(), delta.y());
        const double reach = static_cast<double>(std::max(box.half.x, box.half.z)) * map.projection.scale();
        // What takes part is preferred to surroundings under it.
        const double rank = distance + (map.styles.background(map.state(), row) ? 4.0 : 0.0);
        if (distance <= std::max(reach, PickSlack) && rank < nearest) {
            nearest = rank;
            best = box.actor;
        }
    }
    return best;
}

glm::dvec3 TopDownWidget::groundAt(QPointF pixel) const
{
    const QPointF place = d->projection().toWorld(pixel);
    const model::SceneDescription& scene = *d->content.scene;
    const bool hills = !scene.heightless && model::groundOf(scene) != nullptr;
    const double height = hills ? scene.ground->at({place.x(), place.y()}) : model::recordedLevel(scene);
    return {place.x(), height, place.y()};
}

QPointF TopDownWidget::pixelOf(const glm::dvec3& place) const { return d->projection().toScreen(place); }

void TopDownWidget::paintEvent(QPaintEvent*)
{
    if (!d->fitted && !d->actorRect().isNull())
        fitAll();
    const MapFrame map = d->frame();
    QPainter p(this);
    d->ground.paint(p, map, devicePixelRatioF());
    d->heat.paint(p, map);
    p.setRenderHint(QPainter::Antialiasing);
    d->lines.paintBelow(p, map, d->camera);
    d->marks.paint(p, map);
    d->lines.paintAbove(p, map);
    if (!d->compact)
        paintBoard(p, d->content, d->styles, boardProjection(d->projection()));
    else if (anyDrawingShown(d->content))
        paintBoard(p, d->onSmallMap(), d->styles, boardProjection(d->projection()));
    if (d->compact && hasFocus()) {
        p.setRenderHint(QPainter::Antialiasing, false);
        p.setPen(QPen(d->content.theme.accent, 1.0));
        p.setBrush(Qt::NoBrush);
        p.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TopDownWidget::resizeEvent(QResizeEvent* event)
{
    d->fitted = d->fitted && (d->moved || !d->compact);
    QWidget::resizeEvent(event);
}

void TopDownWidget::zoom(double steps, QPointF at)
{
    d->projection().zoom(steps, at);
    d->settle();
    update();
    Q_EMIT handled();
}

void TopDownWidget::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        zoom(1.0, d->projection().middle());
    else if (event->key() == Qt::Key_Minus)
        zoom(-1.0, d->projection().middle());
    else
        QWidget::keyPressEvent(event);
}

void TopDownWidget::leaveEvent(QEvent* event)
{
    if (d->gesture.hover(model::ActorId::None)) {
        Q_EMIT hovered(model::ActorId::None, QCursor::pos());
        update();
    }
    QWidget::leaveEvent(event);
}

void TopDownWidget::mousePressEvent(QMouseEvent* event) { d->gesture.press(event->position()); }

void TopDownWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (event->buttons() == Qt::NoButton) {
        const model::ActorId actor = pick(at);
        if (d->gesture.hover(actor)) {
            Q_EMIT hovered(actor, event->globalPosition().toPoint());
            update();
        }
        return;
    }
    const std::optional<QPointF> step = d->gesture.drag(at);
    if (!step)
        return;
    d->projection().setCentre(d->projection().centre() -
                              d->projection().turnBack(*step / d->projection().scale()));
    d->settle();
    update();
    Q_EMIT handled();
}

void TopDownWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (!d->gesture.release())
        return;
    if (event->button() == Qt::LeftButton) {
        const model::ActorId actor = pick(event->position());
        if (actor == model::ActorId::None)
            Q_EMIT placeClicked(groundAt(event->position()));
        Q_EMIT clicked(actor, event->modifiers());
    } else if (event->button() == Qt::RightButton)
        Q_EMIT contextMenuRequested(pick(event->position()), event->globalPosition().toPoint());
}

void TopDownWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    d->gesture.doubleClick();
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked(pick(event->position()));
}

void TopDownWidget::wheelEvent(QWheelEvent* event)
{
    zoom(event->angleDelta().y() / 120.0, event->position());
    event->accept();
}

} // namespace ghostline::render
