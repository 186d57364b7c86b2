// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/native_state.h"

#include "codecs/sc2/base/loop_steps.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

double plain(float value) { return static_cast<double>(value); }

QJsonObject unitObject(const ReplayData& data, std::size_t index, std::uint32_t loop)
{
    const UnitLife& life = data.lives.lives[index];
    const std::string& type = data.tracker.names[data.lives.typeAt(life, loop)];
    QJsonObject unit{{QStringLiteral("tag"), static_cast<qint64>(life.tag)},
                     {QStringLiteral("index"), static_cast<qint64>(tagIndex(life.tag))},
                     {QStringLiteral("recycle"), static_cast<qint64>(life.tag & 0x3FFFF)},
                     {QStringLiteral("type"), model::textOf(type)},
                     {QStringLiteral("control"), data.lives.ownerAt(life, loop)},
                     {QStringLiteral("born"), static_cast<qint64>(life.first)},
                     {QStringLiteral("finished"), loop >= life.finished}};
    if (life.revealed)
        unit.insert(QStringLiteral("revealed"), true);
    if (const Report* report = lastAt(data.lives.reportsOf(life), loop)) {
        unit.insert(QStringLiteral("reported"),
                    QJsonObject{{QStringLiteral("loop"), static_cast<qint64>(report->loop)},
                                {QStringLiteral("x"), plain(report->x)},
                                {QStringLiteral("y"), plain(report->y)}});
    }
    if (index < data.motions.units.size()) {
        if (const Waypoint* from = lastAt(data.motions.of(index), loop)) {
            const auto path = data.motions.of(index);
            const Waypoint* to = from + 1 == path.data() + path.size() ? from : from + 1;
            const bool moves = !to->jump && to->loop > from->loop;
            const double share = moves ? static_cast<double>(loop - from->loop) / (to->loop - from->loop) : 0;
            unit.insert(QStringLiteral("estimated"),
                        QJsonObject{{QStringLiteral("x"), plain(from->x) + share * plain(to->x - from->x)},
                                    {QStringLiteral("y"), plain(from->y) + share * plain(to->y - from->y)}});
        }
    }
    return unit;
}

QJsonObject playerObject(const ReplayData& data, std::size_t p, std::uint32_t loop)
{
    const Participant& who = data.head.participants[p];
    QJsonObject player{{QStringLiteral("player_id"), who.playerId}, {QStringLiteral("name"), who.name}};
    if (p < data.actions.cameras.size()) {
        if (const CameraState* camera = lastAt<CameraState>(data.actions.cameras[p], loop)) {
            player.insert(QStringLiteral("camera"),
                          QJsonObject{{QStringLiteral("loop"), static_cast<qint64>(camera->loop)},
                                      {QStringLiteral("x"), plain(camera->x)},
                                      {QStringLiteral("y"), plain(camera->y)},
                                      {QStringLiteral("distance"), plain(camera->distance)},
                                      {QStringLiteral("pitch"), plain(camera->pitch)},
                                      {QStringLiteral("yaw"), plain(camera->yaw)}});
        }
    }
    if (p < data.actions.selections.size()) {
        QJsonArray tags;
        for (const std::uint32_t tag : data.actions.selectedAt(p, loop))
            tags.append(static_cast<qint64>(tag));
        player.insert(QStringLiteral("selection"), tags);
    }
    return player;
}

} // namespace

QJsonObject nativeLoop(const ReplayData& data, std::uint32_t loop)
{
    QJsonArray players;
    for (std::size_t p = 0; p < data.head.participants.size(); ++p)
        players.append(playerObject(data, p, loop));
    QJsonArray units;
    for (std::size_t i = 0; i < data.lives.lives.size(); ++i) {
        const UnitLife& life = data.lives.lives[i];
        if (life.first <= loop && loop < life.end)
            units.append(unitObject(data, i, loop));
    }
    return {{QStringLiteral("loop"), static_cast<qint64>(loop)},
            {QStringLiteral("players"), players},
            {QStringLiteral("units"), units}};
}

} // namespace ghostline::sc2
