// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/source_support.h"

namespace ghostline::io {

bool isWished(const model::OpenOptions& options, const QString& name)
{
    const QString value = options.codec.value(name).toLower();
    return value != QLatin1String("false") && value != QLatin1String("off") && value != QLatin1String("no") &&
           value != QLatin1String("0");
}

model::Error noMemory()
{
    return {model::ErrorCode::LimitExceeded,
            QStringLiteral("there is not enough memory for this recording"),
            {},
            {},
            {}};
}

} // namespace ghostline::io
