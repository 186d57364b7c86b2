// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ghosts as rows: mark, name, and how far apart they are from the runner now.
#include "app/gui/ghosts/ghost_set.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>

namespace ghostline::app {

class GhostListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, DeltaColumn, DistanceColumn, ColumnCount };

    explicit GhostListModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// The same ghosts in the same order keep their rows.
    void setGhosts(const std::vector<Ghost>& ghosts);
    /// One a ghost; nothing = not ready.
    void setGaps(std::vector<std::optional<model::Gap>> gaps);
    /// Null when there is no such row.
    const Ghost* at(int row) const;
    int rowOf(int id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void visibilityWished(int id, bool visible);

private:
    QString text(const Ghost& ghost, const std::optional<model::Gap>& gap, int column) const;
    QString toolTip(const Ghost& ghost, const std::optional<model::Gap>& gap, int column) const;
    const std::optional<model::Gap>& gapAt(int row) const;

    std::vector<Ghost> m_ghosts;
    std::vector<std::optional<model::Gap>> m_gaps; ///< as many as ghosts
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
