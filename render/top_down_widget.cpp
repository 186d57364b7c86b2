// SPDX-License-Identifier: GPL-3.0-or-later
// North is up (-Z), one scale for both axes. Scenery is painted once into a picture and replayed from there.
#include "render/top_down_widget.h"

#include "render/instance_buffers.h"
#include "render/segments.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double ZoomFactor = 1.18;      // per wheel step
constexpr double SmallestScale = 0.0005; // pixels a metre
constexpr double LargestScale = 400.0;
constexpr double PickSlack = 8.0;    // pixels
constexpr double SmallestMark = 5.0; // pixels

} // namespace

struct TopDownWidget::Private
{
    explicit Private(TopDownWidget* q) : owner(q) {}

    QPointF toScreen(const glm::dvec3& p) const
    {
        return {(p.x - centre.x()) * scale + owner->width() * 0.5,
                (p.z - centre.y()) * scale + owner->height() * 0.5};
    }
    QPointF toWorld(QPointF s) const
    {
        return {(s.x() - owner->width() * 0.5) / scale + centre.x(),
                (s.y() - owner->height() * 0.5) / scale + centre.y()};
    }
    void fit(const QRectF& world);
    QRectF actorRect() const;
    void buildPaths();
    void paintScene();
    void paintGrid(QPainter& p) const;
    void paintActor(QPainter& p, std::size_t row) const;
    void paintLabel(QPainter& p, std::size_t row) const;
    QColor colour(model::ActorId id) const
    {
        const glm::vec4 c = buffers.colour(id);
        return QColor::fromRgbF(c.r, c.g, c.b);
    }
    void changed() { owner->update(); }

    TopDownWidget* owner;
    Theme theme = Theme::dark();
    ViewOptions options;
    std::shared_ptr<const model::ReplayIndex> index = std::make_shared<model::ReplayIndex>();
    model::SceneDescription scene;
    model::WorldState state;
    InstanceBuffers buffers; // for its rules on who is drawn, and how large
    model::ActorId selection = model::ActorId::None;
    model::ActorId followed = model::ActorId::None;
    model::ActorId hovered = model::ActorId::None;

    QPointF centre;      // world x, z in the middle
    double scale = 4.0;  // logical pixels a metre
    bool fitted = false; // fits itself until the user moves it

    struct Piece
    {
        QPainterPath path; // metres, relative to the origin below
        QColor colour;
        bool line = false;
    };
    std::vector<Piece> pieces;
    glm::dvec3 pathOrigin{0.0};
    QPixmap background; // scenery at the scale and place of the last paint
    QPointF backgroundCentre;
    double backgroundScale = 0.0;

    QPointF pressed;
    QPointF last;
    bool dragging = false;
    bool doubleClick = false;
};

void TopDownWidget::Private::fit(const QRectF& world)
{
    if (!world.isValid() || owner->width() < 10 || owner->height() < 10)
        return;
    const QRectF r = world.adjusted(-5.0, -5.0, 5.0, 5.0);
    centre = r.center();
    scale = std::clamp(std::min(owner->width() / r.width(), owner->height() / r.height()) * 0.92,
                       SmallestScale, 40.0);
}

QRectF TopDownWidget::Private::actorRect() const
{
    QRectF out;
    const auto add = [&out](double x, double z) { out |= QRectF(x - 2.0, z - 2.0, 4.0, 4.0); };
    for (std::size_t row = 0; row < state.size(); ++row) {
        if (buffers.drawn(state, row) && !buffers.background(state.ids[row]))
            add(state.positions[row].x, state.positions[row].z);
    }
    if (out.isNull() && scene.bounds.valid)
        out = QRectF(QPointF(scene.bounds.min.x, scene.bounds.min.z),
                     QPointF(scene.bounds.max.x, scene.bounds.max.z));
    return out;
}

