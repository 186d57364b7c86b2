// SPDX-License-Identifier: GPL-3.0-or-later
// Who is on the map: marks with their heading, trails, names, and what the camera sees.
#include "render/camera_math.h"
#include "render/top_down_private.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace ghostline::render {

namespace {

constexpr double SmallestMark = 5.0; // pixels
constexpr double CrowdMark = 3.5;    // of an army on a small map
constexpr double FocusMark = 9.0;
constexpr double DashPixels = 9.0; // and the gap after it

QPointF onMap(const glm::dvec3& d) { return {d.x, d.z}; }

} // namespace

void TopDownWidget::Private::paintTrail(QPainter& p, const Trail& trail, QColor colour) const
{
    const QRectF frame = QRectF(owner->rect()).adjusted(-200, -200, 200, 200);
    QPainterPath path;
    bool pen = false;
    for (const glm::dvec3& point : trail.points) {
        const QPointF at = toScreen(point);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()) || !frame.contains(at)) {
            pen = false;
            continue;
        }
        pen ? path.lineTo(at) : path.moveTo(at);
        pen = true;
    }
    colour.setAlphaF(0.6F);
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.drawPath(path);
}

void TopDownWidget::Private::paintTrails(QPainter& p) const
{
    for (const Trail& trail : trails) {
        const std::ptrdiff_t row = state.row(trail.actor);
        if (!options.trails || row < 0 || !buffers.drawn(state, static_cast<std::size_t>(row)))
            continue;
        // A small map shows the paths that matter.
        if (compact && !buffers.focus(trail.actor) && trail.actor != selection && trail.actor != followed)
            continue;
        paintTrail(p, trail, colour(static_cast<std::size_t>(row)));
    }
}

/// The wedge of ground before the camera; for a camera from above, its frame.
void TopDownWidget::Private::paintView(QPainter& p) const
{
    if (!camera)
        return;
    QColor line = theme.text;
    QColor fill = theme.text;
    line.setAlphaF(0.75F);
    fill.setAlphaF(0.14F);
    if (camera->orthographic) {
        const double height = camera->orthographicHeight * scale;
        QSizeF size(height * cameraAspect, height);
        if (turned != 0)
            size.transpose();
        p.setBrush(Qt::NoBrush);
        const QPointF at = toScreen(camera->target);
        const QRectF seen(at.x() - size.width() * 0.5, at.y() - size.height() * 0.5, size.width(),
                          size.height());
        cased(p, QPen(line, 1.0), [&] { p.drawRect(seen); });
        return;
    }
    const QPointF eye = toScreen(camera->position);
    const QPointF ahead = turn(onMap(forwardOf(*camera)));
    if (std::hypot(ahead.x(), ahead.y()) > 0.05) {
        const double half =
            std::atan(std::tan(glm::radians(camera->verticalFov) * 0.5) * std::max(cameraAspect, 0.1));
        const QPointF target = toScreen(camera->target) - eye;
        const double reach = std::max(std::hypot(target.x(), target.y()) * 1.4,
                                      std::min(owner->width(), owner->height()) * 0.25);
        const double bearing = std::atan2(ahead.y(), ahead.x());
        const auto corner = [&](double angle) {
            return eye + QPointF(std::cos(angle), std::sin(angle)) * reach;
        };
        // It fades toward what is far away.
        const auto fading = [&](QColor colour) {
            QRadialGradient gradient(eye, reach);
            gradient.setColorAt(0.3, colour);
            colour.setAlphaF(0.0F);
            gradient.setColorAt(1.0, colour);
            return QBrush(gradient);
        };
        p.setPen(Qt::NoPen);
        p.setBrush(fading(fill));
        p.drawPolygon(QPolygonF({eye, corner(bearing - half), corner(bearing), corner(bearing + half)}));
        for (const QPen& pen :
             {QPen(fading(theme.casing()), 1.0 + 2.0 * CasingPixels), QPen(fading(line), 1.0)}) {
            p.setPen(pen);
            p.drawLine(eye, corner(bearing - half));
            p.drawLine(eye, corner(bearing + half));
        }
    }
    p.setPen(QPen(line, 1.0));
    p.setBrush(theme.base);
    p.drawEllipse(eye, 3.0, 3.0);
}

/// What recorded cameras show of the ground.
void TopDownWidget::Private::paintOutlooks(QPainter& p) const
{
    p.setBrush(Qt::NoBrush);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const auto corners = buffers.outlook(state, row, scene.groundHeight);
        // As a player, one does not know where the others look.
        if (!corners || (buffers.perspective().active() && !buffers.perspective().own(state.ids[row])))
            continue;
        QPolygonF outline;
        for (const glm::dvec3& corner : *corners)
            outline << toScreen(corner);
        cased(p, QPen(colour(row), state.ids[row] == selection ? 2.0 : 1.25),
              [&] { p.drawPolygon(outline); });
    }
}

