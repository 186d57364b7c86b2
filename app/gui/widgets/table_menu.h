// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every table goes out as CSV: the verb for it, the menu of a table that has none of its own, and what the
// file is proposed to be called.
#include <QObject>

#include <functional>

class QAbstractItemView;
class QAction;
class QMenu;

namespace ghostline::app {

/// Of a view that tidyView() has tidied, with columns that have headings.
class TableMenu : public QObject
{
    Q_OBJECT
public:
    /// Goes with the view. Shows a menu wherever the view has none of its own (Qt::DefaultContextMenu).
    explicit TableMenu(QAbstractItemView* view);
    /// Null for a view that is no table.
    static TableMenu* of(const QAbstractItemView* view);

    /// "Export the table as CSV…": for the view's menus and for the menu of its panel.
    QAction* exportVerb() const { return m_export; }
    /// What the view shows now, as it names the file; at first the view's accessible name.
    void setName(std::function<QString()> name) { m_name = std::move(name); }
    QString name() const;
    /// Deletes itself when it closes.
    void popup(QPoint globalPos);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void askWhere();

    QAbstractItemView* m_view;
    const QObject* m_viewport; ///< for comparing only
    QAction* m_export;
    std::function<QString()> m_name;
};

/// For a menu that a view or its panel makes itself: apart from what stands there.
void addExport(QMenu* menu, const QAbstractItemView* view);

} // namespace ghostline::app