/// One path a role: filling ten paths is quicker than a thousand polygons.
void TopDownWidget::Private::buildPaths()
{
    pieces.clear();
    pathOrigin = scene.bounds.valid ? scene.bounds.min : glm::dvec3(0.0);
    std::vector<const model::SceneMesh*> meshes;
    for (const model::SceneMesh& mesh : scene.meshes)
        meshes.push_back(&mesh);
    std::stable_sort(meshes.begin(), meshes.end(),
                     [](const auto* a, const auto* b) { return a->role < b->role; });
    for (const model::SceneMesh* mesh : meshes) {
        const QColor c = theme.scene(mesh->role);
        if (pieces.empty() || pieces.back().colour != c)
            pieces.push_back({{}, c, false});
        QPainterPath& path = pieces.back().path;
        path.setFillRule(Qt::WindingFill);
        const glm::dvec3 shift = mesh->origin - pathOrigin;
        const auto at = [&](std::uint32_t i) {
            const glm::vec3& v = mesh->vertices[i];
            return QPointF(static_cast<double>(v.x) + shift.x, static_cast<double>(v.z) + shift.z);
        };
        for (std::size_t i = 0; i + 2 < mesh->indices.size(); i += 3) {
            const std::uint32_t a = mesh->indices[i], b = mesh->indices[i + 1], c3 = mesh->indices[i + 2];
            if (std::max({a, b, c3}) >= mesh->vertices.size())
                continue;
            path.moveTo(at(a));
            path.lineTo(at(b));
            path.lineTo(at(c3));
            path.closeSubpath();
        }
    }
    for (const model::SceneLines& lines : scene.lines) {
        Piece piece{{}, theme.scene(lines.role), true};
        const glm::dvec3 shift = lines.origin - pathOrigin;
        for (std::size_t s = 0; s < lines.starts.size(); ++s) {
            const std::size_t end = s + 1 < lines.starts.size()
                                        ? std::min<std::size_t>(lines.starts[s + 1], lines.points.size())
                                        : lines.points.size();
            for (std::size_t i = lines.starts[s]; i < end; ++i) {
                const QPointF at(static_cast<double>(lines.points[i].x) + shift.x,
                                 static_cast<double>(lines.points[i].z) + shift.z);
                i == lines.starts[s] ? piece.path.moveTo(at) : piece.path.lineTo(at);
            }
        }
        pieces.push_back(std::move(piece));
    }
    background = QPixmap();
}

/// Larger than the widget, so that panning and following seldom repaint it.
void TopDownWidget::Private::paintScene()
{
    const double ratio = owner->devicePixelRatioF();
    const QSize size = owner->size() * 1.5;
    const QPointF drift = (centre - backgroundCentre) * scale;
    const bool fits = !background.isNull() && backgroundScale == scale &&
                      background.deviceIndependentSize().toSize() == size &&
                      std::abs(drift.x()) < owner->width() * 0.24 &&
                      std::abs(drift.y()) < owner->height() * 0.24;
    if (fits)
        return;
    background = QPixmap(size * ratio);
    background.setDevicePixelRatio(ratio);
    background.fill(theme.scene(model::SceneRole::Ground));
    backgroundCentre = centre;
    backgroundScale = scale;
    QPainter p(&background);
    p.translate(size.width() * 0.5, size.height() * 0.5);
    if (options.grid)
        paintGrid(p);
    if (!options.scene)
        return;
    p.scale(scale, scale);
    p.translate(pathOrigin.x - centre.x(), pathOrigin.z - centre.y());
    p.setRenderHint(QPainter::Antialiasing);
    for (const Piece& piece : pieces) {
        // A hairline of the same colour closes the seams that antialiasing leaves between triangles.
        p.setPen(QPen(piece.colour, 0.0));
        p.setBrush(piece.line ? QBrush(Qt::NoBrush) : QBrush(piece.colour));
        p.drawPath(piece.path);
    }
}

void TopDownWidget::Private::paintGrid(QPainter& p) const
{
    const double spacing = gridSpacing(owner->height() / scale);
    const QSizeF half = QSizeF(owner->size()) * 0.75 / scale;
    const auto line = [&](double low, double high, auto draw) {
        for (double at = std::ceil(low / spacing) * spacing; at <= high; at += spacing) {
            const bool major = std::abs(std::remainder(at, spacing * 5.0)) < spacing * 0.1;
            QColor c = theme.line;
            c.setAlphaF(major ? 1.0F : 0.5F);
            p.setPen(QPen(c, 0.0));
            draw(at);
        }
    };
    const double w = half.width() * scale, h = half.height() * scale;
    line(centre.x() - half.width(), centre.x() + half.width(), [&](double x) {
        const double s = std::round((x - centre.x()) * scale);
        p.drawLine(QPointF(s, -h), QPointF(s, h));
    });
    line(centre.y() - half.height(), centre.y() + half.height(), [&](double z) {
        const double s = std::round((z - centre.y()) * scale);
        p.drawLine(QPointF(-w, s), QPointF(w, s));
    });
}

