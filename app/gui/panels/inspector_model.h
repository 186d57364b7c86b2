// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All that is known of one actor at one instant, in groups; each number knows the metric it can be plotted
// as.
#include "model/metrics/metrics.h"
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QAbstractItemModel>
#include <QFont>

#include <memory>

namespace ghostline::app {

class InspectorModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, TrendColumn, ValueColumn, PlotColumn, ColumnCount };
    enum Role {
        PlottableRole = Qt::UserRole, ///< bool
        CollapsedRole,                ///< bool: group closed at first
        LinkRole                      ///< quint32: actor the row leads to (its parent)
    };

    explicit InspectorModel(QObject* parent = nullptr);

    /// null = no replay; None = nobody, only what belongs to the whole replay is listed.
    void setSubject(std::shared_ptr<const model::ReplayIndex> replay, model::ActorId actor,
                    std::span<const model::Zone> zones = {});
    /// Others, or the same ones elsewhere: then rows stay, and it returns false. Values come with update().
    bool setZones(std::span<const model::Zone> zones);
    void setTheme(const render::Theme& theme);
    model::ActorId actor() const { return m_actor; }
    /// New values; `before` (may be null) is the state one frame earlier, for speeds that were not recorded.
    void update(const model::WorldState& state, const model::WorldState* before);

    /// What the sparklines need, in the order that setTrends() takes.
    std::vector<model::MetricRequest> trendRequests() const;
    void setTrends(std::vector<model::MetricSeries> trends);
    bool hasTrendAt(const QModelIndex& at) const; ///< also while it is being read
    const model::MetricSeries* trendAt(const QModelIndex& at) const;
    double now() const { return m_now; } ///< seconds, the middle of every sparkline
    model::MetricRequest requestAt(const QModelIndex& at) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    enum class Source { Fixed, Position, Heading, Metric, ActorProperty, MatchProperty };
    struct Row
    {
        QString name;
        Source source = Source::Fixed;
        int metric = -1;            ///< index into m_metrics, -1 = not plottable
        std::int32_t property = -1; ///< its place in the table that `source` names
        QString value{};
        QString tip{};
        model::PropertyValue last{}; ///< what `value` was made from
        model::ActorId link = model::ActorId::None;
        int trend = -1; ///< index into m_trends
    };
    struct Group
    {
        QString title;
        bool collapsed = false;
        std::vector<Row> rows;
    };

    void rebuild();
    void addMotion();
    void addZones();
    bool addPages(const model::ActorInfo& actor);
    void addProperties(const std::vector<model::PropertyInfo>& properties, bool match);
    Row propertyRow(const model::PropertyInfo& info, std::size_t at, bool match) const;
    void addIdentity(const model::ActorInfo& actor);
    Group& groupNamed(const QString& title);
    bool hasTrend(const Row& row) const;
    int metricFor(model::MetricSource source, std::int32_t property = -1) const;
    bool noteSeen(const model::WorldState& state);
    QString valueOf(Row& row, const model::WorldState& state, std::ptrdiff_t at,
                    const model::Motion& motion) const;
    QString metricText(const Row& row, const model::WorldState& state, std::size_t at,
                       const model::Motion& motion) const;
    const Row* rowAt(const QModelIndex& at) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::vector<model::MetricInfo> m_metrics;
    model::ActorId m_actor = model::ActorId::None;
    std::vector<char> m_seen; ///< actor properties that had a value since the actor was chosen
    std::vector<char> m_seenMatch;
    std::vector<Group> m_groups;
    std::vector<model::MetricSeries> m_trends;
    double m_now = 0.0;
    render::Theme m_theme;
    QFont m_tabular;
};

/// "12.40 m/s", "-0.31°"; a dash for NaN.
QString numberText(double value, int decimals, const QString& unit);

} // namespace ghostline::app
