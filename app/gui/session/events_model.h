// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events as a table: the filtered list, sorted, with what lies after the playhead dimmed. What belongs
// together is one row, and as many lines as it has events where the table is copied or exported.
#include "app/gui/session/event_groups.h"
#include "app/gui/widgets/file_rows.h"
#include "app/gui/widgets/moving_rows.h"
#include "app/gui/widgets/panel_style.h"
#include "model/replay/event_list.h"
#include "model/replay/replay_index.h"
#include "render/base/theme.h"

#include <QFont>
#include <QIcon>

#include <memory>

namespace ghostline::app {

/// The shape of a kind's marker; flags look like flags.
Mark eventMark(const model::EventTable& table, int kind);
QColor eventColour(const render::Theme& theme, const model::EventTable& table, int kind);
/// That of the team for which it counts, else its kind's.
QColor eventColour(const render::Theme& theme, const model::ReplayIndex& replay, const model::Event& event);

/// Holds row numbers only; 100,000 events cost four integers each.
class EventsModel : public MovingRows, public FileRows
{
    Q_OBJECT
public:
    enum Column { TimeColumn, KindColumn, ActorsColumn, TextColumn, ColumnCount };
    enum Role {
        FrameRole = Qt::UserRole, ///< qint64
        FutureRole,               ///< bool: after the playhead
        CurrentRole,              ///< bool: the last event at or before the playhead
        SentenceRole,             ///< who and what in one line, for whoever sees no other column
        RestRole                  ///< what the row's other events add to that; empty for most
    };

    explicit EventsModel(QObject* parent = nullptr);

    /// null = no replay.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay, const model::EventFilter& filter);
    void setFrame(model::FrameNumber frame);
    void setTheme(const render::Theme& theme);
    const model::EventList& list() const { return m_list; }
    /// The texts say who it was, or it is always the same one: a column of names adds nothing.
    bool textsSayWho() const { return m_textsSayWho; }
    /// The one that says most of those in a row.
    const model::Event& eventAt(int row) const;
    /// Table row of an entry of list(), and of the last event at or before the playhead; -1 = none.
    int rowOf(int listRow) const;
    int currentRow() const { return rowOf(m_last); }
    /// Place in the unfiltered table and back, so that a row can be found again after a new filter.
    int tableIndexAt(int row) const { return m_list.tableIndex(headOf(row)); }
    int rowOfTableIndex(int event) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    int linesAt(const QModelIndex& cell) const override;
    QVariant lineData(const QModelIndex& cell, int line, int role) const override;

private:
    void order();
    void noteWho();
    int headOf(int row) const { return m_groups.head(m_order[static_cast<std::size_t>(row)]); }
    std::span<const int> partsOf(int row) const
    {
        return m_groups.parts(m_order[static_cast<std::size_t>(row)]);
    }
    QVariant eventData(const model::Event& event, int column, int role) const;
    QString kindName(const model::Event& event) const;
    QString sentence(const model::Event& event) const;
    QString rest(int row) const;
    QString help(int row, int column) const;
    QVariant displayData(const model::Event& event, int column) const;
    QIcon icon(const model::Event& event) const;
    bool byTime() const { return m_sortColumn <= TimeColumn; }

    std::shared_ptr<const model::ReplayIndex> m_replay;
    model::EventList m_list;
    EventGroups m_groups;       ///< of list rows
    std::vector<int> m_order;   ///< table row -> group
    std::vector<int> m_rows;    ///< list row -> table row
    std::vector<QIcon> m_icons; ///< by kind
    model::FrameNumber m_frame = 0;
    int m_last = -1; ///< list row at the playhead
    bool m_textsSayWho = false;
    bool m_alone = false; ///< there is only one whom it could be
    int m_sortColumn = TimeColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
