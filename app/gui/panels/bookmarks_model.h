// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The bookmarks of the open replay as an editable table.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QPointer>

namespace ghostline::app {

/// Length, title and note are edited in place; every edit is saved at once by the session.
class BookmarksModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, LengthColumn, TitleColumn, NoteColumn, ColumnCount };

    explicit BookmarksModel(QObject* parent = nullptr);
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Null for a row that is not there.
    const model::Bookmark* at(int row) const;
    int rowOf(const QString& id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant text(const model::Bookmark& mark, int column, bool editing) const;

    std::vector<QString> ids() const;
    void onChanged();

    QPointer<ReplaySession> m_session;
    std::vector<QString> m_ids; ///< by row, as the views know them
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
