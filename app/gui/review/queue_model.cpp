// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_model.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/review/flag_text.h"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>

namespace ghostline::app {

namespace {

} // namespace

QueueModel::QueueModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void QueueModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void QueueModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QueueModel::Row QueueModel::rowFor(model::ReviewedFile&& file)
{
    Row row;
    row.unreviewed = file.unreviewed();
    row.worst = file.worstSeverity();
    row.file = std::move(file);
    return row;
}

void QueueModel::append(std::vector<model::ReviewedFile>&& files)
{
    if (files.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(files.size()) - 1);
    m_rows.reserve(m_rows.size() + files.size());
    for (model::ReviewedFile& file : files)
        m_rows.push_back(rowFor(std::move(file)));
    endInsertRows();
}

void QueueModel::setSidecar(const QString& path, const model::Sidecar& sidecar)
{
    const int at = rowOf(path);
    if (at < 0)
        return;
    Row& row = m_rows[static_cast<std::size_t>(at)];
    row.file.sidecar = sidecar;
    row.unreviewed = row.file.unreviewed();
    Q_EMIT dataChanged(index(at, 0), index(at, ColumnCount - 1));
}

const model::ReviewedFile* QueueModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)].file : nullptr;
}

int QueueModel::rowOf(const QString& path) const
{
    const QFileInfo wanted(path);
    for (int row = 0; row < rowCount(); ++row) {
        if (QFileInfo(at(row)->path).absoluteFilePath() == wanted.absoluteFilePath())
            return row;
    }
    return -1;
}

int QueueModel::flagsInAll() const
{
    std::size_t sum = 0;
    for (const Row& row : m_rows)
        sum += row.file.flags.size();
    return static_cast<int>(sum);
}

int QueueModel::unreviewed() const
{
    int sum = 0;
    for (const Row& row : m_rows)
        sum += row.unreviewed;
    return sum;
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant QueueModel::text(const Row& row, int column) const
{
    const model::ReviewedFile& file = row.file;
    switch (column) {
    case FileColumn:
        return QFileInfo(file.path).fileName();
    case MapColumn:
        return file.error ? file.error->message : file.map;
    case FlagsColumn:
        return file.error ? QVariant() : QVariant(static_cast<int>(file.flags.size()));
    case UnreviewedColumn:
        return file.error ? QVariant() : QVariant(row.unreviewed);
    case WorstColumn:
        return severityText(row.worst);
    default:
        return file.recordedAt.isValid() // the tooltip says the time, too
                   ? QLocale().toString(file.recordedAt.toLocalTime().date(), QLocale::ShortFormat)
                   : QString();
    }
}

/// Files that could not be read come last when the most important is on top.
QVariant QueueModel::sortKey(const Row& row, int column) const
{
    switch (column) {
    case FlagsColumn:
        return row.file.error ? -1 : static_cast<int>(row.file.flags.size());
    case UnreviewedColumn:
        return row.file.error ? -1 : row.unreviewed;
    case WorstColumn:
        return row.file.error ? -2 : row.worst;
    case RecordedColumn:
        return row.file.recordedAt;
    default:
        return text(row, column).toString();
    }
}

QVariant QueueModel::mark(const Row& row, int column) const
{
    if (column == WorstColumn && row.worst >= 0)
        return severityIcon(row.worst, m_theme);
    if (column != FileColumn)
        return {};
    if (row.file.error)
        return markIcon(Mark::Cross, m_theme.error);
    const bool troubled = row.file.lostData || row.file.sidecarError;
    if (troubled)
        return markIcon(Mark::Triangle, m_theme.warning);
    // Every row has a mark, so that the names stand below each other.
    return row.unreviewed > 0 ? markIcon(Mark::Circle, m_theme.accent)
                              : markIcon(Mark::Circle, m_theme.textMuted, false);
}

QString QueueModel::toolTip(const Row& row) const
{
    QStringList lines{row.file.path};
    if (row.file.recordedAt.isValid())
        lines << tr("Recorded %1").arg(dateText(row.file.recordedAt));
    if (row.file.error) {
        lines << row.file.error->message;
        if (!row.file.error->advice.isEmpty())
            lines << row.file.error->advice;
    }
    if (row.file.sidecarError)
        lines << tr("Notes that cannot be used: %1: %2")
                     .arg(row.file.sidecarError->file, row.file.sidecarError->message);
    if (row.file.lostData)
        lines << tr("This recording is damaged; what is lost may have held flags");
    return lines.join(QLatin1Char('\n'));
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool number = index.column() == FlagsColumn || index.column() == UnreviewedColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case SortRole:
        return sortKey(row, index.column());
    case Qt::DecorationRole:
        return mark(row, index.column());
    case Qt::FontRole:
        return number || index.column() == RecordedColumn ? QVariant(m_tabular) : QVariant();
    case Qt::ForegroundRole:
        return row.file.error && index.column() == MapColumn ? QVariant(m_theme.error) : QVariant();
    case Qt::TextAlignmentRole:
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(row);
    case SearchRole: {
        QStringList words{text(row, FileColumn).toString(), text(row, MapColumn).toString()};
        for (const model::Flag& flag : row.file.flags)
            words << flag.check;
        return words.join(QLatin1Char('\n'));
    }
    case UnreviewedRole:
        return row.unreviewed;
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool number = section == FlagsColumn || section == UnreviewedColumn;
    if (role == Qt::TextAlignmentRole)
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == UnreviewedColumn)
        return tr("Flags that nobody has reviewed yet");
    if (role != Qt::DisplayRole)
        return {};
    static const std::array<const char*, ColumnCount> names{QT_TR_NOOP("File"),  QT_TR_NOOP("Map"),
                                                            QT_TR_NOOP("Flags"), QT_TR_NOOP("Open"),
                                                            QT_TR_NOOP("Worst"), QT_TR_NOOP("Recorded")};
    return tr(names[static_cast<std::size_t>(section)]);
}

// ---- filter ----

QueueFilter::QueueFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(QueueModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void QueueFilter::setText(const QString& text)
{
    m_text = text.trimmed();
    invalidateFilter();
}

void QueueFilter::setOnlyUnreviewed(bool on)
{
    m_onlyUnreviewed = on;
    invalidateFilter();
}

bool QueueFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex at = sourceModel()->index(row, 0, parent);
    if (m_onlyUnreviewed && at.data(QueueModel::UnreviewedRole).toInt() == 0)
        return false;
    return m_text.isEmpty() ||
           at.data(QueueModel::SearchRole).toString().contains(m_text, Qt::CaseInsensitive);
}

} // namespace ghostline::app
