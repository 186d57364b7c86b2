// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ground of a flat map: the map's picture, scenery and cells, painted once into a cached picture.
#include "render/cells/grid_map.h"
#include "render/flat/map_frame.h"
#include "render/scenery/ground_picture.h"
#include "render/scenery/scenery.h"

#include <QPainterPath>
#include <QPixmap>

#include <vector>

namespace ghostline::render {

class MapGround
{
public:
    void setContent(const ViewContent& content, ViewChanges changes);
    /// Drops the cached picture.
    void invalidate() { m_background = QPixmap(); }
    /// `ratio`: device pixels per logical one.
    void paint(QPainter& painter, const MapFrame& map, double ratio);

private:
    struct Piece
    {
        QPainterPath path; // metres, relative to the origin below
        QColor colour;
        bool line = false;
        SceneryDetail detail = SceneryDetail::Flat;
        QRectF bounds{}; // of the path
    };
    void rebuild(const ViewContent& content);
    void addSurfaces(const model::SceneMesh& mesh, const QColor& colour);
    void render(const MapFrame& map, double ratio);
    void paintPicture(QPainter& p, const MapFrame& map) const;
    void paintPieces(QPainter& p, const MapFrame& map, QSize size) const;

    GroundPicture m_picture; ///< under everything
    std::vector<Piece> m_pieces;
    glm::dvec3 m_pathOrigin{0.0};
    GridMap m_cells;
    QPixmap m_background; ///< at the scale and place of the last paint
    QPointF m_backgroundCentre;
    double m_backgroundScale = 0.0;
    int m_backgroundTurns = 0;
};

} // namespace ghostline::render
