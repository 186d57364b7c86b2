// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_choices.h"

#include "app/gui/settings/settings.h"

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr double MostFps = 240.0;

struct Flag
{
    const char* key;
    bool& value;
};

std::array<Flag, 8> flagsOf(ClipChoices& choices)
{
    return {{{"clips/scoreboard", choices.overlays.scoreboard},
             {"clips/title", choices.overlays.title},
             {"clips/clock", choices.overlays.clock},
             {"clips/speed", choices.overlays.speed},
             {"clips/delta", choices.overlays.delta},
             {"clips/labels", choices.labels},
             {"clips/drawings", choices.drawings},
             {"clips/reel", choices.reel}}};
}

} // namespace

ClipChoices loadClipChoices()
{
    const auto store = openStore();
    ClipChoices choices;
    const int format = store->value("clips/format", 0).toInt();
    if (format >= 0 && format < VideoFormats)
        choices.format = static_cast<VideoFormat>(format);
    const QSize size = store->value("clips/size", choices.pixels).toSize();
    if (std::min(size.width(), size.height()) >= LeastSide &&
        std::max(size.width(), size.height()) <= MostSide)
        choices.pixels = size;
    const double fps = store->value("clips/fps", choices.fps).toDouble();
    if (fps >= 1.0 && fps <= MostFps)
        choices.fps = fps;
    for (const Flag& flag : flagsOf(choices))
        flag.value = store->value(flag.key, flag.value).toBool();
    return choices;
}

void saveClipChoices(const ClipChoices& choices)
{
    const auto store = openStore();
    store->setValue("clips/format", static_cast<int>(choices.format));
    store->setValue("clips/size", choices.pixels);
    store->setValue("clips/fps", choices.fps);
    ClipChoices copy = choices;
    for (const Flag& flag : flagsOf(copy))
        store->setValue(flag.key, flag.value);
}

} // namespace ghostline::app
