// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the head of a replay tells, for lists of many: neither reports nor commands are read.
#include "model/codec/codec.h"

namespace ghostline::sc2 {

/// Results and length as the head has them: who left first, and what goes on after the end, is not known.
model::Result<model::Outline> outlineOf(const model::ByteSource& bytes, const std::stop_token& stop);

} // namespace ghostline::sc2
