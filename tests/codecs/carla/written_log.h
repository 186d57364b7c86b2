// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Logs by a short name, and what differs between two of them.
#include "codecs/carla/replay/properties.h"
#include "codecs/carla/sample/traffic.h"
#include "codecs/carla/write/log_state.h"
#include "tests/codecs/carla/open_log.h"
#include "tests/support/shared_data.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::test {

using namespace ghostline::carla;
using model::FrameNumber;

/// Empty when it cannot be read, and for the empty path of reference data that is not there.
QByteArray logBytes(const QString& path);
/// A log by a short name: "traffic", "traffic-ue5", or a file of the reference data.
QByteArray logNamed(const QString& name);
/// Compares frame `f` of `a` with frame `g` of `b`, actor by actor under their native ids.
QString difference(const model::ReplaySource& a, FrameNumber f, const model::ReplaySource& b, FrameNumber g);

} // namespace ghostline::test
