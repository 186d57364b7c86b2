// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_model.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/file_rows.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace ghostline::app {

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

namespace {

QString placeKey(const QString& path) { return QFileInfo(path).absoluteFilePath(); }

/// The gravest first, each once.
QStringList checksOf(std::vector<QueueModel::FlagState> flags)
{
    std::ranges::stable_sort(flags, std::ranges::greater{}, &QueueModel::FlagState::severity);
    QStringList checks;
    for (const QueueModel::FlagState& flag : flags) {
        if (!checks.contains(flag.check))
            checks << flag.check;
    }
    return checks;
}

QString stateText(QueueModel::State state)
{
    switch (state) {
    case QueueModel::State::Unreadable:
        return QueueModel::tr("Unreadable");
    case QueueModel::State::NoFlags:
        return QueueModel::tr("No flags");
    case QueueModel::State::Done:
        return QueueModel::tr("Done");
    case QueueModel::State::Open:
        return QueueModel::tr("Open");
    case QueueModel::State::Disputed:
        break;
    }
    return QueueModel::tr("Disputed");
}

} // namespace

void QueueModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_places.clear();
    endResetModel();
}

QueueModel::Row QueueModel::rowFor(model::ReviewedFile&& file) const
{
    Row row;
    row.worst = file.worstSeverity();
    row.file = std::move(file);
    count(row);
    row.finished = row.open == 0;
    return row;
}

void QueueModel::count(Row& row) const
{
    row.open = 0;
    row.disputed = 0;
    row.flags.clear();
    row.flags.reserve(row.file.flags.size());
    for (const model::Flag& flag : row.file.flags) {
        const FlagState state{flag.check, flag.severity, model::isOpen(flag, row.file.sidecar, m_rules),
                              model::isDisputed(flag, row.file.sidecar, m_rules)};
        row.open += state.open ? 1 : 0;
        row.disputed += state.disputed ? 1 : 0;
        row.flags.push_back(state);
    }
    row.checks = checksOf(row.flags).join(QStringLiteral(", "));
}

QueueModel::State QueueModel::stateOf(const Row& row)
{
    return row.file.error           ? State::Unreadable
           : row.file.flags.empty() ? State::NoFlags
           : row.disputed > 0       ? State::Disputed
           : row.open > 0           ? State::Open
                                    : State::Done;
}

const std::vector<QueueModel::FlagState>& QueueModel::flagStates(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].flags;
}

void QueueModel::setRules(const model::ReviewRules& rules)
{
    m_rules = rules;
    for (int row = 0; row < rowCount(); ++row) {
        count(m_rows[static_cast<std::size_t>(row)]);
        settle(row);
    }
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void QueueModel::put(std::vector<model::ReviewedFile>&& files)
{
    std::vector<model::ReviewedFile> fresh;
    for (model::ReviewedFile& file : files) {
        const int known = rowOf(file.path);
        if (known < 0) {
            fresh.push_back(std::move(file));
            continue;
        }
        m_rows[static_cast<std::size_t>(known)] = rowFor(std::move(file));
        Q_EMIT dataChanged(index(known, 0), index(known, ColumnCount - 1));
    }
    if (fresh.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    m_rows.reserve(m_rows.size() + fresh.size());
    for (model::ReviewedFile& file : fresh) {
        m_places.insert(placeKey(file.path), rowCount());
        m_rows.push_back(rowFor(std::move(file)));
    }
    endInsertRows();
}

void QueueModel::remove(const QStringList& paths)
{
    for (const QString& path : paths) {
        const int row = rowOf(path);
        if (row < 0)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        m_places.clear();
        for (int each = 0; each < rowCount(); ++each)
            m_places.insert(placeKey(at(each)->path), each);
        endRemoveRows();
    }
}

void QueueModel::setOpenPath(const QString& path)
{
    m_openPath = path;
    for (int row = 0; row < rowCount(); ++row)
        settle(row);
}

/// The one that is being judged keeps its place until another is opened.
void QueueModel::settle(int at)
{
    Row& row = m_rows[static_cast<std::size_t>(at)];
    const bool finished = row.open == 0;
    if (row.finished == finished || row.file.path == m_openPath)
        return;
    row.finished = finished;
    Q_EMIT dataChanged(index(at, 0), index(at, ColumnCount - 1));
}

void QueueModel::setSidecar(const QString& path, const model::Sidecar& sidecar)
{
    const int at = rowOf(path);
    if (at < 0)
        return;
    Row& row = m_rows[static_cast<std::size_t>(at)];
    row.file.sidecar = sidecar;
    model::putOwnFlags(row.file.flags, sidecar, nullptr);
    row.worst = row.file.worstSeverity();
    count(row);
    Q_EMIT dataChanged(index(at, 0), index(at, ColumnCount - 1));
    settle(at);
}

const model::ReviewedFile* QueueModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)].file : nullptr;
}

