// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/layout_store.h"

#include "app/gui/settings/settings.h"
#include "app/gui/settings/view_option_store.h"

#include <QJsonDocument>
#include <QUrl>

namespace ghostline::app {

namespace {

const QString NamedGroup = QStringLiteral("layouts");

/// A name may have any sign, a group none that divides keys.
QString groupOf(const QString& name)
{
    if (name.isEmpty())
        return QStringLiteral("layout");
    return NamedGroup + QLatin1Char('/') + QString::fromLatin1(QUrl::toPercentEncoding(name, {}, "."));
}

} // namespace

void storeLayout(const Layout& layout, const QString& name)
{
    const auto store = openStore();
    store->beginGroup(groupOf(name));
    store->setValue(QStringLiteral("schema"), Layout::SchemaVersion);
    store->setValue(QStringLiteral("geometry"), layout.geometry);
    store->setValue(QStringLiteral("docks"), layout.docks);
    store->setValue(QStringLiteral("timeline"), layout.timeline);
    store->setValue(QStringLiteral("plots"), layout.plots);
    store->setValue(QStringLiteral("observer"), layout.observer);
    store->setValue(QStringLiteral("view"),
                    QJsonDocument(toJson(layout.view)).toJson(QJsonDocument::Compact));
}

std::optional<Layout> loadLayout(const QString& name)
{
    const auto store = openStore();
    store->beginGroup(groupOf(name));
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
    return layout;
}

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
