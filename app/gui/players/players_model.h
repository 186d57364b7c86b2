// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of two people as a table: what, A, B, how much more B has. A bar in each cell says how much it
// is against the other.
#include "app/gui/players/players_answer.h"
#include "app/gui/widgets/panel_style.h"

#include <QAbstractTableModel>

namespace ghostline::app {

class PlayersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { GroupColumn, WhatColumn, AColumn, BColumn, DifferenceColumn, UnitColumn, ColumnCount };
    enum Role { BarRole = Qt::UserRole }; ///< double, 0 to 1; invalid = no bar

    using QAbstractTableModel::QAbstractTableModel;
    /// null = nothing.
    void setAnswer(std::shared_ptr<const PlayersAnswer> answer);
    /// For the headings.
    void setNames(const QString& a, const QString& b);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& at, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const model::ProfileRow& row(int number) const;
    QVariant text(int number, int column, bool forFile) const;

    std::shared_ptr<const PlayersAnswer> m_answer;
    QString m_nameA;
    QString m_nameB;
};

/// Draws the bars.
class PlayersDelegate : public PanelDelegate
{
    Q_OBJECT
public:
    using PanelDelegate::PanelDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& at) const override;
};

/// Marks A (0) or B (1) wherever colour tells them apart; a letter always stands beside it.
QColor sideColour(const QPalette& palette, int side);

} // namespace ghostline::app
