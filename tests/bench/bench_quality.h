// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GHOSTLINE_BENCH_QUALITY=low|medium|high: what is measured; low where nothing is said.
#include "render/base/quality.h"

#include <QString>

namespace ghostline::test {

inline render::Quality benchQuality()
{
    const QString word = qEnvironmentVariable("GHOSTLINE_BENCH_QUALITY");
    if (word == QLatin1String("high"))
        return render::Quality::High;
    return word == QLatin1String("medium") ? render::Quality::Medium : render::Quality::Low;
}

} // namespace ghostline::test
