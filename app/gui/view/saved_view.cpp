// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/saved_view.h"

#include "app/gui/settings/settings.h"
#include "app/gui/settings/view_option_store.h"
#include "app/gui/view/camera_words.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

/// By what the recording is called: a view looks at a place, and places differ.
QString keyOf(const QString& replayPath, int number)
{
    if (replayPath.isEmpty())
        return u"views/all/%1"_s.arg(number);
    const QByteArray hash = QCryptographicHash::hash(replayPath.toUtf8(), QCryptographicHash::Sha1).toHex();
    return u"views/%1/%2"_s.arg(QString::fromLatin1(hash)).arg(number);
}

QJsonArray toJson(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

std::optional<glm::dvec3> vectorFrom(const QJsonValue& value)
{
    const QJsonArray array = value.toArray();
    if (array.size() != 3 || !array[0].isDouble() || !array[1].isDouble() || !array[2].isDouble())
        return std::nullopt;
    return glm::dvec3{array[0].toDouble(), array[1].toDouble(), array[2].toDouble()};
}

QJsonObject toJson(const RememberedActor& actor)
{
    return actor.name.isEmpty() ? QJsonObject()
                                : QJsonObject{{u"id"_s, actor.nativeId}, {u"name"_s, actor.name}};
}

RememberedActor actorFrom(const QJsonObject& json)
{
    return {json[u"id"_s].toInteger(-1), json[u"name"_s].toString()};
}

QJsonObject toJson(const render::CameraPose& pose)
{
    return {{u"position"_s, toJson(pose.position)},
            {u"target"_s, toJson(pose.target)},
            {u"up"_s, toJson(pose.up)},
            {u"fov_degrees"_s, pose.verticalFov},
            {u"orthographic"_s, pose.orthographic},
            {u"orthographic_height"_s, pose.orthographicHeight}};
}

/// Nothing for a camera that could look nowhere.
std::optional<render::CameraPose> poseFrom(const QJsonObject& json)
{
    const auto position = vectorFrom(json[u"position"_s]);
    const auto target = vectorFrom(json[u"target"_s]);
    const auto up = vectorFrom(json[u"up"_s]);
    if (!position || !target || !up || *position == *target || *up == glm::dvec3(0.0))
        return std::nullopt;
    render::CameraPose pose{*position, *target, *up};
    pose.verticalFov = std::clamp(json[u"fov_degrees"_s].toDouble(pose.verticalFov), LeastFov, MostFov);
    pose.orthographic = json[u"orthographic"_s].toBool();
    const double height = json[u"orthographic_height"_s].toDouble();
    if (height > 0.0)
        pose.orthographicHeight = height;
    return pose;
}

std::optional<SavedView> parse(const QByteArray& text)
{
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    const auto pose = poseFrom(json[u"pose"_s].toObject());
    if (!pose)
        return std::nullopt;
    SavedView view;
    view.camera = json[u"camera"_s].toString();
    view.pose = *pose;
    view.selection = actorFrom(json[u"selection"_s].toObject());
    view.followed = actorFrom(json[u"followed"_s].toObject());
    view.layers = viewOptionsFrom(json[u"layers"_s].toObject(), view.layers);
    return view;
}

} // namespace

RememberedActor RememberedActor::of(const model::ActorInfo* actor)
{
    return actor != nullptr ? RememberedActor{qint64{actor->nativeId}, actor->name} : RememberedActor{};
}

model::ActorId RememberedActor::in(const model::ReplayInfo& info) const
{
    model::ActorId found = model::ActorId::None;
    for (const model::ActorInfo& actor : info.cast) {
        if (name.isEmpty() || actor.name != name)
            continue;
        if (actor.nativeId == nativeId)
            return actor.id;
        if (found == model::ActorId::None)
            found = actor.id;
    }
    return found;
}

bool storeView(const SavedView& view, const QString& replayPath, int number)
{
    const QJsonObject json{{u"camera"_s, view.camera},
                           {u"pose"_s, toJson(view.pose)},
                           {u"selection"_s, toJson(view.selection)},
                           {u"followed"_s, toJson(view.followed)},
                           {u"layers"_s, toJson(view.layers)}};
    const auto store = openStore();
    store->setValue(keyOf(replayPath, number),
                    QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)));
    store->sync();
    return store->status() == QSettings::NoError;
}

std::optional<SavedView> loadView(const QString& replayPath, int number)
{
    const auto store = openStore();
    auto view = parse(store->value(keyOf(replayPath, number)).toString().toUtf8());
    return view ? view : parse(store->value(keyOf({}, number)).toString().toUtf8());
}

} // namespace ghostline::app
