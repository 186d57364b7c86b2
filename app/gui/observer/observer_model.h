// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One page of figures of every player, and what is being made, as a table.
#include "app/gui/observer/observer_rows.h"
#include "render/theme.h"

#include <QAbstractTableModel>
#include <QFont>

#include <memory>

namespace ghostline::app {

/// Sorting orders the players; what is made stays below its player. With compact density what is made is a
/// column instead.
class ObserverModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int NameColumn = 0;
    enum Role {
        ItemRole = Qt::UserRole, ///< bool: a line of what is being made
        HueRole,                 ///< int: of the team, -1 = none
        ShareRole,               ///< double 0 to 1 of who has most; invalid where no bar belongs
        WhatRole,
        ProgressRole, ///< double, %; invalid where not told
        WaitingRole   ///< int; 0 where not told
    };

    explicit ObserverModel(QObject* parent = nullptr);

    /// null = no replay.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay);
    /// -1 = none.
    void setPage(int page, model::Density density);
    void setTheme(const render::Theme& theme);
    void update(const model::WorldState& state);

    /// Null without a page.
    const model::ObserverPage* page() const;
    /// Whom a line is about: the player, or who is making something.
    model::ActorId actorAt(int row) const;
    bool isItem(int row) const;
    int rowOf(model::ActorId actor) const;
    int sortColumn() const { return m_sortColumn; } ///< -1 = order of appearance
    Qt::SortOrder sortOrder() const { return m_sortOrder; }
    /// Whether anybody makes anything; false, too, where the page lists nothing.
    bool busy() const { return m_busy; }
    /// The figure of a column; null for names and for what is made.
    const model::ObserverFigure* figureAt(int column) const;
    /// A text about as wide as a column's figures become.
    QString sampleOf(int column) const;
    /// Everything, tab-separated, with a heading line.
    QString copyText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    bool listsInColumn() const;
    void order(std::vector<ObserverRow>& rows) const;
    void rearrange(std::vector<ObserverRow> rows);
    void shortenItems(std::vector<ObserverRow>& rows);
    QString text(const ObserverRow& row, int column) const;
    QString itemText(const ObserverRow& row) const;
    QString makingText(const ObserverRow& row) const;
    QString nameOf(const ObserverRow& row) const;
    QVariant toolTip(const ObserverRow& row, int column) const;
    QVariant share(const ObserverRow& row, int column) const;
    QVariant playerData(const ObserverRow& row, int column, int role) const;
    QVariant makingData(const ObserverRow& row, int role) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    int m_page = -1;
    model::Density m_density = model::Density::Normal;
    std::vector<model::ActorId> m_players;
    std::vector<int> m_columns; ///< figures of the page that are shown
    std::vector<ObserverRow> m_rows;
    std::vector<ObserverRow> m_making; ///< with compact density: kept from the lines
    bool m_busy = false;
    int m_sortColumn = -1; ///< -1 = order of appearance
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
