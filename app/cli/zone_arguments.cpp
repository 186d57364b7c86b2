// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/zone_arguments.h"

#include "model/world/zone_json.h"

#include <QFile>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr qint64 LargestZoneFile = 16'000'000;

/// "North gate" -> "north_gate": metrics are named after zones.
QString idFrom(const QString& name)
{
    QString id = name.trimmed().toLower();
    for (QChar& sign : id) {
        if (!sign.isLetterOrNumber())
            sign = u'_';
    }
    return id;
}

/// NAME=X,Z,RADIUS
Result<model::Zone> circleFrom(const QString& text)
{
    const qsizetype split = text.lastIndexOf(u'=');
    const QStringList numbers = text.mid(split + 1).split(u',');
    bool fine = split > 0 && numbers.size() == 3;
    const auto number = [&](qsizetype i) {
        bool read = false;
        const double value = fine ? numbers[i].toDouble(&read) : 0.0;
        fine = fine && read;
        return value;
    };
    model::Zone zone;
    zone.name = text.left(split);
    zone.id = idFrom(zone.name);
    zone.centre = {number(0), number(1)};
    zone.radius = number(2);
    if (!fine || !zone.valid())
        return fail(ErrorCode::InvalidArgument, u"\"%1\" is no circle: NAME=X,Z,RADIUS"_s.arg(text));
    return zone;
}

Result<std::vector<model::Zone>> zonesOfFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotReadable, u"%1: %2"_s.arg(path, file.errorString()));
    // One byte more tells of more; what comes through a pipe has no size to ask for.
    const QByteArray text = file.read(LargestZoneFile + 1);
    if (text.size() > LargestZoneFile)
        return fail(
            ErrorCode::LimitExceeded,
            u"%1: a file of zones has at most %2 bytes, this one has more"_s.arg(path).arg(LargestZoneFile));
    auto zones = model::zonesFromJson(text);
    if (!zones) {
        model::Error error = zones.error();
        error.message = u"%1: %2"_s.arg(path, error.message);
        return tl::unexpected(error);
    }
    return zones;
}

} // namespace

Result<std::vector<model::Zone>> readZones(const ZoneArguments& arguments)
{
    std::vector<model::Zone> zones;
    if (!arguments.file.isEmpty()) {
        auto read = zonesOfFile(arguments.file);
        if (!read)
            return read;
        zones = std::move(*read);
    }
    for (const QString& text : arguments.circles) {
        auto zone = circleFrom(text);
        if (!zone)
            return tl::unexpected(zone.error());
        zones.push_back(std::move(*zone));
    }
    return zones;
}

} // namespace ghostline::app
