// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/drawings_model.h"

#include "app/gui/widgets/panel_style.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

namespace {

bool canBeWorded(const model::Drawing& drawing)
{
    return drawing.kind == model::DrawingKind::Text || drawing.kind == model::DrawingKind::Number;
}

} // namespace

QString shownKind(model::DrawingKind kind)
{
    switch (kind) {
    case model::DrawingKind::Pen:
        return DrawingsModel::tr("Pen");
    case model::DrawingKind::Arrow:
        return DrawingsModel::tr("Arrow");
    case model::DrawingKind::Line:
        return DrawingsModel::tr("Line");
    case model::DrawingKind::Ellipse:
        return DrawingsModel::tr("Ellipse");
    case model::DrawingKind::Polygon:
        return DrawingsModel::tr("Polygon");
    case model::DrawingKind::Text:
        return DrawingsModel::tr("Text");
    case model::DrawingKind::Number:
        return DrawingsModel::tr("Number");
    case model::DrawingKind::Spotlight:
        return DrawingsModel::tr("Spotlight");
    case model::DrawingKind::Link:
        return DrawingsModel::tr("Link");
    case model::DrawingKind::Distance:
        return DrawingsModel::tr("Distance");
    case model::DrawingKind::MovedActor:
        return DrawingsModel::tr("Moved player");
    case model::DrawingKind::Unknown:
        break;
    }
    return DrawingsModel::tr("Of a newer version");
}

DrawingsModel::DrawingsModel(QObject* parent) : NoteRows(&ReplayNotes::drawingsChanged, parent) {}

std::vector<QString> DrawingsModel::wantedIds()
{
    std::vector<QString> wanted;
    if (session() == nullptr)
        return wanted;
    std::vector<model::Drawing> all = session()->notes()->drawings();
    std::ranges::stable_sort(all, {}, &model::Drawing::from);
    wanted.reserve(all.size());
    for (const model::Drawing& drawing : all)
        wanted.push_back(drawing.id);
    return wanted;
}

const model::Drawing* DrawingsModel::at(int row) const
{
    if (row < 0 || row >= rowCount())
        return nullptr;
    const QString& id = ids()[static_cast<std::size_t>(row)];
    for (const auto* drawings :
         {&session()->notes()->sidecar().drawings, &session()->notes()->othersDrawings()}) {
        const auto found = std::ranges::find(*drawings, id, &model::Drawing::id);
        if (found != drawings->end())
            return &*found;
    }
    return nullptr;
}

bool DrawingsModel::isOwn(const model::Drawing& drawing) const
{
    const std::vector<model::Drawing>& own = session()->notes()->sidecar().drawings;
    return std::ranges::find(own, drawing.id, &model::Drawing::id) != own.end();
}

int DrawingsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString DrawingsModel::text(const model::Drawing& drawing, int column) const
{
    switch (column) {
    case KindColumn:
        return shownKind(drawing.kind);
    case FromColumn:
        return model::formatTime(drawing.from);
    case ToColumn:
        return model::formatTime(drawing.to);
    case AuthorColumn:
        return drawing.author;
    default:
        break;
    }
    if (canBeWorded(drawing))
        return drawing.text;
    QStringList names;
    for (const model::DrawnActor& actor : drawing.actors)
        names << actor.name;
    return names.join(QStringLiteral(" – "));
}

QVariant DrawingsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Drawing* drawing = at(index.row());
    if (drawing == nullptr)
        return {};
    const bool time = index.column() == FromColumn || index.column() == ToColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(*drawing, index.column());
    case Qt::DecorationRole:
        return index.column() == KindColumn
                   ? QVariant(markIcon(Mark::Square, QColor::fromRgba(drawing->colour)))
                   : QVariant();
    case Qt::FontRole:
        return time ? QVariant(tabular()) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

/// A range that would end before it begins is moved as a whole.
bool DrawingsModel::setTime(model::Drawing& drawing, int column, const QString& text) const
{
    const model::Playhead& playhead = session()->playhead();
    const auto place = model::parseTime(text.trimmed(), playhead.timeAxis(), playhead.at());
    if (!place)
        return false;
    const model::Micros time = playhead.timeAxis().timeOf(*place);
    const model::Micros length = drawing.to - drawing.from;
    (column == FromColumn ? drawing.from : drawing.to) = time;
    if (drawing.from > drawing.to && column == FromColumn)
        drawing.to = time + length;
    else if (drawing.from > drawing.to)
        drawing.from = std::max(model::Micros{0}, time - length);
    return true;
}

bool DrawingsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        !(flags(index) & Qt::ItemIsEditable))
        return false;
    const model::Drawing* drawing = at(index.row());
    // What is left as it was shown is not rounded to that.
    if (drawing == nullptr || value.toString() == text(*drawing, index.column()))
        return false;
    model::Drawing changed = *drawing;
    if (index.column() == WordsColumn) {
        changed.text = value.toString().trimmed();
        if (changed.text.isEmpty())
            return false; // nothing would be seen of it
    } else if (!setTime(changed, index.column(), value.toString())) {
        return false;
    }
    write([&] { session()->notes()->updateDrawing(changed); });
    // One time moves the others with it.
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
    return true;
}

Qt::ItemFlags DrawingsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    const model::Drawing* drawing = index.isValid() ? at(index.row()) : nullptr;
    if (drawing == nullptr || !isOwn(*drawing))
        return base;
    const bool editable = index.column() == FromColumn || index.column() == ToColumn ||
                          (index.column() == WordsColumn && canBeWorded(*drawing));
    return editable ? base | Qt::ItemIsEditable : base;
}

QVariant DrawingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn:
        return tr("Drawing");
    case WordsColumn:
        return tr("Words");
    case FromColumn:
        return tr("From");
    case ToColumn:
        return tr("To");
    default:
        return tr("Author");
    }
}

} // namespace ghostline::app
