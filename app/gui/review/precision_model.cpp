// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/precision_model.h"

#include "app/gui/widgets/panel_style.h"

#include <QApplication>
#include <QLocale>

#include <array>

namespace ghostline::app {

namespace {

int figureOf(const model::CheckPrecision& check, int column)
{
    switch (column) {
    case PrecisionModel::FlagsColumn:
        return check.flags;
    case PrecisionModel::JudgedColumn:
        return check.judged();
    case PrecisionModel::ConfirmedColumn:
        return check.confirmed;
    case PrecisionModel::RejectedColumn:
        return check.rejected;
    case PrecisionModel::UnsureColumn:
        return check.unsure;
    case PrecisionModel::NeedsMoreColumn:
        return check.needsMore;
    case PrecisionModel::DisputedColumn:
        return check.disputed;
    case PrecisionModel::OtherColumn:
        return check.otherWord;
    default:
        return check.open;
    }
}

QString percent(double share) { return QLocale().toString(100.0 * share, 'f', 1); }

QString shareText(const model::CheckPrecision& check, int column)
{
    const auto precision = check.precision();
    if (!precision)
        return QStringLiteral("–");
    if (column == PrecisionModel::PrecisionColumn)
        return PrecisionModel::tr("%1 %").arg(percent(precision->share));
    return PrecisionModel::tr("%1 to %2 %").arg(percent(precision->least), percent(precision->most));
}

/// Those of which nothing is known come last when the best is on top.
double shareKey(const model::CheckPrecision& check, int column)
{
    const auto precision = check.precision();
    if (!precision)
        return -1.0;
    return column == PrecisionModel::PrecisionColumn ? precision->share : precision->least;
}

} // namespace

PrecisionModel::PrecisionModel(QObject* parent)
    : QAbstractTableModel(parent), m_tabular(tabularFont(QApplication::font()))
{
}

void PrecisionModel::show(std::vector<model::CheckPrecision> checks)
{
    beginResetModel();
    m_checks = std::move(checks);
    endResetModel();
}

int PrecisionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_checks.size());
}

int PrecisionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PrecisionModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::CheckPrecision& check = m_checks[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const bool word = column == CheckColumn || column == SourceColumn;
    const bool share = column == PrecisionColumn || column == IntervalColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (word)
            return column == CheckColumn ? check.check : check.source;
        return share ? QVariant(shareText(check, column)) : QVariant(figureOf(check, column));
    case SortRole:
        if (word)
            return column == CheckColumn ? check.check : check.source;
        return share ? QVariant(shareKey(check, column)) : QVariant(figureOf(check, column));
    case Qt::FontRole:
        return word ? QVariant() : QVariant(m_tabular);
    case Qt::TextAlignmentRole:
        return int((word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant PrecisionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool word = section == CheckColumn || section == SourceColumn;
    if (role == Qt::TextAlignmentRole)
        return int((word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == PrecisionColumn)
        return tr("Confirmed, of those that were confirmed or rejected");
    if (role == Qt::ToolTipRole && section == IntervalColumn)
        return tr("Where it lies 19 times out of 20 (Wilson): wide where few were judged");
    if (role == Qt::ToolTipRole && section == OtherColumn)
        return tr("Judged by a word that is not known here");
    if (role != Qt::DisplayRole)
        return {};
    static const std::array<const char*, ColumnCount> names{
        QT_TR_NOOP("Check"),        QT_TR_NOOP("Source"),     QT_TR_NOOP("Flags"),  QT_TR_NOOP("Judged"),
        QT_TR_NOOP("Confirmed"),    QT_TR_NOOP("Rejected"),   QT_TR_NOOP("Unsure"), QT_TR_NOOP("Needs more"),
        QT_TR_NOOP("Disputed"),     QT_TR_NOOP("Other word"), QT_TR_NOOP("Open"),   QT_TR_NOOP("Precision"),
        QT_TR_NOOP("95 % interval")};
    return tr(names[static_cast<std::size_t>(section)]);
}

} // namespace ghostline::app
