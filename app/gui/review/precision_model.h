// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often each check was right, a row for each check of each detector.
#include "model/review/check_precision.h"

#include <QAbstractTableModel>
#include <QFont>

namespace ghostline::app {

class PrecisionModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        CheckColumn,
        SourceColumn,
        FlagsColumn,
        JudgedColumn,
        ConfirmedColumn,
        RejectedColumn,
        UnsureColumn,
        NeedsMoreColumn,
        DisputedColumn,
        OtherColumn,
        OpenColumn,
        PrecisionColumn,
        IntervalColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole };

    explicit PrecisionModel(QObject* parent = nullptr);
    void show(std::vector<model::CheckPrecision> checks);
    const std::vector<model::CheckPrecision>& checks() const { return m_checks; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<model::CheckPrecision> m_checks;
    QFont m_tabular;
};

} // namespace ghostline::app
