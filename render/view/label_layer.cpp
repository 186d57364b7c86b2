// SPDX-License-Identifier: GPL-3.0-or-later
// Chosen and placed anew for each picture; their texts stay in the atlas as long as they are in use.
#include "render/view/label_layer.h"

#include "render/base/colour.h"
#include "render/base/crowd.h"
#include "render/camera/camera_math.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

double metresPerPixel(const FrameView& frame, double depth)
{
    return heightAt(frame.camera, std::max(depth, 0.1)) / std::max(frame.viewport.height(), 1.0);
}

/// Of an army only main buildings have names, where they are large enough to be looked at.
bool named(const FrameView& frame, std::size_t row)
{
    if (frame.styles.shape(frame.state(), row).shape != model::ActorShape::Hexagon)
        return false;
    const PickBox box = frame.styles.box(frame.state(), row);
    const double depth = glm::dot(box.centre - frame.camera.position, forwardOf(frame.camera));
    return 2.0 * static_cast<double>(box.half.x) > 2.0 * SmallestGlyphed * metresPerPixel(frame, depth);
}

} // namespace

QString lengthText(double length, const QString& unit)
{
    if (unit != QLatin1String("m"))
        return QStringLiteral("%L1 %2").arg(length).arg(unit);
    const double metres = length;
    if (metres >= 1000.0)
        return QCoreApplication::translate("Render", "%L1 km").arg(metres / 1000.0);
    if (metres < 1.0)
        return QCoreApplication::translate("Render", "%L1 cm").arg(metres * 100.0);
    return QCoreApplication::translate("Render", "%L1 m").arg(metres);
}

void LabelLayer::appendNames(std::vector<LabelCandidate>& out, const FrameView& frame) const
{
    // Names of a whole army would hide it: a crowd is told apart by its marks, and by pointing at it.
    constexpr std::size_t Crowd = 80;
    const model::WorldState& state = frame.state();
    const bool labels = frame.content.options.labels;
    const bool crowd = !m_glyphs.any() && state.size() > Crowd && isCrowd(frame.info());
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorId id = state.ids[row];
        const bool selected = id == frame.content.selection;
        const model::ActorInfo* actor = frame.info().actor(id);
        if (!actor || id == frame.firstPerson || !frame.styles.drawn(state, row) ||
            (frame.styles.background(state, row) && !selected))
            continue;
        if ((!labels || (crowd && !actor->principal)) && !selected)
            continue;
        if (m_glyphs.any() && !selected && !actor->principal && !named(frame, row))
            continue;
        out.push_back({actor->name, labelAnchor(frame.styles.box(state, row), frame.camera),
                       toColor(frame.styles.colour(state, row)), selected ? 0 : (actor->principal ? 1 : 2)});
    }
}

void LabelLayer::appendGlyphs(std::vector<LabelCandidate>& out, const FrameView& frame)
{
    constexpr double Clearance = 0.25; // metres
    const double far = glm::length(frame.camera.target - frame.camera.position);
    const double reach = std::min(ClumpPixels * metresPerPixel(frame, far), ClumpMetres);
    const glm::dvec3 forward = forwardOf(frame.camera);
    for (const GlyphClump& clump :
         m_glyphs.clumps(frame.state(), frame.styles, reach, frame.content.selection)) {
        const double depth = glm::dot(clump.anchor - frame.camera.position, forward);
        if ((depth <= 0.0 && !frame.camera.orthographic) ||
            2.0 * clump.extent < SmallestGlyphed * metresPerPixel(frame, depth))
            continue;
        out.push_back({m_glyphs.text(clump), clump.anchor + glm::dvec3(0.0, Clearance, 0.0),
                       toColor(frame.styles.colour(frame.state(), clump.row)), 2, clump.count});
    }
}

