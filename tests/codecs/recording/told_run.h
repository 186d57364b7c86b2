// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run as an independent reader tells of it.
#include "tests/codecs/recording/run_script.h"

#include <QJsonArray>

namespace ghostline::test {

inline constexpr double Tolerance = 1e-9;

/// Where two values differ; empty when they say the same.
inline QString difference(const QJsonValue& a, const QJsonValue& b, const QString& path = {})
{
    if (a.isDouble() && b.isDouble()) {
        const double x = a.toDouble();
        const double y = b.toDouble();
        return std::abs(x - y) <= Tolerance * std::max(1.0, std::abs(x))
                   ? QString()
                   : QStringLiteral("%1: %2 and %3").arg(path).arg(x, 0, 'g', 17).arg(y, 0, 'g', 17);
    }
    if (a.isArray() && b.isArray() && a.toArray().size() == b.toArray().size()) {
        for (int i = 0; i < a.toArray().size(); ++i) {
            const QString found = difference(a[i], b[i], QStringLiteral("%1[%2]").arg(path).arg(i));
            if (!found.isEmpty())
                return found;
        }
        return {};
    }
    if (a.isObject() && b.isObject() && a.toObject().keys() == b.toObject().keys()) {
        for (const QString& key : a.toObject().keys()) {
            const QString found = difference(a[key], b[key], path + u'.' + key);
            if (!found.isEmpty())
                return found;
        }
        return {};
    }
    return a == b ? QString()
                  : QStringLiteral("%1: %2 and %3")
                        .arg(path, a.toVariant().toString(), b.toVariant().toString());
}

/// What the events say of somebody, kept here without any of the codec's code.
struct Told
{
    glm::dvec3 position{0.0};
    bool placed = false;
    int pose = 0;
    int flags = 0;
};

struct ToldRun
{
    std::map<int, Told> people{{0, {}}};
    std::optional<int> heldSlot;
    int checkpoints = 0;

    void take(const QString& name, const QJsonObject& f)
    {
        const auto vector = [&f](const char* key) {
            const QJsonArray a = f[QLatin1String(key)].toArray();
            return glm::dvec3(a[0].toDouble(), a[1].toDouble(), a[2].toDouble());
        };
        const int entity = f[QLatin1String("entity")].toInt();
        if (name == QLatin1String("SpawnEntity")) {
            people[entity] = {vector("pos"), true, 0, 0};
        } else if (name == QLatin1String("DestroyEntity")) {
            people.erase(entity);
        } else if (name == QLatin1String("DeltaMove")) {
            people[entity].position += vector("delta");
        } else if (name == QLatin1String("AbsoluteMove")) {
            people[entity].position = vector("pos");
            people[entity].placed = true;
        } else if (name == QLatin1String("EntityState")) {
            people[entity].pose = f[QLatin1String("pose")].toInt();
            people[entity].flags = f[QLatin1String("flags")].toInt();
        } else if (name == QLatin1String("ChangeHeldSlot") && entity == 0) {
            heldSlot = f[QLatin1String("slot")].toInt();
        } else if (name == QLatin1String("CheckpointReached")) {
            ++checkpoints;
        }
    }
};

} // namespace ghostline::test
