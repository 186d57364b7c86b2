// SPDX-License-Identifier: GPL-3.0-or-later
// One scale for both axes; north (-Z) is up, or at a side where a long stage lies along a wide map.
#include "render/camera_math.h"
#include "render/top_down_private.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double ZoomFactor = 1.18;      // per wheel step
constexpr double SmallestScale = 0.0005; // pixels a metre
constexpr double LargestScale = 400.0;
constexpr double PickSlack = 8.0;      // pixels
constexpr double StageSize = 300.0;    // metres: a larger scene is a town, of which a part is shown
constexpr double FollowedReach = 60.0; // metres around the followed actor, on a small map of a town
constexpr double EdgePixels = 10.0;
constexpr double LongStage = 1.3; // times as long as wide

} // namespace

void TopDownWidget::Private::fit(const QRectF& world)
{
    if (!world.isValid() || owner->width() < 10 || owner->height() < 10)
        return;
    QRectF r = world.adjusted(-5.0, -5.0, 5.0, 5.0);
    centre = r.center();
    QSizeF room = owner->size();
    const bool wide = room.width() > room.height();
    const bool lying = compact && stage() &&
                       std::max(r.width(), r.height()) > LongStage * std::min(r.width(), r.height()) &&
                       wide != (r.width() > r.height());
    // As from the side: what is farther off is up.
    const double side = sideOfStage(scene.bounds, scene.cameras);
    const int turns = !lying ? 0 : side == 90.0 || side == 180.0 ? 1 : -1;
    if (turns != turned)
        background = QPixmap();
    turned = turns;
    if (turned != 0)
        room.transpose();
    scale = std::clamp(std::min(room.width() / r.width(), room.height() / r.height()) * 0.92, SmallestScale,
                       40.0);
}

QRectF TopDownWidget::Private::actorRect() const
{
    QRectF out;
    const auto add = [&out](double x, double z) { out |= QRectF(x - 2.0, z - 2.0, 4.0, 4.0); };
    for (std::size_t row = 0; row < state.size(); ++row) {
        if (buffers.drawn(state, row) && !buffers.background(state, row))
            add(state.positions[row].x, state.positions[row].z);
    }
    if (out.isNull() && scene.bounds.valid)
        return sceneRect();
    // With the cells round them, at whatever height.
    constexpr double AnyHeight = 1.0e9;
    model::Bounds bounds;
    if (!out.isNull()) {
        bounds.include({out.left(), -AnyHeight, out.top()});
        bounds.include({out.right(), AnyHeight, out.bottom()});
    }
    bounds = withGrids(bounds, {&state.grids, &scene.grids});
    return bounds.valid ? QRectF(QPointF(bounds.min.x, bounds.min.z), QPointF(bounds.max.x, bounds.max.z))
                        : QRectF();
}

QRectF TopDownWidget::Private::sceneRect() const
{
    if (!scene.bounds.valid)
        return {};
    return {QPointF(scene.bounds.min.x, scene.bounds.min.z), QPointF(scene.bounds.max.x, scene.bounds.max.z)};
}

/// A scene that a small map can show whole.
bool TopDownWidget::Private::stage() const
{
    const QRectF r = sceneRect();
    return r.isValid() && std::max(r.width(), r.height()) <= StageSize;
}

QPointF TopDownWidget::Private::markAt(const glm::dvec3& p) const
{
    const QPointF at = toScreen(p);
    if (!compact || moved || !stage())
        return at;
    return {std::clamp(at.x(), EdgePixels, std::max(EdgePixels, owner->width() - EdgePixels)),
            std::clamp(at.y(), EdgePixels, std::max(EdgePixels, owner->height() - EdgePixels))};
}

