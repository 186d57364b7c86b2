// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small OpenDRIVE maps, written part by part.
#include "codecs/carla/opendrive.h"
#include "model/byte_sources.h"
#include "tests/codecs/carla/surface.h"

#include <QByteArray>

namespace ghostline::test {

inline QByteArray number(double v) { return QByteArray::number(v, 'g', 15); }

inline QByteArray geometryXml(double s, double x, double y, double heading, double length,
                              const QByteArray& shape = "<line/>")
{
    return "<geometry s=\"" + number(s) + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" hdg=\"" +
           number(heading) + "\" length=\"" + number(length) + "\">" + shape + "</geometry>\n";
}

/// A driving lane of 3 m on each side of the line, and what else is said of the road.
struct RoadXml
{
    QByteArray plan;
    double length = 100.0;
    QByteArray profiles{}; ///< elements beside planView
    QByteArray offset{};
    QByteArray lanes =
        R"(<left><lane id="1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></left>)"
        R"(<center><lane id="0" type="none"/></center>)"
        R"(<right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>)";
    QByteArray junction = "-1";

    QByteArray text() const
    {
        return "<road id=\"1\" length=\"" + number(length) + "\" junction=\"" + junction + "\"><planView>" +
               plan + "</planView>" + profiles + "<lanes>" + offset + "<laneSection s=\"0\">" + lanes +
               "</laneSection></lanes></road>\n";
    }
};

inline QByteArray mapXml(const QByteArray& roads)
{
    return "<OpenDRIVE><header/>\n" + roads + "</OpenDRIVE>";
}

inline std::shared_ptr<model::MemorySource> mapSource(const QByteArray& xml)
{
    return std::shared_ptr<model::MemorySource>(
        model::MemorySource::fromByteArray(xml, QStringLiteral("t.xodr")));
}

inline model::Result<carla::RoadNetwork> parsed(const QByteArray& xml)
{
    return carla::parseOpenDrive(*mapSource(xml));
}

inline model::Result<model::SceneDescription> drawn(const QByteArray& xml,
                                                    const carla::RoadSceneOptions& options = {})
{
    return carla::readOpenDrive(*mapSource(xml), options);
}

/// Seen from above, in square metres.
inline double areaOf(const model::SceneDescription& scene, model::SceneRole role)
{
    const model::SceneMesh* mesh = meshOf(scene, role);
    double area = 0.0;
    for (std::size_t i = 0; mesh != nullptr && i + 2 < mesh->indices.size(); i += 3) {
        const glm::dvec3 a = mesh->vertices[mesh->indices[i]];
        const glm::dvec3 b = mesh->vertices[mesh->indices[i + 1]];
        const glm::dvec3 c = mesh->vertices[mesh->indices[i + 2]];
        area += std::abs(glm::cross(b - a, c - a).y) / 2.0;
    }
    return area;
}

} // namespace ghostline::test
