// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One page of figures of every player, and what is being made, as a table.
#include "app/gui/observer/observer_rows.h"
#include "app/gui/widgets/moving_rows.h"
#include "render/base/theme.h"

#include <QFont>
#include <QHash>
#include <QIcon>

#include <memory>

namespace ghostline::app {

/// Sorting orders the players; what is made stays below its player. With compact density what is made is a
/// column instead.
class ObserverModel : public MovingRows
{
    Q_OBJECT
public:
    static constexpr int NameColumn = 0;
    enum Role {
        ItemRole = Qt::UserRole, ///< bool: a line of what is being made
        TeamColourRole,          ///< QColor: of the team, invalid = none
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
    bool busy() const { return !m_lines.items.empty(); }
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
    /// With what its cells say: made where a value changes, and read by every repaint.
    struct Line : ObserverRow
    {
        std::vector<QString> texts; ///< by column
    };

    bool listsInColumn() const;
    void clearLines();
    void arrange();
    void sortPlayers();
    void matchLines();
    void rearrange();
    void takeValues();
    bool sameCell(const ObserverRow& a, const ObserverRow& b, int column) const;
    Line lineOf(const ObserverRow& row) const;
    /// Of a figure's column, among the page's figures.
    std::size_t placeOf(int column) const
    {
        return static_cast<std::size_t>(m_columns[static_cast<std::size_t>(column) - 1]);
    }
    QString text(const ObserverRow& row, int column) const;
    QString itemText(const ObserverRow& row) const;
    QString makingText(const ObserverRow& row) const;
    QString nameOf(const ObserverRow& row) const;
    QVariant toolTip(const ObserverRow& row, int column) const;
    QVariant share(const ObserverRow& row, int column) const;
    QVariant playerData(const Line& row, int column, int role) const;
    QVariant makingData(const ObserverRow& row, int role) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    int m_page = -1;
    model::Density m_density = model::Density::Normal;
    std::vector<model::ActorId> m_players;
    std::vector<int> m_columns; ///< figures of the page that are shown
    std::vector<Line> m_rows;
    ObserverLines m_lines;                    ///< as read last
    std::vector<ObserverRow> m_itemsBefore;   ///< those of m_lines, as read before
    std::vector<const ObserverRow*> m_sorted; ///< players of m_lines, as they are shown
    std::vector<const ObserverRow*> m_wanted; ///< all that is shown of m_lines, in order
    bool m_makingChanged = false;             ///< the column of what is made says something else
    int m_sortColumn = -1;                    ///< -1 = order of appearance
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    render::Theme m_theme;
    mutable QHash<int, QIcon> m_marks; ///< of teams, by number
    QFont m_tabular;
};

} // namespace ghostline::app
