// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The metrics table: one row per actor in the scene now, one column per number.
#include "model/metrics/metrics.h"
#include "model/replay/replay_index.h"
#include "model/world/property.h"
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QHash>
#include <QIcon>

#include <memory>

namespace ghostline::app {

/// Takes values from a state as often as it is told; a cell's text is made anew only when it would read
/// differently.
class MetricsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int ActorColumn = 0;
    enum Role { ActorRole = Qt::UserRole, ValueRole };

    explicit MetricsModel(QObject* parent = nullptr);

    /// Columns and names. null = no replay.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay);
    void setTheme(const render::Theme& theme);
    /// New values of a frame; rows come and go with their actors. `before` (may be null): the frame before,
    /// for speeds that were not recorded. `resort`: rows may change places.
    void update(const model::WorldState& state, bool resort, const model::WorldState* before = nullptr);

    int rowOf(model::ActorId actor) const;
    model::ActorId actorAt(int row) const;
    /// Whether any row has a value there now.
    bool hasValues(int column) const;
    /// Properties that read as yes or no are no metric a viewer wants first.
    bool isNumber(int column) const;
    /// What a column is called where it is plotted or written; nothing for the actor's.
    std::optional<model::MetricInfo> metricOf(int column) const;
    int sortColumn() const { return m_sortColumn; }
    /// Where a drag begins: of the rows dragged it takes the value in that column along.
    void setDragColumn(int column) { m_dragColumn = column; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    struct Metric
    {
        QString name;
        QString unit;
        model::ActorPropertyId property; ///< none = speed
        int decimals = 2;
        bool yesNo = false;
    };
    struct Cell
    {
        double value = 0.0;
        std::int64_t shown = 0; ///< the value in units of the last decimal, as the text says it
        QString text;
    };
    struct Row
    {
        model::ActorId actor = model::ActorId::None;
        std::vector<Cell> cells; ///< by metric
    };

    void collect(const model::WorldState& state);
    void removeMissing();
    void addNew();
    void readRow(const model::WorldState& state, const model::WorldState* before, Row& row) const;
    bool before(const Row& a, const Row& b) const;
    void sortRows();
    const QString& text(int row, int metric) const;
    /// Nothing where it is the text that is shown.
    QVariant fileText(const Row& row, int metric) const;
    QIcon swatch(const model::ActorInfo& actor) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::vector<Metric> m_metrics;
    mutable std::vector<Row> m_rows;
    std::vector<model::ActorId> m_present; ///< actors of the newest state, ascending
    mutable QHash<int, QIcon> m_swatches;  ///< by team, or by kind without one
    int m_dragColumn = ActorColumn;        ///< that one takes nothing along
    int m_sortColumn = -1;                 ///< -1 = order of appearance
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
