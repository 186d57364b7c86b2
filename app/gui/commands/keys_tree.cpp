// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/keys_tree.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QHeaderView>

namespace ghostline::app {

namespace {

constexpr int VerbColumn = 0;
constexpr int KeyColumn = 1;
constexpr int IdRole = Qt::UserRole;

QTreeWidgetItem* addGroup(QTreeWidget* tree, const QString& title)
{
    auto* group = new QTreeWidgetItem(tree, {title});
    QFont strong = tree->font();
    strong.setBold(true);
    group->setFont(VerbColumn, strong);
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

QString nameOf(const ActionSpec& spec)
{
    const QString below = Actions::menuTitle(spec.menu.section(QLatin1Char('/'), 1));
    return below.isEmpty() ? spec.text : QStringLiteral("%1: %2").arg(below, spec.text);
}

QHash<QString, QTreeWidgetItem*> addVerbs(QTreeWidget* tree)
{
    QHash<QString, QTreeWidgetItem*> groups;
    QHash<QString, QTreeWidgetItem*> items;
    for (const ActionSpec& spec : Actions::table()) {
        const QString menu = spec.menu.section(QLatin1Char('/'), 0, 0);
        QTreeWidgetItem*& group = groups[menu];
        if (group == nullptr)
            group = addGroup(tree, Actions::menuTitle(menu));
        auto* item = new QTreeWidgetItem(group, {nameOf(spec)});
        item->setToolTip(VerbColumn, spec.help);
        item->setData(VerbColumn, IdRole, spec.id);
        items.insert(spec.id, item);
    }
    return items;
}

} // namespace

QString keysText(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.isEmpty() ? QStringLiteral("–") : texts.join(QStringLiteral(", "));
}

KeysTree::KeysTree(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("keysTree"));
    setAccessibleName(tr("Keys"));
    setColumnCount(2);
    setHeaderLabels({tr("Action"), tr("Key")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemDelegate(new PanelDelegate(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    m_items = addVerbs(this);
    QTreeWidgetItem* mouse = addGroup(this, tr("Mouse in the view"));
    const QList<std::pair<QString, QString>> rows{
        {tr("Left drag"), tr("Turn around the point looked at; look round in free flight")},
        {tr("Middle or Shift + left drag"), tr("Move the picture")},
        {tr("Wheel"), tr("Nearer and further, at the pointer")},
        {tr("Click"), tr("Select an actor")},
        {tr("Double-click"), tr("Follow an actor")},
        {tr("Right click"), tr("Menu of an actor")},
        {QStringLiteral("W A S D Q E"), tr("Fly, in free flight; Shift = fast")},
    };
    for (const auto& [what, does] : rows)
        new QTreeWidgetItem(mouse, {does, what});
    expandAll();
    header()->setSectionResizeMode(VerbColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(KeyColumn, QHeaderView::ResizeToContents);
}

void KeysTree::setScheme(const ShortcutScheme& scheme)
{
    const QMap<QKeySequence, QStringList> conflicts = conflictsOf(scheme);
    QSet<QString> disputed;
    for (const QStringList& users : conflicts)
        disputed.unite(QSet<QString>(users.begin(), users.end()));
    for (const ActionSpec& spec : Actions::table()) {
        QTreeWidgetItem* item = m_items.value(spec.id);
        item->setText(KeyColumn, keysText(scheme.keysOf(spec)));
        QFont font = this->font();
        font.setBold(scheme.changed.contains(spec.id));
        item->setFont(KeyColumn, font);
        const bool clash = disputed.contains(spec.id);
        item->setIcon(KeyColumn, clash ? themedIcon(QStringLiteral("warning")) : QIcon());
        item->setToolTip(KeyColumn, clash ? tr("Another action has the same key") : QString());
    }
}

void KeysTree::filter(const QString& text)
{
    const auto has = [&text](const QString& in) { return in.contains(text, Qt::CaseInsensitive); };
    for (int g = 0; g < topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = topLevelItem(g);
        bool any = false;
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const bool match = has(item->text(VerbColumn)) || has(item->text(KeyColumn));
            item->setHidden(!match);
            any = any || match;
        }
        group->setHidden(!any);
    }
}

const ActionSpec* KeysTree::chosen() const
{
    const QTreeWidgetItem* item = currentItem();
    return item != nullptr ? specOf(item->data(VerbColumn, IdRole).toString()) : nullptr;
}

} // namespace ghostline::app
