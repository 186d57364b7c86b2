// SPDX-License-Identifier: GPL-3.0-or-later
// Wishes and errors of opening.
#include "codecs/io/source_support.h"

#include "model/base/out_of_memory.h"

namespace ghostline::io {

bool isEnabled(const model::OpenOptions& options, const QString& name)
{
    const QString value = options.codec.value(name).toLower();
    return value != QLatin1String("false") && value != QLatin1String("off") && value != QLatin1String("no") &&
           value != QLatin1String("0");
}

model::Result<std::unique_ptr<model::ReplaySource>>
openSource(const QString& file,
           const std::function<model::Result<std::unique_ptr<model::ReplaySource>>()>& open)
{
    auto source = model::withinMemory(open);
    if (!source && source.error().file.isEmpty())
        source.error().file = file;
    return source;
}

} // namespace ghostline::io
