// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_model.h"

#include "app/gui/playlist/camera_delegate.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QApplication>
#include <QDataStream>
#include <QIODevice>
#include <QLocale>
#include <QMimeData>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int RateDigits = 4;

/// As it is typed, without a locale's comma.
QString plainRate(double rate) { return QString::number(rate, 'g', RateDigits); }

} // namespace

std::optional<double> rateFromText(const QString& text)
{
    QString bare = text.trimmed();
    if (bare.endsWith(QChar(0x00D7)) || bare.endsWith(QLatin1Char('x'), Qt::CaseInsensitive))
        bare.chop(1);
    bare.replace(QLatin1Char(','), QLatin1Char('.'));
    const qsizetype slash = bare.indexOf(QLatin1Char('/'));
    bool ok = false;
    double rate = (slash < 0 ? bare : bare.first(slash)).toDouble(&ok);
    if (ok && slash >= 0)
        rate /= bare.sliced(slash + 1).toDouble(&ok);
    const bool usable = ok && std::isfinite(rate) && rate >= model::PlayList::SlowestRate &&
                        rate <= model::PlayList::FastestRate;
    return usable ? std::optional(rate) : std::nullopt;
}

PlayListModel::PlayListModel(PlayListDocument* document, QObject* parent)
    : MovingRows(parent), m_document(document), m_rows(document->rows()), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
    connect(document, &PlayListDocument::changed, this, &PlayListModel::onChanged);
}

/// Rows that only change, or take other places, keep their selection; an editor that is open stays so.
void PlayListModel::onChanged()
{
    const PlayListDocument::Rows rows = m_document->rows();
    QHash<int, int> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        places.insert(rows[i].id, static_cast<int>(i));
    const auto stays = [&places](const PlayListDocument::Row& row) { return places.contains(row.id); };
    if (rows.size() != m_rows.size() || !std::ranges::all_of(m_rows, stays)) {
        beginResetModel();
        m_rows = rows;
        endResetModel();
        return;
    }
    if (!std::ranges::equal(rows, m_rows, {}, &PlayListDocument::Row::id, &PlayListDocument::Row::id)) {
        const PlayListDocument::Rows before = m_rows;
        rearrangeRows([&] { m_rows = rows; },
                      [&](int row) { return places.value(before[static_cast<std::size_t>(row)].id, -1); });
    }
    m_rows = rows;
    repaintRows();
}

void PlayListModel::repaintRows()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void PlayListModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    repaintRows();
}

void PlayListModel::setPlaying(int id)
{
    if (id == m_playing)
        return;
    m_playing = id;
    repaintRows();
}

void PlayListModel::setTroubles(const QHash<QString, QString>& troubles)
{
    if (troubles == m_troubles)
        return;
    m_troubles = troubles;
    repaintRows();
}

void PlayListModel::setContents(const QHash<QString, model::ContentId>& contents)
{
    if (contents == m_contents)
        return;
    m_contents = contents;
    repaintRows();
}

QString PlayListModel::differenceOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const model::PlayListEntry& entry = *m_rows[static_cast<std::size_t>(row)].entry;
    const QString& recording = entry.clip.recording;
    const auto difference = model::differenceOf(entry, m_contents.value(recording), shortName(recording));
    return difference ? shownSentence(difference->text(), difference->wording()) : QString();
}

int PlayListModel::idOf(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].id : 0;
}

int PlayListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlayListModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

// ---- what is shown ----

QVariant PlayListModel::text(int row, int column, bool editing) const
{
    const model::Clip& clip = m_rows[static_cast<std::size_t>(row)].entry->clip;
    switch (column) {
    case NumberColumn:
        return row + 1;
    case TitleColumn:
        return clip.title;
    case RecordingColumn:
        return shortName(clip.recording);
    case FromColumn:
        return model::formatTime(clip.from);
    case ToColumn:
        return model::formatTime(clip.to);
    case SpeedColumn:
        return editing ? plainRate(clip.rate)
                       : QLocale().toString(clip.rate, 'g', RateDigits) + QChar(0x00D7);
    case CameraColumn:
        return editing ? clip.camera : cameraText(clip.camera);
    default:
        return clip.note;
    }
}

QVariant PlayListModel::tooltip(int row, int column) const
{
    const model::Clip& clip = m_rows[static_cast<std::size_t>(row)].entry->clip;
    if (const QString trouble = m_troubles.value(clip.recording); !trouble.isEmpty())
        return QStringLiteral("%1\n%2").arg(withoutPassword(clip.recording), trouble);
    if (const QString difference = differenceOf(row); !difference.isEmpty())
        return QStringLiteral("%1\n%2").arg(withoutPassword(clip.recording), difference);
    if (column == RecordingColumn)
        return withoutPassword(clip.recording);
    if (column == NoteColumn && !clip.note.isEmpty())
        return clip.note;
    return {};
}