void TopDownWidget::Private::fitWhole()
{
    const std::ptrdiff_t row = state.row(followed);
    if (compact && stage()) {
        fit(sceneRect());
    } else if (compact && row >= 0) {
        const glm::dvec3& at = state.positions[static_cast<std::size_t>(row)];
        fit(QRectF(at.x - FollowedReach, at.z - FollowedReach, 2.0 * FollowedReach, 2.0 * FollowedReach));
    } else {
        fit(actorRect());
    }
}

void TopDownWidget::Private::centreOnFollowed()
{
    const std::ptrdiff_t row = state.row(followed);
    if (row < 0 || (compact && stage()))
        return;
    const glm::dvec3& at = state.positions[static_cast<std::size_t>(row)];
    centre = {at.x, at.z};
}

/// The point under the pointer stays there.
void TopDownWidget::Private::zoom(double steps, QPointF at)
{
    const QPointF before = toWorld(at);
    scale = std::clamp(scale * std::pow(ZoomFactor, steps), SmallestScale, LargestScale);
    centre += before - toWorld(at);
    fitted = moved = true;
    changed();
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
    d->background = QPixmap();
    d->fitted = false;
    d->changed();
}

void TopDownWidget::setCamera(const std::optional<CameraPose>& camera, double aspect)
{
    d->camera = camera;
    d->cameraAspect = aspect;
    d->changed();
}

void TopDownWidget::setTrails(std::vector<Trail> trails)
{
    d->trails = std::move(trails);
    d->changed();
}

void TopDownWidget::centreOn(const glm::dvec3& place)
{
    d->centre = {place.x, place.z};
    d->fitted = d->moved = true;
    d->changed();
}

void TopDownWidget::setTheme(const Theme& theme)
{
    d->theme = theme;
    d->buffers.setCast(*d->index->info, theme);
    d->ghosts.setTheme(theme);
    d->cells.setTheme(theme);
    d->buildPaths();
    d->changed();
}

void TopDownWidget::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    d->index = index ? std::move(index) : std::make_shared<const model::ReplayIndex>();
    d->buffers.setCast(*d->index->info, d->theme);
    d->events.setIndex(*d->index);
    d->sight.reset();
    d->changed();
}

void TopDownWidget::setScene(model::SceneDescription scene)
{
    d->scene = std::move(scene);
    d->cells.setLayers(GridSet::Scene, d->scene.grids);
    d->buildPaths();
    d->fitted = d->fitted && (d->moved || !d->compact);
    d->changed();
}

void TopDownWidget::setState(const model::WorldState& state)
{
    d->state = state;
    d->buffers.look(state);
    if (d->cells.setLayers(GridSet::State, d->state.grids))
        d->background = QPixmap();
    d->centreOnFollowed();
    d->changed();
}

void TopDownWidget::setOptions(const ViewOptions& options)
{
    d->options = options;
    d->buffers.setOptions(options);
    d->background = QPixmap();
    d->changed();
}

void TopDownWidget::setSelection(model::ActorId actor)
{
    d->selection = actor;
    d->changed();
}

void TopDownWidget::setPerspective(model::ActorId player)
{
    d->buffers.setPerspective(player);
    d->buffers.look(d->state);
    d->changed();
}

void TopDownWidget::setHidden(const QSet<quint32>& actors)
{
    d->buffers.setHidden(actors);
    d->changed();
}

void TopDownWidget::setPlaying(bool playing)
{
    d->playing = playing;
    d->changed();
}

void TopDownWidget::setFollowed(model::ActorId actor)
{
    d->followed = actor;
    if (d->compact)
        d->fitted = d->fitted && d->moved;
    else if (d->state.row(actor) >= 0)
        d->fitted = true;
    d->centreOnFollowed();
    d->changed();
}

void TopDownWidget::fitAll()
{
    d->moved = false;
    d->fitWhole();
    d->fitted = true;
    d->changed();
}

void TopDownWidget::fitSelection()
{
    const std::ptrdiff_t row = d->state.row(d->selection);
    if (row < 0) {
        fitAll();
        return;
    }
    const glm::dvec3& at = d->state.positions[static_cast<std::size_t>(row)];
    d->fit(QRectF(at.x - 15.0, at.z - 15.0, 30.0, 30.0));
    d->fitted = true;
    d->changed();
}