int QueueModel::rowOf(const QString& path) const { return m_places.value(placeKey(path), -1); }

QStringList QueueModel::checks() const
{
    QSet<QString> checks;
    for (const Row& row : m_rows) {
        for (const FlagState& flag : row.flags)
            checks.insert(flag.check);
    }
    return checks.values();
}

int QueueModel::flagsInAll() const
{
    std::size_t sum = 0;
    for (const Row& row : m_rows)
        sum += row.file.flags.size();
    return static_cast<int>(sum);
}

int QueueModel::openFlags() const
{
    int sum = 0;
    for (const Row& row : m_rows)
        sum += row.open;
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
    case PeopleColumn:
        return file.people.join(QStringLiteral(", "));
    case MapColumn:
        return file.error ? shownError(*file.error) : file.map;
    case ChecksColumn:
        return row.checks;
    case FlagsColumn:
        return file.error ? QVariant() : QVariant(static_cast<int>(file.flags.size()));
    case OpenColumn:
        return file.error ? QVariant() : QVariant(row.open);
    case WorstColumn:
        return severityText(row.worst);
    case StateColumn:
        return stateText(stateOf(row));
    default:
        return dayText(file.recordedAt); // the tooltip says the time, too
    }
}

/// Files that could not be read come last when the most important is on top.
QVariant QueueModel::sortKey(const Row& row, int column) const
{
    switch (column) {
    case FlagsColumn:
        return row.file.error ? -1 : static_cast<int>(row.file.flags.size());
    case OpenColumn:
        return row.file.error ? -1 : row.open;
    case WorstColumn:
        return row.file.error ? -2 : row.worst;
    case StateColumn:
        return static_cast<int>(stateOf(row));
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
    return row.open > 0 ? markIcon(Mark::Circle, m_theme.text)
                        : markIcon(Mark::Circle, m_theme.textMuted, false);
}

QString QueueModel::toolTip(const Row& row, int column) const
{
    if (column == PeopleColumn && !row.file.people.isEmpty())
        return row.file.people.join(QLatin1Char('\n'));
    if (column == ChecksColumn && !row.flags.empty())
        return checksOf(row.flags).join(QLatin1Char('\n'));
    QStringList lines{row.file.path};
    if (row.file.recordedAt.isValid())
        lines << tr("Recorded %1").arg(momentText(row.file.recordedAt));
    if (row.file.error) {
        lines << shownError(*row.file.error);
        if (!row.file.error->advice.isEmpty())
            lines << shownAdvice(*row.file.error);
    }
    if (row.disputed > 0)
        lines << tr("Reviewers differ about %1").arg(flagCount(row.disputed));
    if (row.file.sidecarError)
        lines << tr("Notes that cannot be used: %1: %2")
                     .arg(row.file.sidecarError->file, shownError(*row.file.sidecarError));
    if (row.file.lostData)
        lines << tr("This recording is damaged; what is lost may have held flags");
    return lines.join(QLatin1Char('\n'));
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool number = index.column() == FlagsColumn || index.column() == OpenColumn;
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
        return toolTip(row, index.column());
    case SearchRole: {
        QStringList words{text(row, FileColumn).toString(), text(row, MapColumn).toString()};
        words << row.file.people;
        for (const model::Flag& flag : row.file.flags)
            words << flag.check;
        return words.join(QLatin1Char('\n'));
    }
    case OpenRole:
        return row.open;
    case DisputedRole:
        return row.disputed;
    case FinishedRole:
        return row.finished;
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool number = section == FlagsColumn || section == OpenColumn;
    if (role == Qt::TextAlignmentRole)
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == FileColumnRole)
        // A narrow table has no room for them.
        return section == RecordedColumn || section == StateColumn || section == ChecksColumn;
    if (role == Qt::ToolTipRole && section == PeopleColumn)
        return tr("Who is accused, then who else played");
    if (role == Qt::ToolTipRole && section == OpenColumn)
        return tr("Flags that nobody has reviewed yet, or that reviewers differ about");
    if (role != Qt::DisplayRole)
        return {};
    static const std::array<const char*, ColumnCount> names{
        QT_TR_NOOP("File"),   QT_TR_NOOP("People"), QT_TR_NOOP("Map"),
        QT_TR_NOOP("Checks"), QT_TR_NOOP("Flags"),  QT_TR_NOOP("Open"),
        QT_TR_NOOP("Worst"),  QT_TR_NOOP("State"),  QT_TR_NOOP("Recorded")};
    return tr(names[static_cast<std::size_t>(section)]);
}

} // namespace ghostline::app
