// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The three questions CARLA's server answers with text: info, collisions, blocked. Same format, same quirks.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packets.h"
#include "model/bytes/byte_source.h"

#include <QByteArray>
#include <QStringList>

namespace ghostline::carla {

enum class ReportVariant {
    Carla, ///< as the server prints it, quirks included
    Fixed, ///< our rules: a removed actor keeps its name, the last frame counts 0 s, vehicles and walkers
           ///< only
    Newest ///< wording of the newest known builds for `info`
};

/// "carla", "fixed", "newest"; anything else is InvalidArgument.
model::Result<ReportVariant> reportVariant(const QString& name);

/// `name`: "info" [all], "collisions" C1 C2 (each one of o v w t h a), "blocked" [SECONDS [CENTIMETRES]]
/// (30, 10; with Fixed a last "all" lists every kind).
/// Coordinates stay raw (cm, roll pitch yaw); dates are UTC. Unknown names or arguments are InvalidArgument.
model::Result<QByteArray> carlaReport(const model::ByteSource& bytes, const Header& header,
                                      const Layout& layout, const QString& name, const QStringList& arguments,
                                      ReportVariant variant, std::stop_token stop);

/// The same for bytes nobody has looked at yet: what is no log gives the text CARLA gives for it.
model::Result<QByteArray> carlaReport(const model::ByteSource& bytes, const QString& name,
                                      const QStringList& arguments, ReportVariant variant,
                                      std::stop_token stop);

} // namespace ghostline::carla
