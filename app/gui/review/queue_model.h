// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings of a review folder as a table, and the filter over it.
#include "model/review/review_queue.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QSortFilterProxyModel>

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
        FlagsColumn,
        OpenColumn,
        WorstColumn,
        RecordedColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole, SearchRole, OpenRole, DisputedRole, FinishedRole };

    explicit QueueModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// What is open, and what is disputed, goes by them.
    void setRules(const model::ReviewRules& rules);
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
        int open = 0;
        int disputed = 0;
        int worst = -1;
        bool finished = false; ///< nothing is open; of the one that is open in the window, when it was opened
    };
    Row rowFor(model::ReviewedFile&& file) const;
    void count(Row& row) const;
    void settle(int at);
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

/// Lets through what has the text in its name, people, map, checks or reason and, if wanted, something to
/// review or something that reviewers differ about. What is finished stands last.
class QueueFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum class Shown { All, Open, Disputed };

    explicit QueueFilter(QObject* parent = nullptr);
    void setText(const QString& text);
    void setShown(Shown shown);

protected:
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_text;
    Shown m_shown = Shown::All;
};

} // namespace ghostline::app
