// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/layout_store.h"

#include "app/gui/settings/settings.h"
#include "app/gui/settings/view_option_store.h"

#include <QJsonDocument>
#include <QUrl>

namespace ghostline::app {

namespace {

const QString NamedGroup = QStringLiteral("layouts");
constexpr double LargestShare = 0.48; ///< of a side: both leave the picture something

/// A name may have any sign, a group none that divides keys.
QString groupIn(const QString& group, const QString& name)
{
    return group + QLatin1Char('/') + QString::fromLatin1(QUrl::toPercentEncoding(name, {}, "."));
}

QString groupOf(const QString& name)
{
    return name.isEmpty() ? QStringLiteral("layout") : groupIn(NamedGroup, name);
}

QString groupOfFormat(const QString& format) { return groupIn(QStringLiteral("formatLayouts"), format); }

double shareFrom(const QVariant& value)
{
    const double share = value.toDouble();
    return share > 0.0 && share <= LargestShare ? share : 0.0;
}

void writeLayout(const Layout& layout, const QString& group)
{
    const auto store = openStore();
    store->beginGroup(group);
    store->setValue(QStringLiteral("schema"), Layout::SchemaVersion);
    store->setValue(QStringLiteral("geometry"), layout.geometry);
    store->setValue(QStringLiteral("docks"), layout.docks);
    store->setValue(QStringLiteral("timeline"), layout.timeline);
    store->setValue(QStringLiteral("plots"), layout.plots);
    store->setValue(QStringLiteral("observer"), layout.observer);
    store->setValue(QStringLiteral("view"),
                    QJsonDocument(toJson(layout.view)).toJson(QJsonDocument::Compact));
    store->setValue(QStringLiteral("format"), layout.format);
    store->setValue(QStringLiteral("left"), layout.shares[0]);
    store->setValue(QStringLiteral("right"), layout.shares[1]);
    store->setValue(QStringLiteral("fitsTimeline"), layout.fitsTimeline);
}

std::optional<Layout> readLayout(const QString& group)
{
    const auto store = openStore();
    store->beginGroup(group);
    if (store->value(QStringLiteral("schema")).toInt() != Layout::SchemaVersion)
        return std::nullopt;
    Layout layout;
    layout.geometry = store->value(QStringLiteral("geometry")).toByteArray();
    layout.docks = store->value(QStringLiteral("docks")).toByteArray();
    layout.timeline = store->value(QStringLiteral("timeline")).toByteArray();
    layout.plots = store->value(QStringLiteral("plots")).toByteArray();
    layout.observer = store->value(QStringLiteral("observer")).toByteArray();
    const QByteArray view = store->value(QStringLiteral("view")).toByteArray();
    layout.view = viewOptionsFrom(QJsonDocument::fromJson(view).object(), layout.view);
    layout.format = store->value(QStringLiteral("format")).toString();
    layout.shares = {shareFrom(store->value(QStringLiteral("left"))),
                     shareFrom(store->value(QStringLiteral("right")))};
    layout.fitsTimeline = store->value(QStringLiteral("fitsTimeline")).toBool();
    return layout;
}

} // namespace

void storeLayout(const Layout& layout, const QString& name) { writeLayout(layout, groupOf(name)); }

std::optional<Layout> loadLayout(const QString& name) { return readLayout(groupOf(name)); }

void storeFormatLayout(const Layout& layout, const QString& format)
{
    writeLayout(layout, groupOfFormat(format));
}

std::optional<Layout> loadFormatLayout(const QString& format) { return readLayout(groupOfFormat(format)); }

void removeFormatLayout(const QString& format) { openStore()->remove(groupOfFormat(format)); }

QStringList layoutNames()
{
    const auto store = openStore();
    store->beginGroup(NamedGroup);
    QStringList names;
    for (const QString& group : store->childGroups())
        names << QUrl::fromPercentEncoding(group.toLatin1());
    names.sort(Qt::CaseInsensitive);
    return names;
}

void removeLayout(const QString& name) { openStore()->remove(groupOf(name)); }

} // namespace ghostline::app
