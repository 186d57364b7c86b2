// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was drawn on the open replay, as an editable table: ascending times.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QPointer>

#include <vector>

namespace ghostline::app {

/// "Arrow"; what a list says of a drawing.
QString shownKind(model::DrawingKind kind);

/// Words and both ends of the range are edited in place; every edit is saved at once by the session.
class DrawingsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { KindColumn, WordsColumn, FromColumn, ToColumn, AuthorColumn, ColumnCount };

    explicit DrawingsModel(QObject* parent = nullptr);
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Null for a row that is not there.
    const model::Drawing* at(int row) const;
    int rowOf(const QString& id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const model::Drawing& drawing, int column) const;
    bool setTime(model::Drawing& drawing, int column, const QString& text) const;
    std::vector<QString> ids() const;
    void onChanged();

    QPointer<ReplaySession> m_session;
    std::vector<QString> m_ids; ///< by row
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
