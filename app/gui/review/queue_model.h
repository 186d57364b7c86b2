// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings of a review folder as a table, and the filter over it.
#include "model/review/review_queue.h"
#include "render/theme.h"

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
        MapColumn,
        FlagsColumn,
        UnreviewedColumn,
        WorstColumn,
        RecordedColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole, SearchRole, UnreviewedRole };

    explicit QueueModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    void clear();
    void append(std::vector<model::ReviewedFile>&& files);
    /// What reviewers say of one of the files has changed.
    void setSidecar(const QString& path, const model::Sidecar& sidecar);
    /// Null for a row that is not there.
    const model::ReviewedFile* at(int row) const;
    int rowOf(const QString& path) const;
    int flagsInAll() const;
    int unreviewed() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Counted once: a table asks for every cell at every paint.
    struct Row
    {
        model::ReviewedFile file;
        int unreviewed = 0;
        int worst = -1;
    };
    static Row rowFor(model::ReviewedFile&& file);
    QVariant text(const Row& row, int column) const;
    QVariant sortKey(const Row& row, int column) const;
    QVariant mark(const Row& row, int column) const;
    QString toolTip(const Row& row) const;

    std::vector<Row> m_rows;
    render::Theme m_theme;
    QFont m_tabular;
};

/// Lets through what has the text in its name, map, checks or reason and, if wanted, something to review.
class QueueFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit QueueFilter(QObject* parent = nullptr);
    void setText(const QString& text);
    void setOnlyUnreviewed(bool on);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_text;
    bool m_onlyUnreviewed = false;
};

} // namespace ghostline::app