/// Where something goes on, or was pointed at a moment ago.
void TopDownWidget::Private::paintPlaces(QPainter& p)
{
    constexpr double SmallestRing = 6.0; // pixels
    events.at(state.time, buffers.perspective().player(), places);
    p.setBrush(Qt::NoBrush);
    for (const ShownPlace& shown : places) {
        const bool own = !shown.band && shown.actor != model::ActorId::None;
        const glm::vec4 c = own ? buffers.colour(shown.actor) : toVec4(theme.warning);
        const double radius = std::max(SmallestRing, static_cast<double>(shown.radius) * scale) *
                              (shown.band ? 1.0 : 0.4 + 0.6 * static_cast<double>(shown.strength));
        cased(p, QPen(QColor::fromRgbF(c.r, c.g, c.b, shown.strength), shown.band ? 1.5 : 2.5),
              [&] { p.drawEllipse(toScreen(shown.place), radius, radius); });
    }
}

/// How far somebody sees, see SightOutline.
void TopDownWidget::Private::paintSight(QPainter& p)
{
    if (!options.sight)
        return;
    sight.update(state, buffers, selection, playing);
    dashes.clear();
    sight.appendDashes(dashes, DashPixels / scale);
    // Those of one colour and width follow one another.
    for (auto dash = dashes.begin(); dash != dashes.end();) {
        const auto end = std::find_if(dash, dashes.end(), [&dash](const SightOutline::Dash& other) {
            return other.team != dash->team || other.selected != dash->selected;
        });
        const glm::vec4& c = buffers.teamColour(dash->team);
        // Flat ends: a casing leaves the gaps free.
        const QPen pen(QColor::fromRgbF(c.r, c.g, c.b), dash->selected ? 2.0 : 1.25, Qt::SolidLine,
                       Qt::FlatCap);
        dashLines.clear();
        for (; dash != end; ++dash)
            dashLines.emplace_back(toScreen({dash->from.x, 0.0, dash->from.y}),
                                   toScreen({dash->to.x, 0.0, dash->to.y}));
        cased(p, pen, [&] { p.drawLines(dashLines.data(), static_cast<int>(dashLines.size())); });
    }
}

/// Surroundings first, what the play is about last. No name's plate hides a mark.
void TopDownWidget::Private::paintMarks(QPainter& p)
{
    labels.clear();
    addActorLabels();
    addGhostLabels();
    addZoneLabels();
    addActorMarks();
    labels.place(p.fontMetrics(), owner->size());
    paintActors(p, Layer::Surroundings);
    labels.paintPlates(p, theme);
    for (std::size_t i = 0; i < ghosts.size(); ++i)
        paintGhost(p, i);
    paintActors(p, Layer::Actors);
    paintActors(p, Layer::Focus);
    labels.paintTexts(p, theme);
}

void TopDownWidget::Private::paintActors(QPainter& p, Layer layer) const
{
    const QRectF frame = QRectF(owner->rect()).adjusted(-40, -40, 40, 40);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const Layer own = buffers.background(state, row)  ? Layer::Surroundings
                          : buffers.focus(state.ids[row]) ? Layer::Focus
                                                          : Layer::Actors;
        if (own == layer && buffers.drawn(state, row) && frame.contains(markAt(state.positions[row])))
            paintActor(p, row);
    }
}

bool TopDownWidget::Private::named(std::size_t row) const
{
    constexpr double NearEnough = 2.0; // pixels a metre
    const model::ActorId id = state.ids[row];
    if (id == selection || (compact && id == hovered))
        return true;
    return options.labels && !compact &&
           (buffers.principal(id) || (!buffers.background(state, row) && scale > NearEnough));
}

void TopDownWidget::Private::addActorLabels()
{
    using Rank = MapLabels::Rank;
    const QRectF frame = QRectF(owner->rect()).adjusted(-40, -40, 40, 40);
    for (std::size_t row = 0; row < state.size(); ++row) {
        if (!named(row) || !buffers.drawn(state, row) || !frame.contains(markAt(state.positions[row])))
            continue;
        const model::ActorId id = state.ids[row];
        const model::ActorInfo* info = index->info->actor(id);
        if (info == nullptr)
            continue;
        labels.add(info->name, markRect(buffers.box(state, row), smallestMark(row)),
                   id == selection || id == hovered ? Rank::Chosen
                   : id == followed                 ? Rank::Followed
                   : info->principal                ? Rank::Principal
                                                    : Rank::Other);
    }
}

/// What names keep clear of; a map without names, such as that of a crowd, looks at none.
void TopDownWidget::Private::addActorMarks()
{
    const QRectF frame = QRectF(owner->rect()).adjusted(-40, -40, 40, 40);
    for (std::size_t row = 0; row < state.size() && labels.asksForMarks(); ++row) {
        if (!buffers.background(state, row) && buffers.drawn(state, row) &&
            frame.contains(markAt(state.positions[row])))
            labels.addMark(markRect(buffers.box(state, row), smallestMark(row)));
    }
}

