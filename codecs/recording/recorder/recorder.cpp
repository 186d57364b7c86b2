// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/recorder.h"

namespace ghostline::recording {

Recorder::~Recorder() = default;

} // namespace ghostline::recording
