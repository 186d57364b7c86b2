// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the command palette lists: every verb that fits what was typed, best first; used lately before others.
#include "app/gui/commands/fuzzy_match.h"

#include <QAbstractListModel>
#include <QAction>
#include <QPointer>
#include <QStringList>

#include <vector>

class QMenu;
class QMenuBar;

namespace ghostline::app {

struct PaletteEntry
{
    QString id;   ///< of the action, else its text below its menus; stable between runs
    QString text; ///< "Camera: Follow"
    QPointer<QAction> action;
};

/// Every verb below a menu bar, in its order. Menus that fill themselves when they open are asked to.
std::vector<PaletteEntry> entriesOf(const QMenuBar& bar);

class PaletteModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        AsideRole = Qt::UserRole, ///< QString: its key, or why it cannot be done now
        PositionsRole,            ///< QList<int> into the text
        CheckedRole               ///< bool
    };

    using QAbstractListModel::QAbstractListModel;

    /// `recent`: ids of verbs, the last used first.
    void setEntries(std::vector<PaletteEntry> entries, QStringList recent);
    void setQuery(const QString& query);
    QAction* actionAt(const QModelIndex& at) const;
    QString idAt(const QModelIndex& at) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& at, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& at) const override;

private:
    struct Row
    {
        std::size_t entry;
        FuzzyMatch match;
        bool enabled;
        qsizetype recency; ///< 0 = used last
    };
    void rebuild();
    const Row* rowAt(const QModelIndex& at) const;

    std::vector<PaletteEntry> m_entries;
    QStringList m_recent;
    QString m_query;
    std::vector<Row> m_rows;
};

} // namespace ghostline::app
