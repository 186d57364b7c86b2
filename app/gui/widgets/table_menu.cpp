// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/table_menu.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QAbstractItemView>
#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>

namespace ghostline::app {

TableMenu::TableMenu(QAbstractItemView* view)
    : QObject(view), m_view(view), m_viewport(view->viewport()), m_export(new QAction(this))
{
    m_export->setObjectName(QStringLiteral("exportTable"));
    m_export->setText(tr("Export the table as CSV…"));
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    connect(m_export, &QAction::triggered, this, &TableMenu::askWhere);
    view->installEventFilter(this); // by key
    view->viewport()->installEventFilter(this);
}

TableMenu* TableMenu::of(const QAbstractItemView* view)
{
    return view->findChild<TableMenu*>(QString(), Qt::FindDirectChildrenOnly);
}

QString TableMenu::name() const { return m_name ? m_name() : m_view->accessibleName(); }

void TableMenu::popup(QPoint globalPos)
{
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(themedIcon(QStringLiteral("copy")), tr("Copy the selected rows"), this,
                    [this] { copyToClipboard(*m_view); })
        ->setEnabled(m_view->selectionModel() != nullptr && m_view->selectionModel()->hasSelection());
    menu->addAction(m_export);
    menu->popup(globalPos);
}

bool TableMenu::eventFilter(QObject* watched, QEvent* event)
{
    const bool here = watched == m_viewport || watched == m_view;
    if (!here || event->type() != QEvent::ContextMenu ||
        m_view->contextMenuPolicy() != Qt::DefaultContextMenu)
        return false;
    popup(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
}

void TableMenu::askWhere() { askCsvExport(m_view, m_view, tr("Export %1").arg(name()), name()); }

void addExport(QMenu* menu, const QAbstractItemView* view)
{
    const TableMenu* table = TableMenu::of(view);
    if (table == nullptr)
        return;
    menu->addSeparator();
    menu->addAction(table->exportVerb());
}

} // namespace ghostline::app
