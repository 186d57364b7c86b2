// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Labels: which are shown, where, and the one picture that holds their texts.
#include "render/actors/pick_box.h"
#include "render/base/theme.h"
#include "render/camera/camera.h"

#include <QHash>
#include <QRectF>

#include <array>
#include <bitset>
#include <span>

class QPainter;

namespace ghostline::render {

struct LabelCandidate
{
    QString text;
    glm::dvec3 anchor{0.0}; ///< world, top of what it names
    QColor colour;          ///< of the bar at its left; invalid = none
    int rank = 0;           ///< 0 selected, 1 principal, 2 the rest, 3 places
    int count = 0;          ///< of a mark: for how many it stands; 0 = a name on a plate
};

struct PlacedLabel
{
    std::size_t candidate = 0;
    float opacity = 1.0F;
    float shift = 0.0F; ///< logical pixels to the right, so that it is whole within the view
};

/// Where the label of an actor belongs: above its box; seen from above, beside it.
glm::dvec3 labelAnchor(const PickBox& box, const CameraPose& camera);

inline constexpr int MaxLabels = 50;

/// At most MaxLabels, better ranks and nearer ones first, none over another; far ones fade.
std::vector<PlacedLabel> placeLabels(std::span<const LabelCandidate> candidates, const CameraPose& camera,
                                     QSizeF viewport);

/// The space of a view that labels have taken so far.
class LabelRoom
{
public:
    void clear() { m_taken.clear(); }
    void take(const QRectF& label) { m_taken.push_back(label); }
    /// Nothing is there, nor close by.
    bool free(const QRectF& label) const;

private:
    std::vector<QRectF> m_taken;
};

/// Width of a label in logical pixels, as it will be drawn.
double labelWidth(const QString& text, bool bar);
/// Of a mark and the number behind it: the second is drawn so much nearer than their widths say.
inline constexpr double CountOverlap = 9.0;
/// "2", "3" ...: made once, as they come back every frame.
const QString& countText(int count);
/// Pixels from the anchor of a name, and of a mark, to the middle of what is drawn.
inline constexpr double LabelLift = 16.0;
inline constexpr double GlyphLift = 9.0;
/// Of a name or a mark with its number.
double labelWidth(const LabelCandidate& candidate);

/// Cells of a texture with one painted text each. A cell keeps its text as long as it is in use.
class LabelAtlas
{
public:
    static constexpr int Columns = 4;
    static constexpr int Rows = 20;
    static constexpr int CellWidth = 224; ///< logical pixels
    static constexpr int CellHeight = 22;

    struct Cell
    {
        QString text;
        QColor colour;
        bool strong = false;
        bool plain = false; ///< text with a rim instead of its plate
        bool operator==(const Cell&) const = default;
    };
    void begin();                  ///< nothing is in use
    int request(const Cell& cell); ///< index of its cell, -1 when all are taken
    /// True when there are texts that were not painted yet.
    bool dirty() const { return m_changed.any(); }
    void invalidate() { m_changed.set(); }
    /// A cell to be painted anew, from now on taken as done; -1 = none is left.
    int takeChanged();
    /// The cell's text, in logical pixels from its upper left corner.
    void paint(QPainter& painter, const Theme& theme, int index) const;
    /// Left, top, right, bottom in the texture for the middle `width` pixels of a cell.
    static glm::vec4 place(int cell, double width);

private:
    std::array<Cell, Columns * Rows> m_cells;
    std::array<std::uint64_t, Columns * Rows> m_lastUse{}; ///< number of the picture
    std::bitset<Columns * Rows> m_changed;
    std::uint64_t m_now = 1;
};

} // namespace ghostline::render