std::vector<LabelCandidate> LabelLayer::candidates(const FrameView& frame, const Additions& additions)
{
    const ViewOptions& options = frame.content.options;
    std::vector<LabelCandidate> out;
    m_glyphs.setInfo(frame.content.index->info);
    appendNames(out, frame);
    if (options.labels)
        appendGlyphs(out, frame);
    if (options.labels)
        additions.ghosts.appendLabels(out, frame.camera);
    if (options.labels && options.scene) {
        for (const model::SceneLabel& label : frame.content.scene->labels)
            out.push_back({label.text, label.position, {}, 3});
    }
    if (options.labels)
        out.insert(out.end(), additions.zones.begin(), additions.zones.end());
    if (const auto goal = goalNow(frame.content)) {
        // On top of the post, or where it stands while its top is out of view.
        const glm::dvec3 top = goal->place + glm::dvec3(0.0, GoalPostMetres, 0.0);
        const bool low = frame.camera.orthographic || edgePointer(top, frame.camera, frame.viewport, 0.0);
        out.push_back({m_goal.of(*goal, frame.info().lengthUnit), low ? goal->place : top,
                       goalColour(frame.content.theme), 1});
    }
    return out;
}

std::optional<EdgePointer> edgePointer(const glm::dvec3& place, const CameraPose& camera, QSizeF viewport,
                                       double textWidth)
{
    constexpr double Margin = 8.0; // pixels
    constexpr std::array<char16_t, 8> Arrows{u'\u2192', u'\u2197', u'\u2191', u'\u2196',
                                             u'\u2190', u'\u2199', u'\u2193', u'\u2198'};
    const glm::dvec3 forward = forwardOf(camera);
    const glm::dvec3 right = rightOf(camera);
    const glm::dvec3 way = place - camera.position;
    const double depth = glm::dot(way, forward);
    glm::dvec2 at{glm::dot(way, right), glm::dot(way, glm::cross(right, forward))};
    const glm::dvec2 half{viewport.width() / 2.0, viewport.height() / 2.0};
    if (depth > 0.0) {
        at *= viewport.height() / heightAt(camera, depth);
        if (std::abs(at.x) < half.x && std::abs(at.y) < half.y)
            return std::nullopt;
    }
    // Behind the eye only the side counts, and straight behind it is as if it were below.
    if (glm::length(at) < 1.0e-6)
        at = {0.0, -1.0};
    const glm::dvec2 most =
        glm::max(half - glm::dvec2(textWidth / 2.0 + Margin, LabelAtlas::CellHeight), glm::dvec2(1.0));
    const double angle = std::atan2(at.y, at.x);
    const auto eighth = static_cast<std::size_t>(std::lround(angle / (std::numbers::pi / 4.0)) + 8) % 8;
    at /= std::max(std::abs(at.x) / most.x, std::abs(at.y) / most.y);
    return EdgePointer{at, QChar(Arrows[eighth])};
}

/// Towards the next checkpoint, while it is out of view.
void LabelLayer::appendPointer(SceneGraph& graph, const FrameView& frame)
{
    const auto goal = frame.camera.orthographic ? std::nullopt : goalNow(frame.content);
    if (!goal)
        return;
    constexpr double ArrowWidth = 16.0; // pixels
    const QString& text = m_goal.of(*goal, frame.info().lengthUnit);
    const glm::dvec3 top = goal->place + glm::dvec3(0.0, GoalPostMetres, 0.0);
    if (!edgePointer(top, frame.camera, frame.viewport, 0.0))
        return;
    const auto pointer =
        edgePointer(goal->place, frame.camera, frame.viewport, labelWidth(text, false) + ArrowWidth);
    if (!pointer)
        return;
    if (m_pointer.isEmpty() || m_pointer[0] != pointer->arrow || QStringView(m_pointer).mid(2) != text)
        m_pointer = pointer->arrow + QLatin1Char(' ') + text;
    // On a plate, as it may lie over a name.
    const int cell = graph.atlas().request({m_pointer, goalColour(frame.content.theme), false, false});
    if (cell < 0)
        return;
    const double width = labelWidth(m_pointer, true);
    const glm::vec2 at(pointer->at - glm::dvec2(frame.viewport.width(), -frame.viewport.height()) / 2.0);
    m_labels.push_back({{at.x, at.y, 0.0F, 1.0F},
                        LabelAtlas::place(cell, width),
                        {static_cast<float>(width), LabelAtlas::CellHeight, 0.0F, 0.0F},
                        {0.0F, 0.0F, 0.0F, 1.0F}});
}

