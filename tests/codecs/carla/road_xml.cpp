// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/carla/road_xml.h"

namespace ghostline::test {

QByteArray geometryXml(double s, double x, double y, double heading, double length, const QByteArray& shape)
{
    return "<geometry s=\"" + number(s) + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" hdg=\"" +
           number(heading) + "\" length=\"" + number(length) + "\">" + shape + "</geometry>\n";
}

QByteArray RoadXml::text() const
{
    return "<road id=\"1\" length=\"" + number(length) + "\" junction=\"" + junction + "\"><planView>" +
           plan + "</planView>" + profiles + "<lanes>" + offset + "<laneSection s=\"0\">" + lanes +
           "</laneSection></lanes></road>\n";
}

std::shared_ptr<model::MemorySource> mapSource(const QByteArray& xml)
{
    return std::shared_ptr<model::MemorySource>(
        model::MemorySource::fromByteArray(xml, QStringLiteral("t.xodr")));
}

double areaOf(const model::SceneDescription& scene, model::SceneRole role)
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
