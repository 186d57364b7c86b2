// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was drawn on the open replay, as an editable table: ascending times.
#include "app/gui/session/note_rows.h"

#include <vector>

namespace ghostline::app {

/// "Arrow"; what a list says of a drawing.
QString shownKind(model::DrawingKind kind);

/// Words and both ends of the range are edited in place; every edit is saved at once by the session.
class DrawingsModel : public NoteRows
{
    Q_OBJECT
public:
    enum Column { KindColumn, WordsColumn, FromColumn, ToColumn, AuthorColumn, ColumnCount };

    explicit DrawingsModel(QObject* parent = nullptr);
    /// Null for a row that is not there.
    const model::Drawing* at(int row) const;
    /// Else somebody else draws it while all watch together: it is theirs to change.
    bool isOwn(const model::Drawing& drawing) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const model::Drawing& drawing, int column) const;
    bool setTime(model::Drawing& drawing, int column, const QString& text) const;
    std::vector<QString> wantedIds() override;
};

} // namespace ghostline::app
