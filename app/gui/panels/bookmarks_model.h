// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bookmarks of the open replay as an editable table, all of them or those that a filter lets through.
#include "app/gui/panels/mark_filter.h"
#include "app/gui/session/note_rows.h"

#include <QHash>

#include <optional>

namespace ghostline::app {

/// Everything is edited in place; every edit is saved at once by the session. Times are typed as in the time
/// field ("1:12.5", "#300"); a length is seconds, or with a colon where it ends.
class BookmarksModel : public NoteRows
{
    Q_OBJECT
public:
    enum Column { TimeColumn, LengthColumn, TitleColumn, TagsColumn, NoteColumn, ColumnCount };

    explicit BookmarksModel(QObject* parent = nullptr);
    const MarkFilter& filter() const { return m_filter; }
    void setFilter(const MarkFilter& filter);
    /// Null for a row that is not there.
    const model::Bookmark* at(int row) const;
    /// Those that are shown, as rows have them.
    std::vector<model::Bookmark> shown() const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant text(const model::Bookmark& mark, int column, bool editing) const;
    std::optional<model::Bookmark> edited(const model::Bookmark& mark, int column,
                                          const QString& typed) const;
    bool setTime(model::Bookmark& mark, const QString& typed) const;
    bool setLength(model::Bookmark& mark, const QString& typed) const;

    const std::vector<model::Bookmark>& all() const;
    std::vector<QString> wantedIds() override;

    MarkFilter m_filter;
    QHash<QString, std::size_t> m_places; ///< in the notes, by id
};

} // namespace ghostline::app
