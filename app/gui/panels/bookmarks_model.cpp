// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/bookmarks_model.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "model/sidecar/tags.h"
#include "model/time/time_text.h"

#include <cmath>

namespace ghostline::app {

BookmarksModel::BookmarksModel(QObject* parent) : NoteRows(&ReplayNotes::bookmarksChanged, parent) {}

const std::vector<model::Bookmark>& BookmarksModel::all() const
{
    static const std::vector<model::Bookmark> none;
    return session() == nullptr ? none : session()->notes()->sidecar().bookmarks;
}

std::vector<QString> BookmarksModel::wantedIds()
{
    m_places.clear();
    std::vector<QString> wanted;
    wanted.reserve(all().size());
    for (std::size_t i = 0; i < all().size(); ++i) {
        m_places.insert(all()[i].id, i);
        if (m_filter.lets(all()[i]))
            wanted.push_back(all()[i].id);
    }
    return wanted;
}

void BookmarksModel::setFilter(const MarkFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    refreshRows();
}

const model::Bookmark* BookmarksModel::at(int row) const
{
    if (row < 0 || row >= rowCount())
        return nullptr;
    const QString& id = ids()[static_cast<std::size_t>(row)];
    const auto place = m_places.constFind(id);
    if (place == m_places.cend() || *place >= all().size() || all()[*place].id != id)
        return nullptr;
    return &all()[*place];
}

std::vector<model::Bookmark> BookmarksModel::shown() const
{
    std::vector<model::Bookmark> marks;
    for (int row = 0; row < rowCount(); ++row) {
        if (const model::Bookmark* mark = at(row))
            marks.push_back(*mark);
    }
    return marks;
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
    case TagsColumn:
        return model::tagsText(mark.tags);
    default:
        return mark.note;
    }
}

QVariant BookmarksModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Bookmark* shown = at(index.row());
    if (shown == nullptr)
        return {};
    const model::Bookmark& mark = *shown;
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
                   ? QVariant(
                         markIcon(Mark::Flag, mark.hue >= 0 ? theme().hue(mark.hue) : theme().plainMark()))
                   : QVariant();
    case Qt::FontRole:
        return figure ? QVariant(tabular()) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == LengthColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (index.column() == LengthColumn && mark.length.count() > 0)
            return tr("Until %1").arg(model::formatTime(mark.time + mark.length));
        return index.column() == NoteColumn && !mark.note.isEmpty() ? QVariant(mark.note) : QVariant();
    default:
        return {};
    }
}

/// The end of a stretch stays where it is, that of an instant comes along.
bool BookmarksModel::setTime(model::Bookmark& mark, const QString& typed) const
{
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const auto at = model::parseTime(typed, axis, axis.at(mark.time));
    if (!at)
        return false;
    const model::Micros end = mark.time + mark.length;
    mark.frame = at->frame;
    mark.time = axis.timeOf(*at);
    if (mark.length.count() > 0 && end > mark.time)
        mark.length = end - mark.time;
    return true;
}

bool BookmarksModel::setLength(model::Bookmark& mark, const QString& typed) const
{
    if (typed.contains(QLatin1Char(':')) || model::namesFrame(typed)) {
        const model::TimeAxis& axis = session()->index()->timeAxis;
        const auto end = model::parseTime(typed, axis, axis.at(mark.time));
        if (!end || axis.timeOf(*end) < mark.time)
            return false;
        mark.length = axis.timeOf(*end) - mark.time;
        return true;
    }
    bool ok = false;
    const double seconds = QString(typed).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&ok);
    if (!ok || !(seconds >= 0.0) || seconds > 1e6)
        return false;
    mark.length = model::Micros{std::llround(seconds * 1e6)};
    return true;
}

/// Nothing where it cannot be read.
std::optional<model::Bookmark> BookmarksModel::edited(const model::Bookmark& mark, int column,
                                                      const QString& typed) const
{
    model::Bookmark changed = mark;
    bool read = true;
    switch (column) {
    case TimeColumn:
        read = setTime(changed, typed);
        break;
    case LengthColumn:
        read = setLength(changed, typed);
        break;
    case TagsColumn:
        // Commas are as usual as semicolons.
        changed.tags = model::tagsOf(QString(typed).replace(QLatin1Char(','), model::TagSeparator));
        break;
    default:
        (column == TitleColumn ? changed.title : changed.note) = typed.trimmed();
    }
    return read ? std::optional(changed) : std::nullopt;
}

bool BookmarksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const model::Bookmark* mark = at(index.row());
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || mark == nullptr)
        return false;
    const QString typed = value.toString();
    if (typed == text(*mark, index.column(), true).toString())
        return true; // what is shown is rounded, and what files brought may hold a comma
    const auto changed = edited(*mark, index.column(), typed);
    if (!changed)
        return false;
    write([&] { session()->notes()->updateBookmark(*changed); });
    // One time moves the others with it.
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
    return true;
}

Qt::ItemFlags BookmarksModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.isValid() ? base | Qt::ItemIsEditable : base;
}

QVariant BookmarksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == LengthColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return section == LengthColumn ? QVariant(tr("Seconds; typed with a colon, where it ends"))
               : section == TagsColumn ? QVariant(tr("With a semicolon between them"))
                                       : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case LengthColumn:
        return tr("Length");
    case TitleColumn:
        return tr("Title");
    case TagsColumn:
        return tr("Tags");
    default:
        return tr("Note");
    }
}

} // namespace ghostline::app
