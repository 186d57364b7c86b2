// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Section by section: the runner's times, one ghost's times, the difference, and the best of all.
#include "model/compare/splits.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>

#include <memory>

namespace ghostline::app {

struct SplitRun
{
    QString name;
    std::shared_ptr<const model::RunTrack> track;
};

/// Everything the table is made of.
struct SplitRuns
{
    SplitRun runner;
    std::vector<SplitRun> ghosts;
    int shown = -1; ///< which of the ghosts the columns tell of; -1 = none
    model::Alignment alignment = model::Alignment::Start;
};

class SplitsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        PlaceColumn,
        TotalDeltaColumn,
        SectionDeltaColumn,
        SectionColumn,
        GhostSectionColumn,
        TotalColumn,
        GhostTotalColumn,
        SpeedColumn,
        GhostSpeedColumn,
        ColumnCount
    };
    enum Role {
        BestRole = Qt::UserRole ///< true where this section is the best of all runs
    };

    explicit SplitsModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    void setRuns(SplitRuns runs);
    /// The checkpoint of a row; null for the row of the sum.
    const model::Split* split(int row) const;
    /// The row that adds up the best sections; -1 when they have no sum.
    int sumRow() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString speedUnit() const;
    const model::SectionBest* bestOf(const model::Split& split) const;
    bool isBest(const model::Split& split, int column) const;
    /// Of a best one: somebody else was as fast.
    bool isShared(const model::Split& split, int column) const;
    bool isExtreme(const QModelIndex& at) const
    {
        return at.column() == SectionDeltaColumn && (at.row() == m_mostGained || at.row() == m_mostLost);
    }
    void findExtremes();
    QString text(const model::Split& split, int column) const;
    QString toolTip(const model::Split& split, int column) const;
    QVariant sumData(int column, int role) const;
    QString runName(int run) const;
    QString headingHelp(int column) const;

    SplitRuns m_runs;
    model::Splits m_splits;
    model::BestSections m_best;
    render::Theme m_theme;
    QFont m_tabular;
    QFont m_theoretical;
    QFont m_strong;
    int m_mostGained = -1; ///< rows; -1 = none
    int m_mostLost = -1;
};

} // namespace ghostline::app
