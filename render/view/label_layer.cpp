// SPDX-License-Identifier: GPL-3.0-or-later
// Chosen and placed anew for each picture; their texts stay in the atlas as long as they are in use.
#include "render/view/label_layer.h"

#include "render/base/crowd.h"

#include <QCoreApplication>

namespace ghostline::render {

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

std::vector<LabelCandidate> LabelLayer::candidates(const FrameView& frame, const Additions& additions)
{
    // Names of a whole army would hide it: a crowd is told apart by pointing at it.
    constexpr std::size_t Crowd = 80;
    const model::WorldState& state = frame.state();
    const ViewOptions& options = frame.content.options;
    const bool crowd = state.size() > Crowd && isCrowd(frame.info());
    std::vector<LabelCandidate> out;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorId id = state.ids[row];
        const bool selected = id == frame.content.selection;
        const model::ActorInfo* actor = frame.info().actor(id);
        if (!actor || id == frame.firstPerson || !frame.styles.drawn(state, row) ||
            (frame.styles.background(state, row) && !selected))
            continue;
        if ((!options.labels || (crowd && !actor->principal)) && !selected)
            continue;
        out.push_back({actor->name, labelAnchor(frame.styles.box(state, row), frame.camera),
                       toColor(frame.styles.colour(state, row)), selected ? 0 : (actor->principal ? 1 : 2)});
    }
    if (options.labels)
        additions.ghosts.appendLabels(out, frame.camera);
    if (options.labels && options.scene) {
        for (const model::SceneLabel& label : frame.content.scene->labels)
            out.push_back({label.text, label.position, {}, 3});
    }
    if (options.labels)
        out.insert(out.end(), additions.zones.begin(), additions.zones.end());
    return out;
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
        const bool place = c.rank == 3;
        const int cell =
            graph.atlas().request({c.text, place ? theme.textMuted : c.colour, c.rank == 0, place});
        if (cell < 0)
            continue;
        const double width = labelWidth(c.text, c.colour.isValid());
        m_labels.push_back({{glm::vec3(c.anchor - frame.origin), 0.0F},
                            LabelAtlas::place(cell, width),
                            {static_cast<float>(width), LabelAtlas::CellHeight, label->shift, 16.0F},
                            {0.0F, 0.0F, 0.0F, label->opacity}});
    }
    if (frame.content.options.axesGizmo) {
        constexpr std::array letters{u'X', u'Y', u'Z'};
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (additions.axes[i] != glm::vec2(0.0F))
                appendCornerText(graph, QString(letters[i]), theme.textMuted, additions.axes[i]);
        }
    }
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
