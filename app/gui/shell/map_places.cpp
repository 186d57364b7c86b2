// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/map_places.h"

#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/scene_reader.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QListWidget>
#include <QPainter>
#include <QTreeWidget>

namespace ghostline::app {

namespace {

constexpr int TickSide = 16; // logical pixels

/// A tick; nothing, but as wide, where `there` is false.
QIcon tickIcon(const QWidget& widget, bool there)
{
    const qreal ratio = widget.devicePixelRatioF();
    QPixmap picture(QSize(TickSide, TickSide) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    if (there) {
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(
            QPen(widget.palette().color(QPalette::Text), 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF({{3.5, 8.5}, {6.5, 11.5}, {12.5, 4.5}}));
    }
    return picture;
}

QBrush greyOf(const QWidget& widget)
{
    return widget.palette().brush(QPalette::Active, QPalette::PlaceholderText);
}

QString presenceText(bool there)
{
    return there ? Dialogs::tr("Maps are looked for here") : Dialogs::tr("There is no such folder here");
}

void markFolder(QListWidget* list, QListWidgetItem* item)
{
    const bool there = QFileInfo(item->text()).isDir();
    item->setIcon(tickIcon(*list, there));
    item->setToolTip(
        QStringLiteral("%1\n%2").arg(QDir::toNativeSeparators(item->text()), presenceText(there)));
    if (!there)
        item->setForeground(greyOf(*list));
}

void addPlace(QTreeWidgetItem* format, const model::ScenePlace& place)
{
    const QTreeWidget& tree = *format->treeWidget();
    auto* item = new QTreeWidgetItem(format);
    if (place.folder.isEmpty()) {
        const QString said = shownSentence(place.said.text(), place.said.wording());
        item->setText(0, said);
        item->setToolTip(0, said);
        item->setIcon(0, tickIcon(tree, false));
        return;
    }
    const bool there = QFileInfo(place.folder).isDir();
    const QString path = QDir::toNativeSeparators(place.folder);
    item->setText(0, path);
    item->setToolTip(0, QStringLiteral("%1\n%2").arg(path, presenceText(there)));
    item->setIcon(0, tickIcon(tree, there));
    // Said to those who do not see the tick.
    item->setData(0, Qt::AccessibleDescriptionRole, presenceText(there));
    if (!there)
        item->setForeground(0, greyOf(tree));
}

} // namespace

void markFolders(QListWidget* list)
{
    list->setTextElideMode(Qt::ElideMiddle);
    QObject::connect(list->model(), &QAbstractItemModel::rowsInserted, list,
                     [list](const QModelIndex&, int first, int last) {
                         for (int row = first; row <= last; ++row)
                             markFolder(list, list->item(row));
                     });
}

QTreeWidget* makeMapPlaces(QWidget* parent)
{
    auto* places = new QTreeWidget(parent);
    places->setObjectName(QStringLiteral("mapPlaces"));
    places->setAccessibleName(Dialogs::tr("Places of each game"));
    places->setHeaderHidden(true);
    places->setRootIsDecorated(false);
    places->setUniformRowHeights(true);
    places->setTextElideMode(Qt::ElideMiddle);
    places->setSelectionMode(QAbstractItemView::SingleSelection);
    return places;
}

void fillMapPlaces(QTreeWidget* places, const model::CodecRegistry* registry)
{
    places->clear();
    if (registry == nullptr)
        return;
    for (const model::FormatPlaces& format : model::scenePlaces(*registry)) {
        auto* title = new QTreeWidgetItem(places, {format.name});
        title->setFlags(Qt::ItemIsEnabled);
        for (const model::ScenePlace& place : format.places)
            addPlace(title, place);
    }
    places->expandAll();
}

} // namespace ghostline::app
