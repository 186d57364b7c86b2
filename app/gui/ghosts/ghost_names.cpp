// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_names.h"

#include "render/base/theme.h"

#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace ghostline::app {

namespace {

QString nameInPath(const QString& path)
{
    const QUrl url(path);
    const bool address = url.scheme().startsWith(QLatin1String("http"));
    const QString name = QFileInfo(address ? url.path() : path).completeBaseName();
    return name.isEmpty() ? path : name;
}

/// Index of the series colour that the runner's is taken for, -1 = none of them.
int hueOfRunner(const model::ReplayInfo& info, model::ActorId runner)
{
    const model::ActorInfo* actor = info.actor(runner);
    if (actor == nullptr)
        return -1;
    const render::Theme& theme = render::Theme::dark();
    const QColor own = render::actorColor(theme, *actor, info.teams);
    const auto nearest =
        std::min_element(theme.series.begin(), theme.series.end(), [&](const QColor& a, const QColor& b) {
            return render::difference(a, own) < render::difference(b, own);
        });
    const bool alike = render::difference(*nearest, own) < render::TeamDifference;
    return alike ? static_cast<int>(nearest - theme.series.begin()) : -1;
}

} // namespace

QString ghostName(const QString& path, const std::vector<Ghost>& others)
{
    const QString base = nameInPath(path);
    QString name = base;
    const auto taken = [&name](const Ghost& ghost) { return ghost.name == name; };
    for (int n = 2; std::any_of(others.begin(), others.end(), taken); ++n)
        name = QStringLiteral("%1 (%2)").arg(base).arg(n);
    return name;
}

int ghostHue(const model::ReplayInfo& info, model::ActorId runner, const std::vector<Ghost>& others)
{
    const int own = hueOfRunner(info, runner);
    int hue = 0;
    const auto taken = [&hue](const Ghost& ghost) { return ghost.hue == hue; };
    while (hue == own || std::any_of(others.begin(), others.end(), taken))
        ++hue;
    return hue;
}

} // namespace ghostline::app
