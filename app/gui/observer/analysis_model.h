// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A finding about the whole replay as rows to sort, with those that belong to another below it.
#include "model/replay/replay_index.h"
#include "render/base/theme.h"

#include <QAbstractItemModel>
#include <QFont>

#include <memory>

namespace ghostline::app {

/// Sorting orders every row's children among themselves.
class AnalysisModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit AnalysisModel(QObject* parent = nullptr);

    /// `table`: into ReplayIndex::tables, -1 = none.
    void setTable(std::shared_ptr<const model::ReplayIndex> replay, int table);
    void setTheme(const render::Theme& theme);

    /// Null without a table.
    const model::AnalysisTable* table() const;
    const model::AnalysisRow* rowAt(const QModelIndex& at) const;
    /// Of the first row about that actor; invalid when none is.
    QModelIndex indexOf(model::ActorId actor) const;
    bool nested() const;
    /// Everything, tab-separated, with a heading line; what belongs to another row is indented.
    QString copyText() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();
    /// Table rows below a table row (-1 = top), in the order shown.
    const std::vector<int>& below(int row) const { return m_children[static_cast<std::size_t>(row) + 1]; }
    QModelIndex at(int row, int column) const;
    QString text(int row, int column) const;
    QString toolTip(int row, int column) const;
    void addText(int under, int depth, QStringList& lines) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::shared_ptr<const std::vector<model::AnalysisTable>> m_tables;
    int m_table = -1;
    std::vector<std::vector<int>> m_children; ///< of row - 1
    std::vector<int> m_place;                 ///< of a row among its siblings
    int m_sortColumn = -1;                    ///< -1 = as the table has them
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
