// SPDX-License-Identifier: GPL-3.0-or-later
// The bounded cursor's one cold path: turning a failure into an error for people.
#include "codecs/io/byte_cursor.h"

namespace ghostline::io {

model::Result<void> ByteCursor::status(const QString& what) const
{
    if (m_ok)
        return {};
    return model::fail(
        model::ErrorCode::Damaged,
        model::Sentence::of(
            QStringLiteral("%1 is cut short or wrong at byte %2: %3 bytes are left there"),
            {model::Sentence::of(what), QString::number(offset()), QString::number(remaining())}),
        {offset(), {}, {}});
}

} // namespace ghostline::io
