// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings of a review folder as a table.
#include "model/review/review_queue.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>

namespace ghostline::app {

/// A file that could not be opened stays in the list, with the reason where its map would stand.
class QueueModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        FileColumn,
        PeopleColumn,
        MapColumn,
        ChecksColumn,
        FlagsColumn,
        OpenColumn,
        WorstColumn,
        StateColumn,
        RecordedColumn,
        ColumnCount
    };
    /// As it stands, the least first.
    enum class State { Unreadable, NoFlags, Done, Open, Disputed };
    /// What a filter asks of one flag.
    struct FlagState
    {
        QString check;
        int severity = 0;
        bool open = false;
        bool disputed = false;
    };
    enum Role { SortRole = Qt::UserRole, SearchRole, OpenRole, DisputedRole, FinishedRole };

    explicit QueueModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// What is open, and what is disputed, goes by them.
    void setRules(const model::ReviewRules& rules);
    const model::ReviewRules& rules() const { return m_rules; }
    void clear();
    /// New ones, and newer states of those that are listed.
    void put(std::vector<model::ReviewedFile>&& files);
    void remove(const QStringList& paths);
    /// Which of them is open now; empty = none.
    void setOpenPath(const QString& path);
    /// What reviewers say of one of the files has changed.
    void setSidecar(const QString& path, const model::Sidecar& sidecar);
    /// Null for a row that is not there.
    const model::ReviewedFile* at(int row) const;
    int rowOf(const QString& path) const;
    /// Of a row that is there.
    const std::vector<FlagState>& flagStates(int row) const;
    QStringList checks() const; ///< that have raised a flag
    int flagsInAll() const;
    int openFlags() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Counted once: a table asks for every cell at every paint.
    struct Row
    {
        model::ReviewedFile file;
        std::vector<FlagState> flags;
        QString checks; ///< the gravest first, each once
        int open = 0;
        int disputed = 0;
        int worst = -1;
        bool finished = false; ///< nothing is open; of the one that is open in the window, when it was opened
    };
    Row rowFor(model::ReviewedFile&& file) const;
    void count(Row& row) const;
    void settle(int at);
    static State stateOf(const Row& row);
    QVariant text(const Row& row, int column) const;
    QVariant sortKey(const Row& row, int column) const;
    QVariant mark(const Row& row, int column) const;
    QString toolTip(const Row& row, int column) const;

    std::vector<Row> m_rows;
    QHash<QString, int> m_places; ///< row by absolute path: a folder may hold very many
    QString m_openPath;
    model::ReviewRules m_rules;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
