// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that people read.
#include "model/base/out_of_memory.h"

namespace ghostline::model {

Error outOfMemory()
{
    return {ErrorCode::LimitExceeded,
            QStringLiteral("there is not enough memory for this recording"),
            {},
            {},
            {}};
}

} // namespace ghostline::model