QVariant PlayListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    const PlayListDocument::Row& entry = m_rows[static_cast<std::size_t>(row)];
    const bool playing = entry.id == m_playing;
    const bool figure = column == NumberColumn || (column >= FromColumn && column <= SpeedColumn);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(row, column, role == Qt::EditRole);
    case FileTextRole:
        return column == SpeedColumn ? QVariant(plainRate(entry.entry->clip.rate)) : QVariant();
    case Qt::DecorationRole:
        if (column == RecordingColumn && !differenceOf(row).isEmpty())
            return themedIcon(QStringLiteral("warning"));
        return column == NumberColumn && playing ? QVariant(themedIcon(QStringLiteral("play"))) : QVariant();
    case Qt::FontRole: {
        QFont font = figure ? m_tabular : QApplication::font();
        font.setBold(playing);
        return figure || playing ? QVariant(font) : QVariant();
    }
    case Qt::ForegroundRole:
        return m_troubles.contains(entry.entry->clip.recording) ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::TextAlignmentRole:
        return int((column == NumberColumn || column == SpeedColumn ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return tooltip(row, column);
    default:
        return {};
    }
}

QVariant PlayListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == NumberColumn || section == SpeedColumn ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NumberColumn:
        return tr("No.");
    case TitleColumn:
        return tr("Title");
    case RecordingColumn:
        return tr("Recording");
    case FromColumn:
        return tr("From");
    case ToColumn:
        return tr("To");
    case SpeedColumn:
        return tr("Speed");
    case CameraColumn:
        return tr("Camera");
    default:
        return tr("Note");
    }
}

// ---- editing ----

bool PlayListModel::isEditable(int column) { return column != NumberColumn && column != RecordingColumn; }

bool PlayListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        !isEditable(index.column()))
        return false;
    const PlayListDocument::Row entry = m_rows[static_cast<std::size_t>(index.row())];
    model::Clip clip = entry.entry->clip;
    const QString typed = value.toString().trimmed();
    if (typed == text(index.row(), index.column(), true).toString())
        return true; // what is shown of a time is shorter than the time
    switch (index.column()) {
    case TitleColumn:
        clip.title = typed;
        break;
    case NoteColumn:
        clip.note = typed;
        break;
    case CameraColumn:
        clip.camera = typed;
        break;
    case SpeedColumn: {
        const auto rate = rateFromText(typed);
        if (!rate)
            return false;
        clip.rate = *rate;
        break;
    }
    case FromColumn: {
        const auto from = model::clipTime(typed);
        if (!from)
            return false;
        // A stretch that begins behind its old end is another one of the same length.
        if (*from > clip.to)
            clip.to = *from + (clip.to - clip.from);
        clip.from = *from;
        break;
    }
    default: {
        const auto to = model::clipTime(typed);
        if (!to || *to < clip.from)
            return false;
        clip.to = *to;
        break;
    }
    }
    m_document->change(entry.id, clip);
    return true;
}

/// Dropped between rows, never onto one.
Qt::ItemFlags PlayListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    const Qt::ItemFlags base = QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
    return isEditable(index.column()) ? base | Qt::ItemIsEditable : base;
}

QMimeData* PlayListModel::mimeData(const QModelIndexList& indexes) const
{
    QByteArray ids;
    QDataStream out(&ids, QIODevice::WriteOnly);
    QList<int> rows;
    for (const QModelIndex& at : indexes) {
        if (!rows.contains(at.row()))
            rows << at.row();
    }
    // Of which list: another window has entries of the same numbers.
    out << static_cast<quint64>(
        reinterpret_cast<std::uintptr_t>(this)); // NOLINT: an identity, not an address
    for (const int row : std::as_const(rows))
        out << static_cast<qint32>(idOf(row));
    auto* mime = new QMimeData;
    mime->setData(QString::fromLatin1(RowsMimeType), ids);
    return mime;
}

/// The rows are moved here: for the view nothing is left to remove.
bool PlayListModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int,
                                 const QModelIndex& parent)
{
    if (action != Qt::MoveAction || parent.isValid() || !data->hasFormat(QString::fromLatin1(RowsMimeType)))
        return false;
    const QByteArray bytes = data->data(QString::fromLatin1(RowsMimeType));
    QDataStream in(bytes);
    quint64 list = 0;
    in >> list;
    if (list != static_cast<quint64>(reinterpret_cast<std::uintptr_t>(this))) // NOLINT: as above
        return false;
    std::vector<int> ids;
    while (!in.atEnd()) {
        qint32 id = 0;
        in >> id;
        ids.push_back(id);
    }
    m_document->move(ids, row < 0 ? rowCount() : row);
    return true;
}

} // namespace ghostline::app