model::ActorId TopDownWidget::pick(QPointF pixel) const
{
    model::ActorId best = model::ActorId::None;
    double nearest = 1e30;
    for (std::size_t row = 0; row < d->state.size(); ++row) {
        if (!d->buffers.drawn(d->state, row))
            continue;
        const PickBox box = d->buffers.box(d->state, row);
        const QPointF delta = d->markAt(box.centre) - pixel;
        const double distance = std::hypot(delta.x(), delta.y());
        const double reach = static_cast<double>(std::max(box.half.x, box.half.z)) * d->scale;
        // What takes part is preferred to surroundings under it.
        const double rank = distance + (d->buffers.background(d->state, row) ? 4.0 : 0.0);
        if (distance <= std::max(reach, PickSlack) && rank < nearest) {
            nearest = rank;
            best = box.actor;
        }
    }
    return best;
}

void TopDownWidget::paintEvent(QPaintEvent*)
{
    if (!d->fitted && !d->actorRect().isNull())
        fitAll();
    d->paintScene();
    QPainter p(this);
    const QPointF drift = d->turn(d->centre - d->backgroundCentre) * d->scale;
    const QSizeF size = d->background.deviceIndependentSize();
    p.drawPixmap(QPointF(std::round((width() - size.width()) * 0.5 - drift.x()),
                         std::round((height() - size.height()) * 0.5 - drift.y())),
                 d->background);
    p.setRenderHint(QPainter::Antialiasing);
    d->paintZones(p);
    d->paintTrails(p);
    d->paintView(p);
    d->paintOutlooks(p);
    d->paintSight(p);
    d->paintGhostTrails(p);
    d->paintMarks(p);
    d->paintPlaces(p);
    if (d->compact && hasFocus()) {
        p.setRenderHint(QPainter::Antialiasing, false);
        p.setPen(QPen(d->theme.accent, 1.0));
        p.setBrush(Qt::NoBrush);
        p.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TopDownWidget::resizeEvent(QResizeEvent* event)
{
    d->fitted = d->fitted && (d->moved || !d->compact);
    QWidget::resizeEvent(event);
}

void TopDownWidget::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        d->zoom(1.0, d->middle());
    else if (event->key() == Qt::Key_Minus)
        d->zoom(-1.0, d->middle());
    else
        QWidget::keyPressEvent(event);
}

void TopDownWidget::leaveEvent(QEvent* event)
{
    if (d->hovered != model::ActorId::None) {
        d->hovered = model::ActorId::None;
        Q_EMIT hovered(model::ActorId::None, QCursor::pos());
        d->changed();
    }
    QWidget::leaveEvent(event);
}

void TopDownWidget::mousePressEvent(QMouseEvent* event)
{
    d->pressed = d->last = event->position();
    d->dragging = d->doubleClick = false;
}

void TopDownWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (event->buttons() == Qt::NoButton) {
        const model::ActorId actor = pick(at);
        if (actor != d->hovered) {
            d->hovered = actor;
            Q_EMIT hovered(actor, event->globalPosition().toPoint());
            d->changed();
        }
        return;
    }
    if (!d->dragging && (at - d->pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    d->centre -= d->turnBack((at - (d->dragging ? d->last : d->pressed)) / d->scale);
    d->dragging = true;
    d->fitted = d->moved = true;
    d->last = at;
    d->changed();
}

void TopDownWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasClick = !d->dragging && !d->doubleClick;
    d->dragging = d->doubleClick = false;
    if (!wasClick)
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
    d->doubleClick = true;
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked(pick(event->position()));
}

void TopDownWidget::wheelEvent(QWheelEvent* event)
{
    d->zoom(event->angleDelta().y() / 120.0, event->position());
    event->accept();
}

} // namespace ghostline::render
