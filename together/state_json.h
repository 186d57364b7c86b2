// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared state as it stands in a message.
#include "together/json_fields.h"
#include "together/shared_state.h"

namespace ghostline::together {

QJsonObject toJson(const SharedState& state);
/// What is wrong is said in the fields.
SharedState stateFrom(JsonFields& fields);

} // namespace ghostline::together