void TopDownWidget::Private::paintActor(QPainter& p, std::size_t row) const
{
    const PickBox box = buffers.box(state, row);
    const model::ActorId id = state.ids[row];
    const bool surroundings = buffers.background(id);
    const glm::vec3 forward = box.orientation * glm::vec3(0.0F, 0.0F, 1.0F);
    const double angle =
        std::atan2(static_cast<double>(forward.z), static_cast<double>(forward.x)) * 180.0 / M_PI;
    double length = 2.0 * static_cast<double>(box.half.z) * scale;
    double width = 2.0 * static_cast<double>(box.half.x) * scale;
    if (const double small = std::max(length, width); small < SmallestMark && !surroundings) {
        const double grow = SmallestMark / std::max(small, 1e-6);
        length = std::max(length * grow, 3.0);
        width = std::max(width * grow, 3.0);
    }
    const model::ActorInfo* info = index->info->actor(id);
    const QColor c = colour(id);
    const bool round =
        info && (info->shape == model::ActorShape::Capsule || info->shape == model::ActorShape::Sphere ||
                 info->shape == model::ActorShape::Cylinder);
    p.save();
    p.translate(toScreen(box.centre));
    if (id == selection || id == hovered) {
        const double r = std::max(length, width) * 0.5 + (id == selection ? 7.0 : 4.0);
        p.setPen(QPen(theme.accent, id == selection ? 2.0 : 1.0));
        p.setBrush(Qt::NoBrush);
        p.drawEllipse(QPointF(), r, r);
    }
    p.rotate(angle); // along +X now is where the actor faces
    const model::Provenance from = options.provenance ? state.provenance[row] : model::Provenance::Exact;
    p.setPen(from == model::Provenance::Held ? QPen(c, 1.0) : QPen(Qt::NoPen));
    p.setBrush(from == model::Provenance::Held ? QBrush(c, Qt::BDiagPattern) : QBrush(c));
    const QRectF r(-length * 0.5, -width * 0.5, length, width);
    round ? p.drawEllipse(r) : p.drawRoundedRect(r, width * 0.2, width * 0.2);
    if (!surroundings && length > 9.0) {
        QColor glass = theme.base;
        glass.setAlphaF(0.65F);
        p.setPen(Qt::NoPen);
        p.setBrush(glass);
        p.drawPolygon(
            QPolygonF({{length * 0.30, 0.0}, {length * 0.02, -width * 0.34}, {length * 0.02, width * 0.34}}));
    }
    if (from == model::Provenance::Sampled) {
        const double ring = std::max(length, width) * 0.5 + 2.5;
        p.setPen(QPen(c, 1.5));
        p.setBrush(Qt::NoBrush);
        p.drawEllipse(QPointF(), ring, ring);
    }
    p.restore();
}

void TopDownWidget::Private::paintLabel(QPainter& p, std::size_t row) const
{
    const model::ActorInfo* info = index->info->actor(state.ids[row]);
    if (!info)
        return;
    const QFontMetrics metrics = p.fontMetrics();
    const QString text = metrics.elidedText(info->name, Qt::ElideMiddle, 180);
    const QPointF at = toScreen(state.positions[row]) + QPointF(9.0, -9.0);
    QColor plate = theme.raised;
    plate.setAlphaF(0.85F);
    const QRectF r(at.x() - 4.0, at.y() - metrics.ascent() - 2.0, metrics.horizontalAdvance(text) + 8.0,
                   metrics.height() + 4.0);
    p.setPen(Qt::NoPen);
    p.setBrush(plate);
    p.drawRoundedRect(r, 4.0, 4.0);
    p.setPen(theme.text);
    p.drawText(at, text);
}

