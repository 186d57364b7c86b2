// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of one kind as a table: time, who, and the columns that the kind declares.
#include "model/replay/replay_index.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>

#include <memory>

namespace ghostline::app {

/// Rows keep the order of time; a proxy sorts. What lies after the playhead is dimmed.
class HappeningsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, ActorsColumn, FirstDeclared };
    enum Role {
        FrameRole = Qt::UserRole, ///< qint64
        SortRole
    };

    explicit HappeningsModel(QObject* parent = nullptr);
    /// `kind`: index into the table's kinds, -1 = none.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay, int kind);
    void setTheme(const render::Theme& theme);
    void setFrame(model::FrameNumber frame);
    const model::Event& eventAt(int row) const;
    /// The column that takes the room the others leave, -1 where there are so many that all stay as they are.
    int looseColumn() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const std::vector<model::EventColumn>& columns() const;
    QVariant shown(const model::Event& event, int column) const;
    QVariant sortKey(const model::Event& event, int column) const;
    bool isNumber(int column) const;
    bool saysNumbers(const QString& key) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    int m_kind = -1;
    std::vector<int> m_rows;     ///< indices into the event table
    std::vector<bool> m_numeric; ///< by declared column
    model::FrameNumber m_frame = 0;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