/// What is selected, under the pointer, or what it is all about.
void TopDownWidget::Private::paintHalo(QPainter& p, std::size_t row, double radius) const
{
    const model::ActorId id = state.ids[row];
    p.setBrush(Qt::NoBrush);
    if (buffers.focus(id)) {
        p.setPen(QPen(theme.text, 1.5));
        p.drawEllipse(QPointF(), radius + 2.5, radius + 2.5);
        radius += 2.0;
    }
    if (id == selection || id == hovered) {
        const double r = radius + (id == selection ? 7.0 : 4.0);
        cased(p, QPen(theme.accent, id == selection ? 2.0 : 1.0), [&] { p.drawEllipse(QPointF(), r, r); });
    }
}

/// Along +X is where the actor faces.
void TopDownWidget::Private::paintShape(QPainter& p, std::size_t row, double length, double width) const
{
    const model::ActorId id = state.ids[row];
    const model::ActorInfo* info = index->info->actor(id);
    const bool round = info && buffers.shape(state, row).round;
    const QColor c = colour(row);
    const model::Provenance from = options.provenance ? state.provenance[row] : model::Provenance::Exact;
    if (compact && round && !crowd() && !buffers.background(state, row) && !buffers.focus(id)) {
        // A beak: who is drawn as a disc has no nose to be seen from above.
        p.setPen(Qt::NoPen);
        p.setBrush(c);
        p.drawPolygon(
            QPolygonF({{length * 1.15, 0.0}, {length * 0.2, -width * 0.5}, {length * 0.2, width * 0.5}}));
    }
    p.setPen(from == model::Provenance::Held ? QPen(c, 1.0) : QPen(Qt::NoPen));
    p.setBrush(from == model::Provenance::Held ? QBrush(c, Qt::BDiagPattern) : QBrush(c));
    const QRectF r(-length * 0.5, -width * 0.5, length, width);
    // Teams differ in shape, too, where there is room for no more than a dot.
    const bool square = compact && info && info->team % 2 == 1;
    round && !square ? p.drawEllipse(r) : p.drawRoundedRect(r, width * 0.2, width * 0.2);
    if (!buffers.background(state, row) && !(compact && round) && length > 9.0) {
        QColor glass = theme.base;
        glass.setAlphaF(0.65F);
        p.setPen(Qt::NoPen);
        p.setBrush(glass);
        p.drawPolygon(
            QPolygonF({{length * 0.30, 0.0}, {length * 0.02, -width * 0.34}, {length * 0.02, width * 0.34}}));
    }
    if (from == model::Provenance::Sampled && !(compact && crowd())) {
        const double ring = std::max(length, width) * 0.5 + 2.5;
        p.setPen(QPen(c, 1.5));
        p.setBrush(Qt::NoBrush);
        p.drawEllipse(QPointF(), ring, ring);
    }
}

QSizeF TopDownWidget::Private::markSize(const PickBox& box, double smallest) const
{
    QSizeF size(2.0 * static_cast<double>(box.half.z) * scale, 2.0 * static_cast<double>(box.half.x) * scale);
    if (const double small = std::max(size.width(), size.height()); small < smallest) {
        size *= smallest / std::max(small, 1e-6);
        size = size.expandedTo(QSizeF(smallest * 0.6, smallest * 0.6));
    }
    return size;
}

double TopDownWidget::Private::markTurn(const PickBox& box) const
{
    const QPointF ahead = turn(onMap(glm::dvec3(box.orientation * glm::vec3(0.0F, 0.0F, 1.0F))));
    return glm::degrees(std::atan2(ahead.y(), ahead.x()));
}

QRectF TopDownWidget::Private::markRect(const PickBox& box, double smallest) const
{
    const QSizeF size = markSize(box, smallest);
    const double angle = glm::radians(markTurn(box));
    const double c = std::abs(std::cos(angle)), s = std::abs(std::sin(angle));
    const QSizeF room(c * size.width() + s * size.height(), s * size.width() + c * size.height());
    return {markAt(box.centre) - QPointF(room.width(), room.height()) * 0.5, room};
}

double TopDownWidget::Private::smallestMark(std::size_t row) const
{
    return buffers.background(state, row)  ? 0.0
           : buffers.focus(state.ids[row]) ? FocusMark
           : compact && !crowd()           ? CompactMark
           : compact                       ? CrowdMark
                                           : SmallestMark;
}

void TopDownWidget::Private::paintActor(QPainter& p, std::size_t row) const
{
    const PickBox box = buffers.box(state, row);
    const QSizeF size = markSize(box, smallestMark(row));
    p.save();
    p.translate(markAt(box.centre));
    paintHalo(p, row, std::max(size.width(), size.height()) * 0.5);
    p.rotate(markTurn(box));
    paintShape(p, row, size.width(), size.height());
    p.restore();
}

} // namespace ghostline::render