TopDownWidget::TopDownWidget(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    setMouseTracking(true);
    setMinimumSize(80, 60);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Map from above"));
}

TopDownWidget::~TopDownWidget() = default;

void TopDownWidget::setTheme(const Theme& theme)
{
    d->theme = theme;
    d->buffers.setCast(*d->index->info, theme);
    d->buildPaths();
    d->changed();
}

void TopDownWidget::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    d->index = index ? std::move(index) : std::make_shared<const model::ReplayIndex>();
    d->buffers.setCast(*d->index->info, d->theme);
    d->changed();
}

void TopDownWidget::setScene(model::SceneDescription scene)
{
    d->scene = std::move(scene);
    d->buildPaths();
    d->changed();
}

void TopDownWidget::setState(const model::WorldState& state)
{
    d->state = state;
    if (const std::ptrdiff_t row = d->state.row(d->followed); row >= 0) {
        const glm::dvec3& at = d->state.positions[static_cast<std::size_t>(row)];
        d->centre = {at.x, at.z};
    }
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

void TopDownWidget::setHidden(const QSet<quint32>& actors)
{
    d->buffers.setHidden(actors);
    d->changed();
}

void TopDownWidget::setFollowed(model::ActorId actor)
{
    d->followed = actor;
    if (const std::ptrdiff_t row = d->state.row(actor); row >= 0) {
        const glm::dvec3& at = d->state.positions[static_cast<std::size_t>(row)];
        d->centre = {at.x, at.z};
        d->fitted = true;
    }
    d->changed();
}

void TopDownWidget::fitAll()
{
    d->fit(d->actorRect());
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
        const QPointF delta = d->toScreen(box.centre) - pixel;
        const double distance = std::hypot(delta.x(), delta.y());
        const double reach = static_cast<double>(std::max(box.half.x, box.half.z)) * d->scale;
        // What takes part is preferred to surroundings under it.
        const double rank = distance + (d->buffers.background(box.actor) ? 4.0 : 0.0);
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
    const QPointF drift = (d->centre - d->backgroundCentre) * d->scale;
    const QSizeF size = d->background.deviceIndependentSize();
    p.drawPixmap(QPointF(std::round((width() - size.width()) * 0.5 - drift.x()),
                         std::round((height() - size.height()) * 0.5 - drift.y())),
                 d->background);
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(-40, -40, 40, 40);
    for (const bool background : {true, false}) {
        for (std::size_t row = 0; row < d->state.size(); ++row) {
            if (d->buffers.background(d->state.ids[row]) == background && d->buffers.drawn(d->state, row) &&
                frame.contains(d->toScreen(d->state.positions[row])))
                d->paintActor(p, row);
        }
    }
    int labels = 0;
    for (std::size_t row = 0; row < d->state.size() && labels < 50; ++row) {
        const model::ActorId id = d->state.ids[row];
        const bool wanted = id == d->selection ||
                            (d->options.labels && !d->buffers.background(id) && d->scale > 2.0) ||
                            (d->options.labels && d->buffers.principal(id));
        if (wanted && d->buffers.drawn(d->state, row) &&
            frame.contains(d->toScreen(d->state.positions[row]))) {
            d->paintLabel(p, row);
            ++labels;
        }
    }
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
    d->centre -= (at - (d->dragging ? d->last : d->pressed)) / d->scale;
    d->dragging = true;
    d->fitted = true;
    d->last = at;
    d->changed();
}

void TopDownWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasClick = !d->dragging && !d->doubleClick;
    d->dragging = d->doubleClick = false;
    if (!wasClick)
        return;
    if (event->button() == Qt::LeftButton)
        Q_EMIT clicked(pick(event->position()), event->modifiers());
    else if (event->button() == Qt::RightButton)
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
    const QPointF before = d->toWorld(event->position());
    d->scale = std::clamp(d->scale * std::pow(ZoomFactor, event->angleDelta().y() / 120.0), SmallestScale,
                          LargestScale);
    d->centre += before - d->toWorld(event->position());
    d->fitted = true;
    d->changed();
    event->accept();
}

} // namespace ghostline::render
