// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small OpenDRIVE maps, written part by part.
#include "codecs/carla/roads/opendrive_mesh.h"
#include "codecs/carla/roads/opendrive_parse.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/carla/surface.h"

#include <QByteArray>

namespace ghostline::test {

inline QByteArray number(double v) { return QByteArray::number(v, 'g', 15); }

QByteArray geometryXml(double s, double x, double y, double heading, double length,
                       const QByteArray& shape = "<line/>");

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

    QByteArray text() const;
};

inline QByteArray mapXml(const QByteArray& roads)
{
    return "<OpenDRIVE><header/>\n" + roads + "</OpenDRIVE>";
}

std::shared_ptr<model::MemorySource> mapSource(const QByteArray& xml);

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
double areaOf(const model::SceneDescription& scene, model::SceneRole role);

} // namespace ghostline::test
