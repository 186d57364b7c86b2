// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/bookmarks_model.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "model/time/time_text.h"

#include <QApplication>

#include <cmath>

namespace ghostline::app {

BookmarksModel::BookmarksModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void BookmarksModel::setSession(ReplaySession* session)
{
    beginResetModel();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    endResetModel();
    if (session == nullptr)
        return;
    m_ids = ids();
    connect(session->notes(), &ReplayNotes::bookmarksChanged, this, &BookmarksModel::onChanged);
}

std::vector<QString> BookmarksModel::ids() const
{
    std::vector<QString> all;
    all.reserve(m_session->notes()->sidecar().bookmarks.size());
    for (const model::Bookmark& mark : m_session->notes()->sidecar().bookmarks)
        all.push_back(mark.id);
    return all;
}

/// An edit keeps its rows: the view's editor must outlive what it has just written.
void BookmarksModel::onChanged()
{
    std::vector<QString> now = ids();
    if (now == m_ids) {
        if (!now.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_ids = std::move(now);
    endResetModel();
}

void BookmarksModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const model::Bookmark* BookmarksModel::at(int row) const
{
    return row >= 0 && row < rowCount()
               ? &m_session->notes()->sidecar().bookmarks[static_cast<std::size_t>(row)]
               : nullptr;
}

int BookmarksModel::rowOf(const QString& id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row)->id == id)
            return row;
    }
    return -1;
}

int BookmarksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_session == nullptr
               ? 0
               : static_cast<int>(m_session->notes()->sidecar().bookmarks.size());
}

int BookmarksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BookmarksModel::text(const model::Bookmark& mark, int column, bool editing) const
{
    switch (column) {
    case TimeColumn:
        return model::formatTime(mark.time);
    case LengthColumn:
        if (mark.length.count() == 0)
            return editing ? QStringLiteral("0") : QString();
        // What is edited is read back as it was written.
        return editing ? QString::number(model::seconds(mark.length), 'f', 1)
                       : tr("%L1 s").arg(model::seconds(mark.length), 0, 'f', 1);
    case TitleColumn:
        return mark.title;
    default:
        return mark.note;
    }
}

QVariant BookmarksModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Bookmark& mark = *at(index.row());
    const bool figure = index.column() <= LengthColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(mark, index.column(), role == Qt::EditRole);
    case FileTextRole:
        return index.column() == LengthColumn && mark.length.count() > 0
                   ? QVariant(QStringLiteral("%1 s").arg(model::seconds(mark.length), 0, 'f', 1))
                   : QVariant();
    case Qt::DecorationRole:
        return index.column() == TimeColumn
                   ? QVariant(markIcon(Mark::Flag, mark.hue >= 0 ? m_theme.hue(mark.hue) : m_theme.accent))
                   : QVariant();
    case Qt::FontRole:
        return figure ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == LengthColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return index.column() == NoteColumn && !mark.note.isEmpty() ? QVariant(mark.note) : QVariant();
    default:
        return {};
    }
}

bool BookmarksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        index.column() == TimeColumn)
        return false;
    model::Bookmark mark = *at(index.row());
    if (index.column() == LengthColumn) {
        bool ok = false;
        const double seconds = value.toString().replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&ok);
        if (!ok || !(seconds >= 0.0) || seconds > 1e6)
            return false;
        mark.length = model::Micros{std::llround(seconds * 1e6)};
    } else {
        (index.column() == TitleColumn ? mark.title : mark.note) = value.toString().trimmed();
    }
    m_session->notes()->updateBookmark(mark);
    return true;
}

Qt::ItemFlags BookmarksModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() != TimeColumn ? base | Qt::ItemIsEditable : base;
}

QVariant BookmarksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == LengthColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case LengthColumn:
        return tr("Length");
    case TitleColumn:
        return tr("Title");
    default:
        return tr("Note");
    }
}

} // namespace ghostline::app