void LabelLayer::appendCornerText(SceneGraph& graph, const QString& text, const QColor& colour,
                                  const glm::vec2& at)
{
    const int cell = graph.atlas().request({text, colour, true, true});
    if (cell < 0)
        return;
    const double width = labelWidth(text, false);
    m_labels.push_back({{at.x, at.y, 0.0F, 1.0F},
                        LabelAtlas::place(cell, width),
                        {static_cast<float>(width), LabelAtlas::CellHeight, 0.0F, 0.0F},
                        {0.0F, 0.0F, 0.0F, 1.0F}});
}

/// Letters with a tinge of the team's colour, and the number behind them: each in a cell of its own, so that
/// few texts change.
void LabelLayer::appendGlyph(SceneGraph& graph, const FrameView& frame, const LabelCandidate& c,
                             const PlacedLabel& label)
{
    constexpr float Quiet = 0.9F;
    constexpr double Legible = 0.7; // on something of the same colour
    const double whole = labelWidth(c);
    const auto append = [&](const QString& text, const QColor& colour, bool strong, double left) {
        const int cell = graph.atlas().request({text, colour, strong, true});
        const double width = labelWidth(text, false);
        if (cell >= 0)
            m_labels.push_back({{glm::vec3(c.anchor - frame.origin), 0.0F},
                                LabelAtlas::place(cell, width),
                                {static_cast<float>(width), LabelAtlas::CellHeight,
                                 label.shift + static_cast<float>(left + (width - whole) * 0.5),
                                 static_cast<float>(GlyphLift)},
                                {0.0F, 0.0F, 0.0F, label.opacity * Quiet}});
    };
    append(c.text, blend(c.colour, frame.content.theme.text, Legible), true, 0.0);
    if (c.count > 1)
        append(countText(c.count), frame.content.theme.text, false, labelWidth(c.text, false) - CountOverlap);
}

void LabelLayer::refresh(SceneGraph& graph, const FrameView& frame, const Additions& additions)
{
    const Theme& theme = frame.content.theme;
    m_labels.clear();
    graph.atlas().begin();
    const std::vector<LabelCandidate> wanted = candidates(frame, additions);
    const std::vector<PlacedLabel> placed = placeLabels(wanted, frame.camera, frame.viewport);
    // The first ones matter most and are drawn last, over the others.
    for (auto label = placed.rbegin(); label != placed.rend(); ++label) {
        const LabelCandidate& c = wanted[label->candidate];
        if (c.count > 0) {
            appendGlyph(graph, frame, c, *label);
            continue;
        }
        const bool place = c.rank == 3;
        const int cell =
            graph.atlas().request({c.text, place ? theme.textMuted : c.colour, c.rank == 0, place});
        if (cell < 0)
            continue;
        const double width = labelWidth(c.text, c.colour.isValid());
        m_labels.push_back(
            {{glm::vec3(c.anchor - frame.origin), 0.0F},
             LabelAtlas::place(cell, width),
             {static_cast<float>(width), LabelAtlas::CellHeight, label->shift, static_cast<float>(LabelLift)},
             {0.0F, 0.0F, 0.0F, label->opacity}});
    }
    if (frame.content.options.axesGizmo) {
        constexpr std::array letters{u'X', u'Y', u'Z'};
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (additions.axes[i] != glm::vec2(0.0F))
                appendCornerText(graph, QString(letters[i]), theme.textMuted, additions.axes[i]);
        }
    }
    appendPointer(graph, frame);
    if (additions.spacing > 0.0) {
        const QString text = QCoreApplication::translate("Render", "grid %1")
                                 .arg(lengthText(additions.spacing, frame.info().lengthUnit));
        appendCornerText(graph, text, theme.textMuted, {-52.0F, 12.0F});
    }
    if (graph.gridsIncomplete())
        appendCornerText(graph, QCoreApplication::translate("Render", "too many blocks: some are not drawn"),
                         theme.warning, {-130.0F, 32.0F});
    graph.updateAtlas();
    graph.setLabels(m_labels);
}

} // namespace ghostline::render
