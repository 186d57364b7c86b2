// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the program finds out about where it runs before there is a window.
#include "model/codec/codec_registry.h"

#include <QString>

namespace ghostline::app {

/// Before QApplication: a picture needs no display, so none is demanded for one.
void preparePlatform(int argc, char* const* argv);

/// A display, or a platform chosen by hand. Without either Qt would end the program with a riddle.
bool canShowAnything();

/// One application id, spelled the same everywhere.
void nameApplication();
/// The file that share/ghostline/samples/default beside the program names; empty when it is not there or no
/// codec knows it.
QString findSample(const model::CodecRegistry& registry);

} // namespace ghostline::app
